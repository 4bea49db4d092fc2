"""Outputs that are the same text, judged once: names joined by a plus sign, expanded to every system and back.

From 2015 on WMT showed each text once and named all systems that had produced it. Expanding gives the judgement
to each of them, and a tie between any two of them; one screen may so hold more than ten pairs. Agreement between
raters belongs on the collapsed form: nobody judged the copies.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

import numpy as np

from assay.data import JOINT, Codes, Outputs, Preferences, Remark
from assay.errors import InputError
from assay.human.preferences.pairs import any_left, segment_rows

RANKS = ("system1rank", "system2rank")  # columns of WMT's files of pairs
FIRST_TEXT, SECOND_TEXT = "first_text", "second_text"


class _Pair(NamedTuple):
    """A pair of single systems, the row it comes from, and the texts it is about."""

    row: int
    first: str
    second: str
    outcome: int
    first_text: str
    second_text: str


def expand(preferences: Preferences, joint: str = JOINT) -> Preferences:
    """Return the pairs of single systems; those who share a text tie once a screen.

    The columns `first_text` and `second_text` of the result keep the joint names, so that `collapse` undoes it.
    """
    pairs = list(_expanded(preferences, joint))
    rows = np.array([pair.row for pair in pairs], dtype=np.int64)
    names: dict[str, int] = {}
    first, second = [], []
    for pair in pairs:
        first.append(names.setdefault(pair.first, len(names)))
        second.append(names.setdefault(pair.second, len(names)))
    extra = {name: [column[row] for row in rows] for name, column in preferences.extra.items()}
    extra |= _tied_ranks(preferences, pairs)
    texts = {
        FIRST_TEXT: [pair.first_text for pair in pairs],
        SECOND_TEXT: [pair.second_text for pair in pairs],
    }
    return replace(
        preferences,
        systems=tuple(names),
        first=np.array(first, dtype=np.int32),
        second=np.array(second, dtype=np.int32),
        outcome=np.array([pair.outcome for pair in pairs], dtype=np.int8),
        rater=preferences.rater.at(rows),
        segment=preferences.segment.at(rows),
        screen=preferences.screen and preferences.screen.at(rows),
        document=preferences.document and preferences.document.at(rows),
        extra=extra | texts,
    )


def of_single_systems(preferences: Preferences, systems: Collection[str] = ()) -> Preferences:
    """Return pairs of single systems, all or some: a text of several systems was judged for each of them."""
    if not any(JOINT in name for name in preferences.systems):
        return preferences
    pairs = expand(preferences)
    return any_left(pairs.of_systems(systems)) if systems else pairs


def _expanded(preferences: Preferences, joint: str) -> Iterator[_Pair]:
    names = preferences.systems
    members = [name.split(joint) for name in names]
    shown = _screens(preferences)
    tied: set[tuple[object, int]] = set()
    columns = (preferences.first.tolist(), preferences.second.tolist(), preferences.outcome.tolist())
    for row, (i, j, outcome) in enumerate(zip(*columns, strict=True)):
        yield from (_Pair(row, a, b, outcome, names[i], names[j]) for a in members[i] for b in members[j])
        for system in (i, j):
            if len(members[system]) > 1 and (shown[row], system) not in tied:
                tied.add((shown[row], system))
                text = names[system]
                yield from (_Pair(row, a, b, 0, text, text) for a, b in combinations(members[system], 2))


def _tied_ranks(preferences: Preferences, pairs: Sequence[_Pair]) -> dict[str, list[str]]:
    """Give both sides of a pair of one text the rank of that text, where the file of pairs has ranks."""
    if not {*RANKS} <= set(preferences.extra):
        return {}
    ranks = [preferences.extra[name] for name in RANKS]
    columns: list[list[str]] = [[], []]
    for pair in pairs:
        side = int(preferences.systems[int(preferences.first[pair.row])] != pair.first_text)
        same = pair.first_text == pair.second_text
        for place, column in enumerate(columns):
            column.append(ranks[side if same else place][pair.row])
    return dict(zip(RANKS, columns, strict=True))


def _screens(preferences: Preferences) -> Sequence[object]:
    """Return what was seen at once, row by row: the screen, or else rater and segment."""
    if preferences.screen is not None:
        return list(preferences.screen.index.tolist())
    return list(zip(preferences.rater.index.tolist(), preferences.segment.index.tolist(), strict=True))


def collapse(
    preferences: Preferences, outputs: Outputs | None = None, segments: Sequence[str] | None = None
) -> Preferences:
    """Return one pair for each two texts of a screen, under joint names; pairs of one text with itself go.

    Which systems share a text is read off the outputs, or undoes `expand` where none are given. Where copies of
    a text were judged differently, the first judgement stays; remarks count what was left out and why.
    """
    first, second = _read_off(preferences, outputs, segments) if outputs else _joint_names(preferences)
    rows, own, again, against = _first_rows(preferences, first, second)
    names: dict[str, int] = {}
    pairs = [
        (names.setdefault(first[row], len(names)), names.setdefault(second[row], len(names))) for row in rows
    ]
    numbers = np.array(pairs, dtype=np.int32).reshape(-1, 2)
    left = preferences.where(np.isin(np.arange(len(preferences)), rows))
    extra = {name: column for name, column in left.extra.items() if name not in (FIRST_TEXT, SECOND_TEXT)}
    return replace(
        left,
        systems=tuple(names),
        first=np.ascontiguousarray(numbers[:, 0]),
        second=np.ascontiguousarray(numbers[:, 1]),
        extra=extra,
        remarks=(*preferences.remarks, *_remarks(own, again, against)),
    )


def _joint_names(preferences: Preferences) -> tuple[Sequence[str], Sequence[str]]:
    if FIRST_TEXT not in preferences.extra or SECOND_TEXT not in preferences.extra:
        raise InputError(
            "which systems share a text is not known; give the outputs, or what expand() returned"
        )
    return preferences.extra[FIRST_TEXT], preferences.extra[SECOND_TEXT]


def _read_off(
    preferences: Preferences, outputs: Outputs, segments: Sequence[str] | None
) -> tuple[list[str], list[str]]:
    rows = segment_rows(preferences, outputs, segments)
    names: dict[int, dict[str, str]] = {}
    for row in np.unique(rows).tolist():
        by_text: dict[str, list[str]] = {}
        for system in preferences.systems:
            by_text.setdefault(outputs[system][row], []).append(system)
        names[row] = {system: JOINT.join(group) for group in by_text.values() for system in group}
    sides = []
    for column in (
        Codes(preferences.systems, preferences.first),
        Codes(preferences.systems, preferences.second),
    ):
        sides.append([names[row][name] for row, name in zip(rows.tolist(), column.column(), strict=True)])
    return sides[0], sides[1]


def _first_rows(
    preferences: Preferences, first: Sequence[str], second: Sequence[str]
) -> tuple[list[int], int, int, int]:
    """Return the rows that stay; count pairs of one text, repetitions, and repetitions that say otherwise."""
    seen: dict[tuple[object, str, str], int] = {}
    rows, own, again, against = [], 0, 0, 0
    columns = zip(_screens(preferences), first, second, preferences.outcome.tolist(), strict=True)
    for row, (screen, a, b, outcome) in enumerate(columns):
        if a == b:
            own += 1
            continue
        known = seen.get((screen, a, b))
        if known is None:
            seen[screen, a, b], seen[screen, b, a] = outcome, -outcome
            rows.append(row)
        else:
            again += 1
            against += known != outcome
    return rows, own, again, against


def _remarks(own: int, again: int, against: int) -> list[Remark]:
    counts = {
        "pairs of one text with itself, left out": own,
        "pairs of two texts judged before on the same screen, left out": again,
        "of these, judged otherwise than before": against,
    }
    return [Remark(kind, count, ()) for kind, count in counts.items() if count]
