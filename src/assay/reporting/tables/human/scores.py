"""How human scores came about: standardisations side by side, judges, what was left out, and the other models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from assay.data import READING, Remark, Scores
from assay.human import TASTES, MixedModel, RatingsRanking, Share, rank_by_model
from assay.human.ratings.proportions import ReadingTime
from assay.human.ratings.scoring import VIEWS
from assay.human.ratings.standardise import JudgeScale
from assay.reporting.blocks import Block, Estimate, Prose, Table, Value
from assay.reporting.columns import (
    estimate,
    number,
    number_head,
    several,
    table_of,
    text,
    texts,
)

MODEL_TERMS = "system + (1 | rater) + (1 | segment) + (1 | rater × system)"
MOST_REMARKS = 2  # that a summary names
RANKS = (
    number("best_rank", "best rank", read="rank_low"),
    number("worst_rank", "worst rank", read="rank_high"),
    number("cluster"),
)


def scores_blocks(ranking: RatingsRanking) -> list[Block]:
    """Show the same ratings under several standardisations, the judges, and what a model makes of both."""
    options, scored = ranking.options, ranking.scored
    unfitted = (
        f"No mixed model: there are {scored.ratings:,} ratings, and it is fitted to {options.most_fitted:,}."
    )
    several_raters = len(scored.rater_means.raters) > 1
    return [
        *([views_table(ranking.views)] if ranking.views else []),
        *([judges_table(scored.judges)] if scored.judges else []),
        *([shares_table(ranking.shares, options.chance.confidence)] if ranking.shares else []),
        *([times_table(ranking.times)] if ranking.times else []),
        *([mixed_table(ranking.model, options.chance.alpha, options.correction)] if ranking.model else []),
        *([Prose(unfitted)] if several_raters and not ranking.model else []),
    ]


def views_table(views: Mapping[str, Scores]) -> Table:
    """Show the means of systems under several standardisations, with their ranks, sorted by the first."""
    first = next(iter(views.values()))
    means = {
        mode: dict(zip(scores.systems, scores.means().tolist(), strict=True))
        for mode, scores in views.items()
    }
    ranks = {mode: ranks_of(by_system) for mode, by_system in means.items()}
    order = sorted(first.systems, key=lambda name: ranks[next(iter(views))][name])
    turned = [mode for mode in views if sorted(order, key=lambda name: ranks[mode].get(name, 0)) != order]
    heads = [
        head
        for mode in views
        for head in (
            number_head(mode, digits=3 if mode.startswith("z") else 2, better="higher"),
            number_head(f"rank.{mode}", "rank"),
        )
    ]

    def both(name: str) -> list[Value]:
        return [cell for mode in views for cell in (means[mode].get(name), ranks[mode].get(name))]

    return table_of(
        "human-views",
        "Means under different standardisations",
        order,
        [text("system", read=str), several(heads, read=both)],
        notes=(
            f"the order differs under {', '.join(turned)}"
            if turned
            else "the order is the same under all of them",
            *first.notes[:1],
            "z is in standard deviations of a rater, the others in points of the scale",
            *(
                note
                for mode, scores in views.items()
                for note in scores.notes
                if note.startswith(f"{mode}: ")
            ),
            *(f"{mode}: no rater's scores vary, so there are none" for mode in VIEWS if mode not in views),
        ),
    )


def ranks_of(means: Mapping[str, float]) -> dict[str, int]:
    """Return every system's rank, 1 for the highest mean; equal means share the better rank."""
    known = {name: mean for name, mean in means.items() if not np.isnan(mean)}
    return {name: 1 + sum(other > mean for other in known.values()) for name, mean in known.items()}


def judges_table(judges: Sequence[JudgeScale]) -> Table:
    """Show how every judge used the scale."""
    return table_of(
        "human-judges",
        "Raters and their use of the scale",
        judges,
        [
            text("rater"),
            text("question", read="aspect"),
            number("ratings", read="number"),
            number("mean"),
            number("sd", "standard deviation", read="deviation"),
        ],
        notes=("standard deviation with n - 1, over the items that standardisation looks at",),
    )


def remarks_table(remarks: Sequence[Remark]) -> Table:
    """Show what was left out or changed on the way from ratings to scores, with counts and the first place."""
    return table_of(
        "human-remarks",
        "Left out or changed on the way to the scores",
        remarks,
        [
            text("what", read="kind"),
            number("count"),
            text("where", read=lambda remark: _first(remark.places)),
        ],
    )


def remarks_in_short(remarks: Sequence[Remark]) -> list[str]:
    """Say in a sentence what was left out or changed, with counts; how a file was read is said elsewhere."""
    told = [f"{remark.kind} ({remark.count:,})" for remark in remarks if remark.kind != READING]
    if not told:
        return []
    more = f" and {len(told) - MOST_REMARKS} more (--show remarks)" if len(told) > MOST_REMARKS else ""
    return [f"On the way to the scores: {'; '.join(told[:MOST_REMARKS])}{more}."]


def _first(places: Sequence[str]) -> str:
    return f"{places[0]}; …" if len(places) > 1 else "".join(places)


def mixed_table(model: MixedModel, alpha: float = 0.05, correction: str = "holm") -> Table:
    """Show the adjusted means of the mixed model with Student's intervals of 1 - alpha, best first."""
    errors = dict(zip(model.systems, model.errors.tolist(), strict=True))
    tastes = model.effect(TASTES)
    of_tastes = f"raters × systems {tastes.variance:.4g}, " if tastes else ""
    return table_of(
        "human-mixed",
        f"Mixed model: score = {MODEL_TERMS if tastes else 'system + (1 | rater) + (1 | segment)'}",
        rank_by_model(model, alpha, correction),
        [
            text("system"),
            estimate("adjusted_mean", "adjusted mean", read="score", better="higher"),
            number("error", "standard error", read=lambda standing: errors[standing.system], digits=3),
            *RANKS,
        ],
        notes=(
            f"{model.ratings} ratings, {model.raters} raters, {model.segments} segments; {model.method.upper()}",
            f"variances: raters {model.rater_variance:.4g}, segments {model.segment_variance:.4g}, "
            f"{of_tastes}residual {model.residual_variance:.4g}",
            f"intervals: {100 * (1 - alpha):g} %, for raters and segments like these; the uncertainty about "
            "raters and segments is common to all systems",
            f"ranks: t tests of all pairs; correction: {correction}; significant below {alpha:g}",
            *model.notes,
        ),
        facts={
            "method": model.method,
            "log_likelihood": model.log_likelihood,
            "rater_variance": model.rater_variance,
            "segment_variance": model.segment_variance,
            **({"taste_variance": tastes.variance} if tastes else {}),
            "residual_variance": model.residual_variance,
        },
    )


def shares_table(shares: Sequence[Share], confidence: float = 0.95) -> Table:
    """Show the share of right answers by system and level, with all intervals, in per cent."""
    methods = list(dict.fromkeys(name for share in shares for name in share.intervals))
    return table_of(
        "human-shares",
        f"Right answers, {100 * confidence:g} % intervals",
        shares,
        [
            *texts("system", "level"),
            number("right"),
            number("answers", read="number"),
            several(
                [number_head(method, f"{method} %", digits=1) for method in methods],
                read=lambda share: [_interval(share, method) for method in methods],
            ),
        ],
        notes=(
            "report Wilson's interval; the t interval may leave 0 to 100 and has no width if all answers agree",
        ),
    )


def _interval(share: Share, method: str) -> Estimate | None:
    bounds = share.intervals.get(method)
    return None if bounds is None else Estimate(100 * bounds.estimate, 100 * bounds.low, 100 * bounds.high)


def times_table(times: Sequence[ReadingTime]) -> Table:
    """Show how long readers took, system by system."""
    return table_of(
        "human-times",
        "Reading time",
        times,
        [
            text("system"),
            number("timed", read="number"),
            *(number(name, f"{name} s", digits=1, better="lower") for name in ("median", "trimmed", "mean")),
            number("words_per_minute", "words per minute", digits=0, better="higher"),
            number("missing", "without a time"),
        ],
        notes=("trimmed: the mean without the longest and the shortest times",),
    )
