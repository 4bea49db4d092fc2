"""What every renderer owes: it knows every block and loses no word; those for programs lose no digit."""

from __future__ import annotations

import csv
import json
import math
import re
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.reporting.blocks import (
    Alignment,
    AlignmentPlace,
    Block,
    Estimate,
    Example,
    ExampleLine,
    Examples,
    Figure,
    Head,
    Heading,
    Jumped,
    Listing,
    Moved,
    Piece,
    Prose,
    Table,
    Verbatim,
    with_full_signatures,
)
from assay.reporting.render.formats import FORMATS, render_as
from assay.reporting.render.text import render_text

SCORES = Table(
    name="scores",
    columns=(
        Head("system"),
        Head("bleu", label="BLEU", align="right", better="higher", signature="bleu|tok:13a|refs:1"),
        Head("ter", label="TER", align="right", better="lower"),
    ),
    rows=(("alpha", 100 / 3, 51.2), ("日本", float("nan"), None), ("e\u0301", 0.1 + 0.2, 7)),
    title="Corpus scores",
    notes=("one note",),
    facts={"level": "corpus", "systems": ("alpha", "日本", "e\u0301"), "references": (1, 2)},
)
EDITS = Alignment(
    name="alignment",
    places=(
        AlignmentPlace("match", "late", "late", shift=1),
        AlignmentPlace("substitution", "ferry", "<boat>"),
        AlignmentPlace("deletion", "日本", None),
        AlignmentPlace("insertion", None, "שלום"),
    ),
    shifts=(Moved(("late",), 3, 0),),
    title="alpha, segment 1",
    facts={"segment": 1},
)
LEAPS = Alignment(
    name="alignment",
    places=(
        AlignmentPlace("jump", None, None, jump=1),
        AlignmentPlace("match", "ferry", "ferry"),
        AlignmentPlace("deletion", "late", None),
        AlignmentPlace("jump", None, None, jump=2),
    ),
    jumps=(Jumped(0, 4), Jumped(5, 6)),
)
EXAMPLES: dict[type, Block] = {
    Heading: Heading("Results", level=2),
    Prose: Prose("Some words."),
    Listing: Listing("verdict", "Claims", ("alpha is better.", "beta is not.")),
    Verbatim: Verbatim("bibliography", "BibTeX", "@book{a-1,\n  title = {Two},\n}", "bibtex"),
    Table: SCORES,
    Figure: Figure(
        "spread",
        "histogram",
        "Spread",
        Table(
            "data",
            (Head("low"), Head("high"), Head("count"), Head("better")),
            ((-1.0, 0.0, 3, "beta better"), (0.0, 1.0, 4, "alpha better")),
        ),
        "alpha is better on 4 of 7.",
        axis="difference",
    ),
    Examples: Examples(
        "examples",
        "Where they differ",
        (
            Example(
                "Segment 7",
                (
                    ExampleLine("reference", (Piece("the late ferry"),)),
                    ExampleLine("alpha", (Piece("the "), Piece("ferry", "right")), 61.25),
                    ExampleLine("beta", (Piece("the "), Piece("boat", "wrong")), 12.5),
                ),
            ),
        ),
        legend=(Piece("Marked words "), Piece("differ", "wrong")),
    ),
    Alignment: EDITS,
}
WORDS: dict[type, list[str]] = {
    Heading: ["Results"],
    Prose: ["Some words."],
    Listing: ["Claims", "alpha is better.", "beta is not."],
    Verbatim: ["BibTeX", "@book{a-1,", "title = {Two},"],
    Table: ["alpha", "51.2", "one note"],
    Figure: ["Spread", "alpha is better on 4 of 7."],
    Alignment: ["ferry", "boat", "日本", "שלום", "late"],
    Examples: ["Where they differ", "Segment 7", "the late ferry", "ferry", "boat", "12.5", "Marked words"],
}
ESTIMATES = Table(
    "t",
    (Head("system"), Head("bleu", label="BLEU", align="right"), Head("p", digits=4, least=0.0001)),
    (("a", Estimate(50.123, 9.0, 60.5, ">2,3"), 0.00005), ("b", Estimate(7.5, 6.25, 8.0), 0.0345)),
)
WORDY = [form for form in FORMATS if form != "csv"]  # which has room for tables alone
HOSTILE = Table("t", (Head("a|b"), Head("c")), (("x|y\t\n\r\\", "50% & $1_{a}^b~#<>`*"),))


@pytest.mark.parametrize("form", WORDY)
@pytest.mark.parametrize("kind", get_args(Block))
def test_every_renderer_knows_every_block(form: str, kind: type) -> None:
    written = render_as([EXAMPLES[kind]], form)
    assert written.endswith("\n")
    assert not written.endswith("\n\n")
    for word in WORDS[kind]:
        assert word in written


@pytest.mark.parametrize("form", WORDY)
def test_every_renderer_knows_jumps(form: str) -> None:
    written = render_as([LEAPS], form)
    assert "jump" in written
    if form == "json":
        assert json.loads(written)["blocks"][0]["jumps"][1] == {"source": 5, "target": 6}
    else:
        assert "jump 1: output 5 for reference 1-2" in written
        assert "jump 2: to the end of the output" in written


@pytest.mark.parametrize("form", FORMATS)
def test_every_renderer_writes_a_report_of_all_blocks_and_an_empty_one(form: str) -> None:
    written = render_as(list(EXAMPLES.values()) * 2, form)
    assert written.count("alpha") >= 2
    assert "alpha" not in render_as([], form)
    assert render_as([Table("none", (Head("a"),), ())], form)


@pytest.mark.parametrize("form", ["text", "markdown", "latex", "json"])
def test_signatures_are_kept(form: str) -> None:
    assert "tok:13a" in render_as([SCORES], form)


def test_text_aligns_by_what_is_seen() -> None:
    assert render_as([SCORES], "text") == (
        "Corpus scores\n"
        "\n"
        "system  BLEU ↑  TER ↓\n"
        "─────────────────────\n"
        "alpha    33.33  51.20\n"
        "日本         –      –\n"
        "e\u0301         0.30      7\n"
        "\n"
        "BLEU  bleu|tok:13a|refs:1\n"
        "one note\n"
    )


def test_text_is_bold_only_if_asked() -> None:
    assert "\033" not in render_as([SCORES], "text")
    assert "\033[1msystem  BLEU ↑  TER ↓\033[0m\n" in render_text([SCORES], colour=True)


@given(st.lists(st.tuples(st.text(), st.floats() | st.integers() | st.none() | st.text()), max_size=5))
def test_text_has_one_line_a_row_and_no_trailing_blanks(
    rows: list[tuple[str, float | int | str | None]],
) -> None:
    written = render_as([Table("t", (Head("name"), Head("value", align="right")), tuple(rows))], "text")
    assert len(written.split("\n")) == len(rows) + 3
    assert not re.search(r"[ \t]$", written, re.MULTILINE)


def test_markdown_is_a_github_table() -> None:
    assert render_as([SCORES], "markdown") == (
        "Corpus scores\n"
        "\n"
        "| system | BLEU ↑ | TER ↓ |\n"
        "| ------ | -----: | ----: |\n"
        "| alpha  |  33.33 | 51.20 |\n"
        "| 日本   |      – |     – |\n"
        "| e\u0301      |   0.30 |     7 |\n"
        "\n"
        "- BLEU: `bleu|tok:13a|refs:1`\n"
        "- one note\n"
    )


def test_markdown_escapes_what_would_be_markup() -> None:
    head, _, row = render_as([HOSTILE], "markdown").splitlines()
    assert r"a\|b" in head
    assert r"x\|y\\t\\n\\r\\" in row
    assert r"50% \& \$1\_{a}^b\~\#\<\>\`\*" in row


def test_latex_is_booktabs() -> None:
    written = render_as([SCORES], "latex")
    assert r"\begin{tabular}{lrr}" in written
    assert r"system & BLEU $\uparrow$ & TER $\downarrow$ \\" in written
    assert r"日本 & -- & -- \\" in written
    assert r"BLEU: \texttt{bleu\textbar{}\allowbreak{}tok:13a\textbar{}\allowbreak{}refs:1}" in written


def test_latex_escapes_what_would_be_a_command() -> None:
    row = render_as([HOSTILE], "latex").splitlines()[8]
    assert row.endswith(r"\\")
    assert row.startswith(r"x\textbar{}y\textbackslash{}t\textbackslash{}n\textbackslash{}r\textbackslash{}")
    assert r"50\% \& \$1\_\{a\}\textasciicircum{}b\textasciitilde{}\#\textless{}\textgreater{}" in row


def test_json_keeps_facts_columns_and_every_digit() -> None:
    report = json.loads(render_as([SCORES], "json"))
    (table,) = report["blocks"]
    assert report["schema"] == 1
    assert (table["level"], table["systems"], table["references"]) == (
        "corpus",
        ["alpha", "日本", "e\u0301"],
        [1, 2],
    )
    assert table["columns"][1] == {
        "name": "bleu",
        "label": "BLEU",
        "better": "higher",
        "signature": "bleu|tok:13a|refs:1",
    }
    assert table["rows"][0] == {"system": "alpha", "bleu": 100 / 3, "ter": 51.2}
    assert table["rows"][1] == {"system": "日本", "bleu": None, "ter": None}
    assert table["rows"][2]["bleu"] == 0.1 + 0.2


def test_json_has_no_infinity_of_its_own() -> None:
    table = Table("t", (Head("a"), Head("b")), ((math.inf, -math.inf),))
    assert json.loads(render_as([table], "json"))["blocks"][0]["rows"] == [
        {"a": "Infinity", "b": "-Infinity"}
    ]


def test_tsv_puts_comments_first_and_keeps_every_digit() -> None:
    assert render_as([SCORES], "tsv") == (
        "# level: corpus\n"
        "# systems: alpha, 日本, e\u0301\n"
        "# references: 1, 2\n"
        "# bleu: bleu|tok:13a|refs:1\n"
        "# one note\n"
        "system\tbleu\tter\n"
        "alpha\t33.333333333333336\t51.2\n"
        "日本\tnan\t\n"
        "e\u0301\t0.30000000000000004\t7\n"
    )


def test_tsv_escapes_what_would_end_a_cell() -> None:
    _, row = render_as([HOSTILE], "tsv").splitlines()
    assert row.split("\t") == [r"x|y\t\n\r\\", "50% & $1_{a}^b~#<>`*"]


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=6))
def test_programs_read_back_the_very_numbers(values: list[float]) -> None:
    table = Table("t", tuple(Head(f"c{at}") for at in range(len(values))), (tuple(values),))
    _, row = csv.reader(render_as([table], "tsv").splitlines(), delimiter="\t")
    assert [float(cell) for cell in row] == values
    assert list(json.loads(render_as([table], "json"))["blocks"][0]["rows"][0].values()) == values


def test_two_strokes_stay_two_in_latex() -> None:
    assert render_as([Prose("--show a-b – c")], "latex") == "-{}-show a-b -- c\n"


def test_text_aligns_the_parts_of_estimates() -> None:
    *_, first, second = render_as([ESTIMATES], "text").splitlines()
    assert first == "a       50.12 [9.00, 60.50] >2,3  <0.0001"
    assert second == "b        7.50 [6.25,  8.00]       0.0345"


def test_latex_raises_the_mark_of_an_estimate() -> None:
    written = render_as([ESTIMATES], "latex")
    assert (
        r"a & 50.12\textsuperscript{\textgreater{}2,3} {\scriptsize[9.00, 60.50]} & \textless{}0.0001 \\"
        in written
    )
    assert r"b & 7.50 {\scriptsize[6.25, 8.00]} & 0.0345 \\" in written


def test_markdown_writes_an_estimate_in_one_cell() -> None:
    assert r"| a      | 50.12 \[9.00, 60.50\] \>2,3 | \<0.0001 |" in render_as([ESTIMATES], "markdown")


def test_html_keeps_an_estimate_together() -> None:
    expected = '<td class="right">50.12<sup>&gt;2,3</sup> <small>[9.00, 60.50]</small></td>'
    assert expected in render_as([ESTIMATES], "html")


def test_programs_get_every_part_of_an_estimate() -> None:
    header, first, second = render_as([ESTIMATES], "tsv").splitlines()
    assert header.split("\t") == ["system", "bleu", "bleu.low", "bleu.high", "bleu.mark", "p"]
    assert first.split("\t") == ["a", "50.123", "9.0", "60.5", ">2,3", "5e-05"]
    assert second.split("\t") == ["b", "7.5", "6.25", "8.0", "", "0.0345"]
    rows = json.loads(render_as([ESTIMATES], "json"))["blocks"][0]["rows"]
    assert rows[0]["bleu"] == {"value": 50.123, "low": 9.0, "high": 60.5, "mark": ">2,3"}


def test_words_that_differ_are_marked_in_every_format_for_people() -> None:
    block = EXAMPLES[Examples]
    assert "alpha (61.25)  the [+ferry+]" in render_as([block], "text")
    assert "the **ferry**" in render_as([block], "markdown")
    assert "the *boat*" in render_as([block], "markdown")
    assert r"the \textit{boat}" in render_as([block], "latex")
    assert 'the <mark class="bad">boat</mark>' in render_as([block], "html")


def test_an_alignment_in_text_stands_token_below_token() -> None:
    assert render_text([EDITS]) == (
        "alpha, segment 1\n"
        "\n"
        "REF late ferry  日本 ****\n"
        "OUT late <boat> **** \u2068שלום\u2069\n"
        "    @1   S      D    I\n"
        "\n"
        "shift 1: late from 4 to 1\n"
    )


def test_an_alignment_in_text_is_wrapped_by_what_is_seen() -> None:
    lines = render_text([EDITS], columns=16).splitlines()[2:-2]
    assert lines == ["REF late ferry", "OUT late <boat>", "    @1   S", "", *lines[4:]]
    assert lines[4].startswith("REF 日本 ****")


def test_an_alignment_in_json_keeps_everything() -> None:
    block = json.loads(render_as([EDITS], "json"))["blocks"][0]
    assert (block["block"], block["segment"]) == ("alignment", 1)
    assert [place["operation"] for place in block["places"]] == [place.operation for place in EDITS.places]
    assert block["places"][0] == {"operation": "match", "reference": "late", "output": "late", "shift": 1}
    assert block["places"][2]["output"] is None
    assert block["shifts"] == [{"tokens": ["late"], "start": 3, "target": 0}]


def test_html_escapes_all_text_and_needs_nothing_else() -> None:
    written = render_as([*EXAMPLES.values(), HOSTILE], "html")
    assert "&lt;boat&gt;" in written
    assert "<boat>" not in written
    assert "&lt;&gt;`*" in written
    assert not re.search(r'src=|href="[^#]|url\(|@import', written)
    assert written.count("<script") == 1  # the page's own


def test_html_shows_right_to_left_text_from_right_to_left() -> None:
    hebrew = Alignment(
        "a", (AlignmentPlace("match", "שלום", "שלום"), AlignmentPlace("insertion", None, "abc"))
    )
    assert '<div class="alignment" dir="rtl">' in render_as([hebrew], "html")
    assert '<div class="alignment" dir="ltr">' in render_as([EDITS], "html")
    assert "<bdi>שלום</bdi>" in render_as([hebrew], "html")


# --- comma-separated values -----------------------------------------------------------------------


def test_csv_is_what_any_program_opens_and_keeps_every_digit() -> None:
    name, *rows = csv.reader(render_as([Heading("words"), SCORES], "csv").splitlines())
    assert name == ["system", "bleu", "ter"]
    assert rows == [["alpha", repr(100 / 3), "51.2"], ["日本", "nan", ""], ["e\u0301", repr(0.1 + 0.2), "7"]]
    spread, first, second = csv.reader(render_as([ESTIMATES], "csv").splitlines())
    assert spread == ["system", "bleu", "bleu.low", "bleu.high", "bleu.mark", "p"]
    assert first == ["a", "50.123", "9.0", "60.5", ">2,3", "5e-05"]
    assert second == ["b", "7.5", "6.25", "8.0", "", "0.0345"]
    quoted = list(csv.reader(render_as([HOSTILE], "csv").splitlines(keepends=True)))
    assert quoted == [["a|b", "c"], list(HOSTILE.rows[0])]


def test_csv_parts_tables_by_an_empty_line_and_leaves_sentences_out() -> None:
    written = render_as([*EXAMPLES.values()], "csv")
    assert written.count("\n\n") == 3
    assert "Claims" not in written


# --- what people are shown ------------------------------------------------------------------------

RANKED = Table(
    "scores",
    (
        Head("system"),
        Head("bleu", "BLEU", "right", better="higher", signature="bleu|all", short_signature="nrefs:1|few"),
        Head("ter", "TER", "right", better="lower"),
    ),
    (
        ("a_1", Estimate(33.333, -1.0, 40.0, ">2", "A"), -2.0),
        ("b", 33.3331, -2.004),
        ("c", 12.0, None),
        ("d", math.nan, 1.0),
    ),
    "Scores",
    ranked=True,
)


def test_the_best_of_every_column_is_bold_and_so_is_what_is_written_the_same() -> None:
    lines = render_as([RANKED], "markdown").splitlines()
    assert lines[4].split("|")[2].strip() == "**33.33** \\[-1.00, 40.00\\] A"
    assert [line.split("|")[3].strip() for line in lines[4:8]] == ["**-2.00**", "**-2.00**", "–", "1.00"]
    assert "**" not in render_as([Table("t", RANKED.columns, RANKED.rows)], "markdown")


def test_a_table_for_a_paper_has_a_label_bold_best_clusters_and_minus_signs() -> None:
    written = render_as([RANKED], "latex")
    assert r"\label{tab:scores}" in written
    assert (
        r"a\_1 & \textbf{33.33}\textsuperscript{A} {\scriptsize[$-$1.00, 40.00]} & \textbf{$-$2.00} \\"
        in written
    )
    assert r"c & 12.00 & -- \\" in written


def test_people_are_shown_the_short_signature_unless_they_ask_and_programs_the_whole() -> None:
    for form in ("text", "markdown", "latex"):
        assert "nrefs:1" in render_as([RANKED], form)
        assert "bleu" in render_as(with_full_signatures([RANKED]), form)
        assert "nrefs:1" not in render_as(with_full_signatures([RANKED]), form)
    for form in ("json", "tsv"):
        assert "bleu|all" in render_as([RANKED], form)


def test_a_terminal_shows_what_is_best_bold_and_what_is_better_or_worse_in_two_colours() -> None:
    words = Table(
        "m", (Head("row"), Head("a")), (("x", "better <0.0001"), ("y", "worse 0.0010"), ("z", "open 0.2"))
    )
    painted = render_text([RANKED, words], colour=True)
    assert "\033[1m-2.00\033[0m" in painted
    assert "\033[1;38;5;33mbetter <0.0001\033[0m" in painted
    assert "\033[1;38;5;208mworse 0.0010" in painted
    assert "\033" not in painted.partition("z ")[2]
    assert "\033" not in render_text([RANKED, words])
