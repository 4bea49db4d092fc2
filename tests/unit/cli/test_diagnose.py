"""`assay diagnose` from the user's side: findings first, files that say more, formats, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import pytest

from assay.diagnosis import PARTS
from support.program import HARBOUR, Run

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
    assert lines[0] == "alder chooses the wrong word less often than birch"
    assert lines[3] == "Diagnosis of alder, birch: 66 segments."
    assert lines[5] == "Findings, with segments to look at"
    assert lines[6].startswith("- alder chooses the wrong word less often than birch")


@pytest.mark.parametrize("form", ["text", "json", "tsv", "markdown", "latex", "html"])
def test_every_format_is_written(inside: Run, tmp_path: Path, form: str) -> None:
    done = inside("diagnose", *TWO, *FEW, "--format", form, "-o", "answer")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    text = (tmp_path / "answer").read_text(encoding="utf-8")
    assert "alder" in text
    assert form != "json" or json.loads(text)["blocks"]
    assert form != "html" or "<title>alder chooses the wrong word less often than birch</title>" in text


def test_a_baseline_is_spoken_of(inside: Run) -> None:
    done = inside("diagnose", XML, "--unit", "segment", *FEW, "--baseline", "drift")
    assert done.returncode == 0, done.stderr
    assert "drift" in done.stdout.splitlines()[6]


def test_one_system_has_errors_but_no_rival(inside: Run) -> None:
    done = inside("diagnose", "-r", REFERENCE, f"alder={ALDER}", *FEW)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Errors of alder")


def test_more_is_said_where_more_is_known(inside: Run, tmp_path: Path) -> None:
    (tmp_path / "counts").write_text("the\t1000\nharbour\t3\n", encoding="utf-8")
    (tmp_path / "domains").write_text("a\nb\n" * 33, encoding="utf-8")
    done = inside(
        *("diagnose", *TWO, "-m", "chrf", "--draws", "50", "--stem", "english", "--base", "english"),
        *("--words", "training-frequency", "--segments", "domain", "--most", "3", "--order", "2"),
        *("--counts", "counts", "--domains", "domains", "--judgements", MQM, "--show", "all"),
    )
    assert done.returncode == 0, done.stderr
    for words in ("domain", "training", "stem", "category"):
        assert words in done.stdout.lower()


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ([], 2, "no system output"),
        (["nowhere.xml"], 1, "no such file"),
        ([*TWO, "--baseline", "elm"], 2, "not among the systems alder, birch"),
        ([*TWO, "--words", "size"], 2, "'size' is not a feature; choose from"),
        ([*TWO, "--segments", "size"], 2, "'size' is not a feature; choose from"),
        ([*TWO, "--base", "klingon"], 2, "unknown stemmer"),
        ([*TWO, "--base", "file"], 2, "no base forms of"),
        ([*TWO, "--stem", "klingon"], 2, "unknown stemmer"),
        ([*TWO, "--tok", "klingon"], 2, "unknown tokeniser"),
        ([*TWO, "--counts", ALDER], 1, "line 1:"),
        ([*TWO, "--labels", "alder"], 2, "write NAME=FILE"),
        ([*TWO, "--labels", f"elm={ALDER}"], 2, "NAME is one of"),
        ([*TWO, "--labels", f"alder={BIRCH}"], 1, "entries for"),
        ([*TWO, "-s", SOURCE, "--links", f"alder={BIRCH}"], 2, "NAME is one of reference-a.en"),
        ([*TWO, "-s", SOURCE, "--links", f"reference-a.en.txt={BIRCH}"], 1, "is not an alignment link"),
        ([*TWO, "--links", f"alder={BIRCH}"], 2, "--links needs the source"),
        ([*TWO, "--glossary", RATINGS], 2, "--glossary needs the source"),
        ([*TWO, "--bases", f"alder={BIRCH}"], 2, "--bases needs --base file"),
        ([*TWO[:2], ALDER, BIRCH, "--judgements", MQM], 1, "name outputs as there, with NAME=PATH"),
        ([*TWO, "--domains", RATINGS], 1, "has 643 lines, and the set 66 segments"),
        ([*TWO, "--judgements", RANKINGS], 1, "rankings have no error spans"),
        ([*TWO, "--judgements", RATINGS], 1, "no error spans"),
        ([*TWO, "--order", "0"], 2, "--order"),
        ([*TWO, "--order", "99"], 2, "n-grams have 1 to 9 words"),
        ([*TWO, "-o", "nowhere/x.html"], 1, "there is no directory"),
        (
            [*TWO, "--show", "findings,words"],
            2,
            "--show words: a part is findings, errors, buckets, ngrams, checks, systems, or all",
        ),
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


# --- what is shown ----------------------------------------------------------------------------------


def names(path: Path) -> set[str]:
    """Return the names of the blocks of a JSON report or a run file."""
    return {block.get("name", "") for block in json.loads(path.read_text(encoding="utf-8"))["blocks"]}


def begins(found: Iterable[str], *words: str) -> bool:
    return all(any(name.startswith(word) for name in found) for word in words)


def test_a_terminal_has_the_gist_and_the_way_to_the_rest(inside: Run) -> None:
    done = inside("diagnose", XML, "--unit", "segment", "-m", "bleu", "-m", "chrf")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) <= 60
    assert max(map(len, lines)) <= 120
    for title in (
        "Findings, with segments to look at",
        "Error rates in per cent",
        "The buckets that change the lead most",
        "Checks against the source, in per cent of segments",
    ):
        assert title in lines
    last = done.stdout.split("\n\n")[-1].replace("\n", " ")
    assert last.startswith(f"More: --show {','.join(PARTS)}, or all.")


def test_checks_are_counted_in_the_gist(inside: Run) -> None:
    source = ("-s", str(HARBOUR / "source.de.txt"))
    assert "- alder and birch: nothing found." in inside("diagnose", *TWO, *FEW, *source).stdout
    some = inside("diagnose", XML, "--unit", "segment", *FEW).stdout
    assert "- drift: numbers added 24.2 %, numbers lost 21.2 %, loops 12.1 %" in some
    assert "- alder, birch and cedar: nothing found." in some
    assert (
        "No segment has the source copied"
        in inside("diagnose", XML, "--unit", "segment", *FEW, "--show", "checks").stdout
    )


@pytest.mark.parametrize("form", ["markdown", "latex"])
def test_other_formats_for_people_have_the_gist_too(inside: Run, form: str) -> None:
    done = inside("diagnose", *TWO, *FEW, "--format", form)
    whole = inside("diagnose", *TWO, *FEW, "--format", form, "--show", "all")
    assert "with segments to look at" in done.stdout
    assert "with segments to look at" not in whole.stdout
    assert len(done.stdout) < len(whole.stdout)


@pytest.mark.parametrize("form", ["json", "tsv"])
def test_formats_for_programs_have_all(inside: Run, form: str) -> None:
    assert (
        inside("diagnose", *TWO, *FEW, "--format", form).stdout
        == inside("diagnose", *TWO, *FEW, "--format", form, "--show", "all").stdout
    )


def test_parts_are_shown_in_the_order_of_the_report_whatever_was_typed(inside: Run) -> None:
    done = inside("diagnose", *TWO, *FEW, "--show", "systems,errors")
    headings = [line for line in done.stdout.splitlines() if line in ("Findings", "Word errors", "Systems")]
    assert headings == ["Word errors", "Systems"]
    assert done.stdout == inside("diagnose", *TWO, *FEW, "--show", "errors,systems,errors").stdout


@pytest.mark.parametrize(
    ("part", "block"),
    [
        ("findings", "evidence"),
        ("errors", "error-classes"),
        ("buckets", "words-by-length"),
        ("ngrams", "n-grams-match"),
        ("checks", "check-segments"),
        ("systems", "likeness"),
    ],
)
def test_a_part_is_shown_alone(inside: Run, tmp_path: Path, part: str, block: str) -> None:
    whole = ("diagnose", XML, "--unit", "segment", *FEW)
    assert inside(*whole, "-o", "all.json").returncode == 0
    assert inside(*whole, "--show", part, "-o", "part.json").returncode == 0
    found = names(tmp_path / "part.json")
    assert block in found < names(tmp_path / "all.json")
    assert inside(*whole, "--show", part).stdout.startswith("alder leaves out fewer words than drift")


def test_a_part_that_cannot_be_says_what_it_needs(inside: Run) -> None:
    done = inside("diagnose", *TWO, *FEW, "--show", "checks")
    assert "there is none; give it with -s" in done.stdout
    assert "-s" not in inside("diagnose", *TWO, *FEW, "--show", "all").stdout


def test_one_system_is_held_against_nothing(inside: Run) -> None:
    done = inside("diagnose", "-r", REFERENCE, f"alder={ALDER}", *FEW, "--show", "findings")
    assert "There is only one system" in done.stdout


def test_lists_are_cut_for_people_and_whole_for_programs(inside: Run) -> None:
    given = ("diagnose", *TWO, *FEW, "--show", "ngrams", "--most", "2")
    text, whole = inside(*given).stdout, json.loads(inside(*given, "--format", "json").stdout)
    table = next(block for block in whole["blocks"] if block.get("name") == "n-grams-over")
    assert len(table["rows"]) > 4
    section = text[text.index("N-grams too many: alder versus birch") :].split("\n\n")
    assert len(section[1].splitlines()) == 2 + 4
    assert section[2].startswith(f"{len(table['rows']) - 4:,} more score as high as the last one")


def test_a_run_file_holds_all_whatever_is_shown_unless_parts_are_named(inside: Run, tmp_path: Path) -> None:
    assert inside("diagnose", *TWO, *FEW, "--run", "run.json").returncode == 0
    assert begins(names(tmp_path / "run.json"), "evidence", "words-by", "segments-by", "production")
    assert inside("verify", "run.json").returncode == 0
    assert inside("diagnose", *TWO, *FEW, "--show", "errors", "--run", "part.json").returncode == 0
    assert names(tmp_path / "part.json") == {"", "error-rates", "error-classes"}
    assert json.loads((tmp_path / "part.json").read_text(encoding="utf-8"))["options"]["show"] == "errors"
    assert inside("verify", "part.json").returncode == 0


def test_the_configuration_may_say_what_is_shown(inside: Run, tmp_path: Path) -> None:
    (tmp_path / "assay.toml").write_text('[diagnose]\nshow = "systems"\n', encoding="utf-8")
    done = inside("diagnose", *TWO, *FEW)
    assert "Similarity of the systems" in done.stdout
    assert "Word errors" not in done.stdout
    assert "Word errors" in inside("diagnose", *TWO, *FEW, "--show", "errors").stdout
