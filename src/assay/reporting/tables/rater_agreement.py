"""Agreement of raters as blocks: measures with intervals, each rater against the rest, spans, order, and time."""

from __future__ import annotations

from collections.abc import Sequence

from assay.human import (
    MEASURES,
    PARTS,
    AgainstRest,
    Agreement,
    AgreementStudy,
    OverTime,
    PreferenceAgreement,
    RaterStudy,
    SpanAgreement,
)
from assay.reporting.blocks import (
    Block,
    Estimate,
    Fact,
    Figure,
    Head,
    Heading,
    Listing,
    Prose,
    Table,
    Value,
    drawn,
)
from assay.stats import Interval, Settings

FEWEST_PAIRS = 10  # in the first and the last third, before a trend is claimed
SPAN_RULES = {
    "character": "code points",
    "severity": "code points, half where severities differ",
    "weighted": "code points, weighted by severity",
    "exact": "same start and end",
    "exact-severity": "same start, end and severity",
}


def agreement_blocks(study: RaterStudy) -> list[Block]:
    """Report on agreement; what has nothing to rest on is left out, and said."""
    found = study.agreement
    blocks: list[Block] = [Heading("Agreement", level=2)]
    if found.between or found.within:
        blocks.append(agreement_table(found))
    else:
        blocks.append(
            Prose("No item was rated twice, by two raters or by one: there is no agreement to measure.")
        )
    blocks += [rest_table(study.rest, found.settings)] if study.rest else []
    blocks += [span_table(study.spans, found.settings)] if study.spans and study.spans.outputs else []
    blocks += [order_table(study.preferences, found.settings)] if study.preferences.comparisons else []
    for one in study.over_time:
        if one.pairs:
            blocks += [Listing(f"over-time-{one.kind}", _TIME_TITLES[one.kind], time_words(one))]
            blocks += [time_table(one), time_figure(one)]
    return blocks


def estimated(interval: Interval) -> Value:
    """Return an interval as the value of a cell; nothing where it is not defined."""
    if interval.estimate != interval.estimate:
        return None
    return Estimate(interval.estimate, interval.low, interval.high)


def agreement_table(study: AgreementStudy) -> Table:
    """Make a table of measures, between raters for every question and within raters."""
    groups: list[tuple[str, tuple[Agreement, ...]]] = [
        (f"between raters, {aspect}" if aspect else "between raters", measured)
        for aspect, measured in study.between.items()
    ]
    groups += [("within raters (repeats)", study.within)] if study.within else []
    rows = [
        (
            name,
            one.measure,
            MEASURES[one.measure].summary,
            estimated(one.interval),
            one.raters,
            one.items,
            one.ratings,
        )
        for name, measured in groups
        for one in measured
    ]
    counts = (Head(name, align="right") for name in ("raters", "items", "ratings"))
    return Table(
        "agreement",
        (Head("what"), Head("measure"), Head("summary"), Head("value", align="right", digits=3), *counts),
        tuple(rows),
        title=f"Agreement, {_confidence(study.settings)} intervals",
        notes=(
            f"{_drawn(study.settings)}, drawn by {study.resampled}",
            f"ratings of an item by a rater who had rated it before: {study.left_out} left out; "
            f"without a score: {study.unscored}",
            "a dash: not defined, because nothing varies or no item was rated by all",
        ),
        facts=_facts(study.settings) | {"resampled": study.resampled, "left_out": study.left_out},
    )


def rest_table(rest: Sequence[AgainstRest], settings: Settings) -> Table:
    """Make a table of each rater's correlation with the mean of the others."""
    rows = [(one.rater, one.items, estimated(one.correlation)) for one in rest]
    heads = (Head("rater"), Head("items", align="right"), Head("correlation", align="right"))
    title = f"Each rater against the mean of the others, Pearson, {_confidence(settings)} intervals"
    return Table("rest", heads, tuple(rows), title=title, notes=(_drawn(settings),), facts=_facts(settings))


def span_table(spans: SpanAgreement, settings: Settings) -> Table:
    """Make a table of F1 of spans by every rule."""
    rows = [(name, SPAN_RULES[name], estimated(one)) for name, one in spans.f1.items()]
    return Table(
        "spans",
        (Head("rule"), Head("counts"), Head("f1", label="F1", align="right", digits=3)),
        tuple(rows),
        title=f"Marked errors: {spans.outputs} outputs, {spans.pairs} pairs of raters, {spans.spans} spans",
        notes=(
            f"{_drawn(settings)}, drawn by output",
            f"without a place, so in the exact rules only: {spans.placeless}; planted tests left out: "
            f"{spans.planted}; of a severity without a weight, taken as 1: {spans.unweighted}",
        ),
        facts=_facts(settings),
    )


def order_table(found: PreferenceAgreement, settings: Settings) -> Table:
    """Make a table of agreement on the order of two outputs."""
    rows = (
        ("share", "same order or both tie", estimated(found.share)),
        ("strict", "same order, where neither has a tie", estimated(found.strict)),
        ("kappa", "share, less what chance and ties give", estimated(found.kappa)),
    )
    counts = f"{found.same} the same, {found.opposite} opposite, {found.one_tie} one tie, {found.both_tie} both tie"
    return Table(
        "order",
        (Head("measure"), Head("counts"), Head("value", align="right", digits=3)),
        rows,
        title=f"Order of two outputs: {found.comparisons} comparisons in {found.segments} segments",
        notes=(f"{counts}", f"{_drawn(settings)}, drawn by segment"),
        facts=_facts(settings) | {"comparisons": found.comparisons},
    )


_TIME_TITLES = {
    "within": "Do raters come to agree with themselves?",
    "between": "Do raters come to agree with each other?",
}


def time_words(one: OverTime) -> tuple[str, ...]:
    """Say whether disagreement falls as raters go on, and whether it has to do with the time spent."""
    slope, seconds = one.slope, one.seconds
    words = [
        f"Disagreement changes by {slope.estimate:+.1f} points from the first item to the last "
        f"[{slope.low:.1f}, {slope.high:.1f}]: {_trend(one)}."
    ]
    if seconds is not None:
        words.append(
            f"Disagreement and seconds spent have a rank correlation of {seconds.estimate:+.2f} "
            f"[{seconds.low:.2f}, {seconds.high:.2f}]: {_relation(seconds)}."
        )
    if not one.timed:
        words.append(
            "No times are known: the sequence is that of the rows, which need not be that of the work."
        )
    return tuple(words)


def _trend(one: OverTime) -> str:
    slope, fewest = one.slope, min(one.parts[0].pairs, one.parts[-1].pairs)
    if fewest < FEWEST_PAIRS:
        return f"the first or the last third has only {fewest} pairs, too few to tell"
    falls, rises = ("raters improve", "raters get worse") if one.timed else ("it falls", "it rises")
    if slope.high < 0:
        return falls
    return rises if slope.low > 0 else "no trend is shown"


def _relation(seconds: Interval) -> str:
    if seconds.high < 0:
        return "more time goes with better agreement"
    return "more time goes with worse agreement" if seconds.low > 0 else "no relation is shown"


def time_table(one: OverTime) -> Table:
    """Make a table of disagreement by thirds of the raters' sequences."""
    rows = [
        (part.number, part.pairs, estimated(part.disagreement), estimated(part.correlation))
        for part in one.parts
    ]
    heads = (
        *(Head("third", align="right"), Head("pairs", align="right")),
        *(
            Head("disagreement", align="right", better="lower"),
            Head("correlation", align="right", better="higher"),
        ),
    )
    return Table(
        f"time-{one.kind}",
        heads,
        tuple(rows),
        title=f"Thirds of each rater's sequence: mean absolute difference, {one.kind} raters, {one.pairs} pairs",
        notes=(_drawn(one.settings),),
        facts=_facts(one.settings),
    )


def time_figure(one: OverTime) -> Figure:
    """Draw disagreement over the raters' sequences."""
    known = [part for part in one.parts if part.pairs]
    rows = [
        (name, (part.number - 0.5) / PARTS, value, "")
        for name, values in (
            ("mean", [part.disagreement.estimate for part in known]),
            ("lower bound", [part.disagreement.low for part in known]),
            ("upper bound", [part.disagreement.high for part in known]),
        )
        for part, value in zip(known, values, strict=True)
    ]
    words = "; ".join(f"third {part.number}: {part.disagreement.estimate:.1f} points" for part in known)
    return Figure(
        f"time-figure.{one.kind}",
        "curve",
        f"Disagreement {one.kind} raters as they go on",
        drawn("curve", f"time-{one.kind}", rows),
        f"Mean absolute difference by thirds of each rater's sequence: {words}.",
        axis="share of the rater's sequence",
        upright="mean absolute difference",
    )


def _confidence(settings: Settings) -> str:
    return f"{100 * settings.confidence:g} %"


def _drawn(settings: Settings) -> str:
    return (
        f"intervals: {settings.interval} bootstrap, {settings.bootstrap_draws:,} draws, seed {settings.seed}"
    )


def _facts(settings: Settings) -> dict[str, Fact]:
    return {
        "draws": settings.bootstrap_draws,
        "seed": settings.seed,
        "confidence": settings.confidence,
        "interval": settings.interval,
    }
