"""Text to tokens to numbers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

import assay.kernel._native as native
from assay.kernel.columns import Bytes, Ids, Offsets, Texts, Tokens, check_offsets, check_texts, cores

RULES = ("none", "13a", "intl", "char", "zh", "unicode", "tercom", "chrf", "rouge")


def encode(strings: list[str]) -> Texts:
    """Write strings as UTF-8 into a column; a lone surrogate takes three bytes, as with "surrogatepass"."""
    offsets = np.empty(len(strings) + 1, dtype=np.int64)
    data = native.encode_strings(strings, offsets)
    return Texts(np.frombuffer(data, dtype=np.uint8), offsets)


def lower(texts: Texts) -> tuple[Bytes, Offsets]:
    """Lower-case as `str.lower` does; also return the rows that only Python can, whose bytes mean nothing yet."""
    check_offsets(texts.data, texts.offsets)
    out = np.empty(len(texts.data), dtype=np.uint8)
    left = np.empty(len(texts.offsets), dtype=np.int64)
    return out, left[: native.lower_texts(*texts, out, left)]


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
    check_offsets(texts.data, texts.offsets)
    rows = len(texts.offsets) - 1
    out = np.empty(2 * len(texts.data) + rows + 2, dtype=np.uint8)
    offsets = np.empty(rows + 1, dtype=np.int64)
    number = RULES.index(rule)
    native.tokenize(
        texts.data, texts.offsets, number, normalize, punctuation, cjk, cores(threads), out, offsets
    )
    return Texts(out[: offsets[-1]], offsets)


def token_ids(hyp: Texts, ref: Texts, groups: Offsets, *, threads: int = 0) -> Tokens:
    """Number the tokens of each segment and its references; both columns are as `tokenize` returns them."""
    check_texts(hyp, ref, groups)
    hyp_offsets, ref_offsets = _token_offsets(hyp), _token_offsets(ref)
    hyp_ids = np.empty(hyp_offsets[-1], dtype=np.int32)
    ref_ids = np.empty(ref_offsets[-1], dtype=np.int32)
    native.number_tokens(
        *hyp, *ref, groups, cores(threads), hyp_offsets, ref_offsets, hyp_ids, ref_ids
    )  # fmt: skip
    return Tokens(hyp_ids, hyp_offsets, ref_ids, ref_offsets, groups)


def column_ids(texts: Texts) -> tuple[Ids, Offsets, Offsets]:
    """Number the tokens of a whole column, as `tokenize` returns it, in the order in which they first come.

    Returns the numbers, where those of each row stand, and the bytes from and up to which each number first stands.
    """
    check_offsets(texts.data, texts.offsets)
    offsets = _token_offsets(texts)
    ids = np.empty(offsets[-1], dtype=np.int32)
    words = np.empty(2 * len(ids), dtype=np.int64)
    size = native.number_column(*texts, ids, words)
    return ids, offsets, words[: 2 * size].reshape(-1, 2).copy()


def text_hashes(texts: Texts) -> NDArray[np.uint64]:
    """Return a hash of each row's bytes: FNV-1a of 64 bits, which is part of the form of compiled tables."""
    check_offsets(texts.data, texts.offsets)
    hashes = np.empty(len(texts.offsets) - 1, dtype=np.uint64)
    native.hash_texts(*texts, hashes)
    return hashes


def english_stems(words: Texts) -> Texts:
    """Return the stem of each row, a word in lower case: Snowball's for English, as snowballstemmer 1.2.1 has it."""
    check_offsets(words.data, words.offsets)
    out = np.empty(int(words.offsets[-1] - words.offsets[0]), dtype=np.uint8)
    offsets = np.empty(len(words.offsets), dtype=np.int64)
    native.english_stems(*words, out, offsets)
    return Texts(out[: offsets[-1]], offsets)


def char_ids(hyp: Texts, ref: Texts, groups: Offsets, *, whitespace: bool = True, threads: int = 0) -> Tokens:
    """Number the characters of each segment and its references, white space at the ends left out.

    Without `whitespace` none counts, wherever it stands.
    """
    check_texts(hyp, ref, groups)
    hyp_offsets, ref_offsets = _char_offsets(hyp, whitespace), _char_offsets(ref, whitespace)
    hyp_ids = np.empty(hyp_offsets[-1], dtype=np.int32)
    ref_ids = np.empty(ref_offsets[-1], dtype=np.int32)
    native.number_chars(
        *hyp, *ref, groups, whitespace, cores(threads), hyp_offsets, ref_offsets, hyp_ids, ref_ids
    )  # fmt: skip
    return Tokens(hyp_ids, hyp_offsets, ref_ids, ref_offsets, groups)


def _char_offsets(texts: Texts, whitespace: bool) -> Offsets:
    offsets = np.zeros(len(texts.offsets), dtype=np.int64)
    native.count_chars(texts.data, texts.offsets, whitespace, offsets[1:])
    return np.cumsum(offsets, out=offsets)


def _token_offsets(texts: Texts) -> Offsets:
    offsets = np.zeros(len(texts.offsets), dtype=np.int64)
    native.count_tokens(texts.data, texts.offsets, offsets[1:])
    return np.cumsum(offsets, out=offsets)
