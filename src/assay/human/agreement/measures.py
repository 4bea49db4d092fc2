"""Every measure of agreement by its name, with what it is for; and the tables of a whole study.

Measures for grades compare categories, and say nothing of use about a scale of a hundred points; measures for scores
take the size of differences into account. What is computed unless asked otherwise depends on how many different
values there are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from assay.data import Judgements
from assay.errors import OptionError
from assay.human.agreement.bootstrap import Statistic, intervals
from assay.human.agreement.cohen import mean_kappa
from assay.human.agreement.correlation import mean_correlation
from assay.human.agreement.fleiss import fleiss_kappa
from assay.human.agreement.icc import icc_statistic
from assay.human.agreement.krippendorff import alpha_statistic
from assay.human.agreement.pairs import shared_items
from assay.human.agreement.ratings import Ratings, Resampled, ratings_of, repeats_of
from assay.stats import Interval, Settings

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
class Agreement:
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
    between: Mapping[str, tuple[Agreement, ...]]  # by question
    within: tuple[Agreement, ...]  # repeats of all raters together
    left_out: int
    unscored: int


def suitable(ratings: Ratings) -> tuple[str, ...]:
    """Return the measures that suit the values: those for grades where there are few different ones."""
    wanted = "grades" if len(np.unique(ratings.value)) <= FEW_VALUES else "scores"
    return tuple(name for name, measure in MEASURES.items() if measure.kind in (wanted, "both"))


def measure_agreement(
    ratings: Ratings, settings: Settings, measures: Sequence[str] = ()
) -> tuple[Agreement, ...]:
    """Return measures with intervals, those that suit the values unless named."""
    names = tuple(measures) or suitable(ratings)
    unknown = [name for name in names if name not in MEASURES]
    if unknown:
        raise OptionError(f"{unknown[0]!r} is no measure of agreement; there are {', '.join(MEASURES)}")
    paired = ratings.paired()
    statistics = {name: MEASURES[name].statistic(ratings) for name in names}
    found = intervals(statistics, ratings.cluster, settings)
    raters, items = len(np.unique(paired.rater)), int((ratings.counts() > 1).sum())
    pairs = len(shared_items(ratings))
    return tuple(Agreement(name, found[name], raters, items, len(paired), pairs) for name in names)


def study_agreement(
    judgements: Judgements,
    settings: Settings | None = None,
    *,
    measures: Sequence[str] = (),
    resampled: Resampled = "item",
) -> AgreementStudy:
    """Measure agreement between raters for every question, and of raters with themselves where items repeat."""
    settings = settings or Settings()
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
