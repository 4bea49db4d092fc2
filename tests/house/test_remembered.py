"""Metrics whose definition is remembered, not read: every constant is an option, and the page says so."""

import ast
import inspect
from dataclasses import fields
from pathlib import Path
from typing import Any, cast

import pytest

from assay.metrics.registry import METRICS

REMEMBERED = ("dependency", "dreem", "hwcm", "lsa", "maxsim", "meant", "overlap", "stm")
PAGES = Path(__file__).parents[2] / "docs" / "metrics"
HARMLESS = {-1, 0, 1, 2, 3, 100}  # places, halves, sizes of rows, per cent
NOT_THE_DEFINITION = ("option", "check_range")  # defaults and bounds of options
EVERY = pytest.mark.parametrize("name", REMEMBERED)


def constants(tree: ast.AST) -> list[str]:
    """Return the numbers of a module that are no option, with their lines; limits of size have names of their own."""
    passed = [
        node
        for node in ast.walk(tree)
        if (isinstance(node, ast.Call) and getattr(node.func, "id", "") in NOT_THE_DEFINITION)
        or (isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "").startswith("_"))
    ]
    excused = {id(inner) for node in passed for inner in ast.walk(node)}
    return [
        f"{node.value!r} in line {node.lineno}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, int | float)
        and not isinstance(node.value, bool)
        and node.value not in HARMLESS
        and not abs(node.value) < 1e-8  # guards against a division by 0
        and id(node) not in excused
    ]


@EVERY
def test_every_constant_is_an_option(name: str) -> None:
    path = Path(inspect.getfile(METRICS[name]))
    assert constants(ast.parse(path.read_text(encoding="utf-8"))) == []


def test_a_constant_would_be_seen() -> None:
    assert constants(ast.parse("def score(x): return 0.9 * x + option(0.5) + check_range(0, 7)")) == [
        "0.9 in line 1"
    ]


@EVERY
def test_the_page_says_so_and_names_every_option(name: str) -> None:
    page = (PAGES / f"{name}.md").read_text(encoding="utf-8")
    told = page.partition("**Remembered, not read.**")[2].partition("\n\n")[0]
    assert "option" in told
    options = {field.name for field in fields(cast("Any", METRICS[name]))}
    assert {option for option in options if f"| `{option}` |" in page} == options
