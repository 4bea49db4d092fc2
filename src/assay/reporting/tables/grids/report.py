"""Systems by directions: the first screen in sentences, and the report with all its tables."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from assay.comparison import ScoreGrid
from assay.comparison.grids import Swap
from assay.errors import counted
from assay.reporting.blocks import Block, Heading, Listing, Prose
from assay.reporting.tables.grids.tables import (
    NAMED,
    average_pair_table,
    average_table,
    cell_table,
    correction_words,
    group_tables,
    heat_tables,
    labels_of,
    matrices,
    pair_table,
    some_of,
    swap_tables,
    weak_table,
)
from assay.reporting.wording import joined
from assay.stats import apart

ON_A_SCREEN = 12  # directions of a table that people at a terminal are shown
MOST_LEADERS = 3  # that a headline names; more are counted
SWAPS = 4  # pairs that sentences speak of


def grid_report(grid: ScoreGrid) -> list[Block]:
    """Report on all of a grid: the first screen, then tables of groups, cells, swaps and tests."""
    sections: list[tuple[str, list[Block]]] = [
        ("Heat map", [*heat_tables(grid), *matrices(grid)]),
        ("Groups", [*group_tables(grid)]),
        ("Where systems swap places", [*swap_tables(grid)]),
        ("All cells", [cell_table(grid)]),
        ("Tests", [average_pair_table(grid), pair_table(grid)] if grid.pairs else []),
    ]
    blocks: list[Block] = [*_first_screen(grid)]
    for title, part in sections:
        blocks += [Heading(title, 2), *part] if part else []
    return blocks


def grid_summary(grid: ScoreGrid, *, whole: bool = False) -> list[Block]:
    """Return what fits on a screen; the table of all directions only if they are few, or `whole`."""
    blocks = [*_first_screen(grid), *group_tables(grid)[:1]]
    if whole or len(grid.directions) <= ON_A_SCREEN:
        blocks.append(heat_tables(grid)[0])
    return blocks


def _first_screen(grid: ScoreGrid) -> list[Block]:
    weakest = [weak_table(grid)] if len(grid.directions) > 1 else []
    verdicts = tuple(_verdicts(grid))
    return [
        Heading(_headline(grid)),
        Prose(_recognised(grid)),
        *([Listing("verdict", "What the grid says", verdicts)] if verdicts else []),
        average_table(grid),
        *weakest,
    ]


def _headline(grid: ScoreGrid) -> str:
    metric = grid.metrics[0]
    if not len(grid.common):
        return "No direction has outputs of all systems, so there is no macro-average"
    best = grid.ranking(metric)[0]
    score = f"{labels_of(grid)[metric]} {grid.averages(metric)[best]:.2f}"
    directions = counted(len(grid.common), "direction")
    if len(grid.systems) == 1:
        return f"{grid.systems[0]}: {score} on average over {directions}"
    equals = apart(grid.averages(metric), np.full(len(grid.systems), grid.averages(metric)[best])) == 0
    if equals.all():
        return f"All systems have the same macro-average over {directions}: {score}"
    leaders = [system for system, equal in zip(grid.systems, equals, strict=True) if equal]
    has = "has" if len(leaders) == 1 else "share"
    named = (
        joined(leaders) if len(leaders) <= MOST_LEADERS else f"{len(leaders)} of {len(grid.systems)} systems"
    )
    return f"{named} {has} the best macro-average over {directions}: {score}"


def _recognised(grid: ScoreGrid) -> str:
    """Say what was recognised: systems, directions, fields, cells, segments."""
    systems, directions = len(grid.systems), len(grid.directions)
    there = int(grid.filled.sum())
    segments = {column.segments for column in grid.directions}
    each = f"{min(segments):,}" if len(segments) == 1 else f"{min(segments):,} to {max(segments):,}"
    holes = "no hole" if there == systems * directions else f"{there} of {systems * directions} outputs"
    return f"{counted(systems, 'system')} × {counted(directions, 'direction')}: {holes}; {each} segments a direction."


def _verdicts(grid: ScoreGrid) -> Iterator[str]:
    yield from grid_holes(grid)
    metric = grid.metrics[0]
    if len(grid.systems) > 1:
        yield from _document_words(grid)
        yield from _lead_words(grid)
        alone = {system: number for system, number in grid.unbeaten(metric).items() if number}
        ranked = sorted(alone, key=lambda system: -alone[system])
        told = joined([f"{system} in {alone[system]}" for system in ranked[:NAMED]])
        none = "No system is significantly better than all others in any direction"
        said = f"Significantly better than all others: {told} of {counted(len(grid.directions), 'direction')}"
        yield f"{said if ranked else none} ({labels_of(grid)[metric]}; {correction_words(grid, grid.pairs)})."
    swaps = grid.swaps(metric)
    yield from (_swap_words(swap, grid) for swap in swaps[:SWAPS])
    if len(swaps) > SWAPS:
        more = len(swaps) - SWAPS
        yield f"{counted(more, 'more pair')} {'swaps' if more == 1 else 'swap'} places somewhere."
    if not swaps and len(grid.systems) > 1 and len(grid.common):
        yield "No two systems swap places: their order is that of the macro-average in every direction."


def _document_words(grid: ScoreGrid) -> Iterator[str]:
    """Say that segments were taken to be independent, where documents are not known."""
    names = grid.without_documents
    if names:
        where = "" if len(names) == len(grid.directions) else f" in {some_of(names)}"
        yield (
            f"Documents are not known{where}, so segments were taken to be independent. Where those of a document are "
            "alike, systems that are equal are found to differ far too often: give the documents with --docs PATTERN."
        )


def _lead_words(grid: ScoreGrid) -> Iterator[str]:
    """Say of the system with the best macro-average which others it is significantly better than."""
    metric = grid.metrics[0]
    leader, *others = [grid.systems[row] for row in grid.ranking(metric)]
    pairs = [pair for pair in grid.average_pairs if pair.metric == metric]
    beaten = {
        pair.second if pair.first == leader else pair.first
        for pair in pairs
        if leader in (pair.first, pair.second) and grid.is_significant(pair)
    }
    if not pairs:
        return
    ahead = [system for system in others if system in beaten]
    level = [system for system in others if system not in beaten]
    if not level:
        said = f"significantly better than {'all others' if len(others) > 1 else others[0]}"
    elif ahead:
        said = f"significantly better than {_few(ahead)}, but not than {_few(level)}"
    else:
        said = f"not significantly better than {'any other' if len(others) > 1 else others[0]}"
    yield f"On average {leader} is {said} ({labels_of(grid)[metric]}; {correction_words(grid, pairs)})."


def _few(systems: list[str]) -> str:
    return joined(systems) if len(systems) <= NAMED else f"{len(systems)} others"


def grid_holes(grid: ScoreGrid) -> Iterator[str]:
    """Say which outputs and references are not there."""
    holes: dict[str, list[str]] = {}
    for system, direction in grid.missing:
        holes.setdefault(system, []).append(direction)
    for system, names in list(holes.items())[:NAMED]:
        yield f"Missing: {system} has no output for {some_of(names)}."
    if len(holes) > NAMED:
        more = len(holes) - NAMED
        yield f"{counted(more, 'more system')} {'has' if more == 1 else 'have'} holes."
    if holes:
        yield f"Macro-averages are over the {counted(len(grid.common), 'direction')} that all systems have."
    if grid.unreferenced:
        name, looked = next(iter(grid.unreferenced.items()))
        left_out = some_of(list(grid.unreferenced))
        yield f"Left out, for references, sources or documents are missing: {left_out} ({name}: {looked[0]})."


def _swap_words(swap: Swap, grid: ScoreGrid) -> str:
    said = f"{swap.behind} is ahead of {swap.ahead} in {len(swap.directions)} of {len(grid.directions)} directions"
    clear = (
        f", significantly in {some_of(swap.significant)}" if swap.significant else ", nowhere significantly"
    )
    return f"{said}, against the macro-average{clear}."
