"""Combinations of metrics: nothing is judged by what it has seen, and weights are those of other programs."""

import math

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from assay.data import Array
from assay.errors import InputError, OptionError
from assay.meta.contests.trio import Criterion, Trio
from assay.meta.learning.combinations import combine, members
from assay.meta.learning.gain_test import gain_test
from assay.meta.learning.weights import METHODS, Training, best_single, greedy, linear, logistic, ridge
from assay.stats.settings import Settings
from support.meta_sets import scores, wmt23

Numbers = NDArray[np.int32]
FAST = Settings(draws=20)


def made_up(seed=0, systems=8, segments=40, metrics=3, noise=1.0):
    random = np.random.default_rng(seed)
    human = random.normal(size=(systems, segments)) + np.arange(systems)[:, None] / 4
    copies = [
        scores(human + noise * random.normal(size=human.shape), f"m{number}") for number in range(metrics)
    ]
    return scores(human, "people"), copies


def noise_only(seed=0, metrics=6):
    random = np.random.default_rng(1000 + seed)
    human, _ = made_up(seed)
    return human, [scores(random.normal(size=human.values.shape), f"m{number}") for number in range(metrics)]


@pytest.mark.parametrize("normalise", ["z", "rank"])
@pytest.mark.parametrize("grouping", ["none", "item"])
def test_independent_errors_cancel_in_every_combination(normalise: str, grouping: str) -> None:
    human, metrics = made_up()
    found = combine(human, metrics, Criterion("pearson", grouping), normalise=normalise, settings=FAST)
    assert [(one.method, one.left_out) for one in found] == [
        (method, unit) for unit in ("segment", "system") for method in METHODS
    ]
    assert all(one.gain > 0 for one in found)
    assert {one.folds for one in found if one.left_out == "system"} == {8}
    assert {one.folds for one in found if one.left_out == "segment"} == {10}


def test_fitting_noise_gains_nothing_on_held_out_data() -> None:
    held, fitted = [], []
    for seed in range(100, 130):
        human, metrics = noise_only(seed)
        for one in combine(human, metrics, methods=["linear", "greedy"], left_out=["segment"], settings=FAST):
            held.append(one.held_out)
            fitted.append(one.in_sample)
    assert np.mean(fitted) > 0.05
    assert np.mean(held) < np.mean(fitted) / 3


def test_the_best_member_is_chosen_inside_the_folds() -> None:
    human, metrics = noise_only(3)
    [one] = combine(human, metrics, methods=["uniform"], left_out=["segment"], settings=FAST)
    each = [np.corrcoef(human.values.ravel(), metric.values.ravel())[0, 1] for metric in metrics]
    assert one.best_single < max(each)
    assert one.best_hindsight == pytest.approx(max(each))
    assert sum(one.best_members.values()) == one.folds


def test_uniform_weights_need_no_training() -> None:
    human, metrics = made_up(2)
    for one in combine(human, metrics, methods=["uniform"], settings=FAST):
        assert one.held_out == pytest.approx(one.in_sample, abs=1e-12)
        assert one.weights == pytest.approx({"m0": 1 / 3, "m1": 1 / 3, "m2": 1 / 3})


def test_greedy_selection_leaves_noise_out() -> None:
    human, metrics = made_up(4, metrics=2, segments=400)
    random = np.random.default_rng(0)
    useless = scores(5 * random.normal(size=human.values.shape), "useless")
    [one] = combine(human, [useless, *metrics], methods=["greedy"], left_out=["segment"], settings=FAST)
    assert one.weights == pytest.approx({"useless": 0, "m0": 0.5, "m1": 0.5})


def training(human, metrics):
    table = members(human, metrics)
    features = (table.metrics - table.metrics.mean(axis=(1, 2), keepdims=True)) / table.metrics.std(
        axis=(1, 2), keepdims=True
    )
    return Training(table.human, features, table.known, Criterion())


# scikit-learn 1.9.1 on training(*made_up(6)): LinearRegression().fit(scores, human).coef_, and
# LogisticRegression(C=0.5, fit_intercept=False, tol=1e-10, max_iter=1000).coef_ on the differences of all pairs of
# outputs of a segment, better minus worse (labelled 1) and worse minus better (0): twice the pairs, half the penalty.
LINEAR = [0.4318783613332281, 0.4239601659104496, 0.37565438041989113]
LOGISTIC = [0.9726582601356456, 1.0082878088611107, 0.8760430027821344]


def test_regressions_are_those_of_scikit_learn() -> None:
    given = training(*made_up(6))
    assert linear(given) == pytest.approx(LINEAR, abs=1e-9)
    assert np.linalg.norm(ridge(given)) <= np.linalg.norm(linear(given)) + 1e-12
    assert logistic(given) == pytest.approx(LOGISTIC, abs=1e-4)


def test_the_order_of_segments_and_a_monotone_scale_leave_fixed_weights_alone() -> None:
    human, metrics = made_up(7)
    given = training(human, metrics)
    assert best_single(given).sum() == 1
    assert greedy(given).sum() == pytest.approx(1)
    stretched = [scores(np.exp(metric.values), metric.name) for metric in metrics]
    plain, other = (
        combine(human, some, methods=["uniform"], normalise="rank", left_out=["system"], settings=FAST)[0]
        for some in (metrics, stretched)
    )
    assert other.held_out == pytest.approx(plain.held_out, abs=1e-12)


def test_missing_cells_are_left_out() -> None:
    human, metrics = made_up(8)
    human.values[0, :5] = np.nan
    metrics[1].values[2, 7] = np.nan
    [one] = combine(human, metrics, methods=["ridge"], left_out=["segment"], settings=FAST)
    assert one.cells == 8 * 40 - 6
    assert one.gain > 0


def test_what_cannot_be_combined_is_refused() -> None:
    human, metrics = made_up()
    with pytest.raises(InputError, match="two metrics"):
        combine(human, metrics[:1])
    for wrong in ({"methods": ["svm"]}, {"left_out": ["rater"]}, {"normalise": "minmax"}):
        with pytest.raises(OptionError):
            combine(human, metrics, **wrong)
    with pytest.raises(InputError, match="folds"):
        combine(human, metrics, folds=1)


def test_wmt23_en_de_has_combinations_above_and_below_the_best_member(shared_dir):
    human, metrics = wmt23(shared_dir, "en-de")
    members_ = [one for one in metrics.values() if one.judged.any()]
    systems = [name for name in human.systems if name not in ("refA", "synthetic_ref")]
    found = combine(human, members_, methods=["uniform", "ridge"], systems=systems, settings=FAST)
    for one in found:
        assert set(one.best_members) == {"XCOMET-Ensemble-refA"}
        assert one.best_single == pytest.approx(0.695, abs=0.0005)
        assert (one.gain > 0) == (one.method == "ridge")


def equally_good(rng: np.random.Generator, unit: str, systems: int, documents: int) -> tuple[Trio, Numbers]:
    """Return people and two metrics that agree equally well with them, each wrong in its own way by whole units."""
    document = np.repeat(np.arange(documents), 10)
    shape = (systems, len(document))
    human = rng.normal(size=shape)

    def metric() -> Array:
        spread = rng.normal(0, 0.8, documents)[document] if unit == "document" else 0.8
        of_document = spread * rng.normal(size=shape)
        whole = (
            rng.normal(0, 0.6, documents)[document]
            if unit == "document"
            else rng.normal(0, 0.6, (systems, 1))
        )
        return human + rng.normal(size=shape) + of_document + whole

    return Trio(("first", "second"), human, metric(), metric()), document.astype(np.int32)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("unit", "systems", "documents"),
    [("document", 6, 8), ("document", 6, 4), ("system", 6, 8), ("system", 4, 8)],
)
def test_a_gain_of_nothing_is_seldom_significant(unit: str, systems: int, documents: int) -> None:
    rng, false, covered = np.random.default_rng(4), 0, 0
    for _ in range(200):
        three, document = equally_good(rng, unit, systems, documents)
        tested = gain_test(three, unit, document, Criterion(), Settings())
        false += tested.p_two_sided < 0.05
        covered += tested.low <= 0 <= tested.high
    # 5 % and three standard errors of 200 draws; by segments it was 26 to 62 %.
    assert false / 200 <= 0.096
    assert covered / 200 >= 0.904


def test_two_documents_test_no_gain() -> None:
    three, document = equally_good(np.random.default_rng(1), "document", 4, 2)
    tested = gain_test(three, "document", document, Criterion(), Settings())
    assert math.isnan(tested.p_two_sided)
    assert tested.note == "2 documents are too few"


def test_the_jackknife_of_systems_is_that_of_its_definition() -> None:
    three, document = equally_good(np.random.default_rng(3), "system", 5, 3)
    tested = gain_test(three, "system", document, Criterion(), Settings())
    gains = []
    for place in range(5):
        kept = np.arange(5) != place
        one, other = (
            np.corrcoef(three.human[kept].ravel(), side[kept].ravel())[0, 1]
            for side in (three.first, three.second)
        )
        gains.append(other - one)
    error = np.sqrt(4 / 5 * np.sum((np.array(gains) - np.mean(gains)) ** 2))
    whole = [np.corrcoef(three.human.ravel(), side.ravel())[0, 1] for side in (three.first, three.second)]
    assert tested.high - tested.low == pytest.approx(2 * stats.t.ppf(0.975, 4) * error)
    assert tested.p_two_sided == pytest.approx(2 * stats.t.sf(abs(whole[1] - whole[0]) / error, 4))
