"""Yes and no in a table with a header, CSV or TSV: outputs that are correct or not, and comprehension tests.

Correctness: a column `correct` or `acceptable`, one row an output. Comprehension: `reader`, `text`, `system`,
`question`, `correct`, and perhaps `level` and `reading_time`; a question is the segment `TEXT#QUESTION`, its text the
document, its level the aspect, and the reading time in seconds is that of the row. Answers are yes/no, true/false,
y/n or 1/0, in any case of letters. Columns go by several names, and further ones are kept, as in tables of adequacy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from assay.data import GENUINE, Codes, Judgements, Layout
from assay.errors import InputError
from assay.io.opening import label, shown
from assay.io.ratings.capabilities import Holds, fitted
from assay.io.ratings.headers import (
    NAMES,
    Names,
    columns_of,
    default_columns,
    has_columns,
    open_table,
    roles_of,
    write_table,
    written_columns,
)
from assay.io.ratings.tables import Table
from assay.io.ratings.verbatim import MISSING, as_written, keep_unlike

ANSWERS = ("correct", "acceptable")
YES, NO = frozenset({"yes", "y", "true", "1"}), frozenset({"no", "n", "false", "0"})
QUESTION = "question"
COMPREHENSION: Names = {
    "rater": ("reader", *NAMES["rater"]),
    "system": NAMES["system"],
    "text": ("text", "document", "passage"),
    QUESTION: (QUESTION, "question_id"),
    "level": ("level",),
    "seconds": ("reading_time", "reading_seconds", "seconds", "time"),
}
YES_NO_HOLD = Holds("yes-no", schemes=("yes-no",), columns=("document", "domain", "seconds"), extra=None)
COMPREHENSION_HOLD = Holds(
    "comprehension", schemes=("comprehension",), columns=("aspect", "document", "seconds"), extra=None
)


def recognises_yes_no(first: str) -> bool:
    """Tell by its first line whether a file is a table of yes and no."""
    return has_columns(first, ANSWERS, NAMES["rater"], NAMES["system"], NAMES["segment"])


def recognises_comprehension(first: str) -> bool:
    """Tell by its first line whether a file is a comprehension test."""
    return has_columns(first, ["correct"], COMPREHENSION[QUESTION], COMPREHENSION["text"], NAMES["system"])


def read_yes_no(path: str) -> Judgements:
    """Read a table of outputs that are correct or not."""
    roles = open_table(path, NAMES)
    column = _answer_column(path, roles.table.layout.columns)
    extra = roles.others(column)
    rows = len(roles.table)
    return Judgements(
        scheme="yes-no",
        rater=roles.needed("rater"),
        system=roles.needed("system"),
        segment=roles.needed("segment"),
        score=_answers(roles.table, column, extra),
        item=Codes.alike(GENUINE, rows),
        aspect=Codes.alike("", rows),
        document=roles.codes("document"),
        domain=roles.codes("domain"),
        seconds=roles.seconds(extra),
        extra=extra,
        line=roles.table.line,
        path=path,
        layout=replace(roles.table.layout, form=YES_NO_HOLD.form),
    )


def read_comprehension(path: str) -> Judgements:
    """Read the answers of readers to questions about texts."""
    roles = open_table(path, COMPREHENSION)
    column = _answer_column(path, roles.table.layout.columns)
    extra = roles.others(column)
    text, questions = roles.needed("text"), roles.needed(QUESTION).column()
    names = [f"{name}#{question}" for name, question in zip(text.column(), questions, strict=True)]
    rows = len(roles.table)
    return Judgements(
        scheme="comprehension",
        rater=roles.needed("rater"),
        system=roles.needed("system"),
        segment=Codes.of(names),
        score=_answers(roles.table, column, extra),
        item=Codes.alike(GENUINE, rows),
        aspect=roles.codes("level") or Codes.alike("", rows),
        document=text,
        seconds=roles.seconds(extra),
        extra=extra,
        line=roles.table.line,
        path=path,
        layout=replace(roles.table.layout, form=COMPREHENSION_HOLD.form),
    )


def _answer_column(path: str, header: Sequence[str]) -> str:
    column = next(iter(columns_of(header, ANSWERS).values()), None)
    if column is None:
        raise InputError(f"{label(path)}, line 1: no column {' or '.join(ANSWERS)}; name one so")
    return column


def _answers(table: Table, column: str, extra: dict[str, Sequence[str]]) -> NDArray[np.float64]:
    texts = table.names[column].column()
    values = np.array([_answer(text) for text in texts])
    unknown = np.flatnonzero(np.isinf(values))
    if len(unknown):
        row = int(unknown[0])
        raise InputError(
            f'{table.where(row)}: {column} "{shown(texts[row])}" is neither yes nor no; correct it'
        )
    keep_unlike(extra, "score", texts, map(_yes_or_no, values.tolist()))
    return values


def _answer(text: str) -> float:
    """Return 1 for yes, 0 for no, NaN for nothing, infinity for what is none of them."""
    word = text.strip().lower()
    if word in YES or word in NO:
        return float(word in YES)
    return np.nan if text in MISSING else np.inf


def _yes_or_no(value: float) -> str:
    return "" if np.isnan(value) else "yes" if value else "no"


def _means(text: str, value: float) -> bool:
    return _answer(text) == value or (text in MISSING and bool(np.isnan(value)))


# --- writing ------------------------------------------------------------------------------------------------


def write_yes_no(judgements: Judgements) -> str:
    """Write a table of outputs that are correct or not."""
    judgements = fitted(judgements, YES_NO_HOLD)
    layout = judgements.layout or Layout(default_columns(judgements, ["correct"]))
    return _written(judgements, written_columns(judgements, NAMES, layout), layout)


def write_comprehension(judgements: Judgements) -> str:
    """Write the answers of readers."""
    judgements = fitted(judgements, COMPREHENSION_HOLD)
    if judgements.document is None:
        raise InputError(
            "answers without a text cannot be written as a comprehension test; write a tidy table"
        )
    texts, segments = judgements.document.column(), judgements.segment.column()
    odd = next(
        (name for text, name in zip(texts, segments, strict=True) if not name.startswith(f"{text}#")), None
    )
    if odd is not None:
        raise InputError(
            f'the segment "{shown(odd)}" does not begin with its text, as in TEXT#QUESTION; write a tidy table'
        )
    layout = judgements.layout or Layout(_comprehension_columns(judgements))
    columns = written_columns(judgements, COMPREHENSION, layout)
    roles = roles_of(layout.columns, COMPREHENSION)
    columns[roles["text"]] = texts
    columns[roles[QUESTION]] = [name[len(text) + 1 :] for text, name in zip(texts, segments, strict=True)]
    columns |= {roles["level"]: judgements.aspect.column()} if "level" in roles else {}
    return _written(judgements, columns, layout)


def _comprehension_columns(judgements: Judgements) -> tuple[str, ...]:
    optional = ["level"] if any(judgements.aspect.names) else []
    optional += ["reading_time"] if judgements.seconds is not None else []
    return ("reader", "text", "system", QUESTION, "correct", *optional, *judgements.extra)


def _written(judgements: Judgements, columns: dict[str, Sequence[str]], layout: Layout) -> str:
    column = _answer_column(judgements.path, layout.columns)
    kept = judgements.extra.get("score")
    columns[column] = as_written(kept, judgements.score.tolist(), _yes_or_no, _means)
    return write_table(columns, layout)
