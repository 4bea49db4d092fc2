"""`assay align` as a user runs it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from support.program import HARBOUR, Run

ALDER, REFERENCE = str(HARBOUR / "alder.en.txt"), str(HARBOUR / "reference-a.en.txt")


@pytest.fixture
def small(tmp_path: Path) -> list[str]:
    """Write a small set and return the arguments that align it."""
    (tmp_path / "out.txt").write_text("on Monday the boat was late\nsame\nשלום עולם\n", encoding="utf-8")
    (tmp_path / "ref.txt").write_text("the ferry was late on Monday\nsame\nשלום לכם\n", encoding="utf-8")
    return ["out.txt", "-r", "ref.txt"]


def test_ter_is_shown_by_default(inside: Run, small: list[str]) -> None:
    done = inside("align", *small, "--segment", "1")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "TER of segment 1, out against ref.txt: 2 edits (1 substitution, 1 shift)\n"
        "\n"
        "REF the ferry was late on monday\n"
        "OUT the boat  was late on monday\n"
        "        S              @1 @1\n"
        "\n"
        "shift 1: on monday from 1 to 5\n"
    )


def test_segments_are_chosen_by_range_and_by_errors(inside: Run, small: list[str]) -> None:
    def numbers(*arguments: str) -> list[int]:
        blocks = json.loads(inside("align", *small, "--format", "json", *arguments).stdout)["blocks"]
        return [block["segment"] for block in blocks if block["block"] == "alignment"]

    assert numbers() == [1, 2, 3]
    assert numbers("--segment", "2-9") == [2, 3]
    assert numbers("--errors-only") == [1, 3]
    assert numbers("--segment", "2", "--errors-only") == []


@pytest.mark.parametrize(
    "metric",
    ["wer", "cer", "ter", "hter", "ter:mode=definition", "wer:substitution=2", "cder", "eed", "character"],
)
def test_every_edit_metric_aligns_to_the_counts_of_its_score(inside: Run, metric: str) -> None:
    blocks = json.loads(inside("align", ALDER, "-r", REFERENCE, "-m", metric, "--format", "json").stdout)[
        "blocks"
    ]
    assert len(blocks) == 66
    for block in blocks:
        kinds = [place["operation"] for place in block["places"]]
        for kind in ("substitution", "insertion", "deletion"):
            assert kinds.count(kind) == block[f"{kind}s"]
        assert all(
            (place["reference"] is None) == (place["operation"] in ("insertion", "jump"))
            for place in block["places"]
        )


def test_jumps_say_which_stretch_of_the_output_covers_which(inside: Run, tmp_path: Path) -> None:
    (tmp_path / "out.txt").write_text("very early on Monday the boat was late\n", encoding="utf-8")
    (tmp_path / "ref.txt").write_text("the ferry was late very early on Monday\n", encoding="utf-8")
    small = ["out.txt", "-r", "ref.txt"]
    done = inside("align", *small, "-m", "cder", "--segment", "1")
    assert done.stdout == (
        "CDER of segment 1, out against ref.txt: 4 edits (1 substitution, 3 jumps)\n"
        "\n"
        "REF |  the ferry was late |  very early on Monday |\n"
        "OUT |  the boat  was late |  very early on Monday |\n"
        "    J1     S              J2                      J3\n"
        "\n"
        "jump 1: output 5-8 for reference 1-4\n"
        "jump 2: output 1-4 for reference 5-8\n"
        "jump 3: to the end of the output\n"
    )
    block = json.loads(inside("align", *small, "-m", "cder", "--segment", "1", "--format", "json").stdout)[
        "blocks"
    ][0]
    assert block["jumps"] == [
        {"source": 0, "target": 4},
        {"source": 8, "target": 0},
        {"source": 4, "target": 8},
    ]
    assert [place["jump"] for place in block["places"] if place["operation"] == "jump"] == [1, 2, 3]


def test_words_are_shifted_and_characters_edited(inside: Run, small: list[str]) -> None:
    done = inside("align", *small, "-m", "character", "--segment", "1", env={"COLUMNS": "120"})
    assert done.stdout.endswith("shift 1: on Monday from 1 to 5\n")
    assert "REF t h e ␣ f e r r y ␣ w a s" in done.stdout


@pytest.mark.parametrize("form", ["text", "json", "tsv", "markdown", "latex", "html"])
def test_every_format_is_written_to_a_file(inside: Run, tmp_path: Path, small: list[str], form: str) -> None:
    done = inside("align", *small, "--format", form, "-o", "answer")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert "שלום" in (tmp_path / "answer").read_text(encoding="utf-8")


def test_text_from_right_to_left_is_isolated(inside: Run, small: list[str]) -> None:
    assert "\u2068שלום\u2069" in inside("align", *small, "-m", "wer", "--segment", "3").stdout


def test_lines_fit_the_terminal(inside: Run) -> None:
    done = inside("align", ALDER, "-r", REFERENCE, "-m", "wer", env={"COLUMNS": "40"})
    shown = [line for line in done.stdout.splitlines() if line.startswith(("REF", "OUT"))]
    assert max(map(len, shown)) <= 40
    assert len(shown) > 2 * 66


def test_what_cannot_be_done_is_said(inside: Run, small: list[str]) -> None:
    done = inside("align", *small, "-m", "bleu")
    assert (done.returncode, done.stdout) == (2, "")
    assert "bleu has no alignment; those that have are" in done.stderr
    for name in ("ter", "hter", "wer", "cer", "cder", "eed", "character"):
        assert f" {name}" in done.stderr
    done = inside("align", *small, "--segment", "4")
    assert (done.returncode, done.stderr) == (1, "error: there is no segment 4: the set has 3\n")
    for wrong in ("0", "3-2", "a", "1-"):
        assert inside("align", *small, "--segment", wrong).returncode == 2


def test_no_edit_at_all_is_said_and_can_be_recorded(inside: Run, small: list[str]) -> None:
    done = inside("align", *small, "--segment", "2", "--errors-only", "--run", "run.json")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "TER: no segment examined has an edit.\n"
    assert inside("verify", "run.json").returncode == 0


def test_a_range_that_goes_beyond_the_set_is_pointed_out(inside: Run, small: list[str]) -> None:
    assert inside("align", *small, "--segment", "3-9").stderr == "warning: the set ends with segment 3\n"
    assert inside("align", *small, "--segment", "3").stderr == ""
