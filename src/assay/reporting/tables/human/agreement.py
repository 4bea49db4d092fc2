"""Agreement of raters as blocks: measures with intervals, each rater against the rest, spans, order, and time."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from assay.human import MEASURES, RaterAgreement
from assay.human.agreement.correlation import THIRDS, AgainstRest, OverTime
from assay.human.agreement.measures import AgreementStudy, MeasuredAgreement, PreferenceAgreement
from assay.human.agreement.spans import SpanAgreement
from assay.reporting.blocks import Block, Estimate, Fact, Figure, Heading, Listing, Prose, Table, Value
from assay.reporting.columns import (
    Better,
    TableColumn,
    figure_of,
    number,
    table_of,
    text,
)
from assay.reporting.tables.human.summary import nonzero_digits
from assay.stats import Interval, Settings

FEWEST_PAIRS = 10  # in the first and the last third, before a trend is claimed
SPAN_RULES = {
    "character": "code points",
    "severity": "code points, half where severities differ",
    "weighted": "code points, weighted by severity",
    "exact": "same start and end",
    "exact-severity": "same start, end and severity",
}
TIME_TITLES = {
    "within": "Does agreement of raters with themselves change over time?",
    "between": "Does agreement between raters change over time?",
}


def agreement_blocks(agreement: RaterAgreement) -> list[Block]:
    """Report on agreement; what has nothing to rest on is left out, and said."""
    blocks: list[Block] = [Heading("Agreement", level=2)]
    chance, measures = agreement.options.chance, agreement.measures
    if measures is None:  # of rankings of outputs
        from assay.reporting.tables.human.preferences import kappa_table

        return [*blocks, kappa_table(agreement.kappas, chance)]
    if measures.between or measures.within:
        blocks.append(agreement_table(measures))
    else:
        blocks.append(
            Prose("No item was rated twice, by two raters or by one: there is no agreement to measure.")
        )
    blocks += [rest_table(agreement.rest, chance)] if agreement.rest else []
    blocks += [span_table(agreement.spans, chance)] if agreement.spans and agreement.spans.outputs else []
    blocks += (
        [order_table(agreement.order, chance)] if agreement.order and agreement.order.comparisons else []
    )
    for trend in agreement.over_time:
        if trend.pairs:
            blocks += [Listing(f"over-time-{trend.kind}", TIME_TITLES[trend.kind], time_words(trend))]
            blocks += [time_table(trend), time_figure(trend)]
    return blocks


def _interval(
    name: str, label: str = "", *, read: str = "", digits: int = 2, better: Better = None
) -> TableColumn:
    """Return a column of numbers with intervals, each of which a record holds as one value."""
    interval = attrgetter(read or name)
    return number(name, label, read=lambda record: estimated(interval(record)), digits=digits, better=better)


def estimated(interval: Interval) -> Value:
    """Return an interval as the value of a cell; nothing where it is not defined."""
    if interval.estimate != interval.estimate:
        return None
    return Estimate(interval.estimate, interval.low, interval.high)


def agreement_table(study: AgreementStudy) -> Table:
    """Make a table of measures, between raters for every question and within raters."""
    groups: list[tuple[str, tuple[MeasuredAgreement, ...]]] = [
        (f"between raters, {aspect}" if aspect else "between raters", measured)
        for aspect, measured in study.between.items()
    ]
    groups += [("within raters (repeats)", study.within)] if study.within else []
    return table_of(
        "agreement",
        f"Agreement, {_confidence(study.settings)} intervals",
        [(name, measure) for name, measured in groups for measure in measured],
        [
            text("what", read=0),
            text("measure", read=lambda row: row[1].measure),
            text("summary", read=lambda row: MEASURES[row[1].measure].summary),
            number("value", read=lambda row: estimated(row[1].interval), digits=3),
            number("raters", read=lambda row: row[1].raters),
            number("items", read=lambda row: row[1].items),
            number("ratings", read=lambda row: row[1].ratings),
        ],
        notes=(
            *dict.fromkeys(_interval_note(study, measure) for _, measured in groups for measure in measured),
            f"ratings of an item by a rater who had rated it before: {study.left_out} left out; "
            f"without a score: {study.unscored}",
            "a dash: undefined, because nothing varies or no item was rated by all",
        ),
        facts=_facts(study.settings) | {"resampled": study.resampled, "left_out": study.left_out},
    )


def rest_table(rest: Sequence[AgainstRest], settings: Settings) -> Table:
    """Make a table of each rater's correlation with the mean of the others."""
    return table_of(
        "rest",
        f"Each rater against the mean of the others, Pearson, {_confidence(settings)} intervals",
        rest,
        [text("rater"), number("items"), _interval("correlation")],
        notes=(_drawn(settings),),
        facts=_facts(settings),
    )


def span_table(spans: SpanAgreement, settings: Settings) -> Table:
    """Make a table of F1 of spans by every rule."""
    return table_of(
        "spans",
        f"Marked errors: {spans.outputs} outputs, {spans.pairs} pairs of raters, {spans.spans} spans",
        [(name, SPAN_RULES[name], estimated(f1)) for name, f1 in spans.f1.items()],
        [text("rule", read=0), text("counts", read=1), number("f1", "F1", read=2, digits=3)],
        notes=(
            f"{_drawn(settings)}, resampled by output",
            f"without a place, so in the exact rules only: {spans.placeless}; planted tests left out: "
            f"{spans.planted}; of a severity without a weight, taken as 1: {spans.unweighted}",
        ),
        facts=_facts(settings),
    )


def order_table(order: PreferenceAgreement, settings: Settings) -> Table:
    """Make a table of agreement on the order of two outputs."""
    return table_of(
        "order",
        f"Order of two outputs: {order.comparisons} comparisons in {order.segments} segments",
        [
            ("share", "same order or both tie", estimated(order.share)),
            ("strict", "same order, where neither has a tie", estimated(order.strict)),
            ("kappa", "share, corrected for chance and ties", estimated(order.kappa)),
        ],
        [text("measure", read=0), text("counts", read=1), number("value", read=2, digits=3)],
        notes=(
            f"{order.same} the same, {order.opposite} opposite, {order.one_tie} one tie, {order.both_tie} both tie",
            f"{_drawn(settings)}, resampled by segment",
        ),
        facts=_facts(settings) | {"comparisons": order.comparisons},
    )


def time_words(trend: OverTime) -> tuple[str, ...]:
    """Say whether disagreement falls as raters go on, and whether it has to do with the time spent."""
    slope, seconds = trend.slope, trend.seconds
    change, low, high = _written(slope, 1)
    words = [
        f"Disagreement changes by {change} points from the first item to the last [{low}, {high}]: {_direction(trend)}."
    ]
    if seconds is not None:
        related, low, high = _written(seconds, 2)
        words.append(
            f"Disagreement and seconds spent have a rank correlation of {related} [{low}, {high}]: "
            f"{_relation(seconds)}."
        )
    if not trend.timed:
        words.append(
            "No times are known: the sequence is that of the rows, which need not be that of the work."
        )
    return tuple(words)


def _written(interval: Interval, digits: int) -> tuple[str, str, str]:
    """Write an estimate with its sign and its bounds; a bound that is not 0 is not written as 0."""
    digits = nonzero_digits((interval.low, interval.high), digits)
    estimate, low, high = (
        round(number, digits) + 0.0 for number in (interval.estimate, interval.low, interval.high)
    )
    return f"{estimate:+.{digits}f}", f"{low:.{digits}f}", f"{high:.{digits}f}"


def _direction(trend: OverTime) -> str:
    slope, fewest = trend.slope, min(trend.parts[0].pairs, trend.parts[-1].pairs)
    if fewest < FEWEST_PAIRS:
        return (
            f"the first or the last third has {f'only {fewest}' if fewest else 'no'} pairs, too few to tell"
        )
    falls, rises = ("raters improve", "raters get worse") if trend.timed else ("it falls", "it rises")
    if slope.high < 0:
        return falls
    return rises if slope.low > 0 else "no trend is shown"


def _relation(seconds: Interval) -> str:
    if seconds.high < 0:
        return "more time goes with better agreement"
    return "more time goes with worse agreement" if seconds.low > 0 else "no relation is shown"


def time_table(trend: OverTime) -> Table:
    """Make a table of disagreement by thirds of the raters' sequences."""
    return table_of(
        f"time-{trend.kind}",
        f"Thirds of each rater's sequence: mean absolute difference, {trend.kind} raters, {trend.pairs} pairs",
        trend.parts,
        [
            number("third", read="number"),
            number("pairs"),
            _interval("disagreement", better="lower"),
            _interval("correlation", better="higher"),
        ],
        notes=(_drawn(trend.settings),),
        facts=_facts(trend.settings),
    )


def time_figure(trend: OverTime) -> Figure:
    """Draw disagreement over the raters' sequences."""
    known = [third for third in trend.parts if third.pairs]
    rows = [
        (name, (third.number - 0.5) / THIRDS, getattr(third.disagreement, bound), "")
        for name, bound in (("mean", "estimate"), ("lower bound", "low"), ("upper bound", "high"))
        for third in known
    ]
    words = "; ".join(f"third {third.number}: {third.disagreement.estimate:.1f} points" for third in known)
    return figure_of(
        "curve",
        f"time-figure.{trend.kind}",
        f"Disagreement {trend.kind} raters as they go on",
        rows,
        f"Mean absolute difference by thirds of each rater's sequence: {words}.",
        data=f"time-{trend.kind}",
        axis="share of the rater's sequence",
        upright="mean absolute difference",
    )


def _confidence(settings: Settings) -> str:
    return f"{100 * settings.confidence:g} %"


def _interval_note(study: AgreementStudy, measure: MeasuredAgreement) -> str:
    if measure.interval.method == "jackknife":
        return f"intervals: Student's t by the jackknife of {study.resampled}s, of which there are few"
    return f"{_drawn(study.settings)}, resampled by {study.resampled}"


def _drawn(settings: Settings) -> str:
    kind, draws = settings.bootstrap_interval, settings.bootstrap_draws
    return f"intervals: {kind} bootstrap, {draws:,} draws, seed {settings.seed}"


def _facts(settings: Settings) -> dict[str, Fact]:
    return {
        "draws": settings.bootstrap_draws,
        "seed": settings.seed,
        "confidence": settings.confidence,
        "interval": settings.bootstrap_interval,
    }
