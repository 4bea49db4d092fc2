"""Laws of meta-evaluation: what monotone transforms, negation, order and copies may and may not change."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from assay.meta.correlations import correlate
from assay.meta.material import system_scores
from assay.meta.pairs import kendall_table, tau
from assay.meta.statistics import pair_statistics
from assay.meta.system_pairs import pairwise_accuracy, soft_pairwise_accuracy
from assay.meta.ties import calibrate, tie_curve
from support.meta_sets import scores

CELLS = st.one_of(st.integers(-3, 3).map(float), st.just(math.nan))
GROUPINGS = st.sampled_from(["none", "item", "system"])
SHAPES = st.tuples(st.integers(2, 5), st.integers(1, 6))
BOTH = SHAPES.flatmap(
    lambda shape: st.tuples(arrays(float, shape, elements=CELLS), arrays(float, shape, elements=CELLS))
)


def of(values, grouping, change=lambda x: x):
    """Return the table of every variant, the metric changed by a function."""
    human, metric = values
    assume((~np.isnan(human)).any(axis=1).all())
    return kendall_table(scores(human, "human"), scores(change(metric)), grouping)


def same(first, second):
    assert first == pytest.approx(second, abs=1e-12, nan_ok=True)


@given(values=BOTH, grouping=GROUPINGS)
def test_monotone_transforms_leave_rank_statistics_alone(values, grouping):
    plain, bent = of(values, grouping), of(values, grouping, lambda x: np.exp(x) * 3 - 1)
    assert plain.counts == bent.counts
    same(plain.means, bent.means)
    human, metric, changed = (scores(x) for x in (*values, values[1] ** 3))
    both = [correlate(human, x, "spearman", grouping).value for x in (metric, changed)]
    assert both[0] == pytest.approx(both[1], nan_ok=True)
    totals = [system_scores(x, None, "all") for x in (human, metric)]
    agreed = [pairwise_accuracy("", "abcde", totals[0], x).agreed for x in (totals[1], np.exp(totals[1]))]
    assert agreed[0] == agreed[1]


@given(values=BOTH, grouping=GROUPINGS)
def test_negation_flips_what_is_symmetric(values, grouping):
    plain, turned = of(values, grouping).counts, of(values, grouping, np.negative).counts
    swapped = (plain.discordant, plain.concordant, plain.human_ties, plain.metric_ties, plain.double_ties)
    assert tuple(turned.row.tolist()) == swapped
    for name in ("tau-a", "tau-b", "4a", "4b"):
        assert tau(turned, name) == pytest.approx(-tau(plain, name), nan_ok=True)
    assert tau(turned, "table-5-error") == pytest.approx(-tau(plain, "table-5"), nan_ok=True)


@given(values=BOTH, grouping=GROUPINGS)
def test_ties_do_not_move_under_negation(values, grouping):
    plain, turned = of(values, grouping).counts, of(values, grouping, np.negative).counts
    ordered = plain.concordant + plain.discordant + plain.metric_ties
    if ordered:  # 4c punishes ties both ways
        assert tau(plain, "4c") + tau(turned, "4c") == pytest.approx(-2 * plain.metric_ties / ordered)
    if plain.pairs:
        share = (plain.concordant + plain.discordant + 2 * plain.double_ties) / plain.pairs
        assert tau(plain, "acc-eq") + tau(turned, "acc-eq") == pytest.approx(share)
        assert tau(plain, "tau-eq") == pytest.approx(2 * tau(plain, "acc-eq") - 1)


@given(values=BOTH, grouping=GROUPINGS, data=st.data())
def test_the_order_of_systems_and_segments_is_irrelevant(values, grouping, data):
    human, metric = values
    rows = data.draw(st.permutations(range(len(human))))
    columns = data.draw(st.permutations(range(human.shape[1])))
    plain, moved = of(values, grouping), of([x[rows][:, columns] for x in values], grouping)
    assert plain.counts == moved.counts
    same(plain.means, moved.means)
    names = [chr(ord("a") + row) for row in rows]
    here = scores(human), scores(metric)
    there = scores(human[rows][:, columns], systems=names), scores(metric[rows][:, columns], systems=names)
    assert repr(calibrate(*here, grouping)) == repr(calibrate(*there, grouping))  # NaN is not itself
    first = soft_pairwise_accuracy(*here).value  # few segments: all signs are tried
    second = soft_pairwise_accuracy(*there).value
    assert first == pytest.approx(second, nan_ok=True)


@given(values=BOTH, copied=st.integers(0, 1))
def test_a_copy_of_a_system_only_adds_its_own_pairs(values, copied):
    plain = of(values, "item").counts
    more = of([np.vstack([x, x[copied]]) for x in values], "item").counts
    own = [x for x in range(len(values[0])) if x != copied]
    without = of([x[own] for x in values], "item").counts if len(own) > 1 else None
    shared = int((~np.isnan(values[0][copied]) & ~np.isnan(values[1][copied])).sum())
    base = without.row if without else np.zeros(5, dtype=int)
    assert more.row.tolist() == (2 * plain.row - base + [0, 0, 0, 0, shared]).tolist()


@given(values=BOTH, grouping=GROUPINGS)
def test_an_unjudged_segment_changes_nothing(values, grouping):
    plain = of(values, grouping)
    human, metric = values
    empty = np.full((len(human), 1), math.nan)
    longer = of([np.hstack([human, empty]), np.hstack([metric, empty + 1])], grouping)
    assert plain.counts == longer.counts
    same(plain.means, longer.means)


@given(values=BOTH, grouping=GROUPINGS)
def test_error_measures_are_turned_round(values, grouping):
    human, metric = scores(values[0], "human"), scores(values[1])
    assume((~np.isnan(values[0])).any(axis=1).all())
    error = scores(-values[1], higher_is_better=False)
    assert kendall_table(human, error, grouping).counts == kendall_table(human, metric, grouping).counts
    assert repr(calibrate(human, error, grouping)) == repr(calibrate(human, metric, grouping))


@given(values=BOTH, grouping=GROUPINGS)
def test_the_best_epsilon_is_the_first_peak_of_the_curve_and_scales(values, grouping):
    assume((~np.isnan(values[0])).any(axis=1).all())
    human, metric = scores(values[0], "human"), scores(values[1])
    found = tie_curve(human, metric, grouping)
    assume(found.epsilons)
    peak = max(found.accuracies)
    assert found.best.accuracy == peak >= found.best.untied == found.accuracies[0]
    assert found.best.epsilon == found.epsilons[found.accuracies.index(peak)]
    assert calibrate(human, scores(4 * values[1]), grouping).epsilon == 4 * found.best.epsilon


@given(values=BOTH, grouping=GROUPINGS)
def test_every_variant_lies_within_its_bounds(values, grouping):
    found = of(values, grouping)
    assert set(found.means) == {*pair_statistics(), "tau-c"}
    for name, value in {**found.pooled, **found.means}.items():
        assert math.isnan(value) or -1 - 1e-12 <= value <= 1 + 1e-12, name
