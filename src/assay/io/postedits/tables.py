"""Tables of post-editing effort, one row a segment that one editor did: which column is what is declared.

A `TableForm` names the columns of a format. `text` fills a name or a text, `figures` a number with the factor that
brings it to our unit. Files of Toral et al. (2018) and DivEMT (Sarti et al. 2022) were made from logs of PET: the time
is that of all events (`ev_time_ms`, `event_time`), and pauses lie between keystrokes and commands. Tables of CRITT's
database have one row a segment (`.sg`); the pauses of a segment are its bursts of typing less one.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from assay.data import KEYS, SCRATCH, Array, Codes, PostEdits
from assay.errors import AssayWarning, InputError
from assay.io.layout import Remarks
from assay.io.opening import contents, label, shown
from assay.io.scores.entries import UNKNOWN, number
from assay.io.texts.lines import marked_text
from assay.io.texts.rows import csv_fields, ragged, refuse_repeated

ABSENT = UNKNOWN | {"---"}  # CRITT's tables write lines for what is not known
SHORT = {"navigation": "nav"}
KEY_COLUMNS = {f"k_{SHORT.get(name, name)}": (f"keys {name}", 1.0) for name in KEYS}
MILLI = 1e-3
MOST_NAMED = 8  # columns
DECIMAL = re.compile(r"[+-]?\d*,\d+")


@dataclass(frozen=True)
class HeadedCells:
    """A header, and the rows under it with their lines."""

    header: list[str]
    body: list[tuple[int, list[str]]]
    comma: bool = False  # between semicolons, spreadsheets write 12,5 for 12.5


@dataclass(frozen=True)
class TableForm:
    """The columns of a format; `scratch` are the tasks (by their first letters) that translate without MT."""

    needed: tuple[str, ...]
    text: Mapping[str, str] = field(default_factory=dict)  # ours -> column
    figures: Mapping[str, tuple[str, float]] = field(default_factory=dict)  # column -> ours, factor
    scratch: tuple[str, ...] = ("ht",)
    joined: str = ""  # between the document and the segment, where only both name a segment


NOVEL = TableForm(
    needed=("subject", "item", "tasktype", "k_total", "ev_time_ms"),
    text={"editor": "subject", "segment": "item", "system": "tasktype", "task": "translation_type"},
    figures={
        "ev_time_ms": ("seconds", MILLI),
        "edit_time": ("given edit_time", 1.0),
        "len_sl_chr": ("source_chars", 1.0),
        "len_sl_wrd": ("source_words", 1.0),
        "len_tl_chr": ("final_chars", 1.0),
        "len_tl_wrd": ("final_words", 1.0),
        "k_total": ("key_total", 1.0),
        "num_annotations": ("visits", 1.0),
        **KEY_COLUMNS,
        **{f"np_{threshold}": (f"pauses {threshold}", 1.0) for threshold in (300, 1000)},
        **{f"lp_{threshold}": (f"pause_seconds {threshold}", MILLI) for threshold in (300, 1000)},
    },
)
DIVEMT = TableForm(
    needed=("subject_id", "item_id", "task_type", "k_total", "event_time"),
    text={
        "editor": "subject_id",
        "segment": "item_id",
        "system": "task_type",
        "task": "translation_type",
        "document": "doc_id",
        "source": "src_text",
        "mt": "mt_text",
        "final": "tgt_text",
    },
    figures={
        "event_time": ("seconds", MILLI),
        "edit_time": ("given edit_time", 1.0),
        "src_len_chr": ("source_chars", 1.0),
        "src_len_wrd": ("source_words", 1.0),
        "mt_len_chr": ("mt_chars", 1.0),
        "mt_len_wrd": ("mt_words", 1.0),
        "tgt_len_chr": ("final_chars", 1.0),
        "tgt_len_wrd": ("final_words", 1.0),
        "k_total": ("key_total", 1.0),
        "num_annotations": ("visits", 1.0),
        "per_subject_visit_order": ("order", 1.0),
        "hter": ("given hter", 1.0),
        "words_per_hour": ("given words_per_hour", 1.0),
        **KEY_COLUMNS,
        **{f"n_pause_geq_{threshold}": (f"pauses {threshold}", 1.0) for threshold in (300, 1000)},
        **{f"len_pause_geq_{threshold}": (f"pause_seconds {threshold}", MILLI) for threshold in (300, 1000)},
    },
)
CRITT = TableForm(
    needed=("Session", "Task", "Part", "Dur", "Ins", "Del", "TokS", "TokT"),
    text={"editor": "Part", "segment": "STseg", "system": "Task", "task": "Task", "document": "Text"},
    figures={
        "Dur": ("seconds", MILLI),
        "TokS": ("source_words", 1.0),
        "LenS": ("source_chars", 1.0),
        "TokT": ("final_words", 1.0),
        "LenT": ("final_chars", 1.0),
        "LenMT": ("mt_chars", 1.0),
        "Ins": ("typed", 1.0),
        "Del": ("erased", 1.0),
        "Nedit": ("visits", 1.0),
        **{f"TB{threshold}": (f"bursts {threshold}", 1.0) for threshold in (300, 500, 1000, 2000, 5000)},
        **{
            f"TG{threshold}": (f"pause_seconds {threshold}", MILLI)
            for threshold in (300, 500, 1000, 2000, 5000)
        },
    },
    scratch=("T",),
    joined=":",
)
PLAIN = TableForm(
    needed=("editor", "segment"),
    text={
        name: name for name in ("editor", "segment", "system", "task", "document", "source", "mt", "final")
    },
    figures={
        **{name: (name, 1.0) for name in ("seconds", "start", "order", "mouse", "visits")},
        **{
            name: (name, 1.0)
            for name in ("source_words", "source_chars", "final_words", "final_chars", "typed", "erased")
        },
        "keys": ("key_total", 1.0),
        "hter": ("given hter", 1.0),
        **KEY_COLUMNS,
    },
    scratch=("ht", "scratch"),
)
FIELDS = (
    "seconds",
    "start",
    "order",
    "key_total",
    "mouse",
    "visits",
)  # figures that have a column of their own


def header_of(first: str) -> list[str]:
    """Return the names in the first line of a table."""
    return [cell.strip().strip('"') for cell in first.rstrip("\r\n").split(_separator(first))]


def _separator(first: str) -> str:
    return "\t" if "\t" in first else ";" if ";" in first and "," not in first else ","


def fits(form: TableForm, first: str) -> bool:
    """Tell by its first line whether a file is a table of this form."""
    return set(form.needed) <= set(header_of(first))


def read_cells(path: str) -> HeadedCells:
    """Read a table of named columns; cells may be quoted, as spreadsheets and R do."""
    text = marked_text(path, contents(path))
    separator = _separator(text.partition("\n")[0])
    (_, header), *body = csv_fields(path, text, separator)
    refuse_repeated(f"{label(path)}, line 1", header, "columns")
    for line, cells in body:
        if len(cells) != len(header):
            raise ragged(f"{label(path)}, line {line}", cells, len(header))
    return HeadedCells(header, body, separator == ";")


def read_effort_table(path: str, form: TableForm, name: str) -> PostEdits:
    """Read a table as its form says; columns that it does not name are not read, which is told of tables of users."""
    rows = read_cells(path)
    needed = (*form.needed, form.text["editor"], form.text["segment"])
    missing = [column for column in needed if column not in rows.header]
    if missing:
        raise InputError(
            f"{label(path)}: no column {missing[0]}, which {name} has; found {', '.join(map(shown, rows.header[:12]))}"
        )
    if not rows.body:
        raise InputError(f"{label(path)}: a header but no rows; there is nothing to read")
    if form is PLAIN:
        _warn_of_unread(path, rows.header)
    return _postedits(path, rows, form, name)


def _warn_of_unread(path: str, header: Sequence[str]) -> None:
    known = (*PLAIN.text, *PLAIN.figures)
    unread = [column for column in header if column not in known]
    if unread:
        warnings.warn(
            f"{label(path)}: not read, for no column has this name: {', '.join(map(shown, unread[:MOST_NAMED]))}; "
            f"names are {', '.join(known)}",
            AssayWarning,
            stacklevel=2,
        )


def _postedits(path: str, rows: HeadedCells, form: TableForm, name: str) -> PostEdits:
    places = {column: place for place, column in enumerate(rows.header)}
    texts = {
        ours: [cells[places[column]] for _, cells in rows.body]
        for ours, column in form.text.items()
        if column in places
    }
    figures = {
        ours: factor * _numbers(path, rows, column, places[column])
        for column, (ours, factor) in form.figures.items()
        if column in places
    }
    named = _named(texts, form, len(rows.body))
    remarks = Remarks()
    for (line, _), again in zip(rows.body, _repeated(named), strict=True):
        if again:
            remarks.add("rows of an editor, system and segment that was there before", f"line {line}")
    remark_untimed(remarks, [line for line, _ in rows.body], figures.get("seconds"))
    made = PostEdits(**named, **_figures(figures), path=path, form=name, remarks=remarks.taken())
    return made if made.order is not None else replace(made, order=_file_order(made.editor))


def remark_untimed(remarks: Remarks, lines: Sequence[int], seconds: Array | None) -> None:
    """Count the rows whose time is not known: empty, NA or nan."""
    for line, time in zip(lines, () if seconds is None else seconds.tolist(), strict=seconds is not None):
        if np.isnan(time):
            remarks.add("rows without a time, in no figure of time", f"line {line}")


def _numbers(path: str, rows: HeadedCells, column: str, place: int) -> Array:
    where = f"{label(path)}, line {{}}, column {shown(column)}"
    texts = [(line, _pointed(cells[place].strip(), rows)) for line, cells in rows.body]
    numbers = [np.nan if text.lower() in ABSENT else number(where.format(line), text) for line, text in texts]
    for (line, text), value in zip(texts, numbers, strict=True):
        if value < 0 and column != "start":  # whose zero is anywhere
            raise InputError(
                f"{where.format(line)}: {text} is below 0; correct it, or write NA for what is not known"
            )
    return np.array(numbers, dtype=np.float64)


def _pointed(text: str, rows: HeadedCells) -> str:
    return text.replace(",", ".") if rows.comma and DECIMAL.fullmatch(text) else text


def _named(texts: Mapping[str, list[str]], form: TableForm, rows: int) -> dict[str, Any]:
    """Return the names and texts of rows; an empty text of a translation from scratch is no machine translation."""
    tasks = texts.get("task", [""] * rows)
    scratch = np.array([task.startswith(form.scratch) for task in tasks], dtype=bool)
    segments, documents = texts["segment"], texts.get("document")
    if form.joined and documents:
        segments = [
            f"{document}{form.joined}{segment}" for document, segment in zip(documents, segments, strict=True)
        ]
    systems = texts.get("system", [SCRATCH if bare else "mt" for bare in scratch])
    mt = texts.get("mt")
    return {
        "editor": Codes.of(texts["editor"]),
        "system": Codes.of(systems),
        "segment": Codes.of(segments),
        "scratch": scratch,
        "document": None if documents is None else Codes.of(documents),
        "source": texts.get("source"),
        "mt": mt and [None if bare else text for text, bare in zip(mt, scratch, strict=True)],
        "final": texts.get("final"),
    }


def _figures(figures: Mapping[str, Array]) -> dict[str, Any]:
    """Sort figures to the columns that they fill."""
    made: dict[str, Any] = {name: figures[name] for name in FIELDS if name in figures}
    grouped: dict[str, dict[str, Array]] = {}
    for name, column in figures.items():
        group, _, rest = name.partition(" ")
        if name not in FIELDS:
            grouped.setdefault(group if rest else "lengths", {})[rest or name] = column
    counts = grouped.get("pauses", {}) | {
        threshold: np.maximum(column - 1, 0) for threshold, column in grouped.get("bursts", {}).items()
    }
    seconds = grouped.get("pause_seconds", {})
    made["pauses"] = {int(each): (counts[each], seconds[each]) for each in counts if each in seconds}
    return made | {name: grouped.get(name, {}) for name in ("lengths", "keys", "given")}


def _repeated(named: Mapping[str, Any]) -> list[bool]:
    seen: set[tuple[int, int, int]] = set()
    columns = (named[name].index.tolist() for name in ("editor", "system", "segment"))
    repeated = []
    for row in zip(*columns, strict=True):
        repeated.append(row in seen)
        seen.add(row)
    return repeated


def _file_order(editor: Codes) -> Array:
    """Number the rows of every editor in the order of the file, from 1."""
    counts = [0] * len(editor.names)
    order = np.empty(len(editor))
    for row, place in enumerate(editor.index.tolist()):
        counts[place] += 1
        order[row] = counts[place]
    return order
