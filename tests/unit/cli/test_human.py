"""`assay human` from the user's side: rankings, raters, conversions, formats, anchors, and what is refused."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import pytest

from assay.human.options import PARTS, Method, Rule, Test
from support.program import HARBOUR, LIMIT, Run

RATINGS, RANKINGS, MQM = (str(HARBOUR / name) for name in ("ratings.tsv", "rankings.csv", "mqm.tsv"))
SYSTEMS = ["alder", "birch", "cedar", "drift"]


def table(text: str, name: str) -> list[dict[str, Any]]:
    [found] = [block for block in json.loads(text)["blocks"] if block.get("name") == name]
    rows: list[dict[str, Any]] = found["rows"]
    return rows


def headings(text: str) -> list[tuple[int, str]]:
    found = json.loads(text)["blocks"]
    return [(block["level"], block["text"]) for block in found if block["block"] == "heading"]


def test_ratings_are_ranked_with_claims_first(inside: Run) -> None:
    done = inside("human", RATINGS, "--unit", "segment", "--show", "ranking")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    headline = "alder has the highest mean; it is significantly better than 2 of 3 others, but not than birch"
    assert lines[0] == headline
    assert lines[3] == "4 systems ranked by da, 66 segments."
    assert lines[5:7] == [
        "What may be claimed",
        f"- {headline}.",
    ]
    assert "every pair of systems shares judged segments" in done.stdout.replace("\n", " ")


def test_all_parts_stand_under_one_title(inside: Run) -> None:
    done = inside("human", RATINGS, "--draws", "100", "--format", "json")
    assert done.returncode == 0, done.stderr
    found = headings(done.stdout)
    assert found[0] == (1, "No two systems are significantly different at 0.05")
    assert [level for level, _ in found].count(1) == 1
    assert [text for _, text in found[1:]] == ["Scores", "Raters", "Agreement", "Remarks"]
    assert [row["system"] for row in table(done.stdout, "human-ranking")] == SYSTEMS


@pytest.mark.parametrize("part", PARTS)
def test_every_part_stands_alone(inside: Run, part: str) -> None:
    for path in (RATINGS, MQM, RANKINGS):
        done = inside("human", path, "--show", part, "--draws", "50")
        assert done.returncode == 0, done.stderr
        assert "Traceback" not in done.stderr


def test_raters_who_fail_can_be_left_out(inside: Run) -> None:
    done = inside("human", RATINGS, "--without-failed", "--show", "ranking")
    assert done.returncode == 0
    assert "emil" in done.stdout
    named = inside("human", RATINGS, "--without", "emil", "--show", "ranking")
    assert named.stdout == done.stdout


@pytest.mark.parametrize("rule", get_args(Rule))
def test_rules_of_campaigns_judge_raters(inside: Run, rule: str) -> None:
    done = inside("human", RATINGS, "--rule", rule, "--show", "raters")
    assert done.returncode == 0, done.stderr
    assert "emil" in done.stdout
    assert "Agreement" not in done.stdout


@pytest.mark.parametrize("test", get_args(Test))
def test_every_test_finds_the_best_system(inside: Run, test: str) -> None:
    done = inside("human", RATINGS, "--test", test, "--draws", "200", "--show", "ranking", "--format", "json")
    assert done.returncode == 0, done.stderr
    assert [row["system"] for row in table(done.stdout, "human-ranking")] == SYSTEMS


@pytest.mark.parametrize("method", get_args(Method))
def test_every_method_ranks_the_rankings(inside: Run, method: str) -> None:
    done = inside("human", RANKINGS, "--method", method, "--draws", "100", "--format", "json")
    assert done.returncode == 0, done.stderr
    rows = [
        block["rows"]
        for block in json.loads(done.stdout)["blocks"]
        if block.get("name", "").startswith("preferences.") and block["block"] == "table"
    ]
    assert [row["system"] for row in rows[0]] == SYSTEMS


@pytest.mark.parametrize(("path", "what"), [(RATINGS, "ratings"), (RANKINGS, "rankings")])
def test_systems_are_chosen_and_the_others_counted(inside: Run, path: str, what: str) -> None:
    chosen = inside("human", path, "--systems", "alder,birch", "--draws", "50")
    gone = inside("human", path, "--without-systems", "[c-d]*", "--draws", "50")
    assert (chosen.returncode, gone.returncode) == (0, 0), what
    assert chosen.stdout == gone.stdout
    assert "cedar" not in chosen.stdout.partition("On the way to the scores")[0]
    assert "On the way to the scores" in chosen.stdout
    whole = inside("human", path, "--systems", "alder,birch", "--draws", "50", "--show", "all")
    assert whole.stdout.splitlines()[3].startswith("2 systems ranked")
    assert "Remarks" in whole.stdout


def test_raters_are_left_out_of_rankings_and_counted(inside: Run) -> None:
    short = inside("human", RANKINGS, "--without", "anna", "--draws", "50")
    assert "pairs by raters who take no part, left out (174)" in " ".join(short.stdout.split())
    done = inside("human", RANKINGS, "--without", "anna", "--draws", "50", "--show", "all")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[3] == "4 systems ranked from 618 pairs."
    assert "pairs by raters who take no part, left out    174" in done.stdout


# --- formats --------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [RATINGS, RANKINGS, MQM])
@pytest.mark.parametrize("form", ["text", "json", "tsv", "markdown", "latex", "html"])
def test_every_format_is_written(inside: Run, tmp_path: Path, path: str, form: str) -> None:
    done = inside("human", path, "--format", form, "--draws", "150", "-o", "answer")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert "alder" in (tmp_path / "answer").read_text(encoding="utf-8")
    assert [file.name for file in tmp_path.iterdir()] == ["answer"]


def test_the_page_has_pictures_and_text_has_none(inside: Run, tmp_path: Path) -> None:
    inside("human", RATINGS, "--unit", "segment", "-o", "page.html", "--draws", "1000")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert page.count("<figure") >= 4
    assert "<title>alder has the highest mean; it is significantly better than 2 of 3 others" in page
    assert page.count("<script") == 1  # its own, by checksum, and nothing is fetched
    assert "default-src 'none'" in page.replace("&#x27;", "'")
    assert "script-src 'sha256-" in page.replace("&#x27;", "'")


def test_judgements_are_converted_and_read_again(inside: Run, tmp_path: Path) -> None:
    first = inside("human", RATINGS, "--to", "tidy-jsonl", "-o", "ratings.jsonl")
    assert (first.returncode, first.stdout) == (0, "")
    back = inside("human", "ratings.jsonl", "--show", "ranking", "--format", "json")
    assert [row["system"] for row in table(back.stdout, "human-ranking")] == SYSTEMS
    again = inside("human", "ratings.jsonl", "--to", "tidy").stdout
    assert again == Path(RATINGS).read_text(encoding="utf-8")


def test_what_a_format_cannot_hold_is_left_out_only_when_asked(inside: Run) -> None:
    refused = inside("human", RATINGS, "--to", "graham")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "cannot hold the column document" in refused.stderr
    written = inside("human", RATINGS, "--to", "graham", "--leave-out")
    assert written.returncode == 0
    assert "warning: left out for the format graham: the column document" in written.stderr
    assert len(written.stdout.splitlines()) == 643


def test_standard_input_needs_the_name_of_its_format(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "assay", "human", "-", "--show", "ranking"]
    with open(RATINGS, "rb") as stream:
        done = subprocess.run(
            command, stdin=stream, capture_output=True, cwd=tmp_path, timeout=LIMIT, check=False
        )
    assert done.returncode == 2
    assert b"name it with --from" in done.stderr
    with open(RATINGS, "rb") as stream:
        done = subprocess.run(
            [*command, "--from", "tidy", "--unit", "segment"],
            stdin=stream,
            capture_output=True,
            cwd=tmp_path,
            timeout=LIMIT,
            check=False,
        )
    assert done.returncode == 0
    assert done.stdout.startswith(b"alder has the highest mean")


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ([RATINGS, "--from", "nope"], 2, 'unknown format "nope"; the formats are tidy'),
        ([RATINGS, "--from", "mqm"], 1, "line 1: no column doc"),
        ([RATINGS, "--to", "nope"], 2, "unknown format"),
        ([RANKINGS, "--to", "tidy"], 1, "holds single judgements, not pairs"),
        (
            [RATINGS, "--show", "rank"],
            2,
            "--show rank: a part is ranking, needed, scores, raters, agreement, remarks, table, or all",
        ),
        ([RATINGS, "--show", ""], 2, "--show : a part is ranking"),
        ([RATINGS, "--standardise", "centre"], 2, "choose from raw, centred"),
        ([MQM, "--weights", "nope"], 2, "or the path of a TOML file"),
        ([RATINGS, "--weights", "wmt22"], 1, "no marked errors to weight"),
        ([RATINGS, "--aspect", "fluency"], 2, "was not asked"),
        ([RATINGS, "--scale", "x"], 2, "such as 0-100"),
        ([RATINGS, "--scale", "0-50"], 1, "line 2: score 63 is above 50"),
        ([RATINGS, "--systems", "alder,elm"], 2, 'no system is called "elm"; the systems are'),
        ([RATINGS, "--without-systems", "e*"], 2, 'no system is called "e*"'),
        ([RATINGS, "--systems", "alder"], 1, "a ranking needs two systems"),
        ([RANKINGS, "--systems", "alder"], 1, "no pair is left"),
        ([RATINGS, "--without", "zoe"], 2, "'zoe' is not a rater"),
        ([RANKINGS, "--without", "zoe"], 2, "'zoe' is not a rater"),
        ([RATINGS, "--without", "anna,bilal,chen,dora,emil"], 1, "no rating is left"),
        ([RATINGS, "--unit", "word"], 2, "segment, document"),
        ([RANKINGS, "--unit", "block:3"], 2, "judgement, screen, segment, document, rater"),
        ([RATINGS, "--least", "100"], 1, "0 of 4 systems"),
        ([RATINGS, "--method", "wins"], 2, "--method applies to rankings"),
        ([RANKINGS, "--test", "t"], 2, "--test applies to ratings"),
        ([RANKINGS, "--without-failed"], 2, "--without-failed applies to ratings"),
        ([RANKINGS, "--standardise", "z"], 2, "--standardise applies to ratings"),
        ([RATINGS, "--confidence", "2"], 2, "confidence"),
        (["nowhere.tsv"], 1, "no such file"),
        ([RATINGS, "--scale=--"], 2, "--scale: -- is not a value"),
        ([RATINGS, "--scale", "100-0"], 2, "write the lowest and the highest score"),
        ([RATINGS, "--scale", "0-1e999"], 2, "write the lowest and the highest score"),
        ([RATINGS, "--columns=--"], 2, "--columns: -- is not a value"),
        ([RATINGS, "--fold-names"], 2, "--fold-names has no effect"),
        ([str(HARBOUR)], 1, "a directory"),
        ([str(HARBOUR / "alder.en.txt")], 1, "neither a known format of judgements"),
        ([RATINGS, "-o", "nowhere/x.html"], 1, "there is no directory nowhere"),
    ],
)
def test_what_cannot_be_is_refused(
    inside: Run, tmp_path: Path, arguments: list[str], code: int, words: str
) -> None:
    done = inside("human", *arguments)
    assert (done.returncode, done.stdout) == (code, ""), done.stderr
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_an_input_is_never_overwritten_and_an_empty_one_is_named(inside: Run, tmp_path: Path) -> None:
    copy = tmp_path / "ratings.tsv"
    copy.write_bytes(Path(RATINGS).read_bytes())
    done = inside("human", "ratings.tsv", "-o", "ratings.tsv")
    assert (done.returncode, copy.read_bytes()) == (1, Path(RATINGS).read_bytes())
    copy.write_bytes(b"")
    assert "the file is empty" in inside("human", "ratings.tsv").stderr


def test_scores_beyond_the_scale_are_set_aside_and_counted(inside: Run) -> None:
    done = inside("human", RATINGS, "--scale", "0-90", "--set-aside", "--show", "remarks", "--format", "json")
    assert done.returncode == 0, done.stderr
    [row] = [row for row in table(done.stdout, "human-remarks") if row["what"] == "out of range"]
    assert row["count"] > 0
    assert "line " in row["where"]
    assert "is above 90" in row["where"]


def test_little_is_enough_for_what_it_can_say(inside: Run, tmp_path: Path) -> None:
    lines = Path(RATINGS).read_text(encoding="utf-8").splitlines(keepends=True)
    kept = {
        "one-rater.tsv": [line for line in lines[1:] if line.startswith("anna")],
        "no-controls.tsv": [line for line in lines[1:] if "degraded" not in line],
    }
    for name, rows in kept.items():
        (tmp_path / name).write_text("".join([lines[0], *rows]), encoding="utf-8")
        done = inside("human", name, "--draws", "50")
        assert done.returncode == 0, done.stderr
        assert "Ranking by da, 95 % intervals" in done.stdout


# --- published anchors ----------------------------------------------------------------------------


def test_wmt16_has_the_published_clusters(inside: Run, shared_dir: Path) -> None:
    path = shared_dir / "data" / "rr" / "wmt16-tr-en" / "wmt16.collapsed.tur-eng.csv"
    done = inside("human", str(path), "--unit", "judgement", "--show", "ranking", "--format", "json")
    assert done.returncode == 0, done.stderr
    rows = table(done.stdout, "preferences.trueskill")
    assert [row["cluster"] for row in rows] == [1, 1, 1, 2, 2, 2, 3, 3, 3]
    assert [row["system"].split(".")[1] for row in rows[:3]] == ["online-B", "online-G", "online-A"]
    assert [(row["best_rank"], row["worst_rank"]) for row in rows[:3]] == [(1, 2), (1, 3), (2, 3)]


def test_tutorial_systems_can_be_left_out_of_the_esa_campaign(inside: Run, shared_dir: Path) -> None:
    path = shared_dir / "data" / "wmt23-esa" / "en-de.ESA.scores.csv"
    done = inside(
        "human", str(path), "--without-systems", "*-tutorial*", "--show", "ranking", "--format", "json"
    )
    assert done.returncode == 0, done.stderr
    rows = table(done.stdout, "human-ranking")
    assert len(rows) == 13
    assert not [row["system"] for row in rows if "tutorial" in row["system"]]


def test_xh_zu_has_the_published_scores(inside: Run, shared_dir: Path) -> None:
    folder = shared_dir / "data" / "da" / "wmt21-wiki-xh-zu"
    lines = (folder / "ad-sys-scores-xh-zu.csv").read_text(encoding="utf-8").splitlines()[1:]
    published = {line.split()[3]: [float(number) for number in line.split()[:2]] for line in lines}
    for place, mode in enumerate(("raw", "z")):
        path = str(folder / "ad-good-raw.csv")
        done = inside("human", path, "--standardise", mode, "--show", "ranking", "--format", "json")
        assert done.returncode == 0, done.stderr
        rows = {row["system"]: row["mean"]["value"] for row in table(done.stdout, "human-ranking")}
        assert rows == pytest.approx({name: scores[place] for name, scores in published.items()}, abs=1e-6)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (("--leave-out",), "--leave-out is for --to"),
        (("--to", "tidy", "--test", "t"), "--to writes the judgements as they are"),
        (("--to", "tidy", "--show", "ranking"), "--to writes the judgements as they are"),
        (("--show", "raters", "--test", "t"), "--test has no effect on what is shown"),
    ],
)
def test_options_that_would_change_nothing_are_refused(
    inside: Run, asked: tuple[str, ...], words: str
) -> None:
    done = inside("human", RATINGS, *asked)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr


def test_sentences_about_one_of_a_kind(inside: Run, tmp_path: Path) -> None:
    """One rater is not compared with others, and one pair is not several."""
    rows = ["r1,A,1,50", "r1,B,1,60", "r1,A,2,40"]
    path = tmp_path / "few.csv"
    path.write_text("\n".join(["rater,system,segment,score", *rows, ""]), encoding="utf-8")
    done = inside("human", str(path))
    assert done.returncode == 1
    assert "warning: 1 pair of systems was judged on different segments" in done.stderr
    assert "1 of 2 systems has 2 judged segments or more" in done.stderr
    path.write_text("\n".join(["rater,system,segment,score", *rows[::2], ""]), encoding="utf-8")
    done = inside("human", str(path))
    assert done.returncode == 0
    assert "There are no degraded items to check the rater with." in done.stdout
    assert "compared with each other" not in done.stdout
