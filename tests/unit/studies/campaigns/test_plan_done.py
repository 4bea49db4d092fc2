"""How much of what a plan would tell is known: a share that no spread of scores makes too large."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import numpy as np
import pytest

from assay.studies.campaigns import Campaign, answers_of, protocol_named
from assay.studies.campaigns.results.plan_done import DonePlan, done_plan
from support.campaign_sets import campaign_of, log_of, small_texts

TWO = frozenset(("system-a", "system-b"))


def plan_after(campaign: Campaign, people: int, items: Iterable[int] | None = None) -> DonePlan:
    log = log_of(campaign, people)
    chosen = set(items) if items is not None else {item.number for item in campaign.plan.items}
    answers = answers_of(event for event in log if event.payload["item"] in chosen)
    return done_plan(campaign, answers, 3)


def segments_of(campaign: Campaign, segments: Iterable[int]) -> set[int]:
    wanted = set(segments)
    return {item.number for item in campaign.plan.items if item.units[0].segment in wanted}


@pytest.mark.parametrize("protocol", ["da", "esa", "mqm", "ranking", "pairwise", "comprehension", "da-sqm"])
def test_all_that_was_asked_for_is_all_there_is_to_know(protocol: str) -> None:
    campaign = campaign_of(protocol_named(protocol), copies=2)
    for paired in (True, False):
        done = plan_after(campaign, 2).pairs(paired=paired)
        assert set(done) == {frozenset(two) for two in combinations(campaign.texts.outputs, 2)}
        assert all((each.share, each.growth) == pytest.approx((1, 1)) for each in done.values())
        assert plan_after(campaign, 3).pairs(paired=paired) == done, "more than was asked for counts no more"
        nothing = plan_after(campaign, 2, []).pairs(paired=paired)
        assert {each.share for each in nothing.values()} == {0.0}


def test_segments_of_both_systems_count_and_those_of_one_do_not() -> None:
    campaign = campaign_of(protocol_named("da"), small_texts(12, 2, 0))
    half = segments_of(campaign, range(6))
    assert plan_after(campaign, 1, half).pairs(paired=True)[TWO].share == pytest.approx(0.5)
    only_a = {item.number for item in campaign.plan.items if item.units[0].systems == ("system-a",)}
    assert plan_after(campaign, 1, only_a).pairs(paired=True)[TWO].share == 0
    assert plan_after(campaign, 1, only_a | half).pairs(paired=False)[TWO].share == pytest.approx(0.5)


def test_a_first_annotator_everywhere_is_no_more_than_the_share_of_annotators() -> None:
    campaign = campaign_of(protocol_named("da"), small_texts(12, 2, 0), copies=3)
    done = plan_after(campaign, 1).pairs(paired=True)[TWO]
    assert done.share == pytest.approx(1 / 3)
    # Noise of an eighth of the scale on both scores, beside a quarter for segments: 1 + 1/2 against 1 + 1/6.
    assert done.growth == pytest.approx(1.5 / (1 + 0.5 / 3))


@pytest.mark.parametrize("seed", range(5))
def test_the_share_is_at_most_the_true_one_whatever_the_spread(seed: int) -> None:
    rng = np.random.default_rng(seed)
    planned = rng.integers(1, 5, (2, 30)).astype(float)
    done = np.minimum(rng.integers(0, 5, (2, 30)), planned)
    share = DonePlan(("a", "b"), {frozenset("a"): 0, frozenset("b"): 1}, planned, done).pairs(paired=True)
    judged = (done > 0).all(axis=0)

    def variance(counts: np.ndarray, noise: float) -> float:
        return float((1 - noise + noise / counts).sum() / counts.shape[1] ** 2)

    for noise in (0.0, 0.3, 1.0):
        true = variance(planned, noise) / variance(done[:, judged], noise)
        assert share[frozenset("ab")].share <= true + 1e-12


def test_everybody_is_asked_of_a_calibration_set() -> None:
    campaign = campaign_of(protocol_named("da"), small_texts(12, 2, 0), calibration=24)
    assert plan_after(campaign, 2).pairs(paired=True)[TWO].share == pytest.approx(2 / 3)


def test_other_names_change_nothing_else() -> None:
    campaign = campaign_of(protocol_named("pairwise"), small_texts(12, 3, 0))
    plan = plan_after(campaign, 1, range(5))
    names = {"system-a": "A", "system-b": "B", "system-c": "C"}
    renamed = plan.called(names).pairs(paired=True)
    assert renamed == {
        frozenset(names[name] for name in pair): done for pair, done in plan.pairs(paired=True).items()
    }
