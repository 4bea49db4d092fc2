"""What a format can hold: judgements that say more are refused, never cut in silence.

`reduced` leaves out what a format cannot hold, with a warning that names it, for the user who wants just that.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.data import GENUINE, REPEAT, Codes, Extra, Judgements, Spans
from assay.errors import AssayWarning, InputError, counted
from assay.io.opening import listed

# Names of our columns; under them `extra` holds a column as it was written.
OURS = (
    *("scheme", "rater", "system", "segment", "score", "item", "aspect", "document", "domain", "screen"),
    *("start", "seconds", "spans"),
)
OPTIONAL = ("document", "domain", "screen", "start", "seconds", "spans")
OF_APPRAISE = ("end",)  # a column as it was written that has no name of ours


@dataclass(frozen=True)
class Holds:
    """What a format can say besides rater, system, segment and score."""

    form: str  # the format's name
    schemes: tuple[str, ...] = ()  # those that a reader tells from the file; empty: any
    columns: tuple[str, ...] = ()  # of OPTIONAL, "item", "aspect" and "languages"
    aspects: tuple[str, ...] = ()  # the only ones, where the format has a fixed set
    extra: tuple[str, ...] | None = ()  # the only further columns, `None` for any
    scores: bool = True  # whether it has a place for them
    # Columns of text that errors are marked in, where places are told so only
    marks: tuple[str, ...] = ()
    sides: tuple[str, ...] = ("target", "source", "missing")  # of errors that it can tell apart


def lost(judgements: Judgements, holds: Holds) -> list[str]:
    """Name what a format would lose of these judgements."""
    aspects = set(judgements.aspect.names) - {""}
    unheld = aspects - set(holds.aspects) if holds.aspects or "aspect" not in holds.columns else set()
    said = {
        **{name: getattr(judgements, name) is not None for name in OPTIONAL},
        "item": bool(set(judgements.item.names) - {GENUINE}),
        "languages": judgements.languages != ("", ""),
    }
    losses = [f"the scheme {judgements.scheme}"] if _other_scheme(judgements, holds) else []
    losses += ["the scores"] if not holds.scores and np.isfinite(judgements.score).any() else []
    unmarked = int(_unmarked(judgements, holds).sum())
    losses += [f"the places of {counted(unmarked, 'error')} without a text to mark"] if unmarked else []
    losses += [
        f"the side of {counted(count, 'error')} ({side})" for side, count in _unsided(judgements, holds)
    ]
    losses += [f'the aspect "{name}"' for name in judgements.aspect.names if name in unheld]
    losses += [
        f"the column {name}" for name, is_said in said.items() if is_said and name not in holds.columns
    ]
    return losses + [f'the column "{name}"' for name in _unheld_extra(judgements, holds)]


def fitted(judgements: Judgements, holds: Holds) -> Judgements:
    """Return judgements as a format can write them; refuse those that say more than it can hold."""
    missing = lost(judgements, holds)
    if missing:
        raise InputError(
            f"the format {holds.form} cannot hold {', '.join(missing)}; "
            "write a tidy table, which holds everything, or leave it out"
        )
    return in_its_own_words(judgements, holds.form)


def reduced(judgements: Judgements, holds: Holds) -> Judgements:
    """Leave out what a format cannot hold, with a warning that names it.

    Rows of other aspects go as a whole, and so do control items, which would pass for genuine ones.
    """
    missing = lost(judgements, holds)
    if not missing:
        return judgements
    _refuse_several(judgements, holds)
    if "item" not in holds.columns:
        control = ~judgements.item.among((GENUINE, REPEAT))
        missing += [counted(int(control.sum()), "control item")] if control.any() else []
        judgements = judgements.where(~control)
    warnings.warn(f"left out for the format {holds.form}: {', '.join(missing)}", AssayWarning, 2)
    changed: dict[str, Any] = {name: None for name in OPTIONAL if name not in holds.columns}
    if "item" not in holds.columns:
        changed["item"] = Codes.alike(GENUINE, len(judgements))
    if not holds.scores:
        changed["score"] = np.full(len(judgements), np.nan)
    if judgements.spans is not None and "spans" in holds.columns:
        changed["spans"] = _placed(judgements.spans, _unmarked(judgements, holds), holds)
    if "aspect" not in holds.columns:
        changed["aspect"] = Codes.alike("", len(judgements))
    if "languages" not in holds.columns:
        changed["languages"] = ("", "")
    if _other_scheme(judgements, holds):
        changed["scheme"] = holds.schemes[0]
    unheld = _unheld_extra(judgements, holds)
    extra = {name: column for name, column in judgements.extra.items() if name not in unheld}
    smaller = replace(judgements, **changed, extra=extra)
    return smaller.where(smaller.aspect.among(["", *holds.aspects])) if holds.aspects else smaller


def _refuse_several(judgements: Judgements, holds: Holds) -> None:
    """Refuse several questions where a format knows one only: their answers would pass for answers to the same."""
    names = [name for name in judgements.aspect.used().names if name]
    if "aspect" not in holds.columns and len(judgements.aspect.used().names) > 1:
        raise InputError(
            f"the format {holds.form} holds the answers to one question, and these are to {listed(names)}; write a "
            "tidy table, which holds all"
        )


def in_its_own_words(judgements: Judgements, form: str) -> Judgements:
    """Forget how a file of another format wrote things."""
    layout = judgements.layout
    if layout is not None and layout.form == form:
        return judgements
    dropped = _verbatim(judgements)
    extra = {name: column for name, column in judgements.extra.items() if name not in dropped}
    return replace(judgements, extra=extra, layout=None)


def _unmarked(judgements: Judgements, holds: Holds) -> NDArray[np.bool_]:
    """Tell of every error whether its place would be lost because its text is not there."""
    spans = judgements.spans
    if spans is None or not holds.marks or all(name in spans.extra for name in holds.marks):
        return np.zeros(0 if spans is None else len(spans), dtype=bool)
    texts = {name: judgements.extra.get(name) for name in holds.marks}
    there = [
        bool((column := texts.get(side)) and column[row])
        for side, row in zip(spans.side.column(), spans.rows().tolist(), strict=True)
    ]
    return np.asarray((spans.start >= 0) & ~np.array(there, dtype=bool))


def _unsided(judgements: Judgements, holds: Holds) -> list[tuple[str, int]]:
    """Return how many errors are of each side that a format cannot tell."""
    spans = judgements.spans
    if spans is None or "spans" not in holds.columns:
        return []
    counts = np.bincount(spans.side.index, minlength=len(spans.side.names)).tolist()
    return [
        (side, count)
        for side, count in zip(spans.side.names, counts, strict=True)
        if count and side not in holds.sides
    ]


def _placed(spans: Spans, nowhere: NDArray[np.bool_], holds: Holds) -> Spans:
    """Take away places that cannot be told; an error of another side counts as one of the target without a place."""
    other = ~spans.side.among(holds.sides)
    start, end = (np.where(nowhere | other, -1, place).astype(np.int32) for place in (spans.start, spans.end))
    sides = zip(spans.side.column(), other.tolist(), strict=True)
    side = (
        Codes.of(["target" if is_other else name for name, is_other in sides]) if other.any() else spans.side
    )
    return replace(spans, start=start, end=end, side=side)


def _other_scheme(judgements: Judgements, holds: Holds) -> bool:
    return bool(holds.schemes) and judgements.scheme not in holds.schemes


def _unheld_extra(judgements: Judgements, holds: Holds) -> Sequence[str]:
    if holds.extra is None:
        return []
    known = {*_verbatim(judgements), *holds.extra}
    return [name for name in judgements.extra if name not in known and not name.startswith("column_")]


def _verbatim(judgements: Judgements) -> tuple[str, ...]:
    form = judgements.layout.form if judgements.layout else ""
    return OURS + (OF_APPRAISE if form == "appraise" else ())


def foreign(extra: Extra) -> list[str]:
    """Return the columns of a file that have no name of ours."""
    return [name for name in extra if name not in OURS]
