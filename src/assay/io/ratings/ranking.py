"""WMT rankings as CSV: n-way (five outputs on a screen) and pairwise, also with identical outputs collapsed.

An n-way row becomes n judgements of the scheme "ranking" that share a `screen`, the line of the row: the score is the
rank, 1 the best, ties allowed; -1 is a skipped screen and has no score. A pairwise row becomes a preference, with both
ranks kept; a pair of which a rank is -1 was skipped, so it is set aside and counted. Systems whose outputs were the
same and were shown as one keep their joint name (`A+B`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from assay.data import GENUINE, Codes, Judgements, Layout, Preferences, Remark
from assay.errors import InputError
from assay.io.opening import label, shown
from assay.io.ratings.capabilities import Holds, fitted
from assay.io.ratings.checks import PLACES
from assay.io.ratings.tables import CSV, Table, header_of, kind_of, read_table, write_fields
from assay.io.ratings.verbatim import (
    as_written,
    languages_of,
    means_number,
    number_of,
    number_text,
    parse_numbers,
)

SKIPPED = -1
SYSTEM = re.compile(r"system(\d+)Id")
JUDGE = ("judgeId", "judgeID")
LANGUAGES = ("srclang", "trglang")
SEGMENT = "segmentId"
PAIR_RANKS = ("system1rank", "system2rank")
HOLDS = Holds(
    "ranking",
    schemes=("ranking",),
    columns=("screen", "document", "languages"),
    extra=None,
)


def recognises(first: str) -> bool:
    """Tell by its first line whether a file is a ranking of more than two outputs a row."""
    return len(_systems(header_of(first))) > 2 and _is_ranking(first)


def recognises_pairs(first: str) -> bool:
    """Tell by its first line whether a file is a ranking of pairs."""
    return len(_systems(header_of(first))) == 2 and _is_ranking(first)


def _is_ranking(first: str) -> bool:
    header = set(header_of(first))
    return kind_of(first) == CSV and SEGMENT in header and bool(header & {*JUDGE})


def _systems(header: Sequence[str]) -> list[int]:
    return [int(match[1]) for match in map(SYSTEM.fullmatch, header) if match and len(match[1]) < 4]


def _judge(columns: Sequence[str]) -> str:
    return next((name for name in JUDGE if name in columns), JUDGE[0])


def _table(path: str) -> tuple[Table, list[int]]:
    table = read_table(path, ())
    header = table.layout.columns
    slots = _systems(header)
    needed = [_judge(header), SEGMENT, *(f"system{slot}rank" for slot in slots)]
    missing = [name for name in needed if name not in header]
    if len(slots) < 2 or missing:
        what = ", ".join(missing) or "system1Id and system2Id"
        raise InputError(
            f"{label(path)}, line 1: no column {what}; a WMT ranking needs systems, ranks and judges"
        )
    return table, slots


def _ranks(table: Table, slot: int) -> NDArray[np.float64]:
    """Return the ranks of a column, NaN where they are -1."""
    name = f"system{slot}rank"
    ranks = parse_numbers(table.names[name].column(), name, table.where)
    return np.where(ranks == SKIPPED, np.nan, ranks)


# --- n outputs a row ----------------------------------------------------------------------------------------


def read(path: str) -> Judgements:
    """Read a ranking of n outputs a row."""
    table, slots = _table(path)
    width, rows = len(slots), len(table)
    systems = [
        name
        for row in zip(*(table.names[f"system{s}Id"].column() for s in slots), strict=True)
        for name in row
    ]
    if "" in systems:
        raise InputError(f"{table.where(systems.index('') // width)}: a system without a name; give it one")
    taken = {_judge(table.layout.columns), SEGMENT, *(f"system{slot}Id" for slot in slots)}
    languages = languages_of(*map(table.names.get, LANGUAGES))
    taken |= {*LANGUAGES} if languages else set()
    extra = {
        name: np.repeat(np.array(codes.column(), dtype=object), width).tolist()
        for name, codes in table.names.items()
        if name not in taken and not _of_slot(name, slots)
    }
    repeated = np.repeat(np.arange(rows), width)
    return Judgements(
        scheme="ranking",
        rater=table.names[_judge(table.layout.columns)].at(repeated),
        system=Codes.of(systems),
        segment=table.names[SEGMENT].at(repeated),
        score=np.stack([_ranks(table, slot) for slot in slots], axis=1).ravel(),
        item=Codes.alike(GENUINE, rows * width),
        aspect=Codes.alike("", rows * width),
        screen=Codes(tuple(map(str, table.line.tolist())), repeated.astype(np.int32)),
        languages=languages or ("", ""),
        extra=extra | _slot_extra(table, slots),
        line=table.line[repeated],
        path=path,
        layout=replace(table.layout, form=HOLDS.form),
    )


def _of_slot(name: str, slots: Sequence[int]) -> bool:
    return any(name in (f"system{slot}Number", f"system{slot}rank") for slot in slots)


def _slot_extra(table: Table, slots: Sequence[int]) -> dict[str, list[str]]:
    """Return what stands beside each output: its number, and its rank as written where that is not a number."""
    columns: dict[str, list[str]] = {}
    for name, kept in (("Number", "system_number"), ("rank", "rank")):
        parts = [
            table.names[f"system{slot}{name}"].column()
            for slot in slots
            if f"system{slot}{name}" in table.names
        ]
        if len(parts) == len(slots):
            columns[kept] = [text for row in zip(*parts, strict=True) for text in row]
    values = np.stack([_ranks(table, slot) for slot in slots], axis=1).ravel().tolist()
    if columns.get("rank") == [_rank_text(value) for value in values]:
        del columns["rank"]
    return columns


def _rank_text(rank: float) -> str:
    return number_text(rank) or str(SKIPPED)


def write(judgements: Judgements) -> str:
    """Write a ranking with as many outputs a row as each screen has; all screens must have as many."""
    judgements = fitted(judgements, HOLDS)
    if judgements.screen is None:
        raise InputError("a ranking without screens cannot be written as rows of outputs; write a tidy table")
    screens = list(_screens(judgements.screen))
    width = len(screens[0]) if screens else 0
    odd = next((rows for rows in screens if len(rows) != width), None)
    if odd is not None:
        raise InputError(
            f"screens of {width} and of {len(odd)} outputs cannot be one table; write a tidy table"
        )
    columns = judgements.layout.columns if judgements.layout else ()
    if len(_systems(columns)) != width:  # outputs were taken out since the file was read
        columns = _default_columns(judgements, width)
    fields = _fields(judgements, columns)
    lines = [list(columns), *([fields(rows, name) for name in columns] for rows in screens)]
    return write_fields(lines, CSV, judgements.layout or Layout())


def _screens(screen: Codes) -> Iterator[list[int]]:
    rows: dict[int, list[int]] = {}
    for row, number in enumerate(screen.index.tolist()):
        rows.setdefault(number, []).append(row)
    yield from rows.values()


def _default_columns(judgements: Judgements, width: int) -> tuple[str, ...]:
    others = [name for name in judgements.extra if name not in ("rank", "system_number")]
    systems = [f"system{slot}Id" for slot in range(1, width + 1)]
    ranks = [f"system{slot}rank" for slot in range(1, width + 1)]
    document = ["documentId"] if judgements.document is not None else []
    return (*LANGUAGES, *document, SEGMENT, JUDGE[0], *systems, *ranks, *others)


def _fields(judgements: Judgements, columns: Sequence[str]) -> Callable[[Sequence[int], str], str]:
    """Return a function from the rows of a screen and the name of a column to the field."""
    ranks = judgements.score.tolist()
    of_slots: Mapping[str, Sequence[str]] = {
        "Id": judgements.system.column(),
        "rank": as_written(judgements.extra.get("rank"), ranks, _rank_text, _means_rank),
        "Number": judgements.extra.get("system_number", [str(SKIPPED)] * len(ranks)),
    }
    slots = {
        f"system{slot}{kind}": (at, kind) for at, slot in enumerate(_systems(columns)) for kind in of_slots
    }
    plain = _plain_columns(judgements)

    def field(rows: Sequence[int], name: str) -> str:
        if name in slots:
            at, kind = slots[name]
            return of_slots[kind][rows[at]]
        return plain[name][rows[0]] if name in plain else ""

    return field


def _means_rank(text: str, rank: float) -> bool:
    return means_number(text, rank) or (math.isnan(rank) and number_of(text) == SKIPPED)


def _plain_columns(judgements: Judgements) -> Mapping[str, Sequence[str]]:
    rows = len(judgements)
    plain: dict[str, Sequence[str]] = {
        SEGMENT: judgements.segment.column(),
        **{name: judgements.rater.column() for name in JUDGE},
        **{name: [judgements.languages[at]] * rows for at, name in enumerate(LANGUAGES)},
    }
    if judgements.document is not None:
        plain["documentId"] = judgements.document.column()
    return plain | {
        name: column for name, column in judgements.extra.items() if name not in ("rank", "system_number")
    }


# --- pairs --------------------------------------------------------------------------------------------------


def read_pairs(path: str) -> Preferences:
    """Read a ranking of pairs; skipped pairs are set aside."""
    table, slots = _table(path)
    if len(slots) != 2:
        raise InputError(f"{label(path)}: {len(slots)} outputs a row; this is a ranking, not a list of pairs")
    first, second = (_ranks(table, slot) for slot in slots)
    outcome = np.sign(np.nan_to_num(second - first)).astype(np.int8)  # the lower rank is the better
    systems = Codes.of([*(name for slot in slots for name in table.names[f"system{slot}Id"].column())])
    rater, languages = _judge(table.layout.columns), languages_of(*map(table.names.get, LANGUAGES))
    taken = {
        rater,
        SEGMENT,
        "rankingID",
        *(f"system{slot}Id" for slot in slots),
        *(LANGUAGES if languages else ()),
    }
    preferences = Preferences(
        systems.names,
        systems.index[: len(table)],
        systems.index[len(table) :],
        outcome,
        rater=table.names[rater],
        segment=table.names[SEGMENT],
        screen=table.names.get("rankingID"),
        languages=languages or ("", ""),
        extra={name: codes.column() for name, codes in table.names.items() if name not in taken},
        path=path,
        layout=replace(table.layout, form="pairs"),
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


def write_pairs(preferences: Preferences) -> str:
    """Write a ranking of pairs; where the ranks are not known, the better has 1 and the other 2."""
    own = preferences.layout is not None and preferences.layout.form == "pairs"
    layout = preferences.layout if preferences.layout and own else Layout(_pair_columns(preferences))
    rows = len(preferences)
    firsts, seconds = (
        [preferences.systems[i] for i in column.tolist()]
        for column in (preferences.first, preferences.second)
    )
    ranks = _pair_ranks(preferences)
    columns: dict[str, Sequence[str]] = {
        **{name: [preferences.languages[at]] * rows for at, name in enumerate(LANGUAGES)},
        SEGMENT: preferences.segment.column(),
        **{name: preferences.rater.column() for name in JUDGE},
        "system1Id": firsts,
        "system1rank": ranks[0],
        "system2Id": seconds,
        "system2rank": ranks[1],
        "rankingID": [] if preferences.screen is None else preferences.screen.column(),
        **{name: column for name, column in preferences.extra.items() if name not in PAIR_RANKS},
    }
    lines = zip(*(columns.get(name) or [""] * rows for name in layout.columns), strict=True)
    return write_fields([list(layout.columns), *map(list, lines)], CSV, layout)


def _pair_ranks(preferences: Preferences) -> tuple[list[str], list[str]]:
    """Return both ranks of each pair: those of the file where they still say who is the better."""
    outcomes = preferences.outcome.tolist()
    kept = [preferences.extra.get(name, [""] * len(preferences)) for name in PAIR_RANKS]
    pairs = []
    for outcome, first, second in zip(outcomes, *kept, strict=True):
        same = np.sign(number_of(second) - number_of(first)) == outcome
        pairs.append((first, second) if same else ("2" if outcome < 0 else "1", "2" if outcome > 0 else "1"))
    return [first for first, _ in pairs], [second for _, second in pairs]


def _pair_columns(preferences: Preferences) -> tuple[str, ...]:
    systems = ("system1Id", "system1rank", "system2Id", "system2rank")
    screen = () if preferences.screen is None else ("rankingID",)
    others = (name for name in preferences.extra if name not in systems)
    return (*LANGUAGES, SEGMENT, JUDGE[1], *systems, *screen, *others)
