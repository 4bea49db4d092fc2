"""Every measure of agreement by its name, with what it is for; the tables of a whole study; agreement on order.

Measures for grades compare categories, and say nothing of use about a scale of a hundred points; measures for scores
take the size of differences into account. What is computed unless asked otherwise depends on how many different
values there are.

Agreement on order is derived from scores: every two outputs of one segment that two raters have both scored give a
comparison, in which each prefers one of them or has a tie. `share` counts comparisons in which both say the same,
`strict` those in which neither has a tie. Chance is as in WMT's ranking kappa, with each rater's own ties: both tie, or
both prefer the same side of two equally likely. Segments are resampled, for comparisons within one depend on each
other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from assay.data import Array, Judgements
from assay.errors import OptionError
from assay.human.agreement.coefficients import alpha_statistic, fleiss_kappa, icc_statistic, mean_kappa
from assay.human.agreement.correlation import mean_correlation
from assay.human.agreement.ratings import (
    Ratings,
    Statistic,
    drawn_unit,
    intervals,
    ratings_of,
    ratio,
    repeats_of,
    shared_items,
)
from assay.human.options import Resampled
from assay.human.raters.controls import is_genuine, joined, order, plain
from assay.stats import Interval, Settings

# 0 to 10: up to so many different values are grades, more are scores
FEW_VALUES = 11


@dataclass(frozen=True)
class Measure:
    """A measure of agreement: its words, whether it is for grades or scores, and how it is made from ratings."""

    summary: str
    kind: str  # "grades", "scores" or "both"
    statistic: Callable[[Ratings], Statistic]


MEASURES: Mapping[str, Measure] = {
    "kappa": Measure("Cohen's kappa, mean over pairs of raters", "grades", mean_kappa),
    "kappa-linear": Measure(
        "Cohen's kappa, linear weights", "grades", lambda ratings: mean_kappa(ratings, "linear")
    ),
    "kappa-quadratic": Measure(
        "Cohen's kappa, quadratic weights", "grades", lambda ratings: mean_kappa(ratings, "quadratic")
    ),
    "fleiss": Measure("Fleiss' kappa", "grades", fleiss_kappa),
    "alpha-nominal": Measure(
        "Krippendorff's alpha, nominal", "grades", partial(alpha_statistic, level="nominal")
    ),
    "alpha-ordinal": Measure(
        "Krippendorff's alpha, ordinal", "both", partial(alpha_statistic, level="ordinal")
    ),
    "alpha-interval": Measure(
        "Krippendorff's alpha, interval", "both", partial(alpha_statistic, level="interval")
    ),
    "alpha-ratio": Measure("Krippendorff's alpha, ratio", "asked", partial(alpha_statistic, level="ratio")),
    "icc-1": Measure("ICC(1,1), one-way", "both", partial(icc_statistic, form="1")),
    "icc-2": Measure("ICC(2,1), absolute agreement", "scores", partial(icc_statistic, form="2")),
    "icc-3": Measure("ICC(3,1), consistency", "scores", partial(icc_statistic, form="3")),
    "icc-1k": Measure("ICC(1,k), mean of k ratings", "asked", partial(icc_statistic, form="1k")),
    "icc-2k": Measure("ICC(2,k), mean of k raters", "asked", partial(icc_statistic, form="2k")),
    "icc-3k": Measure("ICC(3,k), mean of k raters", "asked", partial(icc_statistic, form="3k")),
    "pearson": Measure("Pearson, mean over pairs of raters", "scores", mean_correlation),
    "spearman": Measure(
        "Spearman, mean over pairs of raters", "scores", partial(mean_correlation, kind="spearman")
    ),
    "kendall": Measure(
        "Kendall's tau-b, mean over pairs", "scores", partial(mean_correlation, kind="kendall")
    ),
}


@dataclass(frozen=True)
class MeasuredAgreement:
    """One measure on one set of ratings."""

    measure: str
    interval: Interval
    raters: int
    items: int  # with two ratings or more
    ratings: int
    rater_pairs: int  # pairs of raters that share enough items


@dataclass(frozen=True)
class AgreementStudy:
    """Agreement between raters and of raters with themselves, by question, and what was left out."""

    settings: Settings
    resampled: Resampled
    between: Mapping[str, tuple[MeasuredAgreement, ...]]  # by question
    within: tuple[MeasuredAgreement, ...]  # repeats of all raters together
    left_out: int
    unscored: int


def suitable(ratings: Ratings) -> tuple[str, ...]:
    """Return the measures that suit the values: those for grades where there are few different ones."""
    wanted = "grades" if len(np.unique(ratings.value)) <= FEW_VALUES else "scores"
    return tuple(name for name, measure in MEASURES.items() if measure.kind in (wanted, "both"))


def measure_agreement(
    ratings: Ratings, settings: Settings, measures: Sequence[str] = ()
) -> tuple[MeasuredAgreement, ...]:
    """Return measures with intervals, those that suit the values unless named."""
    names = tuple(measures) or suitable(ratings)
    unknown = [name for name in names if name not in MEASURES]
    if unknown:
        raise OptionError(f"{unknown[0]!r} is not a measure of agreement; choose from {', '.join(MEASURES)}")
    paired, ratings = ratings.paired(), replace(ratings, threads=settings.threads)
    statistics = {name: MEASURES[name].statistic(ratings) for name in names}
    measured = intervals(statistics, ratings.cluster, settings, few=True)
    raters, items = len(np.unique(paired.rater)), int((ratings.counts() > 1).sum())
    pairs = len(shared_items(ratings))
    return tuple(MeasuredAgreement(name, measured[name], raters, items, len(paired), pairs) for name in names)


def study_agreement(
    judgements: Judgements,
    settings: Settings | None = None,
    *,
    measures: Sequence[str] = (),
    resampled: Resampled = "auto",
) -> AgreementStudy:
    """Measure agreement between raters for every question, and of raters with themselves where items repeat."""
    settings, resampled = settings or Settings(), drawn_unit(judgements, resampled)
    aspects = [judgements.aspect.names[number] for number in np.unique(judgements.aspect.index)]
    rated = {aspect: ratings_of(judgements, aspect=aspect, resampled=resampled) for aspect in aspects}
    between = {
        aspect: measure_agreement(ratings, settings, measures)
        for aspect, ratings in rated.items()
        if len(ratings.paired())
    }
    again = repeats_of(judgements)
    within = measure_agreement(again, settings, measures) if again.items > 1 else ()
    return AgreementStudy(
        settings,
        resampled,
        between,
        within,
        sum(ratings.left_out for ratings in rated.values()),
        sum(ratings.unscored for ratings in rated.values()),
    )


Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class PreferenceAgreement:
    """How far orders agree, over all pairs of raters; all counts are of comparisons."""

    share: Interval
    strict: Interval
    kappa: Interval
    comparisons: int
    same: int
    opposite: int
    one_tie: int
    both_tie: int
    segments: int


def preference_agreement(judgements: Judgements, settings: Settings | None = None) -> PreferenceAgreement:
    """Compare the orders of every two raters."""
    counts = _counts(judgements)
    strict, opposite, one_tie, both = counts.sum(axis=0)
    measured = intervals(
        {
            "share": lambda drawn: _share(drawn @ counts),
            "strict": lambda drawn: _strict(drawn @ counts),
            "kappa": lambda drawn: _kappa(drawn @ counts),
        },
        np.arange(len(counts)),
        settings or Settings(),
    )
    return PreferenceAgreement(
        measured["share"],
        measured["strict"],
        measured["kappa"],
        int(counts.sum()),
        int(strict),
        int(opposite),
        int(one_tie),
        int(both),
        len(counts),
    )


def _share(sums: Array) -> Array:
    return ratio(sums[:, 0] + sums[:, 3], sums.sum(axis=1))


def _strict(sums: Array) -> Array:
    return ratio(sums[:, 0], sums[:, 0] + sums[:, 1])


def _kappa(sums: Array) -> Array:
    every = sums.sum(axis=1)
    ties = ratio(sums[:, 2] + 2 * sums[:, 3], 2 * every)  # of all raters together: nobody is first
    chance = ties**2 + (1 - ties) ** 2 / 2
    return np.where(chance < 1 - 1e-12, ratio(_share(sums) - chance, 1 - chance), np.nan)


def _counts(judgements: Judgements) -> Array:
    """Return for every segment: same order, opposite, a tie of one only, both tie."""
    rater, segment, system, score = _scored(judgements)
    groups = np.split(np.arange(len(score)), np.flatnonzero(np.diff(segment)) + 1) if len(score) else []
    counts = [_segment(rater[rows], system[rows], score[rows]) for rows in groups]
    compared = np.array([row for row in counts if row is not None], dtype=np.float64)
    return compared.reshape(-1, 4)


def _scored(judgements: Judgements) -> tuple[Numbers, Numbers, Numbers, Array]:
    """Return first ratings sorted by segment: rater, segment, system, score."""
    rows = np.flatnonzero(is_genuine(judgements) & np.isfinite(judgements.score))
    rows = rows[np.argsort(order(judgements)[rows], kind="stable")]
    document = [] if judgements.document is None else [plain(judgements.document)]
    segment = joined(plain(judgements.segment), judgements.aspect, *document)[rows]
    system, rater = judgements.system.index[rows], judgements.rater.index[rows]
    raters, systems = len(judgements.rater.names), len(judgements.system.names)
    first = np.unique((segment.astype(np.int64) * raters + rater) * systems + system, return_index=True)[1]
    return (
        rater[first].astype(np.int64),
        segment[first],
        system[first].astype(np.int64),
        judgements.score[rows][first],
    )


def _segment(rater: Numbers, system: Numbers, score: Array) -> Array | None:
    """Count the comparisons of one segment; nothing where no two raters share two systems."""
    raters, row = np.unique(rater, return_inverse=True)
    systems, column = np.unique(system, return_inverse=True)
    table = np.full((len(raters), len(systems)), np.nan)
    table[row, column] = score
    first_system, second_system = np.triu_indices(len(systems), 1)
    signs = table[:, first_system] - table[:, second_system]
    better, worse, tied = (signs > 0).sum(axis=0), (signs < 0).sum(axis=0), (signs == 0).sum(axis=0)
    same = better * (better - 1) + worse * (worse - 1)
    total = np.array(
        [
            same.sum() / 2,
            (better * worse).sum(),
            (tied * (better + worse)).sum(),
            (tied * (tied - 1)).sum() / 2,
        ]
    )
    return total if total.any() else None
