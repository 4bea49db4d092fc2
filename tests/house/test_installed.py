"""What `make installed` tries, long after a change, is held here against the program at once."""

from __future__ import annotations

import ast
import inspect
import re
import tomllib

from test_house import REPOSITORY

import assay
from assay.questions import QUESTIONS

README = (REPOSITORY / "README.md").read_text(encoding="utf-8")
# Extras for those who change the program, and one that a test of its own is for.
NOT_TRIED = {"bench", "completion", "dev", "site", "wide"}


def keys(file: str, table: str) -> set[str]:
    """Return the first words of the keys of a table in the tests of the installed program, which run elsewhere."""
    tree = ast.parse((REPOSITORY / "tests" / "installed" / file).read_text(encoding="utf-8"))
    [found] = [
        node.value
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        and ast.unparse(node).startswith((f"{table}:", f"{table} ="))
    ]
    assert isinstance(found, ast.Dict)
    return {ast.unparse(key).lstrip("f").strip("'\"").split()[0] for key in found.keys if key is not None}


def test_every_function_is_called() -> None:
    functions = {name for name in assay.__all__ if inspect.isfunction(getattr(assay, name))}
    assert keys("test_functions.py", "CALLS") == functions


def test_every_command_of_the_readme_is_run() -> None:
    told = re.findall(r"^\$ assay ([a-z-]+)", README, re.MULTILINE)
    commands = set(told) & {name for name, question in QUESTIONS.items() if question.is_command}
    assert {"score", "compare", "diagnose"} <= commands
    assert commands - keys("test_commands.py", "COMMANDS") <= {"report"}, "report has a test of its own"


def test_every_extra_is_tried_alone() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert keys("test_extras.py", "EXTRAS") == set(project["optional-dependencies"]) - NOT_TRIED
