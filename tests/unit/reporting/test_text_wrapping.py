"""Sentences in text: wrapped to a measure, with words, signatures and tables left whole."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.reporting.blocks import Block, Figure, Head, Listing, Prose, Table, drawn
from assay.reporting.render.cells import width
from assay.reporting.render.formats import render_as
from assay.reporting.render.text import MEASURE, render_text, wrapped

SENTENCE = "The harbour master says that the ferry sails at noon. " * 5
SIGNATURE = "bleu|orders:1 2 3 4|weights:equal|smooth:exp|tok:13a|refs:1|v:0.1.0"


@given(st.lists(st.text("ab漢%", min_size=1, max_size=30)), st.integers(1, 80))
def test_nothing_is_lost_and_no_line_is_longer_than_it_must_be(words: list[str], measure: int) -> None:
    text = " ".join(words)
    lines = wrapped(text, measure)
    assert " ".join(lines) == text
    for line in lines:
        assert (
            width(line) <= measure or any(width(word) > measure for word in line.split(" ")) or " %" in line
        )


def test_a_line_is_filled_before_the_next_begins() -> None:
    assert wrapped("one two three four", 9) == ["one two", "three", "four"]
    assert wrapped("one two three four", 18) == ["one two three four"]
    assert wrapped("", 9) == [""]


def test_what_is_longer_than_a_line_stays_whole_where_it_stands() -> None:
    assert wrapped("see examples/harbour/reference-a.en.txt for more", 12) == [
        "see examples/harbour/reference-a.en.txt",
        "for more",
    ]


@pytest.mark.parametrize("measure", range(1, 90, 8))
def test_signatures_and_percentages_are_never_broken(measure: int) -> None:
    lines = wrapped(f"The score (95 % of it) is that of BLEU: {SIGNATURE} and no other", measure)
    assert any(f"BLEU: {SIGNATURE}" in line for line in lines)
    assert any("(95 %" in line for line in lines)


def test_wide_characters_count_as_two() -> None:
    assert wrapped("漢字 漢字 漢字", 9) == ["漢字 漢字", "漢字"]


@pytest.mark.parametrize(
    "block",
    [
        Prose(SENTENCE),
        Listing("verdicts", "Verdicts", (SENTENCE, "short")),
        Table("t", (Head("name"),), (("x",),), notes=(SENTENCE,)),
        Figure("f", "curve", "Title", drawn("curve", "f", []), SENTENCE),
    ],
)
def test_all_sentences_are_wrapped(block: Block) -> None:
    for measure in (60, MEASURE):
        lines = render_text([block], measure=measure).splitlines()
        assert measure - 12 < max(map(len, lines)) <= measure
    assert max(map(len, render_as([block], "text").splitlines())) <= MEASURE
    assert max(map(len, render_as([block], "markdown").splitlines())) > MEASURE


def test_an_item_that_goes_on_is_indented() -> None:
    assert (
        render_text([Listing("n", "Title", ("one two three",))], measure=9) == "Title\n- one two\n  three\n"
    )


def test_tables_and_their_signatures_are_not_cut() -> None:
    table = Table("t", (Head("BLEU", signature=SIGNATURE), Head("words")), ((1.5, SENTENCE),))
    assert max(map(len, render_text([table], measure=60).splitlines())) > len(SENTENCE)
    assert f"BLEU  {SIGNATURE}" in render_text([table], measure=60)
