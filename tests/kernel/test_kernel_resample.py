"""Resampling: native against twin to the last digit; batches, threads and neighbours change nothing."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import reference
from assay import kernel

FIRST_NUMBERS = [11913327002114684812, 11927501185240595947, 16937313801030426494]
FIRST_DRAWS = [[1, 0, 0, 0, 1, 3, 2, 1], [1, 0, 2, 1, 2, 0, 0, 2]]
SEEDS = st.integers(0, 2**64 - 1)


def matrix(rows, columns, seed=0):
    return np.random.default_rng(seed).normal(size=(rows, columns))


@given(
    kind=st.sampled_from(kernel.DRAWS),
    rows=st.integers(1, 150),
    columns=st.integers(0, 9),
    draws=st.integers(0, 9),
    seed=SEEDS,
    first=st.integers(0, 2**40),
    data=st.data(),
)
def test_native_is_its_twin(*, kind, rows, columns, draws, seed, first, data):
    size = data.draw(st.integers(0, rows if kind == "without-replacement" else 2 * rows))
    values = matrix(rows, columns)
    ours = kernel.resample_sums(values, draws, seed, kind=kind, size=size, first=first)
    plain = reference.resample_sums(values.tolist(), draws, seed, kind=kind, size=size, first=first)
    assert ours.shape == (draws, columns)
    assert np.array_equal(ours, np.array(plain).reshape(draws, columns))


@given(
    kind=st.sampled_from(kernel.DRAWS),
    rows=st.sampled_from([1, 2, 15, 16, 17, 130]),
    most=st.sampled_from([1, 127, 32767, 32768, 10**6]),
    draws=st.integers(1, 19),
    seed=SEEDS,
    data=st.data(),
)
def test_counts_among_other_columns_are_their_twin(*, kind, rows, most, draws, seed, data):
    """Counts are added in whole numbers, unless they or the weights are too large for that."""
    size = data.draw(st.sampled_from([0, rows] if kind == "without-replacement" else [rows, 40 * rows, 300]))
    chance = np.random.default_rng(seed)
    values = chance.integers(-most, most + 1, size=(rows, 9)).astype(np.float64)
    values[0, ::3] = most, -most, most
    broken = data.draw(st.sets(st.integers(0, 8)))
    values[rows // 2, sorted(broken)] += 0.1
    ours = kernel.resample_sums(values, draws, seed, kind=kind, size=size)
    assert np.array_equal(ours, reference.resample_sums(values.tolist(), draws, seed, kind=kind, size=size))


def test_counts_past_a_block_of_rows_do_not_overflow() -> None:
    values = np.full((1500, 3), 32767.0)
    taken = kernel.resample_sums(values, 5, 3, kind="with-replacement", size=150_000)
    assert (taken == 32767.0 * 150_000).all()


@pytest.mark.parametrize("odd", [np.nan, np.inf, -np.inf, -0.0, 0.5, 2.0**40])
def test_what_is_no_count_is_added_as_it_stands(odd):
    values = np.ones((40, 2))
    values[7, 1] = odd
    ours = kernel.resample_sums(values, 30, 1, kind="coin")
    plain = reference.resample_sums(values.tolist(), 30, 1, kind="coin", size=40)
    assert np.array_equal(ours, plain, equal_nan=True)


@given(
    rows=st.integers(1, 70),
    runs=st.integers(1, 7),
    columns=st.integers(0, 4),
    draws=st.integers(0, 5),
    seed=SEEDS,
    first=st.integers(0, 2**40),
)
def test_shuffled_runs_are_their_twin(*, rows, runs, columns, draws, seed, first):
    values = matrix(rows, runs * columns)
    ours = kernel.shuffle_sums(values, runs, draws, seed, first=first)
    plain = reference.shuffle_sums(values.tolist(), runs, draws, seed, first=first)
    assert np.array_equal(ours, np.array(plain).reshape(draws, runs * columns))


@pytest.mark.parametrize("kind", kernel.DRAWS)
def test_threads_batches_and_neighbours_change_nothing(kind):
    values = matrix(700, 11)
    whole = kernel.resample_sums(values, 2100, 7, kind=kind, threads=1)
    assert np.array_equal(whole, kernel.resample_sums(values, 2100, 7, kind=kind, threads=2))
    parts = [kernel.resample_sums(values, n, 7, kind=kind, first=at) for at, n in ((0, 1), (1, 6), (7, 2093))]
    assert np.array_equal(whole, np.concatenate(parts))
    alone = kernel.resample_sums(np.ascontiguousarray(values[:, 4:6]), 2100, 7, kind=kind)
    assert np.array_equal(whole[:, 4:6], alone)


def test_shuffles_do_not_depend_on_threads_and_batches() -> None:
    values = matrix(300, 12)
    whole = kernel.shuffle_sums(values, 3, 1100, 7, threads=1)
    assert np.array_equal(whole, kernel.shuffle_sums(values, 3, 1100, 7, threads=2))
    assert np.array_equal(whole[5:9], kernel.shuffle_sums(values, 3, 4, 7, first=5))


def test_the_same_digits_on_every_machine() -> None:
    random = reference.Random(12345, 0)
    assert [random.next() for _ in range(3)] == FIRST_NUMBERS
    rows = np.eye(8)
    taken = kernel.resample_sums(rows, 2, 12345, kind="with-replacement")
    assert taken.astype(int).tolist() == FIRST_DRAWS


@pytest.mark.parametrize("kind", kernel.DRAWS)
def test_every_row_is_taken_as_often_as_it_should_be(kind):
    taken = kernel.resample_sums(np.eye(50), 20_000, 1, kind=kind, size=None if kind == "coin" else 25)
    expected = 0.5
    deviation = np.sqrt(20_000 * (0.5 if kind == "with-replacement" else 0.25))
    assert np.abs(taken.sum(axis=0) - 20_000 * expected).max() < 5 * deviation
    if kind != "coin":
        assert (taken.sum(axis=1) == 25).all()
    if kind != "with-replacement":
        assert taken.max() == 1


def test_draws_of_neighbouring_seeds_and_numbers_are_unlike() -> None:
    sums = np.concatenate([kernel.resample_sums(np.eye(64), 200, seed, kind="coin") for seed in range(5)])
    between = np.corrcoef(sums) - np.eye(len(sums))
    assert np.abs(between).max() < 6 / np.sqrt(64)
    assert abs(between.mean()) < 1e-3


def test_every_place_of_a_run_is_as_likely() -> None:
    rows = np.zeros((1, 4))
    rows[0, 0] = 1
    places = kernel.shuffle_sums(rows, 4, 40_000, 3).sum(axis=0)
    assert np.abs(places - 10_000).max() < 5 * np.sqrt(40_000 * 0.25 * 0.75)


@pytest.mark.parametrize(
    "wrong",
    [
        {"size": -1},
        {"size": 4, "kind": "without-replacement"},
        {"seed": -1},
        {"seed": 2**64},
        {"draws": -1},
        {"first": -1},
    ],
    ids=str,
)
def test_what_cannot_be_drawn_is_refused(wrong):
    arguments = {"draws": 1, "seed": 1, "kind": "with-replacement"} | wrong
    with pytest.raises(ValueError):
        kernel.resample_sums(matrix(3, 2), **arguments)


def test_rows_of_another_type_are_refused() -> None:
    with pytest.raises(ValueError):
        kernel.resample_sums(matrix(0, 2), 1, 1, kind="coin")
    others: list[Any] = [np.ones((3, 2), dtype=np.float32), np.ones((3, 4))[:, ::2]]
    for rows in others:
        with pytest.raises(TypeError):
            kernel.resample_sums(rows, 1, 1, kind="coin")
    with pytest.raises(ValueError):
        kernel.shuffle_sums(matrix(3, 4), 3, 1, 1)
    with pytest.raises(ValueError):
        kernel.shuffle_sums(matrix(3, 4), 0, 1, 1)
