"""Columns for the kernel's tests: strings to a buffer with offsets and back, segments and references."""

from collections.abc import Sequence
from itertools import accumulate, pairwise

import numpy as np

import reference
from assay import kernel

Segment = tuple[str, list[str]]  # a hypothesis and its references


def texts(strings: Sequence[str]) -> kernel.Texts:
    """Build a column without help from the kernel."""
    data = "".join(strings).encode("utf-8", "surrogatepass")
    offsets = [0, *accumulate(reference.byte_lengths(strings))]
    return kernel.Texts(np.frombuffer(data, dtype=np.uint8), np.array(offsets, dtype=np.int64))


def strings(column: kernel.Texts) -> list[str]:
    """Read a column back."""
    data, ends = column.data.tobytes(), column.offsets.tolist()
    return [data[start:end].decode("utf-8", "surrogatepass") for start, end in pairwise(ends)]


def grouped(segments: Sequence[Segment]) -> tuple[kernel.Texts, kernel.Texts, kernel.Offsets]:
    """Return the column of hypotheses, the one of all references, and where each segment's references lie."""
    groups = [0, *accumulate(len(references) for _, references in segments)]
    every = [text for _, references in segments for text in references]
    return texts([hyp for hyp, _ in segments]), texts(every), np.array(groups, dtype=np.int64)


def numbered(segments: Sequence[Segment], threads: int = 1) -> kernel.Tokens:
    """Split segments at white space and number their tokens."""
    hyp, ref, groups = grouped(segments)
    hyp, ref = (kernel.tokenize(column, "none", threads=threads) for column in (hyp, ref))
    return kernel.token_ids(hyp, ref, groups, threads=threads)


def spelt(segments: Sequence[tuple[Sequence[int], Sequence[Sequence[int]]]]) -> list[Segment]:
    """Turn segments of numbers into segments of words."""
    return [(_words(hyp), [_words(row) for row in references]) for hyp, references in segments]


def _words(row: Sequence[int]) -> str:
    """Write numbers as words; some are longer than the eight bytes that are hashed at once."""
    return " ".join(f"{'word' * (number % 4)}{number}" for number in row)
