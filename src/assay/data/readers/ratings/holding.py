"""What a format can hold: judgements that say more are refused, never cut in silence.

`reduced` leaves out what a format cannot hold, with a warning that names it, for the user who wants just that.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from assay.data.evalset import Codes
from assay.data.judgements import GENUINE, Judgements
from assay.data.readers.ratings.verbatim import OURS
from assay.errors import AssayWarning, InputError

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


def lost(judgements: Judgements, holds: Holds) -> list[str]:
    """Name what a format would lose of these judgements."""
    aspects = set(judgements.aspect.names) - {""}
    unheld = aspects - set(holds.aspects) if holds.aspects or "aspect" not in holds.columns else set()
    said = {
        **{name: getattr(judgements, name) is not None for name in OPTIONAL},
        "item": bool(set(judgements.item.names) - {GENUINE}),
        "languages": judgements.languages != ("", ""),
    }
    found = [f"the scheme {judgements.scheme}"] if _other_scheme(judgements, holds) else []
    found += [f'the aspect "{name}"' for name in judgements.aspect.names if name in unheld]
    found += [f"the column {name}" for name, is_said in said.items() if is_said and name not in holds.columns]
    return found + [f'the column "{name}"' for name in _unheld_extra(judgements, holds)]


def fitted(judgements: Judgements, holds: Holds) -> Judgements:
    """Return judgements as a format can write them; refuse those that say more than it can hold."""
    missing = lost(judgements, holds)
    if missing:
        raise InputError(
            f"the format {holds.form} cannot hold {', '.join(missing)}; "
            "write a tidy table, which holds everything, or have it left out"
        )
    return in_its_own_words(judgements, holds.form)


def reduced(judgements: Judgements, holds: Holds) -> Judgements:
    """Leave out what a format cannot hold, with a warning that names it; rows of other aspects go as a whole."""
    missing = lost(judgements, holds)
    if not missing:
        return judgements
    warnings.warn(f"left out for the format {holds.form}: {', '.join(missing)}", AssayWarning, 2)
    changed: dict[str, Any] = {name: None for name in OPTIONAL if name not in holds.columns}
    if "item" not in holds.columns:
        changed["item"] = Codes.alike(GENUINE, len(judgements))
    if "aspect" not in holds.columns:
        changed["aspect"] = Codes.alike("", len(judgements))
    if "languages" not in holds.columns:
        changed["languages"] = ("", "")
    if _other_scheme(judgements, holds):
        changed["scheme"] = holds.schemes[0]
    unheld = _unheld_extra(judgements, holds)
    extra = {name: column for name, column in judgements.extra.items() if name not in unheld}
    kept = replace(judgements, **changed, extra=extra)
    return kept.where(kept.aspect.among(["", *holds.aspects])) if holds.aspects else kept


def in_its_own_words(judgements: Judgements, form: str) -> Judgements:
    """Forget how a file of another format wrote things."""
    layout = judgements.layout
    if layout is not None and layout.form == form:
        return judgements
    dropped = _verbatim(judgements)
    extra = {name: column for name, column in judgements.extra.items() if name not in dropped}
    return replace(judgements, extra=extra, layout=None)


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
