"""What `assay compare` has to say: verdicts first, then scores with intervals, ranks, and every pair."""

from __future__ import annotations

from collections.abc import Mapping

from assay.comparison import TESTS, Compared, standings
from assay.comparison.resampling import takes_t
from assay.metrics import Metric, spec_of
from assay.reporting.blocks import Estimate, Fact, Table
from assay.reporting.columns import (
    TableColumn,
    cluster_letter,
    estimate,
    matrix_label,
    number,
    number_head,
    p_value,
    percent,
    several,
    table_of,
    text,
    texts,
)
from assay.reporting.tables.comparison.scores import metric_heads
from assay.reporting.wording import CLUSTERS, unit_facts

# Of row and column: better, worse or open; adjusted p
MatrixCells = Mapping[tuple[str, str], tuple[str, float]]


def title(compared: Compared) -> str:
    """Name the systems, or say how many there are."""
    systems = compared.evaluation.systems
    if len(systems) < 3:
        return " against ".join(systems)
    return f"{len(systems)} systems" + (
        f" against {compared.options.baseline}" if compared.options.baseline else " compared"
    )


def scores_table(compared: Compared, *, numbered: bool = True) -> Table:
    """Show the score of every system with its interval, best first; a mark or a letter says what may be claimed.

    Marks, which programs are given, name the systems beaten by the numbers of their rows.
    """
    evaluation = compared.evaluation
    clusters = _cluster_letters(compared)

    def scores(system: str) -> list[Estimate]:
        return [_score(compared, metric, system, clusters) for metric in evaluation.metrics]

    return table_of(
        "scores",
        f"Scores with {100 * compared.settings.confidence:g} % intervals{_order_words(compared)}",
        compared.ordered_systems,
        [text("system", read=str), several(metric_heads(evaluation), read=scores)],
        notes=[_mark_note(compared) if compared.comparisons else ""],
        facts=_facts(compared),
        numbered=numbered,
        ranked=True,
    )


def _order_words(compared: Compared) -> str:
    """Say what systems are ordered by, where metrics may order them in different ways."""
    if len(compared.evaluation.systems) < 2 or len(compared.labels) < 2:
        return ""
    return f", ordered by {compared.labels[compared.primary or compared.evaluation.metrics[0]]}"


def _cluster_letters(compared: Compared) -> dict[tuple[Metric, str], str]:
    """Return the letter of every system's cluster under every metric; none where not all pairs were compared."""
    if not compared.all_pairs:
        return {}
    return {
        (metric, place.system): cluster_letter(place.cluster)
        for metric in compared.evaluation.metrics
        for place in standings(compared.evaluation, compared.comparisons, metric, compared.alpha)
    }


def _mark_note(compared: Compared) -> str:
    if not compared.comparisons:
        return ""
    if compared.options.baseline:
        return f"* significantly different from {compared.options.baseline}"
    if len(compared.evaluation.systems) == 2:
        return "* significantly better than the other system"
    return CLUSTERS


def _score(
    compared: Compared, metric: Metric, system: str, clusters: Mapping[tuple[Metric, str], str]
) -> Estimate:
    interval = compared.intervals[metric, system]
    mark, cluster = _mark(compared, metric, system), clusters.get((metric, system), "")
    return Estimate(interval.estimate, interval.low, interval.high, mark, cluster)


def _mark(compared: Compared, metric: Metric, system: str) -> str:
    systems = compared.ordered_systems
    relations = {
        pair.second if pair.first == system else pair.first: pair.relation(system, compared.alpha)
        for pair in compared.involving(metric, system)
    }
    if compared.options.baseline:
        return (
            "*"
            if system != compared.options.baseline and relations[compared.options.baseline] != "open"
            else ""
        )
    beaten = sorted(systems.index(other) + 1 for other, word in relations.items() if word == "better")
    if len(systems) == 2:
        return "*" if beaten else ""
    return f">{','.join(map(str, beaten))}" if beaten else ""


def ranks_table(compared: Compared) -> Table:
    """Show the ranks that every system may have, and its cluster, metric by metric, best first."""
    places = [
        (label, place)
        for metric, label in compared.labels.items()
        for place in standings(compared.evaluation, compared.comparisons, metric, compared.alpha)
    ]
    heads = [number_head(name, name.replace("_", " ")) for name in _RANKS]
    return table_of(
        "ranks",
        "Ranks and clusters",
        places,
        [text("metric", read=0), text("system", read=lambda row: row[1].system), several(heads, read=_ranks)],
        notes=[
            "every system of a cluster is significantly better than every system of a later one",
            _ranges_note(compared),
        ],
    )


def _ranges_note(compared: Compared) -> str:
    """Say whether the ranges of ranks hold together, or each by itself."""
    if compared.options.correction == "holm":
        share = f"{100 * compared.settings.confidence:g} %"
        return f"ranks: under each metric all ranges hold jointly with {share} confidence"
    return "ranks: each range by itself; --correction holm makes ranges that hold all together"


_RANKS = {"score": "score", "best_rank": "rank_low", "worst_rank": "rank_high", "cluster": "cluster"}


def _ranks(row: tuple[str, object]) -> list[float]:
    return [getattr(row[1], attribute) for attribute in _RANKS.values()]


def pair_columns(names: Mapping[Metric, str]) -> list[TableColumn]:
    """Return the columns that say which pair is compared under which metric."""
    return [text("metric", read=lambda pair: names[pair.metric]), *texts("first", "second")]


def pairs_table(compared: Compared) -> Table:
    """Show every pair: difference with its interval, p-values, shares won, lost and tied, effect size."""
    return table_of(
        "pairs",
        f"Pairs: first minus second, {100 * compared.settings.confidence:g} % intervals",
        compared.comparisons,
        [
            *pair_columns(compared.labels),
            estimate("difference", mark=lambda pair: "*" if pair.significant(compared.alpha) else ""),
            *(p_value("p"), p_value("adjusted", "adjusted p")),
            *(percent("wins"), percent("losses"), percent("ties"), number("effect")),
        ],
        notes=[_shares(compared), "effect: mean difference of unit scores over its standard deviation (d_z)"],
        facts=_facts(compared),
    )


def _shares(compared: Compared) -> str:
    of_what = "units" if TESTS[compared.options.test].unit else "bootstrap draws"
    return f"wins, losses, ties of the first: shares of {of_what}"


def matrix_tables(compared: Compared) -> list[Table]:
    """Show who beats whom, one table a metric."""
    return [_matrix_table(compared, metric, label) for metric, label in compared.labels.items()]


def _matrix_table(compared: Compared, metric: Metric, label: str) -> Table:
    systems, cells = compared.evaluation.systems, matrix_cells(compared, metric)

    def labels(row: str) -> list[str | None]:
        return [None if row == column else matrix_label(*cells[row, column]) for column in systems]

    return table_of(
        f"matrix.{spec_of(metric)}",
        f"{label}, row against column: significantly better, worse, or open; adjusted p",
        systems,
        [text("row against column", read=str), several(map(number_head, systems), read=labels)],
    )


def matrix_cells(compared: Compared, metric: Metric) -> MatrixCells:
    """Return how the row's system stands to the column's, with the adjusted p-value."""
    cells = {}
    for pair in compared.of(metric):
        for row, column in ((pair.first, pair.second), (pair.second, pair.first)):
            cells[row, column] = pair.relation(row, compared.alpha), pair.adjusted
    return cells


def _facts(compared: Compared) -> dict[str, Fact]:
    settings, evaluation, tests = compared.settings, compared.evaluation, compared.comparisons
    exact = {"exact": 1} if tests and tests[0].exact else {}
    return {
        **({"test": compared.options.test, "draws": tests[0].draws, **exact} if tests else {}),
        "interval": "t" if tests and takes_t(tests[0].units, settings) else settings.bootstrap_interval,
        "interval_draws": settings.bootstrap_draws,
        "sample": settings.sample,
        "seed": settings.seed,
        "confidence": settings.confidence,
        "alpha": compared.alpha,
        **({"correction": compared.options.correction} if tests else {}),
        **unit_facts(compared.unit),
        **({"units": tests[0].units, "baseline": compared.options.baseline or ""} if tests else {}),
        "systems": evaluation.systems,
        "segments": evaluation.segments,
        "references": evaluation.references,
    }
