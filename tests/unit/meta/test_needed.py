"""How much is needed: figures of scipy on WMT23, laws of the root, refusals."""

import json

import numpy as np
import pytest

from assay.errors import InputError, OptionError
from assay.meta.contests.trio import Criterion
from assay.meta.learning.needed import judgements_needed, metrics_needed, steadiness
from assay.stats.settings import Settings
from support.assertions import present
from support.meta_sets import scores, wmt23


def made_up(seed=0, systems=6, segments=100, noise=(1.0, 1.0)):
    random = np.random.default_rng(seed)
    human = random.normal(size=(systems, segments)) + np.arange(systems)[:, None] / 3
    return scores(human, "people"), *(
        scores(human + size * random.normal(size=human.shape), f"m{place}")
        for place, size in enumerate(noise)
    )


def test_judgements_of_wmt23(shared_dir):
    golden = json.loads((shared_dir / "golden" / "meta.json").read_text(encoding="utf-8"))
    human, _ = wmt23(shared_dir, "en-de")
    for names, case in golden["power_and_tests_wmt23_en_de"]["data"]["mqm"].items():
        first, second = names.split(" vs ")
        [half] = judgements_needed(human, [(first, second)], difference=0.5)
        [own] = judgements_needed(human, [(first, second)])
        assert half.units == case["n"]
        assert half.error == pytest.approx(case["se"])
        assert half.detectable == pytest.approx(case["mde_80_power"])
        assert half.needed == case["n_for_0.5_points"]
        assert half.missing == case["n_for_0.5_points"] - case["n"]
        assert abs(own.difference) == pytest.approx(abs(case["mean_diff"]))


def test_half_the_difference_takes_four_times_the_judgements() -> None:
    human, *_ = made_up()
    [small] = judgements_needed(human, [("a", "b")], difference=0.1)
    [large] = judgements_needed(human, [("a", "b")], difference=0.2)
    assert small.needed == pytest.approx(4 * present(large.needed), abs=4)
    assert len(judgements_needed(human)) == 15
    [none] = judgements_needed(human, [("a", "b")], difference=0.0)
    assert (none.needed, none.missing) == (None, None)


def test_a_clear_difference_of_metrics_needs_fewer_segments() -> None:
    human, good, bad = made_up(noise=(0.3, 3.0))
    _, other, alike = made_up(noise=(1.0, 1.1))
    clear = metrics_needed(human, bad, good)
    close = metrics_needed(human, other, alike)
    assert clear.difference > 0
    assert clear.missing == 0
    assert present(clear.needed) < present(close.needed)


def test_the_error_of_two_metrics_shrinks_with_the_root() -> None:
    few, many = made_up(1, segments=100), made_up(2, segments=400)
    errors = [metrics_needed(*three, settings=Settings(draws=2000)).error for three in (few, many)]
    assert errors[0] / errors[1] == pytest.approx(2, rel=0.25)


def test_units_may_be_systems() -> None:
    human, first, second = made_up(systems=9)
    found = metrics_needed(human, first, second, Criterion("pearson", "means"), unit="systems")
    assert (found.unit, found.units) == ("systems", 9)


@pytest.mark.parametrize("agreement", [None, Criterion("accuracy", "means"), Criterion("pearson", "none")])
def test_more_segments_are_steadier(agreement):
    human, metric, _ = made_up(3, segments=80)
    curve = steadiness(human, metric, agreement, sizes=[8, 40], subsets=40, settings=Settings(draws=50))
    assert [point.segments for point in curve.points] == [8, 40]
    assert curve.points[0].error > curve.points[1].error
    assert curve.error(80) < curve.points[0].error
    assert curve.needed(curve.error(80)) == 80
    assert curve.points[0].low <= curve.points[0].mean <= curve.points[0].high


def test_errors_speak_of_fresh_segments() -> None:
    """A correlation over N segments, seen from subsets of half of them, has the error of the textbook."""
    random = np.random.default_rng(5)
    human = random.normal(size=(2, 2000))
    metric = human + random.normal(size=human.shape)
    curve = steadiness(
        scores(human, "people"), scores(metric, "m"), Criterion(), sizes=[500, 1000], subsets=200
    )
    expected = (1 - curve.value**2) / np.sqrt(2 * 1000)
    assert curve.points[1].error == pytest.approx(expected, rel=0.25)


def test_what_cannot_be_said_is_refused() -> None:
    human, metric, other = made_up(segments=3)
    with pytest.raises(InputError, match="3 segments"):
        steadiness(human, metric)
    with pytest.raises(OptionError, match="between 2 and 99"):
        steadiness(*made_up()[:2], sizes=[100])
    with pytest.raises(OptionError, match="unit"):
        metrics_needed(human, metric, other, unit="raters")
    with pytest.raises(InputError, match="at least two"):
        judgements_needed(scores([[1.0], [2.0]]), [("a", "b")])
    whole, first, _ = made_up()
    curve = steadiness(whole, first, Criterion(), subsets=5)
    with pytest.raises(OptionError, match="above 0"):
        curve.needed(0)
