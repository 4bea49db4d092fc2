"""The segments where two systems differ: which ones, and which of their words are marked."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.data.evalset import EvalSet
from assay.metrics import specs as spec
from assay.metrics.evaluation import evaluate
from assay.reporting.blocks import Piece
from assay.reporting.tables.comparison.segments import LONGEST, SegmentTexts, contrast, furthest, marked


def test_words_of_one_output_only_are_marked_by_whether_a_reference_has_them() -> None:
    first, second = marked("The late ferry left.", "The late boat departed.", {"the", "ferry", "departed"})
    assert first == (
        Piece("The late "), Piece("ferry", "right"), Piece(" "), Piece("left", "wrong"), Piece("."),
    )  # fmt: skip
    assert second == (
        Piece("The late "), Piece("boat", "wrong"), Piece(" "), Piece("departed", "right"), Piece("."),
    )  # fmt: skip


def test_scripts_without_blanks_are_compared_sign_by_sign() -> None:
    first, _ = marked("我很好", "我不好", set())
    assert first == (Piece("我"), Piece("很", "wrong"), Piece("好"))


def test_equal_texts_have_no_marks() -> None:
    assert marked("a b", "a b", set()) == ((Piece("a b"),), (Piece("a b"),))
    assert marked("", "", set()) == ((), ())


def test_very_long_texts_are_shown_without_marks() -> None:
    long = "word " * (LONGEST + 1)
    assert marked(long, "x", set()) == ((Piece(long),), (Piece("x"),))


@given(st.text(), st.text())
def test_nothing_of_a_text_is_lost(first: str, second: str) -> None:
    for text, pieces in zip((first, second), marked(first, second, {"a"}), strict=True):
        assert "".join(piece.text for piece in pieces) == text


def test_the_furthest_rows_of_both_sides() -> None:
    assert furthest(np.array([0.0, 3.0, -1.0, 5.0, -4.0]), 2) == [3, 1, 4, 2]
    assert furthest(np.array([0.0, 0.0]), 2) == []
    assert furthest(np.array([1.0]), 5) == [0]


def test_texts_are_found_over_shards() -> None:
    texts = SegmentTexts()
    shards = [
        (EvalSet("s", ("", ""), None, {"ref": [f"{at} ref"]}, None), {"a": [f"{at} a"], "b": ["nothing"]})
        for at in range(3)
    ]
    metric = spec.parse_metric("chrf")
    evaluation = evaluate(texts.keeping(iter(shards)), [metric])
    block = contrast(evaluation, metric, ("a", "b"), texts, 2)
    assert [item.title for item in block.items] == ["Segment 1", "Segment 2"]
    assert block.items[1].lines[0].pieces == (Piece("1 ref"),)
    with pytest.raises(IndexError):
        texts.at(3)
