"""What is wrong with each word: Popović and Ney's five classes, with WER, PER from both sides, and the share of order.

The classes are those that Hjerson counts (Popović 2011), word by word and in blocks of neighbours; each output is
held against the reference with the lowest word error rate. A word is counted at most once, and an error may stay
without a class: where a word is repeated, the copy that has no partner may be the copy that the edit path matched. So
the classes do not add up to WER.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from assay import kernel
from assay.data import Array
from assay.diagnosis.corpus import Corpus
from assay.diagnosis.words.morphology import base_ids, check_bases, check_fit
from assay.diagnosis.words.rates import Rate, rates
from assay.diagnosis.words.tokens import Words
from assay.metrics import Evaluation

Numbers = NDArray[np.int64]
INFLECTION, REORDERING, MISSING, EXTRA, LEXICAL = range(1, 6)  # numbers of kernel.CLASSES
# which side a class is counted on; missing words have no place in the output, extra ones none in the reference
SIDES = {
    "reference": (INFLECTION, REORDERING, MISSING, LEXICAL),
    "output": (INFLECTION, REORDERING, EXTRA, LEXICAL),
}
UNITS = ("words", "blocks")
# one rate for each class: the output's side, but for words that are not there
CLASS_RATES = {name: Rate(name) for name in kernel.CLASSES[1:]}
WER, RPER, HPER = Rate("WER"), Rate("reference PER"), Rate("output PER")
ORDER = Rate("order")  # what is wrong for WER and right for PER


@dataclass(frozen=True)
class Classified:
    """The words of one system's outputs and of the closest references, each with its mark, partner and class."""

    system: str
    closest: Numbers  # the place of the reference of each segment
    output: Words
    reference: Words
    outputs: kernel.WordErrors
    references: kernel.WordErrors

    def side(self, name: str) -> tuple[Words, kernel.WordErrors]:
        """Return the words of a side, "output" or "reference", and what was found out about them."""
        return (self.output, self.outputs) if name == "output" else (self.reference, self.references)

    def counts(self, side: str, number: int, unit: str = "words") -> Numbers:
        """Return how many words, or blocks of neighbouring words, of each segment are of a class."""
        words, judged = self.side(side)
        hits = judged.classes == number
        return per_segment(words, hits if unit == "words" else _starts(words, hits))

    def edits(self) -> Numbers:
        """Return the edit distance of every segment."""
        outputs = per_segment(self.output, self.outputs.marks != kernel.MATCH)
        return outputs + per_segment(self.reference, self.references.marks == kernel.DELETION)

    def wrong(self, side: str) -> Numbers:
        """Return how many words of a side have no partner on the other side, segment by segment."""
        words, judged = self.side(side)
        return per_segment(words, judged.wrong > 0)


@dataclass(frozen=True)
class ClassRate:
    """How many words or blocks of one system are of one class, and of how many words."""

    system: str
    side: str
    unit: str
    name: str
    count: int
    words: int

    @property
    def rate(self) -> float:
        """The share in percent."""
        return 100 * self.count / self.words if self.words else 0.0


@dataclass(frozen=True)
class LabelRate:
    """How many words with one label are of one class."""

    system: str
    side: str
    label: str
    name: str
    count: int
    words: int


def per_segment(words: Words, hits: NDArray[np.bool_]) -> Numbers:
    """Count the hits of every segment."""
    running = np.concatenate([[0], np.cumsum(hits, dtype=np.int64)])
    return np.asarray(running[words.offsets[1:]] - running[words.offsets[:-1]])


def _starts(words: Words, hits: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Tell where a run of hits begins; a segment begins anew."""
    before = np.concatenate([[False], hits[:-1]])
    before[words.offsets[:-1][words.lengths > 0]] = False
    return np.asarray(hits & ~before)


def classify(corpus: Corpus, base: str = "first4", threads: int = 0) -> dict[str, Classified]:
    """Find out what is wrong with each word of each output."""
    check_bases(base)
    bases = base_ids(corpus, [*corpus.references, *corpus.hypotheses], base)
    return {system: _classified(corpus, system, bases, threads) for system in corpus.systems}


def _classified(
    corpus: Corpus, system: str, bases: Mapping[str, NDArray[np.int32]], threads: int
) -> Classified:
    hyp = corpus.hypotheses[system]
    output = kernel.SideWords(hyp.ids, bases[system], hyp.offsets)
    judged = {
        name: kernel.word_classes(
            output, kernel.SideWords(ref.ids, bases[name], ref.offsets), threads=threads
        )
        for name, ref in corpus.references.items()
    }
    rates = [_rate(corpus, system, name, judged[name]) for name in judged]
    closest = np.argmin(rates, axis=0)
    references = list(corpus.references.values())
    return Classified(
        system,
        closest,
        hyp,
        _gathered_words(references, closest),
        _gathered([hyp] * len(references), [pair[0] for pair in judged.values()], closest),
        _gathered(references, [pair[1] for pair in judged.values()], closest),
    )


def _rate(
    corpus: Corpus, system: str, name: str, judged: tuple[kernel.WordErrors, kernel.WordErrors]
) -> Array:
    """Return the word error rate of every segment against a reference; infinite where there is none."""
    hyp, ref = corpus.hypotheses[system], corpus.references[name]
    edits = per_segment(hyp, judged[0].marks != kernel.MATCH)
    edits += per_segment(ref, judged[1].marks == kernel.DELETION)
    return np.where(corpus.present[name], edits / np.maximum(ref.lengths, 1), np.inf)


def _rows(columns: list[Words], closest: Numbers) -> tuple[list[slice], Numbers]:
    """Return where the words of the chosen column of every segment stand, and the offsets of all of them."""
    bounds = [columns[place].offsets[row : row + 2] for row, place in enumerate(closest.tolist())]
    slices = [slice(int(start), int(stop)) for start, stop in bounds]
    lengths = [part.stop - part.start for part in slices]
    return slices, np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)]).astype(np.int64)


def _gathered_words(columns: list[Words], closest: Numbers) -> Words:
    if len(columns) == 1:
        return columns[0]
    slices, offsets = _rows(columns, closest)
    parts = [columns[place].ids[part] for place, part in zip(closest.tolist(), slices, strict=True)]
    return Words(columns[0].vocabulary, np.concatenate([np.empty(0, np.int32), *parts]), offsets)


def _gathered(columns: list[Words], judged: list[kernel.WordErrors], closest: Numbers) -> kernel.WordErrors:
    if len(columns) == 1:
        return judged[0]
    slices, _ = _rows(columns, closest)
    places = list(zip(closest.tolist(), slices, strict=True))
    none = np.empty(0, np.uint8)
    return kernel.WordErrors(
        np.concatenate([none, *(judged[place].marks[part] for place, part in places)]),
        np.concatenate([none, *(judged[place].wrong[part] for place, part in places)]),
        np.concatenate([none, *(judged[place].classes[part] for place, part in places)]),
    )


def class_rates(classified: Mapping[str, Classified]) -> list[ClassRate]:
    """Count every class on the sides it can stand on, in words and in blocks."""
    return [
        ClassRate(
            system,
            side,
            unit,
            kernel.CLASSES[number],
            int(of_system.counts(side, number, unit).sum()),
            len(words.ids),
        )
        for system, of_system in classified.items()
        for unit in UNITS
        for side, numbers in SIDES.items()
        for words in [of_system.side(side)[0]]
        for number in numbers
    ]


def error_rates(classified: Mapping[str, Classified]) -> Evaluation:
    """Return WER, both PERs, order and the five classes as rates of every system, ready to be compared."""
    counts = {}
    for system, of_system in classified.items():
        ref, hyp = of_system.reference.lengths, of_system.output.lengths
        edits, lost = of_system.edits(), of_system.wrong("reference")
        counts[system] = {WER: (edits, ref), RPER: (lost, ref), HPER: (of_system.wrong("output"), hyp)}
        counts[system] |= {ORDER: (edits - lost, ref)}
        for number, rate in enumerate(CLASS_RATES.values(), start=1):
            side, length = ("reference", ref) if number == MISSING else ("output", hyp)
            counts[system] |= {rate: (of_system.counts(side, number), length)}
    return rates(counts)


def label_rates(corpus: Corpus, of_system: Classified, side: str) -> list[LabelRate]:
    """Count the classes of words by the labels that were given for that side; none without labels."""
    labels = _labels(corpus, of_system, side)
    if labels is None:
        return []
    every = {label: number for number, label in enumerate(sorted(set(labels)))}
    codes = np.fromiter(map(every.__getitem__, labels), dtype=np.int64, count=len(labels))
    cells = codes * len(kernel.CLASSES) + of_system.side(side)[1].classes
    shape = len(every), len(kernel.CLASSES)
    table = np.bincount(cells, minlength=shape[0] * shape[1]).reshape(shape)
    return [
        LabelRate(
            of_system.system,
            side,
            label,
            kernel.CLASSES[number],
            int(table[row, number]),
            int(table[row].sum()),
        )
        for label, row in every.items()
        for number in SIDES[side]
    ]


def _labels(corpus: Corpus, of_system: Classified, side: str) -> list[str] | None:
    """Return a label for every word of a side, from the files of the chosen references; `None` if one is missing."""
    known, references = corpus.knowledge.labels, list(corpus.references)
    needed = (
        [of_system.system]
        if side == "output"
        else [references[place] for place in sorted(set(of_system.closest.tolist()))]
    )
    if not set(needed) <= known.keys():
        return None
    words = {**corpus.references, **corpus.hypotheses}
    for name in needed:
        check_fit(known[name], words[name], f"labels of {name}")
    if len(needed) == 1:
        return list(chain.from_iterable(known[needed[0]]))
    names = [references[place] for place in of_system.closest]
    return [label for row, name in enumerate(names) for label in known[name][row]]
