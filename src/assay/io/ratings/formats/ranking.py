"""WMT rankings as CSV: n-way (five outputs on a screen) and pairwise, also with identical outputs collapsed.

An n-way row becomes n judgements of the scheme "ranking" that share a `screen`, the line of the row: the score is the
rank, 1 the best, ties allowed; -1 is a skipped screen and has no score. A pairwise row becomes a preference, with both
ranks kept; a pair of which a rank is -1 was skipped, so it is set aside and counted. Systems whose outputs were the
same and were shown as one keep their joint name (`A+B`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from assay.data import Codes, Judgements, Preferences, Remark
from assay.data.judgements import Layout
from assay.errors import InputError
from assay.io.layout import PLACES
from assay.io.opening import label, shown
from assay.io.ratings.format import ColumnMap, Field, judgements_of, rating_format, several_a_row
from assay.io.ratings.lines import by_row, write_fields
from assay.io.tables.cells import NUMBER, number_of, parse_numbers, with_missing
from assay.io.tables.head import Head
from assay.io.tables.reading import Given, read_table
from assay.io.tables.table import CSV, Table

SKIPPED = -1
SYSTEM = re.compile(r"system(\d+)Id")
DOCUMENT, RANKING = "documentId", "rankingID"
PAIR_RANKS = ("system1rank", "system2rank")
PAIRS = "pairs"
# Beside each system, and what `extra` calls them
OF_SLOTS = {"Number": "system_number", "rank": "rank"}
COLUMNS = ColumnMap(
    (
        Field("rater", ("judgeId", "judgeID"), needed=True),
        Field("segment", ("segmentId",), needed=True),
    ),
    languages=("srclang", "trglang"),
)
# A rank of -1 says that the screen was skipped.
RANK = replace(
    with_missing(NUMBER, str(SKIPPED)),
    kept=lambda text: math.nan if number_of(text) == SKIPPED else number_of(text),
)


def recognises(head: Head) -> bool:
    """Tell by its first line whether a file is a ranking of more than two outputs a row."""
    return len(_slots(head.header)) > 2 and _is_ranking(head)


def recognises_pairs(head: Head) -> bool:
    """Tell by its first line whether a file is a ranking of pairs."""
    return len(_slots(head.header)) == 2 and _is_ranking(head)


def _is_ranking(head: Head) -> bool:
    return head.kind == CSV and COLUMNS.fits(head.header)


def _slots(header: Sequence[str]) -> list[int]:
    """Return the numbers of the systems of a row."""
    return [int(match[1]) for match in map(SYSTEM.fullmatch, header) if match and len(match[1]) < 4]


def _table(given: Given, form: str) -> tuple[Table, list[int]]:
    table = read_table(given, ())
    header = table.layout.columns
    slots = _slots(header)
    missing = [field.names[0] for field in COLUMNS.fields if field.ours not in COLUMNS.located(header)]
    missing += [name for slot in slots if (name := f"system{slot}rank") not in header]
    if len(slots) < 2 or missing:
        what = ", ".join(missing) or "system1Id and system2Id"
        raise InputError(
            f"{label(table.source)}, line 1: no column {what}; a WMT ranking needs systems, ranks and judges"
        )
    return replace(table, layout=replace(table.layout, form=form)), slots


def _ranks(table: Table, slot: int) -> NDArray[np.float64]:
    """Return the ranks of a column, NaN where they are -1."""
    name = f"system{slot}rank"
    ranks = parse_numbers(table.names[name].column(), name, table.where)
    return np.where(ranks == SKIPPED, np.nan, ranks)


# --- n outputs a row ----------------------------------------------------------------------------------------


def read(given: Given) -> Judgements:
    """Read a ranking of n outputs a row; a place without a system, and with the rank -1, had no output."""
    table, slots = _table(given, "ranking")
    width, rows = len(slots), len(table)
    systems = _side_by_side(table, slots, "Id")
    named = np.array([name != "" for name in systems], dtype=bool)
    values = several_a_row(COLUMNS.read(table), width)
    score = np.stack([_ranks(table, slot) for slot in slots], axis=1).ravel()
    unnamed = np.flatnonzero(~named & np.isfinite(score))
    if len(unnamed):
        raise InputError(f"{table.where(int(unnamed[0]) // width)}: a system without a name; give it one")
    of_slots = {f"system{slot}{kind}" for slot in slots for kind in ("Id", *OF_SLOTS)}
    extra = {name: column for name, column in values["extra"].items() if name not in of_slots}
    beside = {ours: _side_by_side(table, slots, kind) for kind, ours in OF_SLOTS.items()}
    if beside["rank"] == RANK.written(score):
        del beside["rank"]
    values |= {
        "system": Codes.of(systems),
        "score": score,
        "screen": Codes(
            tuple(map(str, table.line.tolist())), np.repeat(np.arange(rows, dtype=np.int32), width)
        ),
        "extra": extra | {name: column for name, column in beside.items() if column},
    }
    judgements = judgements_of("ranking", values).where(named)
    return judgements if named.all() else replace(judgements, system=Codes.of(judgements.system.column()))


def _side_by_side(table: Table, slots: Sequence[int], kind: str) -> list[str]:
    """Return what stands beside each output, row by row; nothing where some output has no such column."""
    names = [f"system{slot}{kind}" for slot in slots]
    if not {*names} <= {*table.names}:
        return []
    return [text for row in zip(*(table.names[name].column() for name in names), strict=True) for text in row]


def write(judgements: Judgements) -> bytes:
    """Write a ranking with as many outputs a row as the largest screen has; smaller ones leave places empty."""
    if judgements.screen is None:
        raise InputError("a ranking without screens cannot be written as rows of outputs; write a tidy table")
    rows: dict[int, list[int]] = {}
    for row, screen in enumerate(judgements.screen.index.tolist()):
        rows.setdefault(screen, []).append(row)
    screens = list(rows.values())
    width = max(map(len, screens), default=0)
    header = judgements.layout.columns if judgements.layout else ()
    if len(_slots(header)) != width:  # outputs were taken out since the file was read
        header = _default_columns(judgements, width)
    columns = _cells(judgements, header, screens)
    return write_fields([columns[name] for name in header], CSV, judgements.layout or Layout(), header)


def _default_columns(judgements: Judgements, width: int) -> tuple[str, ...]:
    others = [name for name in judgements.extra if name not in OF_SLOTS.values()]
    systems = [f"system{slot}Id" for slot in range(1, width + 1)]
    ranks = [f"system{slot}rank" for slot in range(1, width + 1)]
    document = [DOCUMENT] if judgements.document is not None else []
    return (*COLUMNS.languages, *document, "segmentId", "judgeId", *systems, *ranks, *others)


def _cells(
    judgements: Judgements, header: Sequence[str], screens: Sequence[Sequence[int]]
) -> dict[str, list[str]]:
    """Return the cells of every column of the header, one a screen."""
    rows, extra = len(judgements), judgements.extra
    of_slots: dict[str, Sequence[str]] = {
        "Id": judgements.system.column(),
        "rank": by_row(RANK.written(judgements.score, extra.get("rank"))),
        "Number": extra.get("system_number", [str(SKIPPED)] * rows),
    }
    plain = {name: by_row(cells) for name, cells in COLUMNS.written(judgements, header).items()}
    if judgements.document is not None:
        plain.setdefault(DOCUMENT, judgements.document.column())
    cells = {
        name: [plain[name][outputs[0]] if name in plain else "" for outputs in screens] for name in header
    }
    for at, slot in enumerate(_slots(header)):
        for kind, texts in of_slots.items():
            nothing = "" if kind == "Id" else str(SKIPPED)
            cells[f"system{slot}{kind}"] = [
                texts[outputs[at]] if at < len(outputs) else nothing for outputs in screens
            ]
    return cells


# --- pairs --------------------------------------------------------------------------------------------------


def read_pairs(given: Given) -> Preferences:
    """Read a ranking of pairs; skipped pairs are set aside."""
    table, slots = _table(given, PAIRS)
    if len(slots) != 2:
        raise InputError(
            f"{label(table.source)}: {len(slots)} outputs a row; this is a ranking, not a list of pairs"
        )
    first, second = (_ranks(table, slot) for slot in slots)
    systems = Codes.of([name for slot in slots for name in table.names[f"system{slot}Id"].column()])
    values = COLUMNS.read(table)
    taken = (RANKING, *(f"system{slot}Id" for slot in slots))
    preferences = Preferences(
        systems.names,
        systems.index[: len(table)],
        systems.index[len(table) :],
        np.sign(np.nan_to_num(second - first)).astype(np.int8),  # the lower rank is the better
        screen=table.names.get(RANKING),
        document=table.names.get(DOCUMENT),
        extra={name: column for name, column in values["extra"].items() if name not in taken},
        **{name: values[name] for name in ("rater", "segment", "languages", "path", "layout")},
    )
    skipped = np.isnan(first) | np.isnan(second)
    return _without_skipped(preferences, skipped, table) if skipped.any() else preferences


def _without_skipped(preferences: Preferences, skipped: NDArray[np.bool_], table: Table) -> Preferences:
    rows = np.flatnonzero(skipped)
    names = preferences.rater.names
    places = tuple(
        f'{table.where(row)}: skipped by "{shown(names[preferences.rater.index[row]])}"'
        for row in rows[:PLACES]
    )
    return replace(preferences.where(~skipped), remarks=(Remark("skipped", len(rows), places),))


def write_pairs(preferences: Preferences) -> bytes:
    """Write a ranking of pairs; where the ranks are not known, the better has 1 and the other 2."""
    layout = preferences.layout
    if layout is None or layout.form != PAIRS:
        layout = Layout(_pair_columns(preferences))
    columns = COLUMNS.written(preferences, layout.columns)
    for slot, (side, ranks) in enumerate(
        zip((preferences.first, preferences.second), _pair_ranks(preferences), strict=True), start=1
    ):
        columns[f"system{slot}Id"] = Codes(preferences.systems, side)
        columns[f"system{slot}rank"] = ranks
    columns |= {} if preferences.screen is None else {RANKING: preferences.screen}
    absent = Codes.alike("", len(preferences))
    return write_fields([columns.get(name, absent) for name in layout.columns], CSV, layout, layout.columns)


def _pair_ranks(preferences: Preferences) -> tuple[list[str], list[str]]:
    """Return both ranks of each pair: those of the file where they still say who is the better."""
    texts = [preferences.extra.get(name, [""] * len(preferences)) for name in PAIR_RANKS]
    pairs = []
    for outcome, first, second in zip(preferences.outcome.tolist(), *texts, strict=True):
        same = np.sign(number_of(second) - number_of(first)) == outcome
        pairs.append((first, second) if same else ("2" if outcome < 0 else "1", "2" if outcome > 0 else "1"))
    return [first for first, _ in pairs], [second for _, second in pairs]


def _pair_columns(preferences: Preferences) -> tuple[str, ...]:
    systems = ("system1Id", "system1rank", "system2Id", "system2rank")
    screen = () if preferences.screen is None else (RANKING,)
    others = (name for name in preferences.extra if name not in systems)
    return (*COLUMNS.languages, "segmentId", "judgeID", *systems, *screen, *others)


FORMATS = (
    rating_format(
        "ranking",
        "WMT ranking of several outputs per row, CSV",
        recognises,
        read,
        write,
        COLUMNS.holds("ranking", "ranking", derived=("screen", "document")),
    ),
    rating_format(
        PAIRS,
        "WMT ranking of pairs, also collapsed, CSV",
        recognises_pairs,
        read_pairs,
        write_pairs,
        pairs=True,
    ),
)
