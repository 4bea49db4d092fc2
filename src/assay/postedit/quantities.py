"""Quantities by row: words, seconds, keys, edits; from events and texts where there are any, else from the file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from assay.data import CHANGES, KEYS, Array, Codes, EvalSet, Events, PostEdits, kind_code
from assay.errors import OptionError
from assay.metrics import Metric, parse_metric
from assay.postedit.clock import ERASE, TYPE, Clock, Pauses, find_pauses, time_events
from assay.postedit.options import EffortOptions
from assay.postedit.playback import Replays, replay
from assay.resources import Resources
from assay.text import Column

SET = kind_code("set")
Texts = Sequence[str | None] | None


@dataclass(frozen=True)
class Measured:
    """Post-edits with all that can be counted of them."""

    postedits: PostEdits
    quantities: Mapping[str, Array]
    replays: Replays
    clock: Clock | None
    pauses: Pauses | None
    words: str  # whose words rates are per: source or final
    metric: Metric

    @property
    def worked(self) -> Codes:
        """What each row is of: its system."""
        return self.postedits.system

    def pauses_at(self, threshold: int) -> tuple[Array, Array]:
        """Return pauses of at least so many milliseconds by row, and their seconds; NaN where they are not known."""
        unknown = np.full(len(self.postedits), np.nan)
        counts, seconds = self.postedits.pauses.get(threshold, (unknown, unknown))
        if self.pauses is None or self.postedits.events is None:
            return counts, seconds
        there = np.diff(self.postedits.events.offsets) > 0
        own = self.pauses.at_least(threshold)
        return np.where(there, own[0], counts), np.where(there, own[1], seconds)


def drawn_with(postedits: PostEdits) -> Codes:
    """Return what rows are drawn with: their document where several are known, else their segment."""
    document = postedits.document
    if document is None:
        return postedits.segment
    documents, segments = (len(np.unique(codes.index)) for codes in (document, postedits.segment))
    return document if 1 < documents < segments else postedits.segment


def measure_rows(postedits: PostEdits, options: EffortOptions) -> Measured:
    """Count everything that the rows allow."""
    threads = options.settings.threads
    replays = replay(postedits, threads=threads)
    postedits = _with_replayed(postedits, replays)
    clock = None if postedits.events is None else time_events(postedits.events, options.idle)
    pauses = None
    if clock is not None and postedits.events is not None:
        pauses = find_pauses(postedits.events, clock.elapsed)
    metric = _hter(options.hter)
    measured = Measured(postedits, {}, replays, clock, pauses, "", metric)
    quantities = {
        **_lengths(postedits),
        **_times(postedits, clock),
        **_acts(postedits, clock),
        **_edits(postedits, replays),
        **_ter(postedits, metric, threads),
    }
    quantities["pauses"], quantities["pause_seconds"] = measured.pauses_at(options.pause)
    words = _whose_words(options, quantities)
    quantities["words"] = quantities[f"{words}_words"]
    gone = postedits.given_up
    quantities = {name: np.where(gone, np.nan, column) for name, column in quantities.items()}
    return replace(measured, quantities=quantities, words=words)


def _with_replayed(postedits: PostEdits, replays: Replays) -> PostEdits:
    """Take the replayed text where the file has no final one: the connection was lost, say."""
    if not any(text is not None for text in replays.texts):
        return postedits
    final = postedits.final or [None] * len(postedits)
    pairs = zip(final, replays.texts, strict=True)
    return replace(postedits, final=[text if there is None else there for there, text in pairs])


def _hter(spec: str) -> Metric:
    metric = parse_metric(spec)
    if metric.columns[:2] != ("edits", "length"):
        raise OptionError(
            f"--hter {spec}: not a metric of edits over words; choose hter, ter, wer or one of their kin"
        )
    return metric


def _lengths(postedits: PostEdits) -> dict[str, Array]:
    """Count words (what blanks separate) and characters of texts; without texts, what the file says."""
    counted = {}
    for side in ("source", "mt", "final"):
        texts: Texts = getattr(postedits, side)
        for what, count in (("words", _words), ("chars", len)):
            given = postedits.lengths.get(f"{side}_{what}", np.full(len(postedits), np.nan))
            own = [np.nan if text is None else count(text) for text in texts] if texts is not None else given
            counted[f"{side}_{what}"] = np.where(np.isnan(own), given, own)
    return counted


def _words(text: str) -> int:
    return len(text.split())


def _known(column: Array | None, rows: int) -> Array:
    return np.full(rows, np.nan) if column is None else column


def _times(postedits: PostEdits, clock: Clock | None) -> dict[str, Array]:
    rows = len(postedits)
    names = {
        "seconds": "work",
        "read": "read",
        "edit": "edit",
        "check": "check",
        "idle": "idle",
        "away": "away",
    }
    given = {"seconds": postedits.seconds, "visits": postedits.visits}
    times = {}
    for name, part in (names | {"visits": "visits", "jumps": "jumps"}).items():
        own = (
            np.full(rows, np.nan)
            if clock is None
            else np.where(_there(postedits), getattr(clock, part), np.nan)
        )
        times[name] = np.where(np.isnan(own), _known(given.get(name), rows), own)
    return times


def _there(postedits: PostEdits) -> NDArray[np.bool_]:
    """Tell which rows have events."""
    events = postedits.events
    return np.zeros(len(postedits), bool) if events is None else np.diff(events.offsets) > 0


def _acts(postedits: PostEdits, clock: Clock | None) -> dict[str, Array]:
    """Return key presses by class, all of them, clicks, and both together; no count of clicks is a count of none."""
    rows = len(postedits)
    there = _there(postedits) & _has_keys(postedits.events, clock)
    keys = {
        f"keys_{name}": np.where(
            there,
            clock.keys[:, place] if clock is not None else np.nan,
            _known(postedits.keys.get(name), rows),
        )
        for place, name in enumerate(KEYS)
    }
    total = np.sum(list(keys.values()), axis=0)
    total = np.where(np.isnan(total), _known(postedits.key_total, rows), total)
    mouse = np.where(there, clock.mouse if clock is not None else np.nan, _known(postedits.mouse, rows))
    return {**keys, "keys": total, "mouse": mouse, "actions": total + np.nan_to_num(mouse)}


def _has_keys(events: Events | None, clock: Clock | None) -> bool:
    """Tell whether a log says which keys were pressed: one that was typed without any key does not."""
    if events is None or clock is None:
        return False
    return bool(clock.keys.any()) or not bool(np.isin(events.kind, (TYPE, ERASE)).any())


def _edits(postedits: PostEdits, replays: Replays) -> dict[str, Array]:
    rows, events = len(postedits), postedits.events
    typed, erased = (_known(postedits.lengths.get(name), rows) for name in ("typed", "erased"))
    if events is not None:
        own_typed, own_erased = _characters(events)
        there = _there(postedits)
        typed, erased = np.where(there, own_typed, typed), np.where(there, own_erased, erased)
    return {
        "typed": typed,
        "erased": erased,
        "char_edits": typed + erased,
        "runs": replays.runs,
        "word_edits": replays.word_edits,
        "wasted": replays.wasted,
    }


def _characters(events: Events) -> tuple[Array, Array]:
    """Return characters that the editor put and took away, by row; what the program did is not the editor's."""
    by_editor = events.kind[events.kind < CHANGES] != SET
    before = [
        np.concatenate([[0.0], np.cumsum(np.where(by_editor, column, 0))])
        for column in (events.added, events.removed)
    ]
    typed, erased = (np.diff(total[events.changes]) for total in before)
    return typed, erased


def _ter(postedits: PostEdits, metric: Metric, threads: int) -> dict[str, Array]:
    """Return the edits from the output to the final text, the words they are divided by, and what stayed as it was."""
    rows = len(postedits)
    edits, words, unchanged = (np.full(rows, np.nan) for _ in range(3))
    mt, final = postedits.mt or [None] * rows, postedits.final or [None] * rows
    chosen = [
        row
        for row in range(rows)
        if mt[row] is not None and final[row] is not None and not postedits.scratch[row]
    ]
    if chosen:
        counted = edit_rows(
            metric, [mt[row] or "" for row in chosen], [final[row] or "" for row in chosen], threads
        )
        edits[chosen], words[chosen] = counted[:, 0], counted[:, 1]
        unchanged[chosen] = [mt[row] == final[row] for row in chosen]
    return {
        "ter_edits": edits,
        "ter_words": words,
        "unchanged": unchanged,
        "postedited": np.where(np.isnan(unchanged), np.nan, 1.0),
    }


def edit_rows(metric: Metric, outputs: Sequence[str], finals: Sequence[str], threads: int) -> Array:
    """Return the statistics of an edit metric of outputs against texts, one row each."""
    evalset = EvalSet("post-edits", ("", ""), None, {"final": Column.of(list(finals))}, None)
    return np.asarray(metric.prepare(evalset, Resources(threads=threads))(Column.of(list(outputs))))


def _whose_words(options: EffortOptions, quantities: Mapping[str, Array]) -> str:
    if options.words != "auto":
        if np.isnan(quantities[f"{options.words}_words"]).all():
            raise OptionError(f"--words {options.words}: the file has neither these texts nor their words")
        return options.words
    source, final = quantities["source_words"], quantities["final_words"]
    return "source" if np.isfinite(source).sum() >= np.isfinite(final).sum() else "final"
