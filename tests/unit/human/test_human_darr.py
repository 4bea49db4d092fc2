"""daRR: threshold, identical strings, repeats."""

import numpy as np
import pytest

from assay.data.scores import Scores
from assay.errors import MismatchError, OptionError
from assay.human.ratings.darr import darr, darr_of_ratings
from support.assertions import untyped
from support.human_rows import judged

SCORES = Scores(
    "da", ("A", "B", "human"), ("1", "2", "3"), np.array([[90.0, 40, 50], [65, 40, np.nan], [99, 99, 99]])
)


def pairs(found):
    chosen = found.preferences
    return [
        (segment, chosen.systems[first], chosen.systems[second], int(outcome))
        for segment, first, second, outcome in zip(
            chosen.segment.column(), chosen.first, chosen.second, chosen.outcome, strict=True
        )
    ]


def test_the_threshold_is_inclusive() -> None:
    assert pairs(darr(SCORES, 25, humans=["human"])) == [("1", "A", "B", 1)]
    assert pairs(darr(SCORES, 25.5, humans=["human"])) == []
    thirds = Scores("da", ("A", "B"), ("1",), np.array([[(90 + 91 + 93) / 3], [(65 + 66 + 68) / 3]]))
    assert len(darr(thirds, 25).preferences) == 1


def test_the_better_comes_first_and_counts_add_up() -> None:
    found = darr(SCORES, 5)
    assert pairs(found) == [
        *(("1", "A", "B", 1), ("1", "human", "A", 1), ("1", "human", "B", 1)),
        *(("2", "human", "A", 1), ("2", "human", "B", 1), ("3", "human", "A", 1)),
    ]
    assert (found.pairs, found.near, found.identical) == (7, 1, 0)


def test_equal_scores_are_never_a_preference() -> None:
    assert ("2", "A", "B", 1) not in pairs(darr(SCORES, 0))
    assert darr(SCORES, 0, humans=["human"]).near == 1


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("keep", [("1", "A", "B", 1)]),
        ("drop", []),
        ("tie", [("1", "B", "A", 0), ("2", "B", "A", 0)]),
    ],
)
def test_identical_strings_are_kept_dropped_or_tied(rule, expected):
    outputs = {"A": ["same", "so", "x"], "B": ["same", "so", "y"]}
    found = darr(SCORES, humans=["human"], identical=rule, outputs=outputs)
    chosen = {
        (segment, *sorted((first, second)), outcome) for segment, first, second, outcome in pairs(found)
    }
    assert chosen == {(segment, "A", "B", outcome) for segment, _, _, outcome in expected}
    assert found.identical == 2
    assert found.rule == rule


def test_what_cannot_be_told_is_refused() -> None:
    with pytest.raises(OptionError, match="needs the outputs"):
        darr(SCORES, identical="drop")
    with pytest.raises(OptionError, match="keep, drop, tie"):
        darr(SCORES, identical=untyped("merge"), outputs={})
    with pytest.raises(OptionError, match="threshold"):
        darr(SCORES, -1)
    with pytest.raises(MismatchError, match="A has 1 output,"):
        darr(SCORES, identical="drop", outputs={"A": ["x"]})
    with pytest.raises(OptionError, match="mean, first"):
        darr_of_ratings(judged([("r", "A", "1", 1.0)]), repeats=untyped("last"))


def test_repeated_ratings_are_averaged_or_the_first_is_taken() -> None:
    rows = [
        ("r", "A", "1", float("nan")),
        ("r", "A", "1", 90.0),
        ("s", "A", "1", 50.0),
        ("r", "B", "1", 60.0),
    ]
    assert len(darr_of_ratings(judged(rows)).preferences) == 0
    assert pairs(darr_of_ratings(judged(rows), repeats="first")) == [("1", "A", "B", 1)]


def test_one_system_has_no_pairs() -> None:
    assert len(darr(SCORES, humans=["B", "human"]).preferences) == 0
