"""A phrase table from a bitext: words aligned in both directions, links joined, phrases counted (Koehn et al. 2003).

Probabilities are relative frequencies of phrase pairs. Sentences of more than 100 words on a side are left out, as
training programs do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from assay import kernel
from assay.data import PhrasePair
from assay.errors import InputError, MismatchError
from assay.resources.options import ParaphraseOptions
from assay.text import Column

LONGEST_SENTENCE = 100
Words = Sequence[str]
Links = Sequence[tuple[int, int]]


def phrase_table(
    source: Sequence[Words],
    target: Sequence[Words],
    options: ParaphraseOptions,
    links: Sequence[Links] | None = None,
) -> list[PhrasePair]:
    """Return all phrase pairs of a bitext; with `links`, by these word alignments and not by our own."""
    if len(source) != len(target) or (links is not None and len(links) != len(source)):
        raise MismatchError(
            f"the source has {len(source)} lines, the target {len(target)}"
            + ("" if links is None else f", the alignment {len(links)}")
            + "; a bitext has one line for each sentence pair"
        )
    rows = [row for row, pair in enumerate(zip(source, target, strict=True)) if _is_usable(*pair)]
    sides = _numbered([source[row] for row in rows]), _numbered([target[row] for row in rows])
    tables = _aligned(*sides, options) if links is None else _linked([links[row] for row in rows], *sides)
    pairs, offsets = kernel.phrase_pairs(tables, sides[0].offsets, sides[1].offsets, options.longest)
    counts = Counter[tuple[str, str]]()
    for place, row in enumerate(rows):
        own = pairs[offsets[place] : offsets[place + 1]].tolist()
        counts.update(
            (" ".join(source[row][a : a + size]), " ".join(target[row][b : b + length]))
            for a, size, b, length in own
        )
    return _table(counts)


def _is_usable(source: Words, target: Words) -> bool:
    return 0 < len(source) <= LONGEST_SENTENCE and 0 < len(target) <= LONGEST_SENTENCE


def _numbered(sentences: Sequence[Words]) -> kernel.Side:
    ids, offsets, _ = kernel.column_ids(Column.of([" ".join(words) for words in sentences]).texts)
    return kernel.Side(ids, offsets)


def _aligned(source: kernel.Side, target: kernel.Side, options: ParaphraseOptions) -> NDArray[np.uint8]:
    iterations = {"model1": options.ibm, "hmm": options.hmm}
    forward = kernel.align_words(source, target, **iterations)
    backward = kernel.align_words(target, source, **iterations)
    return kernel.symmetrise(
        kernel.Side(forward, target.offsets), kernel.Side(backward, source.offsets), options.symmetry
    )


def _linked(links: Sequence[Links], source: kernel.Side, target: kernel.Side) -> NDArray[np.uint8]:
    offsets = kernel.table_offsets(source.offsets, target.offsets)
    tables = np.zeros(offsets[-1], dtype=np.uint8)
    sizes = zip(np.diff(source.offsets).tolist(), np.diff(target.offsets).tolist(), strict=True)
    for start, (n, m), pairs in zip(offsets.tolist(), sizes, links, strict=False):
        for i, j in pairs:
            if i >= n or j >= m:
                raise InputError(
                    f"the link {i}-{j} leaves a sentence pair of {n} and {m} words; do the files match?"
                )
            tables[start + i * m + j] = 1
    return tables


def _table(counts: Counter[tuple[str, str]]) -> list[PhrasePair]:
    of_source, of_target = Counter[str](), Counter[str]()
    for (source, target), count in counts.items():
        of_source[source] += count
        of_target[target] += count
    return [
        PhrasePair(source, target, count / of_target[target], count / of_source[source])
        for (source, target), count in counts.items()
    ]
