"""What is looked for in every file of judgements: scores out of range, ratings given twice, none given at all.

Nothing is left out unless the caller says so, and whatever is found is counted in a `Remark` with its first places.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from assay.data import Codes, Judgements, Remark, Scale
from assay.errors import InputError
from assay.io.layout import PLACES
from assay.io.opening import label, shown
from assay.io.ratings.doubts import warn_of_doubts
from assay.io.ratings.sheets.shapes import KINDS
from assay.io.tables.cells import number_text

# When a scale may be another: our own rule of thumb, which only makes a remark. The longest scales of grades in use
# have seven (SQM, 0 to 6), and no scale is shorter than five times that unless it is one of grades.
LEAST_SCORES = 20  # fewer may be alike by chance
FEW, LONG = 7, 5


def place(judgements: Judgements, row: int) -> str:
    """Return file and line of a row, or its number where it comes from no file."""
    if judgements.line is None:
        return f"{label(judgements.path) or 'judgements'}, row {row + 1}"
    return f"{label(judgements.path)}, line {judgements.line[row]}"


def remark(
    judgements: Judgements, kind: str, rows: NDArray[np.int64], reason: Callable[[int], str]
) -> Judgements:
    """Add a remark on some rows; none if there are no rows."""
    if not len(rows):
        return judgements
    places = tuple(f"{place(judgements, row)}: {reason(row)}" for row in rows[:PLACES].tolist())
    return replace(judgements, remarks=(*judgements.remarks, Remark(kind, len(rows), places)))


def checked(judgements: Judgements, *, scale: Scale | None = None, set_aside: bool = False) -> Judgements:
    """Refuse scores outside the scale, or set them aside; remark on what is doubled, missing or unknown."""
    ranged = check_range(judgements, scale=scale, set_aside=set_aside)
    warn_of_doubts(ranged, *_again(ranged), place)
    named = remark_unnamed(remark_unknown_items(remark_duplicates(remark_missing(ranged))))
    return remark_scale(remark_times(remark_spans(named)))


def check_range(judgements: Judgements, *, scale: Scale | None = None, set_aside: bool = False) -> Judgements:
    """Refuse scores outside the scale; with `set_aside` leave these rows out and count them."""
    if scale is not None:
        # Which end is the better is the scheme's to say.
        scale = replace(scale, higher_is_better=judgements.scale.higher_is_better)
        judgements = replace(judgements, given=scale)
    given = judgements.scale
    outside = (judgements.score < given.low) | (judgements.score > given.high)
    rows = np.flatnonzero(outside)
    if not len(rows):
        return judgements

    def reason(row: int) -> str:
        beyond = f"below {given.low:g}" if judgements.score[row] < given.low else f"above {given.high:g}"
        return f"score {number_text(judgements.score[row])} is {beyond}"

    noted = remark(judgements, "out of range", rows, reason)
    if not set_aside:
        scores = "1 score" if len(rows) == 1 else f"{len(rows)} scores"
        raise InputError(
            f"{label(judgements.path) or 'judgements'}: {scores} of {len(judgements)} outside {given.low:g} to "
            f"{given.high:g} ({judgements.scheme}): {'; '.join(noted.remarks[-1].places)}; "
            "correct them, give the scale that was used (--scale), or leave these rows out (--set-aside)"
        )
    return noted.where(~outside)


def remark_missing(judgements: Judgements) -> Judgements:
    """Count the rows that have no score though the scheme asks for one."""
    if judgements.scheme == "mqm" and judgements.spans is not None:
        return judgements
    rows = np.flatnonzero(np.isnan(judgements.score))
    what = "skipped" if judgements.scheme == "ranking" else "no score"
    return remark(judgements, what, rows, lambda row: f"{what}: {_rating(judgements, row)}")


def remark_duplicates(judgements: Judgements) -> Judgements:
    """Count the ratings that one rater gave again to one output in answer to one question; they are kept."""
    return remark(
        judgements,
        "duplicate",
        _again(judgements)[0],
        lambda row: f"another rating: {_rating(judgements, row)}",
    )


def _again(judgements: Judgements) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the rows that rate an output again, and with them the rows that rated it before."""
    names = (judgements.rater, judgements.system, judgements.segment, judgements.item, judgements.aspect)
    key = _key([*names, *filter(None, [judgements.document, judgements.screen])])
    again = _repeated(key)
    return again, np.flatnonzero(np.isin(key, key[again])) if len(again) else again


def remark_unknown_items(judgements: Judgements) -> Judgements:
    """Count the rows whose item is of no kind that we know; they count as nobody's."""
    rows = np.flatnonzero(~judgements.item.among(KINDS))
    kinds = judgements.item.column() if len(rows) else []
    return remark(judgements, "unknown item type", rows, lambda row: f'item type "{shown(kinds[row])}"')


def remark_unnamed(judgements: Judgements) -> Judgements:
    """Count the rows without the name of a system or segment, and of a rater where others have one; they are kept."""
    columns = {"system": judgements.system, "segment": judgements.segment, "rater": judgements.rater}
    noted = judgements
    for what, codes in columns.items():
        bare = codes.among([""])
        if bare.any() and not (
            what == "rater" and (bare.all() or not (judgements.item.among(KINDS) & bare).any())
        ):
            noted = remark(
                noted, f"no name of the {what}", np.flatnonzero(bare), lambda row: _rating(judgements, row)
            )
    return noted


def remark_times(judgements: Judgements) -> Judgements:
    """Count the rows that took less than no time."""
    if judgements.seconds is None:
        return judgements
    seconds = judgements.seconds
    rows = np.flatnonzero(seconds < 0)
    return remark(judgements, "negative time", rows, lambda row: f"{number_text(seconds[row])} seconds")


def remark_scale(judgements: Judgements) -> Judgements:
    """Say so where all scores are few whole grades at one end of a long scale: it may be another one."""
    given, scale = judgements.score[~np.isnan(judgements.score)], judgements.scale
    if len(given) < LEAST_SCORES or not np.isfinite(scale.low) or scale.high - scale.low < LONG * FEW:
        return judgements
    low, high = float(given.min()), float(given.max())
    if high - low > FEW or high == low or (given != np.round(given)).any():
        return judgements
    words = (
        f"{label(judgements.path) or 'judgements'}: scores from {low:g} to {high:g} on a scale from {scale.low:g} to "
        f"{scale.high:g}; is the scale a different one? (--scale)"
    )
    return replace(
        judgements, remarks=(*judgements.remarks, Remark("little of the scale used", len(given), (words,)))
    )


def remark_spans(judgements: Judgements) -> Judgements:
    """Count the rows with a span that ends before it begins."""
    if judgements.spans is None:
        return judgements
    spans = judgements.spans
    rows = np.unique(spans.rows()[spans.end < spans.start])
    return remark(judgements, "span ends before it begins", rows, lambda row: _rating(judgements, row))


def check_systems(judgements: Judgements, systems: Iterable[str]) -> Judgements:
    """Leave out the ratings of systems that are not among these, and count them."""
    unknown = ~judgements.system.among(systems)
    rows = np.flatnonzero(unknown)
    names = judgements.system.names

    def reason(row: int) -> str:
        return f'system "{shown(names[judgements.system.index[row]])}" is not among those evaluated'

    return remark(judgements, "unknown system", rows, reason).where(~unknown) if len(rows) else judgements


def _rating(judgements: Judgements, row: int) -> str:
    parts = (("rater", judgements.rater), ("system", judgements.system), ("segment", judgements.segment))
    return ", ".join(f'{name} "{shown(codes.names[codes.index[row]])}"' for name, codes in parts)


def _key(columns: Sequence[Codes]) -> NDArray[np.int64]:
    """Return a number for every row that rows with the same names share."""
    key = np.zeros(len(columns[0]), dtype=np.int64)
    room = 1
    for column in columns:
        if room * len(column.names) >= 2**62:
            distinct, key = np.unique(key, return_inverse=True)
            room = len(distinct)
        key *= len(column.names)
        key += column.index
        room *= max(len(column.names), 1)
    return key


def _repeated(key: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the rows whose key has occurred before, in the order of the file."""
    in_order = np.sort(key)
    if not (in_order[1:] == in_order[:-1]).any():
        return np.empty(0, dtype=np.int64)
    order = np.argsort(key, kind="stable")
    return np.sort(order[1:][key[order[1:]] == key[order[:-1]]])
