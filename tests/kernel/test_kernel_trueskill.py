"""Preferences drawn again and TrueSkill: native against twin to the last digit, on games of all kinds."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import reference
from assay import kernel

SEEDS = st.integers(0, 2**64 - 1)
SIZES = st.floats(1e-3, 50)


@st.composite
def judged(draw, most=60):
    """Judgements in units of any size, empty ones too; pairs and whole systems may be missing."""
    systems = draw(st.integers(2, 6))
    cells = 3 * (systems * (systems - 1) // 2)
    units = draw(st.lists(st.lists(st.integers(0, cells - 1), max_size=4), min_size=1, max_size=most))
    offsets = np.concatenate([[0], np.cumsum([len(unit) for unit in units])]).astype(np.int64)
    flat = np.array([cell for unit in units for cell in unit], dtype=np.int32)
    return units, kernel.PreferenceCells(flat, offsets, systems)


@given(
    some=judged(),
    kind=st.sampled_from(kernel.DRAWS),
    draws=st.integers(0, 5),
    seed=SEEDS,
    first=st.integers(0, 2**40),
)
def test_counts_are_their_twin(*, some, kind, draws, seed, first):
    units, cells = some
    size = len(units) // 2 if kind == "without-replacement" else len(units)
    ours = kernel.resample_counts(cells, draws, seed, kind=kind, size=size, first=first)
    plain = reference.resample_counts(units, cells.number, draws, seed, kind=kind, size=size, first=first)
    assert ours.tolist() == plain


@settings(max_examples=60)
@given(
    some=judged(),
    seed=SEEDS,
    first=st.integers(0, 2**40),
    start=st.tuples(st.floats(-3, 3), st.floats(1e-3, 4)),
    beta=SIZES,
    margin=st.floats(0, 5),
    drift=st.sampled_from([0.0, 0.01]),
    games=st.integers(0, 25),
)
def test_runs_are_their_twin(*, some, seed, first, start, beta, margin, drift, games):
    units, cells = some
    mean, variance = start
    tournament = kernel.Tournament(mean, variance, beta, margin, drift, games)
    means, variances = kernel.trueskill_runs(cells, tournament, 3, seed, first=first)
    plain = reference.trueskill_runs(
        units,
        cells.systems,
        3,
        seed,
        start=start,
        beta=beta,
        margin=margin,
        drift=drift,
        games=games,
        first=first,
    )
    assert means.tolist() == [[mean for mean, _ in run] for run in plain]
    assert variances.tolist() == [[variance for _, variance in run] for run in plain]


@given(
    games=st.lists(
        st.tuples(st.integers(0, 2), st.integers(0, 2), st.sampled_from([1, 0, -1])).filter(
            lambda g: g[0] != g[1]
        ),
        max_size=30,
    ),
    means=st.lists(st.floats(-400, 400), min_size=3, max_size=3),
    beta=SIZES,
    margin=st.floats(0, 5),
    drift=st.sampled_from([0.0, 0.5]),
)
def test_games_are_their_twin_however_far_apart_two_systems_are(*, games, means, beta, margin, drift):
    columns = [np.array([game[place] for game in games], dtype=np.int32) for place in range(3)]
    start = np.array(means), np.array([0.25, 1.0, 0.01])
    after = kernel.trueskill_games(
        (columns[0], columns[1], columns[2].astype(np.int8)), beta, margin, drift, start
    )
    plain = reference.trueskill_games(
        games, list(zip(means, start[1].tolist(), strict=True)), beta=beta, margin=margin, drift=drift
    )
    assert list(zip(after[0].tolist(), after[1].tolist(), strict=True)) == plain
    assert np.isfinite(after[0]).all()
    assert (after[1] > 0).all()


@given(apart=st.floats(-60, 60), beta=st.floats(0.05, 3), draw=st.booleans())
def test_nothing_jumps_where_the_tail_runs_out(apart: float, beta: float, draw: bool) -> None:
    """Beyond 35 standard deviations the series takes over; both sides of that border must agree."""
    near = [
        reference.trueskill_update((shift, 0.3), (0.0, 0.3), draw, beta=beta, margin=0.4 * beta)
        for shift in (apart, apart + 1e-9)
    ]
    for one, other in zip(*near, strict=True):
        assert one[0] == pytest.approx(other[0], abs=1e-6)
        assert one[1] == pytest.approx(other[1], abs=1e-6)


def test_the_series_meets_the_closed_form() -> None:
    from reference.trueskill import FAR, _above_bound

    v, w = _above_bound(math.nextafter(FAR, -math.inf))
    far = _above_bound(FAR)
    assert far[0] == pytest.approx(v, rel=1e-11)
    assert far[1] == pytest.approx(w, rel=1e-9)
    assert _above_bound(-1e8)[0] == pytest.approx(1e8)
    assert _above_bound(-1e8)[1] == pytest.approx(1.0)


def test_threads_and_batches_change_nothing() -> None:
    rng = np.random.default_rng(3)
    cells = kernel.PreferenceCells(rng.integers(0, 18, 500).astype(np.int32), np.arange(501), 4)
    tournament = kernel.Tournament(0, 0.25, 6.0, 2.0, 0, 300)
    means, variances = kernel.trueskill_runs(cells, tournament, 20, 5, threads=1)
    again = kernel.trueskill_runs(cells, tournament, 20, 5, threads=2)
    part = kernel.trueskill_runs(cells, tournament, 4, 5, first=7)
    assert np.array_equal(means, again[0])
    assert np.array_equal(variances, again[1])
    assert np.array_equal(means[7:11], part[0])


def test_every_unit_is_drawn_whole() -> None:
    cells = kernel.PreferenceCells(np.array([0, 0, 0, 1, 2, 2], dtype=np.int32), np.array([0, 3, 4, 6]), 2)
    counts = kernel.resample_counts(cells, 50, 1)
    assert np.allclose(counts @ np.array([1 / 3, 1, 1 / 2]), 3)
    assert (counts[:, 0] % 3 == 0).all()


@pytest.mark.parametrize(
    "wrong",
    [
        {"cells": np.array([0, 3], dtype=np.int32)},
        {"cells": np.array([-1, 1], dtype=np.int32)},
        {"offsets": np.array([0, 3])},
        {"offsets": np.array([0])},
        {"systems": 1},
    ],
    ids=str,
)
def test_cells_outside_the_tables_are_refused(wrong):
    right = {"cells": np.array([0, 1], dtype=np.int32), "offsets": np.array([0, 1, 2]), "systems": 2}
    with pytest.raises(ValueError):
        kernel.resample_counts(kernel.PreferenceCells(**right | wrong), 1, 1)


@pytest.mark.parametrize(
    ("place", "value"), [(1, 0.0), (2, 0.0), (2, math.nan), (3, -1.0), (4, -1.0), (5, -1)], ids=str
)
def test_what_no_skill_can_have_is_refused(place, value):
    numbers: list[Any] = [0, 0.25, 1.0, 0.1, 0.0, 5]
    numbers[place] = value
    cells = kernel.PreferenceCells(np.array([0], dtype=np.int32), np.array([0, 1]), 2)
    with pytest.raises(ValueError):
        kernel.trueskill_runs(cells, kernel.Tournament(*numbers), 1, 1)


def test_a_game_needs_two_systems() -> None:
    one = np.zeros(1, dtype=np.int32)
    skills = np.zeros(2), np.ones(2)
    with pytest.raises(ValueError):
        kernel.trueskill_games((one, one, np.zeros(1, dtype=np.int8)), 1.0, 0.1, 0.0, skills)
    with pytest.raises(ValueError):
        kernel.trueskill_games((one, one + 2, np.zeros(1, dtype=np.int8)), 1.0, 0.1, 0.0, skills)
