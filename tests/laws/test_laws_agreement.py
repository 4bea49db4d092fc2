"""Laws of agreement: names and order do not matter, perfect agreement is 1, and each scale has its own freedom."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from numpy.typing import NDArray

from assay.human.agreement.coefficients import alpha
from assay.human.agreement.measures import MEASURES
from assay.human.agreement.ratings import Ratings, estimate, intervals
from assay.stats.settings import Settings

Table = NDArray[np.float64]
EVERY_MEASURE = pytest.mark.parametrize("name", MEASURES)


@st.composite
def tables(draw: st.DrawFn, holes: bool = True) -> Table:
    """Draw a table of raters by items with grades from 1 to 5, some of them missing."""
    shape = (draw(st.integers(2, 4)), draw(st.integers(3, 9)))
    values = draw(arrays.arrays(np.float64, shape, elements=st.integers(1, 5).map(float)))
    if holes and draw(st.booleans()):
        values[draw(arrays.arrays(np.bool_, shape))] = np.nan
    return values


def measured(name: str, table: Table) -> float:
    ratings = Ratings.of_matrix(table)
    return estimate(MEASURES[name].statistic(ratings), ratings.items)


@EVERY_MEASURE
@settings(max_examples=40)
@given(table=tables(), random=st.randoms(use_true_random=False))
def test_the_order_of_raters_and_items_does_not_matter(name: str, table: Table, random: object) -> None:
    raters, items = list(range(len(table))), list(range(table.shape[1]))
    random.shuffle(raters)  # type: ignore[attr-defined]  # Hypothesis gives a random.Random
    random.shuffle(items)  # type: ignore[attr-defined]  # the same
    moved = table[raters][:, items]
    assert measured(name, moved) == pytest.approx(measured(name, table), abs=1e-9, nan_ok=True)


@EVERY_MEASURE
@settings(max_examples=40)
@given(row=st.lists(st.integers(1, 5), min_size=3, max_size=9), raters=st.integers(2, 4))
def test_perfect_agreement_is_1(name: str, row: list[int], raters: int) -> None:
    found = measured(name, np.array([row] * raters, dtype=float))
    if len(set(row)) > 1:
        assert found == pytest.approx(1)
    else:
        assert np.isnan(found)


@EVERY_MEASURE
@settings(max_examples=40)
@given(table=tables())
def test_no_agreement_is_above_1(name: str, table: Table) -> None:
    found = measured(name, table)
    assert np.isnan(found) or found <= 1 + 1e-12


@EVERY_MEASURE
@settings(max_examples=40)
@given(table=tables(holes=False))
def test_weights_are_repeated_items(name: str, table: Table) -> None:
    ratings = Ratings.of_matrix(table)
    weights = np.arange(table.shape[1]) % 3
    repeated = np.repeat(table, weights, axis=1)
    found = MEASURES[name].statistic(ratings)(weights[None].astype(float))[0]
    assert found == pytest.approx(_over_the_same_pairs(name, repeated, ratings), abs=1e-9, nan_ok=True)


def _over_the_same_pairs(name: str, table: Table, before: Ratings) -> float:
    """Pairs of raters must share three items before they count; here they do before items are repeated."""
    del before
    if table.shape[1] >= 3:
        return measured(name, table)
    padded = np.concatenate([table, np.full((len(table), 3 - table.shape[1]), 1.0)], axis=1)
    ratings = Ratings.of_matrix(padded)
    kept = (np.arange(padded.shape[1]) < table.shape[1]).astype(float)
    return float(MEASURES[name].statistic(ratings)(kept[None])[0])


@given(table=tables(), moved=st.permutations([1, 2, 3, 4, 5]))
def test_nominal_alpha_does_not_mind_other_names_of_values(table: Table, moved: list[int]) -> None:
    renamed = np.where(np.isnan(table), np.nan, np.array([0, *moved])[np.nan_to_num(table).astype(int)])
    assert alpha(renamed, "nominal") == pytest.approx(alpha(table, "nominal"), nan_ok=True)


@given(table=tables(), slope=st.floats(0.01, 50), shift=st.floats(-100, 100), up=st.booleans())
def test_interval_alpha_does_not_mind_other_units(table: Table, slope: float, shift: float, up: bool) -> None:
    moved = table * (slope if up else -slope) + shift
    assert alpha(moved, "interval") == pytest.approx(alpha(table, "interval"), abs=1e-6, nan_ok=True)


@given(table=tables())
def test_ordinal_alpha_sees_the_order_only(table: Table) -> None:
    assert alpha(np.exp(table), "ordinal") == pytest.approx(alpha(table, "ordinal"), abs=1e-9, nan_ok=True)


@given(table=tables(), factor=st.floats(0.01, 100))
def test_ratio_alpha_does_not_mind_the_unit(table: Table, factor: float) -> None:
    assert alpha(factor * table, "ratio") == pytest.approx(alpha(table, "ratio"), abs=1e-9, nan_ok=True)


@pytest.mark.parametrize("name", [name for name in MEASURES if not name.endswith("k")])
def test_independent_ratings_do_not_agree(name: str) -> None:
    table = np.random.default_rng(5).integers(1, 6, (3, 4000)).astype(float)
    settings = Settings(draws=20)
    ratings = Ratings.of_matrix(table if name != "kendall" else table[:, :800])
    found = intervals({name: MEASURES[name].statistic(ratings)}, ratings.cluster, settings)[name]
    assert abs(found.estimate) < 0.05
    assert found.low < found.estimate < found.high
