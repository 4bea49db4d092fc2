"""What may be claimed of two metrics: two-sided unless asked otherwise, after the correction, and never with p = 0."""

from __future__ import annotations

import re
import warnings
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from assay.errors import AssayWarning
from assay.meta.contests.compare import TESTS, compare_metrics
from assay.meta.contests.contest import Contest, corrected, metric_ranks
from assay.meta.contests.trio import Criterion
from assay.meta.contests.williams import williams_contest
from assay.meta.evaluation import correlate_metrics
from assay.meta.material import Material
from assay.meta.options import CorrelateOptions, MetaSettings
from assay.reporting.render.text import render_text
from assay.reporting.tables.meta.contests import contests_table, metric_tests_report, verdicts
from assay.reporting.tables.meta.report import meta_report
from assay.stats.settings import Settings
from support.meta_sets import scores

WHOLE = Criterion("pearson", "means")


def contest(p_two_sided: float, p_greater: float = 0.03, **more: Any) -> Contest:
    """Return a contest that the second metric leads."""
    what = ("a", "b", "pearson", "none", "perm-both")
    return Contest(*what, 0.5, 0.6, 0.1, p_greater, 1 - p_greater, p_two_sided, **more)


def test_claims_are_two_sided() -> None:
    doubtful = contest(0.06)
    assert not doubtful.significant(0.05)
    assert verdicts([doubtful], 0.05) == ["1 of 1 pairs are not significantly different at 0.05."]
    assert [place.rank for place in metric_ranks([doubtful])] == [1, 1]
    wmt = contest(0.06, sides="one-as-wmt")
    assert wmt.significant(0.05)
    assert [place.rank for place in metric_ranks([wmt])] == [1, 2]


def test_a_correction_adjusts_what_claims_rest_on() -> None:
    pairs = [contest(0.03), contest(0.04), contest(0.5)]
    adjusted = corrected(pairs, "holm")
    assert [pair.p_shown for pair in adjusted] == pytest.approx([0.09, 0.09, 0.5])
    assert not any(pair.significant(0.05) for pair in adjusted)


def three_metrics() -> Material:
    """Return people and three metrics over eight systems, the first of them much better."""
    random = np.random.default_rng(4)
    human = random.normal(size=(8, 30)) + np.arange(8)[:, None]
    noise = {"good": 0.2, "fair": 3.0, "bad": 4.0}
    metrics = {
        name: scores(human + size * random.normal(size=human.shape), name) for name, size in noise.items()
    }
    return Material("xx-yy", scores(human, "people"), metrics)


def test_the_report_corrects_what_it_claims() -> None:
    options = CorrelateOptions(
        "seg:pearson:none", "tasks", "boot-seg", correction="holm", settings=MetaSettings(199)
    )
    result = correlate_metrics([three_metrics()], {}, options)
    [contests] = result.contests.values()
    assert [pair.p_shown for pair in contests] == [pair.adjusted for pair in contests]
    assert max(pair.adjusted / pair.p_two_sided for pair in contests) == pytest.approx(3)
    text = render_text(meta_report(result), measure=10_000)
    assert "adjusted p" in text
    assert "p, two-sided, adjusted" in text
    claims = re.findall(r"than \w+: .* p = ([\d.]+)\.", text)
    assert claims
    assert all(float(p) < 0.05 for p in claims)


def test_pairs_that_share_outputs_are_warned_of() -> None:
    options = CorrelateOptions("seg:acc-eq:item", "tasks", "perm-pairs", settings=MetaSettings(50))
    with pytest.warns(AssayWarning, match="share outputs"):
        correlate_metrics([three_metrics()], {}, options)


@pytest.mark.parametrize(("draws", "wanted"), [(50, 120), (119, 120), (120, 0)])
def test_draws_that_can_show_nothing_are_warned_of(draws: int, wanted: int) -> None:
    """Of 3 pairs the least adjusted p-value of a bootstrap is 3 times 2 of all draws, the observed one among them."""
    options = CorrelateOptions(
        "seg:pearson:none", "tasks", "boot-seg", correction="holm", settings=MetaSettings(draws)
    )
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        result = correlate_metrics([three_metrics()], {}, options)
    assert [f"--draws {wanted} or more" in str(each.message) for each in said] == ([True] if wanted else [])
    [contests] = result.contests.values()
    assert any(pair.significant(0.05) for pair in contests) == (not wanted)


@pytest.mark.parametrize("test", TESTS)
def test_every_test_says_what_may_be_claimed(test: str) -> None:
    statistic = WHOLE if test == "williams" else Criterion("acc-eq", "item")
    human, metrics = three_metrics().human, three_metrics().metrics
    found = compare_metrics(
        human, metrics["good"], metrics["bad"], statistic, test=test, settings=Settings(draws=50)
    )
    text = render_text(metric_tests_report([found], Settings()), measure=10_000)
    assert TESTS[found.test].claim in text  # WMT's own is two tests, of which this one was run
    assert "exact" not in text
    if test.startswith("perm") and test not in ("perm-pairs", "perm-wmt"):
        assert "stronger than being equally good" in TESTS[test].claim


@pytest.mark.parametrize("offset", [0.0, 1e5])
def test_an_exact_p_value_is_never_less_than_two_of_all_swaps(offset: float) -> None:
    for seed in range(100):
        random = np.random.default_rng(seed)
        human = random.normal(size=(4, 5)) + np.arange(4)[:, None]
        first, second = (scores(human + offset + random.normal(size=human.shape)) for _ in range(2))
        cells = Criterion("pearson", "means", "cells")
        found = compare_metrics(scores(human, "people"), first, second, cells, test="perm-sys")
        assert found.exact
        assert found.p_two_sided >= 2 / 16, seed
        assert min(found.p_greater, found.p_less) >= 1 / 16, seed


def test_the_digits_of_a_verdict_show_it() -> None:
    near = Contest("a", "b", "pearson", "none", "perm-both", 0.80001, 0.80002, 1e-5, 0.02, 0.98, 0.049996)
    assert verdicts([near], 0.05) == [
        "b agrees better with people than a: 0.80002 against 0.80001, p = 0.049996."
    ]
    sure = Contest("a", "b", "pearson", "none", "williams", 0.1, 0.9, 0.8, 1e-7, 1.0, 2e-7)
    assert verdicts([sure], 0.05)[0].endswith("0.9000 against 0.1000, p < 0.0001.")


@pytest.mark.parametrize(("test", "run"), [("boot-both", "boot-sys"), ("perm-both", "perm-sys")])
def test_with_one_score_a_system_nothing_is_claimed_of_segments(test: str, run: str) -> None:
    human, metrics = three_metrics().human, three_metrics().metrics
    found = compare_metrics(
        human, metrics["good"], metrics["bad"], WHOLE, test=test, settings=Settings(draws=50)
    )
    table = contests_table([found], Settings())
    assert TESTS[run].claim in table.notes
    assert "8 systems, one score each" in table.notes[0]
    assert "segments" not in table.notes[0]


def test_pairs_on_different_systems_are_said_to_be() -> None:
    wide, narrow = contest(0.5, systems=8), contest(0.5, systems=5)
    assert any("from 5 to 8" in note for note in contests_table([wide, narrow], Settings()).notes)


@pytest.mark.slow
def test_whichever_metric_leads_is_claimed_too_often_one_sided() -> None:
    sets, two, one = 2000, 0, 0
    random = np.random.default_rng(1)
    for _ in range(sets):
        human = random.normal(size=12)
        first, second = (human + random.normal(size=12) for _ in range(2))
        found = williams_contest(human, first, second, ("first", "second"))
        two += found.significant(0.05)
        one += found.p_better < 0.05
    assert 0.03 <= two / sets <= 0.07
    assert 0.08 <= one / sets <= 0.12


@pytest.mark.slow
def test_the_simulation_of_false_alarms_tells_equally_good_metrics_apart(monkeypatch: Any) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[3] / "bench"))
    alarms = import_module("alarms")

    by_cell, _ = alarms.rates(Criterion("pearson", "none"), "perm-both", 60)
    both, _ = alarms.rates(Criterion("pearson", "none"), "boot-both", 60)
    assert by_cell > 0.15  # about 0.3: the metrics are not exchangeable
    assert both < 0.1
