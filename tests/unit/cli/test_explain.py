"""`assay explain` as a user runs it."""

from __future__ import annotations

import json
from typing import Any

import pytest

import assay
from support.program import HARBOUR, Run

ALDER, REFERENCE = str(HARBOUR / "alder.en.txt"), str(HARBOUR / "reference-a.en.txt")
TYPED = ("the boat boat was late", "-r", "the ferry was late on Monday", "-r", "the boat came late")


def tables(inside: Run, *words: str) -> dict[str, Any]:
    """Return the last table of every name."""
    blocks = json.loads(inside("explain", *words, "--format", "json").stdout)["blocks"]
    return {block["name"]: block for block in blocks if block["block"] == "table"}


def test_a_sentence_is_typed_and_clipped_ngrams_are_shown_by_reference(inside: Run) -> None:
    done = inside("explain", *TYPED, "-m", "bleu")
    assert (done.returncode, done.stderr) == (0, "")
    assert "BLEU of segment 1, output: 30.21" in done.stdout
    assert "    1  boat           2            0            1       1        1" in done.stdout
    assert "- BLEU = 100 × 1 × (4 / 5 × 2 / 4 × 0.5 / 3 × 0.25 / 2)^(1 / 4) = 30.21" in done.stdout
    assert "replace boat at 3 by ferry  50.00   19.79  the boat ferry was late" in done.stdout


def test_the_path_is_in_brackets_for_people_and_numbers_for_programs(inside: Run) -> None:
    text = inside("explain", "a b h i f j", "-r", "a b c d e f g", "-m", "wer").stdout
    assert "j         6    5    4    4    4    4    4  [4]" in text
    matrix = tables(inside, "a b h i f j", "-r", "a b c d e f g", "-m", "wer")["matrix"]
    assert list(matrix["rows"][-1].values())[1:] == [6, 5, 4, 4, 4, 4, 4, 4]
    assert (matrix["path_rows"][-1], matrix["path_columns"][-1]) == (6, 7)


def test_shifts_are_shown_one_by_one(inside: Run) -> None:
    shifts = tables(inside, "b c e f g j i a c d", "-r", "a b c d e f g h i", "-m", "ter")["shifts"]
    assert [row["edits"] for row in shifts["rows"]] == [6, 4, 2]


def test_segments_of_files_are_chosen(inside: Run) -> None:
    done = inside("explain", ALDER, "-r", REFERENCE, "--segment", "3-4", "-m", "chrf", "--edits", "0")
    assert "chrF2 of segment 3, alder" in done.stdout
    assert "chrF2 of segment 4, alder" in done.stdout
    refused = inside("explain", ALDER, "-r", REFERENCE)
    assert refused.returncode == 1
    assert "the set has more than 5 segments; say which to explain: --segment 3" in refused.stderr


def test_outputs_that_are_typed_may_have_names(inside: Run) -> None:
    done = inside("explain", "old=the boat was late", "late", "-r", "the ferry was late", "-m", "ter")
    assert "TER of segment 1, old: 25.00" in done.stdout
    assert "TER of segment 1, output 2: 75.00" in done.stdout


@pytest.mark.parametrize("form", ["html", "latex", "markdown", "tsv", "csv"])
def test_every_format_has_the_formula(inside: Run, form: str) -> None:
    done = inside("explain", *TYPED, "-m", "bleu", "-m", "cer", "--format", form)
    assert (done.returncode, done.stderr) == (0, "")
    assert "reference length" in done.stdout


def test_a_sentence_of_a_call_is_that_of_the_command(inside: Run) -> None:
    told = assay.explain({"old": "the boat was late"}, "the ferry was late", ["ter"])
    assert (
        f"{told}\n"
        == inside("explain", "old=the boat was late", "-r", "the ferry was late", "-m", "ter").stdout
    )
    [one] = told.explained
    assert one.score == one.steps[-1].value == 25


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("a b", "-r", "nowhere.txt"), "is a sentence, and nowhere.txt a file"),
        (("a b", "-r", "a c", "--docs", "x"), "are for files; leave them out beside sentences"),
        (("x=a b", "x=a c", "-r", "a d"), "two outputs are named x"),
        (("a b", "-r", "a c", "-m", "nist"), "nist cannot be explained; those that can are bleu"),
        (("a b",), 'no reference given; write -r "SENTENCE"'),
        (("a " * 12_000, "-r", "a c"), "more than 20000 characters on a side"),
    ],
)
def test_what_cannot_be_explained_is_refused(inside: Run, words: tuple[str, ...], says: str) -> None:
    done = inside("explain", *words)
    assert done.returncode in (1, 2)
    assert says in done.stderr


def test_edits_of_long_sentences_are_not_tried(inside: Run) -> None:
    long = " ".join(f"word{number}" for number in range(250))
    done = inside("explain", long, "-r", f"{long} more", "-m", "ter")
    assert "The sentences are too long to try every edit of a single word." in done.stdout
