"""What `assay compare --runs` has to say: the spread of each system's runs, then every pair."""

from __future__ import annotations

import math

from assay.comparison import ComparedRuns, signed
from assay.comparison.claims import decimals, write_p
from assay.comparison.options import CORRECTION_NAMES
from assay.comparison.training_runs import RunComparison
from assay.reporting.blocks import Block, Fact, Heading, Listing, Prose, Table, Verbatim
from assay.reporting.columns import estimate, numbers, p_value, table_of, text
from assay.reporting.literature.citations import (
    BOOTSTRAP,
    CORRECTIONS,
    SEVERAL_RUNS,
    bibliography,
    metric_works,
)
from assay.reporting.tables.comparison.figures import runs_differences_figure, runs_figure
from assay.reporting.tables.comparison.pairwise import pair_columns
from assay.reporting.tables.comparison.scores import signed_metrics, size
from assay.reporting.wording import drawn_units, unit_facts
from assay.version import installed_version


def runs_report(compared: ComparedRuns, *, citation: bool = False, pictures: bool = False) -> list[Block]:
    """Say what may be claimed, then show the runs and the pairs."""
    systems = list(dict.fromkeys(runs.system for runs in compared.summaries))
    verdicts = [_verdict(compared, pair) for pair in compared.comparisons]
    who = " and ".join(systems) if len(systems) == 2 else f"{len(systems)} systems"
    return [
        Heading(f"{who} over several runs"),
        Listing("verdict", "What may be claimed", (*verdicts, *_cautions(compared))),
        Prose(_rule(compared)),
        _summary_table(compared),
        *([runs_figure(compared), runs_differences_figure(compared)] if pictures else []),
        _pairs_table(compared),
        *(_for_a_paper(compared) if citation else []),
    ]


def _for_a_paper(compared: ComparedRuns) -> list[Block]:
    return [Listing("citation", "For a paper", tuple(_citation(compared))), _works(compared)]


def _citation(compared: ComparedRuns) -> list[str]:
    """Return sentences for a paper: one on the method with all signatures, and one a comparison."""
    signatures = "; ".join(
        f"{label} ({compared.evaluation.short_signature(metric)})"
        for metric, label in compared.labels.items()
    )
    rule = _rule(compared)
    return [
        f"We report means over runs of {signatures}. {rule[:-1]} (Assay {installed_version()}).",
        *(_verdict(compared, pair) for pair in compared.comparisons),
    ]


def _verdict(compared: ComparedRuns, pair: RunComparison) -> str:
    label, alpha = compared.labels[pair.metric], compared.settings.alpha
    digits = decimals(pair.difference, pair.low, pair.high)
    figures = (
        f"{100 * compared.settings.confidence:g} % interval {signed(pair.low, digits)} to {signed(pair.high, digits)}, "
        f"p {write_p(pair.adjusted, alpha)} over runs and {compared.unit.plural}, {_welch(pair, alpha)}"
    )
    difference = signed(pair.difference, digits)
    lead = f"{label}: the mean of {pair.first} less that of {pair.second} is {difference} ({figures})."
    if not pair.significant(alpha) or pair.difference == 0:
        return f"{lead} Not significant: neither a difference nor equality may be claimed."
    better = better_runs(pair)
    if pair.low <= 0 <= pair.high or not pair.welch < alpha:
        return (
            f"{lead} {better} is better on these runs (significant at {alpha:g}); that further runs would "
            "show the same may not be claimed."
        )
    return f"{lead} Significant at {alpha:g}: {better} is the better system, also for further runs."


def better_runs(pair: RunComparison) -> str | None:
    """Return the system with the better mean of runs, None if both are equal."""
    if pair.difference == 0:
        return None
    return pair.first if (pair.difference > 0) == pair.metric.higher_is_better else pair.second


def _welch(pair: RunComparison, alpha: float) -> str:
    single = math.isnan(pair.welch)
    return (
        "no t test with a single run" if single else f"Welch's t test of runs p {write_p(pair.welch, alpha)}"
    )


def _sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}."


def _cautions(compared: ComparedRuns) -> list[str]:
    return [*map(_sentence, compared.cautions), *filter(None, [compared.unit.caution])]


def _rule(compared: ComparedRuns) -> str:
    settings, first = compared.settings, compared.comparisons[0]
    adjusted = CORRECTION_NAMES.get(compared.options.correction)
    return (
        f"Test: stratified approximate randomisation over runs and units, two-sided, {first.draws:,} draws; "
        f"seed {settings.seed}; significant below {settings.alpha:g}, "
        f"p {f'adjusted by {adjusted}' if adjusted else 'not adjusted'}; "
        f"{100 * settings.confidence:g} % intervals: two-level bootstrap (runs, then units), "
        f"{settings.bootstrap_draws:,} draws; {drawn_units(compared.unit, first.units)}."
    )


def _works(compared: ComparedRuns) -> Verbatim:
    """Return whom to cite for metrics, test, intervals and correction."""
    correction = CORRECTIONS.get(compared.options.correction)
    methods = [SEVERAL_RUNS, BOOTSTRAP, *([correction] if correction else [])]
    return bibliography([*metric_works(compared.evaluation.metrics), *methods])


def _summary_table(compared: ComparedRuns) -> Table:
    labels = compared.labels
    return table_of(
        "runs",
        f"Runs: {size(compared.evaluation)}",
        compared.summaries,
        [
            *(text("metric", read=lambda runs: labels[runs.metric]), text("system")),
            *numbers("runs", "mean", "s_opt", "s_sel", "lowest", "highest"),
            text("median_run", "median run"),
        ],
        notes=["s_opt: standard deviation over runs; s_sel: over test sets, mean of the runs' bootstraps"],
        signed=signed_metrics(compared.evaluation),
        facts=_facts(compared),
    )


def _pairs_table(compared: ComparedRuns) -> Table:
    alpha = compared.settings.alpha
    return table_of(
        "pairs",
        f"Pairs: mean of first minus mean of second, {100 * compared.settings.confidence:g} % intervals",
        compared.comparisons,
        [
            *pair_columns(compared.labels),
            estimate("difference", mark=lambda pair: "*" if pair.significant(alpha) else ""),
            *(p_value("p", "p"), p_value("adjusted", "adjusted p"), p_value("welch", "Welch's p")),
        ],
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
        **unit_facts(compared.unit),
        "units": compared.comparisons[0].units,
        "baseline": compared.options.baseline or "",
        "segments": compared.evaluation.segments,
        "references": compared.evaluation.references,
    }
