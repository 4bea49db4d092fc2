"""Which test suits the scores: a paired one where systems were judged on the same segments, else the rank-sum test.

A paired test of the mean asks what the ranking shows: whether one mean is higher. The signed-rank test asks it of the
middle of the differences, and one system's few grave errors against another's many small ones, of equal mean, are
"significant" to it. So `auto` takes approximate randomisation, and of many segments the t test, which is its limit.
"""

from __future__ import annotations

import math
import warnings
from dataclasses import replace

from assay.data import Scores
from assay.errors import AssayWarning
from assay.human.options import RankOptions
from assay.human.ratings.cautions import ENOUGH_SHARED, shared_segments
from assay.stats import PERMUTATION_DRAWS, Settings

MANY_UNITS = 20_000  # the t test and its randomisation give the same p-value here, and draws take minutes
SPARE = 2  # the smallest p-value that draws can give is so many times smaller than what Holm asks of it
ONE_SIDED = (
    "one-sided p-values in favour of whichever system leads double the false-positive rate (about "
    "10 % of pairs at 0.05); use them only to compare with published tables"
)


def warn_of_test(options: RankOptions, pairs: int) -> None:
    """Warn of p-values that are too small for what they are taken for, and of draws that are too few for any claim."""
    if options.one_sided:
        warnings.warn(f"test={options.test}: {ONE_SIDED}", AssayWarning, stacklevel=3)
    draws, alpha = options.chance.permutation_draws, options.chance.alpha
    family = 1 if options.correction == "none" else pairs
    if options.test == "permutation" and family / (draws + 1) >= alpha:
        warnings.warn(
            f"with {draws:,} draws no p-value can be below {1 / (draws + 1):.2g}, which is not significant "
            f"after correction for {pairs} pairs: use {math.ceil(SPARE * pairs / alpha):,} draws or more",
            AssayWarning,
            stacklevel=3,
        )


def choose_test(scores: Scores, options: RankOptions) -> tuple[RankOptions, str]:
    """Return the options with a test in place of `auto`, and why it was taken."""
    if options.test != "auto":
        return options, ""
    share, two, common = shared_segments(scores)[0]
    if share < ENOUGH_SHARED:
        why = f"{two[0]} and {two[1]} share {common} judged segments, fewer than half: no paired test"
        return replace(options, test="rank-sum"), why
    why = "every pair of systems shares judged segments, so they are compared on these"
    if len(scores.segments) > MANY_UNITS:
        return replace(options, test="t"), why
    return replace(options, test="permutation", chance=_enough_draws(scores, options)), why


def _enough_draws(scores: Scores, options: RankOptions) -> Settings:
    """Return draws enough for a p-value that stays small after the correction for so many pairs."""
    pairs = math.comb(len(scores.systems), 2)
    wanted = math.ceil(SPARE * pairs / options.chance.alpha)
    if options.chance.draws or wanted <= PERMUTATION_DRAWS:
        return options.chance
    return replace(options.chance, draws=wanted)
