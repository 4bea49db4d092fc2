"""How many judgements it takes to tell the leading system from another, from the spread of those that there are.

The standard error of a difference falls with the square root of the units judged (segments, or documents), so so many
units are needed that the difference is z(1 - alpha / 2) + z(power) standard errors (Card et al. 2020); alpha is shared
among all pairs where the correction is Holm's. For preferences it is the sign test of decided pairs, in the same way.
The observed difference is itself uncertain: if the true one is half as large, four times as many are needed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

from assay.comparison import Comparison
from assay.human.options import POWER, RankOptions
from assay.human.preferences.wins import PairTest, PreferenceRanking
from assay.human.ratings.ranking import SystemRanking
from assay.stats import t_value

NORMAL = NormalDist()
# Units from which on the interval of a comparison is one of draws, not Student's
MANY_DRAWN = 30


@dataclass(frozen=True)
class Needed:
    """What it takes to tell two systems apart: units judged so far, and in all."""

    first: str
    second: str
    difference: (
        # Observed, first minus second; of preferences the share of decided pairs won, less one half
        float
    )
    planned: float  # the difference that is planned for
    # The smallest difference that the units judged so far find with this power
    detectable: float
    units: int
    enough: int | None  # units in all; None where the planned difference is 0
    # Further ratings of both systems, at as many an output as there are
    ratings: int | None
    significant: bool


def needed_for_means(
    ranking: SystemRanking, options: RankOptions, ratings: float, *, raters_decide: bool = False
) -> tuple[Needed, ...]:
    """Return what it takes to tell the leading system from each other; `ratings` are those of an output, on average.

    Where the raters decide what can be told, no number of units is given.
    """
    pairs = {frozenset((pair.first, pair.second)): pair for pair in ranking.comparisons}
    leader = ranking.systems[0]
    rows = []
    for other in ranking.systems[1:]:
        pair = pairs[frozenset((leader, other))]
        difference = abs(pair.difference)
        error = math.nan if raters_decide else _error(pair, ranking.options.chance.confidence)
        planned = options.difference or difference
        detectable = _reach(options, len(pairs)) * error
        enough = _enough(pair.units, detectable, planned)
        if enough is not None and pair.basis.signs:
            enough = max(enough, _least_units(options, len(pairs)))
        each = ratings * (1 if ranking.unit.unit == "segment" else ranking.segments / pair.units)
        more = None if enough is None else round(2 * each * max(0, enough - pair.units))
        significant = pair.significant(ranking.options.chance.alpha)
        rows.append(
            Needed(leader, other, difference, planned, detectable, pair.units, enough, more, significant)
        )
    return tuple(rows)


def _error(pair: Comparison, confidence: float) -> float:
    """Return the standard error that the interval of a difference was made from."""
    resampled = pair.draws and pair.units >= MANY_DRAWN
    times = NORMAL.inv_cdf((1 + confidence) / 2) if resampled else t_value(confidence, pair.units - 1)
    return (pair.high - pair.low) / 2 / times


def _least_units(options: RankOptions, pairs: int) -> int:
    """Return the units without which signs of units cannot reach a p-value as small as the correction asks for."""
    return 1 + math.ceil(math.log2(_family(options, pairs) / options.chance.alpha))


def _family(options: RankOptions, pairs: int) -> int:
    return pairs if options.correction == "holm" else 1


def _reach(options: RankOptions, pairs: int) -> float:
    """Return how many standard errors a difference must be, to be significant with the power that is asked for."""
    alpha = options.chance.alpha / _family(options, pairs)
    return NORMAL.inv_cdf(1 - alpha / 2) + NORMAL.inv_cdf(POWER)


def _enough(units: int, detectable: float, planned: float) -> int | None:
    """Return the units that make the planned difference as large as the one that is found."""
    if not planned or not math.isfinite(detectable):
        return None
    return max(2, math.ceil(units * (detectable / planned) ** 2))


def needed_for_preferences(
    ranking: PreferenceRanking, tests: tuple[PairTest, ...], options: RankOptions
) -> tuple[Needed, ...]:
    """Return how many units it takes for the sign test to tell the leading system from each other."""
    leader, rows = ranking.systems[0], []
    reach = _reach(options, len(tests))
    for test in tests:
        if leader not in (test.first, test.second):
            continue
        decided, units = test.wins + test.losses, test.wins + test.losses + test.ties
        if not decided:
            continue
        ahead = test.wins if test.first == leader else test.losses
        share = ahead / decided - 0.5
        planned = options.difference or abs(share)
        detectable = reach * 0.5 / math.sqrt(decided)
        enough = _enough(units, detectable, planned)
        if enough is not None:
            # A sign test of so few decided units cannot be significant.
            enough = max(enough, math.ceil(_least_units(options, len(tests)) * units / decided))
        other = test.second if test.first == leader else test.first
        significant = test.adjusted < options.chance.alpha and share > 0
        rows.append(Needed(leader, other, share, planned, detectable, units, enough, None, significant))
    place = {name: number for number, name in enumerate(ranking.systems)}
    return tuple(sorted(rows, key=lambda row: place[row.second]))
