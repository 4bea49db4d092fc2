"""The report of `assay report`: a comparison and a diagnosis of the same evaluation together.

It is a module of its own because it loads the diagnosis, which `assay compare` does without.
"""

from __future__ import annotations

from collections.abc import Sequence

from assay.comparison import Compared
from assay.comparison.claims import disagreements
from assay.diagnosis import Diagnosis
from assay.reporting.blocks import Block, Heading, Listing, Prose, Table
from assay.reporting.tables.comparison.figures import ranking_figure
from assay.reporting.tables.comparison.pairwise import scores_table
from assay.reporting.tables.comparison.reports import (
    MOST_DISAGREEMENTS,
    claims,
    comparison_report,
    drawn_parts,
    ranking_in_short,
    short_rule,
    top_blocks,
    under,
)
from assay.reporting.tables.diagnosis.report import analysis_blocks, findings_blocks
from assay.reporting.tables.diagnosis.summary import findings_in_short

MOST_FINDINGS = 5  # that a digest gives as reasons


def full_report(
    compared: Compared, found: Diagnosis, *, pictures: bool = False, changes: Sequence[Block] = ()
) -> list[Block]:
    """Put a comparison and a diagnosis of the same evaluation together; `changes` come after the verdict."""
    sentences = findings_blocks(found)
    said = [block for block in sentences if not isinstance(block, Table)]
    evidence = under("Evidence", [block for block in sentences if isinstance(block, Table)])
    about = _about(compared, found)
    if not compared.comparisons:
        metrics = compared.evaluation.metrics
        drawn: list[Block] = [ranking_figure(compared, metric) for metric in metrics] if pictures else []
        return [
            *about,
            *drawn,
            *changes,
            *said,
            scores_table(compared),
            *analysis_blocks(found, pictures=pictures),
        ]
    if pictures:
        parts = drawn_parts(compared)
        return [
            *about,
            *_disagreeing(compared),
            claims(compared),
            *changes,
            *said,
            *parts["scores"],
            *parts["matrix"],
            *evidence,
            *analysis_blocks(found, pictures=pictures),
            *parts["pairs"],
            *parts["ranks"],
        ]
    verdict, tests, scores, *others = comparison_report(compared)[len(top_blocks(compared)) :]
    return [
        *about,
        *ranking_in_short(compared),
        verdict,
        *changes,
        *said,
        scores,
        Heading("Comparison", 2),
        tests,
        *others,
        *evidence,
        *analysis_blocks(found, pictures=pictures),
    ]


def report_digest(compared: Compared, found: Diagnosis, changes: Sequence[Block] = ()) -> list[Block]:
    """Say on one screen what a page would: who leads, why, and what changed; the page has the rest."""
    findings = findings_in_short(found, MOST_FINDINGS)
    several = bool(compared.comparisons)
    return [
        *top_blocks(compared),
        *(ranking_in_short(compared, MOST_DISAGREEMENTS) if several else []),
        *(block for block in changes if isinstance(block, Listing)),
        *findings[:1],
        scores_table(compared, numbered=False),
        *([Prose(short_rule(compared))] if several else []),
        Prose(
            "More: -o report.html writes a page with every figure and segment, -o report.txt all of it as text."
        ),
    ]


def _about(compared: Compared, found: Diagnosis) -> list[Block]:
    """Give the answer in a sentence, and say what it is about: the set too, which a diagnosis knows."""
    heading, about, *rest = top_blocks(compared)
    evalset = found.corpus.evalset
    languages = " → ".join(filter(None, evalset.languages))
    known = [evalset.name, languages] if languages else []  # plain files are no set that has a name
    said = [Prose(", ".join([*known, about.text]))] if isinstance(about, Prose) else []
    return [heading, *said, *rest]


def _disagreeing(compared: Compared) -> list[Block]:
    """Say where metrics disagree; the ranking itself is drawn."""
    sentences = disagreements(compared.comparisons, compared.alpha)
    return [Listing("ranking", "Do the metrics agree?", tuple(sentences))] if sentences else []
