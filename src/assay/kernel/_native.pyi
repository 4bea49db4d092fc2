"""Types of the native module; `native/bind` defines it."""

from numpy import float64, int32, int64, uint8
from numpy.typing import NDArray

def byte_offsets(data: NDArray[uint8], lengths: NDArray[int64], offsets: NDArray[int64]) -> None: ...
def tokenize(
    data: NDArray[uint8],
    offsets: NDArray[int64],
    rule: int,
    normalize: bool,
    punctuation: bool,
    cjk: bool,
    threads: int,
    out: NDArray[uint8],
    out_offsets: NDArray[int64],
) -> None: ...
def count_tokens(data: NDArray[uint8], offsets: NDArray[int64], counts: NDArray[int64]) -> None: ...
def number_tokens(
    hyp: NDArray[uint8],
    hyp_rows: NDArray[int64],
    ref: NDArray[uint8],
    ref_rows: NDArray[int64],
    groups: NDArray[int64],
    threads: int,
    hyp_offsets: NDArray[int64],
    ref_offsets: NDArray[int64],
    hyp_ids: NDArray[int32],
    ref_ids: NDArray[int32],
) -> None: ...
def ngram_stats(
    hyp: NDArray[int32],
    hyp_offsets: NDArray[int64],
    ref: NDArray[int32],
    ref_offsets: NDArray[int64],
    groups: NDArray[int64],
    order: int,
    threads: int,
    out: NDArray[float64],
) -> None: ...
def chrf_stats(
    hyp: NDArray[uint8],
    hyp_offsets: NDArray[int64],
    ref: NDArray[uint8],
    ref_offsets: NDArray[int64],
    groups: NDArray[int64],
    hyp_words: NDArray[uint8],
    hyp_word_offsets: NDArray[int64],
    ref_words: NDArray[uint8],
    ref_word_offsets: NDArray[int64],
    char_order: int,
    word_order: int,
    beta: float,
    whitespace: bool,
    mean_f: bool,
    threads: int,
    out: NDArray[float64],
) -> None: ...
def ter_stats(
    hyp: NDArray[int32],
    hyp_offsets: NDArray[int64],
    ref: NDArray[int32],
    ref_offsets: NDArray[int64],
    groups: NDArray[int64],
    definition: bool,
    beam: int,
    shift_size: int,
    shift_distance: int,
    candidates: int,
    threads: int,
    out: NDArray[float64],
) -> None: ...
def cder_stats(
    hyp: NDArray[uint8],
    hyp_offsets: NDArray[int64],
    ref: NDArray[uint8],
    ref_offsets: NDArray[int64],
    groups: NDArray[int64],
    cicada: bool,
    characters: bool,
    threads: int,
    out: NDArray[float64],
) -> None: ...
def character_stats(
    hyp: NDArray[uint8],
    hyp_offsets: NDArray[int64],
    ref: NDArray[uint8],
    ref_offsets: NDArray[int64],
    groups: NDArray[int64],
    threads: int,
    out: NDArray[float64],
) -> None: ...
def eed_stats(
    hyp: NDArray[uint8],
    hyp_offsets: NDArray[int64],
    ref: NDArray[uint8],
    ref_offsets: NDArray[int64],
    groups: NDArray[int64],
    python: bool,
    alpha: float,
    rho: float,
    deletion: float,
    insertion: float,
    substitution: float,
    threads: int,
    out: NDArray[float64],
) -> None: ...
def ter_alignments(
    hyp: NDArray[int32],
    hyp_offsets: NDArray[int64],
    ref: NDArray[int32],
    ref_offsets: NDArray[int64],
    groups: NDArray[int64],
    definition: bool,
    beam: int,
    shift_size: int,
    shift_distance: int,
    candidates: int,
    threads: int,
    ops: NDArray[uint8],
    op_offsets: NDArray[int64],
    op_counts: NDArray[int64],
    chosen: NDArray[int64],
    shifts: NDArray[int64],
    shift_offsets: NDArray[int64],
    shift_counts: NDArray[int64],
) -> None: ...
def edit_stats(
    hyp: NDArray[int32],
    hyp_offsets: NDArray[int64],
    ref: NDArray[int32],
    ref_offsets: NDArray[int64],
    groups: NDArray[int64],
    substitution: float,
    insertion: float,
    deletion: float,
    threads: int,
    out: NDArray[float64],
) -> None: ...
def edit_alignments(
    hyp: NDArray[int32],
    hyp_offsets: NDArray[int64],
    ref: NDArray[int32],
    ref_offsets: NDArray[int64],
    groups: NDArray[int64],
    substitution: float,
    insertion: float,
    deletion: float,
    threads: int,
    ops: NDArray[uint8],
    op_offsets: NDArray[int64],
    op_counts: NDArray[int64],
    chosen: NDArray[int64],
) -> None: ...
def count_chars(
    data: NDArray[uint8], offsets: NDArray[int64], whitespace: bool, counts: NDArray[int64]
) -> None: ...
def number_chars(
    hyp: NDArray[uint8],
    hyp_rows: NDArray[int64],
    ref: NDArray[uint8],
    ref_rows: NDArray[int64],
    groups: NDArray[int64],
    whitespace: bool,
    threads: int,
    hyp_offsets: NDArray[int64],
    ref_offsets: NDArray[int64],
    hyp_ids: NDArray[int32],
    ref_ids: NDArray[int32],
) -> None: ...
def count_ngrams(
    ids: NDArray[int32],
    offsets: NDArray[int64],
    order: int,
    nodes: NDArray[int32],
    heads: NDArray[int32],
    lasts: NDArray[int32],
    counts: NDArray[int64],
    ends: NDArray[int64],
) -> None: ...
def nist_stats(
    hyp: NDArray[int32],
    hyp_offsets: NDArray[int64],
    ref: NDArray[int32],
    ref_offsets: NDArray[int64],
    groups: NDArray[int64],
    weights: NDArray[float64],
    order: int,
    threads: int,
    out: NDArray[float64],
) -> None: ...
def gleu_stats(
    hyp: NDArray[int32],
    hyp_offsets: NDArray[int64],
    ref: NDArray[int32],
    ref_offsets: NDArray[int64],
    groups: NDArray[int64],
    low: int,
    high: int,
    threads: int,
    out: NDArray[float64],
) -> None: ...
def ribes_stats(
    hyp: NDArray[int32],
    hyp_offsets: NDArray[int64],
    ref: NDArray[int32],
    ref_offsets: NDArray[int64],
    groups: NDArray[int64],
    alpha: float,
    beta: float,
    threads: int,
    out: NDArray[float64],
) -> None: ...
def rouge_counts(
    hyp: NDArray[int32],
    hyp_offsets: NDArray[int64],
    ref: NDArray[int32],
    ref_offsets: NDArray[int64],
    groups: NDArray[int64],
    kind: int,
    order: int,
    gap: int,
    weight: float,
    script: bool,
    threads: int,
    out: NDArray[float64],
) -> None: ...
def gtm_stats(
    hyp: NDArray[int32],
    hyp_offsets: NDArray[int64],
    ref: NDArray[int32],
    ref_offsets: NDArray[int64],
    groups: NDArray[int64],
    exponent: float,
    threads: int,
    out: NDArray[float64],
) -> None: ...
def impact_sums(
    hyp: NDArray[int32],
    hyp_offsets: NDArray[int64],
    ref: NDArray[int32],
    ref_offsets: NDArray[int64],
    groups: NDArray[int64],
    alpha: float,
    beta: float,
    repeats: int,
    threads: int,
    out: NDArray[float64],
) -> None: ...
def lebleu_stats(
    hyp: NDArray[uint8],
    hyp_offsets: NDArray[int64],
    ref: NDArray[uint8],
    ref_offsets: NDArray[int64],
    groups: NDArray[int64],
    max_n: int,
    threshold: float,
    ngram_limit: int,
    threads: int,
    out: NDArray[float64],
) -> None: ...
def tolerant_stats(
    hyp: NDArray[uint8],
    hyp_offsets: NDArray[int64],
    ref: NDArray[uint8],
    ref_offsets: NDArray[int64],
    groups: NDArray[int64],
    order: int,
    epsilon: float,
    weighting: int,
    largest: int,
    threads: int,
    out: NDArray[float64],
) -> None: ...
def resample_sums(
    rows: NDArray[float64],
    seed: int,
    first: int,
    kind: int,
    size: int,
    threads: int,
    out: NDArray[float64],
) -> None: ...
def shuffle_sums(
    rows: NDArray[float64], runs: int, seed: int, first: int, threads: int, out: NDArray[float64]
) -> None: ...
def metric_draws(
    human: NDArray[float64],
    first: NDArray[float64],
    second: NDArray[float64],
    agreement: int,
    grouping: int,
    redraw: int,
    seed: int,
    first_draw: int,
    threads: int,
    out: NDArray[float64],
) -> None: ...
def pair_counts(
    human: NDArray[float64],
    metric: NDArray[float64],
    offsets: NDArray[int64],
    epsilon: float,
    threshold: float,
    threads: int,
    out: NDArray[int64],
) -> None: ...
def calibrate_ties(
    human: NDArray[float64],
    metrics: NDArray[float64],
    offsets: NDArray[int64],
    threshold: float,
    threads: int,
    out: NDArray[float64],
) -> None: ...
def tie_curve(
    human: NDArray[float64],
    metric: NDArray[float64],
    offsets: NDArray[int64],
    threshold: float,
    epsilons: NDArray[float64],
    accuracies: NDArray[float64],
) -> int: ...
def word_classes(
    hyp: NDArray[int32],
    hyp_bases: NDArray[int32],
    hyp_offsets: NDArray[int64],
    ref: NDArray[int32],
    ref_bases: NDArray[int32],
    ref_offsets: NDArray[int64],
    threads: int,
    hyp_marks: NDArray[uint8],
    hyp_wrong: NDArray[uint8],
    hyp_classes: NDArray[uint8],
    ref_marks: NDArray[uint8],
    ref_wrong: NDArray[uint8],
    ref_classes: NDArray[uint8],
) -> None: ...
def split_ratings(
    data: NDArray[uint8],
    separator: int,
    is_number: NDArray[uint8],
    codes: NDArray[int32],
    starts: NDArray[int64],
    lengths: NDArray[int64],
    counts: NDArray[int64],
    numbers: NDArray[float64],
    written: NDArray[uint8],
) -> int: ...
