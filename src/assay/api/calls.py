"""What all calls share: keywords are the options of a question, and errors speak of keywords, not of flags."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import cache, wraps
from inspect import getdoc, signature
from typing import Any, ParamSpec, TypeVar

from assay.errors import AssayError, OptionError
from assay.io import FileOptions
from assay.options import Declared, declared, from_keywords
from assay.plugins import PluginOptions
from assay.questions import QUESTIONS, Given
from assay.questions.given import BESIDES, column_options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Chosen = TypeVar("Chosen", bound="DataclassInstance")
Parameters = ParamSpec("Parameters")
Returned = TypeVar("Returned")

# Flags that are keywords of another name; all others are called alike.
KEYWORDS = {
    "-r": "references",
    "-m": "metrics",
    "-o": "save",
    "-s": "sources",
    "--reference": "references",
    "--metric": "metrics",
}
KEYWORDS |= {"--pseudo-reference": "pseudo_references", "--back-translation": "back_translations"}
KEYWORDS |= {"--docs": "documents", "--source": "sources", "--systems": "only_systems", "--from": "form"}
# Options that Python gives as a keyword of another name.
REPLACED = {
    "metric": "metrics",
    "pseudo_reference": "pseudo_references",
    "back_translation": "back_translations",
}
# A flag, with the space before its value: one in quotation marks, a number, or a word before a colon.
FLAG = re.compile(r'(?<![\w-])(--[a-z][a-z-]+|-[rmos])\b( (?=["\d]|DIR|[^\s:]+:(?:\s|$)))?')
# A command of the shell stays what it is: in quotation marks, or as `assay meta --scores`.
COMMAND = re.compile(r'("assay [^"]*"|\bassay [a-z-]+ --?[a-z][a-z-]*)')
# What is to be written, with its value: write -m bleu -m "bleu:orders=1 2".
WRITTEN = re.compile(r"""(?<=write )(-[mr]) (?:"[^"]+"|[^\s;,()"]+)(?: \1 (?:"[^"]+"|[^\s;,()"]+))*""")
VALUE = re.compile(r"""-[mr] ("[^"]+"|[^\s;,()"]+)""")


def python_words(words: str, own: Mapping[str, str] = KEYWORDS) -> str:
    """Write the flags in a message as keywords: --draws 200 becomes draws=200; a call may have some of its `own`."""
    # Not of one call
    words = words.replace("as with --max-size 4G", 'as with assay.io.size_limit("4G")')
    parts = COMMAND.split(words)
    # What was found stands between what was not.
    return "".join(part if place % 2 else _with_keywords(part, own) for place, part in enumerate(parts))


def _with_keywords(words: str, own: Mapping[str, str]) -> str:
    def listed(found: re.Match[str]) -> str:
        values = ['"' + value.strip('"') + '"' for value in VALUE.findall(found[0])]
        return f"{own[found[1]]}=" + (values[0] if len(values) == 1 else f"[{', '.join(values)}]")

    words = WRITTEN.sub(listed, words)
    return FLAG.sub(lambda flag: f"{own.get(flag[1], flag[1].lstrip('-').replace('-', '_'))}=", words)


def takes(
    options: type, **own: str
) -> Callable[[Callable[Parameters, Returned]], Callable[Parameters, Returned]]:
    """Say which options the keywords of a call are: its help lists them, and its errors speak of keywords.

    `own` are keywords that stand for other flags than elsewhere: `output="-o"`.
    """
    keywords = KEYWORDS | {flag: name for name, flag in own.items()}

    def decorate(function: Callable[Parameters, Returned]) -> Callable[Parameters, Returned]:
        @wraps(function)
        def call(*given: Parameters.args, **named: Parameters.kwargs) -> Returned:
            try:
                return function(*given, **named)
            except AssayError as error:
                error.args = (python_words(str(error), keywords),)
                raise

        call.__doc__ = (
            f"{getdoc(function) or ''}\n\nOptions, all by keyword:\n\n{_listing(options, function)}"
        )
        return call

    return decorate


def answered(name: str, question: Any, given: Given) -> Any:
    """Ask a question; plug-ins keep to its options, where it has any for them."""
    with _plugins(getattr(question, "metrics", None)):
        return QUESTIONS[name].answer(question, given)


def _plugins(metrics: object) -> AbstractContextManager[object]:
    """Let plug-ins keep to what was asked, if anything was; else to whatever holds around the call."""
    chosen = getattr(metrics, "plugins", PluginOptions())
    if chosen == PluginOptions():
        return nullcontext()
    from assay.plugins import use_plugins

    return use_plugins(chosen)


def _listing(options: type, function: Callable[..., object]) -> str:
    """Write options for the help of a call; how files are read is the same everywhere, and said in a line."""
    names = {each.name for each in declared(options)}
    files = {each.name for each in declared(FileOptions)}
    # Others may have a `source` of their own.
    reads_sets = options is not FileOptions and files <= names
    given = signature(function).parameters
    # A `metric` is what `metrics` are.
    known = {*given, *(name.removesuffix("s") for name in given), *(files if reads_sets else ())}
    own = [each for each in declared(options) if each.name not in known]
    lines = [f"- `{each.name}={each.default!r}`: {_explained(each)}" for each in own]
    if reads_sets:
        lines.append(
            "- `columns`, `missing`, `codes`, `languages`: how frames and files of whole sets are read"
        )
    return "\n".join(lines)


def _explained(each: Declared) -> str:
    words = python_words(each.help)
    if each.default not in (None, 0, ()):  # which say nothing of what is done
        words = re.sub(r" \(default: [^()]*\)$", "", words)
    return f"{words}; one of {', '.join(each.choices)}" if each.choices else words


def read_keywords(
    cls: type[Chosen], keywords: Mapping[str, Any], besides: tuple[str, ...] = BESIDES
) -> Chosen:
    """Make options of the keywords of a call; one that there is not is refused with its nearest relative."""
    for name, keyword in REPLACED.items():
        if name in keywords and keyword in besides:
            raise OptionError(f"there is no option {name}; did you mean {keyword}?")
    several, numbers = _several(cls), _numbers(cls)
    given = {name: _plain(chosen, name in several) for name, chosen in keywords.items() if name != "columns"}
    # As the command line reads it: 1 is the number 1.0 where a fraction would do.
    given |= {
        name: float(chosen) for name, chosen in given.items() if type(chosen) is int and name in numbers
    }
    if "columns" in keywords:
        given["columns"] = column_options(keywords["columns"])
    return from_keywords(cls, given, besides=besides)


@cache
def _several(cls: type) -> frozenset[str]:
    """Return the options that may be given again and again."""
    return frozenset(each.name for each in declared(cls) if isinstance(each.default, tuple))


@cache
def _numbers(cls: type) -> frozenset[str]:
    """Return the options that are numbers with a fraction."""
    return frozenset(each.name for each in declared(cls) if each.kind is float and not each.depth)


def _plain(chosen: object, several: bool) -> object:
    """Return a path as its name, and what may be given again and again as a tuple."""
    if isinstance(chosen, os.PathLike):
        chosen = os.fspath(chosen)
    if not several:
        return chosen
    if isinstance(chosen, str) or not isinstance(chosen, Iterable):
        return (chosen,)
    return tuple(_plain(each, False) for each in chosen)
