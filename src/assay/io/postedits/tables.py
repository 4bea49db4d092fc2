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

from assay.data import KEYS, Array, Codes, PostEdits, numbered_ids
from assay.data.postedits import SCRATCH
from assay.errors import AssayWarning, InputError
from assay.io.layout import Remarks
from assay.io.opening import Source, label, shown
from assay.io.scores.entries import UNKNOWN, number
from assay.io.tables.head import Head
from assay.io.tables.headed import Wanted, read_headed
from assay.io.tables.names import POSTEDIT_ROLES, key_of, located, role_of
from assay.io.tables.reading import Given
from assay.io.tables.table import Table

ABSENT = UNKNOWN | {"---"}  # CRITT's tables write lines for what is not known
SHORT = {"navigation": "nav"}
KEY_COLUMNS = {f"k_{SHORT.get(name, name)}": (f"keys {name}", 1.0) for name in KEYS}
MILLI = 1e-3
NO_TABLE = (
    "not recognised as post-edits by its first line; give a log or a table with the columns editor, segment and what "
    "was measured, or name the format with --from; texts are named with --mt FILE and --final FILE"
)
MOST_NAMED = 8  # columns
DECIMAL = re.compile(r"[+-]?\d*,\d+")


@dataclass(frozen=True)
class TableForm:
    """The columns of a format; `scratch` are the tasks (by their first letters) that translate without MT."""

    needed: tuple[str, ...]
    text: Mapping[str, str] = field(default_factory=dict)  # ours -> column
    figures: Mapping[str, tuple[str, float]] = field(default_factory=dict)  # column -> ours, factor
    scratch: tuple[str, ...] = ("ht",)
    # Between the document and the segment, where only both name a segment
    joined: str = ""


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
EDITOR = "editor"  # what the only one is called where nothing names them
KNOWN = frozenset(
    name for form in (NOVEL, DIVEMT, CRITT) for name in (*form.needed, *form.text.values(), *form.figures)
)
PLAIN_KEYS = frozenset(map(key_of, (*PLAIN.text, *PLAIN.figures)))
# Figures that have a column of their own
FIELDS = ("seconds", "start", "order", "key_total", "mouse", "visits")


def fits(form: TableForm, head: Head) -> bool:
    """Tell by its columns whether a table is of this form."""
    return _fits(form, _columns(form, head.header))


def _fits(form: TableForm, columns: Mapping[str, str]) -> bool:
    return {*form.needed} <= columns.keys() or (form is PLAIN and {"mt", "final"} <= columns.keys())


def _columns(form: TableForm, header: Sequence[str]) -> dict[str, str]:
    """Return which column of a header each is that a form knows; only in our own table may they be called otherwise."""
    known = {*form.needed, *form.text.values(), *form.figures}
    if form is not PLAIN:
        return {name: name for name in header if name in known}
    spelt = {key_of(name): name for name in reversed(header)}
    roles = {role: name for role, name in located(header, POSTEDIT_ROLES).items() if role in known}
    return roles | {name: spelt[key_of(name)] for name in known if key_of(name) in spelt}


def _is_known(name: str) -> bool:
    return name in KNOWN or key_of(name) in PLAIN_KEYS or bool(role_of(name, POSTEDIT_ROLES)[0])


WANTED = Wanted(_is_known, quotes="loose", no_table=NO_TABLE)


def read_cells(given: Given) -> Table:
    """Read a table of named columns, in whatever shape it is."""
    return given if isinstance(given, Table) else read_headed(Source.of(given), WANTED)


def read_effort_table(given: Given, form: TableForm, name: str) -> PostEdits:
    """Read a table as its form says; columns that it does not name are not read, which is told of tables of users."""
    table = read_cells(given)
    columns = _columns(form, table.header)
    named = () if form is PLAIN else (form.text["editor"], form.text["segment"])
    missing = [column for column in (*form.needed, *named) if column not in columns]
    if missing and not (form is PLAIN and _fits(form, columns)):
        raise InputError(
            f"{label(table.source)}: no column {missing[0]}, which {name} has; found "
            f"{', '.join(map(shown, table.header[:12]))}"
        )
    if not len(table):
        raise InputError(f"{label(table.source)}: a header but no rows; there is nothing to read")
    if form is PLAIN:
        _warn_of_unread(table, columns)
    return _postedits(table, columns, form, name)


def _warn_of_unread(table: Table, columns: Mapping[str, str]) -> None:
    unread = [column for column in table.header if column not in columns.values()]
    if unread:
        warnings.warn(
            f"{label(table.source)}: not read, for no column has this name: "
            f"{', '.join(map(shown, unread[:MOST_NAMED]))}; names are {', '.join((*PLAIN.text, *PLAIN.figures))}",
            AssayWarning,
            stacklevel=2,
        )


def _postedits(table: Table, columns: Mapping[str, str], form: TableForm, name: str) -> PostEdits:
    texts = {ours: table.column(columns[column]) for ours, column in form.text.items() if column in columns}
    texts.setdefault("editor", [EDITOR] * len(table))
    texts.setdefault("segment", numbered_ids(len(table)))
    figures = {
        ours: factor * _numbers(table, columns[column])
        for column, (ours, factor) in form.figures.items()
        if column in columns
    }
    named = _named(texts, form, len(table))
    remarks = Remarks()
    for row, again in enumerate(_repeated(named)):
        if again:
            remarks.add("rows of an editor, system and segment that was there before", table.place(row))
    remark_untimed(remarks, list(map(table.place, range(len(table)))), figures.get("seconds"))
    made = PostEdits(**named, **_figures(figures), path=str(table.source), form=name, remarks=remarks.taken())
    return made if made.order is not None else replace(made, order=_file_order(made.editor))


def remark_untimed(remarks: Remarks, places: Sequence[str], seconds: Array | None) -> None:
    """Count the rows whose time is not known: empty, NA or nan."""
    for place, time in zip(places, () if seconds is None else seconds.tolist(), strict=seconds is not None):
        if np.isnan(time):
            remarks.add("rows without a time, in no figure of time", place)


def _numbers(table: Table, column: str) -> Array:
    texts = [_pointed(cell.strip(), table) for cell in table.column(column)]
    values = np.empty(len(texts))
    for row, text in enumerate(texts):
        where = f"{table.where(row)}, column {shown(column)}"
        values[row] = np.nan if text.lower() in ABSENT else number(where, text)
        if values[row] < 0 and column != "start":  # whose zero is anywhere
            raise InputError(f"{where}: {text} is below 0; correct it, or write NA for what is not known")
    return values


def _pointed(text: str, table: Table) -> str:
    return text.replace(",", ".") if table.decimal_comma and DECIMAL.fullmatch(text) else text


def _named(texts: Mapping[str, Sequence[str]], form: TableForm, rows: int) -> dict[str, Any]:
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
