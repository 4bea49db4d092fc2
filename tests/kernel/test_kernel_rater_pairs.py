"""Pairs of raters in draws of items: native against twin, on few items and many, grades, scores and nothing at all."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import reference
from assay import kernel

ITEMS = 9
VALUE = (
    st.integers(0, 3).map(float) | st.sampled_from([0.1, 0.3, -70.5, 1e3]) | st.integers(-80, 80).map(float)
)
RATER = st.dictionaries(st.integers(0, ITEMS - 1), VALUE, max_size=ITEMS)
DRAWS = st.lists(st.lists(st.integers(0, 4), min_size=ITEMS, max_size=ITEMS), min_size=1, max_size=11)


def shared(raters, *, ranked=False, threads=1):
    """Return what all pairs of raters share, the values, and the pairs."""
    values = np.unique([value for rater in raters for value in rater.values()])
    rows = [(item, value) for rater in raters for item, value in sorted(rater.items())]
    items = np.array([item for item, _ in rows], dtype=np.int32)
    codes = np.searchsorted(values, [value for _, value in rows]).astype(np.int32)
    offsets = np.cumsum([0, *map(len, raters)]).astype(np.int64)
    pairs = [(a, b) for b in range(len(raters)) for a in range(b)]
    sizes = np.array([len(raters[a].keys() & raters[b].keys()) for a, b in pairs], dtype=np.int64)
    columns = np.array(pairs, dtype=np.int32).reshape(-1, 2)
    return (
        kernel.shared_ratings(offsets, items, codes, columns, sizes, ranked=ranked, threads=threads),
        values,
        pairs,
    )


def drawn(raters, weights, measure):
    """Return what the kernel makes of a measure, and what the twin does."""
    plain = [
        [reference.pair_measure(raters[a], raters[b], row, measure) for row in weights]
        for b in range(len(raters))
        for a in range(b)
    ]
    return native(raters, weights, measure), np.array(plain).reshape(len(plain), len(weights))


def native(raters, weights, measure, threads=1):
    """Return what the kernel makes of a measure."""
    together, values, _ = shared(raters, ranked=measure in kernel.RANK_MEASURES, threads=threads)
    times = np.array(weights, dtype=np.uint16)
    return kernel.pair_draws(together, values, times, measure=measure, threads=threads)


@given(raters=st.lists(RATER, min_size=2, max_size=4), ranked=st.booleans())
def test_raters_share_what_the_twin_says_they_share(raters, ranked):
    together, values, pairs = shared(raters, ranked=ranked)
    for place, (a, b) in enumerate(pairs):
        part = slice(together.offsets[place], together.offsets[place + 1])
        columns = [together.items[part], together.first[part], together.second[part]]
        if not ranked:
            columns[1:] = values[columns[1]], values[columns[2]]
        plain = reference.shared_values(raters[a], raters[b], ranked=ranked)
        assert list(zip(*(column.tolist() for column in columns), strict=True)) == plain


@pytest.mark.parametrize("measure", kernel.PAIR_MEASURES)
@settings(max_examples=40)
@given(raters=st.lists(RATER, min_size=2, max_size=4), weights=DRAWS)
def test_every_measure_is_the_twins_in_every_draw(measure, raters, weights):
    ours, plain = drawn(raters, weights, measure)
    assert ours == pytest.approx(plain, rel=1e-9, abs=1e-9, nan_ok=True)


@pytest.mark.parametrize("measure", kernel.PAIR_MEASURES)
@pytest.mark.parametrize("points", [2, 101, 10**6])
def test_threads_and_sizes_change_nothing(measure, points):
    random = np.random.default_rng(1)
    raters = [
        {int(item): float(random.integers(points)) for item in random.permutation(60)[:40]} for _ in range(6)
    ]
    weights = random.integers(0, 3, (9, 60)).tolist()
    ours, plain = drawn(raters, weights, measure)
    assert ours == pytest.approx(plain, rel=1e-9, abs=1e-9, nan_ok=True)
    assert (native(raters, weights, measure, threads=3) == ours).all()


@pytest.mark.parametrize("measure", kernel.PAIR_MEASURES)
@pytest.mark.parametrize("often", [100, 2_000])  # past a byte; past what is counted in 16 bits
def test_drawing_all_items_more_often_changes_nothing(measure, often):
    random = np.random.default_rng(2)
    raters = [{item: float(random.integers(5)) for item in range(ITEMS)} for _ in range(3)]
    weights = random.integers(0, 5, (19, ITEMS))
    ours, plain = drawn(raters, weights.tolist(), measure)
    together, values, _ = shared(raters, ranked=measure in kernel.RANK_MEASURES)
    repeated = kernel.pair_draws(together, values, (often * weights).astype(np.uint16), measure=measure)
    assert ours == pytest.approx(plain, rel=1e-9, abs=1e-9, nan_ok=True)
    assert repeated == pytest.approx(ours, rel=1e-9, abs=1e-9, nan_ok=True)


@pytest.mark.parametrize("measure", ["pearson", "spearman", "kendall"])
def test_many_items_of_many_values_are_measured_as_few(measure):
    random = np.random.default_rng(3)
    raters = [{int(item): float(random.random()) for item in random.permutation(330)[:300]} for _ in range(2)]
    ours, plain = drawn(raters, random.integers(0, 3, (2, 330)).tolist(), measure)
    assert ours == pytest.approx(plain, rel=1e-9, abs=1e-9)


def test_nothing_is_shared_and_nothing_varies():
    ours, _ = drawn([{0: 1.0}, {1: 1.0}, {0: 1.0, 1: 1.0}], [[1] * ITEMS], "pearson")
    assert ours.shape == (3, 1)
    assert all(math.isnan(value) for value in ours.ravel())


def test_what_does_not_fit_is_refused():
    together, values, _ = shared([{0: 1.0, 1: 2.0}, {0: 2.0, 1: 1.0}])
    for weights, measure in (([[1]], "pearson"), ([[1, 1]], "kendall")):
        with pytest.raises(ValueError, match=r"weight for every item|ranked ratings"):
            kernel.pair_draws(together, values, np.array(weights, dtype=np.uint16), measure=measure)
    pairs, sizes = np.array([[0, 7]], dtype=np.int32), np.ones(1, dtype=np.int64)
    numbers = np.zeros(1, dtype=np.int32)
    with pytest.raises(ValueError, match="raters that there are"):
        kernel.shared_ratings(np.array([0, 1]), numbers, numbers, pairs, sizes)
    with pytest.raises(ValueError, match="must rise"):
        kernel.shared_ratings(np.array([0, 2]), numbers, numbers, pairs, sizes)
