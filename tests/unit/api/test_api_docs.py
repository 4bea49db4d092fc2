"""The notebook runs from top to bottom, and the reference says what the docstrings say."""

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import matplotlib

from assay.api import Picture, Result
from support.program import LIMIT

matplotlib.use("Agg")
ROOT = Path(__file__).parents[3]


def shown(cell: str, names: dict[str, Any]) -> Any:
    """Run a cell as a notebook would, and return what it shows: its last expression."""
    body = ast.parse(cell).body
    last = body.pop() if isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), "cell", "exec"), names)
    return (
        eval(compile(ast.Expression(last.value), "cell", "eval"), names)
        if isinstance(last, ast.Expr)
        else None
    )


def test_the_notebook_runs_and_every_cell_shows_something() -> None:
    notebook = json.loads((ROOT / "docs" / "textbook.ipynb").read_text(encoding="utf-8"))
    names: dict[str, Any] = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        assert not cell["outputs"], "save the notebook without outputs"
        value = shown("".join(cell["source"]), names)
        assert value is not None
        if isinstance(value, Result):
            assert value._repr_html_()
        if isinstance(value, Picture):
            assert value._repr_svg_()


def test_the_reference_says_what_the_docstrings_say() -> None:
    code = "import sys; sys.path.insert(0, 'tools'); import api_reference; sys.stdout.write(api_reference.reference())"
    written = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        timeout=LIMIT,
        check=True,
    ).stdout
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    assert page == written, "run python tools/api_reference.py"
