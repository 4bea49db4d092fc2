"""What may be wrong with judgements though every row of them can be read: each doubt is a warning with count and place.

Scores at the low end of a long scale, columns that seem to be swapped, rows that are there twice, marked errors
without a single output that has none, names that may be meant as one, such as "Anna" and "anna ". Nothing is changed.
The rules are our own rules of thumb, and each errs on the side of silence: figures that nobody doubts are worth more
than a warning that nobody reads.
"""

from __future__ import annotations

import re
import unicodedata
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from assay.data import GENUINE, Codes, Judgements, Preferences, Remark
from assay.errors import AssayWarning, InputError, OptionError
from assay.io.opening import Named, label, shown
from assay.io.tables.cells import renamed
from assay.io.tables.names import MACHINES, PEOPLE

LEAST = 10  # rows that it takes for a doubt: fewer may be so by chance
LEAST_OUTPUTS = 4  # of which none is without an error
# Scores within this part of a scale, 0 to 10 of 0 to 100, may be on another one
LOW_PART = 10
# Those in use, of which the first that fits is named
SHORT_SCALES = ((0, 1), (1, 5), (0, 5), (0, 6), (1, 7), (0, 10))
MANY = 10  # one line in so many is there twice by more than chance
# Rows that are held against each other: more would take long
LOOKED_AT = 200_000
Place = Callable[[Judgements, int], str]


def warn_of_doubts(
    judgements: Judgements, repeated: NDArray[np.int64], alike: NDArray[np.int64], place: Place
) -> None:
    """Warn of whatever is doubtful; `place` says where a row stands.

    `repeated` are the rows that rate an output again, `alike` these and the rows that rated it before.
    """
    for doubt in (
        *_doubtful_scale(judgements, place),
        *_swapped_names(judgements),
        *_swapped_scores(judgements, repeated),
        *_same_rows(judgements, alike, place),
        *_no_clean_output(judgements),
    ):
        warnings.warn(f"{label(judgements.path) or 'judgements'}: {doubt}", AssayWarning, 4)


def _doubtful_scale(judgements: Judgements, place: Place) -> Iterator[str]:
    scale, rows = judgements.scale, np.flatnonzero(~np.isnan(judgements.score))
    if len(rows) < LEAST or not np.isfinite([scale.low, scale.high]).all():
        return
    low, high = float(judgements.score[rows].min()), float(judgements.score[rows].max())
    if low == high or (high - scale.low) * LOW_PART > scale.high - scale.low:
        return
    fitting = next((ends for ends in SHORT_SCALES if ends[0] <= low and high <= ends[1]), None)
    if fitting is not None:
        yield (
            f"all {len(rows)} scores lie from {low:g} to {high:g} (first: {place(judgements, int(rows[0]))}), on a "
            f"scale from {scale.low:g} to {scale.high:g}; if the scale was a different one, "
            f"give it, as in --scale {fitting[0]}-{fitting[1]}"
        )


def _swapped_names(judgements: Judgements) -> Iterator[str]:
    raters, systems = _used(judgements.rater), _used(judgements.system)
    if _are(PEOPLE, systems) or _are(MACHINES, raters):
        yield (
            f"the systems are called {_listed(systems)} and the raters {_listed(raters)}; are the columns of "
            "raters and systems swapped? If so, rename them"
        )


def _used(codes: Codes) -> list[str]:
    return [codes.names[number] for number in np.unique(codes.index).tolist()]


def _are(words: re.Pattern[str], names: list[str]) -> bool:
    """Tell whether all of several names are of such words."""
    return len(names) > 1 and all(words.fullmatch(name.strip().casefold()) for name in names)


def _listed(names: list[str]) -> str:
    return ", ".join(f'"{shown(name)}"' for name in names[:3]) + (", …" if len(names) > 3 else "")


def _swapped_scores(judgements: Judgements, repeated: NDArray[np.int64]) -> Iterator[str]:
    """Doubt segments that come again and again while every score of a rater and system is another: numbers in turn."""
    score, systems = judgements.score, len(judgements.system.names)
    if (
        len(score) < LEAST
        or LEAST * len(repeated) < len(score)
        or not _are(NUMBERS, _used(judgements.segment))
    ):
        return
    if np.isnan(score).any() or (score != np.round(score)).any():
        return
    visits = judgements.rater.index.astype(np.int64) * systems + judgements.system.index
    order = np.lexsort((score, visits))
    within = np.diff(visits[order]) == 0
    if within.sum() >= 2 * len(np.unique(visits)) and (np.diff(score[order])[within] == 1).all():
        yield (
            "every rater gave every system the scores 1, 2, 3 … in turn, while segments repeat; are the columns "
            "of segments and scores swapped? If so, rename them"
        )


NUMBERS = re.compile(r"-?\d+([.,]\d+)?")


def _same_rows(judgements: Judgements, alike: NDArray[np.int64], place: Place) -> Iterator[str]:
    """Count the rows that say nothing that an earlier row does not say."""
    seen: dict[tuple[object, ...], int] = {}
    copies = [
        (row, first)
        for row in alike[:LOOKED_AT].tolist()
        if (first := seen.setdefault(_row(judgements, row), row)) != row
    ]
    if not copies:
        return
    row, first = copies[0]
    every = 2 * len(copies) == len(judgements)
    what = "every row occurs twice" if every else _counted(len(copies), len(alike))
    yield (
        f"{what} (first: {place(judgements, row)}, the same as {place(judgements, first).rpartition(', ')[2]}); "
        "remove the copies if the file was assembled from parts"
    )


def _counted(copies: int, looked_at: int) -> str:
    rows = "1 row is" if copies == 1 else f"{copies:,} rows are"
    return f"{'at least ' if looked_at > LOOKED_AT else ''}{rows} duplicated"


def _row(judgements: Judgements, row: int) -> tuple[object, ...]:
    """Return all that a row says."""
    names = (judgements.rater, judgements.system, judgements.segment, judgements.item, judgements.aspect)
    codes = (
        int(column.index[row]) for column in (*names, *filter(None, [judgements.document, judgements.screen]))
    )
    numbers = (judgements.score, judgements.start, judgements.seconds)
    values = (repr(float(column[row])) for column in numbers if column is not None)
    spans = judgements.spans
    marked: tuple[object, ...] = ()
    if spans is not None:
        ends = slice(int(spans.offsets[row]), int(spans.offsets[row + 1]))
        columns = (spans.start, spans.end, spans.severity.index, spans.category.index)
        marked = tuple(tuple(column[ends].tolist()) for column in columns)
    return (*codes, *values, *marked, *(column[row] for column in judgements.extra.values()))


def _no_clean_output(judgements: Judgements) -> Iterator[str]:
    if judgements.scheme != "mqm" or judgements.spans is None:
        return
    errors = np.diff(judgements.spans.offsets)[judgements.item.among([GENUINE])]
    if len(errors) >= LEAST_OUTPUTS and (errors > 0).all():
        yield (
            f"all {len(errors)} judged outputs have an error, so outputs without errors may be missing, "
            "which makes the means of systems too low, those of better systems most of all; add a row with the "
            "severity "
            '"no-error" for every output without an error'
        )


def refuse_doubled(path: Named, lines: int, copies: Sequence[int]) -> None:
    """Refuse marked errors that are all there twice: every output would have twice its errors; warn of single ones.

    `copies` are the lines that say what an earlier line says. A few of them may well be two errors without a place.
    """
    if 2 * len(copies) == lines >= 2 * LEAST:
        raise InputError(
            f"{label(path)}: each of its {lines // 2} lines occurs twice (first: line {min(copies)}), so "
            "every error would count double; remove the copies"
        )
    if len(copies) >= LEAST and len(copies) * MANY >= lines:
        warnings.warn(
            f"{label(path)}: {len(copies):,} of {lines:,} lines are duplicates (first: line {min(copies)}), "
            "and count double; remove the copies if the file was assembled from parts",
            AssayWarning,
            4,
        )


DOT = re.compile(r"(?<!\d)\.|\.(?!\d)")
NAMED = 5  # groups that a warning names


def spelt(name: str) -> str:
    """Return a name as it is compared: normalised, in lower case, without dots, with single blanks between words."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    return " ".join(DOT.sub(" ", plain).split()) or name


def alike(names: Sequence[str]) -> list[list[str]]:
    """Return the groups of names that differ in spelling alone."""
    groups: dict[str, list[str]] = {}
    for name in names:
        if name:
            groups.setdefault(spelt(name), []).append(name)
    return [group for group in groups.values() if len(group) > 1]


def warn_of_names(judgements: Judgements | Preferences) -> None:
    """Name raters and systems that may be the same and count as two."""
    for what, names in _named(judgements).items():
        groups = alike(names)
        if groups:
            listed = "; ".join(" and ".join(f'"{shown(name)}"' for name in group) for group in groups[:NAMED])
            more = f"; and {len(groups) - NAMED} more" if len(groups) > NAMED else ""
            warnings.warn(
                f"{label(judgements.path) or 'judgements'}: {what} whose names differ only in case, spaces "
                f"or dots count as different: {listed}{more}; if they are the same, give --fold-names",
                AssayWarning,
                3,
            )


def _named(judgements: Judgements | Preferences) -> dict[str, Sequence[str]]:
    """Return the names that occur in any row."""
    systems = judgements.systems if isinstance(judgements, Preferences) else _used(judgements.system)
    return {"raters": _used(judgements.rater), "systems": systems}


def with_folded_names(judgements: Judgements | Preferences) -> Judgements | Preferences:
    """Count raters and systems as one whose names are alike, under the name that comes first."""
    folded = {what: _folding(names) for what, names in _named(judgements).items()}
    if not any(folded.values()):
        raise OptionError(
            f"{label(judgements.path) or 'judgements'}: no two raters or systems have similar "
            "names, so --fold-names has no effect"
        )
    raters, systems = folded["raters"], folded["systems"]
    told = [f'"{shown(old)}" is "{shown(new)}"' for names in folded.values() for old, new in names.items()]
    remark = Remark("names treated as the same", len(told), tuple(told))
    rater = renamed(judgements.rater, lambda name: raters.get(name, name))
    remarks = (*judgements.remarks, remark)
    if isinstance(judgements, Judgements):
        system = renamed(judgements.system, lambda name: systems.get(name, name))
        return replace(judgements, rater=rater, system=system, remarks=remarks)
    names = Codes.of([systems.get(name, name) for name in judgements.systems])
    first, second = names.index[judgements.first], names.index[judgements.second]
    return replace(judgements, rater=rater, systems=names.names, first=first, second=second, remarks=remarks)


def _folding(names: Sequence[str]) -> dict[str, str]:
    return {other: group[0] for group in alike(names) for other in group[1:]}
