"""Arrays of another type or shape are refused: the kernel never converts, and never reads past an end."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from kernel_columns import grouped, numbered, texts

from assay import kernel

SEGMENTS = [("a b", ["a", "b a"]), ("c", ["c d"])]
CHRF: dict[str, Any] = {"char_order": 6, "word_order": 0, "beta": 2.0, "whitespace": False, "mean_f": False}
TER: dict[str, Any] = {"beam": 25, "shift_size": 10, "shift_distance": 50, "candidates": 1000}
BAD_OFFSETS = {
    "none at all": [],
    "before the buffer": [-1, 3],
    "past the buffer": [0, 99],
    "falling": [0, 3, 2],
}
BAD_GROUPS = {
    "too few": [0, 3],
    "too many": [0, 1, 2, 3],
    "not from the first": [1, 2, 3],
    "not to the last": [0, 1, 2],
    "past the last": [0, 2, 4],
    "a segment without reference": [0, 3, 3],
    "falling": [0, 4, 3],
}


def offsets(values):
    return np.array(values, dtype=np.int64)


@pytest.mark.parametrize("name", BAD_OFFSETS)
def test_offsets(name):
    column = kernel.Texts(texts(["abc"]).data, offsets(BAD_OFFSETS[name]))
    with pytest.raises(ValueError, match="offsets"):
        kernel.tokenize(column, "13a")
    hyp, ref, groups = grouped(SEGMENTS)
    for pair in ((column, ref), (hyp, column)):
        with pytest.raises(ValueError, match="offsets"):
            kernel.token_ids(*pair, groups)
        with pytest.raises(ValueError, match="offsets"):
            kernel.chrf_stats(*pair, groups, **CHRF)


@pytest.mark.parametrize("name", BAD_GROUPS)
def test_groups(name):
    hyp, ref, _ = grouped(SEGMENTS)
    groups = offsets(BAD_GROUPS[name])
    with pytest.raises(ValueError, match="reference"):
        kernel.token_ids(hyp, ref, groups)
    with pytest.raises(ValueError, match="reference"):
        kernel.chrf_stats(hyp, ref, groups, **CHRF)
    with pytest.raises(ValueError, match="reference"):
        kernel.ngram_stats(replace(numbered(SEGMENTS), groups=groups), 4)
    for function in (kernel.edit_stats, kernel.edit_alignments):
        with pytest.raises(ValueError, match="reference"):
            function(replace(numbered(SEGMENTS), groups=groups))
    with pytest.raises(ValueError, match="reference"):
        kernel.ter_alignments(replace(numbered(SEGMENTS), groups=groups), **TER)
    for of_characters in (kernel.char_ids, kernel.char_edit_stats):
        with pytest.raises(ValueError, match="reference"):
            of_characters(hyp, ref, groups)
    with pytest.raises(ValueError, match="reference"):
        kernel.ter_stats(replace(numbered(SEGMENTS), groups=groups), **TER)


@pytest.mark.parametrize(
    "column",
    [
        kernel.Texts(texts(["abc"]).data.astype(np.int8), offsets([0, 3])),
        kernel.Texts(texts(["abc"]).data.astype(np.int64), offsets([0, 3])),
        kernel.Texts(texts(["abc"]).data, np.array([0, 3], dtype=np.int32)),
        kernel.Texts(texts(["abc"]).data, np.array([0.0, 3.0])),
        kernel.Texts(texts(["abcabc"]).data[::2], offsets([0, 3])),
        kernel.Texts(texts(["abc"]).data.reshape(3, 1), offsets([0, 3])),
    ],
    ids=["int8 data", "int64 data", "int32 offsets", "float offsets", "gaps", "two dimensions"],
)
def test_columns_of_another_type(column):
    with pytest.raises((TypeError, ValueError)):
        kernel.tokenize(column, "13a")
    with pytest.raises((TypeError, ValueError)):
        kernel.token_ids(column, texts(["a"]), offsets([0, 1]))
    with pytest.raises((TypeError, ValueError)):
        kernel.chrf_stats(texts(["a"]), column, offsets([0, 1]), **CHRF)


@pytest.mark.parametrize(
    "change",
    [
        {"hyp": np.zeros(3, dtype=np.int64)},
        {"ref": np.zeros(5, dtype=np.uint32)},
        {"hyp": np.zeros((3, 1), dtype=np.int32)},
        {"hyp": np.zeros(2, dtype=np.int32)},
        {"ref_offsets": np.array([0, 1, 3, 5], dtype=np.int32)},
        {"ref_offsets": offsets([0, 1, 3, 6])},
        {"groups": np.array([0, 2, 3], dtype=np.int32)},
    ],
    ids=lambda change: next(iter(change)),
)
def test_tokens_of_another_type(change):
    tokens = replace(numbered(SEGMENTS), **change)
    with pytest.raises((TypeError, ValueError)):
        kernel.ngram_stats(tokens, 4)
    for function in (kernel.edit_stats, kernel.edit_alignments):
        with pytest.raises((TypeError, ValueError)):
            function(tokens)
    with pytest.raises((TypeError, ValueError)):
        kernel.ter_alignments(tokens, **TER)
    with pytest.raises((TypeError, ValueError)):
        kernel.ter_stats(tokens, **TER)


def test_an_unknown_rule() -> None:
    with pytest.raises(ValueError):
        kernel.tokenize(texts(["abc"]), "13b")


def test_orders_that_there_are_none_of() -> None:
    tokens = numbered(SEGMENTS)
    hyp, ref, groups = grouped(SEGMENTS)
    for low, high in ((0, 4), (-1, 2), (3, 2)):
        with pytest.raises(ValueError, match="orders of n-grams"):
            kernel.gleu_stats(tokens, low, high)
    for order in (0, -1):
        with pytest.raises(ValueError, match="orders of n-grams"):
            kernel.ngram_stats(tokens, order)
        with pytest.raises(ValueError, match="orders of n-grams"):
            kernel.lebleu_stats(hyp, ref, groups, max_n=order, threshold=0.4, ngram_limit=0)


@pytest.mark.parametrize("row", [b"\xff", b"a\xc3", b"\xf0\x9f\x98", b"\x80"])
def test_bytes_that_are_no_text(row: bytes) -> None:
    broken = kernel.Texts(np.frombuffer(row, dtype=np.uint8), offsets([0, len(row)]))
    with pytest.raises(ValueError, match="UTF-8"):
        kernel.lebleu_stats(broken, texts(["a"]), offsets([0, 1]), max_n=4, threshold=0.4, ngram_limit=0)
    parted = kernel.Texts(texts(["ä"]).data, offsets([0, 1, 2]))
    with pytest.raises(ValueError, match="part a character"):
        kernel.lebleu_stats(
            parted, texts(["a", "b"]), offsets([0, 1, 2]), max_n=4, threshold=0.4, ngram_limit=0
        )


@pytest.mark.parametrize("blanks", [1, 2, 7, 500])
def test_blanks_alone_are_no_more_steps_than_there_is_room_for(blanks: int) -> None:
    column, groups = texts([" " * blanks]), offsets([0, 1])
    alignments = kernel.cder_alignments(column, column, groups, cicada=False, characters=False)
    assert alignments.operations.tolist().count(0) == len(alignments.operations)


def test_ids_far_apart_need_no_table_of_their_size() -> None:
    words = np.array([0, 2**31 - 1], dtype=np.int32)
    side = kernel.SideWords(words, words, offsets([0, 2]))
    hyp, ref = kernel.word_classes(
        side, kernel.SideWords(words[::-1].copy(), words[::-1].copy(), offsets([0, 2]))
    )
    near = np.array([0, 1], dtype=np.int32)
    expected, others = kernel.word_classes(
        kernel.SideWords(near, near, offsets([0, 2])),
        kernel.SideWords(near[::-1].copy(), near[::-1].copy(), offsets([0, 2])),
    )
    assert hyp.classes.tolist() == expected.classes.tolist()
    assert ref.classes.tolist() == others.classes.tolist()
