"""The native kernel: whole columns in, arrays out. The only module that imports it.

Text is one UTF-8 buffer with int64 offsets, tokens are int32 ids with offsets; every array is allocated here
and filled there, with the GIL released. `threads` never changes a result; 0 means all cores this process may
use. `assay.kernel.reference` says in plain Python what each function computes.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from assay.kernel import _native

Bytes = NDArray[np.uint8]
Ids = NDArray[np.int32]
Offsets = NDArray[np.int64]
Matrix = NDArray[np.float64]

RULES = ("none", "13a", "intl", "char", "zh", "unicode", "tercom")


class Texts(NamedTuple):
    """A column of text: row i is `data[offsets[i]:offsets[i + 1]]`."""

    data: Bytes
    offsets: Offsets


@dataclass(frozen=True)
class Tokens:
    """Hypotheses and references as numbers; `groups` says which references are whose; ids agree within those."""

    hyp: Ids
    hyp_offsets: Offsets
    ref: Ids
    ref_offsets: Offsets
    groups: Offsets

    @property
    def rows(self) -> int:
        """Return the number of segments."""
        return len(self.groups) - 1


def cores(threads: int) -> int:
    """Return the number of threads to use: all cores of this process for 0."""
    return threads if threads > 0 else len(os.sched_getaffinity(0))


def byte_offsets(data: Bytes, lengths: Offsets) -> Offsets:
    """Turn lengths in characters into offsets in bytes."""
    offsets = np.zeros(len(lengths) + 1, dtype=np.int64)
    if int(lengths.sum()) == len(data):
        np.cumsum(lengths, out=offsets[1:])
    else:
        _native.byte_offsets(data, lengths, offsets)
    return offsets


def tokenize(
    texts: Texts,
    rule: str,
    *,
    normalize: bool = False,
    punctuation: bool = True,
    cjk: bool = False,
    threads: int = 0,
) -> Texts:
    """Tokenise a column by one of `RULES`; tokens come back with one space between them.

    `normalize`, `punctuation` and `cjk` are tercom's options and mean nothing to the other rules.
    """
    _check_offsets(texts.data, texts.offsets)
    rows = len(texts.offsets) - 1
    out = np.empty(2 * len(texts.data) + rows + 2, dtype=np.uint8)
    offsets = np.empty(rows + 1, dtype=np.int64)
    number = RULES.index(rule)
    _native.tokenize(
        texts.data, texts.offsets, number, normalize, punctuation, cjk, cores(threads), out, offsets
    )
    return Texts(out[: offsets[-1]], offsets)


def token_ids(hyp: Texts, ref: Texts, groups: Offsets, *, threads: int = 0) -> Tokens:
    """Number the tokens of each segment and its references; both columns are as `tokenize` returns them."""
    _check_offsets(hyp.data, hyp.offsets)
    _check_offsets(ref.data, ref.offsets)
    _check_groups(groups, len(hyp.offsets) - 1, len(ref.offsets) - 1)
    hyp_offsets, ref_offsets = _token_offsets(hyp), _token_offsets(ref)
    hyp_ids = np.empty(hyp_offsets[-1], dtype=np.int32)
    ref_ids = np.empty(ref_offsets[-1], dtype=np.int32)
    _native.number_tokens(
        *hyp, *ref, groups, cores(threads), hyp_offsets, ref_offsets, hyp_ids, ref_ids
    )  # fmt: skip
    return Tokens(hyp_ids, hyp_offsets, ref_ids, ref_offsets, groups)


def _token_offsets(texts: Texts) -> Offsets:
    offsets = np.zeros(len(texts.offsets), dtype=np.int64)
    _native.count_tokens(texts.data, texts.offsets, offsets[1:])
    return np.cumsum(offsets, out=offsets)


def ngram_stats(tokens: Tokens, order: int, *, threads: int = 0) -> Matrix:
    """Return a row a segment: output length; closest, shortest, mean reference length; matches; n-grams.

    Matches and n-grams of the output stand there for every order up to `order`; matches are clipped by the
    largest count in any one reference, and of two closest lengths the shorter counts.
    """
    out = np.empty((tokens.rows, 4 + 2 * order))
    _native.ngram_stats(*_arrays(tokens), order, cores(threads), out)
    return out


def chrf_stats(
    hyp: Texts,
    ref: Texts,
    groups: Offsets,
    *,
    char_order: int,
    word_order: int,
    beta: float,
    whitespace: bool,
    mean_f: bool,
    threads: int = 0,
) -> Matrix:
    """Return [output, reference, match] counts a character order, then a word order, of each best reference.

    The best reference is the one with the highest chrF, averaged as `mean_f` says; the first of equals.
    """
    _check_offsets(hyp.data, hyp.offsets)
    _check_offsets(ref.data, ref.offsets)
    _check_groups(groups, len(hyp.offsets) - 1, len(ref.offsets) - 1)
    out = np.empty((len(groups) - 1, 3 * (char_order + word_order)))
    _native.chrf_stats(
        *hyp, *ref, groups, char_order, word_order, beta, whitespace, mean_f, cores(threads), out
    )  # fmt: skip
    return out


def ter_stats(
    tokens: Tokens, *, beam: int, shift_size: int, shift_distance: int, candidates: int, threads: int = 0
) -> Matrix:
    """Return edits, mean reference length, insertions, deletions, substitutions, shifts and shifted words."""
    out = np.empty((tokens.rows, 7))
    _native.ter_stats(*_arrays(tokens), beam, shift_size, shift_distance, candidates, cores(threads), out)
    return out


def _arrays(tokens: Tokens) -> tuple[Ids, Offsets, Ids, Offsets, Offsets]:
    _check_offsets(tokens.hyp, tokens.hyp_offsets)
    _check_offsets(tokens.ref, tokens.ref_offsets)
    _check_groups(tokens.groups, len(tokens.hyp_offsets) - 1, len(tokens.ref_offsets) - 1)
    return tokens.hyp, tokens.hyp_offsets, tokens.ref, tokens.ref_offsets, tokens.groups


def _check_offsets(data: Bytes | Ids, offsets: Offsets) -> None:
    """Refuse offsets that would lead the kernel outside the buffer."""
    steps_back = len(offsets) > 1 and bool((offsets[1:] < offsets[:-1]).any())
    if not len(offsets) or offsets[0] < 0 or offsets[-1] > len(data) or steps_back:
        raise ValueError("offsets must rise from 0 or more to at most the buffer's length")


def _check_groups(groups: Offsets, segments: int, references: int) -> None:
    """Refuse groups that do not give every segment at least one of the references."""
    if len(groups) != segments + 1 or groups[0] != 0 or groups[-1] != references:
        raise ValueError("groups must lead from 0 to the number of references, one step a segment")
    if segments and int(np.diff(groups).min()) < 1:
        raise ValueError("every segment needs a reference")
