"""Tables of a grid: macro-averages, weak directions, groups, heat maps, swaps of places, all cells, all tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np

from assay.comparison import GridColumn, ScoreGrid
from assay.comparison.grids import GridPair, Swap
from assay.comparison.options import CORRECTION_NAMES
from assay.errors import counted
from assay.metrics import Metric, short_signature_of, signature_of, spec_of
from assay.metrics.specs import distinct_labels
from assay.reporting.blocks import Fact, Head, Table, Value
from assay.reporting.columns import TableColumn, number, number_head, p_value, several, table_of, text

NAMED = 6  # directions or holes that a sentence names
WEAKEST = 5


def labels_of(grid: ScoreGrid) -> dict[Metric, str]:
    """Return the labels of all metrics."""
    return dict(zip(grid.metrics, distinct_labels(grid.metrics), strict=True))


def correction_words(grid: ScoreGrid, pairs: Sequence[GridPair]) -> str:
    """Say how many tests of the first metric were corrected together, and how."""
    tests = sum(pair.metric == grid.metrics[0] for pair in pairs)
    name = CORRECTION_NAMES.get(grid.correction)
    how = f"corrected together: {name}" if name else "not corrected"
    return counted(tests, "test") + (f", {how}" if tests > 1 else "")


def some_of(names: Sequence[str]) -> str:
    """Name the first of some directions."""
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return f"{', '.join(names[:NAMED])}{more}"


def _metric_head(grid: ScoreGrid, metric: Metric, label: str) -> Head:
    low = min(column.references[0] for column in grid.directions)
    high = max(column.references[1] for column in grid.directions)
    return Head(
        spec_of(metric),
        label,
        "right",
        better=_better(metric),
        signature=signature_of(metric, (low, high)),
        short_signature=short_signature_of(metric, (low, high)),
    )


def _metric_heads(grid: ScoreGrid) -> list[Head]:
    return [_metric_head(grid, metric, label) for metric, label in labels_of(grid).items()]


def _other_signatures(grid: ScoreGrid) -> list[str]:
    """Say which directions have a metric with options of their own."""
    targets: dict[tuple[str, str], list[str]] = {}
    for column in grid.directions:
        for metric, own in zip(grid.metrics, column.metrics, strict=True):
            if own != metric:
                key = (labels_of(grid)[metric], short_signature_of(own, column.references))
                targets.setdefault(key, []).append(column.name)
    return [
        f"{label} of {some_of(names)} is {signature}; averages of {label} are over different tokenisations"
        for (label, signature), names in targets.items()
    ]


def average_table(grid: ScoreGrid) -> Table:
    """Show the macro-average of every system under every metric, and what it wins under the first."""
    metric = grid.metrics[0]
    averages = [grid.averages(each).tolist() for each in grid.metrics]
    best = grid.best(metric)
    wins = grid.wins(metric)
    columns: list[TableColumn] = [
        text("system", read=lambda row: grid.systems[row]),
        number("directions", read=lambda row: int(grid.filled[row].sum())),
        several(_metric_heads(grid), read=lambda row: [values[row] for values in averages]),
    ]
    if len(grid.systems) > 1:
        columns += [
            number("best", "best in", read=lambda row: sum(grid.systems[row] in names for names in best)),
            number("wins", "tests won", read=lambda row: wins[grid.systems[row]][0]),
            number("losses", "lost", read=lambda row: wins[grid.systems[row]][1]),
        ]
    label = labels_of(grid)[metric]
    notes = [
        f"macro-averages: means over {counted(len(grid.common), 'direction')} that all systems have",
        f"best in, tests won and lost: by {label}; {correction_words(grid, grid.pairs)}"
        if len(grid.systems) > 1
        else None,
        *_other_signatures(grid),
    ]
    return table_of(
        "averages",
        "Macro-averages",
        grid.ranking(metric),
        columns,
        notes=notes,
        facts=_facts(grid),
        ranked=True,
    )


def _facts(grid: ScoreGrid) -> dict[str, Fact]:
    return {
        "systems": grid.systems,
        "directions": len(grid.directions),
        "outputs": int(grid.filled.sum()),
        "missing": tuple(f"{system} {direction}" for system, direction in grid.missing),
        "unreferenced": tuple(grid.unreferenced),
        "common": len(grid.common),
        "correction": grid.correction,
        "alpha": grid.alpha,
    }


def weak_table(grid: ScoreGrid) -> Table:
    """Show the directions whose best score is lowest under the first metric."""
    metric = grid.metrics[0]
    scores = grid.scores[0]
    tops = (np.nanmax if metric.higher_is_better else np.nanmin)(scores, axis=0).tolist()
    sign = 1 if metric.higher_is_better else -1
    order = sorted(range(len(tops)), key=lambda place: sign * tops[place])[:WEAKEST]
    best = grid.best(metric)
    label = labels_of(grid)[metric]
    columns = [
        text("direction", read=lambda place: grid.directions[place].name),
        number("score", f"best {label}", read=lambda place: tops[place]),
        number("mean", f"mean {label}", read=lambda place: float(np.nanmean(scores[:, place]))),
        text("best", "best system", read=lambda place: ", ".join(best[place])),
    ]
    return table_of("weakest", "Weakest directions", order, columns)


def group_tables(grid: ScoreGrid) -> list[Table]:
    """Show macro-averages by group, a table a metric; empty without groups."""
    kinds = grid.grouped()
    rows = [(kind, name, places) for kind, groups in kinds.items() for name, places in groups.items()]
    tables = []
    for metric, label in labels_of(grid).items() if rows else ():
        heads = _system_heads(grid, metric)
        columns = [
            text("kind", read=0),
            text("group", read=1),
            number("directions", read=lambda row: len(np.intersect1d(grid.common, row[2]))),
            several([heads[row] for row in grid.ranking(metric)], read=_group_averages(grid, metric)),
        ]
        tables.append(
            table_of(f"groups-{spec_of(metric)}", f"{label}: macro-averages by group", rows, columns)
        )
    return tables


def _group_averages(grid: ScoreGrid, metric: Metric) -> Callable[[Any], list[float]]:
    """Return what gives the averages of a group, from the best system of all to the worst."""
    order = grid.ranking(metric)
    return lambda row: grid.averages(metric, row[2])[order].tolist()


def _system_heads(grid: ScoreGrid, metric: Metric) -> list[Head]:
    return [number_head(system, better=_better(metric)) for system in _safe(grid.systems)]


def _better(metric: Metric) -> Literal["higher", "lower"]:
    return "higher" if metric.higher_is_better else "lower"


def _safe(systems: Sequence[str]) -> list[str]:
    """Return the names of systems as those of columns, none of which another column has."""
    taken = {"kind", "group", "directions", "direction", "best", "swaps"}
    return [f"system {system}" if system in taken else system for system in systems]


def heat_tables(grid: ScoreGrid) -> list[Table]:
    """Show directions by systems, a table a metric: a page shades its cells, the fuller the better."""
    return [_heat_table(grid, metric, place > 0) for place, metric in enumerate(grid.metrics)]


def _heat_table(grid: ScoreGrid, metric: Metric, folded: bool) -> Table:
    order = grid.ranking(metric)
    scores = grid.scores[grid.metrics.index(metric)]
    heads = _system_heads(grid, metric)
    best, swapped = grid.best(metric), _swapped(grid, metric)
    several_systems = len(grid.systems) > 1

    def cells(place: int) -> list[Value]:
        return [float(scores[row, place]) if grid.filled[row, place] else None for row in order]

    columns = [
        text("direction", read=lambda place: grid.directions[place].name),
        several([heads[row] for row in order], read=cells),
    ]
    if several_systems:
        columns += [
            text("best", read=lambda place: ", ".join(best[place])),
            number("swaps", read=lambda place: swapped.get(grid.directions[place].name, 0)),
        ]
    label = labels_of(grid)[metric]
    notes = [
        "systems from the best macro-average to the worst; swaps: pairs whose order here is not that of the average"
        if several_systems
        else None
    ]
    table = table_of(
        f"grid-{spec_of(metric)}",
        f"{label}: directions by systems",
        range(len(grid.directions)),
        columns,
        notes=notes,
    )
    return replace(table, heat=True, folded=folded)


def _swapped(grid: ScoreGrid, metric: Metric) -> dict[str, int]:
    """Return how many pairs swap places in a direction."""
    counts: dict[str, int] = {}
    for swap in grid.swaps(metric):
        for direction in swap.directions:
            counts[direction] = counts.get(direction, 0) + 1
    return counts


def matrices(grid: ScoreGrid) -> Iterator[Table]:
    """Show sources by targets, a table a system, where there are several of both and nothing else."""
    sides = [[column.fields.get(side, "") for column in grid.directions] for side in ("source", "target")]
    places = {pair: at for at, pair in enumerate(zip(*sides, strict=True))}
    sources, targets = (sorted(set(side)) for side in sides)
    if len(places) < len(grid.directions) or min(len(sources), len(targets)) < 2:
        return
    metric = grid.metrics[0]
    label = labels_of(grid)[metric]
    for at, row in enumerate(grid.ranking(metric)):
        table = _matrix(grid, row, (sources, targets, places))
        title = f"{grid.systems[row]}, {label}: from sources (rows) into targets (columns)"
        yield replace(table, title=title, folded=at > 0)


def _matrix(grid: ScoreGrid, row: int, sides: tuple[list[str], list[str], dict[Any, int]]) -> Table:
    sources, targets, places = sides
    better = _better(grid.metrics[0])
    heads = [number_head(f"into {target}", target, better=better) for target in targets]

    def cells(source: str) -> list[Value]:
        spots = [places.get((source, target)) for target in targets]
        return [
            None if spot is None or not grid.filled[row, spot] else float(grid.scores[0, row, spot])
            for spot in spots
        ]

    columns = [text("source", read=str), several(heads, read=cells)]
    return replace(table_of(f"matrix-{grid.systems[row]}", "", sources, columns), heat=True)


def swap_tables(grid: ScoreGrid) -> Iterator[Table]:
    """Show the pairs that swap places, a table a metric."""
    for metric, label in labels_of(grid).items():
        swaps = grid.swaps(metric)
        if swaps:
            columns = [
                text("ahead", "ahead on average", read="ahead"),
                text("behind", "behind"),
                number("directions", "ahead in turn in", read=lambda swap: len(swap.directions)),
                number("significant", "significantly", read=lambda swap: len(swap.significant)),
                text("names", "directions", read=lambda swap: ", ".join(_starred(swap))),
            ]
            note = "* significant after the correction over the whole grid"
            yield table_of(
                f"swaps-{spec_of(metric)}", f"{label}: pairs that swap places", swaps, columns, notes=[note]
            )


def _starred(swap: Swap) -> list[str]:
    return [f"{name}*" if name in swap.significant else name for name in swap.directions]


def cell_table(grid: ScoreGrid) -> Table:
    """Show every output that is there: system, direction, fields, segments, and its score under every metric."""
    names = list(dict.fromkeys(name for column in grid.directions for name in column.fields))
    rows = [(row, place) for row, place in np.argwhere(grid.filled).tolist()]

    def column_of(cell: tuple[int, int]) -> GridColumn:
        return grid.directions[cell[1]]

    columns = [
        text("system", read=lambda cell: grid.systems[cell[0]]),
        text("direction", read=lambda cell: column_of(cell).name),
        several(
            [Head(name) for name in names], read=lambda cell: [column_of(cell).fields.get(n) for n in names]
        ),
        number("segments", read=lambda cell: column_of(cell).segments),
        several(_metric_heads(grid), read=lambda cell: grid.scores[:, cell[0], cell[1]].tolist()),
    ]
    return table_of(
        "scores", "Scores of all cells", rows, columns, notes=_other_signatures(grid), facts=_facts(grid)
    )


def pair_table(grid: ScoreGrid) -> Table:
    """Show every test of the grid."""
    table = _pair_table(grid, "pairs", "Tests of all pairs", grid.pairs)
    note = f"jackknife over blocks of segments, Student's t; {correction_words(grid, grid.pairs)}; first minus second"
    return replace(table, notes=(note,), facts={"test": "jackknife"})


def average_pair_table(grid: ScoreGrid) -> Table:
    """Show the tests of all macro-averages."""
    pairs = grid.average_pairs
    note = (
        "standard error: the mean of those of the directions, a bound that holds however much they have in common; "
        f"{correction_words(grid, pairs)}; first minus second"
    )
    return replace(_pair_table(grid, "average-pairs", "Tests of macro-averages", pairs), notes=(note,))


def _pair_table(grid: ScoreGrid, name: str, title: str, pairs: Sequence[GridPair]) -> Table:
    labels = labels_of(grid)
    columns = [
        text("direction"),
        text("metric", read=lambda pair: labels[pair.metric]),
        text("first"),
        text("second"),
        number("difference"),
        number("error", "standard error"),
        p_value("p"),
        p_value("adjusted", "adjusted p"),
        text("better", read=lambda pair: pair.better if grid.is_significant(pair) else "not significant"),
    ]
    return table_of(name, title, pairs, columns)
