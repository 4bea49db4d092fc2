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
    beam: int,
    shift_size: int,
    shift_distance: int,
    candidates: int,
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
