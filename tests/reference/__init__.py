"""The kernel in plain Python, one segment at a time: what every native function must return.

It is written to be read and checked, not to be fast; nothing but tests calls it. Tokenisers and statistics
are those of sacreBLEU 2.6.0, and the tests hold each of them against it.
"""

from reference.affixes import affix_distance, assignment, tolerant_row
from reference.agreement import best_epsilon, count_pairs, mean_accuracy, tie_curve
from reference.beer import beer_row
from reference.bitext import align_words, phrase_pairs, symmetrise
from reference.cder import cder_alignment, cder_row
from reference.character import character_alignment, character_row
from reference.chrf import chrf_row, chrf_words, tokenize_chrf
from reference.classes import word_classes
from reference.definition import definition_alignment, definition_row
from reference.edits import characters, edit_alignment, edit_row
from reference.eed import eed_alignment, eed_row, eed_text
from reference.language_models import train_model, word_logarithms, write_arpa
from reference.lines import equal_lines, line_likeness, line_words, shared_words, split_lines, take_lines
from reference.meteor import Lexicon, align, greedy_align, meteor_row, normalise, staged_align, synset_ids
from reference.metric_draws import metric_draw
from reference.ngrams import ngram_row
from reference.nist import gleu_row, ngram_table, nist_row
from reference.order import ribes_row
from reference.permutations import order_row, permutation_score
from reference.rater_pairs import pair_measure, shared_values
from reference.ratings import number_cell, rating_cells, rating_fields
from reference.replay import replay_edits
from reference.resample import Random, draw_weights, resample_sums, shuffle_sums
from reference.responses import read_responses, row_column
from reference.stems import english_stem
from reference.subsequences import gtm_row, impact_sum, rouge_row
from reference.tables import error_text, joined_row, number_text, quoted_field
from reference.ter import ter_alignment, ter_row
from reference.text import (
    byte_lengths,
    category_class,
    column_numbers,
    is_space,
    phrase_hashes,
    text_hash,
    tokenize_13a,
    tokenize_char,
    tokenize_intl,
    tokenize_none,
    tokenize_rouge,
    tokenize_tercom,
    tokenize_unicode,
    tokenize_zh,
)
from reference.tolerant import lebleu_row
from reference.trueskill import resample_counts, trueskill_games, trueskill_runs, trueskill_update
from reference.vectors import (
    cosine_similarity,
    gelu,
    layer_norm,
    mover_distance,
    relaxed_distance,
    spelling_similarity,
    yisi_row,
)

__all__ = [
    "Lexicon",
    "Random",
    "affix_distance",
    "align",
    "align_words",
    "assignment",
    "beer_row",
    "best_epsilon",
    "byte_lengths",
    "category_class",
    "cder_alignment",
    "cder_row",
    "character_alignment",
    "character_row",
    "characters",
    "chrf_row",
    "chrf_words",
    "column_numbers",
    "cosine_similarity",
    "count_pairs",
    "definition_alignment",
    "definition_row",
    "draw_weights",
    "edit_alignment",
    "edit_row",
    "eed_alignment",
    "eed_row",
    "eed_text",
    "english_stem",
    "equal_lines",
    "error_text",
    "gelu",
    "gleu_row",
    "greedy_align",
    "gtm_row",
    "impact_sum",
    "is_space",
    "joined_row",
    "layer_norm",
    "lebleu_row",
    "line_likeness",
    "line_words",
    "mean_accuracy",
    "meteor_row",
    "metric_draw",
    "mover_distance",
    "ngram_row",
    "ngram_table",
    "nist_row",
    "normalise",
    "number_cell",
    "number_text",
    "order_row",
    "pair_measure",
    "permutation_score",
    "phrase_hashes",
    "phrase_pairs",
    "quoted_field",
    "rating_cells",
    "rating_fields",
    "read_responses",
    "relaxed_distance",
    "replay_edits",
    "resample_counts",
    "resample_sums",
    "ribes_row",
    "rouge_row",
    "row_column",
    "shared_values",
    "shared_words",
    "shuffle_sums",
    "spelling_similarity",
    "split_lines",
    "staged_align",
    "symmetrise",
    "synset_ids",
    "take_lines",
    "ter_alignment",
    "ter_row",
    "text_hash",
    "tie_curve",
    "tokenize_13a",
    "tokenize_char",
    "tokenize_chrf",
    "tokenize_intl",
    "tokenize_none",
    "tokenize_rouge",
    "tokenize_tercom",
    "tokenize_unicode",
    "tokenize_zh",
    "tolerant_row",
    "train_model",
    "trueskill_games",
    "trueskill_runs",
    "trueskill_update",
    "word_classes",
    "word_logarithms",
    "write_arpa",
    "yisi_row",
]
