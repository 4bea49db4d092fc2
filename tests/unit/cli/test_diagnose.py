"""`assay diagnose` from the user's side: findings first, files that say more, formats, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from program import HARBOUR, Run

XML = str(HARBOUR.with_suffix(".xml"))
REFERENCE, ALDER, BIRCH = (str(HARBOUR / f"{name}.en.txt") for name in ("reference-a", "alder", "birch"))
TWO = ("-r", f"{REFERENCE}", f"alder={ALDER}", f"birch={BIRCH}")
FEW = ("-m", "chrf", "--draws", "1000", "--words", "length", "--segments", "segment-length")
MQM, RATINGS, RANKINGS = (str(HARBOUR / name) for name in ("mqm.tsv", "ratings.tsv", "rankings.csv"))
SOURCE = str(HARBOUR / "source.de.txt")


def test_findings_stand_first(run: Run) -> None:
    done = run("diagnose", *TWO, *FEW)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "Why: alder, birch"
    assert lines[3] == "Findings"
    assert lines[4].startswith("- alder chooses the wrong word less often than birch")


@pytest.mark.parametrize("form", ["text", "json", "tsv", "markdown", "latex", "html"])
def test_every_format_is_written(inside: Run, tmp_path: Path, form: str) -> None:
    done = inside("diagnose", *TWO, *FEW, "--format", form, "-o", "answer")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    text = (tmp_path / "answer").read_text(encoding="utf-8")
    assert "alder" in text
    assert form != "json" or json.loads(text)["blocks"]
    assert form != "html" or "<title>Why: alder, birch</title>" in text


def test_a_baseline_is_spoken_of(inside: Run) -> None:
    done = inside("diagnose", XML, *FEW, "--baseline", "drift")
    assert done.returncode == 0, done.stderr
    assert "drift" in done.stdout.splitlines()[4]


def test_one_system_has_errors_but_no_rival(inside: Run) -> None:
    done = inside("diagnose", "-r", REFERENCE, f"alder={ALDER}", *FEW)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Why: alder")


def test_more_is_said_where_more_is_known(inside: Run, tmp_path: Path) -> None:
    (tmp_path / "counts").write_text("the\t1000\nharbour\t3\n", encoding="utf-8")
    (tmp_path / "domains").write_text("a\nb\n" * 33, encoding="utf-8")
    done = inside(
        *("diagnose", *TWO, "-m", "chrf", "--draws", "50", "--stem", "english", "--base", "english"),
        *("--words", "training-frequency", "--segments", "domain", "--most", "3", "--order", "2"),
        *("--counts", "counts", "--domains", "domains", "--judgements", MQM),
    )
    assert done.returncode == 0, done.stderr
    for words in ("domain", "training", "stem", "category"):
        assert words in done.stdout.lower()


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ([], 2, "SYS"),
        (["nowhere.xml"], 1, "no such file"),
        ([*TWO, "--baseline", "elm"], 2, "none of the systems alder, birch"),
        ([*TWO, "--words", "size"], 2, "'size' is no feature; there are"),
        ([*TWO, "--segments", "size"], 2, "'size' is no feature; there are"),
        ([*TWO, "--base", "klingon"], 2, "unknown stemmer"),
        ([*TWO, "--base", "file"], 2, "no base forms of"),
        ([*TWO, "--stem", "klingon"], 2, "unknown stemmer"),
        ([*TWO, "--tok", "klingon"], 2, "unknown tokeniser"),
        ([*TWO, "--counts", ALDER], 1, "line 1:"),
        ([*TWO, "--labels", "alder"], 2, "write NAME=FILE"),
        ([*TWO, "--labels", f"elm={ALDER}"], 2, "NAME is one of"),
        ([*TWO, "--labels", f"alder={BIRCH}"], 1, "entries for"),
        ([*TWO, "-s", SOURCE, "--links", f"alder={BIRCH}"], 1, "is no link"),
        ([*TWO, "--links", f"alder={BIRCH}"], 2, "--links goes by the words of the source"),
        ([*TWO, "--glossary", RATINGS], 2, "--glossary goes by the words of the source"),
        ([*TWO, "--bases", f"alder={BIRCH}"], 2, "--bases is for --base file"),
        ([*TWO[:2], ALDER, BIRCH, "--judgements", MQM], 1, "name outputs as there, with NAME=PATH"),
        ([*TWO, "--domains", RATINGS], 1, "has 643 lines, and the set 66 segments"),
        ([*TWO, "--judgements", RANKINGS], 1, "rankings have no error spans"),
        ([*TWO, "--judgements", RATINGS], 1, "no error spans"),
        ([*TWO, "--order", "0"], 2, "--order"),
        ([*TWO, "--order", "99"], 2, "from 1 to 9 words"),
        ([*TWO, "-o", "nowhere/x.html"], 1, "there is no directory"),
    ],
)
def test_what_cannot_be_is_refused(
    inside: Run, tmp_path: Path, arguments: list[str], code: int, words: str
) -> None:
    done = inside("diagnose", *arguments)
    assert (done.returncode, done.stdout) == (code, ""), done.stderr
    assert words in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_read_is_never_overwritten(inside: Run, tmp_path: Path) -> None:
    (tmp_path / "counts").write_text("the\t1000\n", encoding="utf-8")
    done = inside("diagnose", *TWO, *FEW, "--counts", "counts", "-o", "counts")
    assert done.returncode == 1
    assert "is also an input" in done.stderr
    assert (tmp_path / "counts").read_text(encoding="utf-8") == "the\t1000\n"
