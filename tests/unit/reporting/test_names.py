"""Names for people: endings that all systems share are left off, and nothing else changes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assay.reporting.blocks import (
    Card,
    Example,
    ExampleLine,
    Examples,
    Figure,
    Head,
    Heading,
    Listing,
    Piece,
    Prose,
    Table,
    drawn,
)
from assay.reporting.columns import figure_of
from assay.reporting.wording import for_people, short_names


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (["alder.en", "birch.en"], ["alder", "birch"]),
        (["alder.de.hyp", "birch.de.hyp"], ["alder", "birch"]),
        (["alder.xlf", "birch.txt"], ["alder.xlf", "birch.txt"]),
        (["v1.0", "v2.0"], ["v1.0", "v2.0"]),
        (["alder.en"], ["alder.en"]),
        ([".en", "alder.en"], [".en", "alder.en"]),
        (["系统一.zh", "系统二.zh"], ["系统一", "系统二"]),
        (["alder", "birch"], ["alder", "birch"]),
        ([], []),
    ],
)
def test_endings_that_all_share_are_left_off(names: list[str], short: list[str]) -> None:
    assert short_names(names) == dict(zip(names, short, strict=True))


def test_names_stay_apart() -> None:
    assert list(short_names(["a.en", "a.b.en", "b.en"]).values()) == ["a", "a.b", "b"]


SYSTEMS = ["alder.en", "birch.en"]


def test_sentences_tables_and_figures_have_short_names() -> None:
    data = replace(drawn("ranking", "d", [("alder.en", 2.0, 1.0, 3.0, "A")]), facts={"against": "birch.en"})
    strip = figure_of("strip", "s", "t", [("alder.en", 1.0, 1)], "alder.en 1", systems=("alder.en",))
    card = Card("t", "alder.en leads", strip)
    blocks = for_people(
        [
            Heading("alder.en leads"),
            Prose("Better: alder.en. So is birch.en, alder.enx, x/alder.en and alder.en.txt."),
            Listing("l", "alder.en", ("alder.en − birch.en",), (card,)),
            Table("t", (Head("system"), Head("birch.en")), (("alder.en", 1.0),), notes=("of alder.en",)),
            Figure("f", "ranking", "alder.en", data, "alder.en 2", systems=("birch.en", "alder.en")),
        ],
        SYSTEMS,
    )
    heading, prose, listing, table, figure = blocks
    assert heading == Heading("alder leads")
    assert prose == Prose("Better: alder. So is birch, alder.enx, x/alder.en and alder.en.txt.")
    assert isinstance(listing, Listing)
    assert (listing.title, listing.items) == ("alder", ("alder − birch",))
    (short,) = listing.cards
    assert short.sentence == "alder leads"
    assert short.strip is not None
    assert (short.strip.systems, short.strip.data.rows) == (("alder",), (("alder", 1.0, 1),))
    assert isinstance(table, Table)
    assert table.rows == (("alder", 1.0),)
    assert [(head.name, head.heading) for head in table.columns] == [
        ("system", "system"),
        ("birch.en", "birch"),
    ]
    assert table.notes == ("of alder",)
    assert isinstance(figure, Figure)
    assert (figure.title, figure.words, figure.systems) == ("alder", "alder 2", ("birch", "alder"))
    assert figure.data.rows[0][0] == "alder"
    assert figure.data.facts == {"against": "birch"}


def test_texts_of_segments_are_left_alone() -> None:
    line = ExampleLine("alder.en", (Piece("alder.en"),), 1.0)
    (block,) = for_people([Examples("e", "alder.en", (Example("alder.en", (line,)),))], SYSTEMS)
    assert isinstance(block, Examples)
    assert block.items[0].lines[0] == ExampleLine("alder", (Piece("alder.en"),), 1.0)
    assert block.title == block.items[0].title == "alder"
