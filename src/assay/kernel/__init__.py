"""The native kernel: whole columns in, arrays out. Only this package imports it, a module a family.

Text is one UTF-8 buffer with int64 offsets, tokens are int32 ids with offsets; every array is allocated here
and filled there, with the GIL released. `threads` never changes a result; 0 means all cores of this process.
`reference` says in plain Python what each function computes.
"""

from assay.kernel.agreement import PAIR_KINDS, TieCalibration, calibrate_ties, pair_counts, tie_curve
from assay.kernel.classes import CLASSES, Judged, Side, word_classes
from assay.kernel.columns import Bytes, Ids, Matrix, Offsets, Texts, Tokens, cores
from assay.kernel.edits import (
    DELETION,
    INSERTION,
    JUMP,
    MATCH,
    SUBSTITUTION,
    Alignments,
    char_edit_stats,
    edit_alignments,
    edit_stats,
)
from assay.kernel.jump_alignments import cder_alignments, character_alignments, eed_alignments, eed_texts
from assay.kernel.jumps import cder_stats, character_stats, eed_stats
from assay.kernel.metric_draws import AGREEMENTS, GROUPINGS, MOST_PAIRS, REDRAWS, cell_pairs, metric_draws
from assay.kernel.ngrams import chrf_stats, ngram_stats
from assay.kernel.nist import NgramCounts, count_ngrams, gleu_stats, nist_stats
from assay.kernel.order import ribes_stats
from assay.kernel.ratings import OTHERWISE, PLAIN, WORD, RatingCells, split_ratings
from assay.kernel.resample import DRAWS, resample_sums, shuffle_sums
from assay.kernel.shifts import ter_alignments, ter_stats
from assay.kernel.subsequences import ROUGE_KINDS, gtm_stats, impact_sums, rouge_counts
from assay.kernel.text import RULES, char_ids, column_ids, token_ids, tokenize
from assay.kernel.tolerant import WEIGHTINGS, lebleu_stats, tolerant_stats
from assay.kernel.trueskill import Cells, Tournament, resample_counts, trueskill_games, trueskill_runs

__all__ = [
    "AGREEMENTS",
    "CLASSES",
    "DELETION",
    "DRAWS",
    "GROUPINGS",
    "INSERTION",
    "JUMP",
    "MATCH",
    "MOST_PAIRS",
    "OTHERWISE",
    "PAIR_KINDS",
    "PLAIN",
    "REDRAWS",
    "ROUGE_KINDS",
    "RULES",
    "SUBSTITUTION",
    "WEIGHTINGS",
    "WORD",
    "Alignments",
    "Bytes",
    "Cells",
    "Ids",
    "Judged",
    "Matrix",
    "NgramCounts",
    "Offsets",
    "RatingCells",
    "Side",
    "Texts",
    "TieCalibration",
    "Tokens",
    "Tournament",
    "calibrate_ties",
    "cder_alignments",
    "cder_stats",
    "cell_pairs",
    "char_edit_stats",
    "char_ids",
    "character_alignments",
    "character_stats",
    "chrf_stats",
    "column_ids",
    "cores",
    "count_ngrams",
    "edit_alignments",
    "edit_stats",
    "eed_alignments",
    "eed_stats",
    "eed_texts",
    "gleu_stats",
    "gtm_stats",
    "impact_sums",
    "lebleu_stats",
    "metric_draws",
    "ngram_stats",
    "nist_stats",
    "pair_counts",
    "resample_counts",
    "resample_sums",
    "ribes_stats",
    "rouge_counts",
    "shuffle_sums",
    "split_ratings",
    "ter_alignments",
    "ter_stats",
    "tie_curve",
    "token_ids",
    "tokenize",
    "tolerant_stats",
    "trueskill_games",
    "trueskill_runs",
    "word_classes",
]
