"""The kernel in plain Python, one segment at a time: what every native function must return.

It is written to be read and checked, not to be fast; nothing but tests calls it. Tokenisers and statistics
are those of sacreBLEU 2.6.0, and the tests hold each of them against it.
"""

from assay.kernel.reference.chrf import chrf_row, chrf_words, tokenize_chrf
from assay.kernel.reference.ngrams import ngram_row
from assay.kernel.reference.resample import Random, draw_weights, resample_sums, shuffle_sums
from assay.kernel.reference.ter import ter_row
from assay.kernel.reference.text import (
    byte_lengths,
    category_class,
    is_space,
    tokenize_13a,
    tokenize_char,
    tokenize_intl,
    tokenize_none,
    tokenize_tercom,
    tokenize_unicode,
    tokenize_zh,
)

__all__ = [
    "Random",
    "byte_lengths",
    "category_class",
    "chrf_row",
    "chrf_words",
    "draw_weights",
    "is_space",
    "ngram_row",
    "resample_sums",
    "shuffle_sums",
    "ter_row",
    "tokenize_13a",
    "tokenize_char",
    "tokenize_chrf",
    "tokenize_intl",
    "tokenize_none",
    "tokenize_tercom",
    "tokenize_unicode",
    "tokenize_zh",
]
