"""TrueSkill as WMT ranked systems with it from 2014 to 2016 (Sakaguchi, Post and Van Durme 2014).

Skills start at mean 0 with a standard deviation of 0.5; beta is 0.5 (N + 1) / 40 for N judgements, so that one game
moves little; a draw has probability 0.25. A run draws the judgements anew and plays N + 1 games: the system of the
largest variance against one drawn by exp(-|difference of means|), on one of their judgements. The score is the mean
over 1000 runs. We depart in two places: a pair without a judgement is never drawn (the original stops there), and
ratios of the normal distribution are taken from their series where it underflows.
"""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass

import numpy as np

from assay.data import Array, Preferences
from assay.errors import AssayWarning, OptionError
from assay.human.preferences.wins import JudgedPairs, PreferenceRanking, gather_pairs, preference_ranking
from assay.kernel import Tournament, trueskill_games, trueskill_runs
from assay.stats import Settings


@dataclass(frozen=True)
class TrueSkill:
    """The options of TrueSkill; `None` leaves beta and the number of games to the number of judgements."""

    mean: float = 0.0
    sigma: float = 0.5
    beta: float | None = None
    tau: float = 0.0
    draw_probability: float = 0.25
    games: int | None = None

    def __post_init__(self) -> None:
        """Refuse what no skill can have."""
        if not self.sigma > 0 or not (self.beta is None or self.beta > 0):
            raise OptionError("sigma and beta must be above 0")
        if not 0 < self.draw_probability < 1:
            raise OptionError(f"draw_probability must lie between 0 and 1, not {self.draw_probability:g}")
        if not self.tau >= 0 or not (self.games is None or self.games >= 0):
            raise OptionError("tau and games must be 0 or more")

    def tournament(self, judgements: int) -> Tournament:
        """Return the numbers that the kernel works with, for so many judgements."""
        # (N + 1) / 40 and N + 1 games are those of the WMT scripts; see above.
        beta = self.sigma * (judgements + 1) / 40 if self.beta is None else self.beta
        games = judgements + 1 if self.games is None else self.games
        return Tournament(self.mean, self.sigma**2, beta, self.margin(beta), self.tau**2, games)

    def margin(self, beta: float) -> float:
        """Return how far apart two performances may be to be a draw still."""
        from scipy.special import ndtri

        return float(ndtri((1 + self.draw_probability) / 2)) * math.sqrt(2) * beta


@dataclass(frozen=True)
class Skill:
    """What is believed of a system: a mean and a variance."""

    mean: float
    variance: float


def skills(preferences: Preferences, options: TrueSkill) -> dict[str, Skill]:
    """Return the skills after all judgements were played once, in their order, as a game server would.

    The result depends on the order; `rank_by_trueskill` does not.
    """
    tournament = options.tournament(len(preferences))
    start = (
        np.full(len(preferences.systems), tournament.mean),
        np.full(len(preferences.systems), tournament.variance),
    )
    games = preferences.first, preferences.second, preferences.outcome
    means, variances = trueskill_games(games, tournament.beta, tournament.margin, tournament.drift, start)
    believed = zip(preferences.systems, means.tolist(), variances.tolist(), strict=True)
    return {name: Skill(mean, variance) for name, mean, variance in believed}


def update(
    winner: Skill, loser: Skill, options: TrueSkill, *, beta: float, draw: bool = False
) -> tuple[Skill, Skill]:
    """Return both skills after one game; of a draw, it does not matter who is called the winner."""
    games = (
        np.zeros(1, dtype=np.int32),
        np.ones(1, dtype=np.int32),
        np.array([0 if draw else 1], dtype=np.int8),
    )
    start = np.array([winner.mean, loser.mean]), np.array([winner.variance, loser.variance])
    means, variances = trueskill_games(games, beta, options.margin(beta), options.tau**2, start)
    return Skill(float(means[0]), float(variances[0])), Skill(float(means[1]), float(variances[1]))


def _means(pairs: JudgedPairs, tournament: Tournament, settings: Settings) -> Array:
    if settings.sample != "full":
        raise OptionError(f"sample={settings.sample} is not available for TrueSkill; use full")
    draws, seed = settings.bootstrap_draws, settings.seed
    return trueskill_runs(pairs.cells, tournament, draws, seed, threads=settings.threads)[0]


def rank_by_trueskill(
    preferences: Preferences,
    settings: Settings,
    unit: str = "judgement",
    options: TrueSkill | None = None,
    *,
    joint: bool = False,
) -> PreferenceRanking:
    """Rank systems by their mean skill over all runs, with rank ranges and clusters.

    The interval is that of single runs; it also holds the chance of which games were played.
    """
    chosen = options or TrueSkill()
    pairs = gather_pairs(preferences, unit)
    tournament = chosen.tournament(len(preferences))
    means = _means(pairs, tournament, settings)
    note = (
        f"TrueSkill: sigma {chosen.sigma:g}, beta {tournament.beta:.6g}, tau {chosen.tau:g}, "
        f"draw probability {chosen.draw_probability:g}, {tournament.games:,} games a run"
    )
    notes = (note, *_unmet(pairs))
    return preference_ranking(
        pairs, "TrueSkill", means.mean(axis=0), means, settings, notes=notes, joint=joint
    )


def _unmet(pairs: JudgedPairs) -> list[str]:
    """Warn of pairs without a judgement: whom a system was judged against then decides which games it plays."""
    met = np.asarray(pairs.counts().reshape(-1, 3).sum(axis=1) > 0)
    if met.all():
        return []
    words = (
        f"{int((~met).sum())} of {len(met)} pairs of systems have no judgement; TrueSkill uses other pairs "
        "instead, which can put systems in the wrong order: compare with Bradley-Terry"
    )
    warnings.warn(words, AssayWarning, stacklevel=3)
    return [words]
