"""Source words translated: a source word is right if every reference word linked to it is in the output.

A word without a link counts as wrong, as in compare-mt. Source words are those between white space, runs of it taken
as one: alignment files count them so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from assay.diagnosis.corpus import Corpus
from assay.diagnosis.words.classes import Classified
from assay.diagnosis.words.features import FREQUENCIES, LENGTHS, bucket_names, bucket_of, cuts_of
from assay.diagnosis.words.tokens import match_words
from assay.errors import InputError, MismatchError, OptionError, counted


@dataclass(frozen=True)
class SourceBucket:
    """How many source words of a bucket came through in one system's outputs."""

    bucket: str
    system: str
    right: int
    words: int
    feature: str = "source-frequency"

    @property
    def accuracy(self) -> float:
        """The share that came through."""
        return self.right / self.words if self.words else 0.0


def source_buckets(
    corpus: Corpus, classified: Mapping[str, Classified], reference: str, feature: str = "source-frequency"
) -> list[SourceBucket]:
    """Count source words by how often they occur in the source text, or by length; links are those of one reference."""
    if corpus.evalset.source is None:
        raise OptionError("source words need the source; give -s")
    if reference not in corpus.knowledge.links:
        raise OptionError(f"source words need the word alignment of {reference}; give such a file")
    lines = [text.split() for text in corpus.evalset.source]
    words = list(chain.from_iterable(lines))
    number, usual = SOURCE_FEATURES[feature](words)
    ends = cuts_of(corpus, feature, usual)
    codes = bucket_of(np.fromiter(map(number, words), dtype=np.int64, count=len(words)), ends)
    names = bucket_names(ends)
    sizes = np.bincount(codes, minlength=len(names))
    linked = _links(corpus, reference, lines)
    buckets = []
    for system in classified:
        right = _right(corpus, system, linked)
        hits = np.bincount(codes[right], minlength=len(names))
        buckets += [
            SourceBucket(name, system, int(hits[n]), int(sizes[n]), feature) for n, name in enumerate(names)
        ]
    return buckets


# A number for every word, and where buckets usually begin
Numbered = tuple[Callable[[str], int], Sequence[float]]
SOURCE_FEATURES: Mapping[str, Callable[[Sequence[str]], Numbered]] = {
    "source-frequency": lambda words: (Counter(words).__getitem__, FREQUENCIES),
    "source-length": lambda words: (len, LENGTHS),
}


def _right(corpus: Corpus, system: str, links: _Links) -> NDArray[np.bool_]:
    """Tell for every source word whether all reference words linked to it are matched by the output."""
    translated = match_words(corpus.hypotheses[system], corpus.references[links.reference]).reference >= 0
    linked = np.bincount(links.source, minlength=links.words)
    matched = np.bincount(links.source[translated[links.target]], minlength=links.words)
    return np.asarray((linked > 0) & (matched == linked))


@dataclass(frozen=True)
class _Links:
    """Links between source and reference words, both counted through the whole text."""

    reference: str
    words: int  # of the source
    source: NDArray[np.int64]
    target: NDArray[np.int64]


def _links(corpus: Corpus, reference: str, lines: list[list[str]]) -> _Links:
    """Return the links of a reference; one that points beyond the words of its segment is refused."""
    listed = corpus.knowledge.links[reference]
    if len(listed) != len(lines):
        raise MismatchError(
            f"alignment of {reference}: {counted(len(listed), 'line')}, the set has "
            f"{counted(len(lines), 'segment')}; give one line per segment"
        )
    rows = np.repeat(np.arange(len(listed)), [len(links) for links in listed])
    flat = chain.from_iterable(chain.from_iterable(listed))
    pairs = np.fromiter(flat, dtype=np.int64).reshape(-1, 2)
    sizes = np.array([len(line) for line in lines], dtype=np.int64)
    limits = np.column_stack([sizes, corpus.references[reference].lengths])[rows]
    beyond = np.flatnonzero(((pairs < 0) | (pairs >= limits)).any(axis=1))
    if len(beyond):
        (source, target), (most, longest) = pairs[beyond[0]].tolist(), limits[beyond[0]].tolist()
        raise InputError(
            f"alignment of {reference}, line {rows[beyond[0]] + 1}: {source}-{target} points beyond "
            f"{most} source words or {longest} reference words"
        )
    starts = np.cumsum(sizes) - sizes
    offsets = corpus.references[reference].offsets
    return _Links(reference, int(sizes.sum()), pairs[:, 0] + starts[rows], pairs[:, 1] + offsets[rows])
