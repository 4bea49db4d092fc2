"""`assay postedit` from the user's side: one screen, every format, scores for `assay meta`, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import assay
from assay.postedit import PARTS
from support.program import HARBOUR, Run

LOG = str(HARBOUR / "postedits.jsonl")
FEW = ("--draws", "50")


def blocks(text: str) -> dict[str, Any]:
    return {block["name"]: block for block in json.loads(text)["blocks"] if "name" in block}


def test_the_answer_stands_on_one_screen(inside: Run) -> None:
    done = inside("postedit", LOG, *FEW)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert (
        lines[0] == "Post-editing alder is not significantly faster or slower than translating from scratch"
    )
    assert "assay-log (our own log: JSON lines), 66 rows" in done.stdout
    assert len(lines) <= 30


def test_json_has_every_part(inside: Run) -> None:
    done = inside("postedit", LOG, *FEW, "--format", "json")
    assert done.returncode == 0, done.stderr
    tables = blocks(done.stdout)
    assert {
        "postedit-systems",
        "postedit-phases",
        "postedit-keys",
        "postedit-gain",
        "postedit-editors",
    } <= set(tables)
    assert {"postedit-pauses", "postedit-curve", "postedit-from-scratch", "postedit-segments"} <= set(tables)
    assert len(tables["postedit-segments"]["rows"]) == 66
    systems = {row["name"]: row for row in tables["postedit-systems"]["rows"]}
    assert systems["alder"]["hter"]["value"] < systems["cedar"]["hter"]["value"]
    assert systems["scratch"]["hter"] is None


@pytest.mark.parametrize("part", PARTS)
def test_every_part_stands_alone(inside: Run, part: str) -> None:
    done = inside("postedit", LOG, *FEW, "--show", part)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("form", ["tsv", "csv", "markdown", "latex", "html"])
def test_every_format_is_written(inside: Run, form: str) -> None:
    done = inside("postedit", LOG, *FEW, "--format", form, "--segment", "3/anna")
    assert done.returncode == 0, done.stderr
    assert "cedar" in done.stdout


def test_a_page_has_its_pictures(inside: Run, tmp_path: Path) -> None:
    scores = tmp_path / "chrf.tsv"
    assert (
        inside(
            "score",
            f"{HARBOUR}.xml",
            "-m",
            "chrf",
            "--level",
            "segment",
            "--format",
            "tsv",
            "-o",
            str(scores),
        ).returncode
        == 0
    )
    done = inside("postedit", LOG, *FEW, "--scores", str(scores), "--segment", "3/anna", "--format", "html")
    assert done.returncode == 0, done.stderr
    for title in (
        "HTER by system",
        "HTER against chrf",
        "Segment 3, anna: length of the text",
        "Editors&#x27; profiles",
    ):
        assert title in done.stdout, title


def test_metrics_can_be_held_against_effort(inside: Run, tmp_path: Path) -> None:
    effort = tmp_path / "effort.json"
    assert inside("postedit", LOG, "--to", "scores", "-o", str(effort)).returncode == 0
    read = {scores.name: scores for scores in assay.read_scores(str(effort))}
    assert not read["hter"].higher_is_better
    assert read["words_per_hour"].higher_is_better
    done = inside(
        "meta",
        str(effort),
        "--human",
        "hter",
        "--scores",
        str(effort),
        "--tasks",
        "seg:pearson:none",
        "--format",
        "json",
    )
    assert done.returncode == 0, done.stderr
    assert '"seconds_per_word"' in done.stdout


def test_a_log_is_written_and_read_again(inside: Run, tmp_path: Path) -> None:
    again = tmp_path / "again.jsonl"
    assert inside("postedit", LOG, "--to", "log", "-o", str(again)).returncode == 0
    first, second = (inside("postedit", path, *FEW, "--show", "systems").stdout for path in (LOG, str(again)))
    assert first.partition("Effort by system")[2] == second.partition("Effort by system")[2] != ""


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "no post-edits; name a log"),
        ((LOG, "--to", "scores", "--show", "gain"), "--to writes a file for other programs"),
        ((LOG, "--segment", "999"), "--segment 999: no segment of that name"),
        ((LOG, "--from", "pet"), "not well-formed XML"),
        ((LOG, "--from", "word"), 'post-edits of the form "word" are not known'),
        ((LOG, "--show", "everything"), "--show everything: a part is"),
        ((LOG, "--idle", "-1"), "idle"),
        ((LOG, "--hter", "bleu"), "--hter bleu: not a metric of edits"),
        ((LOG, "--mt", LOG), "--mt and --final go together"),
    ],
)
def test_what_makes_no_sense_is_refused(inside: Run, words: tuple[str, ...], message: str) -> None:
    done = inside("postedit", *words)
    assert done.returncode in (1, 2)
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_python_has_the_same(inside: Run) -> None:
    result = assay.effort(LOG, draws=50)
    assert str(result) == inside("postedit", LOG, *FEW).stdout.rstrip("\n")
    assert result.study.systems[1].name == "alder"
    assert {scores.name for scores in result.scores()} >= {"hter", "aer", "seconds_per_word"}
    rows = assay.read_postedits(LOG)
    assert str(assay.effort(rows, draws=50)) == str(result)
    frame = result.to_pandas("postedit-editors")
    assert frame["name"].tolist() == ["anna", "ben", "chen"]
