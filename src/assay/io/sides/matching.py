"""Rows of two files of a set made one: by their ids where both have them, else by position.

Where both files have ids (`id`, `seg_id`, `doc_id`, …) position counts for nothing: an id that a file lacks is an
error, one that the set does not have is left out and counted. An id of several rows, as that of a document, joins these
in their order.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence

from assay.errors import AssayWarning, MismatchError, counted
from assay.io.opening import label, listed
from assay.io.sides.side import KEYS, Side

SHOWN = 3  # ids in a message


def fitted(side: Side, measure: Side, what: str) -> Side:
    """Return a side with the rows of the set: by ids where both have them, else by position."""
    if side is measure or (
        side.path == measure.path and side.rows == measure.rows and side.table is not None
    ):
        return side
    roles = [role for role in KEYS if role in side.keys and role in measure.keys]
    if not roles and len(side.keys) == len(measure.keys) == 1:
        (role,) = measure.keys
        side = Side(side.path, side.texts, {role: next(iter(side.keys.values()))}, side.table, side.rows)
        roles = [role]
    if roles:
        return _by_id(side, measure, roles, what)
    if len(side) != len(measure):
        raise MismatchError(
            f"{label(side.path)} has {counted(len(side), 'row')}, {label(measure.path)} has {len(measure)}; give one "
            "row per segment to both, or ids to both (a column id or doc_id), by which they are joined"
        )
    return side


def _by_id(side: Side, measure: Side, roles: Sequence[str], what: str) -> Side:
    # Most files of a set are in one order: nothing is looked up then.
    if all(list(side.keys[role]) == list(measure.keys[role]) for role in roles):
        return side
    rows = {key: row for row, key in enumerate(side.joined_by(roles))}
    wanted = measure.joined_by(roles)
    absent = [key for key in wanted if key not in rows]
    extra = rows.keys() - {*wanted}
    strangers = [_called(key) for key in rows if key in extra]
    if absent:
        also = f"; it has {_examples(strangers)}, which the set has not" if strangers else ""
        raise MismatchError(
            f"{label(side.path)}: no {what} for {len(absent)} of {counted(len(wanted), 'row')} of "
            f"{label(measure.path)}, which are joined by their ids: {_examples(list(map(_called, absent)))}{also}; "
            "give every segment of the set a row with its id"
        )
    if strangers:
        warnings.warn(
            f"{label(side.path)}: {len(strangers)} of {counted(len(rows), 'row')} left out, whose ids are not in "
            f"{label(measure.path)}: {_examples(strangers)}",
            AssayWarning,
            stacklevel=2,
        )
    return side.at([rows[key] for key in wanted])


def _called(key: Sequence[str]) -> str:
    """Return what a row is called: its ids, and which of the rows with these it is where there are several."""
    *ids, again = key
    return ":".join(ids) + (f" (row {int(again) + 1} of it)" if again != "0" else "")


def _examples(names: Sequence[str]) -> str:
    return listed([f'"{name}"' for name in names], SHOWN)


def row_names(measure: Side) -> Sequence[str] | None:
    """Return what rows are called, where that tells them apart."""
    ids = measure.keys.get("row_id") or measure.keys.get("row_document")
    return ids if ids is not None and len({*ids}) == len(ids) else None
