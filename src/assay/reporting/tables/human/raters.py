"""What there is to say of raters: verdicts and flags in words, tables, and the use they make of the scale."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from assay.human import Flag, RaterQuality, RaterStudy
from assay.human.raters.flags import ScaleUse, WithoutRaters
from assay.human.raters.planted import PlantedRecall
from assay.human.raters.quality import Quality
from assay.human.raters.rules import Ruling
from assay.reporting.blocks import Block, Figure, Heading, Listing, Prose, Table
from assay.reporting.columns import (
    figure_of,
    number,
    p_value,
    percent,
    table_of,
    text,
    texts,
)
from assay.reporting.tables.human.summary import p_digits

TEST_NAMES = {"signed-rank": "Wilcoxon signed-rank", "t": "paired t"}
VERDICTS = {
    "pass": "{} scored degraded items below their originals: {}.",
    "fail": "{} did not, though a careful rater would have: {}.",
    "not yet": "{} did not, but saw too few degraded items for a verdict: {}.",
    "no controls": "{} saw no degraded items: {}.",
}


def raters_report(study: RaterStudy, level: int = 1) -> list[Block]:
    """Report on the raters of a study: whom to trust, and why."""
    return [
        Heading("Raters", level),
        Listing("verdicts", "Control items", verdicts(study.quality)),
        Prose(check_words(study.quality)),
        rater_table(study.quality, study.flags, study.recalls, study.source),
        *([ruling_table(study.rulings)] if study.rulings else []),
        *([flag_table(study.flags)] if study.flags else []),
        scale_figure(study.use),
    ]


def verdicts(quality: Quality) -> tuple[str, ...]:
    """Say in words who passed, who failed, and of whom nothing can be said yet."""
    raters = {verdict: quality.of_verdict(verdict) for verdict in VERDICTS}
    return tuple(
        VERDICTS[verdict].format(f"{len(names)} of {len(quality.raters)} raters", _names(names))
        for verdict, names in raters.items()
        if names
    )


def _names(names: Sequence[str], most: int = 8) -> str:
    shown = ", ".join(names[:most])
    return f"{shown} and {len(names) - most} more" if len(names) > most else shown


def check_words(quality: Quality) -> str:
    """Say what was tested, at which level, and for which drop power is computed."""
    check = quality.check
    if math.isnan(quality.spread):
        return f"No rater has two degraded items with their originals; without one: {quality.unmatched}."
    return (
        f"Test: {TEST_NAMES[check.test]}, one-sided, passed at p ≤ {check.alpha:g}; {_drop_words(quality)}; "
        f'below a power of {check.power:g} the verdict is "not yet"; seed {check.seed}. Control items without an '
        f"original: {quality.unmatched}; rated again and superseded: {quality.superseded}."
    )


def _drop_words(quality: Quality) -> str:
    """Say for which drop power is computed, and where it comes from."""
    if math.isnan(quality.drop):
        return "one rater alone saw degraded items, so how far a careful rater's scores drop is unknown"
    if quality.drop == 0:
        return "most raters did not score degraded items lower, so no rater can be faulted for it"
    whose = (
        "as stated" if quality.check.drop else "the median of the raters' own, at most a fifth of the scale"
    )
    return f"power for a drop of {quality.drop:.1f} points ({whose}) with a standard deviation of {quality.spread:.1f}"


def rater_table(
    quality: Quality, flags: Sequence[Flag] = (), recalls: Sequence[PlantedRecall] = (), source: str = ""
) -> Table:
    """Make a table of raters: how much, how they scored, controls, verdict, flags and time."""
    shares = {recall.rater: recall.share for recall in recalls}
    check = quality.check

    def marked(rater: RaterQuality) -> float | None:
        share = shares.get(rater.rater)
        return None if share is None else share.estimate

    return table_of(
        "raters",
        f"Raters: {len(quality.raters)}",
        quality.raters,
        [
            text("rater"),
            number("ratings", "n", digits=0),
            number("mean", digits=1),
            number("sd", "SD", read="spread", digits=1),
            number("pairs", read="degraded.pairs", digits=0),
            number("drop", read="degraded.drop", digits=1),
            p_value(read="degraded.p_value"),
            number(
                "power",
                read=lambda rater: rater.degraded.power if rater.degraded.pairs else None,
                digits=power_digits(quality.raters, check.power),
            ),
            text("verdict"),
            percent(
                "below", read=lambda rater: rater.degraded.below and rater.degraded.below.estimate, digits=0
            ),
            percent("found", read=marked, digits=0),
            number("repeats", read="repeats.difference", digits=1),
            number("references", "reference mean", read="references.mean", digits=1),
            number("minutes", read=lambda rater: rater.seconds / 60, digits=1),
            text("flags", read=lambda rater: _kinds(flags, rater.rater)),
        ],
        notes=(
            source and f"source: {source}",
            "drop: mean of original minus degraded; power: of the test, for the stated drop",
            "below: share of degraded items scored below their originals; found: injected errors that were marked",
            "repeats: mean absolute difference of two ratings of one item; minutes: active time, pauses left out",
        ),
        facts={
            "scheme": quality.scheme,
            "test": check.test,
            "alpha": check.alpha,
            "drop": quality.drop,
            "spread": quality.spread,
            "power": check.power,
            "seed": check.seed,
            "unmatched": quality.unmatched,
            "superseded": quality.superseded,
        },
    )


def power_digits(raters: Sequence[RaterQuality], asked: float) -> int:
    """Return the digits that show whether every power is below the one that a verdict needs."""
    return p_digits([rater.degraded.power for rater in raters], asked, digits=2)


def _kinds(flags: Iterable[Flag], rater: str) -> str:
    return ", ".join(dict.fromkeys(flag.kind for flag in flags if flag.rater == rater))


def flag_table(flags: Sequence[Flag]) -> Table:
    """Make a table of flags, each with its evidence."""
    return table_of(
        "flags",
        f"Flags: {len(flags)}",
        flags,
        [
            text("rater"),
            text("flag", read="kind"),
            number("value", read=lambda flag: float(flag.value)),
            number("limit", read=lambda flag: float(flag.limit)),
            text("evidence"),
        ],
        notes=("a flag is a reason to look, not a verdict; report results with and without",),
    )


def ruling_table(rulings: Sequence[Ruling]) -> Table:
    """Make a table of what the rule of a campaign says of each rater."""
    passed = sum(ruling.verdict == "pass" for ruling in rulings)
    return table_of(
        "rulings",
        f"Rule {rulings[0].rule if rulings else ''}: {passed} of {len(rulings)} raters pass",
        rulings,
        [
            *texts("rater", "rule", "verdict"),
            number("pairs"),
            p_value(),
            text("reasons", read=lambda ruling: "; ".join(ruling.reasons)),
        ],
    )


def without_words(without: WithoutRaters) -> str:
    """Say what is left without some raters."""
    if not without.raters:
        return f"No rater was left out: {without.rows_left} judgements."
    return (
        f"Without {_names(without.raters)}: {without.rows_left} judgements are left, {without.rows_removed} were "
        f"removed, and {without.outputs_lost} outputs are left without a judgement."
    )


def scale_figure(use: Sequence[ScaleUse]) -> Figure:
    """Draw how each rater used the scale."""
    rows = [
        (rater.rater, low, high, count)
        for rater in use
        for low, high, count in zip(rater.edges[:-1], rater.edges[1:], rater.counts, strict=True)
    ]
    return figure_of(
        "histograms",
        "scale-figure",
        "Use of the scale by each rater, genuine items",
        rows,
        " ".join(map(_use_words, use)) or "There are no ratings.",
        data="scale-use",
        axis="score",
        upright="ratings",
    )


def _use_words(rater: ScaleUse) -> str:
    total = sum(rater.counts)
    if not total:
        return f"{rater.rater} scored no genuine item."
    most = max(range(len(rater.counts)), key=rater.counts.__getitem__)
    share, low, high = 100 * rater.counts[most] / total, rater.edges[most], rater.edges[most + 1]
    return f"{rater.rater}: {total} ratings, most ({share:.0f} %) from {low:g} to {high:g}."
