"""The report on ratings: from judgements to a ranking of systems, with raters and agreement beside it."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from dataclasses import replace

from assay.cli import chance, chosen
from assay.data import Judgements, MqmWeights
from assay.human import (
    RankSettings,
    RaterOptions,
    Scored,
    Scoring,
    correct_shares,
    fit_mixed_model,
    leave_one_out,
    leave_out_raters,
    published_weights,
    rank_by_domain,
    rank_systems,
    reading_times,
    rule_on_raters,
    score,
    study_raters,
    views,
    weight_sets,
    with_scores,
)
from assay.reporting import (
    Block,
    Heading,
    Prose,
    agreement_blocks,
    judges_table,
    kept_words,
    mixed_table,
    ranking_report,
    raters_report,
    remarks_table,
    shares_table,
    times_table,
    views_table,
)

SHARES = ("yes-no", "comprehension")
MOST_FITTED = 200_000  # ratings up to which the mixed model is fitted


def blocks(
    judgements: Judgements, arguments: argparse.Namespace, shown: Sequence[str], *, pictures: bool
) -> list[Block]:
    """Return the parts of the report that were asked for."""
    chosen = scoring(arguments)
    left_out = _left_out(judgements, arguments, chosen)
    kept = leave_out_raters(judgements, left_out)
    scored = score(kept.judgements, chosen)
    made: list[Block] = []
    if "ranking" in shown:
        made += _ranking_or_why_not(scored, arguments, pictures)
        made += [Prose(kept_words(kept))] if left_out else []
    if "scores" in shown:
        made += [Heading("Scores", 2), *_scores(kept.judgements, chosen, scored, arguments)]
    if "raters" in shown or "agreement" in shown:
        made += (
            _below(_raters(judgements, arguments, shown)) if made else _raters(judgements, arguments, shown)
        )
    remarks = (*judgements.remarks, *scored.remarks)
    if "remarks" in shown and remarks:
        made += [Heading("Remarks", 2), remarks_table(remarks)]
    return made


def _below(blocks: Sequence[Block]) -> list[Block]:
    """Return blocks as a part of a report that has its title already."""
    return [replace(one, level=2) if isinstance(one, Heading) else one for one in blocks]


def _left_out(judgements: Judgements, arguments: argparse.Namespace, scoring: Scoring) -> tuple[str, ...]:
    """Return the raters to rank without: those named, and those who fail the rule where that is asked for."""
    named = chosen.names(arguments.without)
    if arguments.without_failed:
        rated, _ = with_scores(judgements, scoring)
        named += [one.rater for one in rule_on_raters(rated, arguments.rule) if one.verdict == "fail"]
    return tuple(dict.fromkeys(named))


def scoring(arguments: argparse.Namespace) -> Scoring:
    """Return how ratings become scores, as the command line says."""
    chosen = None if arguments.weights is None else _weights(arguments.weights)
    return Scoring(standardise=arguments.standardise, weights=chosen, aspect=arguments.aspect)


def _weights(name: str) -> MqmWeights:
    if name in weight_sets() or not os.path.exists(name):
        return published_weights(name)
    from assay.io import read_weights

    return read_weights(name)


def _ranking_or_why_not(scored: Scored, arguments: argparse.Namespace, pictures: bool) -> list[Block]:
    """Return the ranking; of a file with one system, the rest of a report that was not asked for by parts remains."""
    chosen = arguments.show or arguments.only_systems or arguments.without_systems
    if chosen or len(scored.scores.systems) > 1:
        return _ranking(scored, arguments, pictures)
    name = scored.scores.systems[0]
    return [
        Heading(f"Judgements of {name} by {scored.scores.name}"),
        Prose("One system: nothing to rank."),
    ]


def _ranking(scored: Scored, arguments: argparse.Namespace, pictures: bool) -> list[Block]:
    settings = RankSettings(
        test=arguments.test,
        correction=arguments.correction,
        unit=arguments.unit or "segment",
        common=arguments.common,
        least=arguments.least,
        chance=chance.settings(arguments),
    )
    scores = scored.scores
    domains = None
    if scores.domain is not None and len(set(scores.domain.index.tolist())) > 1:
        domains = rank_by_domain(scores, settings)
    return ranking_report(
        rank_systems(scores, settings),
        domains=domains,
        influence=leave_one_out(scored.cells) if len(scored.cells.raters) > 1 else (),
        systems=scored.cells.systems,
        pictures=pictures,
    )


def _scores(
    judgements: Judgements, scoring: Scoring, scored: Scored, arguments: argparse.Namespace
) -> list[Block]:
    """Show the same ratings under several standardisations, the judges, and what a model makes of both."""
    made: list[Block] = [views_table(views(judgements, scoring))]
    made += [judges_table(scored.judges)] if scored.judges else []
    if judgements.scheme in SHARES:
        made.append(shares_table(correct_shares(judgements)))
    if judgements.scheme in SHARES and judgements.seconds is not None:
        made.append(times_table(reading_times(judgements)))
    if len(scored.cells.raters) > 1 and scored.ratings > MOST_FITTED:
        made.append(
            Prose(
                f"No mixed model: there are {scored.ratings:,} ratings, and it is fitted to {MOST_FITTED:,}."
            )
        )
    elif len(scored.cells.raters) > 1:
        alpha, correction = chance.settings(arguments).alpha, arguments.correction
        made.append(mixed_table(fit_mixed_model(judgements, scoring), alpha, correction))
    return made


def _raters(judgements: Judgements, arguments: argparse.Namespace, shown: Sequence[str]) -> list[Block]:
    rule = "" if arguments.rule == "paired" else arguments.rule
    rated, weights = with_scores(judgements, scoring(arguments))
    study = study_raters(rated, RaterOptions(rule=rule, settings=chance.settings(arguments)))
    if weights is not None:
        study = replace(study, source=f"{study.source}; scores by the weights {weights.name}")
    if "raters" not in shown:
        return agreement_blocks(study)
    found = raters_report(study)
    if "agreement" in shown:
        return found
    names = [block.text if isinstance(block, Heading) else "" for block in found]
    return found[: names.index("Agreement")] if "Agreement" in names else found
