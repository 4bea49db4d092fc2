"""A screen for hallucinations: outputs that more than one sign speaks against, each sign named.

Signs: far too much text, a loop, the wrong language or script, numbers not in the source, and an output
unlike those of all other systems where these agree with one another. One sign alone is a fault of its own kind and is
left to its check. An output that is its source is not translated, and not made up.

How alike two outputs are is the share of words (characters in scripts without blanks) that they have in common, twice
the common ones over all of both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from assay.diagnosis.checks.columns import CheckedColumn
from assay.diagnosis.checks.source_checks import Checks
from assay.diagnosis.words.scripts import SPACELESS
from assay.diagnosis.words.tokens import Words, number_words

Array = NDArray[np.float64]

SIGNS = {
    "too-long": "far too much text",
    "loops": "a loop",
    "wrong-language": "the wrong language",
    "wrong-script": "the wrong script",
    "numbers-added": "numbers not in the source",
}
UNLIKE = "unlike all other systems"
LEAST_SIGNS = 2  # one alone is a fault of its own kind
# set by hand
FAR = 0.15  # in common with the nearest other output
# In common between the others, so that being unlike them says something
AGREE = 0.35
LEAST_WORDS = 4  # fewer may differ by chance
COPIED = "copied-source"


@dataclass(frozen=True)
class Suspect:
    """An output that may be made up, and what speaks for that."""

    system: str
    segment: int
    signs: tuple[str, ...]


def suspects(outputs: Mapping[str, CheckedColumn], checks: Checks) -> list[Suspect]:
    """Return the outputs that at least two signs speak against, those with most signs first."""
    far = unlike_others(outputs)
    suspected = []
    for system, counts in checks.counts.items():
        flags = {words: counts[check] > 0 for check, words in SIGNS.items() if check in counts}
        flags[UNLIKE] = far[system]
        several = np.sum(list(flags.values()), axis=0) >= LEAST_SIGNS
        for row in np.flatnonzero(several & (counts[COPIED] == 0)).tolist():
            suspected.append(Suspect(system, row, tuple(words for words, flag in flags.items() if flag[row])))
    return sorted(suspected, key=lambda suspect: (-len(suspect.signs), suspect.segment, suspect.system))


def unlike_others(outputs: Mapping[str, CheckedColumn]) -> dict[str, NDArray[np.bool_]]:
    """Say where an output has little in common with any other, while the others have much; it takes three systems."""
    words = _units(outputs)
    segments = len(next(iter(words.values()))) if words else 0
    if len(outputs) < 3:
        return {name: np.zeros(segments, dtype=np.bool_) for name in outputs}
    bags = {name: _bag(column) for name, column in words.items()}
    common = {pair: _common(bags, words, pair) for pair in combinations(outputs, 2)}
    unlike = {}
    for name, own in words.items():
        nearest = np.max([shares for pair, shares in common.items() if name in pair], axis=0)
        others = np.median([shares for pair, shares in common.items() if name not in pair], axis=0)
        unlike[name] = (nearest < FAR) & (others > AGREE) & (own.lengths >= LEAST_WORDS)
    return unlike


def _units(outputs: Mapping[str, CheckedColumn]) -> dict[str, Words]:
    if any(side.script in SPACELESS for side in outputs.values()):
        texts = [side.texts for side in outputs.values()]
        return dict(zip(outputs, number_words(texts, "char", lowercase=True), strict=True))
    return {name: side.words for name, side in outputs.items()}


Bag = tuple[NDArray[np.int64], NDArray[np.int64]]


def _bag(words: Words) -> Bag:
    """Return the distinct words of every segment, as one number with the segment, and how often they are there."""
    keys = words.segments() * max(len(words.vocabulary), 1) + words.ids
    distinct, counts = np.unique(keys, return_counts=True)
    return distinct, counts


def _common(bags: Mapping[str, Bag], words: Mapping[str, Words], pair: tuple[str, str]) -> Array:
    (left, first), (right, second) = bags[pair[0]], bags[pair[1]]
    both, here, there = np.intersect1d(left, right, assume_unique=True, return_indices=True)
    size = max(len(words[pair[0]].vocabulary), 1)
    lengths = words[pair[0]].lengths + words[pair[1]].lengths
    shared = np.bincount(both // size, weights=np.minimum(first[here], second[there]), minlength=len(lengths))
    return np.asarray(2 * shared / np.maximum(lengths, 1))
