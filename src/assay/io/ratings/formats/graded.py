"""Tables that people keep in a spreadsheet, CSV or TSV under a header: grades, yes and no, comprehension tests.

Adequacy and fluency (1 to 5) have a column each, or one of the two; one row an output, and each grade becomes a
judgement of that aspect. Correctness has a column `correct` or `acceptable`. Comprehension has `reader`, `text`,
`system`, `question`, `correct`, and perhaps `level` and `reading_time`; a question is the segment `TEXT#QUESTION`, its
text the document, its level the aspect, and the reading time in seconds is that of the row. Answers are yes/no,
true/false, y/n or 1/0. Columns go by several names (`judge`, `annotator`; `mt`; `sentence`, `id`), in any case of
letters, and further ones are kept.
"""

from __future__ import annotations

import warnings
from collections.abc import Collection
from dataclasses import replace

import numpy as np

from assay.data import Codes, Judgements
from assay.data.judgements import Layout
from assay.errors import AssayWarning, InputError
from assay.io.opening import label, shown
from assay.io.ratings.format import ColumnMap, Field, judgements_of, rating_format, several_a_row, write_table
from assay.io.ratings.lines import Cells, by_row
from assay.io.ratings.sheets.values import is_numeric, listed
from assay.io.tables.cells import MISSING, NUMBER, Cell, not_a_number
from assay.io.tables.head import Head
from assay.io.tables.names import aspect_of
from assay.io.tables.reading import Given, read_table
from assay.io.tables.table import JSONL, SEMICOLON, Table

YES, NO = frozenset({"yes", "y", "true", "1"}), frozenset({"no", "n", "false", "0"})
ASPECTS = ("adequacy", "fluency")
QUESTION = "question"


def _answer(text: str) -> float | None:
    """Return 1 for yes, 0 for no, NaN for nothing, None for what is none of them."""
    word = text.strip().lower()
    if word in YES or word in NO:
        return float(word in YES)
    return np.nan if text in MISSING else None


ANSWER = Cell(
    _answer,
    lambda value: "" if np.isnan(value) else "yes" if value else "no",
    numeric=True,
    refusal=lambda name, text: f'{name} "{shown(text)}" is neither yes nor no; correct it',
)
GRADE = replace(NUMBER, refusal=lambda name, text: not_a_number("grade", text))
# Where semicolons separate, spreadsheets write a decimal comma.
DECIMAL_GRADE = replace(GRADE, read=NUMBER.kept or NUMBER.read)
RATER = ("rater", "judge", "annotator", "evaluator", "user", "worker", "reader")
WHO = (Field("rater", RATER, needed=True), Field("system", ("system", "mt", "engine", "model"), needed=True))
SEGMENT = Field("segment", ("segment", "sentence", "segment_id", "sentence_id", "seg", "id"), needed=True)
SCORE = Field("score", ("correct", "acceptable"), ANSWER, needed=True)
OUTPUT = (
    *(*WHO, SEGMENT),
    *(Field("document", ("document", "doc")), Field("domain", ("domain",))),
    Field("seconds", ("seconds", "time"), NUMBER),
)
GRADES = ColumnMap(OUTPUT, any_case=True)
YES_NO = ColumnMap((*OUTPUT, SCORE), any_case=True)
COMPREHENSION = ColumnMap(
    (
        *(Field("rater", ("reader", *RATER), needed=True), WHO[1]),
        Field("document", ("text", "document", "passage"), needed=True),
        Field(QUESTION, (QUESTION, "question_id"), needed=True),
        *(Field("aspect", ("level",)), SCORE),
        Field("seconds", ("reading_time", "reading_seconds", "seconds", "time"), NUMBER),
    ),
    any_case=True,
)
ASPECT_NAMES = ColumnMap(tuple(Field(aspect, (aspect,)) for aspect in ASPECTS), any_case=True)


def _table(given: Given, form: str) -> Table:
    """Read a CSV or TSV table, all of it as names."""
    table = read_table(given, ())
    if table.kind == JSONL:
        raise InputError(
            f"{label(table.source)}: JSONL where CSV or TSV is expected; in JSONL write a tidy table"
        )
    return replace(table, layout=replace(table.layout, form=form))


def _default_layout(judgements: Judgements, *names: str) -> Layout:
    """Return the columns of a table that comes from no file of its kind."""
    optional = [name for name in ("document", "domain", "seconds") if getattr(judgements, name) is not None]
    others = [name for name in judgements.extra if name not in (*(field.ours for field in OUTPUT), "score")]
    return Layout(("rater", "system", "segment", *names, *optional, *others))


# --- adequacy and fluency -----------------------------------------------------------------------------------


def recognises_grades(head: Head) -> bool:
    """Tell by its first line whether a file is a table of adequacy and fluency."""
    return GRADES.tells(head, "rater", "system") and bool(ASPECT_NAMES.located(head.header))


def read_grades(given: Given) -> Judgements:
    """Read adequacy and fluency: a judgement for each aspect of each row."""
    table = _table(given, "adequacy-fluency")
    aspects = ASPECT_NAMES.located(table.layout.columns)
    if not aspects:
        raise InputError(
            f"{label(table.source)}, line 1: neither a column adequacy nor a column fluency; name one of them so"
        )
    _warn_of_others(table, aspects.values())
    values = several_a_row(GRADES.read(table), len(aspects))
    extra = {name: column for name, column in values["extra"].items() if name not in aspects.values()}
    grades = [table.names[column].column() for column in aspects.values()]
    cells = Codes.of([text for row in zip(*grades, strict=True) for text in row])
    grade = DECIMAL_GRADE if table.layout.separators == (SEMICOLON,) else GRADE
    score, ours = grade.parsed(cells, "", lambda row: table.where(row // len(aspects)))
    values |= {"score": score, "extra": extra | ({} if ours else {"score": cells.column()})}
    values["aspect"] = Codes(tuple(aspects), np.tile(np.arange(len(aspects), dtype=np.int32), len(table)))
    return judgements_of("adequacy-fluency", values)


def _warn_of_others(table: Table, read: Collection[str]) -> None:
    """Say which columns look like answers to further questions, which this format does not know."""
    names = [name for name in table.names if aspect_of(name) is not None and name not in read]
    others = [name for name in names if is_numeric(table.names[name].names)]
    if others:
        warnings.warn(
            f"{label(table.path)}: of its scores {listed([*read])} are read, and not {listed(others)}; --from sheet "
            "reads all of them, and --columns score=… those that you name",
            AssayWarning,
            5,
        )


def write_grades(judgements: Judgements) -> bytes:
    """Write one row an output and a column an aspect; a grade whose fellow is missing stands alone in its row."""
    if "" in judgements.aspect.column():
        raise InputError("a grade that is neither adequacy nor fluency has no column; write a tidy table")
    names = [name for name in ASPECTS if name in judgements.aspect.names]
    layout = judgements.layout or _default_layout(judgements, *names)
    scores = by_row(GRADE.written(judgements.score, judgements.extra.get("score")))
    visits = _visits(judgements)
    firsts = [next(iter(rows.values())) for rows in visits]
    columns = {name: by_row(cells) for name, cells in GRADES.written(judgements, layout.columns).items()}
    cells: dict[str, Cells] = {name: [column[row] for row in firsts] for name, column in columns.items()}
    for aspect, column in ASPECT_NAMES.located(layout.columns).items():
        cells[column] = [scores[rows[aspect]] if aspect in rows else "" for rows in visits]
    return write_table(cells, layout)


def _visits(judgements: Judgements) -> list[dict[str, int]]:
    """Return the rows of each visit of a rater to an output, by aspect; a second one of an aspect starts anew."""
    visits: list[dict[str, int]] = []
    latest: dict[tuple[int, ...], dict[str, int]] = {}
    columns = (judgements.rater, judgements.system, judgements.segment)
    keys = zip(*(codes.index.tolist() for codes in columns), strict=True)
    for row, (key, aspect) in enumerate(zip(keys, judgements.aspect.column(), strict=True)):
        if key not in latest or aspect in latest[key]:
            latest[key] = {}
            visits.append(latest[key])
        latest[key][aspect] = row
    return visits


# --- yes and no ---------------------------------------------------------------------------------------------


def read_yes_no(given: Given) -> Judgements:
    """Read a table of outputs that are correct or not."""
    return judgements_of("yes-no", YES_NO.read(_table(given, "yes-no")))


def write_yes_no(judgements: Judgements) -> bytes:
    """Write a table of outputs that are correct or not."""
    layout = judgements.layout or _default_layout(judgements, "correct")
    return write_table(YES_NO.written(judgements, layout.columns), layout)


def recognises_comprehension(head: Head) -> bool:
    """Tell by its first line whether a file is a comprehension test."""
    return COMPREHENSION.tells(head, "system", "document", QUESTION, "score")


def read_comprehension(given: Given) -> Judgements:
    """Read the answers of readers to questions about texts."""
    values = COMPREHENSION.read(_table(given, "comprehension"))
    questions = zip(values["document"].column(), values.pop(QUESTION).column(), strict=True)
    values["segment"] = Codes.of([f"{text}#{question}" for text, question in questions])
    return judgements_of("comprehension", values)


def write_comprehension(judgements: Judgements) -> bytes:
    """Write the answers of readers."""
    if judgements.document is None:
        raise InputError(
            "answers without a text cannot be written as a comprehension test; write a tidy table"
        )
    texts, segments = judgements.document.column(), judgements.segment.column()
    for text, name in zip(texts, segments, strict=True):
        if not name.startswith(f"{text}#"):
            raise InputError(
                f'the segment "{shown(name)}" does not begin with its text, as in TEXT#QUESTION; write a tidy table'
            )
    layout = judgements.layout or _comprehension_layout(judgements)
    columns = COMPREHENSION.written(judgements, layout.columns)
    question = COMPREHENSION.located(layout.columns)[QUESTION]
    columns[question] = [name[len(text) + 1 :] for text, name in zip(texts, segments, strict=True)]
    return write_table(columns, layout)


def _comprehension_layout(judgements: Judgements) -> Layout:
    optional = ["level"] if any(judgements.aspect.names) else []
    optional += ["reading_time"] if judgements.seconds is not None else []
    return Layout(("reader", "text", "system", QUESTION, "correct", *optional, *judgements.extra))


FORMATS = (
    rating_format(
        "adequacy-fluency",
        "grades of adequacy and fluency, CSV or TSV",
        recognises_grades,
        read_grades,
        write_grades,
        GRADES.holds("adequacy-fluency", "adequacy-fluency", derived=("aspect",), aspects=ASPECTS),
    ),
    rating_format(
        "comprehension",
        "answers to questions about texts, CSV or TSV",
        recognises_comprehension,
        read_comprehension,
        write_comprehension,
        COMPREHENSION.holds("comprehension", "comprehension"),
    ),
    rating_format(
        "yes-no",
        "correct or not, CSV or TSV",
        YES_NO.tells,
        read_yes_no,
        write_yes_no,
        YES_NO.holds("yes-no", "yes-no"),
    ),
)
