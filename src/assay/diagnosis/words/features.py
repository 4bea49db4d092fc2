"""Features of words and of segments, each as a bucket: how often a word is seen in training, its case, its place.

A word's bucket is a look-up in the vocabulary where the word alone decides it (frequency, length, case, script,
digits), and goes by its place in a column otherwise (label, position). Numbers fall into the first bucket whose upper
end is greater, as in compare-mt.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, pairwise

import numpy as np
from numpy.typing import NDArray

from assay.data import SegmentBuckets
from assay.diagnosis.material import Material
from assay.diagnosis.words.bases import check_fit
from assay.diagnosis.words.tokens import Words
from assay.errors import OptionError
from assay.metrics import spec_of

Codes = NDArray[np.int64]
FREQUENCIES = (1, 2, 3, 4, 5, 10, 100, 1000)
LENGTHS = (2, 4, 6, 8, 10, 15)
SEGMENT_LENGTHS = (10, 20, 30, 40, 50, 60)
DIFFERENCES = (-20, -10, -5, -2, 0, 1, 3, 6, 11, 21)
RATIOS = (0.5, 0.7, 0.9, 1.1, 1.3, 1.5, 2.0)
SCORES = (10, 20, 30, 40, 50, 60, 70, 80, 90)
THIRDS = ("first third", "middle", "last third")


@dataclass(frozen=True)
class WordFeature:
    """The bucket of every word of the references and outputs, by the name of the column."""

    name: str
    buckets: tuple[str, ...]
    of: Mapping[str, Codes]


@dataclass(frozen=True)
class SegmentFeature:
    """The bucket of every segment; where it depends on the output, one for each system."""

    name: str
    buckets: tuple[str, ...]
    of: Mapping[str, Codes]


def cut(values: NDArray[np.int64] | NDArray[np.float64], ends: Sequence[float]) -> Codes:
    """Return the number of the first end that is greater than each value."""
    return np.asarray(np.searchsorted(np.asarray(ends), values, side="right"), dtype=np.int64)


def named(ends: Sequence[float]) -> tuple[str, ...]:
    """Name the buckets between ends: whole numbers by the numbers in them, others by their bounds."""
    if not all(isinstance(end, int) for end in ends):
        middle = [f"{low:g} to {high:g}" for low, high in pairwise(ends)]
        return f"below {ends[0]:g}", *middle, f"{ends[-1]:g} or more"
    middle = [f"{low}" if high == low + 1 else f"{low} to {int(high) - 1}" for low, high in pairwise(ends)]
    return "0" if ends[0] == 1 else f"below {ends[0]}", *middle, f"{ends[-1]} or more"


def _columns(material: Material) -> dict[str, Words]:
    return {**material.references, **material.hypotheses}


def _by_word(material: Material, name: str, buckets: Sequence[str], table: Codes) -> WordFeature:
    return WordFeature(
        name, tuple(buckets), {column: table[words.ids] for column, words in _columns(material).items()}
    )


def _by_word_names(material: Material, name: str, kind: Callable[[str], str]) -> WordFeature:
    vocabulary = next(iter(_columns(material).values())).vocabulary
    kinds = [kind(word) for word in vocabulary]
    buckets = sorted(set(kinds))
    numbers = {bucket: number for number, bucket in enumerate(buckets)}
    table = np.fromiter(map(numbers.__getitem__, kinds), dtype=np.int64, count=len(kinds))
    return _by_word(material, name, buckets, table)


def _vocabulary(material: Material) -> tuple[str, ...]:
    return next(iter(_columns(material).values())).vocabulary


def training_frequency(material: Material) -> WordFeature:
    """How often a word occurs in the training text."""
    known = material.knowledge.training
    if known is None:
        raise OptionError(
            "training-frequency needs how often words occur in the training text; give --counts FILE"
        )
    counts = np.array([known.get(word, 0) for word in _vocabulary(material)], dtype=np.int64)
    return _by_word(material, "training-frequency", named(FREQUENCIES), cut(counts, FREQUENCIES))


def reference_frequency(material: Material) -> WordFeature:
    """How often a word occurs in the references themselves."""
    counts = np.sum([words.counts() for words in material.references.values()], axis=0)
    return _by_word(material, "reference-frequency", named(FREQUENCIES), cut(counts, FREQUENCIES))


def word_length(material: Material) -> WordFeature:
    """How many characters a word has."""
    lengths = np.array([len(word) for word in _vocabulary(material)], dtype=np.int64)
    return _by_word(material, "length", named(LENGTHS), cut(lengths, LENGTHS))


def case(material: Material) -> WordFeature:
    """Whether a word is written in small letters, in capitals, or with a capital first."""

    def kind(word: str) -> str:
        if word.islower():
            return "lower"
        return "upper" if word.isupper() else "title" if word.istitle() else "other"

    return _by_word_names(material, "case", kind)


def script(material: Material) -> WordFeature:
    """The script of a word's first letter, by the Unicode name of the letter."""

    def kind(word: str) -> str:
        return name(word[0] if word[0].isalpha() else next(filter(str.isalpha, word), ""))

    @cache
    def name(letter: str) -> str:
        return unicodedata.name(letter, "OTHER").split(" ")[0].lower() if letter else "no letter"

    return _by_word_names(material, "script", kind)


def digits(material: Material) -> WordFeature:
    """Whether a word is a number, has digits in it, or has none."""

    def kind(word: str) -> str:
        some = not word.isalpha() and any(map(str.isdigit, word))
        return (
            "number" if some and not any(map(str.isalpha, word)) else "with digits" if some else "no digits"
        )

    return _by_word_names(material, "digits", kind)


def position(material: Material) -> WordFeature:
    """Where a word stands in its segment."""
    of = {
        name: 3 * words.positions() // np.maximum(np.repeat(words.lengths, words.lengths), 1)
        for name, words in _columns(material).items()
    }
    return WordFeature("position", THIRDS, of)


def label(material: Material) -> WordFeature:
    """The label of a word: part of speech, name, or whatever the files say."""
    known, columns = material.knowledge.labels, _columns(material)
    missing = [name for name in columns if name not in known]
    if missing:
        raise OptionError(
            f"label needs labels for every reference and output; give --labels {missing[0]}=FILE"
        )
    for name, words in columns.items():
        check_fit(known[name], words, f"labels of {name}")
    every = sorted(set().union(*(line for name in columns for line in known[name])))
    numbers = {one: number for number, one in enumerate(every)}
    of = {
        name: np.fromiter(map(numbers.__getitem__, chain.from_iterable(known[name])), dtype=np.int64)
        for name in columns
    }
    return WordFeature("label", tuple(every), of)


WORD_FEATURES: Mapping[str, Callable[[Material], WordFeature]] = {
    "training-frequency": training_frequency,
    "reference-frequency": reference_frequency,
    "length": word_length,
    "case": case,
    "script": script,
    "digits": digits,
    "position": position,
    "label": label,
}


def first_reference_lengths(material: Material) -> NDArray[np.int64]:
    """Return the number of words of the first reference that each segment has."""
    lengths = np.zeros(len(material), dtype=np.int64)
    for name in reversed(list(material.references)):
        lengths = np.where(material.present[name], material.references[name].lengths, lengths)
    return lengths


def segment_length(material: Material) -> SegmentFeature:
    """How many words the reference has."""
    codes = cut(first_reference_lengths(material), SEGMENT_LENGTHS)
    return SegmentFeature("segment-length", named(SEGMENT_LENGTHS), dict.fromkeys(material.systems, codes))


def length_difference(material: Material) -> SegmentFeature:
    """How many words more than the reference the output has."""
    ref = first_reference_lengths(material)
    of = {name: cut(words.lengths - ref, DIFFERENCES) for name, words in material.hypotheses.items()}
    return SegmentFeature("length-difference", named(DIFFERENCES), of)


def length_ratio(material: Material) -> SegmentFeature:
    """How long the output is, seen from the reference."""
    ref = np.maximum(first_reference_lengths(material), 1)
    of = {name: cut(words.lengths / ref, RATIOS) for name, words in material.hypotheses.items()}
    return SegmentFeature("length-ratio", named(RATIOS), of)


def score(material: Material) -> SegmentFeature:
    """The mean score of the segment over all systems, under the first metric: how hard it is."""
    if not material.evaluation.metrics:
        raise OptionError("score needs a metric; give one with -m")
    metric = material.evaluation.metrics[0]
    each = np.mean([material.evaluation.stats[metric, name].each() for name in material.systems], axis=0)
    codes = cut(each, SCORES)
    return SegmentFeature(f"mean {spec_of(metric)}", named(SCORES), dict.fromkeys(material.systems, codes))


def document(material: Material) -> SegmentFeature:
    """The document of the segment."""
    if material.evalset.document is None:
        raise OptionError("document needs a set with documents; give --docs")
    codes = material.evalset.document
    return SegmentFeature(
        "document", codes.names, dict.fromkeys(material.systems, codes.index.astype(np.int64))
    )


def domain(material: Material) -> SegmentFeature:
    """The domain of the segment."""
    given = material.knowledge.domain
    if given is None:
        raise OptionError("domain needs the domain of each segment; give --domains FILE")
    every = list(dict.fromkeys(given))
    codes = np.array([every.index(one) for one in given], dtype=np.int64)
    return SegmentFeature("domain", tuple(every), dict.fromkeys(material.systems, codes))


SEGMENT_FEATURES: Mapping[str, Callable[[Material], SegmentFeature]] = {
    "segment-length": segment_length,
    "length-difference": length_difference,
    "length-ratio": length_ratio,
    "score": score,
    "document": document,
    "domain": domain,
}
BY_SET = ("segment-length", "document", "domain")  # features of segments that no output has a say in


def kept_buckets(found: Sequence[SegmentFeature]) -> list[SegmentBuckets]:
    """Return what a run file keeps of features: those whose buckets are the same for any output."""
    return [
        SegmentBuckets.of(one.name, one.buckets, next(iter(one.of.values())))
        for one in found
        if one.name in BY_SET
    ]
