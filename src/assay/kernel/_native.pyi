"""
The kernel's functions on columns: types as `make stubs` writes them from native/bind.
"""

from collections.abc import Sequence
from typing import Annotated, overload

import numpy
from numpy.typing import NDArray

class TooLongError(ValueError):
    pass

def pair_counts(
    human: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    metric: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    epsilon: float,
    threshold: float,
    threads: int,
    out: Annotated[NDArray[numpy.int64], dict(shape=(None, None), order="C", device="cpu")],
) -> None: ...
def calibrate_ties(
    human: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    metrics: Annotated[
        NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    threshold: float,
    threads: int,
    out: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
) -> None: ...
def tie_curve(
    human: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    metric: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    threshold: float,
    epsilons: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu")],
    accuracies: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu")],
) -> int: ...
def encode_strings(
    strings: list[str], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")]
) -> bytes: ...
def encode_cells(
    rows: list[tuple[object, ...]],
    column: int,
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
) -> bytes: ...
def cell_numbers(
    rows: list[tuple[object, ...]],
    column: int,
    numbers: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def cell_names(
    rows: list[tuple[object, ...]],
    column: int,
    known: dict[str, int],
    index: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def tokenize(
    data: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    rule: int,
    normalize: bool,
    punctuation: bool,
    cjk: bool,
    threads: int,
    out: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    out_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def offsets_fit(
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    size: int,
) -> bool: ...
def lower_texts(
    data: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    out: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    left: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
) -> int: ...
def count_tokens(
    data: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    counts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def number_tokens(
    hyp: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    hyp_rows: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ref: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ref_rows: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    groups: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    threads: int,
    hyp_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    ref_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    hyp_ids: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu")],
    ref_ids: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def number_column(
    data: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ids: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu")],
    words: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
) -> int: ...
def hash_texts(
    data: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    hashes: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def english_stems(
    data: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    out: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    out_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def count_chars(
    data: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    whitespace: bool,
    counts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def number_chars(
    hyp: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    hyp_rows: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ref: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ref_rows: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    groups: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    whitespace: bool,
    threads: int,
    hyp_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    ref_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    hyp_ids: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu")],
    ref_ids: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def ngram_stats(
    hyp: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    hyp_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    ref: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ref_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    groups: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    order: int,
    threads: int,
    out: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
) -> None: ...
def chrf_stats(
    hyp: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    hyp_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    ref: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ref_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    groups: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    hyp_words: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    hyp_word_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    ref_words: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ref_word_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    char_order: int,
    word_order: int,
    beta: float,
    whitespace: bool,
    mean_f: bool,
    threads: int,
    out: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
) -> None: ...
def chrf_matrix(
    hyp: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    hyp_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    ref: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ref_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    hyp_words: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    hyp_word_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    ref_words: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ref_word_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    char_order: int,
    word_order: int,
    whitespace: bool,
    threads: int,
    out: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
) -> bool: ...
def resample_sums(
    rows: Annotated[
        NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
    seed: int,
    first: int,
    kind: int,
    size: int,
    threads: int,
    out: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
) -> None: ...
def shuffle_sums(
    rows: Annotated[
        NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
    runs: int,
    seed: int,
    first: int,
    threads: int,
    out: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
) -> None: ...
def ter_stats(
    hyp: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    hyp_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    ref: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ref_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    groups: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    definition: bool,
    beam: int,
    shift_size: int,
    shift_distance: int,
    candidates: int,
    threads: int,
    out: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
) -> None: ...
def ter_alignments(
    hyp: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    hyp_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    ref: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ref_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    groups: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    definition: bool,
    beam: int,
    shift_size: int,
    shift_distance: int,
    candidates: int,
    threads: int,
    ops: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    op_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    op_counts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
    chosen: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
    shifts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
    shift_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    shift_counts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def cder_stats(
    hyp: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    hyp_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    ref: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ref_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    groups: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    cicada: bool,
    characters: bool,
    threads: int,
    out: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
) -> None: ...
def eed_stats(
    hyp: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    hyp_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    ref: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ref_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    groups: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    python: bool,
    alpha: float,
    rho: float,
    deletion: float,
    insertion: float,
    substitution: float,
    threads: int,
    out: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
) -> None: ...
def cder_alignments(
    hyp: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    hyp_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    ref: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ref_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    groups: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    cicada: bool,
    characters: bool,
    threads: int,
    steps: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
    step_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    step_counts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
    chosen: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def eed_alignments(
    hyp: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    hyp_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    ref: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ref_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    groups: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    python: bool,
    alpha: float,
    rho: float,
    deletion: float,
    insertion: float,
    substitution: float,
    threads: int,
    steps: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
    step_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    step_counts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
    chosen: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def eed_texts(
    data: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    python: bool,
    room: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    out: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    counts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def line_words(
    data: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    sizes: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
    characters: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
    ends: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
    keys: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def shared_words(
    keys: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ends: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    other_keys: Annotated[
        NDArray[numpy.uint32], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    other_ends: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    shifts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    shared: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def line_likeness(
    keys: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ends: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    lengths: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    other_keys: Annotated[
        NDArray[numpy.uint32], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    other_ends: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    other_lengths: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    shifts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    penalty: float,
    widest: float,
    likeness: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu")],
    known: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def split_lines(
    text: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    data: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
) -> int: ...
def is_utf8(
    text: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
) -> bool: ...
def take_lines(
    data: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    rows: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    out: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    out_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def equal_lines(
    data: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    other_data: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    other_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    equality: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def character_stats(
    hyp: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    hyp_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    ref: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ref_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    groups: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    threads: int,
    out: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
) -> None: ...
def character_alignments(
    hyp: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    hyp_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    ref: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ref_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    groups: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    threads: int,
    ops: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    op_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    op_counts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
    chosen: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
    shifts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
    shift_counts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def edit_stats(
    hyp: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    hyp_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    ref: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ref_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    groups: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    substitution: float,
    insertion: float,
    deletion: float,
    threads: int,
    out: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
) -> None: ...
def edit_alignments(
    hyp: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    hyp_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    ref: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ref_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    groups: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    substitution: float,
    insertion: float,
    deletion: float,
    threads: int,
    ops: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    op_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    op_counts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
    chosen: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def char_edit_stats(
    hyp: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    hyp_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    ref: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ref_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    groups: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    whitespace: bool,
    substitution: float,
    insertion: float,
    deletion: float,
    threads: int,
    out: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
) -> None: ...
def count_ngrams(
    ids: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    order: int,
    nodes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu")],
    heads: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu")],
    lasts: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu")],
    counts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
    ends: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def nist_stats(
    hyp: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    hyp_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    ref: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ref_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    groups: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    order: int,
    threads: int,
    out: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
) -> None: ...
def gleu_stats(
    hyp: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    hyp_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    ref: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ref_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    groups: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    low: int,
    high: int,
    threads: int,
    out: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
) -> None: ...
def ribes_stats(
    hyp: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    hyp_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    ref: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ref_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    groups: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    alpha: float,
    beta: float,
    threads: int,
    out: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
) -> None: ...
def rouge_counts(
    hyp: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    hyp_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    ref: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ref_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    groups: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    kind: int,
    order: int,
    gap: int,
    weight: float,
    script: bool,
    threads: int,
    out: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
) -> None: ...
def gtm_stats(
    hyp: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    hyp_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    ref: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ref_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    groups: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    exponent: float,
    threads: int,
    out: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
) -> None: ...
def impact_sums(
    hyp: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    hyp_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    ref: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ref_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    groups: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    alpha: float,
    beta: float,
    repeats: int,
    threads: int,
    out: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def lebleu_stats(
    hyp: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    hyp_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    ref: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ref_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    groups: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    max_n: int,
    threshold: float,
    ngram_limit: int,
    threads: int,
    out: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
) -> None: ...
def tolerant_stats(
    hyp: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    hyp_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    ref: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ref_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    groups: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    order: int,
    epsilon: float,
    weighting: int,
    largest: int,
    threads: int,
    out: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
) -> None: ...
def metric_draws(
    human: Annotated[
        NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
    first: Annotated[
        NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
    second: Annotated[
        NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
    agreement: int,
    grouping: int,
    redraw: int,
    seed: int,
    first_draw: int,
    threads: int,
    out: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
) -> None: ...
def meteor_texts(
    data: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    rule: int,
    keys: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    kinds: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    punctuation: bool,
    threads: int,
    room: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    out: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    counts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def hash_phrases(
    data: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    out: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def synset_ids(
    data: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    keys: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    values: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    exception_keys: Annotated[
        NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    exception_starts: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    exception_values: Annotated[
        NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    inflected: bool,
    counts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
    out: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def meteor_rows(
    ids: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    groups: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    words: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    word_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    stems: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    senses: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    synset_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    synsets: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    function: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    sizes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    slots: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    values: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    homes: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    beam: int,
    search: int,
    threads: int,
    out: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
) -> None: ...
def meteor_matches(
    ids: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    groups: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    words: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    word_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    stems: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    senses: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    synset_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    synsets: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    function: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    sizes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    slots: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    values: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    homes: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    beam: int,
    search: int,
    threads: int,
    room: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    out: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu")],
    counts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def word_classes(
    hyp: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    hyp_bases: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    hyp_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    ref: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ref_bases: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ref_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    threads: int,
    hyp_marks: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    hyp_wrong: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    hyp_classes: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    ref_marks: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    ref_wrong: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    ref_classes: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def split_ratings(
    data: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    separator: int,
    quote: int,
    is_number: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    codes: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order="C", device="cpu")],
    starts: Annotated[NDArray[numpy.int64], dict(shape=(None, None), order="C", device="cpu")],
    lengths: Annotated[NDArray[numpy.int64], dict(shape=(None, None), order="C", device="cpu")],
    counts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
    numbers: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
    written: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order="C", device="cpu")],
) -> int: ...
def shared_ratings(
    rater_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    items: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    codes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    pairs: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order="C", device="cpu", writable=False)],
    ranked: bool,
    threads: int,
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    out_items: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu")],
    out_first: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu")],
    out_second: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def pair_draws(
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    items: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu")],
    first: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu")],
    second: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu")],
    values: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    weights: Annotated[
        NDArray[numpy.uint16], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
    measure: int,
    threads: int,
    out: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
) -> None: ...
def resample_counts(
    cells: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    seed: int,
    first: int,
    kind: int,
    size: int,
    threads: int,
    out: Annotated[NDArray[numpy.int64], dict(shape=(None, None), order="C", device="cpu")],
) -> None: ...
def trueskill_games(
    first: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    second: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    outcome: Annotated[NDArray[numpy.int8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    beta: float,
    margin: float,
    drift: float,
    means: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu")],
    variances: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def trueskill_runs(
    cells: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    mean: float,
    variance: float,
    beta: float,
    margin: float,
    drift: float,
    games: int,
    seed: int,
    first: int,
    threads: int,
    means: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
    variances: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
) -> None: ...
def spelling_stats(
    hyp: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    hyp_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    ref: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ref_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    groups: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    words: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    word_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    order: int,
    threads: int,
    out: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
) -> None: ...
def cosine_stats(
    hyp: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    hyp_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    ref: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ref_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    groups: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    vectors: Annotated[
        NDArray[numpy.float32], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
    forms: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    order: int,
    threads: int,
    out: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
) -> None: ...
def mover_distances(
    hyp: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    hyp_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    ref: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ref_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    groups: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    vectors: Annotated[
        NDArray[numpy.float32], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
    relaxed: bool,
    threads: int,
    out: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def gelu(
    values: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order="C", device="cpu")],
) -> None: ...
def layer_norm(
    values: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order="C", device="cpu")],
    weights: Annotated[NDArray[numpy.float32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    bias: Annotated[NDArray[numpy.float32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    epsilon: float,
) -> None: ...
def beer_counts(
    hyp: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    hyp_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    ref: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ref_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    groups: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    threads: int,
    out: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
) -> None: ...
def order_stats(
    hyp: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    hyp_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    ref: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ref_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    groups: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    kind: int,
    beta: float,
    threads: int,
    out: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
) -> None: ...
def permutation_scores(
    values: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    kind: int,
    beta: float,
    threads: int,
    out: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def align_words(
    source: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    source_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    target: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    target_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    source_words: int,
    model1: int,
    hmm: int,
    null_probability: float,
    room: int,
    out: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def symmetrise(
    forward: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    target_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    backward: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    source_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    table_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    rule: int,
    threads: int,
    out: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def phrase_pairs(
    links: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    table_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    source_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    target_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    most: int,
    threads: int,
    pair_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    counts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
    out: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def replay(
    texts: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    text_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    at: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    removed: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    inserted: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    inserted_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ends: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    threads: int,
    out: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order="C", device="cpu")],
    counts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...

class BadModelError(ValueError):
    pass

class OutOfMemoryError(MemoryError):
    pass

class SpillError(OSError):
    pass

class LanguageModelTrainer:
    def __init__(self, arg0: int, arg1: int, arg2: str, /) -> None: ...
    def size(self, arg: int, /) -> int: ...
    @property
    def spilled(self) -> bool: ...

class LanguageModel:
    def __init__(self) -> None: ...
    @property
    def order(self) -> int: ...
    @property
    def size(self) -> int: ...

class KenlmFile:
    def __init__(
        self,
        arg: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
        /,
    ) -> None: ...
    @property
    def order(self) -> int: ...

def add_sentences(
    trainer: LanguageModelTrainer,
    data: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
) -> None: ...
def finish_training(
    trainer: LanguageModelTrainer,
    one: float,
    two: float,
    three: float,
    discounts: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def next_lines(trainer: LanguageModelTrainer) -> bytes: ...
def read_arpa(
    model: LanguageModel,
    text: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
) -> None: ...
def ngram_number(model: LanguageModel, order: int) -> int: ...
def kenlm_number(model: KenlmFile, order: int) -> int: ...
@overload
def score_sentences(
    model: LanguageModel,
    data: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    threads: int,
    out: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
) -> None: ...
@overload
def score_sentences(
    model: KenlmFile,
    data: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    threads: int,
    out: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
) -> None: ...
@overload
def score_words(
    model: LanguageModel,
    data: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    places: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    out: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu")],
    known: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
@overload
def score_words(
    model: KenlmFile,
    data: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    places: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    out: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu")],
    known: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def bound_responses(
    data: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    counts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def read_responses(
    data: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    cells: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order="C", device="cpu")],
    numbers: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu")],
    places: Annotated[NDArray[numpy.int64], dict(shape=(None, None), order="C", device="cpu")],
    marks: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order="C", device="cpu")],
    notes: Annotated[NDArray[numpy.int64], dict(shape=(None, None), order="C", device="cpu")],
    name_starts: Annotated[NDArray[numpy.int64], dict(shape=(None, None), order="C", device="cpu")],
    name_lengths: Annotated[NDArray[numpy.int64], dict(shape=(None, None), order="C", device="cpu")],
    name_counts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
    counts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def number_texts(
    values: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    point: bool,
    missing: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    out: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def error_texts(
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    start: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    end: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    kind: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    tails: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    tail_offsets: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    placed: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    before_start: Annotated[
        NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    before_end: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    between: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    out: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    out_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def quote_fields(
    data: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
    offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    separator: int,
    out: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    out_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
) -> int: ...
def join_rows(
    data: Sequence[
        Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)]
    ],
    offsets: Sequence[
        Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)]
    ],
    indices: Sequence[
        Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)]
    ],
    keys: Sequence[
        Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)]
    ],
    parts: Sequence[
        Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)]
    ],
    skips: bool,
    out_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
) -> bytes: ...
