"""The report on rankings of outputs: from pairs to a ranking of systems, with agreement and stability beside it."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence

from assay.cli import chance, chosen
from assay.data import Preferences
from assay.errors import InputError
from assay.human import (
    PreferenceRanking,
    fit,
    pair_tests,
    rank_by_strength,
    rank_by_trueskill,
    rank_by_wins,
    ranking_kappas,
    win_matrix,
    without_each,
)
from assay.reporting import (
    Block,
    Figure,
    Heading,
    Prose,
    kappa_table,
    left_out_table,
    preference_blocks,
    remarks_table,
    strengths_table,
)
from assay.stats import Settings

METHODS: Mapping[str, Callable[[Preferences, Settings, str], PreferenceRanking]] = {
    "trueskill": rank_by_trueskill,
    "wins": rank_by_wins,
    "bradley-terry": rank_by_strength,
}


def _strengths(found: Preferences, arguments: argparse.Namespace) -> Block:
    """Return the strengths; where none can be told, the rest of a report that was not asked for by parts remains."""
    try:
        return strengths_table(fit(found))
    except InputError as error:
        if arguments.show is not None:
            raise
        return Prose(f"No strengths. {error}.")


def blocks(
    given: Preferences, arguments: argparse.Namespace, shown: Sequence[str], *, pictures: bool
) -> list[Block]:
    """Return the parts of the report that were asked for."""
    settings, unit = chance.settings(arguments), arguments.unit or "segment"
    given = chosen.raters(given, arguments)
    found = chosen.single_systems(given, arguments)
    ranking = METHODS[arguments.method](found, settings, unit)
    made: list[Block] = [Heading(f"{len(ranking.systems)} systems ranked from {len(found):,} pairs")]
    if "ranking" in shown:
        tests = pair_tests(found, unit=unit, correction=arguments.correction, confidence=settings.confidence)
        made += preference_blocks(found, [ranking], matrix=win_matrix(found), tests=tests, settings=settings)
    if "scores" in shown:
        made.append(_strengths(found, arguments))
    if "raters" in shown and len(found.rater.names) > 1:
        whole, left = without_each(found, settings, method=rank_by_wins, unit=unit)
        made.append(left_out_table(whole, left))
    if "agreement" in shown:
        made.append(kappa_table(ranking_kappas(given, settings), settings))
    if "remarks" in shown and given.remarks:
        made += [Heading("Remarks", 2), remarks_table(given.remarks)]
    return [block for block in made if pictures or not isinstance(block, Figure)]
