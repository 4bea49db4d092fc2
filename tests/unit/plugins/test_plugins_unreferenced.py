"""Plug-ins that read no references, in every command without `-r`: their figures, their errors, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import assay
from assay.cli.main import main
from support.plugin_stores import add_toy
from support.program import HARBOUR

SOURCE = str(HARBOUR / "source.de.txt")


def expected(name: str) -> float:
    """Return what the toy says of an output without a reference, as tables show it."""
    lines = Path(name).read_text(encoding="utf-8").splitlines()
    return sum(100 / (1 + len(line)) for line in lines) / len(lines)


@pytest.fixture(autouse=True)
def outputs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put two outputs into the working folder, one with errors that the toy marks, and add the toy."""
    monkeypatch.chdir(tmp_path)
    for name in ("alder", "birch"):
        lines = (HARBOUR / f"{name}.en.txt").read_text(encoding="utf-8").splitlines()
        if name == "birch":
            lines[:2] = [f"badly {lines[0]}", f"badly {lines[1]}"]
        Path(name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    add_toy("kiwi", inputs="source hypothesis")


def tables(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, dict[str, Any]]:
    """Run a command on both outputs and their source, and return the tables of its answer."""
    command, *others = words
    given = [command, "-s", SOURCE, "alder", "birch", "-m", "kiwi", *others, "--format", "json", "-q"]
    assert main(given) == 0
    blocks = json.loads(capsys.readouterr().out)["blocks"]
    return {
        block["name"]: block for block in reversed(blocks) if block["block"] == "table"
    }  # the first of a name


@pytest.mark.parametrize("command", ["score", "estimate", "diagnose"])
def test_scores_need_no_reference(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    rows = tables(capsys, command)["scores"]["rows"]
    shown = {row["system"]: row["kiwi"] for row in rows if "kiwi" in row}
    assert shown == pytest.approx({name: expected(name) for name in ("alder", "birch")})


@pytest.mark.parametrize("command", ["compare", "report"])
def test_systems_are_compared_without_references(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    pairs = tables(capsys, command, "--draws", "100")["pairs"]["rows"]
    assert pairs[0]["difference"]["value"] == pytest.approx(expected("alder") - expected("birch"))


@pytest.mark.parametrize("command", [["diagnose"], ["report", "--draws", "100"]], ids=lambda words: words[0])
def test_errors_are_counted_without_references(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    rows = tables(capsys, *command)["marked-errors"]["rows"]
    assert [list(row.values()) for row in rows] == [["kiwi", "birch", "style", "major", 2, 2]]


def test_a_report_of_one_system_is_its_scores_and_checks(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "-s", SOURCE, "birch", "-m", "kiwi", "-o", "report.html", "-q"]) == 0
    page = Path("report.html").read_text(encoding="utf-8")
    assert "birch against the source: 66 segments, no references" in page
    assert "Errors that metrics mark" in page
    assert f"{expected('birch'):.2f}" in page


def test_meta_correlates_without_references(capsys: pytest.CaptureFixture[str]) -> None:
    ratings = str(HARBOUR / "ratings.tsv")
    with_references = ["-r", str(HARBOUR / "reference-a.en.txt")]
    answers = []
    for references in ([], with_references):
        given = ["meta", ratings, *references, "-s", SOURCE, "alder", "birch", "-m", "kiwi"]
        assert main([*given, "--format", "json", "-q"]) == 0
        answers.append(json.loads(capsys.readouterr().out)["blocks"][1:])
    assert answers[0] == answers[1]  # what it does not read changes nothing


def test_a_file_of_a_whole_set_is_read_with_its_references(capsys: pytest.CaptureFixture[str]) -> None:
    harbour = str(HARBOUR.parent / "harbour.xml")
    for command in ("score", "estimate"):
        assert main([command, harbour, "-m", "kiwi", "-q"]) == 0
        assert "1 to 2 references each" in capsys.readouterr().out
    with pytest.warns(UserWarning, match="did not read the end"):
        scores = assay.score(harbour, metrics="kiwi")
    assert scores["alder"].score == pytest.approx(expected("alder"))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["diagnose", "-s", SOURCE, "alder", "-m", "chrf"], "chrf needs references"),
        (["report", "-s", SOURCE, "alder", "-m", "kiwi", "-m", "bleu"], "bleu needs references"),
        (["report", "-s", SOURCE, "alder", "-m", "kiwi", "--base", "english"], "--base needs references"),
        (["score", "-s", SOURCE, "alder", "birch", "-m", "kiwi", "-m", "chrf"], "chrf needs references"),
        (["compare", "-s", SOURCE, "alder", "birch", "-m", "kiwi", "-m", "chrf"], "chrf needs references"),
        (["score", "alder", "-m", "kiwi"], "name it with --source"),
        (["estimate", "-s", SOURCE, "alder", "-m", "chrf"], "needs references"),
    ],
)
def test_what_lacks_something_is_refused_with_its_name(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) != 0
    assert message in capsys.readouterr().err


def test_a_budget_holds_for_an_estimate(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["estimate", "-s", SOURCE, "alder", "-m", "kiwi", "--budget", "many"]) == 2
    assert "write limits such as" in capsys.readouterr().err
