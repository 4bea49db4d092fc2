"""Raters of real campaigns: the ESA campaign on WMT23 with its checks, and MQM by three raters a segment."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from assay.data.judgements import DEGRADED, REPEAT, Judgements
from assay.human.agreement.coefficients import alpha
from assay.human.agreement.measures import preference_agreement, study_agreement
from assay.human.agreement.ratings import ratings_of
from assay.human.agreement.spans import span_agreement
from assay.human.raters.controls import match_controls
from assay.human.raters.planted import planted_recall
from assay.human.raters.quality import check_raters
from assay.human.raters.rules import rule_on_raters
from assay.human.ratings.mqm import published_weights, weigh
from assay.io.ratings.formats import appraise, mqm
from assay.io.ratings.selection import with_filler
from assay.stats.settings import Settings

FEW = Settings(draws=200)


@pytest.fixture(scope="module")
def esa(shared_dir: Path) -> Judgements:
    return appraise.read(str(shared_dir / "data/wmt23-esa/en-de.ESA.scores.csv"))


@pytest.fixture(scope="module")
def three_raters(shared_dir: Path) -> Judgements:
    read = mqm.read(str(shared_dir / "data/mqm-raw/wmt23.ende.3raters.tsv"))
    return replace(read, score=weigh(read, published_weights()).values)


def test_every_attention_check_finds_its_original(esa: Judgements) -> None:
    pairs = match_controls(esa, DEGRADED)
    assert (len(pairs), len(pairs.unmatched), pairs.superseded) == (397, 0, 1)
    drops = esa.score[pairs.original] - esa.score[pairs.control]
    # counted from the raw file by document, order of item numbers and latest start, with the csv module alone
    assert drops.mean() == pytest.approx(38.98992443324937)
    assert (drops > 0).mean() == pytest.approx(0.8841309823677582)


def test_filling_items_are_repeats(esa: Judgements) -> None:
    pairs = match_controls(esa, REPEAT)
    assert len(pairs) + len(pairs.unmatched) == 14
    assert len(pairs) >= 13


def test_nearly_all_raters_of_the_campaign_pass(esa: Judgements) -> None:
    found = check_raters(esa)
    assert len(found.raters) == 33
    assert len(found.of_verdict("pass")) == 31
    assert not found.of_verdict("no controls")
    assert all(one.seconds > 1800 for one in found.raters)  # a hundred items take half an hour at least


def test_appraises_rule_is_harder_on_the_same_raters(esa: Judgements) -> None:
    passed = {
        name: {one.rater for one in rule_on_raters(esa, name) if one.verdict == "pass"}
        for name in ("paired", "appraise")
    }
    assert passed["appraise"] < passed["paired"]


def test_most_raters_mark_something_new_in_degraded_items(esa: Judgements) -> None:
    recalls = planted_recall(esa)
    assert sum(one.planted for one in recalls) == 397
    assert 0.5 < sum(one.found for one in recalls) / 397 < 0.9


def test_the_tutorial_is_what_all_raters_share(esa: Judgements) -> None:
    ratings = ratings_of(with_filler(esa))
    counts = ratings.counts()
    assert (counts == 33).sum() == 6
    table = ratings.matrix()[:, counts == 33]
    assert np.isfinite(table).all()
    assert 0 < alpha(table) < 0.5


def test_three_raters_agree_on_weighted_errors(three_raters: Judgements) -> None:
    counts = ratings_of(three_raters).counts()
    assert (len(counts), set(counts.tolist())) == (120, {3})
    [found] = [
        one for one in study_agreement(three_raters, FEW).between[""] if one.measure == "alpha-interval"
    ]
    assert found.raters == 7
    assert 0 < found.interval.low < found.interval.estimate < found.interval.high < 0.9


def test_three_raters_agree_on_spans_better_by_characters_than_exactly(three_raters: Judgements) -> None:
    found = span_agreement(three_raters, FEW)
    assert (found.outputs, found.pairs, found.planted) == (120, 360, 16)
    values = {name: one.estimate for name, one in found.f1.items()}
    assert 0.1 < values["exact-severity"] <= values["exact"] < values["character"] < 0.9
    assert values["severity"] < values["character"]


def test_three_raters_agree_on_the_order_of_outputs(three_raters: Judgements) -> None:
    found = preference_agreement(three_raters, FEW)
    assert found.comparisons == 12 * 45 * 3
    assert found.strict.low > 0.5
    assert found.kappa.low > 0


def test_planted_errors_of_anthea_are_counted(three_raters: Judgements) -> None:
    recalls = planted_recall(three_raters)
    assert {one.method for one in recalls} == {"HOTW-test"}
    assert sum(one.planted for one in recalls) == 16
