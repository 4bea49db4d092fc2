"""Bradley-Terry: log strengths of systems from preferences, with ties by Davidson (1970) or Rao and Kupper (1967).

The system i of strength p_i beats j with probability p_i / (p_i + p_j) where ties are dropped or count half for each.
Davidson adds a tie of weight v sqrt(p_i p_j); Rao and Kupper let i win only if it is t times as strong:
p_i / (p_i + t p_j). Log strengths add up to 0. All are fitted by Newton's method on the log-likelihood, which has one
maximum. It lies at infinity where a group of systems never lost to the rest, and nowhere where two groups never met:
then log strengths are drawn to 0 by a small penalty, and a warning says so.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.data import Array, Preferences
from assay.errors import AssayWarning, InputError, OptionError
from assay.human.preferences.wins import PreferenceRanking, cell_matrices, gather_pairs, preference_ranking
from assay.stats import Settings

TIES = ("davidson", "rao-kupper", "half", "drop")
FALLBACK = 0.1  # the penalty where there is no maximum without one
# Of Newton's method at most, and the change of a log strength that ends it
STEPS, ENOUGH = 200, 1e-11


@dataclass(frozen=True)
class BradleyTerry:
    """A fitted model: log strengths that add up to 0, their covariance, and what ties are worth."""

    systems: tuple[str, ...]
    strengths: Array
    covariance: Array
    ties: str
    # Davidson's v (0: no ties), or Rao and Kupper's t (1: no ties); NaN for a model without
    tie: float
    log_likelihood: float
    judgements: int
    penalty: float
    # Each lost to none of the groups after it; one group is as it should be
    groups: tuple[tuple[str, ...], ...]

    @property
    def errors(self) -> Array:
        """The standard errors of the log strengths."""
        return np.sqrt(np.diag(self.covariance))

    def probabilities(self, first: str, second: str) -> tuple[float, float, float]:
        """Return how likely the first wins, neither does, and the second does."""
        i, j = self.systems.index(first), self.systems.index(second)
        apart = float(self.strengths[i] - self.strengths[j])
        if self.ties == "rao-kupper":
            win, loss = 1 / (1 + self.tie * np.exp(-apart)), 1 / (1 + self.tie * np.exp(apart))
        else:
            tie = self.tie if self.ties == "davidson" else 0.0
            win = 1 / (1 + np.exp(-apart) + tie * np.exp(-apart / 2))
            loss = 1 / (1 + np.exp(apart) + tie * np.exp(apart / 2))
        return float(win), max(0.0, float(1 - win - loss)), float(loss)


@dataclass(frozen=True)
class _Slope:
    """Log-likelihood, gradient and information of many fits at once; the last parameter is that of ties."""

    value: Array  # (fits,)
    gradient: Array  # (fits, systems + 1)
    information: Array  # (fits, systems + 1, systems + 1)


def _davidson(wins: Array, ties: Array, strengths: Array, tie: Array) -> _Slope:
    """Take the slope in log strengths and log v; every judgement is one of three outcomes of a log-linear model."""
    apart = strengths[:, :, None] - strengths[:, None, :]
    weight = tie[:, None, None] - apart / 2  # log of a tie's weight, that of a win being 1
    whole = np.logaddexp(np.logaddexp(0.0, -apart), weight)
    win, even = np.exp(-whole), np.exp(weight - whole)
    number = wins + np.swapaxes(wins, 1, 2) + ties
    points = win + even / 2
    with np.errstate(invalid="ignore"):
        tied = np.where(ties > 0, ties * (weight - whole), 0.0)
    value = (wins * -whole).sum(axis=(1, 2)) + tied.sum(axis=(1, 2)) / 2
    by_system = (wins + ties / 2 - number * points).sum(axis=2)
    by_tie = (ties - number * even).sum(axis=(1, 2)) / 2
    spread = number * (win + even / 4 - points**2)
    across = (number * (even / 2 - points * even)).sum(axis=2)
    last = (number * even * (1 - even)).sum(axis=(1, 2)) / 2
    return _Slope(value, _joined(by_system, by_tie), _information(spread, across, last))


def _rao_kupper(wins: Array, ties: Array, strengths: Array, tie: Array) -> _Slope:
    """Take the slope in log strengths and log t; a tie is as if both had won, times t squared less 1."""
    ahead = strengths[:, :, None] - strengths[:, None, :] - tie[:, None, None]
    points, tied = wins + ties, ties.sum(axis=(1, 2)) / 2
    short = np.exp(-np.logaddexp(0.0, ahead))
    with np.errstate(divide="ignore", invalid="ignore"):
        bonus = np.where(tied > 0, tied * np.log(np.expm1(2 * tie)), 0.0)
        push = np.where(tied > 0, 2 * tied / -np.expm1(-2 * tie), 0.0)
        bend = np.where(tied > 0, 4 * tied * np.exp(-2 * tie) / np.expm1(-2 * tie) ** 2, 0.0)
    value = (points * -np.logaddexp(0.0, -ahead)).sum(axis=(1, 2)) + bonus
    each, curve = points * short, points * short * (1 - short)
    by_system = (each - np.swapaxes(each, 1, 2)).sum(axis=2)
    spread = curve + np.swapaxes(curve, 1, 2)
    across = (np.swapaxes(curve, 1, 2) - curve).sum(axis=2)
    return _Slope(
        value,
        _joined(by_system, push - each.sum(axis=(1, 2))),
        _information(spread, across, curve.sum(axis=(1, 2)) + bend),
    )


def _joined(by_system: Array, by_tie: Array) -> Array:
    return np.concatenate([by_system, by_tie[:, None]], axis=1)


def _information(spread: Array, across: Array, last: Array) -> Array:
    """Put together the information: pairs of systems hang together by minus their spread."""
    systems = spread.shape[1]
    information = np.zeros((len(spread), systems + 1, systems + 1))
    diagonal = np.arange(systems)
    information[:, :systems, :systems] = -spread
    information[:, diagonal, diagonal] = spread.sum(axis=2) - spread[:, diagonal, diagonal]
    information[:, :systems, systems] = information[:, systems, :systems] = across
    information[:, systems, systems] = last
    return information


_Model = Callable[[Array, Array, Array, Array], _Slope]
# Slope, where the tie parameter starts, and without ties
_MODELS: Mapping[str, tuple[_Model, float, float]] = {
    "davidson": (_davidson, -1.0, -np.inf),
    "rao-kupper": (_rao_kupper, 0.5, 0.0),
    "half": (_davidson, -np.inf, -np.inf),
    "drop": (_davidson, -np.inf, -np.inf),
}


def _points(wins: Array, ties: Array, treatment: str) -> tuple[Array, Array]:
    """Return wins and ties as a model takes them."""
    if treatment == "half":
        return wins + ties / 2, np.zeros_like(ties)
    return wins, np.zeros_like(ties) if treatment == "drop" else ties


@dataclass(frozen=True)
class _Fits:
    strengths: Array  # (fits, systems)
    tie: Array
    slope: _Slope


def _newton(wins: Array, ties: Array, treatment: str, penalty: Array) -> _Fits:
    """Climb to the maximum of many fits at once; a step that leads down is halved until it leads up."""
    model, start, none = _MODELS[treatment]
    wins, ties = _points(wins, ties, treatment)
    fits, systems = wins.shape[:2]
    free = ties.any(axis=(1, 2)) & wins.any(axis=(1, 2)) & np.isfinite(start)
    strengths, tie = np.zeros((fits, systems)), np.where(free, start, none)
    now = _penalised(model(wins, ties, strengths, tie), strengths, free, penalty)
    for _ in range(STEPS):
        step = np.linalg.solve(now.information, now.gradient[..., None])[..., 0]
        if np.abs(step).max(initial=0.0) < ENOUGH:
            break
        size = np.ones(fits)
        for _ in range(60):
            ahead = strengths + size[:, None] * step[:, :systems]
            tie_ahead = np.where(free, tie + size * step[:, systems], tie)
            inside = (tie_ahead > 0) | ~free | (none < 0)
            after = _penalised(
                model(wins, ties, ahead, np.where(inside, tie_ahead, tie)), ahead, free, penalty
            )
            worse = ~inside | (after.value < now.value - 1e-9 * np.abs(now.value))
            if not worse.any():
                break
            size = np.where(worse, size / 2, size)
        strengths, tie, now = ahead, np.where(inside, tie_ahead, tie), after
    return _Fits(strengths - strengths.mean(axis=1, keepdims=True), tie, now)


def _penalised(slope: _Slope, strengths: Array, free: NDArray[np.bool_], penalty: Array) -> _Slope:
    """Add the penalty, hold the mean of the log strengths at 0, and a parameter that is not free where it is."""
    systems = strengths.shape[1]
    gradient, information = slope.gradient.copy(), slope.information.copy()
    pull = penalty[:, None] * strengths
    gradient[:, :systems] -= pull + strengths.mean(axis=1, keepdims=True)
    diagonal = np.arange(systems)
    # Strengths are known up to a constant; holding their mean makes the information invertible.
    information[:, :systems, :systems] += 1 / systems
    information[:, diagonal, diagonal] += penalty[:, None]
    gradient[~free, systems] = 0.0
    # An equation 1 * step = 0 keeps a parameter where it is, and the batch of fits in one shape.
    information[~free, systems, :] = information[~free, :, systems] = 0.0
    information[~free, systems, systems] = 1.0
    value = slope.value - (pull * strengths).sum(axis=1) / 2 - systems * strengths.mean(axis=1) ** 2 / 2
    return _Slope(value, gradient, information)


def _reaches(wins: Array, ties: Array) -> NDArray[np.bool_]:
    """Tell for each two systems whether a chain of wins or ties leads from the row to the column."""
    reach = ((wins > 0) | (ties > 0) | np.eye(wins.shape[-1], dtype=bool)).astype(np.float64)
    # Squaring doubles the length of the chains, so the logarithm of the longest is enough.
    for _ in range(max(1, int(np.ceil(np.log2(wins.shape[-1]))))):
        reach = np.minimum(reach @ reach, 1.0)
    return np.asarray(reach > 0)


def _contradicted(wins: Array, ties: Array) -> NDArray[np.bool_]:
    """Tell for every fit whether some cycle of systems holds more wins than ties.

    Else systems can be set one step apart for every win and no more than a step for every tie; drawn apart
    without end, with ties of the same weight, such strengths fit better and better.
    """
    distance = np.where(wins > 0, -1.0, np.where(ties > 0, 1.0, np.inf))
    for middle in range(wins.shape[-1]):
        through = distance[:, :, middle, None] + distance[:, None, middle, :]
        # Floyd and Warshall; a negative cycle would fall without end, and its sign is all that is asked.
        distance = np.maximum(np.minimum(distance, through), -1e6)
    return np.asarray((np.diagonal(distance, axis1=1, axis2=2) < 0).any(axis=1))


def _finite(wins: Array, ties: Array, treatment: str) -> NDArray[np.bool_]:
    """Tell for every fit whether its maximum is finite."""
    wins, ties = _points(wins, ties, treatment)
    return _reaches(wins, ties).all(axis=(1, 2)) & (~ties.any(axis=(1, 2)) | _contradicted(wins, ties))


def _groups(systems: tuple[str, ...], reach: NDArray[np.bool_]) -> tuple[tuple[str, ...], ...]:
    """Return the groups within which chains lead both ways, those that reach most first."""
    both = reach & reach.T
    groups = {tuple(np.flatnonzero(row).tolist()) for row in both}
    order = sorted(groups, key=lambda group: (-int(reach[group[0]].sum()), group))
    return tuple(tuple(systems[number] for number in group) for group in order)


def fit_bradley_terry(preferences: Preferences, ties: str = "davidson", penalty: float = 0.0) -> BradleyTerry:
    """Fit the model; `ties` is "davidson", "rao-kupper", "half" or "drop".

    The penalty is that of a normal prior on log strengths: half the penalty times the sum of their squares. Where
    none is given and the maximum is not finite, it is 0.1, with a warning.
    """
    _check(ties, penalty)
    pairs = gather_pairs(preferences)
    wins, tied = cell_matrices(pairs.counts()[None, :], len(pairs.systems))
    if not wins.any():
        raise InputError(
            f"{preferences.path or 'the list of preferences'}: every judgement is a tie, so strengths cannot be "
            "estimated; rank by TrueSkill, which allows draws"
        )
    reach = _reaches(*_points(wins, tied, ties))[0]
    groups = _groups(pairs.systems, reach)
    if penalty == 0 and not _finite(wins, tied, ties)[0]:
        penalty = FALLBACK
        warnings.warn(_warning(groups, reach | reach.T), AssayWarning, stacklevel=2)
    fits = _newton(wins, tied, ties, np.array([penalty]))
    return BradleyTerry(
        systems=pairs.systems,
        strengths=fits.strengths[0],
        covariance=_covariance(fits, penalty),
        ties=ties,
        tie=float(np.exp(fits.tie[0])) if ties in ("davidson", "rao-kupper") else float("nan"),
        log_likelihood=float(fits.slope.value[0] + penalty * (fits.strengths[0] ** 2).sum() / 2),
        judgements=len(preferences),
        penalty=penalty,
        groups=groups,
    )


def _check(ties: str, penalty: float) -> None:
    if ties not in TIES:
        raise OptionError(f"ties={ties!r} is not recognised; choose from {', '.join(TIES)}")
    if not 0 <= penalty < np.inf:
        raise OptionError(f"penalty must be 0 or more, not {penalty:g}")


def _warning(groups: tuple[tuple[str, ...], ...], either: NDArray[np.bool_]) -> str:
    if len(groups) == 1:
        what = "all wins agree with one order of the systems, and only ties go against it"
    elif either.all():
        rest = ", ".join(name for group in groups[1:] for name in group)
        what = f"{', '.join(groups[0])} never lost to {rest}"
    else:
        what = "the comparison graph falls into groups without wins or ties in both directions: " + "; ".join(
            ", ".join(group) for group in groups
        )
    remedy = f"a penalty of {FALLBACK:g} is used. More judgements would help"
    return f"{what}. The strengths have no finite estimate; {remedy}"


def _covariance(fits: _Fits, penalty: float) -> Array:
    """Return the inverse of the information among log strengths that add up to 0."""
    systems = fits.strengths.shape[1]
    inverse = np.linalg.inv(fits.slope.information[0])[:systems, :systems]
    # The held mean adds a direction of its own to the inverse, which is no uncertainty of the strengths.
    return np.asarray(inverse - 1 / (systems * (1 + penalty)))


def rank_by_strength(
    preferences: Preferences,
    settings: Settings,
    unit: str = "judgement",
    *,
    ties: str = "davidson",
    penalty: float = 0.0,
    joint: bool = False,
) -> PreferenceRanking:
    """Rank systems by log strength, with bootstrap intervals, rank ranges and clusters.

    Draws without a finite maximum are fitted with the fallback penalty; a note counts them.
    """
    model = fit_bradley_terry(preferences, ties, penalty)
    pairs = gather_pairs(preferences, unit)
    wins, tied = cell_matrices(pairs.drawn(settings), len(pairs.systems))
    finite = _finite(wins, tied, ties)
    penalties = np.where(finite, model.penalty, model.penalty or FALLBACK)
    drawn = _newton(wins, tied, ties, penalties).strengths
    notes = [f"Bradley-Terry, ties: {ties}, penalty {model.penalty:g}"]
    if not finite.all():
        number = int((~finite).sum())
        notes.append(f"{number} of {len(finite)} resamples have no finite strengths without a penalty")
    return preference_ranking(
        pairs, "Bradley-Terry", model.strengths, drawn, settings, notes=notes, joint=joint
    )
