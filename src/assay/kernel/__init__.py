"""The native kernel: whole columns in, arrays out. Only this package imports it, a module a family.

Text is one UTF-8 buffer with int64 offsets, tokens are int32 ids with offsets; every array is allocated here
and filled there, with the GIL released. `threads` never changes a result; 0 means all cores of this process.
`assay.kernel.reference` says in plain Python what each function computes.
"""

from assay.kernel.columns import Bytes, Ids, Matrix, Offsets, Texts, Tokens, cores
from assay.kernel.ngrams import chrf_stats, ngram_stats
from assay.kernel.resample import DRAWS, resample_sums, shuffle_sums
from assay.kernel.shifts import ter_stats
from assay.kernel.text import RULES, byte_offsets, token_ids, tokenize

__all__ = [
    "DRAWS",
    "RULES",
    "Bytes",
    "Ids",
    "Matrix",
    "Offsets",
    "Texts",
    "Tokens",
    "byte_offsets",
    "chrf_stats",
    "cores",
    "ngram_stats",
    "resample_sums",
    "shuffle_sums",
    "ter_stats",
    "token_ids",
    "tokenize",
]
