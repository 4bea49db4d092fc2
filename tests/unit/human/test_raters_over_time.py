"""Agreement as raters go on, and against the time they spend."""

import numpy as np
import pytest

from assay.data.judgements import GENUINE, REPEAT, Judgements
from assay.errors import OptionError
from assay.human.agreement import correlation
from assay.human.agreement.correlation import agreement_over_time, sequence_places
from assay.stats.settings import Settings
from support.judgement_rows import judged

FEW = Settings(draws=300)


def learning(slope: float, raters: int = 3, repeats: int = 60) -> Judgements:
    """Make raters whose two ratings of an item come closer by `slope` points over the sequence."""
    random = np.random.default_rng(9)
    rows, items, seconds = [], [], []
    for rater in range(raters):
        for number in range(repeats):
            score, apart = random.uniform(30, 70), 25 - slope * number / repeats + 3 * rater
            for item, change in (
                (GENUINE, 0.0),
                (REPEAT, random.choice([-1, 1]) * (apart + random.normal(0, 2))),
            ):
                rows.append((f"r{rater}", "A", str(number), score + change))
                items.append(item)
                seconds.append(10 + number / 2)
    return judged(rows, item=items, seconds=seconds)


def test_raters_who_learn_come_to_agree_with_themselves() -> None:
    found = agreement_over_time(learning(20), "within", FEW)
    first, second, third = (part.disagreement.estimate for part in found.parts)
    assert first > second > third
    assert [part.number for part in found.parts] == [1, 2, 3]
    assert found.slope.estimate == pytest.approx(-20, abs=2)
    assert found.slope.high < 0
    assert found.seconds is not None
    assert found.seconds.high < 0  # these raters take more and more time
    assert found.pairs == sum(part.pairs for part in found.parts) == 180


def test_without_learning_the_slope_may_be_zero() -> None:
    found = agreement_over_time(learning(0), "within", FEW)
    assert found.slope.low < 0 < found.slope.high


def test_blocks_of_many_comparisons_have_the_intervals_of_single_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    study, settings = learning(20, raters=5, repeats=800), Settings(draws=1_000)
    rows = agreement_over_time(study, "within", settings)
    monkeypatch.setattr(correlation, "MOST_DRAWN", 900)
    blocks = agreement_over_time(study, "within", settings)
    pairs = [(rows.slope, blocks.slope)]
    for part, other in zip(rows.parts, blocks.parts, strict=True):
        pairs += [(part.disagreement, other.disagreement), (part.correlation, other.correlation)]
    for single, drawn_together in pairs:
        width = single.high - single.low
        assert drawn_together.estimate == pytest.approx(single.estimate, rel=1e-9)
        assert drawn_together.low == pytest.approx(single.low, abs=0.15 * width)
        assert drawn_together.high == pytest.approx(single.high, abs=0.15 * width)
    assert blocks.slope != rows.slope


def test_between_raters_the_mean_of_the_others_counts() -> None:
    rows = [(rater, "A", str(number), 50.0) for rater in ("ann", "bob") for number in range(30)]
    rows += [("eve", "A", str(number), 50.0 + (30 - number)) for number in range(30)]
    found = agreement_over_time(judged(rows), "between", FEW)
    assert found.pairs == 90
    assert found.parts[0].disagreement.estimate > found.parts[2].disagreement.estimate
    assert found.slope.high < 0
    assert found.seconds is None
    assert not found.timed


def test_places_are_shares_of_the_raters_own_sequence() -> None:
    rows = [("ann", "A", str(number), 1.0) for number in range(3)] + [("bob", "A", "1", 1.0)]
    assert sequence_places(judged(rows)).tolist() == [0, 0.5, 1, 0]
    assert sequence_places(judged(rows, start=[3.0, 2.0, 1.0, 9.0])).tolist() == [1, 0.5, 0, 0]


def test_nothing_to_compare_is_no_error() -> None:
    found = agreement_over_time(judged([("ann", "A", "1", 1.0)]), "within", FEW)
    assert (found.pairs, found.seconds) == (0, None)
    assert np.isnan(found.slope.estimate)
    with pytest.raises(OptionError, match="within, between"):
        agreement_over_time(judged([("ann", "A", "1", 1.0)]), "both", FEW)  # type: ignore[arg-type]  # the point
