"""The kernel in plain Python, one segment at a time: what every native function must return.

It is written to be read and checked, not to be fast; nothing but tests calls it. Tokenisers and statistics
are those of sacreBLEU 2.6.0, and the tests hold each of them against it.
"""

from assay.kernel.reference.chrf import chrf_row, chrf_words, tokenize_chrf
from assay.kernel.reference.ngrams import ngram_row
from assay.kernel.reference.nist import gleu_row, ngram_table, nist_row
from assay.kernel.reference.order import ribes_row
from assay.kernel.reference.subsequences import gtm_row, impact_sum, rouge_row
from assay.kernel.reference.ter import ter_row
from assay.kernel.reference.text import (
    byte_lengths,
    category_class,
    is_space,
    tokenize_13a,
    tokenize_char,
    tokenize_intl,
    tokenize_none,
    tokenize_rouge,
    tokenize_tercom,
    tokenize_unicode,
    tokenize_zh,
)

__all__ = [
    "byte_lengths",
    "category_class",
    "chrf_row",
    "chrf_words",
    "gleu_row",
    "gtm_row",
    "impact_sum",
    "is_space",
    "ngram_row",
    "ngram_table",
    "nist_row",
    "ribes_row",
    "rouge_row",
    "ter_row",
    "tokenize_13a",
    "tokenize_char",
    "tokenize_chrf",
    "tokenize_intl",
    "tokenize_none",
    "tokenize_rouge",
    "tokenize_tercom",
    "tokenize_unicode",
    "tokenize_zh",
]
