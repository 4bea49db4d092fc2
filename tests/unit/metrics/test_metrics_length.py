"""Length by hand, and beside sacreBLEU's ratio."""

import pytest
from sacrebleu.metrics.bleu import BLEU

from support.metric_scores import stats


@pytest.mark.parametrize(
    ("output", "both", "short", "long"),
    [("a b", 50, 50, 100), ("a b c d", 100, 100, 100), ("a b c d e", 80, 100, 80), ("", 0, 0, 100)],
)
def test_either_side_can_be_penalised(output: str, both: float, short: float, long: float) -> None:
    for spec, expected in (
        ("length", both),
        ("length:penalise=short", short),
        ("length:penalise=long", long),
    ):
        assert stats(spec, [output], [["w x y z"]]).total() == pytest.approx(expected)


def test_nothing_beside_nothing_is_of_the_same_length() -> None:
    assert stats("length", [""], [[""]]).total() == 100
    assert stats("length", ["a"], [[""]]).total() == 0


def test_lengths_are_those_of_sacrebleu() -> None:
    outputs, streams = ["It rains, again.", "No."], [["It is raining again.", "No, never!"], ["Rain.", "No"]]
    theirs = BLEU().corpus_score(outputs, streams)
    assert stats("length:tok=13a", outputs, streams).rows.sum(axis=0).tolist() == [
        theirs.sys_len,
        theirs.ref_len,
    ]
