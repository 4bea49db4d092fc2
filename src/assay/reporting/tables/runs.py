"""What `assay compare --runs` has to say: the spread of each system's runs, then every pair."""

from __future__ import annotations

from collections.abc import Sequence

from assay import __version__
from assay.comparison import CORRECTION_NAMES, ComparedRuns, RunComparison
from assay.reporting.blocks import Block, Estimate, Fact, Head, Heading, Listing, Prose, Table
from assay.reporting.tables.comparison import LEAST_P
from assay.reporting.tables.recipes import size


def runs_report(
    compared: ComparedRuns, *, citation: bool = False, pictures: Sequence[Block] = ()
) -> list[Block]:
    """Say what may be claimed, then show the runs and the pairs."""
    systems = list(dict.fromkeys(one.system for one in compared.summaries))
    verdicts = [_verdict(compared, one) for one in compared.comparisons]
    return [
        Heading(
            f"{' and '.join(systems) if len(systems) == 2 else f'{len(systems)} systems'} over several runs"
        ),
        Listing("verdict", "What may be claimed", (*verdicts, *map(_sentence, compared.cautions))),
        Prose(_rule(compared)),
        _summary_table(compared),
        *pictures,
        _pairs_table(compared),
        *([Listing("citation", "For a paper", tuple(_citation(compared)))] if citation else []),
    ]


def _citation(compared: ComparedRuns) -> list[str]:
    """Return sentences for a paper: one on the method with all signatures, and one a comparison."""
    signatures = "; ".join(
        f"{label} ({compared.evaluation.signature(metric)})" for metric, label in compared.labels.items()
    )
    rule = _rule(compared)
    return [
        f"We report means over runs of {signatures}. {rule[:-1]} (Assay {__version__}).",
        *(_verdict(compared, one) for one in compared.comparisons),
    ]


def _verdict(compared: ComparedRuns, one: RunComparison) -> str:
    label, alpha = compared.labels[one.metric], compared.settings.alpha
    figures = (
        f"{100 * compared.settings.confidence:g} % interval {one.low:+.2f} to {one.high:+.2f}, "
        f"p {_p(one.adjusted)} over runs and segments, {_welch(one)}"
    )
    lead = f"{label}: the mean of {one.first} less that of {one.second} is {one.difference:+.2f} ({figures})."
    if one.adjusted >= alpha or one.difference == 0:
        return f"{lead} Not significant: neither a difference nor equality may be claimed."
    better = better_runs(one)
    if one.low <= 0 <= one.high or not one.welch < alpha:
        return (
            f"{lead} {better} is better on these runs (significant at {alpha:g}); that further runs would "
            "show the same may not be claimed."
        )
    return f"{lead} Significant at {alpha:g}: {better} may be called better, for further runs too."


def better_runs(pair: RunComparison) -> str | None:
    """Return the system with the better mean of runs, None if both are equal."""
    if pair.difference == 0:
        return None
    return pair.first if (pair.difference > 0) == pair.metric.higher_is_better else pair.second


def _p(value: float) -> str:
    return "< 0.0001" if value < LEAST_P else f"= {value:.2g}"


def _welch(one: RunComparison) -> str:
    return (
        "no t test with a single run"
        if one.welch != one.welch
        else f"Welch's t test of runs p {_p(one.welch)}"
    )


def _sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}."


def _rule(compared: ComparedRuns) -> str:
    settings, one = compared.settings, compared.comparisons[0]
    adjusted = CORRECTION_NAMES.get(compared.options.correction)
    return (
        f"Test: stratified approximate randomisation over runs and units, two-sided, {one.draws:,} draws; "
        f"seed {settings.seed}; significant below {settings.alpha:g}, "
        f"p {f'adjusted by {adjusted}' if adjusted else 'not adjusted'}; "
        f"{100 * settings.confidence:g} % intervals: two-level bootstrap (runs, then units), "
        f"{settings.bootstrap_draws:,} draws; unit: {compared.options.unit}, {one.units} in all."
    )


def _summary_table(compared: ComparedRuns) -> Table:
    rows = [
        (
            *(compared.labels[one.metric], one.system, one.runs, one.mean, one.s_opt, one.s_sel),
            *(one.lowest, one.highest, one.median_run),
        )
        for one in compared.summaries
    ]
    numbers = [Head(name, align="right") for name in ("runs", "mean", "s_opt", "s_sel", "lowest", "highest")]
    return Table(
        name="runs",
        columns=(Head("metric"), Head("system"), *numbers, Head("median_run", label="median run")),
        rows=tuple(rows),
        title=f"Runs: {size(compared.evaluation)}",
        notes=(
            "s_opt: standard deviation over runs; s_sel: over test sets, mean of the runs' bootstraps",
            *(
                f"{label}: {compared.evaluation.signature(metric)}"
                for metric, label in compared.labels.items()
            ),
        ),
        facts=_facts(compared),
    )


def _pairs_table(compared: ComparedRuns) -> Table:
    alpha = compared.settings.alpha
    rows = [
        (
            *(compared.labels[one.metric], one.first, one.second),
            Estimate(one.difference, one.low, one.high, "*" if one.adjusted < alpha else ""),
            *(one.p_value, one.adjusted, one.welch),
        )
        for one in compared.comparisons
    ]
    chances = [
        Head(name, label=label, align="right", digits=4, least=LEAST_P)
        for name, label in (("p", "p"), ("adjusted", "adjusted p"), ("welch", "Welch's p"))
    ]
    return Table(
        name="pairs",
        columns=(Head("metric"), Head("first"), Head("second"), Head("difference", align="right"), *chances),
        rows=tuple(rows),
        title=f"Pairs: mean of first minus mean of second, {100 * compared.settings.confidence:g} % intervals",
        facts=_facts(compared),
    )


def _facts(compared: ComparedRuns) -> dict[str, Fact]:
    settings = compared.settings
    return {
        "test": "runs",
        "draws": settings.permutation_draws,
        "interval_draws": settings.bootstrap_draws,
        "seed": settings.seed,
        "confidence": settings.confidence,
        "alpha": settings.alpha,
        "correction": compared.options.correction,
        "unit": compared.options.unit,
        "units": compared.comparisons[0].units,
        "baseline": compared.options.baseline or "",
        "segments": compared.evaluation.segments,
        "references": compared.evaluation.references,
    }
