"""Make the golden figures of preference_data.py: `python tests/golden/make_preferences.py choix`.

Tools are choix (Bradley-Terry without ties), statsmodels (Davidson as a log-linear model, Rao and Kupper as an
ordered logit of both directions) and trueskill (games one by one); nothing of ours is imported.
"""

import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
from golden_write import write
from preference_data import COUNTS, SPARSE, SYSTEMS, games

NUMBER = {name: number for number, name in enumerate(SYSTEMS)}


def choix_cases() -> Iterator[dict[str, Any]]:
    """Yield log strengths without ties; its penalty is alpha times the sum of squares, half of ours."""
    import choix

    for name, counts, alpha in (("all", COUNTS, 0.0), ("all", COUNTS, 0.5), ("sparse", SPARSE, 0.25)):
        decided = [
            (NUMBER[a], NUMBER[b]) if outcome > 0 else (NUMBER[b], NUMBER[a])
            for a, b, outcome in games(counts)
            if outcome
        ]
        found = choix.opt_pairwise(len(SYSTEMS), decided, alpha=alpha, method="Newton-CG", tol=1e-12)
        yield {"counts": name, "penalty": 2 * alpha, "strengths": (found - found.mean()).tolist()}


def centred(strengths: Any, covariance: Any) -> tuple[list[float], list[float]]:
    """Return log strengths that add up to 0 and their errors, from those with the first system at 0."""
    systems = len(SYSTEMS)
    turn = np.eye(systems)[:, 1:] - 1 / systems
    return (turn @ strengths).tolist(), np.sqrt(np.diag(turn @ covariance @ turn.T)).tolist()


def davidson() -> dict[str, Any]:
    """Fit counts of outcomes: a pair's own level, the log strength of who won, half of both and log v for a tie."""
    import statsmodels.api as sm

    rows, numbers = [], []
    for pair, ((a, b), counts) in enumerate(COUNTS.items()):
        for points, tie, number in zip(((1, 0), (0.5, 0.5), (0, 1)), (0, 1, 0), counts, strict=True):
            row = np.zeros(len(SYSTEMS) + 1 + len(COUNTS))
            row[NUMBER[a]], row[NUMBER[b]] = points
            row[len(SYSTEMS)], row[len(SYSTEMS) + 1 + pair] = tie, 1
            rows.append(row[1:])
            numbers.append(number)
    found = sm.GLM(np.array(numbers), np.array(rows), family=sm.families.Poisson()).fit(
        tol=1e-14, maxiter=200
    )
    last = len(SYSTEMS) - 1
    strengths, errors = centred(found.params[:last], found.cov_params()[:last, :last])
    return {
        "ties": "davidson",
        "strengths": strengths,
        "errors": errors,
        "tie": float(np.exp(found.params[last])),
    }


def rao_kupper() -> dict[str, Any]:
    """Fit an ordered logit to every judgement seen from both sides, so that its two bounds lie evenly about 0."""
    from statsmodels.miscmodels.ordinal_model import OrderedModel

    rows, outcomes = [], []
    for a, b, outcome in games():
        for i, j, seen in ((a, b, outcome), (b, a, -outcome)):
            row = np.zeros(len(SYSTEMS))
            row[NUMBER[i]], row[NUMBER[j]] = 1, -1
            rows.append(row[1:])
            outcomes.append(seen + 1)
    found = OrderedModel(np.array(outcomes), np.array(rows), distr="logit").fit(
        method="newton", maxiter=200, tol=1e-12, disp=False
    )
    last = len(SYSTEMS) - 1
    strengths, errors = centred(found.params[:last], 2 * found.cov_params()[:last, :last])
    return {
        "ties": "rao-kupper",
        "strengths": strengths,
        "errors": errors,
        "tie": float(np.exp(-found.params[last])),
        "log_likelihood": float(found.llf / 2),
    }


def trueskill_cases() -> Iterator[dict[str, Any]]:
    """Yield mean and variance of every system after all games, with the normal distribution of scipy.

    That of trueskill itself is good to seven digits, so two hundred games are off in the seventh.
    """
    import trueskill

    for sigma, beta, tau, draw in ((0.5, 3.0, 0.0, 0.25), (0.5, 0.4, 0.0, 0.1), (2.0, 0.3, 0.05, 0.4)):
        world = trueskill.TrueSkill(0, sigma, beta, tau, draw, backend="scipy")
        rated = {name: world.create_rating() for name in SYSTEMS}
        for a, b, outcome in games():
            winner, loser = (b, a) if outcome < 0 else (a, b)
            rated[winner], rated[loser] = world.rate_1vs1(rated[winner], rated[loser], drawn=outcome == 0)
        yield {
            "options": {"sigma": sigma, "beta": beta, "tau": tau, "draw_probability": draw},
            "means": [rated[name].mu for name in SYSTEMS],
            "variances": [rated[name].sigma ** 2 for name in SYSTEMS],
        }


def updates() -> Iterator[dict[str, Any]]:
    """Yield single games: means and variances before and after, winner first."""
    import trueskill

    for winner, loser, beta, tau, draw in (
        ((0.2, 0.36), (0.5, 0.09), 2.5, 0.0, 0.2),
        ((-1.0, 1.0), (1.0, 0.25), 0.5, 0.1, 0.35),
        ((3.0, 0.04), (-3.0, 0.04), 0.5, 0.0, 0.1),
    ):
        world = trueskill.TrueSkill(0, 0.5, beta, tau, draw, backend="scipy")
        rated = [world.create_rating(mean, variance**0.5) for mean, variance in (winner, loser)]
        case: dict[str, Any] = {
            "winner": winner,
            "loser": loser,
            "beta": beta,
            "tau": tau,
            "draw_probability": draw,
        }
        for kind in ("win", "draw"):
            after = world.rate_1vs1(*rated, drawn=kind == "draw")
            case[kind] = [number for rating in after for number in (rating.mu, rating.sigma**2)]
        yield case


PARTS = {
    "choix": (1e-6, {"cases": choix_cases}),
    "statsmodels": (1e-6, {"cases": lambda: iter([davidson(), rao_kupper()])}),
    "trueskill": (1e-10, {"cases": trueskill_cases, "updates": updates}),
}

if __name__ == "__main__":
    tolerance, parts = PARTS[sys.argv[1]]
    write(__file__, sys.argv[1], tolerance, **{name: cases() for name, cases in parts.items()})
