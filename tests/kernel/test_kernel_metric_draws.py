"""Two metrics against people: native against twin; threads and batches change nothing."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import reference
from assay import kernel

SEEDS = st.integers(0, 2**64 - 1)
KINDS = [
    (agreement, grouping)
    for agreement in kernel.AGREEMENTS
    for grouping in kernel.GROUPINGS
    if (agreement, grouping) != ("acc-eq", "means")
]


def scores(systems, segments, seed, *, levels=0, missing=0.0):
    """Return three matrices; few levels make many ties."""
    random = np.random.default_rng(seed)
    values = random.normal(size=(3, systems, segments))
    if levels:
        values = np.round(values * levels) / 2
    values[random.random(values.shape) < missing] = np.nan
    return values


@st.composite
def tasks(draw, most_systems=7, most_segments=6):
    systems, segments = draw(st.integers(1, most_systems)), draw(st.integers(1, most_segments))
    return scores(
        systems,
        segments,
        draw(st.integers(0, 2**32)),
        levels=draw(st.sampled_from([0, 1, 3])),
        missing=draw(st.sampled_from([0.0, 0.2])),
    )


@pytest.mark.parametrize(("agreement", "grouping"), KINDS)
@settings(max_examples=40)
@given(task=tasks(), redraw=st.sampled_from(kernel.REDRAWS), seed=SEEDS, first=st.integers(0, 2**40))
def test_native_is_its_twin(*, agreement, grouping, task, redraw, seed, first):
    options: dict[str, Any] = {
        "agreement": agreement,
        "grouping": grouping,
        "redraw": redraw,
        "draws": 3,
        "seed": seed,
    }
    ours = kernel.metric_draws(*task, first_draw=first, **options)
    lists = tuple(one.tolist() for one in task)
    plain = [
        reference.metric_draw(lists, agreement, grouping, redraw, (seed, first + number))
        for number in range(3)
    ]
    assert ours == pytest.approx(np.array(plain), abs=1e-9, nan_ok=True)


@pytest.mark.parametrize("agreement", ["spearman", "tau-b", "accuracy", "acc-eq"])
@pytest.mark.parametrize("grouping", ["none", "system"])
@pytest.mark.parametrize("redraw", ["observed", "swap-cells", "draw-both"])
@pytest.mark.parametrize("levels", [0, 2])
def test_large_groups_are_their_twin(agreement: str, grouping: str, redraw: str, levels: int) -> None:
    task = scores(2, 40, 7, levels=levels, missing=0.05)
    lists = tuple(one.tolist() for one in task)
    ours = kernel.metric_draws(*task, agreement=agreement, grouping=grouping, redraw=redraw, seed=5)
    plain = reference.metric_draw(lists, agreement, grouping, redraw, (5, 0))
    assert ours[0] == pytest.approx(plain, abs=1e-9)


@pytest.mark.parametrize(("agreement", "grouping"), KINDS)
def test_threads_batches_and_neighbours_change_nothing(agreement, grouping):
    task = scores(6, 30, 3, levels=3, missing=0.1)
    options: dict[str, Any] = {"agreement": agreement, "grouping": grouping, "seed": 7}
    for redraw in kernel.REDRAWS:
        whole = kernel.metric_draws(*task, redraw=redraw, draws=40, threads=1, **options)
        twice = kernel.metric_draws(*task, redraw=redraw, draws=40, threads=2, **options)
        assert np.array_equal(whole, twice, equal_nan=True)
        part = kernel.metric_draws(*task, redraw=redraw, draws=4, first_draw=9, **options)
        assert np.array_equal(whole[9:13], part, equal_nan=True)


def test_nothing_to_agree_on_is_undefined() -> None:
    empty = np.full((2, 3), np.nan)
    for agreement, grouping in KINDS:
        found = kernel.metric_draws(
            empty, empty, empty, agreement=agreement, grouping=grouping, redraw="swap-cells"
        )
        assert all(map(math.isnan, found[0]))


@pytest.mark.parametrize(
    "wrong",
    [
        {"draws": -1},
        {"seed": -1},
        {"seed": 2**64},
        {"first_draw": -1},
        {"agreement": "acc-eq", "grouping": "means"},
        {"agreement": "none"},
        {"grouping": "all"},
        {"redraw": "swap"},
    ],
    ids=str,
)
def test_what_cannot_be_drawn_is_refused(wrong):
    options: dict[str, Any] = {"agreement": "pearson", "grouping": "item", "redraw": "swap-cells"} | wrong
    with pytest.raises(ValueError):
        kernel.metric_draws(*scores(2, 3, 1), **options)


def test_matrices_that_do_not_fit_are_refused() -> None:
    options: dict[str, Any] = {"agreement": "pearson", "grouping": "item", "redraw": "swap-cells"}
    human, first, _ = scores(2, 3, 1)
    with pytest.raises(ValueError):
        kernel.metric_draws(human, first, first[:, :2].copy(), **options)
    with pytest.raises(ValueError):
        kernel.metric_draws(*np.zeros((3, 63, 1)), **options | {"redraw": "every-swap"})
    with pytest.raises(ValueError):
        kernel.metric_draws(
            *np.zeros((3, 2, 20_000)), **options | {"agreement": "acc-eq", "grouping": "none"}
        )
    assert kernel.cell_pairs((3, 5), "item") == 15
    assert kernel.cell_pairs((3, 5), "system") == 30
    assert kernel.cell_pairs((3, 5), "none") == 105
