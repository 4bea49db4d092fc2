"""Non-inferiority: constructed systems get the verdict they deserve, and errors are as rare as is said."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from assay.comparison.noninferiority import Case, check_noninferiority, overall
from assay.data.evalset import Array
from assay.errors import OptionError
from assay.metrics.edits.error_rates import Wer
from assay.metrics.words.bag import F
from assay.stats.settings import Settings
from support.assertions import untyped

SETTINGS = Settings(draws=500, seed=3)


def rows(score: float, segments: int = 400, seed: int = 1) -> Array:
    """Return statistics of WER, with edits that come by chance."""
    width = len(Wer().columns)
    made = np.zeros((segments, width))
    made[:, -1] = 20
    made[:, 0] = np.random.default_rng(seed).binomial(20, score, segments)
    return made


def wer(new: Array, baseline: Array, margin: float = 1.0, **more: Any) -> Case:
    return replace(Case("all", Wer(), margin, new, baseline), **more)


def test_what_a_row_of_wer_is() -> None:
    assert float(Wer().score(rows(0.5, 20_000).sum(axis=0))) == pytest.approx(50, abs=0.5)


def test_equal_systems_pass_even_without_a_margin() -> None:
    [one] = check_noninferiority([wer(rows(0.3), rows(0.3), 0.0)], SETTINGS)
    assert (one.verdict, one.lead, one.p_safe) == ("pass", 0, 0)
    assert one.p_worse == 1


def test_slightly_worse_within_the_margin_passes() -> None:
    base = rows(0.3, 2000)
    new = base.copy()
    new[::20, 0] = np.minimum(new[::20, 0] + 1, 20)  # a quarter of a point
    [one] = check_noninferiority([wer(new, base, 1.0)], SETTINGS)
    assert one.verdict == "pass"
    assert -0.3 < one.lead < 0
    assert one.low > -1


def test_clearly_worse_fails() -> None:
    [one] = check_noninferiority([wer(rows(0.4), rows(0.3), 2.0)], SETTINGS)
    assert one.verdict == "fail"
    assert one.high < -2
    assert one.lead == pytest.approx(one.baseline - one.new)  # of WER less is better


def test_about_the_margin_nothing_can_be_said() -> None:
    [one] = check_noninferiority([wer(rows(0.32, seed=2), rows(0.30), 2.0)], SETTINGS)
    assert one.verdict == "inconclusive"
    assert one.low < -2 < one.high


def test_too_few_segments_have_no_verdict_whatever_they_show() -> None:
    [one] = check_noninferiority([wer(rows(0.9, 29), rows(0.1, 29), 1.0)], SETTINGS)
    assert (one.verdict, one.reason) == ("inconclusive", "only 29 segments; at least 30 are needed")
    assert (
        check_noninferiority([wer(rows(0.9, 29), rows(0.1, 29), 1.0)], SETTINGS, least=29)[0].verdict
        == "fail"
    )
    assert check_noninferiority([wer(rows(0.9, 1), rows(0.1, 1))], SETTINGS)[0].verdict == "inconclusive"
    assert (
        check_noninferiority([wer(rows(0.9), rows(0.1), few="only 3 words")], SETTINGS)[0].reason
        == "only 3 words"
    )


def test_both_directions_of_a_metric_are_judged_alike() -> None:
    width = len(F().columns)
    better, worse = (np.full((100, width), value) for value in (9.0, 5.0))
    better[:, 1:] = worse[:, 1:] = 10
    assert check_noninferiority([Case("all", F(), 1.0, worse, better)], SETTINGS)[0].verdict == "fail"
    assert check_noninferiority([Case("all", F(), 1.0, better, worse)], SETTINGS)[0].verdict == "pass"


def test_without_pairs_the_interval_is_wider() -> None:
    base = rows(0.3)
    new = base.copy()
    new[::3, 0] = np.minimum(new[::3, 0] + 1, 20)
    paired, apart = check_noninferiority([wer(new, base), wer(new, base, paired=False)], SETTINGS)
    assert apart.high - apart.low > 3 * (paired.high - paired.low)
    assert not apart.paired


def test_sets_of_different_length_are_compared_without_pairs() -> None:
    [one] = check_noninferiority([wer(rows(0.5, 300), rows(0.3, 200), 1.0, paired=False)], SETTINGS)
    assert (one.verdict, one.units) == ("fail", 200)


def test_failures_are_adjusted_for_their_number_and_passes_are_not() -> None:
    family = [wer(rows(0.36, 60, seed), rows(0.3, 60, seed + 50), 0.5) for seed in range(20)]
    adjusted, alone = (
        check_noninferiority(family, SETTINGS),
        check_noninferiority(family, SETTINGS, correction="none"),
    )
    assert all(one.adjusted >= other.adjusted for one, other in zip(adjusted, alone, strict=True))
    assert [one.p_safe for one in adjusted] == [one.p_safe for one in alone]
    assert sum(one.verdict == "fail" for one in adjusted) < sum(one.verdict == "fail" for one in alone)


def test_small_cases_do_not_count_in_the_family() -> None:
    case, small = wer(rows(0.31, seed=4), rows(0.3), 0.0), wer(rows(0.3, 5), rows(0.3, 5))
    assert (
        check_noninferiority([case, small, small], SETTINGS)[0].adjusted
        == check_noninferiority([case], SETTINGS)[0].adjusted
    )


@pytest.mark.parametrize("confidence", [0.5, 0.2])
def test_a_confidence_of_a_half_or_less_is_refused(confidence: float) -> None:
    with pytest.raises(OptionError, match=r"between 0\.5 and 1"):
        check_noninferiority([wer(rows(0.3), rows(0.3))], Settings(confidence=confidence))


@hypothesis_settings(max_examples=30, deadline=None)
@given(st.floats(0, 5), st.floats(0, 5), st.integers(0, 50))
def test_a_wider_margin_never_turns_a_pass_into_a_failure(first: float, second: float, seed: int) -> None:
    low, high = sorted([first, second])
    pair = rows(0.32, 100, seed), rows(0.3, 100, seed + 1000)
    strict, lenient = (
        check_noninferiority([wer(*pair, margin)], Settings(draws=200))[0] for margin in (low, high)
    )
    order = ["fail", "inconclusive", "pass"]
    assert order.index(strict.verdict) <= order.index(lenient.verdict)
    assert strict.p_worse <= lenient.p_worse


@pytest.mark.parametrize(
    ("true", "wrong"),
    [(0.30, "fail"), (0.32, "pass")],
    ids=["equal systems fail seldom", "too bad ones pass seldom"],
)
def test_errors_are_as_rare_as_the_confidence_says(true: float, wrong: str) -> None:
    found = []
    for trial in range(200):
        base, new = rows(0.3, 120, 7 * trial), rows(true, 120, 7 * trial + 3)
        margin = 0.0 if wrong == "fail" else 2.0
        found.append(
            check_noninferiority([wer(new, base, margin)], Settings(draws=200, seed=trial))[0].verdict
        )
    assert found.count(untyped(wrong)) / 200 < 0.05 + 3 * (0.05 * 0.95 / 200) ** 0.5


def test_one_failure_fails_all_and_all_must_pass() -> None:
    passing, failing = check_noninferiority([wer(rows(0.3), rows(0.3)), wer(rows(0.6), rows(0.3))], SETTINGS)
    unsure = replace(passing, verdict="inconclusive")
    assert overall([passing, passing]) == "pass"
    assert overall([passing, unsure]) == "inconclusive"
    assert overall([passing, unsure, failing]) == "fail"
