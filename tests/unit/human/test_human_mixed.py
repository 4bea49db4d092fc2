"""The mixed model: what it separates, what it cannot tell, laws."""

import numpy as np
import pytest

from assay.errors import InputError, OptionError
from assay.human.ratings import rater_effects as mixed
from assay.human.ratings.scoring import to_scores
from support.human_rows import judged


def ratings(seed=4, number=300, raters=6, segments=20):
    """Return ratings in which lenient raters saw the worse system more often."""
    rng = np.random.default_rng(seed)
    rows = []
    for _ in range(number):
        rater = int(rng.integers(raters))
        system = int(rng.random() < (0.8 if rater < raters / 2 else 0.2))
        segment = int(rng.integers(segments))
        severity, quality = (20 if rater >= raters / 2 else -20), 6 * system
        score = 50 + quality + severity + 3 * np.sin(segment) + rng.normal(0, 4)
        rows.append((f"r{rater}", "AB"[system], f"s{segment}", float(score)))
    return rows


def test_it_tells_lenient_raters_from_good_systems() -> None:
    rows = ratings()
    scores = to_scores(judged(rows))
    means = dict(zip(scores.systems, scores.means(), strict=True))
    assert means["A"] > means["B"]  # the worse system met the lenient raters
    model = mixed.fit_mixed_model(judged(rows))
    apart, error, p_value = model.difference("B", "A")
    assert apart == pytest.approx(6, abs=3 * error)
    assert p_value < 0.001
    assert model.rater_variance > 100
    assert model.residual_variance == pytest.approx(16, rel=0.3)
    assert (model.ratings, model.raters, model.segments) == (300, 6, 20)


def test_balanced_data_have_plain_means() -> None:
    rng = np.random.default_rng(1)
    rows = [
        (r, s, str(n), float(rng.normal(50 + ord(s) % 5, 10))) for r in "abc" for s in "XYZ" for n in range(7)
    ]
    model = mixed.fit_mixed_model(judged(rows))
    scores = to_scores(judged(rows))
    assert model.means == pytest.approx(scores.means())


def test_more_raters_than_segments_are_the_same_model() -> None:
    rows = ratings(raters=12, segments=5)
    turned = [(segment, system, rater, score) for rater, system, segment, score in rows]
    ours, theirs = mixed.fit_mixed_model(judged(rows)), mixed.fit_mixed_model(judged(turned))
    assert ours.means == pytest.approx(theirs.means, rel=1e-6)
    assert ours.rater_variance == pytest.approx(theirs.segment_variance, rel=1e-4)
    assert ours.log_likelihood == pytest.approx(theirs.log_likelihood)


def test_a_shift_moves_the_means_and_nothing_else() -> None:
    rows = ratings()
    ours = mixed.fit_mixed_model(judged(rows))
    theirs = mixed.fit_mixed_model(judged([(r, s, g, 1000 - 2 * score) for r, s, g, score in rows]))
    assert theirs.means == pytest.approx(1000 - 2 * ours.means, rel=1e-6)
    assert theirs.rater_variance == pytest.approx(4 * ours.rater_variance, rel=1e-3)
    assert theirs.errors == pytest.approx(2 * ours.errors, rel=1e-3)


def test_what_cannot_be_told_apart_is_zero_and_said() -> None:
    rows = [("r", s, str(n), float(n + ord(s) + n % 3 * (s == "X"))) for s in "XY" for n in range(5)]
    model = mixed.fit_mixed_model(judged(rows))
    assert model.rater_variance == 0
    assert "raters" in model.notes[0]
    alone = [("ab"[n % 2], "XY"[n // 2 % 2], str(n), float(n % 7)) for n in range(20)]
    assert mixed.fit_mixed_model(judged(alone)).notes == (
        "the variance of segments cannot be estimated separately and is taken as 0",
    )


def test_scores_without_any_rest_are_still_fitted() -> None:
    rows = [(r, s, str(n), float(n + ord(s) + 7 * ord(r))) for r in "abc" for s in "XY" for n in range(5)]
    model = mixed.fit_mixed_model(judged(rows))
    apart, error, _ = model.difference("Y", "X")
    assert apart == pytest.approx(1)
    assert error < 0.01
    assert model.residual_variance < 1e-3


def test_variances_may_be_zero() -> None:
    rng = np.random.default_rng(8)
    rows = [(r, s, str(n), float(rng.normal())) for r in "abcd" for s in "XY" for n in range(10)]
    model = mixed.fit_mixed_model(judged(rows, "mqm"))
    assert model.rater_variance >= 0
    assert model.segment_variance >= 0
    assert np.isfinite(model.errors).all()


def test_refusals() -> None:
    with pytest.raises(OptionError, match="reml, ml"):
        mixed.fit_mixed_model(judged(ratings()), method="bayes")
    with pytest.raises(InputError, match="no degrees of freedom"):
        mixed.fit_mixed_model(judged([("r", "X", "1", 1.0), ("r", "Y", "1", 2.0)]))


def test_systems_are_ranked_by_adjusted_means() -> None:
    rng = np.random.default_rng(5)
    rows = [
        (r, s, str(n), float(quality + rng.normal(0, 3)))
        for r in "ab"
        for s, quality in (("poor", 20), ("good", 60), ("fair", 40), ("also", 40.1))
        for n in range(25)
    ]
    found = mixed.rank_by_model(mixed.fit_mixed_model(judged(rows)))
    assert [one.cluster for one in found] == [1, 2, 2, 3]
    assert [(one.rank_low, one.rank_high) for one in found] == [(1, 1), (2, 3), (2, 3), (4, 4)]
    assert (found[0].system, found[-1].system) == ("good", "poor")
    assert {
        one.cluster for one in mixed.rank_by_model(mixed.fit_mixed_model(judged(rows)), alpha=1e-300)
    } == {1}


def test_equal_systems_do_not_differ() -> None:
    model = mixed.fit_mixed_model(judged(ratings()))
    assert model.difference("A", "A") == (0.0, 0.0, 1.0)


@pytest.mark.slow
def test_fifty_thousand_ratings_are_fitted() -> None:
    model = mixed.fit_mixed_model(judged(ratings(number=50_000, raters=100, segments=3000)))
    assert model.difference("B", "A")[0] == pytest.approx(6, abs=0.2)


def deviance(rows, systems, rater, segment):
    """Return the restricted deviance by its definition, with the scales of both effects, and the errors of means."""
    score = np.array([one[3] for one in rows])
    fixed = np.array([[one[1] == name for name in systems] for one in rows], dtype=float)
    spread = np.eye(len(rows))
    for at, scale in ((0, rater), (2, segment)):
        names = np.array([one[at] for one in rows])
        spread += scale**2 * (names[:, None] == names)
    inverse = np.linalg.inv(spread)
    squares = fixed.T @ inverse @ fixed
    means = np.linalg.solve(squares, fixed.T @ inverse @ score)
    rest, freedom = (score - fixed @ means) @ inverse @ (score - fixed @ means), len(rows) - len(systems)
    found = np.linalg.slogdet(spread)[1] + np.linalg.slogdet(squares)[1]
    errors = np.sqrt(np.diag(np.linalg.inv(squares)) * rest / freedom)
    return found + freedom * (1 + np.log(2 * np.pi * rest / freedom)), errors


@pytest.mark.parametrize("seed", [0, 1, 23, 34, 35, 39, 52])
def test_nothing_near_or_far_is_likelier_than_the_fit(seed: int) -> None:
    rng = np.random.default_rng(seed)
    by_rater, by_segment = (rng.normal(0, size, 12) for size in rng.choice([0.0, 1.0, 6.0], 2))
    rows = [
        (f"r{r}", s, f"g{g}", float(50 + by_rater[r] + by_segment[g] + ord(s) % 3 + rng.normal(0, 9)))
        for r in range(4)
        for s in "XYZ"
        for g in range(9)
        if rng.random() < 0.7
    ]
    model = mixed.fit_mixed_model(judged(rows))
    ours = [np.sqrt(one / model.residual_variance) for one in (model.rater_variance, model.segment_variance)]
    least, errors = deviance(rows, model.systems, *ours)
    assert -2 * model.log_likelihood == pytest.approx(least)
    assert model.errors == pytest.approx(errors)
    near = [
        (max(ours[0] + one, 0), max(ours[1] + two, 0)) for one in (-0.03, 0, 0.03) for two in (-0.03, 0, 0.03)
    ]
    far = [(one, two) for one in (0, 0.1, 0.2, 0.4, 1) for two in (0, 0.1, 0.2, 0.4, 1)]
    assert min(deviance(rows, model.systems, *scale)[0] for scale in (*near, *far)) >= least - 1e-6


def test_rows_without_a_level_leave_more_than_the_means() -> None:
    rows = mixed.Rows(np.array([1.0, 2.0, 3.0]), np.array([0, 1, 0]), {"rater": np.array([0, 0, 1])})
    assert rows.without("rater", 1) is None, "two rows of two systems have no error"
    assert rows.without("rater", 0) is None, "and the other system would be unknown"
