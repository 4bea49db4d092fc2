"""Writes docs/api.md from the docstrings of `assay` and of the results in `assay.api`: `python tools/api_reference.py`.

A test holds the file against the docstrings, so that nobody has to remember this.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import assay
import assay.api

PAGE = Path(__file__).parents[1] / "docs" / "api.md"
HEAD = """\
# Reference of the Python interface

Written from the docstrings by `tools/api_reference.py`. [python.md](python.md) explains the same with examples, and
[textbook.ipynb](textbook.ipynb) is a notebook that uses most of it.
"""


def reference() -> str:
    """Return the text of the page: functions first, then results."""
    called = [name for name in sorted(assay.__all__) if inspect.isfunction(getattr(assay, name))]
    functions = [_function(name) for name in called]
    exported = [getattr(assay.api, name) for name in sorted(assay.api.__all__)]
    classes = [_class(value) for value in exported if inspect.isclass(value)]
    return "\n".join([HEAD, "## Functions\n", *functions, "## Results\n", *classes]).rstrip() + "\n"


def _function(name: str) -> str:
    function = getattr(assay, name)
    return f"### `assay.{name}`\n\n```\n{_call(name, function)}\n```\n\n{inspect.getdoc(function)}\n"


def _call(name: str, function: object) -> str:
    """Write how a function is called, without types: docstrings say what is taken."""
    parameters = inspect.signature(function).parameters.values()  # type: ignore[arg-type]  # a function
    bare = [each.replace(annotation=inspect.Parameter.empty) for each in parameters]
    return f"assay.{name}{inspect.Signature(bare)}"


def _class(cls: type) -> str:
    members = "\n".join(f"- `{name}`: {words}" for name, words in _members(cls))
    return (
        f"### `{cls.__name__}`\n\n{inspect.getdoc(cls)}\n{f'{chr(10)}{members}{chr(10)}' if members else ''}"
    )


def _members(cls: type) -> Iterator[tuple[str, str]]:
    """Yield the documented members that a class has of its own, with the first sentence of their docstrings."""
    for name, member in vars(cls).items():
        words = inspect.getdoc(member) if callable(member) or _is_property(member) else None
        if words and not name.startswith("_"):
            call = "" if _is_property(member) else str(_signature(member))
            yield name + call, re.split(r"\n\n", words)[0].replace("\n", " ")


def _is_property(member: object) -> bool:
    return isinstance(member, property) or type(member).__name__ == "cached_property"


def _signature(method: object) -> inspect.Signature:
    _, *parameters = inspect.signature(method).parameters.values()  # type: ignore[arg-type]  # a method
    return inspect.Signature([each.replace(annotation=inspect.Parameter.empty) for each in parameters])


if __name__ == "__main__":
    PAGE.write_text(reference(), encoding="utf-8")
