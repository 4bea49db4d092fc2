"""The blocks of `assay report`: what may be claimed, what was found, and then everything that it rests on."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from assay.comparison import Compared, disagreements, standings
from assay.diagnosis import Diagnosis
from assay.metrics import Metric
from assay.reporting.blocks import Block, Heading, Listing, Table
from assay.reporting.tables.comparison.figures import comparison_figures, scores_figure
from assay.reporting.tables.comparison.pairwise import comparison_report, scores_table, title
from assay.reporting.tables.diagnosis import analysis_blocks, findings_blocks


def full_report(
    compared: Compared,
    found: Diagnosis,
    pair: tuple[str, str] | None,
    *,
    pictures: bool = False,
    changes: Sequence[Block] = (),
) -> list[Block]:
    """Put a comparison and a diagnosis of the same evaluation together; `changes` come after the verdict.

    `pair` is the one worth a closer look; a system alone has none.
    """
    sentences = findings_blocks(found)
    said = [block for block in sentences if not isinstance(block, Table)]
    evidence = [block for block in sentences if isinstance(block, Table)]
    if pair is None:
        drawn: list[Block] = [scores_figure(compared)] if pictures else []
        top = [Heading(title(compared)), *changes, *said, scores_table(compared)]
        return [*top, *_under("Figures", drawn), *analysis_blocks(found)]
    name, verdict, rule, scores, *others = comparison_report(compared)
    figures: list[Block] = [*comparison_figures(compared, pair)] if pictures else []
    return [
        name,
        *_in_short(compared),
        verdict,
        *changes,
        *said,
        scores,
        *_under("Figures", figures),
        Heading("Comparison", 2),
        rule,
        *(block for block in others if not (pictures and _drawn(block))),
        *_under("Evidence", evidence),
        *analysis_blocks(found),
    ]


def _in_short(compared: Compared) -> list[Block]:
    """Put the ranks of three systems or more into a sentence a metric, before all that may be claimed of pairs."""
    if not compared.all_pairs:
        return []
    said = [f"{label}: {_ranking(compared, metric)}." for metric, label in compared.labels.items()]
    rule = "A system before > is significantly better than every system behind it; commas tell none apart."
    return [
        Listing(
            "ranking",
            "In short, best first",
            (*said, *disagreements(compared.comparisons, compared.alpha), rule),
        )
    ]


def _ranking(compared: Compared, metric: Metric) -> str:
    places = standings(compared.evaluation, compared.comparisons, metric, compared.alpha)
    clusters = groupby(places, key=lambda place: place.cluster)
    return " > ".join(", ".join(place.system for place in group) for _, group in clusters)


def _under(words: str, blocks: Sequence[Block]) -> list[Block]:
    return [Heading(words, 2), *blocks] if blocks else []


def _drawn(block: Block) -> bool:
    """Tell whether a block is a matrix that a figure shows as well."""
    return isinstance(block, Table) and block.name.startswith("matrix.")
