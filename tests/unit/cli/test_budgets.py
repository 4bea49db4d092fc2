"""The first screen is the answer: how many lines every command may print on the example set, and what it ends with."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.program import HARBOUR, Run

XML = str(HARBOUR.parent / "harbour.xml")
RATINGS, RANKINGS, MQM = (str(HARBOUR / name) for name in ("ratings.tsv", "rankings.csv", "mqm.tsv"))
ALDER, DRIFT, REFERENCE = (str(HARBOUR / f"{name}.en.txt") for name in ("alder", "drift", "reference-a"))
FEW = ("--draws", "200")
BUDGETS: list[tuple[int, tuple[str, ...]]] = [
    (16, ("score", XML)),
    (30, ("compare", XML)),
    (36, ("compare", XML, "--baseline", "alder", "-m", "bleu")),
    (30, ("human", RATINGS)),
    (30, ("human", RANKINGS)),
    (30, ("human", MQM)),
    (40, ("meta", RATINGS, XML)),
    (40, ("meta", RATINGS, XML, "--test", "perm-both")),
    (40, ("power", XML)),
    (60, ("diagnose", XML)),
    (40, ("report", XML)),
    (25, ("check", "-r", REFERENCE, ALDER, DRIFT)),
    (30, ("gate", "--baseline", ALDER, "-r", REFERENCE, DRIFT, "-m", "chrf", "--margin", "0.5")),
    (40, ("align", "-r", REFERENCE, ALDER, "--segment", "1")),
]


@pytest.mark.parametrize(
    ("most", "arguments"), BUDGETS, ids=lambda value: value[0] if isinstance(value, tuple) else ""
)
def test_an_answer_fits_its_screen(inside: Run, most: int, arguments: tuple[str, ...]) -> None:
    drawn = () if arguments[0] in ("score", "check", "align", "gate") else FEW
    done = inside(*arguments, *drawn)
    assert done.returncode in (0, 1), done.stderr
    lines = done.stdout.splitlines()
    assert 3 < len(lines) <= most, done.stdout


@pytest.mark.parametrize(
    "arguments",
    [("compare", XML), ("human", RATINGS), ("meta", RATINGS, XML), ("power", XML), ("diagnose", XML)],
    ids=lambda arguments: str(arguments[0]),
)
def test_the_last_line_says_how_to_see_more(inside: Run, arguments: tuple[str, ...]) -> None:
    last = " ".join(inside(*arguments, *FEW).stdout.rstrip().split("\n\n")[-1].split())
    assert last.startswith("More: --show ")
    first_part = last.removeprefix("More: --show ").partition(",")[0]
    whole = inside(*arguments, *FEW, "--show", first_part)
    assert whole.returncode == 0, whole.stderr


@pytest.mark.parametrize("arguments", [("compare", XML), ("human", RATINGS), ("meta", RATINGS, XML)], ids=str)
def test_one_table_for_a_paper(inside: Run, arguments: tuple[str, ...]) -> None:
    paper = inside(*arguments, *FEW, "--show", "table", "--format", "latex", "--cite").stdout
    assert paper.count(r"\begin{table}") == 1
    assert paper.count(r"\textbf{") >= 1
    assert r"\label{tab:" in paper
    assert "% @" in paper
    assert r"\section" not in paper


@pytest.mark.parametrize(
    "arguments", [("score", XML), ("compare", XML), ("human", RATINGS), ("meta", RATINGS, XML)], ids=str
)
def test_a_spreadsheet_has_one_table(inside: Run, arguments: tuple[str, ...], tmp_path: Path) -> None:
    drawn = () if arguments[0] == "score" else FEW
    done = inside(*arguments, *drawn, "-o", "out.csv")
    assert done.returncode == 0, done.stderr
    lines = (tmp_path / "out.csv").read_text(encoding="utf-8").splitlines()
    assert "" not in lines
    assert len({line.count(",") - 2 * line.count(',"') for line in lines}) <= 3
    assert lines[0].startswith(("system", "number,system", "metric"))


def test_show_table_stands_alone(inside: Run) -> None:
    done = inside("compare", XML, "--show", "table,pairs")
    assert done.returncode == 2
    assert "table is one table and nothing else" in done.stderr
