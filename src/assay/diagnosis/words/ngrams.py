"""N-grams that a system gets right, makes too often, or leaves out, and those in which two systems differ.

Per segment, an n-gram's matches are its copies in the output, at most as many as in the reference; copies beyond are
over-produced, reference copies that are not matched under-produced (compare-mt's definition, n from 1 to 4; with
several references the closest one counts). Two systems are told apart by the smoothed share (c1 + 1) / (c1 + c2 + 2),
and by the log-odds of the two counts with its standard error: all of three copies is no finding, all of thirty is.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from assay.diagnosis.corpus import Corpus
from assay.diagnosis.words.buckets import reference_codes
from assay.diagnosis.words.classes import Classified
from assay.diagnosis.words.features import WordFeature
from assay.diagnosis.words.tokens import Words
from assay.errors import OptionError

Kind = Literal["match", "over", "under"]
Numbers = NDArray[np.int64]
ORDER, ALPHA = 4, 1.0  # longest n-gram and smoothing, as in compare-mt


@dataclass(frozen=True)
class SegmentNgrams:
    """All n-grams of a pair of columns: in which segment, how often in the output and in the reference."""

    segment: Numbers
    gram: Numbers  # a number of `spelt`
    output: Numbers
    reference: Numbers

    def only(self, wanted: NDArray[np.bool_]) -> SegmentNgrams:
        """Return the segments of some n-grams: those whose number is wanted."""
        rows = np.flatnonzero(wanted[self.gram])
        return SegmentNgrams(self.segment[rows], self.gram[rows], self.output[rows], self.reference[rows])

    def counts(self, kind: Kind) -> Numbers:
        """Return how often each is right, too many or missing."""
        right = np.minimum(self.output, self.reference)
        if kind == "match":
            return right
        return (self.output if kind == "over" else self.reference) - right


@dataclass(frozen=True)
class NgramTable:
    """N-grams of all systems in one numbering; `spelt` gives the ids of the words of each."""

    vocabulary: tuple[str, ...]
    spelt: NDArray[np.int32]  # (n-grams, order), -1 beyond the end of a shorter one
    systems: Mapping[str, SegmentNgrams]
    _sums: dict[tuple[str, Kind], Numbers] = field(default_factory=dict)  # what was added up before

    def text(self, gram: int) -> str:
        """Return an n-gram as it is written."""
        return " ".join(self.vocabulary[word] for word in self.spelt[gram].tolist() if word >= 0)

    def sums(self, system: str, kind: Kind) -> Numbers:
        """Return the count of every n-gram over all segments."""
        if (system, kind) not in self._sums:
            grams = self.systems[system]
            weights = grams.counts(kind).astype(np.float64)
            sums = np.bincount(grams.gram, weights=weights, minlength=len(self.spelt))
            self._sums[system, kind] = sums.astype(np.int64)
        return self._sums[system, kind]

    def segments(self, system: str, kind: Kind, grams: Numbers, most: int = 5) -> dict[int, tuple[int, ...]]:
        """Return the first segments in which each of some n-grams is right, too many or missing."""
        wanted = np.zeros(len(self.spelt), dtype=bool)
        wanted[grams] = True
        some = self.systems[system].only(wanted)
        there = some.counts(kind) > 0
        first_segments: dict[int, list[int]] = {gram: [] for gram in grams.tolist()}
        for gram, segment in zip(some.gram[there].tolist(), some.segment[there].tolist(), strict=True):
            first_segments[gram].append(segment)
        return {gram: tuple(segments[:most]) for gram, segments in first_segments.items()}


@dataclass(frozen=True)
class Contrast:
    """An n-gram that one system has more often than the other, right, too many or missing."""

    ngram: str
    kind: Kind
    first: int
    second: int
    share: float
    log_odds: float
    z: float
    segments: tuple[int, ...]  # where the system with more of it has it


def ngram_table(classified: Mapping[str, Classified], order: int = ORDER) -> NgramTable:
    """Count the n-grams of all systems and of their closest references."""
    if not 1 <= order <= 9:
        raise OptionError(f"n-grams have 1 to 9 words, not {order}")
    every = {
        id(words): words
        for of_system in classified.values()
        for words in (of_system.output, of_system.reference)
    }
    columns = list(every.values())  # systems may share a reference
    coded, spelt = _coded(columns, order)
    counted = {key: _counted(of_system, len(spelt)) for key, of_system in zip(every, coded, strict=True)}
    systems = {
        system: _grams(counted[id(of_system.output)], counted[id(of_system.reference)], len(spelt))
        for system, of_system in classified.items()
    }
    return NgramTable(columns[0].vocabulary if columns else (), spelt, systems)


def label_words(
    corpus: Corpus, classified: Mapping[str, Classified], feature: WordFeature
) -> dict[str, Classified]:
    """Return outputs and references with the label of each word in its place."""

    def labelled(words: Words, codes: Numbers) -> Words:
        return Words(feature.buckets, codes.astype(np.int32), words.offsets)

    return {
        system: replace(
            words,
            output=labelled(words.output, feature.of[system]),
            reference=labelled(words.reference, reference_codes(corpus, words, feature)),
        )
        for system, words in classified.items()
    }


Coded = tuple[Numbers, Numbers]  # segment and number of every n-gram of a column


def _coded(columns: list[Words], order: int) -> tuple[list[Coded], NDArray[np.int32]]:
    """Number the n-grams of all orders alike in all columns: each is a shorter one and one more word."""
    width = np.int64(max(len(columns[0].vocabulary), 1)) if columns else np.int64(1)
    coded: list[list[Coded]] = [[] for _ in columns]
    spelt: list[NDArray[np.int32]] = []
    current = [words.ids.astype(np.int64) for words in columns]
    starts = [np.arange(len(words.ids)) for words in columns]
    prefixes, first = np.empty((0, 0), np.int32), 0
    for n in range(1, order + 1):
        every, inverse = _ranked(np.concatenate(current))
        known = every[:, None] if n == 1 else np.column_stack([prefixes[every // width], every % width])
        prefixes = known.astype(np.int32)
        spelt.append(np.pad(prefixes, ((0, 0), (0, order - n)), constant_values=-1))
        parts = np.split(inverse, np.cumsum([len(part) for part in current])[:-1])
        for place, words in enumerate(columns):
            coded[place].append((words.segments()[starts[place]], parts[place] + first))
        first += len(every)
        for place, words in enumerate(columns):
            inside = starts[place] + n < words.offsets[1:][words.segments()[starts[place]]]
            starts[place] = starts[place][inside]
            current[place] = parts[place][inside] * width + words.ids[starts[place] + n]
    joined = [
        (np.concatenate([s for s, _ in parts]), np.concatenate([g for _, g in parts])) for parts in coded
    ]
    return joined, np.concatenate(spelt) if spelt else np.empty((0, order), np.int32)


def _ranked(keys: Numbers) -> tuple[Numbers, Numbers]:
    """Return the different keys in their order, and the number that each key has among them."""
    bits = len(keys).bit_length()
    if not len(keys) or int(keys.max()) >= 1 << (63 - bits):
        every, inverse = np.unique(keys, return_inverse=True)
        return every, inverse
    # Numbers sort faster than places by their numbers
    joined = np.sort(keys << bits | np.arange(len(keys)))
    places, ordered = joined & ((1 << bits) - 1), joined >> bits
    first = _firsts(ordered)
    inverse = np.empty(len(keys), dtype=np.int64)
    inverse[places] = np.cumsum(first) - 1
    return ordered[first], inverse


def _firsts(ordered: Numbers) -> NDArray[np.bool_]:
    """Tell which numbers of an ordered list come for the first time."""
    return np.concatenate([np.ones(min(len(ordered), 1), dtype=bool), ordered[1:] != ordered[:-1]])


def _counted(coded: Coded, grams: int) -> Coded:
    """Return every n-gram of every segment once, as one number, and how often it stands there."""
    ordered = np.sort(coded[0] * np.int64(grams) + coded[1])
    starts = np.flatnonzero(_firsts(ordered))
    return ordered[starts], np.diff(starts, append=len(ordered))


def _grams(output: Coded, reference: Coded, grams: int) -> SegmentNgrams:
    """Put the n-grams of an output and a reference side by side, segment by segment."""
    every = np.sort(np.concatenate([output[0], reference[0]]))
    every = every[_firsts(every)]
    columns = []
    for key, count in (output, reference):
        column = np.zeros(len(every), dtype=np.int64)
        column[np.searchsorted(every, key)] = count
        columns.append(column)
    segment = every // max(grams, 1)
    return SegmentNgrams(segment, every - segment * grams, *columns)


def contrast(
    table: NgramTable, pair: tuple[str, str], kind: Kind, *, most: int = 20, fewest: int = 1
) -> tuple[list[Contrast], list[Contrast]]:
    """Return the n-grams that the first system has more often than the second, and the other way round.

    Both lists hold every n-gram that stands out as much as the last of `most`, so that none is left out by chance.
    """
    if kind not in get_args(Kind):
        raise OptionError(f"kind={kind!r} is not recognised; choose from {', '.join(get_args(Kind))}")
    first, second = (table.sums(system, kind) for system in pair)
    seen = np.flatnonzero(first + second >= fewest)
    share = (first[seen] + ALPHA) / (first[seen] + second[seen] + 2 * ALPHA)
    beyond = seen[_outstanding(0.5 - share, most)], seen[_outstanding(share - 0.5, most)]
    sums = dict(zip(pair, (first, second), strict=True))
    more, fewer = (
        [
            _contrast(table.text(gram), kind, [int(sums[name][gram]) for name in pair], segments)
            for gram, segments in table.segments(ahead, kind, grams).items()
        ]
        for ahead, grams in zip(pair, beyond, strict=True)
    )
    return sorted(more, key=_rank), sorted(fewer, key=_rank)


def _outstanding(key: NDArray[np.float64], most: int) -> NDArray[np.bool_]:
    """Tell which are no worse than the last of the `most` with the lowest keys; 0 is half and half."""
    last = min(most, len(key)) - 1
    cutoff = np.partition(key, last)[last] if len(key) else 0.0
    return np.asarray((key <= cutoff) & (key < 0))


def _rank(contrast: Contrast) -> tuple[float, list[str]]:
    return -abs(contrast.share - 0.5), contrast.ngram.split(" ")


def _contrast(ngram: str, kind: Kind, counts: Sequence[int], segments: tuple[int, ...]) -> Contrast:
    first, second = counts
    log_odds = math.log((first + ALPHA) / (second + ALPHA))
    error = math.sqrt(1 / (first + ALPHA) + 1 / (second + ALPHA))
    return Contrast(
        ngram,
        kind,
        first,
        second,
        (first + ALPHA) / (first + second + 2 * ALPHA),
        log_odds,
        log_odds / error,
        segments,
    )


@dataclass(frozen=True)
class Production:
    """An n-gram that a system makes more or less often than its references do."""

    ngram: str
    system: str
    output: int
    reference: int
    log_odds: float
    z: float
    segments: tuple[int, ...]


def production(table: NgramTable, system: str, most: int = 20) -> tuple[list[Production], list[Production]]:
    """Return the n-grams that a system makes too often, and those it makes too rarely, the surest first."""
    right = table.sums(system, "match")
    output, reference = right + table.sums(system, "over"), right + table.sums(system, "under")
    log_odds = np.log((output + ALPHA) / (reference + ALPHA))
    z = log_odds / np.sqrt(1 / (output + ALPHA) + 1 / (reference + ALPHA))
    outstanding: dict[Kind, Numbers] = {
        "over": _lowest(-z, most),
        "under": len(z) - 1 - _lowest(z[::-1], most),  # of equals the last
    }
    over, under = (
        [
            Production(
                table.text(gram),
                system,
                int(output[gram]),
                int(reference[gram]),
                float(log_odds[gram]),
                float(z[gram]),
                segments,
            )
            for gram, segments in table.segments(system, kind, grams[sign * z[grams] > 0]).items()
        ]
        for (kind, grams), sign in zip(outstanding.items(), (1, -1), strict=True)
    )
    return over, under


def _lowest(key: NDArray[np.float64], most: int) -> Numbers:
    """Return the places of the `most` lowest keys, the lowest first, and of equals the first."""
    last = min(most, len(key)) - 1
    if last < 0:
        return np.empty(0, dtype=np.int64)
    candidates = np.flatnonzero(key <= np.partition(key, last)[last])
    return np.asarray(candidates[np.argsort(key[candidates], kind="stable")][:most])
