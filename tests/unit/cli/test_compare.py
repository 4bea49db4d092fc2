"""`assay compare` from the user's side: verdict, tables, tests, formats, pages, runs, and what is refused."""

from __future__ import annotations

import json
import os
import pty
import signal
import termios
from pathlib import Path
from typing import get_args

import pytest

from assay.cli.commands.comparing import compare
from assay.cli.execution import command_parser
from assay.cli.flags import read_arguments
from assay.comparison.options import TestName
from assay.comparison.paired import TESTS
from assay.errors import OptionError
from assay.stats.settings import Correction
from assay.stats.tests import CORRECTIONS
from support.assertions import untyped
from support.program import HARBOUR, LIMIT, Run, started

XML = str(HARBOUR.with_suffix(".xml"))
REFERENCE = str(HARBOUR / "reference-a.en.txt")
ALDER, BIRCH, CEDAR, DRIFT = (
    str(HARBOUR / f"{name}.en.txt") for name in ("alder", "birch", "cedar", "drift")
)
FEW = ("--draws", "200")


def blocks(text: str, kind: str) -> list[dict[str, object]]:
    return [block for block in json.loads(text)["blocks"] if block["block"] == kind]


def table(text: str, name: str) -> dict[str, list[dict[str, object]]]:
    (found,) = [block for block in blocks(text, "table") if block["name"] == name]
    return found  # type: ignore[return-value]  # the parts that tests look at


def test_choices_are_those_of_the_tests() -> None:
    assert tuple(TESTS) == get_args(TestName)
    assert tuple(CORRECTIONS) == get_args(Correction)


def test_the_verdict_stands_right_above_the_table(inside: Run, harbour: list[str]) -> None:
    done = inside("compare", *harbour, "-m", "bleu", "-m", "ter")
    assert (done.returncode, done.stderr) == (0, "")
    title, about, claims, scores, *_, test, more = done.stdout.strip().split("\n\n")
    assert title.startswith("alder is significantly better than drift, by BLEU and TER\n")
    assert about == "alder against drift, 66 segments, 1 reference."
    words = " ".join(claims.split())
    assert words.startswith(
        "What may be claimed - BLEU: alder scores 40.05 higher than drift (95 % interval +"
    )
    assert words.count("is the better system on this test set") == 2
    assert test.startswith("Significance: paired approximate randomisation over 66 segments, 10,000 draws")
    assert "seed 12345; p < 0.05." in " ".join(test.split())
    assert scores.startswith("Scores with 95 % intervals, ordered by BLEU")
    assert more == "More: --show claims,method, or all."
    assert "ranks" not in done.stdout.lower()


def test_many_systems_have_ranks_and_a_matrix(inside: Run) -> None:
    done = inside("compare", XML, "-m", "chrf", "--unit", "segment", *FEW, "--format", "json")
    assert [block["name"] for block in blocks(done.stdout, "table")] == [
        "scores",
        "ranks",
        "pairs",
        "matrix.chrf",
    ]
    assert len(table(done.stdout, "pairs")["rows"]) == 6
    scores = table(done.stdout, "scores")["rows"]
    assert [row["chrf"]["mark"] for row in scores] == [">2,3,4", ">3,4", ">4", ""]  # type: ignore[index]  # JSON
    assert [row["cluster"] for row in table(done.stdout, "ranks")["rows"]] == [1, 2, 3, 4]
    matrix = table(done.stdout, "matrix.chrf")["rows"]
    assert matrix[0]["alder"] is None
    assert str(matrix[0]["drift"]).startswith("better ")
    assert str(matrix[3]["alder"]).startswith("worse ")


def test_a_baseline_is_compared_with_each(inside: Run) -> None:
    done = inside(
        "compare", XML, "-m", "chrf", "--unit", "segment", *FEW, "--baseline", "birch", "--format", "json"
    )
    pairs = table(done.stdout, "pairs")
    assert [(row["first"], row["second"]) for row in pairs["rows"]] == [
        ("alder", "birch"),
        ("cedar", "birch"),
        ("drift", "birch"),
    ]
    assert [block["name"] for block in blocks(done.stdout, "table")] == ["scores", "pairs"]
    marks = [row["chrf"]["mark"] for row in table(done.stdout, "scores")["rows"]]  # type: ignore[index]  # JSON
    assert marks == ["*", "", "*", "*"]


@pytest.mark.parametrize("test", get_args(TestName))
def test_every_test_can_be_chosen(inside: Run, harbour: list[str], test: str) -> None:
    done = inside("compare", *harbour, "-m", "chrf", *FEW, "--test", test, "--format", "json")
    assert done.returncode == 0
    (row,) = table(done.stdout, "pairs")["rows"]
    assert 0 <= float(str(row["p"])) < 0.05
    assert untyped(table(done.stdout, "pairs")["test"]) == test
    assert done.stderr.count("\n") == (1 if TESTS[test].warning else 0)
    assert TESTS[test].warning in done.stderr


def test_identical_systems_are_never_significant(inside: Run) -> None:
    done = inside("compare", "-r", REFERENCE, f"a={BIRCH}", f"b={BIRCH}", *FEW)
    assert done.stdout.startswith("a and b have the same scores, by BLEU, chrF2 and TER\n")
    assert done.stdout.count("have the same score (") == 3
    assert "p = 1)" in done.stdout


def test_the_seed_decides_and_threads_do_not(inside: Run, harbour: list[str]) -> None:
    same = [inside("compare", *harbour, *FEW, "--threads", count).stdout for count in ("1", "2")]
    assert same[0] == same[1]
    zero = [inside("compare", *harbour, *FEW, "--seed", "0").stdout for _ in range(2)]
    assert zero[0] == zero[1] != same[0]
    assert "seed 0;" in " ".join(zero[0].split())


@pytest.mark.parametrize(("unit", "units"), [("document", 3), ("block:20", 3)])
def test_units_may_be_documents_or_blocks(inside: Run, unit: str, units: int) -> None:
    done = inside("compare", XML, "-m", "bleu", *FEW, "--unit", unit, "--format", "json")
    assert done.returncode == 0, done.stderr
    assert table(done.stdout, "pairs")["units"] == units  # type: ignore[comparison-overlap]  # a fact


def test_citation_and_examples_on_request(inside: Run, harbour: list[str]) -> None:
    plain = inside("compare", *harbour, "-m", "chrf", *FEW).stdout
    assert "For a paper" not in plain
    assert "Segments" not in plain
    asked = inside("compare", *harbour, "-m", "chrf", *FEW, "--cite", "--examples", "2").stdout
    assert "We report chrF2 (nrefs:1|case:mixed|eff:yes|nc:6" in " ".join(asked.split())
    assert "@inproceedings{popovic-2015-chrf," in asked
    assert 2 <= asked.count("\nSegment ") <= 4
    assert "[-" in asked


@pytest.mark.parametrize("form", ["text", "json", "tsv", "markdown", "latex"])
def test_every_format_has_the_verdict_and_the_pairs(inside: Run, harbour: list[str], form: str) -> None:
    done = inside("compare", *harbour, "-m", "chrf", *FEW, "--format", form)
    assert done.returncode == 0
    assert "is the better system" in done.stdout
    assert ("drift.en" in done.stdout) == (form in ("json", "tsv"))  # people read shorter names
    assert "drift" in done.stdout


def test_latex_has_booktabs_and_marks(inside: Run, harbour: list[str]) -> None:
    done = inside("compare", *harbour, "-m", "chrf", *FEW, "--format", "latex")
    assert r"\toprule" in done.stdout
    assert r"\textsuperscript{*}" in done.stdout


# --- the page -------------------------------------------------------------------------------------


def test_a_page_is_made_by_its_ending(inside: Run, tmp_path: Path) -> None:
    done = inside("compare", XML, "-m", "bleu", "-m", "ter", *FEW, "-o", "report.html")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert (
        page.count("<svg") == 2 * 2 + 2 + 2 + 2
    )  # rankings (wide and narrow), pairs, differences from the leader, histograms
    assert page.count('<article class="example">') == 10
    assert '<mark class="good">' in page
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]


def test_hostile_segments_stay_text(inside: Run, tmp_path: Path) -> None:
    hostile = "<script src=https://evil.example/x.js></script>\"'><img src=x onerror=alert(1)>"
    (tmp_path / "ref.txt").write_text(f"{hostile} a b c\nd e f g\nh i j k\n", encoding="utf-8")
    (tmp_path / "one.txt").write_text(f"{hostile} a b\nd e f\nh i j\n", encoding="utf-8")
    (tmp_path / "two.txt").write_text(f"x {hostile}\nx y\nx\n", encoding="utf-8")
    done = inside(
        "compare", "-r", "ref.txt", "<b>=one.txt", "two.txt", "-m", "chrf", *FEW, "--format", "html"
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("<script") == 1  # the page's own
    assert "<script src" not in done.stdout
    assert "<img" not in done.stdout
    assert "<bdi><b>" not in done.stdout
    assert "&lt;b&gt;" in done.stdout
    assert "&lt;script" in done.stdout


# --- several runs ---------------------------------------------------------------------------------


def test_runs_have_their_spread_and_their_tests(inside: Run) -> None:
    runs = ["--runs", f"good={ALDER}", BIRCH, "--runs", f"bad={CEDAR}", DRIFT]
    done = inside("compare", "-r", REFERENCE, *runs, "-m", "bleu", *FEW, "--format", "json")
    assert done.returncode == 0, done.stderr
    assert done.stderr.startswith("warning: fewer than 3 runs")
    summary = table(done.stdout, "runs")["rows"]
    assert [(row["system"], row["runs"]) for row in summary] == [("good", 2), ("bad", 2)]
    (pair,) = table(done.stdout, "pairs")["rows"]
    assert float(str(pair["p"])) < 0.05 < float(str(pair["welch"]))


def test_runs_are_cited_and_drawn(inside: Run, tmp_path: Path) -> None:
    runs = ["--runs", f"good={ALDER}", BIRCH, "--runs", f"bad={CEDAR}", DRIFT]
    given = ["compare", "-r", REFERENCE, *runs, "-m", "bleu", *FEW, "-q", "--cite"]
    cited = inside(*given).stdout.partition("For a paper")[2]
    assert "We report means over runs of BLEU (nrefs:1|case:mixed|" in cited
    assert "the mean of good less that of bad is" in cited
    inside(*given, "-o", "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert page.count("<figure>") == 2
    assert "Means and range of runs" in page


def test_a_baseline_that_is_not_there_is_refused_before_anything_is_scored(
    inside: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = inside("compare", "-r", REFERENCE, ALDER, BIRCH, "--baseline", "cedar", "-q")
    assert (done.returncode, done.stdout) == (2, "")
    assert "baseline 'cedar' is not among the systems alder.en, birch.en" in done.stderr
    shortened = inside("compare", "-r", REFERENCE, ALDER, BIRCH, "--baseline", "alder", "-q")
    assert shortened.stderr.endswith('; write "alder.en"\n')

    def scored(*_: object, **__: object) -> None:
        raise AssertionError("something was scored")

    monkeypatch.setattr("assay.metrics.ngrams.bleu.Bleu.prepare", scored)
    given = command_parser("compare").parse_args([ALDER, BIRCH, "-r", REFERENCE, "-q", "--baseline", "cedar"])
    arguments = read_arguments(compare.Arguments, given)
    with pytest.raises(OptionError, match="not among the systems"):
        compare.run(arguments)


def test_runs_may_be_a_pattern(inside: Run, tmp_path: Path) -> None:
    for name, source in {"a.run1": ALDER, "a.run2": BIRCH, "b.run1": CEDAR}.items():
        (tmp_path / f"{name}.txt").write_bytes(Path(source).read_bytes())
    done = inside(
        "compare", "-r", REFERENCE, "--runs", "a.run*.txt", "--runs", "b.run1.txt", "-m", "chrf", *FEW, "-q"
    )
    assert done.returncode == 0, done.stderr
    assert "the mean of a less that of b.run1 is +" in done.stdout
    assert "no t test with a single run" in done.stdout


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["--draws", "-5"], 2, "--draws"),
        (["--draws=-1"], 2, "--draws"),
        (["--draws", "99999999999"], 2, "draws"),
        (["--seed", "x"], 2, "--seed"),
        (["--confidence", "95"], 2, "confidence"),
        (["--confidence", "nan"], 2, "--confidence"),
        (["--unit", "word"], 2, "block:20"),
        (["--unit", "block:0"], 2, "block:20"),
        (["--unit", "document"], 1, "--docs"),
        (["--unit", "block:60"], 1, "unit"),
        (["--baseline", "elder"], 2, "elder"),
        (["--test", "guess"], 2, "--test"),
        (["-m", "blue"], 2, "blue"),
        (["--runs", "a.txt"], 2, "--runs"),
    ],
)
def test_what_cannot_be_is_refused(
    inside: Run, harbour: list[str], arguments: list[str], code: int, words: str
) -> None:
    done = inside("compare", *harbour, *arguments)
    assert (done.returncode, done.stdout) == (code, ""), done.stderr
    assert words in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "no system output"),
        (["-r", REFERENCE, ALDER], "only one system"),
        (["-r", REFERENCE, "--runs", f"a={ALDER}"], "only one system"),
        (["-r", REFERENCE, "--runs", f"a={ALDER}", "--runs", f"b={BIRCH}", "--examples", "1"], "--examples"),
        (
            ["-r", REFERENCE, "--runs", f"a={ALDER}", "--runs", f"b={BIRCH}", "--baseline", "c"],
            "not among the systems",
        ),
        (
            ["-r", REFERENCE, "--runs", f"a={ALDER}", "--runs", f"b={BIRCH}", "--primary", "bleu"],
            "--primary is not for --runs",
        ),
        ([XML, "-m", "bleu", "--primary", "bleu"], "leave it out"),
        ([XML, "-m", "bleu", "-m", "ter", "--primary", "chrf"], "none of the metrics bleu, ter"),
        (["-r", REFERENCE, "--runs", "no*.txt", "--runs", f"b={BIRCH}"], "no file matches"),
        (["-r", REFERENCE, "--runs", f"a={ALDER}", "--runs", f"a={BIRCH}"], 'two systems named "a"'),
    ],
)
def test_too_few_systems_are_refused(inside: Run, arguments: list[str], words: str) -> None:
    done = inside("compare", *arguments)
    assert done.returncode in (1, 2)
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_one_segment_is_refused_and_lengths_must_agree(inside: Run, tmp_path: Path) -> None:
    for name, text in {"ref": "a b c d\n", "one": "a b c d\n", "two": "a b c\n", "long": "a\nb\n"}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    single = inside("compare", "-r", "ref", "one", "two")
    assert single.returncode == 1
    assert "only 1" in single.stderr
    longer = inside("compare", "-r", "ref", "one", "long")
    assert longer.returncode == 1
    assert "long has 2 lines" in longer.stderr


def test_an_interrupt_leaves_nothing_behind(tmp_path: Path) -> None:
    for name, text in {"ref": "a b c d e f g\n", "one": "a b c d e x g\n", "two": "a b c x e f g\n"}.items():
        (tmp_path / name).write_text(text * 300, encoding="utf-8")
    words = ["compare", "-r", "ref", "one", "two", "--draws", "5000000", "--threads", "1", "-o", "out.html"]
    leader, follower = pty.openpty()
    termios.tcsetwinsize(follower, (24, 80))
    with started(*words, cwd=tmp_path, stderr=follower) as program:
        os.close(follower)
        said = b""
        while b"drawing" not in said:  # the progress bar comes after a second
            said += os.read(leader, 65536)
        program.send_signal(signal.SIGINT)
        assert program.wait(timeout=LIMIT) == 130
    os.close(leader)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one", "ref", "two"]


def test_a_file_is_one_run_only(inside: Run, tmp_path: Path) -> None:
    (tmp_path / "link.txt").symlink_to(ALDER)
    done = inside("compare", "-r", REFERENCE, "--runs", f"A={ALDER}", "link.txt", "--runs", f"B={BIRCH}")
    assert (done.returncode, done.stdout) == (1, "")
    assert "link.txt: given as two runs" in done.stderr


def test_draws_that_cannot_make_anything_significant_are_pointed_out(inside: Run) -> None:
    given = ["compare", "-r", REFERENCE, ALDER, BIRCH, CEDAR, "-m", "wer"]
    words = "warning: 30 draws cannot make one of 3 pairs significant at 0.05; give --draws 120 or more\n"
    assert inside(*given, "--draws", "30").stderr == words
    assert inside(*given, "--draws", "120").stderr == ""
    assert inside(*given, "--draws", "30", "--correction", "none").stderr == ""
    assert inside(*given, "--draws", "9", "--test", "t").stderr == ""
