"""Tables of records: what columns read, how they are shown, and what is left out."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan

from assay.reporting.blocks import Estimate, Head
from assay.reporting.columns import (
    LEAST_P,
    estimate,
    figure_of,
    number,
    number_head,
    numbers,
    p_value,
    percent,
    several,
    table_of,
    text,
    texts,
)


@dataclass(frozen=True)
class Bounds:
    low: float
    high: float


@dataclass(frozen=True)
class Pair:
    first: str
    second: str
    difference: float
    low: float
    high: float
    p_value: float
    wins: float | None
    bounds: Bounds | None = None
    by_domain: tuple[float, ...] = (1.0, 2.0)


PAIR = Pair("a", "b", 0.5, 0.1, 0.9, 0.03, 0.25)


def test_columns_read_the_attribute_of_their_name() -> None:
    made = table_of("t", "T", [PAIR], [*texts("first", "second"), *numbers("difference"), p_value("p")])
    assert made.rows == (("a", "b", 0.5, 0.03),)
    assert made.columns == (
        *(Head("first"), Head("second"), Head("difference", align="right")),
        Head("p", align="right", digits=4, least=LEAST_P),
    )


def test_a_reader_is_an_attribute_an_item_or_a_function() -> None:
    held = Pair("a", "b", 0.5, 0.1, 0.9, 0.03, None, Bounds(0.0, 1.0))
    assert table_of("t", "", [held], [number("low", read="bounds.low")]).rows == ((0.0,),)
    assert table_of("t", "", [("x", 3)], [text("file", read=0), number("lines", read=1)]).rows == (("x", 3),)
    assert table_of("t", "", [held], [text("who", read=lambda pair: pair.first.upper())]).rows == (("A",),)


def test_a_share_is_shown_as_a_percentage_and_nothing_as_nothing() -> None:
    unknown = Pair("a", "b", 0.5, 0.1, 0.9, 0.03, None)
    made = table_of("t", "", [PAIR, unknown], [percent("wins")])
    assert made.rows == ((25.0,), (None,))
    assert made.columns == (Head("wins", label="wins %", align="right", digits=1),)


def test_an_estimate_has_the_bounds_of_its_record_or_of_its_interval() -> None:
    column = estimate("difference", mark=lambda pair: "*")
    assert table_of("t", "", [PAIR], [column]).rows == ((Estimate(0.5, 0.1, 0.9, "*"),),)
    held = [
        Pair("a", "b", 0.5, 0.1, 0.9, 0.03, 0.5, bounds)
        for bounds in (None, Bounds(nan, nan), Bounds(0.0, 1.0))
    ]
    made = table_of("t", "", held, [estimate("difference", interval="bounds")])
    assert made.rows == ((0.5,), (0.5,), (Estimate(0.5, 0.0, 1.0),))


def test_several_columns_are_read_at_once_and_rows_numbered() -> None:
    heads = [number_head(f"domain.{name}", name) for name in ("news", "chat")]
    made = table_of("t", "", [PAIR, PAIR], [several(heads, read="by_domain")], numbered=True)
    assert [head.name for head in made.columns] == ["number", "domain.news", "domain.chat"]
    assert made.rows == ((1, 1.0, 2.0), (2, 1.0, 2.0))


def test_empty_notes_are_left_out() -> None:
    made = table_of("t", "", [PAIR], texts("first"), notes=["said", "", None], facts={"alpha": 0.05})
    assert made.notes == ("said",)
    assert made.facts == {"alpha": 0.05}


def test_a_figure_says_its_words_in_one_sentence() -> None:
    made = figure_of("curve", "growth-figure", "Growth", [("a", 1.0, 2.0, "")], ["one", "two"], axis="x")
    assert made.words == "one; two."
    assert made.data.name == "growth"
