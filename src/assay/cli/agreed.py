"""The report on metrics and people: options read off the command line, the door of `meta` called, blocks returned."""

from __future__ import annotations

import argparse

from assay.cli import chance, inputs, watch
from assay.data import join_shards
from assay.human import ScoreOptions
from assay.meta import CorrelateOptions, OutputTexts, PeopleOptions, correlate_metrics, read_source, scores_of
from assay.metrics import Evaluation, evaluate
from assay.reporting import Block, meta_report
from assay.resources import Resources

FOR_PROGRAMS = ("json", "tsv")


def blocks(arguments: argparse.Namespace, *, form: str) -> list[Block]:
    """Return the parts of the report that were asked for; programs are also given a row a result."""
    from functools import partial

    options = CorrelateOptions(
        tasks=arguments.tasks,
        show=arguments.show,
        test=arguments.test,
        correction=arguments.correction,
        darr=arguments.darr,
        common=arguments.common,
        settings=chance.settings(arguments),
    )
    evaluation, texts = _own(arguments)
    own = [] if evaluation is None else scores_of(evaluation)
    scoring = ScoreOptions(arguments.standardise, arguments.weights, arguments.aspect)
    source = read_source(_people(arguments), options, own, scoring=scoring)
    result = correlate_metrics(
        source.people,
        source.metrics,
        options,
        texts=texts or source.texts,
        remarks=source.remarks,
        bar=partial(watch.draws, quiet=arguments.quiet),
    )
    return meta_report(result, pictures=form == "html", rows=form in FOR_PROGRAMS)


def _people(arguments: argparse.Namespace) -> PeopleOptions:
    def listed(text: str | None) -> tuple[str, ...]:
        return () if text is None else (text,)

    return PeopleOptions(
        judgements=arguments.judgements,
        form=arguments.form,
        pair=arguments.pair,
        scale=arguments.scale,
        set_aside=arguments.set_aside,
        only_systems=listed(arguments.only_systems),
        without_systems=listed(arguments.without_systems),
        scores=tuple(arguments.scores),
        lower=listed(arguments.lower),
        human=arguments.human,
        reference_name=arguments.reference_name,
    )


def _own(arguments: argparse.Namespace) -> tuple[Evaluation | None, OutputTexts | None]:
    """Score the outputs that the command line names, if it names any."""
    if not arguments.systems:
        return None, None
    metrics = inputs.metrics(arguments)
    evalset, outputs = join_shards(list(inputs.shards(arguments, metrics)))
    evaluation = evaluate([(evalset, outputs)], metrics, Resources(threads=arguments.threads))
    return evaluation, OutputTexts(evalset, outputs, metrics)
