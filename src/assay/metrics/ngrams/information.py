"""How much each n-gram tells: NIST's information, log2 of how often its beginning is carried on otherwise.

    information(w1 … wn) = log2(count(w1 … wn-1) / count(w1 … wn)),  for one word: log2(words / count(w1))

Counts are those of all references of a set. They add, so tables of shards merge into the table of the whole.
As in mteval, a beginning that is the single token 0 counts as no beginning at all, for 0 is false in Perl.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from assay import kernel
from assay.text import Column

_FALSE = "0"  # the only word that Perl takes for false


class UnknownNgramError(ValueError):
    """A text has an n-gram that a table does not know; the message is that n-gram."""


@dataclass(frozen=True, eq=False)
class Information:
    """The n-grams of tokenised text with their counts; n-gram i is n-gram `heads[i]`, then word `lasts[i]`.

    Those of order n end before `ends[n - 1]`; the head of a single word is -1. `nodes[n - 1, p]` is the n-gram
    that starts at token p of the text the table was made from; it is `None` in a merged table.
    """

    text: Column
    heads: kernel.Ids
    lasts: kernel.Ids
    counts: kernel.Offsets
    ends: kernel.Offsets
    nodes: NDArray[np.int32] | None
    # The number of the word 0; where there is none, one that no word has
    false: int

    @classmethod
    def of(cls, column: Column, order: int) -> Information:
        """Count the n-grams of a column of tokenised text."""
        groups = np.array([0, len(column)], dtype=np.int64)
        if not len(column):
            column, groups = Column.of([""]), np.array([0, 1], dtype=np.int64)
        tokens = kernel.token_ids(Column.of([_FALSE]).texts, column.texts, groups, threads=1)
        table = kernel.count_ngrams(tokens.ref, tokens.ref_offsets, order)
        false = int(tokens.hyp[0])
        return cls(column, table.heads, table.lasts, table.counts, table.ends, table.nodes, false)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Return the words by their numbers, which follow the order in which words first appear."""
        return tuple(dict.fromkeys(word for line in self.text for word in line.split(" ") if word))

    def values(self) -> kernel.Matrix:
        """Return the information of every n-gram."""
        words = int(self.counts[: self.ends[0]].sum())
        alone = self.heads < 0
        if len(self.ends) > 1:
            pairs = slice(int(self.ends[0]), int(self.ends[1]))
            alone[pairs] |= self.lasts[self.heads[pairs]] == self.false
        before = np.where(alone, words, self.counts[self.heads])
        return np.asarray(np.log(before / self.counts) / np.log(2))

    def weights(self, text: Information) -> kernel.Matrix:
        """Return the information of the n-gram that starts at each token of a text, one row an order.

        The text is the one the table was made from, or that of a shard whose table is merged into this one.
        """
        assert text.nodes is not None, "a merged table has no text of its own"
        values = self.values() if self is text else self.values()[self._numbers(text)]
        return np.append(values, 0.0)[text.nodes]  # node -1, no n-gram, is the last

    def _numbers(self, part: Information) -> NDArray[np.int64]:
        """Return our number of each n-gram of a table that is a part of this one."""
        number = {word: at for at, word in enumerate(self.words)}
        strange = next((word for word in part.words if word not in number), None)
        if strange is not None:
            raise UnknownNgramError(f'the word "{strange}"')
        lasts = np.array([number[word] for word in part.words], dtype=np.int64)[part.lasts]
        # The last is the head of single words
        numbers = np.full(len(part.counts) + 1, -1, dtype=np.int64)
        for start, stop, own_start, own_stop in _orders(part.ends, self.ends):
            own = _keys(self.heads[own_start:own_stop], self.lasts[own_start:own_stop], len(number))
            ranks = np.argsort(own)
            keys = _keys(numbers[part.heads[start:stop]], lasts[start:stop], len(number))
            at = np.searchsorted(own, keys, sorter=ranks)
            strange_keys = np.flatnonzero(np.append(own[ranks], -1)[at] != keys)
            if len(strange_keys):
                raise UnknownNgramError(f'the n-gram "{part.spelt(start + int(strange_keys[0]))}"')
            numbers[start:stop] = own_start + ranks[at]
        return numbers[:-1]

    def spelt(self, ngram: int) -> str:
        """Return the words of an n-gram."""
        words: list[str] = []
        while ngram >= 0:
            words.insert(0, self.words[self.lasts[ngram]])
            ngram = int(self.heads[ngram])
        return " ".join(words)

    def __add__(self, other: Information) -> Information:
        """Merge two tables: the counts of equal n-grams add."""
        words = tuple(dict.fromkeys(self.words + other.words))
        number = {word: at for at, word in enumerate(words)}
        parts = (self, other)
        lasts = [np.array([number[word] for word in part.words], dtype=np.int64) for part in parts]
        numbers = [np.full(len(part.counts) + 1, -1, dtype=np.int64) for part in parts]
        keys: list[NDArray[np.int64]] = []
        counts: list[NDArray[np.int64]] = []
        ends = [0]
        for start, stop, other_start, other_stop in _orders(self.ends, other.ends):
            spans = [slice(start, stop), slice(other_start, other_stop)]
            each = [
                _keys(numbers[at][part.heads[span]], lasts[at][part.lasts[span]], len(number))
                for at, (part, span) in enumerate(zip(parts, spans, strict=True))
            ]
            distinct, places = np.unique(np.concatenate(each), return_inverse=True)
            both = np.concatenate([part.counts[span] for part, span in zip(parts, spans, strict=True)])
            keys.append(distinct)
            counts.append(np.bincount(places, weights=both, minlength=len(distinct)).astype(np.int64))
            numbers[0][spans[0]] = ends[-1] + places[: len(each[0])]
            numbers[1][spans[1]] = ends[-1] + places[len(each[0]) :]
            ends.append(ends[-1] + len(distinct))
        heads, last = np.divmod(np.concatenate(keys), max(len(number), 1))
        return Information(
            Column.of([" ".join(words)]),
            (heads - 1).astype(np.int32),
            last.astype(np.int32),
            np.concatenate(counts),
            np.array(ends[1:], dtype=np.int64),
            None,
            number.get(_FALSE, len(number)),
        )


def _keys(heads: NDArray[np.integer], lasts: NDArray[np.integer], words: int) -> NDArray[np.int64]:
    """Write each n-gram as one number."""
    return (heads.astype(np.int64) + 1) * words + lasts


def _orders(ends: kernel.Offsets, others: kernel.Offsets) -> list[tuple[int, int, int, int]]:
    """Return where each order starts and stops in two tables."""
    first, second = [0, *ends.tolist()], [0, *others.tolist()]
    return list(zip(first[:-1], first[1:], second[:-1], second[1:], strict=True))
