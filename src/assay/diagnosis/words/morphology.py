"""Forms of words: which words are forms of one word, and how much of an error is form.

Base forms come from a file, from a stemmer, or are the first four letters: the fall-back for languages without a
stemmer, lower-cased, and cut to four code points.

The share of forms is a metric on lower-cased words against the same metric on their stems. Words that are right but for
their ending count once stemmed. A low ratio of the two scores says that a system has trouble with forms (Koehn's
textbook names the idea); 1 says that forms cost nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from assay.diagnosis.corpus import Corpus, Labels
from assay.diagnosis.options import BASES_FROM_FILE, FIRST_LETTERS
from assay.diagnosis.words.tokens import Words
from assay.errors import MismatchError, OptionError, counted
from assay.metrics import Evaluation, Metric, evaluate, parse_metric
from assay.resources import Resources
from assay.text import Column, stem_column, stemmer_identity

# metrics that see words as they are given to them
METRICS = ("bleu:tok=none", "chrf", "f")


@dataclass(frozen=True)
class FormShare:
    """A system's score on words and on stems, and the first as a share of the second; `None` where that is 0."""

    system: str
    metric: Metric
    surface: float
    stems: float

    @property
    def ratio(self) -> float | None:
        """The score on words as a share of the score on stems."""
        return self.surface / self.stems if self.stems else None


def form_shares(
    corpus: Corpus, stemmer: str, metrics: Sequence[str] = METRICS, resources: Resources | None = None
) -> list[FormShare]:
    """Score every system on lower-cased words and on stems."""
    check_bases(stemmer)
    if stemmer == BASES_FROM_FILE:
        raise OptionError(
            "the analysis of word forms needs a stemmer's language or first4, not a file of base forms"
        )
    parsed = [parse_metric(text) for text in metrics]
    surface, stems = (_evaluated(corpus, kind, parsed, resources) for kind in ("", stemmer))
    return [
        FormShare(system, metric, surface.stats[metric, system].total(), stems.stats[metric, system].total())
        for metric in parsed
        for system in corpus.systems
    ]


def _evaluated(
    corpus: Corpus, stemmer: str, metrics: Sequence[Metric], resources: Resources | None
) -> Evaluation:
    outputs = {name: _written(words, stemmer) for name, words in corpus.hypotheses.items()}
    references = {
        name: [text if there else None for text, there in zip(_written(words, stemmer), present, strict=True)]
        for (name, words), present in zip(corpus.references.items(), corpus.present.values(), strict=True)
    }
    return evaluate(
        [(replace(corpus.evalset, references=references), outputs)], metrics, resources or Resources()
    )


def _written(words: Words, stemmer: str) -> Column:
    """Write words out again with a blank between them, lower-cased or stemmed."""
    table = [word.lower() for word in words.vocabulary]
    if stemmer == FIRST_LETTERS:
        table = [word[:4] for word in table]
    elif stemmer:
        table = list(stem_column(Column.of(table), stemmer))
    ids = words.ids.tolist()
    bounds = words.offsets.tolist()
    return Column.of([" ".join([table[i] for i in ids[start:stop]]) for start, stop in pairwise(bounds)])


LETTERS = 4  # of a base form where there is no stemmer, set by hand


def check_bases(kind: str) -> None:
    """Refuse a kind of base form that is not `first4`, `file` or a stemmer's language."""
    if kind not in (FIRST_LETTERS, BASES_FROM_FILE):
        stemmer_identity(kind)


def base_ids(corpus: Corpus, columns: Sequence[str], kind: str) -> dict[str, NDArray[np.int32]]:
    """Return the base of every word of some columns, named as references or systems are, in one numbering."""
    words = {**corpus.references, **corpus.hypotheses}
    if kind == BASES_FROM_FILE:
        return _from_files(corpus, {name: words[name] for name in columns})
    vocabulary = words[columns[0]].vocabulary
    numbers: dict[str, int] = {}
    bases = _bases(vocabulary, kind)
    table = np.array([numbers.setdefault(base, len(numbers)) for base in bases], dtype=np.int32)
    return {name: table[words[name].ids] for name in columns}


def _bases(vocabulary: Sequence[str], kind: str) -> list[str]:
    if kind == FIRST_LETTERS:
        return [word.lower()[:LETTERS] for word in vocabulary]
    return list(stem_column(Column.of(vocabulary), kind))


def _from_files(corpus: Corpus, columns: dict[str, Words]) -> dict[str, NDArray[np.int32]]:
    numbers: dict[str, int] = {}
    ids_of = {}
    for name, words in columns.items():
        bases = corpus.knowledge.bases.get(name)
        if bases is None:
            raise OptionError(
                f"no base forms of {name} were given; give --bases {name}=FILE, or another --base"
            )
        check_fit(bases, words, f"base forms of {name}")
        ids = [numbers.setdefault(base, len(numbers)) for line in bases for base in line]
        ids_of[name] = np.array(ids, dtype=np.int32)
    return ids_of


def check_fit(entries: Labels, words: Words, what: str) -> None:
    """Refuse a file that does not have one entry for every word."""
    if len(entries) != len(words):
        raise MismatchError(
            f"{what}: {counted(len(entries), 'line')}, the set has {counted(len(words), 'segment')}"
        )
    for number, (line, length) in enumerate(zip(entries, words.lengths.tolist(), strict=True), start=1):
        if len(line) != length:
            raise MismatchError(
                f"{what}, line {number}: {len(line)} entries for {length} words; "
                "the file must be made from the same tokens"
            )
