"""Spreadsheets of judgements are read as people have them, and what was recognised is said."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path

import pytest
from sheet_files import FILES, put_sheet, ratings, text, workbook

from assay.data import READING, Judgements
from assay.errors import AssayWarning, InputError, OptionError
from assay.io import JudgementOptions, open_judgements
from assay.io.tables.names import ASPECTS, JUDGEMENT_ROLES, SCORES, scale_of
from assay.io.tables.spellings import SPELLINGS
from support.assertions import present, untyped

STUDY = ("xlsx", "semicolons", "sep-line", "commas", "tabs-utf16", "mark", "old-mac", "trailing", "title")
WIDE = ("by-system", "by-rater")
Read = Callable[..., Judgements]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    def reader(content: bytes | str, name: str = "sheet.csv", **options: object) -> Judgements:
        path = put_sheet(tmp_path, content, name)
        judgements = open_judgements(untyped(JudgementOptions)(path, **options))
        assert isinstance(judgements, Judgements)
        return judgements

    return reader


def told(judgements: Judgements) -> str:
    """Return what the first remark says was recognised."""
    assert judgements.remarks[0].kind == READING
    return "; ".join(judgements.remarks[0].places)


def rows(judgements: Judgements) -> set[tuple[str, str, str, float]]:
    columns = (judgements.rater, judgements.system, judgements.segment)
    return set(zip(*(column.column() for column in columns), judgements.score.tolist(), strict=True))


@pytest.mark.parametrize("name", [*STUDY, *WIDE])
def test_the_same_study_is_read_from_every_sheet(read: Read, name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        judgements = read(FILES[name][0], "s.xlsx" if name == "xlsx" else "s.csv")
    assert rows(judgements) == set(ratings())
    assert judgements.scheme == "da"
    assert (judgements.scale.low, judgements.scale.high) == (0, 100)


@pytest.mark.parametrize("name", FILES)
def test_every_sheet_has_its_judgements(read: Read, name: str) -> None:
    content, count = FILES[name]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", AssayWarning)
        assert len(read(content)) == count


def test_what_was_recognised_is_said(read: Read) -> None:
    words = told(read(FILES["xlsx"][0], "s.xlsx"))
    assert words.startswith("XLSX, the first sheet, header in row 3, 16 rows; ")
    assert 'rater: "Annotator" (2 names); system: "MT engine" (2 names); segment: "Segment ID"' in words
    assert 'score: "Score 0-100", 0 to 100 from the header' in words
    assert 'not used: "Comment"' in words
    assert "Semicolons between columns, 16 lines" in told(read(FILES["semicolons"][0]))
    assert "Tabs between columns, UTF-16" in told(read(FILES["tabs-utf16"][0]))
    assert "UTF-8 with a byte-order mark" in told(read(FILES["mark"][0]))
    assert "header in line 3" in told(read(FILES["title"][0]))
    assert 'a column per system: "DeepL", "Google"' in told(read(FILES["by-system"][0]))
    assert 'a column per rater: "Anna", "Ben"' in told(read(FILES["by-rater"][0]))


def test_places_are_those_of_the_file(read: Read) -> None:
    assert present(read(FILES["xlsx"][0], "s.xlsx").line).tolist()[:2] == [4, 5]
    assert present(read(FILES["sep-line"][0]).line).tolist()[:2] == [3, 4]
    bad = text("Annotator;Sys;Seg;Score 0-100").replace("80", "good")
    with pytest.raises(InputError, match=r'sheet.csv, line 2, column "Score 0-100": "good" is not a number'):
        read(bad)


def test_windows_encoding_is_told_from_damage(read: Read) -> None:
    judgements = read(FILES["windows"][0])
    assert judgements.rater.names == ("Anna", "René")
    assert "Windows-1252" in told(judgements)
    tidy = text("rater;system;segment;score").replace("Anna", "Zoë")
    same = read(tidy.encode("cp1252"))
    assert same.rater.names == ("Zoë", "Ben")
    assert told(same) == "Windows-1252, read as such"
    damaged = tidy.encode() + "Zoë".encode() + b"\xff;a;b;1\r\n"
    with pytest.raises(InputError, match="0xFF is not UTF-8"):
        read(damaged)


def test_decimal_commas(read: Read) -> None:
    points = text("Annotator;Sys;Seg;Score 0-100")
    commas = points.replace(";80\r", ";80,5\r").replace(";71\r", ";71,25\r")
    judgements = read(commas)
    assert {80.5, 71.25} <= set(judgements.score.tolist())
    assert "decimal commas" in told(judgements)
    quoted = text("judge,Engine,Segment No.,DA score", separator=",").replace(",80\r", ',"80,5"\r')
    assert 80.5 in read(quoted).score.tolist()


def test_several_score_columns_are_several_questions(read: Read) -> None:
    judgements = read(FILES["grades"][0])
    assert judgements.scheme == "adequacy-fluency"
    assert judgements.aspect.names == ("adequacy", "fluency")
    assert (judgements.scale.low, judgements.scale.high) == (1, 5)
    assert judgements.seconds is not None
    assert judgements.seconds[0] == 65
    assert judgements.extra["Comments"][0] == "good, but long"
    assert "left out as a total" in told(judgements)
    three = (
        "Rater,System,Segment,Accuracy (1-5),Style (1-5),Terminology (1-5)\nAnna,A,1,4,3,2\nAnna,B,1,5,3,1\n"
    )
    assert read(three).aspect.names == ("Accuracy", "Style", "Terminology")
    mixed = "Rater,System,Segment,Adequacy (1-5),Overall (0-100)\nAnna,A,1,4,80\nAnna,B,1,5,70\n"
    with pytest.raises(InputError, match="not all on one scale; read one at a time"):
        read(mixed)
    assert read(mixed, columns=("score=Overall (0-100)",)).score.tolist() == [80, 70]


def test_a_scale_on_which_one_is_best_is_turned_round(read: Read) -> None:
    judgements = read("Rater;System;Segment;Grade (1 = best, 6 = worst)\nAnna;A;1;1\nAnna;B;1;5\n")
    assert (judgements.scale.low, judgements.scale.high, judgements.scale.higher_is_better) == (1, 6, False)
    assert "lower is better" in told(judgements)


def test_systems_and_questions_in_one_name(read: Read) -> None:
    names = [
        f"{system} - {aspect} (1-5)" for system in ("DeepL", "Google") for aspect in ("Adequacy", "Fluency")
    ]
    judgements = read(f"Annotator;Segment;{';'.join(names)}\nAnna;1;4;5;2;3\nAnna;2;5;5;;4\n")
    assert judgements.system.names == ("DeepL", "Google")
    assert judgements.aspect.names == ("adequacy", "fluency")
    assert len(judgements) == 7  # the empty cell is no rating


def test_yes_and_no(read: Read) -> None:
    judgements = read("Annotator;MT engine;Segment ID;Acceptable?\nAnna;A;1;ja\nAnna;B;1;nein\nBen;A;1;yes\n")
    assert (judgements.scheme, judgements.score.tolist()) == ("yes-no", [1, 0, 1])


def test_columns_may_be_named(read: Read) -> None:
    sheet = text("Who;What;Nr;Points given")
    with pytest.raises(InputError) as error:
        read(sheet)
    assert 'it has the columns "Who", "What", "Nr", "Points given"' in str(error.value)
    assert 'recognised: segment "Nr"; which is the rater and which the system and which the score?' in str(
        error.value
    )
    assert '--columns "rater=Who,system=What,score=Points given"' in str(error.value)
    assert len(str(error.value)) < 400
    named = read(sheet, columns=("rater=Who,system=What,score=Points given",))
    assert rows(named) == set(ratings())
    again = text("Who;What, exactly;Nr;P")
    assert len(read(again, columns=("rater=Who,system=What, exactly", "score=P"))) == 16
    wide = "Nr;Alpha;Beta\n1;80;70\n2;60;50\n"
    with pytest.raises(InputError, match=r"if systems have a column each, system=Alpha,system=…"):
        read(wide)
    with pytest.warns(AssayWarning, match="no column names the raters"):
        assert read(wide, columns=("system=Alpha,system=Beta",)).system.names == ("Alpha", "Beta")
    with pytest.warns(AssayWarning, match=r'everything is taken to be from "sheet"'):
        assert read(wide, columns=("rater=Alpha,rater=Beta",)).rater.names == ("Alpha", "Beta")


def test_columns_that_cannot_be_are_refused(read: Read) -> None:
    sheet = FILES["semicolons"][0]
    with pytest.raises(OptionError, match="write ROLE=COLUMN"):
        read(sheet, columns=("Annotator",))
    with pytest.raises(OptionError, match="segment may be one column only"):
        read(sheet, columns=("segment=Seg,segment=Sys",))
    with pytest.raises(InputError, match=r'no column "Nobody"; it has the columns "Annotator", "Sys"'):
        read(sheet, columns=("rater=Nobody",))
    with pytest.raises(OptionError, match="--columns applies to spreadsheets"):
        read(sheet, columns=("rater=Annotator",), form="tidy")


def test_segments_without_numbers_are_told_by_their_source(read: Read) -> None:
    sheet = "Rater;System;Source;Score\nAnna;A;Guten Tag;80\nAnna;B;Guten Tag;70\nAnna;A;Danke;60\n"
    assert read(sheet).segment.names == ("Guten Tag", "Danke")
    with pytest.raises(InputError, match="which is the segment"):
        read("Rater;System;Score\nAnna;A;80\nAnna;A;70\n")


def test_numbers_that_begin_anew_in_each_document(read: Read) -> None:
    sheet = (
        "Rater;System;Document;Segment;Score\nAnna;A;x;1;80\nAnna;A;y;1;70\nAnna;B;x;1;60\nAnna;B;y;1;50\n"
    )
    assert read(sheet).segment.names == ("x#1", "y#1")


def test_errors_of_translation_tools(read: Read) -> None:
    judgements = read(FILES["errors"][0])
    assert (judgements.scheme, len(judgements)) == ("mqm", 4)
    spans = judgements.spans
    assert spans is not None
    assert spans.offsets.tolist() == [0, 2, 2, 3, 4]
    assert spans.category.column()[:2] == ["Accuracy/Mistranslation", "Fluency/Grammar"]
    assert spans.side.column()[-1] == "missing"
    assert spans.extra["Comment"][0] == "hm"


def test_errors_without_a_clean_output_are_doubted(read: Read) -> None:
    lines = [f"{at};Engine {at % 2};Anna;Accuracy;Minor" for at in range(12)]
    sheet = "\n".join(["Segment ID;Engine;Reviewer;Error category;Severity", *lines]) + "\n"
    with pytest.warns(AssayWarning, match="all 12 judged outputs have an error"):
        read(sheet)


def test_workbooks_keep_their_cautions(read: Read) -> None:
    merged: list[list[object]] = [["Rater", "System", "Segment", "Score"], ["Anna", "A", 1, "=1+1"]]
    with pytest.raises(InputError, match="a formula without a saved value"):
        read(workbook(merged), "s.xlsx")
    with pytest.raises(InputError, match=r"not a workbook .*; save it again as XLSX or CSV"):
        read(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "s.xls")
    with pytest.raises(InputError, match="not a workbook"):
        read(FILES["xlsx"][0][:400], "s.xlsx")


def test_text_is_no_sheet(read: Read) -> None:
    with pytest.raises(InputError, match="neither a known format of judgements nor a table of ratings"):
        read('The harbour, which is old,\nis "closed", they say.\nSo, what now? Nobody, nobody, knows.\n')


def test_frames_may_have_columns_of_any_name() -> None:
    pandas = pytest.importorskip("pandas")
    import assay

    frame = pandas.DataFrame(ratings(), columns=["Annotator", "Sys", "Seg", "Score 0-100"])
    judgements = assay.read_judgements(frame)
    assert isinstance(judgements, Judgements)
    assert rows(judgements) == set(ratings())
    assert assay.rank(frame, show="ranking").ranking.standings[0].system == "DeepL"


def test_known_tables_are_known_under_titles_and_in_workbooks(read: Read) -> None:
    header: list[object] = ["rater", "system", "segment", "score", "item"]
    cells: list[list[object]] = [["anna", "A", 1, 80.5, "genuine"], ["anna", "A", 1, 20, "degraded"]]
    judgements = read(workbook([["A study"], [], header, *cells]), "s.xlsx")
    assert judgements.item.column() == ["genuine", "degraded"]
    assert judgements.line is not None
    assert judgements.line.tolist() == [4, 5]
    assert "the format tidy-csv" in told(judgements)
    titled = (
        "A study;;;;\n"
        + "\n".join(";".join(map(str, row)) for row in [header, *cells]).replace("80.5", "80,5")
        + "\n"
    )
    assert read(titled).score.tolist() == [80.5, 20]
    with pytest.raises(InputError, match=r'line 3: score "good" is not a number'):
        read(titled.replace("80,5", "good"))
    test = "reader;text;system;question;correct"
    comprehension = read(workbook([test.split(";"), ["r1", "harbour", "red", 1, "yes"]]), "s.xlsx")
    assert (comprehension.scheme, comprehension.segment.names) == ("comprehension", ("harbour#1",))


def test_control_items_and_language_pairs_of_a_sheet(read: Read) -> None:
    lines = ["Anna;A;1;80;genuine;en-de", "Anna;A;1;20;degraded;en-de", "Anna;B;1;70;;en-fr"]
    sheet = "\n".join(["Annotator;Sys;Seg;Score;Item;LP", *lines, ""])
    with pytest.raises(InputError, match="judgements of 2 language pairs: en-de"):
        read(sheet)
    judgements = read(sheet, pair="en-de")
    assert judgements.item.column() == ["genuine", "degraded"]


def test_averages_of_raters_are_no_rater(read: Read) -> None:
    judgements = read("Item;System;Rater 1;Rater 2;Mean\n1;A;80;90;85\n1;B;60;70;65\n")
    assert judgements.rater.names == ("Rater 1", "Rater 2")
    assert 'not used: "Mean"' in told(judgements)


def test_the_page_lists_the_names() -> None:
    page = (Path(__file__).resolve().parents[3] / "docs" / "spreadsheets.md").read_text(encoding="utf-8")
    rows = dict(line.strip("| ").split(" | ") for line in page.splitlines() if line.count(" | ") == 1)
    for role, names in (
        *((role, SPELLINGS[role]) for role in JUDGEMENT_ROLES),
        ("score", (*SCORES, *ASPECTS)),
    ):
        assert rows[role] == ", ".join(names)
        assert f"`{role}`" in page


@pytest.mark.parametrize(
    ("name", "bare", "ends"),
    [
        ("Adequacy (1-5)", "Adequacy", (1, 5)),
        ("Score 0\u2013100", "Score", (0, 100)),
        ("DA [0..100]", "DA", (0, 100)),
        ("Quality (1 to 7)", "Quality", (1, 7)),
        ("Fluency (/5)", "Fluency", (0, 5)),
        ("Score out of 10", "Score", (0, 10)),
        ("opus-2020-02-26", "opus-2020-02-26", None),
        ("System 2020-2021", "System 2020-2021", None),
        ("GPT-4", "GPT-4", None),
        ("1-5", "1-5", None),
    ],
)
def test_scales_in_names(name: str, bare: str, ends: tuple[float, float] | None) -> None:
    told_name, scale = scale_of(name)
    assert told_name == bare
    assert (None if scale is None else (scale.low, scale.high)) == ends


def test_grades_may_have_words_behind_them(read: Read) -> None:
    judgements = read(
        "Rater;System;Segment;Score (1-5)\nAnna;A;1;4 - good\nAnna;B;1;2 (poor)\nAnna;A;2;5: very good\n"
    )
    assert judgements.score.tolist() == [4, 2, 5]
    with pytest.raises(InputError, match='"yes" is not a number'):
        read("Rater;System;Segment;Score (1-5)\nAnna;A;1;4\nAnna;B;1;2\nAnna;A;2;yes\n")


def test_a_reference_that_was_judged_is_a_system(read: Read) -> None:
    sheet = "Segment;Rater;DeepL;Google;Reference\n1;Anna;80;60;95\n2;Anna;70;50;90\n"
    assert read(sheet).system.names == ("DeepL", "Google", "Reference")
