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
from assay.diagnosis.corpus import Corpus, Labels
from assay.diagnosis.words.morphology import check_fit
from assay.diagnosis.words.tokens import Words
from assay.errors import InputError, OptionError
from assay.metrics import ratio, spec_of

Codes = NDArray[np.int64]
# Upper ends; those of frequencies and of segment lengths are compare-mt's, the others were set by hand.
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


def bucket_of(values: NDArray[np.int64] | NDArray[np.float64], ends: Sequence[float]) -> Codes:
    """Return the number of the first end that is greater than each value."""
    return np.asarray(np.searchsorted(np.asarray(ends), values, side="right"), dtype=np.int64)


def bucket_names(ends: Sequence[float]) -> tuple[str, ...]:
    """Name the buckets between ends: whole numbers by the numbers in them, others by their bounds."""
    if not all(isinstance(end, int) for end in ends):
        middle = [f"{low:g} to {high:g}" for low, high in pairwise(ends)]
        return f"below {ends[0]:g}", *middle, f"{ends[-1]:g} or more"
    middle = [f"{low}" if high == low + 1 else f"{low} to {int(high) - 1}" for low, high in pairwise(ends)]
    return "0" if ends[0] == 1 else f"below {ends[0]}", *middle, f"{ends[-1]} or more"


def _columns(corpus: Corpus) -> dict[str, Words]:
    return {**corpus.references, **corpus.hypotheses}


def _by_word(corpus: Corpus, name: str, buckets: Sequence[str], table: Codes) -> WordFeature:
    return WordFeature(
        name, tuple(buckets), {column: table[words.ids] for column, words in _columns(corpus).items()}
    )


def cuts_of(corpus: Corpus, feature: str, usual: Sequence[float]) -> Sequence[float]:
    """Return where the buckets of a feature begin: as the user says, else as usual."""
    return corpus.knowledge.cuts.get(feature, usual)


def _by_number(corpus: Corpus, name: str, numbers: NDArray[np.int64], usual: Sequence[float]) -> WordFeature:
    """Bucket the words of the vocabulary by a number that each has."""
    ends = cuts_of(corpus, name, usual)
    return _by_word(corpus, name, bucket_names(ends), bucket_of(numbers, ends))


def _by_word_names(corpus: Corpus, name: str, kind: Callable[[str], str]) -> WordFeature:
    vocabulary = next(iter(_columns(corpus).values())).vocabulary
    kinds = [kind(word) for word in vocabulary]
    buckets = sorted(set(kinds))
    numbers = {bucket: number for number, bucket in enumerate(buckets)}
    table = np.fromiter(map(numbers.__getitem__, kinds), dtype=np.int64, count=len(kinds))
    return _by_word(corpus, name, buckets, table)


def _vocabulary(corpus: Corpus) -> tuple[str, ...]:
    return next(iter(_columns(corpus).values())).vocabulary


def training_frequency(corpus: Corpus) -> WordFeature:
    """How often a word occurs in the training text."""
    known = corpus.knowledge.training
    if known is None:
        raise OptionError(
            "training-frequency needs how often words occur in the training text; give --counts FILE"
        )
    counts = np.array([known.get(word, 0) for word in _vocabulary(corpus)], dtype=np.int64)
    return _by_number(corpus, "training-frequency", counts, FREQUENCIES)


def reference_frequency(corpus: Corpus) -> WordFeature:
    """How often a word occurs in the references themselves."""
    counts = np.sum([words.counts() for words in corpus.references.values()], axis=0)
    return _by_number(corpus, "reference-frequency", counts, FREQUENCIES)


def word_length(corpus: Corpus) -> WordFeature:
    """How many characters a word has."""
    lengths = np.array([len(word) for word in _vocabulary(corpus)], dtype=np.int64)
    return _by_number(corpus, "length", lengths, LENGTHS)


def case(corpus: Corpus) -> WordFeature:
    """Whether a word is written in small letters, in capitals, or with a capital first."""

    def kind(word: str) -> str:
        if word.islower():
            return "lower"
        return "upper" if word.isupper() else "title" if word.istitle() else "other"

    return _by_word_names(corpus, "case", kind)


def script(corpus: Corpus) -> WordFeature:
    """The script of a word's first letter, by the Unicode name of the letter."""

    def kind(word: str) -> str:
        return name(word[0] if word[0].isalpha() else next(filter(str.isalpha, word), ""))

    @cache
    def name(letter: str) -> str:
        return unicodedata.name(letter, "OTHER").split(" ")[0].lower() if letter else "no letter"

    return _by_word_names(corpus, "script", kind)


def digits(corpus: Corpus) -> WordFeature:
    """Whether a word is a number, has digits in it, or has none."""

    def kind(word: str) -> str:
        some = not word.isalpha() and any(map(str.isdigit, word))
        return (
            "number" if some and not any(map(str.isalpha, word)) else "with digits" if some else "no digits"
        )

    return _by_word_names(corpus, "digits", kind)


def position(corpus: Corpus) -> WordFeature:
    """Where a word stands in its segment."""
    of = {
        name: 3 * words.positions() // np.maximum(np.repeat(words.lengths, words.lengths), 1)
        for name, words in _columns(corpus).items()
    }
    return WordFeature("position", THIRDS, of)


def label(corpus: Corpus, kind: str = "") -> WordFeature:
    """The label of a word: part of speech, name, or whatever the files of one kind say; numbers where they are cut."""
    columns, at = _columns(corpus), f"@{kind}" if kind else ""
    known = {name: corpus.knowledge.labels.get(f"{name}{at}") for name in columns}
    missing = [name for name in columns if known[name] is None]
    if missing:
        raise OptionError(
            f"label{at} needs labels for every reference and output; give --labels {missing[0]}{at}=FILE"
        )
    labels = {name: entries for name, entries in known.items() if entries is not None}
    for name, words in columns.items():
        check_fit(labels[name], words, f"labels of {name}{at}")
    if f"label{at}" in corpus.knowledge.cuts:
        return _numeric_labels(f"label{at}", labels, corpus.knowledge.cuts[f"label{at}"])
    every = sorted(set().union(*(line for name in columns for line in labels[name])))
    numbers = {name_of: number for number, name_of in enumerate(every)}
    of = {
        name: np.fromiter(map(numbers.__getitem__, chain.from_iterable(labels[name])), dtype=np.int64)
        for name in columns
    }
    return WordFeature(f"label{at}", tuple(every), of)


def _numeric_labels(feature: str, labels: Mapping[str, Labels], ends: Sequence[float]) -> WordFeature:
    """Bucket words by labels that are numbers."""
    of = {}
    for name, entries in labels.items():
        numbers = [_number(name, line, entry) for line, row in enumerate(entries, start=1) for entry in row]
        of[name] = bucket_of(np.array(numbers, dtype=np.float64), ends)
    return WordFeature(feature, bucket_names(ends), of)


def _number(name: str, line: int, entry: str) -> float:
    try:
        return float(entry)
    except ValueError:
        raise InputError(
            f'labels of {name}, line {line}: "{entry}" is not a number, and --cuts need numbers'
        ) from None


def label_kinds(corpus: Corpus) -> list[str]:
    """Return the further kinds of labels that files were given for."""
    return list(dict.fromkeys(name.partition("@")[2] for name in corpus.knowledge.labels if "@" in name))


WORD_FEATURES: Mapping[str, Callable[[Corpus], WordFeature]] = {
    "training-frequency": training_frequency,
    "reference-frequency": reference_frequency,
    "length": word_length,
    "case": case,
    "script": script,
    "digits": digits,
    "position": position,
    "label": label,
}


def first_reference_lengths(corpus: Corpus) -> NDArray[np.int64]:
    """Return the number of words of the first reference that each segment has."""
    lengths = np.zeros(len(corpus), dtype=np.int64)
    for name in reversed(list(corpus.references)):
        lengths = np.where(corpus.present[name], corpus.references[name].lengths, lengths)
    return lengths


def segment_length(corpus: Corpus) -> SegmentFeature:
    """How many words the reference has."""
    ends = cuts_of(corpus, "segment-length", SEGMENT_LENGTHS)
    codes = bucket_of(first_reference_lengths(corpus), ends)
    return SegmentFeature("segment-length", bucket_names(ends), dict.fromkeys(corpus.systems, codes))


def length_difference(corpus: Corpus) -> SegmentFeature:
    """How many words more than the reference the output has."""
    ref, ends = first_reference_lengths(corpus), cuts_of(corpus, "length-difference", DIFFERENCES)
    of = {name: bucket_of(words.lengths - ref, ends) for name, words in corpus.hypotheses.items()}
    return SegmentFeature("length-difference", bucket_names(ends), of)


def length_ratio(corpus: Corpus) -> SegmentFeature:
    """How long the output is, seen from the reference."""
    ref = np.maximum(first_reference_lengths(corpus), 1)
    ends = cuts_of(corpus, "length-ratio", RATIOS)
    of = {name: bucket_of(words.lengths / ref, ends) for name, words in corpus.hypotheses.items()}
    return SegmentFeature("length-ratio", bucket_names(ends), of)


def score(corpus: Corpus) -> SegmentFeature:
    """The mean score of the segment over all systems, under the first metric: how hard it is."""
    if not corpus.evaluation.metrics:
        raise OptionError("score needs a metric; give one with -m")
    metric = corpus.evaluation.metrics[0]
    scores = np.stack([corpus.evaluation.stats[metric, name].each() for name in corpus.systems])
    known = np.isfinite(scores)
    each = ratio(np.where(known, scores, 0.0).sum(axis=0), known.sum(axis=0))
    ends = cuts_of(corpus, "score", SCORES)
    names, buckets = bucket_names(ends), bucket_of(each, ends)
    if not known.any(axis=0).all():
        names, buckets = (*names, "no score"), np.where(known.any(axis=0), buckets, len(names))
    return SegmentFeature(f"mean {spec_of(metric)}", names, dict.fromkeys(corpus.systems, buckets))


def document(corpus: Corpus) -> SegmentFeature:
    """The document of the segment."""
    if corpus.evalset.document is None:
        raise OptionError("document needs a set with documents; give --docs")
    codes = corpus.evalset.document
    return SegmentFeature(
        "document", codes.names, dict.fromkeys(corpus.systems, codes.index.astype(np.int64))
    )


def domain(corpus: Corpus) -> SegmentFeature:
    """The domain of the segment."""
    domains = corpus.knowledge.domain
    if domains is None:
        raise OptionError("domain needs the domain of each segment; give --domains FILE")
    every = list(dict.fromkeys(domains))
    codes = np.array([every.index(name) for name in domains], dtype=np.int64)
    return SegmentFeature("domain", tuple(every), dict.fromkeys(corpus.systems, codes))


SEGMENT_FEATURES: Mapping[str, Callable[[Corpus], SegmentFeature]] = {
    "segment-length": segment_length,
    "length-difference": length_difference,
    "length-ratio": length_ratio,
    "score": score,
    "document": document,
    "domain": domain,
}
# Features of segments that no output has a say in
SHARED_FEATURES = ("segment-length", "document", "domain")


def buckets_for_run(features: Sequence[SegmentFeature]) -> list[SegmentBuckets]:
    """Return what a run file keeps of features: those whose buckets are the same for any output."""
    return [
        SegmentBuckets.of(feature.name, feature.buckets, next(iter(feature.of.values())))
        for feature in features
        if feature.name in SHARED_FEATURES
    ]
