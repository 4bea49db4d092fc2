"""The native kernel: whole columns in, arrays out. Only this package imports it, a module a family.

Text is one UTF-8 buffer with int64 offsets, tokens are int32 ids with offsets; every array is allocated here
and filled there, with the GIL released. `threads` never changes a figure; 0 means all cores of this process.
`tests/reference` says in plain Python what each function computes.

    hyp, ref = (kernel.tokenize(texts, "13a") for texts in (outputs, references))     # Texts -> Texts
    tokens = kernel.token_ids(hyp, ref, groups)                                       # words as numbers
    rows = kernel.ngram_stats(tokens, order=4)                                        # a row a segment

columns    `Texts`, `Tokens` and their arrays `Bytes`, `Ids`, `Offsets`, `Matrix`; `cores`: how many threads 0 means;
           `TooLongError`: a segment takes too many steps (native/effort.h)
text       `encode`: strings as a column; `lower`; `tokenize` by one of `RULES`; `token_ids`, `char_ids` number a
           segment, `column_ids` a whole column; `text_hashes`: what tables of resources are sorted by; `english_stems`
ngrams     `ngram_stats` (BLEU), `chrf_stats`, of all pairs of texts `chrf_matrix`; `gleu_stats`; `count_ngrams` ->
           `NgramCounts` and `nist_stats`
matches    `rouge_counts` by `ROUGE_KINDS`, `gtm_stats`, `impact_sums`, `ribes_stats`; of similar words
           `lebleu_stats`, and `tolerant_stats` by `WEIGHTINGS`;
           `beer_counts`: what BEER's features are made of, `BEER_CHARS`, `BEER_WORDS` and `BEER_SKIPS` of them; the
           order of aligned words by `ORDER_KINDS`: `order_stats`, and `permutation_scores` of any permutations
bitext     `align_words` of a `Side` to another; `symmetrise` by `SYMMETRIES`, in tables (`table_offsets`);
           `phrase_pairs`
language   `train_language_model` -> `CountedText`, and its `arpa_parts`; `read_arpa`, `read_kenlm` -> `LanguageModel`;
models     `score_sentences`, `score_words` -> `WordLogarithms`; `BadModelError`, `OutOfMemoryError`, `SpillError`;
           `FALLBACK` discounts
edits      `edit_stats` (WER), `char_edit_stats` (CER), `ter_stats`; `edit_alignments`, `ter_alignments` -> `Alignments`
           with the operations `MATCH`, `SUBSTITUTION`, `INSERTION`, `DELETION`, `JUMP`; `replay_edits` of `TextChanges`
           in a `PointColumn` -> `Replayed`, counted by `REPLAY_COUNTS`
jumps      `cder_stats`, `character_stats`, `eed_stats`, and their alignments; `eed_texts`: text as EED compares it
classes    `word_classes`: `SideWords` twice -> `WordErrors` twice, numbers of `CLASSES`
draws      `resample_sums`, `shuffle_sums` of rows, drawn by `DRAWS`; of `PreferenceCells` `resample_counts`, and
           `trueskill_runs` of a `Tournament`; `trueskill_games` in the order given
agreement  `pair_counts` by `PAIR_KINDS`, `calibrate_ties` -> `TieCalibration`, `tie_curve`; two metrics compared in
           `metric_draws` by `AGREEMENTS`, `GROUPINGS`, `REDRAWS`; `cell_pairs` says beforehand how many pairs that is,
           and `MOST_PAIRS` how many it may be; pairs of raters: `shared_ratings` -> `SharedRatings`, whose agreement in
           draws of items is `pair_draws` by `PAIR_MEASURES`, of ranks where these are `RANK_MEASURES`
vectors    YiSi's precision and recall in `spelling_stats` and, by `WordVectors`, `cosine_stats`; `mover_distances`;
           `gelu` and `layer_norm` of encoders
meteor     `meteor_texts` by `APOSTROPHES` and `Abbreviations`, `meteor_sentences` -> `MeteorSentences`; `synset_ids` of
           a `SynsetTable`; `phrase_hashes`: what a `ParaphraseTable` is made of; `meteor_rows`, `meteor_matches` of
           `MeteorWords` and such a table, found by one of `METEOR_SEARCHES`
lines      `split_lines` of text that `is_utf8`, `take_lines` of a column; `line_words` -> `LineWords`, `shared_words`
           and `line_likeness` of two; `equal_lines`: `EQUAL`, `UNLIKE` or `BLANK`; `split_ratings`: a table of ratings
           -> `RatingCells`, numbers written `PLAIN`, `OTHERWISE`, or a `WORD`; to write one, `number_texts`,
           `error_texts` by `ErrorKinds`, `quote_fields`, and `join_rows` of `CellColumn`s by a `RowForm`
responses  `read_responses`: answers of campaigns -> `Responses`, their errors `ResponseMarks`; `BadResponseError`; of
           rows of a database: `row_texts`, `row_numbers`, `row_names`
"""

from assay.doors import open_door

HOMES = {
    "agreement": (
        "AGREEMENTS GROUPINGS MOST_PAIRS PAIR_KINDS PAIR_MEASURES RANK_MEASURES REDRAWS SharedRatings "
        "TieCalibration calibrate_ties cell_pairs metric_draws pair_counts pair_draws shared_ratings "
        "tie_curve"
    ),
    "bitext": "SYMMETRIES Side align_words phrase_pairs symmetrise table_offsets",
    "classes": "CLASSES SideWords WordErrors word_classes",
    "columns": "Bytes Ids Matrix Offsets Texts Tokens TooLongError cores",
    "draws": (
        "DRAWS PreferenceCells Tournament resample_counts resample_sums shuffle_sums trueskill_games "
        "trueskill_runs"
    ),
    "edits": (
        "DELETION INSERTION JUMP MATCH REPLAY_COUNTS SUBSTITUTION Alignments PointColumn Replayed "
        "TextChanges char_edit_stats edit_alignments edit_stats replay_edits ter_alignments ter_stats"
    ),
    "jumps": (
        "cder_alignments cder_stats character_alignments character_stats eed_alignments eed_stats eed_texts"
    ),
    "language_models": (
        "FALLBACK BadModelError CountedText LanguageModel OutOfMemoryError SpillError WordLogarithms "
        "arpa_parts read_arpa read_kenlm score_sentences score_words train_language_model"
    ),
    "lines": (
        "BLANK EQUAL OTHERWISE PLAIN UNLIKE WORD CellColumn ErrorKinds LineWords RatingCells RowForm "
        "equal_lines error_texts is_utf8 join_rows line_likeness line_words number_texts quote_fields "
        "shared_words split_lines split_ratings take_lines"
    ),
    "matches": (
        "BEER_CHARS BEER_SKIPS BEER_WORDS ORDER_KINDS ROUGE_KINDS WEIGHTINGS beer_counts gtm_stats "
        "impact_sums lebleu_stats order_stats permutation_scores ribes_stats rouge_counts tolerant_stats"
    ),
    "meteor": (
        "APOSTROPHES FREE_SLOTS METEOR_MODULES METEOR_SEARCHES NO_PARAPHRASES Abbreviations MeteorSentences "
        "MeteorWords ParaphraseTable SynsetTable meteor_matches meteor_rows meteor_sentences meteor_texts "
        "phrase_hashes synset_ids"
    ),
    "ngrams": "NgramCounts chrf_matrix chrf_stats count_ngrams gleu_stats ngram_stats nist_stats",
    "responses": "BadResponseError ResponseMarks Responses read_responses row_names row_numbers row_texts",
    "text": "RULES char_ids column_ids encode english_stems lower text_hashes token_ids tokenize",
    "vectors": "WordVectors cosine_stats gelu layer_norm mover_distances spelling_stats",
}
__getattr__, __dir__, __all__ = open_door(__name__, HOMES)
