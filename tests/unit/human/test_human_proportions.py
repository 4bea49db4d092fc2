"""Shares of right answers by level, and reading times."""

import numpy as np
import pytest

from assay.errors import InputError, OptionError
from assay.human.ratings.proportions import correct_shares, reading_times, trimmed_mean
from support.human_rows import judged

ANSWERS = [
    *(("r", "A", "1", 1.0), ("r", "A", "2", 0.0), ("r", "A", "3", 1.0), ("r", "B", "1", 0.0)),
    *(("r", "B", "2", float("nan")), ("r", "A", "1", 0.0)),
]
LEVELS = ["facts", "relations", "facts", "facts", "facts", "facts"]
ITEMS = ["genuine"] * 5 + ["degraded"]


def test_shares_by_system_and_level() -> None:
    found = correct_shares(judged(ANSWERS, "comprehension", aspect=LEVELS, item=ITEMS))
    assert [(one.system, one.level, one.right, one.number) for one in found] == [
        *(("A", "facts", 2, 2), ("A", "relations", 0, 1), ("A", "all", 2, 3)),
        *(("B", "facts", 0, 1), ("B", "all", 0, 1)),
    ]
    assert found[2].share == pytest.approx(2 / 3)
    assert set(found[2].intervals) == {"wilson", "exact", "t", "bootstrap"}
    assert "t" not in found[1].intervals  # one answer does not vary


def test_methods_and_confidence_are_arguments() -> None:
    [one] = correct_shares(
        judged([("r", "A", str(n), float(n < 7)) for n in range(10)], "yes-no"), 0.9, ["wilson"]
    )
    assert list(one.intervals) == ["wilson"]
    wide = correct_shares(judged([("r", "A", str(n), float(n < 7)) for n in range(10)], "yes-no"), 0.99)[0]
    assert wide.intervals["wilson"].low < one.intervals["wilson"].low


def test_a_scale_without_a_middle_has_no_right_answers() -> None:
    with pytest.raises(InputError, match="yes-no"):
        correct_shares(judged([("r", "A", "1", 1.0)], "mqm"))


def test_reading_times() -> None:
    seconds = np.array([10.0, 20, 30, np.nan, 40, 999])
    ratings = judged(ANSWERS, "comprehension", aspect=LEVELS, item=ITEMS, seconds=seconds)
    words = {("A", "1"): 30, ("A", "2"): 20, ("A", "3"): 10, ("B", "2"): 40}
    first, second = reading_times(ratings, words=words)
    assert (first.system, first.number, first.median, first.mean) == ("A", 3, 20, 20)
    assert first.words_per_minute == pytest.approx(60)
    assert (second.number, second.missing, second.words_per_minute) == (1, 1, 60)
    assert reading_times(ratings)[0].words_per_minute is None


def test_trimming() -> None:
    assert trimmed_mean(np.array([1.0, 2, 3, 4, 5, 6, 7, 8, 9, 1000]), 0.1) == pytest.approx(5.5)
    assert trimmed_mean(np.array([1.0, 3]), 0.1) == 2


def test_refusals() -> None:
    with pytest.raises(InputError, match="reading times"):
        reading_times(judged(ANSWERS, "yes-no"))
    with pytest.raises(OptionError, match="trim"):
        reading_times(judged(ANSWERS, "yes-no", seconds=np.ones(6)), trim=0.5)
