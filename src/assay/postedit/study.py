"""Post-edits to a study of effort: every measure at every level, gain, learning, agreement, triage, what was odd."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.data import Array, Codes, PostEdits, Remark, Scores
from assay.postedit.clock import thresholds
from assay.postedit.editors import EditorPair, compare_editors
from assay.postedit.gain import Curve, Gain, learning_curve, model_gain
from assay.postedit.groups import KEY_NAMES, Group, group_rows
from assay.postedit.options import EffortOptions
from assay.postedit.quantities import Measured, measure_rows
from assay.postedit.timeline import Timeline, draw_timeline
from assay.postedit.triage import Triage, study_triage

PLACES = 5
Column = Array | None
DEFAULTS = EffortOptions()


@dataclass(frozen=True)
class PauseLine:
    """Pauses of at least so many milliseconds: how many, how long, and what they are of the time and the words."""

    system: str
    threshold: int
    pauses: float
    seconds: float
    ratio: float
    per_word: float


@dataclass(frozen=True)
class ColumnCheck:
    """A figure of the file held against the same computed here."""

    name: str
    rows: int
    equal: int
    largest: float  # difference


@dataclass(frozen=True)
class EffortStudy:
    """All that was measured; parts that the file does not allow are empty or None."""

    measured: Measured
    options: EffortOptions
    systems: tuple[Group, ...]
    editors: tuple[Group, ...]
    documents: tuple[Group, ...]
    gain: Gain | None
    curve: Curve | None
    pauses: tuple[PauseLine, ...]
    pairs: tuple[EditorPair, ...]
    triage: Triage
    checks: tuple[ColumnCheck, ...]
    timeline: Timeline | None
    metrics: tuple[Scores, ...]
    remarks: tuple[Remark, ...]

    @property
    def postedits(self) -> PostEdits:
        """The rows that were measured."""
        return self.measured.postedits


def measure_effort(
    postedits: PostEdits, options: EffortOptions = DEFAULTS, metrics: Sequence[Scores] = ()
) -> EffortStudy:
    """Measure the effort of post-edits; `metrics` are what is to predict it."""
    measured = measure_rows(postedits, options)
    settings, rows = options.settings, measured.postedits
    return EffortStudy(
        measured=measured,
        options=options,
        systems=tuple(group_rows(measured, rows.system, settings)),
        editors=tuple(group_rows(measured, rows.editor)),
        documents=() if rows.document is None else tuple(group_rows(measured, rows.document)),
        gain=model_gain(measured, settings),
        curve=learning_curve(measured, settings),
        pauses=tuple(_pauses(measured, options.pause)),
        pairs=tuple(compare_editors(measured, settings.threads)),
        triage=study_triage(measured, metrics, settings),
        checks=tuple(_checks(postedits, measured)),
        timeline=None if options.segment is None else draw_timeline(measured, options.segment, options.pause),
        metrics=tuple(metrics),
        remarks=(*postedits.remarks, *_remarks(measured, options)),
    )


def _pauses(measured: Measured, chosen: int) -> list[PauseLine]:
    lines = []
    system, seconds, words = (
        measured.postedits.system,
        measured.quantities["seconds"],
        measured.quantities["words"],
    )
    for threshold in thresholds(chosen):
        counts, lengths = measured.pauses_at(threshold)
        known = np.isfinite(counts) & np.isfinite(lengths) & np.isfinite(seconds)
        for place, name in enumerate(system.names):
            own = known & (system.index == place)
            if own.any():
                total, number = lengths[own].sum(), counts[own].sum()
                worked, all_words = seconds[own].sum(), np.nansum(words[own])
                lines.append(
                    PauseLine(
                        name,
                        threshold,
                        float(number),
                        float(total),
                        float(total / worked) if worked else float("nan"),
                        float(number / all_words) if all_words else float("nan"),
                    )
                )
    return lines


def _checks(postedits: PostEdits, measured: Measured) -> list[ColumnCheck]:
    """Hold what a file gives against what its events and texts make."""
    own: dict[str, tuple[Column, Column]] = {}
    clock, quantities = measured.clock, measured.quantities
    if postedits.keys:
        own["keys, all"] = (postedits.key_total, np.sum(list(postedits.keys.values()), axis=0))
    if clock is not None:
        classes = {
            f"keys, {name}": (postedits.keys.get(name), quantities[f"keys_{name}"]) for name in KEY_NAMES
        }
        own |= classes | {"seconds": (postedits.seconds, clock.work)}
    for side in ("source", "mt", "final"):
        texts = getattr(postedits, side)
        for what in ("words", "chars") if texts is not None else ():
            given = postedits.lengths.get(f"{side}_{what}")
            counted = quantities[f"{side}_{what}"]
            own[f"{what} of the {side}"] = (
                given,
                np.where([text is None for text in texts], np.nan, counted),
            )
    edits, words = quantities["ter_edits"], quantities["ter_words"]
    own["HTER"] = (postedits.given.get("hter"), 100 * edits / np.where(words > 0, words, np.nan))
    checks = (_check(name, given, computed) for name, (given, computed) in own.items())
    return [check for check in checks if check is not None]


def _check(name: str, given: Column, computed: Column) -> ColumnCheck | None:
    if given is None or computed is None:
        return None
    known = np.isfinite(given) & np.isfinite(computed)
    if not known.any():
        return None
    apart = np.abs(given - computed)[known]
    return ColumnCheck(name, int(known.sum()), int((apart < 5e-4).sum()), float(apart.max()))


def _remarks(measured: Measured, options: EffortOptions) -> list[Remark]:
    """Say what was odd about logs: clocks, gaps, texts that replay to something else."""
    replays, quantities, rows = measured.replays, measured.quantities, measured.postedits
    jumps, idle = (np.nan_to_num(quantities[name]) for name in ("jumps", "idle"))
    odd: Mapping[str, NDArray[np.bool_]] = {
        "rows whose clock jumped back, a gap that counts as 0": jumps > 0,
        f"rows with gaps of more than {options.idle:g} s, which count as idle": idle > 0,
        "rows whose events replay to another text than the file has": replays.different,
        "rows whose events replay to the text of the file but for blanks at its ends": replays.nearly,
        "rows with a change outside the text, whose edits are not counted": replays.outside,
        "rows that were given up, and count for nothing": rows.given_up,
    }
    return [
        Remark(kind, int(flags.sum()), _places(rows, flags)) for kind, flags in odd.items() if flags.any()
    ]


def _places(rows: PostEdits, flags: NDArray[np.bool_]) -> tuple[str, ...]:
    return tuple(_named(rows.segment, rows.editor, int(row)) for row in np.flatnonzero(flags)[:PLACES])


def _named(segment: Codes, editor: Codes, row: int) -> str:
    return f"segment {segment.names[segment.index[row]]}, {editor.names[editor.index[row]]}"
