"""A bounded sample of lines, as numbers of words: what the quick checks look at while a set goes by in shards.

Lines are taken in runs of neighbours, spread evenly over a shard, so that a file that is out of step can be told: its
lines go with neighbours. Places of lines are numbered with a gap behind every run, so that no line has a neighbour in
another run.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from assay.data import Array
from assay.diagnosis.files.leakage import WORD

# set by hand: 320 lines of every shard
RUN = 16  # neighbours that are looked at together
RUNS = 20  # of them in a shard
REACH = 2  # lines by which a file may be out of step
WIDTH = RUN + REACH  # of a run with the gap behind it
PLACE = 1 << 32  # a key is a place times this, and the number of a word

Keys = NDArray[np.int64]


@dataclass(frozen=True)
class SampledLines:
    """The lines of one column that are looked at, and the different words of each."""

    texts: tuple[str, ...]  # "" where there is none
    sizes: tuple[int, ...]  # words a line, all of them
    keys: Keys  # place and word, sorted, each once
    words: Array  # different words, by place
    characters: Array  # by place


def sampled_rows(rows: int) -> list[int]:
    """Return the rows of a shard that are looked at, run after run: all of a short one."""
    if rows <= RUN * RUNS:
        return list(range(rows))
    starts = np.linspace(0, rows - RUN, RUNS).astype(int).tolist()
    return [row for start in starts for row in range(start, start + RUN)]


class Vocabulary(dict[str, int]):
    """Numbers of words, in the order in which they are first asked for."""

    def __missing__(self, word: str) -> int:
        """Give a new word the next number."""
        number = self[word] = len(self)
        return number


def sample(texts: Sequence[str | None], numbers: Vocabulary) -> SampledLines:
    """Number the words of lines; `numbers` is the vocabulary, which the columns of a shard share."""
    split = [WORD.findall(text.lower()) if text else [] for text in texts]
    sizes = list(map(len, split))
    ids = np.fromiter(map(numbers.__getitem__, chain.from_iterable(split)), np.int64, sum(sizes))
    places = places_of(len(texts))
    keys = np.sort(np.repeat(places, sizes) * PLACE + ids)  # np.unique takes four times as long
    keys = keys[np.concatenate([np.ones(min(len(keys), 1), dtype=bool), keys[1:] != keys[:-1]])]
    width = -(-len(texts) // RUN) * WIDTH
    characters = np.zeros(width)
    characters[places] = [len(text or "") for text in texts]
    words = np.bincount(keys // PLACE, minlength=width).astype(float)
    return SampledLines(tuple(text or "" for text in texts), tuple(sizes), keys, words, characters)


def places_of(lines: int) -> Keys:
    """Return the places of lines."""
    at = np.arange(lines)
    return at // RUN * WIDTH + at % RUN
