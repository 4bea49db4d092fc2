"""Measures of effort: what each is called, what it is made of, and how sums become a figure.

Every measure is a function of sums of quantities over rows, so it is the same at every level: segment, editor, system,
document. A row counts for a measure where all that it is made of is known.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from assay.data import Array, Codes

Sums = Mapping[str, Array]


@dataclass(frozen=True)
class EffortMeasure:
    """One measure: the quantities it needs, and the figure that their sums make."""

    name: str
    label: str
    needs: tuple[str, ...]
    figure: Callable[[Sums], Array]
    better: Literal["higher", "lower"] | None = "lower"
    digits: int = 2
    words: str = ""  # what it is, in a few words
    scratch: bool = True  # defined for translations from scratch, too


def _ratio(above: str, below: str, factor: float = 1.0) -> Callable[[Sums], Array]:
    return lambda sums: factor * _divided(sums[above], sums[below])


def _divided(above: Array, below: Array) -> Array:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(below != 0, above / np.where(below == 0, 1, below), np.nan)


def _pause_ratio_of_means(sums: Sums) -> Array:
    """APR: the mean pause over the mean time per word (Lacruz et al. 2012)."""
    return _divided(sums["pause_seconds"] * sums["words"], sums["pauses"] * sums["seconds"])


MEASURES: tuple[EffortMeasure, ...] = (
    EffortMeasure(
        "words_per_hour",
        "words/hour",
        ("words", "seconds"),
        _ratio("words", "seconds", 3600.0),
        "higher",
        0,
        "words done in an hour of work",
    ),
    EffortMeasure(
        "seconds_per_word", "s/word", ("seconds", "words"), _ratio("seconds", "words"), words="work per word"
    ),
    EffortMeasure(
        "hter",
        "HTER",
        ("ter_edits", "ter_words"),
        _ratio("ter_edits", "ter_words", 100.0),
        words="edits from the output to the final text, per 100 words of it",
        scratch=False,
    ),
    EffortMeasure(
        "aer",
        "AER",
        ("word_edits", "final_words"),
        _ratio("word_edits", "final_words", 100.0),
        words="word edits that were made, per 100 words of the final text",
    ),
    EffortMeasure(
        "char_aer",
        "character AER",
        ("char_edits", "final_chars"),
        _ratio("char_edits", "final_chars", 100.0),
        digits=1,
        words="characters typed and erased, per 100 characters of the final text",
    ),
    EffortMeasure(
        "wasted",
        "wasted %",
        ("wasted", "typed"),
        _ratio("wasted", "typed", 100.0),
        digits=1,
        words="characters that were typed and did not stay",
    ),
    EffortMeasure(
        "keys_per_word", "keys/word", ("keys", "words"), _ratio("keys", "words"), words="key presses per word"
    ),
    EffortMeasure(
        "ksrm",
        "KSRM",
        ("actions", "final_chars"),
        _ratio("actions", "final_chars"),
        words="key presses and clicks per character of the final text",
    ),
    EffortMeasure(
        "pause_ratio",
        "pause ratio",
        ("pause_seconds", "seconds"),
        _ratio("pause_seconds", "seconds"),
        None,
        words="share of the time that is pauses",
    ),
    EffortMeasure(
        "apr",
        "APR",
        ("pause_seconds", "pauses", "seconds", "words"),
        _pause_ratio_of_means,
        None,
        words="mean pause over mean time per word",
    ),
    EffortMeasure("pwr", "PWR", ("pauses", "words"), _ratio("pauses", "words"), words="pauses per word"),
    EffortMeasure(
        "unchanged",
        "unchanged %",
        ("unchanged", "postedited"),
        _ratio("unchanged", "postedited", 100.0),
        None,
        1,
        "outputs that were left as they are",
        scratch=False,
    ),
)
BY_NAME: Mapping[str, EffortMeasure] = {measure.name: measure for measure in MEASURES}


def known_rows(measure: EffortMeasure, quantities: Sums) -> Array:
    """Return 1 for rows that have all that a measure is made of, else 0."""
    columns = [quantities[name] for name in measure.needs]
    return np.asarray(np.all([np.isfinite(column) for column in columns], axis=0), dtype=np.float64)


def grouped_sums(measure: EffortMeasure, quantities: Sums, groups: Codes) -> dict[str, Array]:
    """Add up what a measure is made of by group."""
    known = known_rows(measure, quantities) > 0
    index, size = groups.index[known], len(groups.names)
    return {
        name: np.bincount(index, quantities[name][known], size).astype(np.float64, copy=False)
        for name in measure.needs
    }


def figures_of(measure: EffortMeasure, quantities: Sums, groups: Codes) -> Array:
    """Return the figure of every group, NaN where nothing is known."""
    counts = np.bincount(groups.index[known_rows(measure, quantities) > 0], minlength=len(groups.names))
    return np.where(counts > 0, measure.figure(grouped_sums(measure, quantities, groups)), np.nan)
