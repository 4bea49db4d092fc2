"""How human scores came about: standardisations side by side, judges, what was left out, and the other models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import NormalDist

import numpy as np

from assay.data import Remark, Scores
from assay.human import VIEWS, Darr, Judge, MixedModel, ReadingTime, Share, ranks
from assay.reporting.blocks import Estimate, Head, Table, Value


def views_table(views: Mapping[str, Scores]) -> Table:
    """Show the means of systems under several standardisations, with their ranks, sorted by the first."""
    first = next(iter(views.values()))
    means = {
        mode: dict(zip(scores.systems, scores.means().tolist(), strict=True))
        for mode, scores in views.items()
    }
    ranks = {mode: _ranks(found) for mode, found in means.items()}
    order = sorted(first.systems, key=lambda name: ranks[next(iter(views))][name])
    rows: list[tuple[Value, ...]] = [
        (name, *(value for mode in views for value in (means[mode].get(name), ranks[mode].get(name))))
        for name in order
    ]
    turned = [mode for mode in views if [*sorted(order, key=lambda name: ranks[mode].get(name, 0))] != order]
    note = (
        f"the order differs under {', '.join(turned)}"
        if turned
        else "the order is the same under all of them"
    )
    heads = [
        head
        for mode in views
        for head in (
            Head(mode, align="right", digits=3 if mode.startswith("z") else 2, better="higher"),
            Head(f"rank.{mode}", label="rank", align="right"),
        )
    ]
    return Table(
        name="human-views",
        columns=(Head("system"), *heads),
        rows=tuple(rows),
        title="Means under different standardisations",
        notes=(
            note,
            *first.notes[:1],
            "z is in standard deviations of a judge, the others are points of the scale",
            *(one for mode, scores in views.items() for one in scores.notes if one.startswith(f"{mode}: ")),
            *(f"{mode}: no judge's scores vary, so there are none" for mode in VIEWS if mode not in views),
        ),
    )


def _ranks(means: Mapping[str, float]) -> dict[str, int]:
    known = {name: mean for name, mean in means.items() if not np.isnan(mean)}
    return {name: 1 + sum(other > mean for other in known.values()) for name, mean in known.items()}


def judges_table(judges: Sequence[Judge]) -> Table:
    """Show how every judge used the scale."""
    rows = [(one.rater, one.aspect, one.number, one.mean, one.deviation) for one in judges]
    return Table(
        name="human-judges",
        columns=(
            *(Head("rater"), Head("question"), Head("ratings", align="right")),
            *(Head("mean", align="right"), Head("sd", label="standard deviation", align="right")),
        ),
        rows=tuple(rows),
        title="Judges and their use of the scale",
        notes=("standard deviation with n - 1, over the items that standardisation looks at",),
    )


def remarks_table(remarks: Sequence[Remark]) -> Table:
    """Show what was left out or changed on the way from ratings to scores, with counts and the first place."""
    rows = [(one.kind, one.count, _first(one.places)) for one in remarks]
    return Table(
        name="human-remarks",
        columns=(Head("what"), Head("count", align="right"), Head("where")),
        rows=tuple(rows),
        title="Left out or changed on the way to the scores",
    )


def _first(places: Sequence[str]) -> str:
    return f"{places[0]}; …" if len(places) > 1 else "".join(places)


def mixed_table(model: MixedModel, alpha: float = 0.05, correction: str = "holm") -> Table:
    """Show the adjusted means of the mixed model with normal intervals of 1 - alpha, best first."""
    wide = NormalDist().inv_cdf(1 - alpha / 2)
    rows: list[tuple[Value, ...]] = [
        (
            one.system,
            Estimate(one.mean, one.mean - wide * one.error, one.mean + wide * one.error),
            *(one.error, one.rank_low, one.rank_high, one.cluster),
        )
        for one in ranks(model, alpha, correction)
    ]
    variances = (
        f"variances: raters {model.rater_variance:.4g}, segments {model.segment_variance:.4g}, "
        f"residual {model.residual_variance:.4g}"
    )
    return Table(
        name="human-mixed",
        columns=(
            Head("system"),
            Head("adjusted_mean", label="adjusted mean", align="right", better="higher"),
            Head("error", label="standard error", align="right", digits=3),
            *(
                Head(name, label=name.replace("_", " "), align="right")
                for name in ("best_rank", "worst_rank")
            ),
            Head("cluster", align="right"),
        ),
        rows=tuple(rows),
        title="Mixed model: score = system + (1 | rater) + (1 | segment)",
        notes=(
            f"{model.ratings} ratings, {model.raters} raters, {model.segments} segments; {model.method.upper()}",
            variances,
            f"intervals: {100 * (1 - alpha):g} %, for raters and segments like these; all systems share their doubt",
            f"ranks: Wald's tests of all pairs; correction: {correction}; significant below {alpha:g}",
            *model.notes,
        ),
        facts={
            "method": model.method,
            "log_likelihood": model.log_likelihood,
            "rater_variance": model.rater_variance,
            "segment_variance": model.segment_variance,
            "residual_variance": model.residual_variance,
        },
    )


def shares_table(shares: Sequence[Share]) -> Table:
    """Show the share of right answers by system and level, with all intervals, in per cent."""
    methods = list(dict.fromkeys(name for one in shares for name in one.intervals))
    rows: list[tuple[Value, ...]] = [
        (*(one.system, one.level, one.right, one.number), *(_interval(one, method) for method in methods))
        for one in shares
    ]
    return Table(
        name="human-shares",
        columns=(
            *(Head("system"), Head("level"), Head("right", align="right"), Head("answers", align="right")),
            *(Head(method, label=f"{method} %", align="right", digits=1) for method in methods),
        ),
        rows=tuple(rows),
        title="Right answers",
        notes=("report Wilson's interval; t may leave 0 to 100 and says nothing where all answers agree",),
    )


def _interval(one: Share, method: str) -> Estimate | None:
    found = one.intervals.get(method)
    return None if found is None else Estimate(100 * found.estimate, 100 * found.low, 100 * found.high)


def times_table(times: Sequence[ReadingTime]) -> Table:
    """Show how long readers took, system by system."""
    rows = [
        (one.system, one.number, one.median, one.trimmed, one.mean, one.words_per_minute, one.missing)
        for one in times
    ]
    names = ("median", "trimmed", "mean")
    return Table(
        name="human-times",
        columns=(
            *(Head("system"), Head("timed", align="right")),
            *(Head(name, label=f"{name} s", align="right", digits=1, better="lower") for name in names),
            Head("words_per_minute", label="words a minute", align="right", digits=0, better="higher"),
            Head("missing", label="without a time", align="right"),
        ),
        rows=tuple(rows),
        title="Reading time",
        notes=("trimmed: the mean without the longest and the shortest times",),
    )


def darr_table(found: Sequence[Darr]) -> Table:
    """Show how many pairs each threshold leaves."""
    rows = [(one.threshold, len(one.preferences), one.near, one.identical, one.pairs) for one in found]
    excluded = ", ".join(found[0].excluded) if found else ""
    return Table(
        name="human-darr",
        columns=(
            *(Head("threshold", align="right", digits=0), Head("pairs", label="daRR pairs", align="right")),
            Head("near", label="closer than that", align="right"),
            Head("identical", label="identical strings", align="right"),
            Head("judged", label="pairs judged", align="right"),
        ),
        rows=tuple(rows),
        title="Direct assessment to relative ranking",
        notes=(
            f"left out as human: {excluded or 'none'}; identical strings: {found[0].rule if found else 'keep'}",
            "difference of raw scores at least the threshold",
        ),
    )
