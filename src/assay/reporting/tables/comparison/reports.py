"""The report of `assay compare`: what may be claimed, and all that it rests on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from assay.comparison import PARTS, Compared, cite, standings, verdicts
from assay.comparison.answer import headline
from assay.comparison.claims import disagreements, family_rate, nothing_could_be, test_words, thresholds
from assay.comparison.options import CORRECTION_NAMES
from assay.errors import counted
from assay.metrics import Metric
from assay.reporting.blocks import Block, Heading, Listing, Prose, Verbatim
from assay.reporting.literature.citations import BOOTSTRAP, CORRECTIONS, bibliography, metric_works
from assay.reporting.literature.citations import TESTS as TEST_WORKS
from assay.reporting.tables.comparison.figures import comparison_figures, foremost
from assay.reporting.tables.comparison.pairwise import (
    matrix_tables,
    pairs_table,
    ranks_table,
    scores_table,
    title,
)
from assay.reporting.tables.comparison.scores import reference_count
from assay.reporting.tables.comparison.segments import SegmentTexts, contrast
from assay.reporting.wording import drawn_units, joined

# Parts that a terminal is not shown unless it asks
MORE = ("claims", "method", "ranks", "pairs", "matrix")
RANKING = "Ranking; > is significantly better than all that follow"
MOST_DISAGREEMENTS = 3  # pairs of systems that a summary names


def comparison_report(
    compared: Compared, parts: Sequence[str] = PARTS, *, citation: bool = False, pictures: bool = False
) -> list[Block]:
    """Say what may be claimed, then show the numbers it rests on; on a page, pictures stand in for the matrix."""
    blocks: dict[str, Sequence[Block]] = (
        drawn_parts(compared)
        if pictures
        else {
            "claims": [claims(compared)],
            "method": [Prose(_rule(compared))],
            "scores": [scores_table(compared)],
            "ranks": [ranks_table(compared)] if compared.all_pairs else [],
            "pairs": [pairs_table(compared)],
            "matrix": matrix_tables(compared) if compared.all_pairs else [],
        }
    )
    shown = [block for part in blocks if part in parts for block in blocks[part]]
    paper: list[Block] = [Listing("citation", "For a paper", tuple(_citation(compared)))] if citation else []
    return [*top_blocks(compared), *shown, *paper, *([_works(compared)] if citation else [])]


def drawn_parts(compared: Compared) -> dict[str, Sequence[Block]]:
    """Return the parts of a page in its order: rankings and scores first, then differences, then every pair."""
    figures = comparison_figures(compared, foremost(compared))
    ranked = [figure for figure in figures if figure.kind == "ranking"]
    others = [figure for figure in figures if figure.kind != "ranking"]
    return {
        "claims": [*ranking_in_short(compared), claims(compared)],
        "scores": [*ranked, scores_table(compared)],
        "matrix": under("Differences", others),
        "pairs": [Heading("Pairs", 2), Prose(_rule(compared)), replace(pairs_table(compared), folded=True)],
        "ranks": under("Ranks", [ranks_table(compared)] if compared.all_pairs else []),
    }


def comparison_summary(compared: Compared, *, citation: bool = False) -> list[Block]:
    """Give people at a terminal the answer on one screen: who leads, scores, and by which rule."""
    ranked = ranking_in_short(compared, MOST_DISAGREEMENTS)
    pairs = [] if ranked or compared.options.baseline is None else [pairs_table(compared)]
    return [
        *top_blocks(compared),
        *(ranked or ([] if pairs else [claims(compared)])),
        scores_table(compared, numbered=False),
        *pairs,
        Prose(short_rule(compared)),
        Prose(f"More: --show {','.join(MORE if compared.all_pairs else MORE[:2])}, or all."),
        *_for_a_paper(compared, citation),
    ]


def comparison_table(compared: Compared, *, numbered: bool = False, citation: bool = False) -> list[Block]:
    """Give one table for a paper or a spreadsheet: scores, intervals, clusters."""
    return [scores_table(compared, numbered=numbered), *_for_a_paper(compared, citation)]


def short_rule(compared: Compared) -> str:
    """Say in one sentence how differences were tested, and in another what to be careful of."""
    settings, options, first = compared.settings, compared.options, compared.comparisons[0]
    adjusted = (
        f" after {name} correction"
        if (name := CORRECTION_NAMES.get(options.correction))
        else ", not adjusted"
    )
    level = f"p < {settings.alpha:g}{adjusted if len(compared.of(first.metric)) > 1 else ''}"
    rule = f"Significance: {test_words(first, compared.unit.plural, settings.seed)}; {level}."
    return f"{rule} {compared.unit.caution}".rstrip()


def _for_a_paper(compared: Compared, citation: bool) -> list[Block]:
    """Give the sentence that a paper needs, and whom to cite."""
    if not citation:
        return []
    return [Listing("citation", "For a paper", tuple(_citation(compared)[:1])), _works(compared)]


def _works(compared: Compared) -> Verbatim:
    """Return whom to cite for metrics, test, intervals and correction."""
    correction = CORRECTIONS.get(compared.options.correction) if len(compared.comparisons) > 1 else None
    methods = [*TEST_WORKS.get(compared.options.test, ()), BOOTSTRAP, *([correction] if correction else [])]
    return bibliography([*metric_works(compared.evaluation.metrics), *methods])


def top_blocks(compared: Compared) -> list[Block]:
    """Give the answer in a sentence, and say what it is about."""
    evaluation = compared.evaluation
    documents = evaluation.document
    said = [title(compared), counted(evaluation.segments, "segment")]
    said += [counted(len(documents.names), "document")] if documents is not None else []
    said += [reference_count(evaluation)]
    hopeless = nothing_could_be(
        compared.comparisons, compared.alpha, compared.options.correction, compared.unit
    )
    return [
        Heading(headline(compared)),
        Prose(", ".join(said) + "."),
        *([Prose(hopeless)] if hopeless else []),
    ]


def claims(compared: Compared) -> Listing:
    """Return a sentence for every pair, and what all of them need to be read with."""
    return Listing("verdict", "What may be claimed", tuple(_verdicts(compared)))


def _verdicts(compared: Compared) -> list[str]:
    pairs, alpha, primary = compared.comparisons, compared.alpha, compared.primary
    return [
        *verdicts(pairs, alpha, compared.options.correction, primary),
        *disagreements(pairs, alpha),
        *family_rate(pairs, alpha, primary),
        *filter(None, [compared.unit.caution]),
    ]


def _rule(compared: Compared) -> str:
    words = thresholds(compared.settings, compared.comparisons[0], compared.options.correction)
    drawn = drawn_units(compared.unit, compared.comparisons[0].units)
    return f"{words[0].upper()}{words[1:]}; {drawn}."


def _citation(compared: Compared) -> list[str]:
    settings, correction = compared.settings, compared.options.correction
    return cite(compared.evaluation, compared.comparisons, settings, correction, compared.unit)


def comparison_examples(compared: Compared, texts: SegmentTexts, number: int) -> list[Block]:
    """Show the segments in which the two systems worth a closer look differ most by the first metric."""
    evaluation, pair = compared.evaluation, foremost(compared)
    return [Heading("Segments", 2), contrast(evaluation, evaluation.metrics[0], pair, texts, number)]


def ranking_in_short(compared: Compared, most: int | None = None) -> list[Block]:
    """Put the ranks of three systems or more into a line, for all metrics that agree on it.

    Of pairs on which metrics disagree, at `most` so many are named.
    """
    if not compared.all_pairs:
        return []
    metrics: dict[str, list[str]] = {}
    for metric, label in compared.labels.items():
        metrics.setdefault(_ranking(compared, metric), []).append(label)
    ranked = [f"{joined(names)}: {ranking}" for ranking, names in metrics.items()]
    disagreeing = disagreements(compared.comparisons, compared.alpha)
    rest = 0 if most is None else len(disagreeing) - most
    more = [f"The metrics disagree on {rest} more pairs: --show claims."] if rest > 0 else []
    return [Listing("ranking", RANKING, (*ranked, *disagreeing[:most], *more))]


def _ranking(compared: Compared, metric: Metric) -> str:
    places = standings(compared.evaluation, compared.comparisons, metric, compared.alpha)
    clusters = groupby(places, key=lambda place: place.cluster)
    return " > ".join(", ".join(place.system for place in group) for _, group in clusters)


def under(words: str, blocks: Sequence[Block]) -> list[Block]:
    """Put blocks under a heading; nothing where there are none."""
    return [Heading(words, 2), *blocks] if blocks else []
