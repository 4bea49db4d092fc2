"""What `assay compare` has to say: verdicts first, then scores with intervals, ranks, and every pair."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assay.comparison import Compared, Comparison, cite, disagreements, standings, thresholds, verdicts
from assay.metrics import Metric, spec_of
from assay.reporting.blocks import Block, Estimate, Fact, Figure, Head, Heading, Listing, Prose, Table, Value
from assay.reporting.tables.recipes import metric_heads, size

LEAST_P = 0.0001
SIGNS = {"better": ">", "worse": "<", "open": "?"}


def comparison_report(
    compared: Compared, *, citation: bool = False, pictures: Sequence[Figure] = ()
) -> list[Block]:
    """Say what may be claimed, then show the numbers it rests on; pictures stand in for the matrix."""
    return [
        Heading(title(compared)),
        Listing("verdict", "What may be claimed", tuple(_verdicts(compared))),
        Prose(_rule(compared)),
        scores_table(compared),
        *pictures,
        *([ranks_table(compared)] if compared.all_pairs else []),
        pairs_table(compared),
        *(matrix_tables(compared) if compared.all_pairs and not pictures else []),
        *([Listing("citation", "For a paper", tuple(_citation(compared)))] if citation else []),
    ]


def relation(one: Comparison, system: str, alpha: float) -> str:
    """Say whether a system of a pair is significantly better or worse than the other, or it is open."""
    if not one.significant(alpha):
        return "open"
    return "better" if one.better == system else "worse"


def title(compared: Compared) -> str:
    """Name the systems, or say how many there are."""
    systems = compared.evaluation.systems
    if len(systems) < 3:
        return " against ".join(systems)
    return f"{len(systems)} systems" + (
        f" against {compared.options.baseline}" if compared.options.baseline else " compared"
    )


def _verdicts(compared: Compared) -> list[str]:
    alpha = compared.alpha
    return [
        *verdicts(compared.comparisons, alpha, compared.options.correction),
        *disagreements(compared.comparisons, alpha),
    ]


def _rule(compared: Compared) -> str:
    words = thresholds(compared.settings, compared.options.test, compared.options.correction)
    drawn = f"unit: {compared.options.unit}, {compared.comparisons[0].units} in all"
    return f"{words[0].upper()}{words[1:]}; {drawn}."


def _citation(compared: Compared) -> list[str]:
    settings, correction = compared.settings, compared.options.correction
    return cite(compared.evaluation, compared.comparisons, settings, correction, compared.options.unit)


def scores_table(compared: Compared) -> Table:
    """Show the score of every system with its interval; a mark says whom it beats significantly."""
    evaluation = compared.evaluation
    rows: list[tuple[Value, ...]] = [
        (number, system, *(_estimate(compared, metric, system) for metric in evaluation.metrics))
        for number, system in enumerate(evaluation.systems, start=1)
    ]
    return Table(
        name="scores",
        columns=(Head("number", label="#", align="right"), Head("system"), *metric_heads(evaluation)),
        rows=tuple(rows),
        title=f"Scores with {100 * compared.settings.confidence:g} % intervals: {size(evaluation)}",
        notes=(_mark_note(compared),) if compared.comparisons else (),
        facts=_facts(compared),
    )


def _mark_note(compared: Compared) -> str:
    if compared.options.baseline:
        return f"* significantly different from {compared.options.baseline}"
    if len(compared.evaluation.systems) == 2:
        return "* significantly better than the other system"
    return ">2,3 significantly better than systems 2 and 3"


def _estimate(compared: Compared, metric: Metric, system: str) -> Estimate:
    interval = compared.intervals[metric, system]
    return Estimate(interval.estimate, interval.low, interval.high, _mark(compared, metric, system))


def _mark(compared: Compared, metric: Metric, system: str) -> str:
    systems = compared.evaluation.systems
    found = {
        one.second if one.first == system else one.first: relation(one, system, compared.alpha)
        for one in compared.of(metric)
        if system in (one.first, one.second)
    }
    if compared.options.baseline:
        return (
            "*" if system != compared.options.baseline and found[compared.options.baseline] != "open" else ""
        )
    beaten = [str(systems.index(other) + 1) for other, word in found.items() if word == "better"]
    if len(systems) == 2:
        return "*" if beaten else ""
    return f">{','.join(beaten)}" if beaten else ""


def ranks_table(compared: Compared) -> Table:
    """Show the ranks that every system may have, and its cluster, metric by metric, best first."""
    rows: list[tuple[Value, ...]] = []
    for metric, label in compared.labels.items():
        for place in standings(compared.evaluation, compared.comparisons, metric, compared.alpha):
            ranks = (place.rank_low, place.rank_high)
            rows.append((label, place.system, place.score, *ranks, place.cluster))
    numbers = [Head(name, label=name.replace("_", " "), align="right") for name in _RANKS]
    return Table(
        name="ranks",
        columns=(Head("metric"), Head("system"), *numbers),
        rows=tuple(rows),
        title="Ranks and clusters: all of a cluster are significantly better than all of the next",
    )


_RANKS = ("score", "best_rank", "worst_rank", "cluster")


def pairs_table(compared: Compared) -> Table:
    """Show every pair: difference with its interval, p-values, shares won, lost and tied, effect size."""
    labels = compared.labels
    rows = [
        (
            *(labels[one.metric], one.first, one.second),
            Estimate(
                one.difference,
                one.low,
                one.high,
                "*" if relation(one, one.first, compared.alpha) != "open" else "",
            ),
            *(one.p_value, one.adjusted, 100 * one.wins, 100 * one.losses, 100 * one.ties, one.effect),
        )
        for one in compared.comparisons
    ]
    return Table(
        name="pairs",
        columns=_PAIRS,
        rows=tuple(rows),
        title=f"Pairs: first minus second, {100 * compared.settings.confidence:g} % intervals",
        notes=(
            _shares_note(compared),
            "effect: mean difference of unit scores over its standard deviation (d_z)",
        ),
        facts=_facts(compared),
    )


_PAIRS = (
    *(Head("metric"), Head("first"), Head("second"), Head("difference", align="right")),
    Head("p", align="right", digits=4, least=LEAST_P),
    Head("adjusted", label="adjusted p", align="right", digits=4, least=LEAST_P),
    *(Head(name, label=f"{name} %", align="right", digits=1) for name in ("wins", "losses", "ties")),
    Head("effect", align="right"),
)


def _shares_note(compared: Compared) -> str:
    of_units = compared.options.test in ("sign", "t", "wilcoxon")
    return f"wins, losses, ties of the first: shares of {'units' if of_units else 'bootstrap draws'}"


def matrix_tables(compared: Compared) -> list[Table]:
    """Show who beats whom, one table a metric."""
    systems = compared.evaluation.systems
    tables = []
    for metric, label in compared.labels.items():
        cells = matrix_cells(compared, metric)
        rows = [(row, *(_matrix_cell(cells, row, column) for column in systems)) for row in systems]
        tables.append(
            Table(
                name=f"matrix.{spec_of(metric)}",
                columns=(
                    Head("row against column"),
                    *(Head(name, align="right") for name in systems),
                ),
                rows=tuple(rows),
                title=f"{label}, adjusted p: > the row is significantly better, < worse, ? open",
            )
        )
    return tables


def matrix_cells(compared: Compared, metric: Metric) -> dict[tuple[str, str], tuple[str, float]]:
    """Return how the row's system stands to the column's, with the adjusted p-value."""
    cells = {}
    for one in compared.of(metric):
        for row, column in ((one.first, one.second), (one.second, one.first)):
            cells[row, column] = relation(one, row, compared.alpha), one.adjusted
    return cells


def _matrix_cell(cells: Mapping[tuple[str, str], tuple[str, float]], row: str, column: str) -> str | None:
    if row == column:
        return None
    return matrix_label(*cells[row, column])


def matrix_label(word: str, p_value: float) -> str:
    """Write how two systems stand to each other: a sign and the adjusted p-value."""
    return f"{SIGNS[word]} {p_value:.4f}" if p_value >= LEAST_P else f"{SIGNS[word]} p<{LEAST_P:.4f}"


def _facts(compared: Compared) -> dict[str, Fact]:
    settings, evaluation, tests = compared.settings, compared.evaluation, compared.comparisons
    return {
        **({"test": compared.options.test, "draws": tests[0].draws} if tests else {}),
        "interval": settings.interval,
        "interval_draws": settings.bootstrap_draws,
        "sample": settings.sample,
        "seed": settings.seed,
        "confidence": settings.confidence,
        "alpha": compared.alpha,
        **({"correction": compared.options.correction} if tests else {}),
        "unit": compared.options.unit,
        **({"units": tests[0].units, "baseline": compared.options.baseline or ""} if tests else {}),
        "systems": evaluation.systems,
        "segments": evaluation.segments,
        "references": evaluation.references,
    }
