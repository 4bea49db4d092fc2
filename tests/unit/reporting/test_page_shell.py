"""The frame of all pages: what is on the first screen, what is folded, and what can be linked to."""

from assay.reporting.blocks import Block, Card, Estimate, Head, Heading, Listing, Prose, Table, drawn
from assay.reporting.blocks import Figure as Picture
from assay.reporting.columns import figure_of
from assay.reporting.page import shell
from assay.reporting.render.html import render_html

SYSTEMS = ("alder", "birch")


def ranking(tab: str) -> Picture:
    rows = [("alder", 2.0, 1.0, 3.0, "A"), ("birch", 1.0, 0.5, 1.5, "B")]
    data = drawn("ranking", "d", rows)
    return Picture(f"ranking.{tab}", "ranking", f"{tab} best first", data, "words", systems=SYSTEMS, tab=tab)


def table(name: str, rows: int) -> Table:
    return Table(name, (Head("system"), Head("score", align="right")), tuple(("a", n) for n in range(rows)))


def test_the_first_screen_has_tabs_and_reasons_with_their_segments() -> None:
    strip = figure_of("strip", "s", "t", [("alder", 1.0, 1), ("birch", 2.0, 0)], "alder 1; birch 2")
    cards = (
        Card("Fewer words left out", "One.", strip, (5, 3, 9, 7), "rates"),
        Card("Others", "Two.", table="rates"),
    )
    blocks: list[Block] = [
        Heading("alder leads"),
        Prose("2 systems."),
        ranking("BLEU"),
        ranking("TER"),
        Listing("claims", "What may be claimed", ("First.", "x" * 400, "Third.")),
        Listing("findings", "Findings", ("One.", "Two.", "Three."), cards),
    ]
    written = shell.shell(blocks, shell.Extra("<p>segments</p>", (("segments", "Segments"),), shell.SCRIPTS))
    assert written.index('<label for="tab-0">BLEU</label>') < written.index('<label for="tab-1">TER</label>')
    assert written.index('<div class="cards">') < written.index("Fewer words left out")
    assert '<a href="#segments?segments=5,3,9">See 3 segments →</a>' in written
    assert '<a href="#table-rates">See the table →</a>' in written
    assert "<summary>Findings: 1 more</summary><p>Three.</p>" in written
    assert "<h3>What may be claimed</h3><p>First.</p><details><summary>2 more</summary>" in written
    assert "See 3 segments" not in render_html(blocks)  # a page without segments


def test_what_the_page_is_about_stands_below_the_headline_and_cautions_come_last() -> None:
    caution, claims = Listing("cautions", "Cautions", ("Few.",)), Listing("claims", "Claims", ("Much.",))
    written = render_html([Heading("alder leads"), caution, Prose("2 systems."), claims])
    assert '<p class="meta">2 systems. ' in written
    assert written.count("2 systems.") == 1
    assert written.index("Much.") < written.index("Few.")


def test_sections_are_folded_once_the_page_is_long_and_printed_as_long_as_it_is_short() -> None:
    blocks: list[Block] = [Heading("Title")]
    for place in range(12):
        blocks += [Heading(f"Part {place % 6}", 2), table("t", 12)]
    written = render_html(blocks)
    assert 0 < written.count('<details class="section" open>') < 12
    assert written.count('<details class="section">') == 12 - written.count('<details class="section" open>')
    assert 0 < written.count(' class="printed"') < written.count('<details class="section" open>')
    assert written.count('id="part-0"') == written.count('id="part-0-1"') == 1
    assert written.count('id="table-t"') == written.count('id="table-t-12"') == 1
    assert "The page on the screen also has: Part 2" in written


def test_long_tables_show_their_first_rows() -> None:
    short, long = render_html([table("t", 13)]), render_html([table("t", 14)])
    assert '<tbody class="rest">' not in short
    assert long.index('<td class="right">9</td>') < long.index('<tbody class="rest">')
    assert long.index('<tbody class="rest">') < long.index('<td class="right">10</td>')
    assert "<summary>All 14 rows</summary>" in long


def test_the_best_of_systems_is_bold_and_names_are_the_heads_of_rows() -> None:
    heads = (Head("number", "#"), Head("system"), Head("ter", better="lower"), Head("n"))
    rows = ((1, "alder", Estimate(30.001, 1.0, 2.0, "A"), 5), (2, "birch", 30.004, 7), (3, "cedar", 31.0, 9))
    written = render_html([Table("scores", heads, rows)])
    assert '<th scope="row" class="key"><bdi>alder</bdi></th>' in written
    assert "<b>30.00</b><sup>A</sup> <small>[1.00, 2.00]</small>" in written
    assert "<td><b>30.00</b></td>" in written  # equal as they are shown
    assert "<td>9</td>" in written
    assert written.count("<b>") == 2
    documents = Table("scores", (Head("document"), *heads[2:]), (("a", 1.0, 5), ("b", 2.0, 7)))
    assert "<b>" not in render_html([documents])


def test_a_page_without_a_headline_borrows_one() -> None:
    written = render_html([Table("t", (Head("a"),), ((1,),), title="Corpus scores")])
    assert "<h1>Corpus scores</h1>" in written
    assert 'class="caption"' not in written
    assert "<h1>Assay report</h1>" in render_html([Prose("words")])
