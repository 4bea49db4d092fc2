"""Every option that the help of a function lists is one that the function takes."""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path
from typing import Any

import pytest

import assay

OPTION = re.compile(r"^- `(\w+)=(.*?)`: ", re.MULTILINE)
OF_FILES = "- `columns`, `missing`, `codes`, `languages`: "
FUNCTIONS = {name: getattr(assay, name) for name in assay.__all__ if inspect.isfunction(getattr(assay, name))}


def listed(function: Any) -> dict[str, object]:
    """Return the options that a function's help lists, with their defaults."""
    told = inspect.getdoc(function) or ""
    options = {name: ast.literal_eval(default) for name, default in OPTION.findall(told)}
    return options | ({"columns": None, "missing": "", "codes": ""} if OF_FILES in told else {})


def test_help_lists_options() -> None:
    assert sum(len(listed(function)) for function in FUNCTIONS.values()) > 300


@pytest.mark.filterwarnings("ignore::assay.AssayWarning")
@pytest.mark.parametrize("name", [name for name, function in FUNCTIONS.items() if listed(function)])
def test_what_help_lists_is_taken(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is to be read is nowhere: that may be refused, an option may not."""
    monkeypatch.chdir(tmp_path)
    needed = [
        "nowhere"
        for each in inspect.signature(FUNCTIONS[name]).parameters.values()
        if each.default is each.empty and each.kind is each.POSITIONAL_OR_KEYWORD
    ]
    refused = {}
    for option, default in listed(FUNCTIONS[name]).items():
        try:
            FUNCTIONS[name](*needed, **{option: default})
        except (assay.AssayError, TypeError) as error:
            if re.search(rf"there is no option {option}\b|unexpected keyword", str(error)):
                refused[option] = str(error)
    assert refused == {}
