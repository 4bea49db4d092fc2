"""`assay meta`: which metric agrees with people, and is the difference between two metrics real?"""

from __future__ import annotations

from dataclasses import dataclass, fields

from assay.cli import parts as shown
from assay.cli import sets
from assay.cli.answer import Answer
from assay.cli.flags import Manners
from assay.cli.output import OutputOptions
from assay.cli.running import RunOptions
from assay.extensions import with_judged_texts, with_judgements
from assay.human import ScoreOptions
from assay.io import FileOptions
from assay.meta import CorrelateOptions, PeopleOptions
from assay.metrics import MetricOptions
from assay.options import nested, option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from _typeshed import DataclassInstance

    from assay.data import EvalSet, Outputs
    from assay.meta import OutputTexts
    from assay.metrics import Evaluation, Metric

EPILOG = """\
examples:
  assay meta ratings.tsv evalset.xml -m bleu -m chrf
  assay meta mqm.tsv --scores comet.seg.score --scores metricx.jsonl -o report.html
  assay meta wmt23 --pair en-de --human mqm --reference-name refA --test boot-both
  assay meta wmt23 --tasks wmt23
  assay meta campaigns.db --campaign spring -m bleu -m chrf
"""


@dataclass(frozen=True)
class Arguments:
    """Ask how far metrics agree with people, by system and by segment."""

    people: PeopleOptions = nested(PeopleOptions)
    files: FileOptions = nested(FileOptions)
    metrics: MetricOptions = nested(MetricOptions)
    scoring: ScoreOptions = nested(ScoreOptions)
    asked: CorrelateOptions = nested(CorrelateOptions)
    cite: bool = option(False, "add a sentence for a paper, and a BibTeX entry for every method")
    manners: Manners = nested(Manners)
    writing: OutputOptions = nested(OutputOptions)
    record: RunOptions = nested(RunOptions)


def run(arguments: Arguments) -> Answer:
    """Bring people and metrics together, and say how far they agree."""
    from assay.meta import correlate_metrics, read_source
    from assay.reporting import FOR_PROGRAMS, meta_report, meta_summary, meta_table

    people, evaluation, texts = _brought_together(arguments)
    source = read_source(people, arguments.asked, evaluation or (), scoring=arguments.scoring)
    result = correlate_metrics(
        source.people,
        source.metrics,
        arguments.asked,
        texts=texts or source.texts,
        remarks=source.remarks,
        bar=sets.progress_bar(arguments.manners),
    )
    form, show, summary = arguments.writing.form, arguments.asked.show, None
    if shown.asks_table(show, form):
        summary = meta_table(result, citation=arguments.cite)
    elif shown.asks_summary(show, form):
        summary = meta_summary(result, citation=arguments.cite)
    return Answer(meta_report(result, pictures=form == "html", rows=form in FOR_PROGRAMS), summary)


def _brought_together(arguments: Arguments) -> tuple[PeopleOptions, Evaluation | None, OutputTexts | None]:
    """Return whose judgements, and the outputs scored: those that are named, or those that a study showed."""
    from assay.meta import OutputTexts

    people = arguments.people
    if arguments.files.systems:
        return with_judgements(people), *_score_outputs(arguments)
    study = None if people.scores and not arguments.metrics.metric else with_judged_texts(people)
    if study is None:
        _refuse_idle(arguments)
        return with_judgements(people), None, None
    _refuse_files(arguments)
    people, evalset, outputs = study
    metrics = sets.chosen_metrics(arguments.metrics, arguments.files)
    if not evalset.references:
        sets.refuse_for_references(metrics)
    return people, _scored(evalset, outputs, metrics, arguments), OutputTexts(evalset, outputs, metrics)


def _refuse_idle(arguments: Arguments) -> None:
    """Refuse options of outputs where none are named."""
    from assay.meta import refuse_changed

    why = "is for outputs that are scored here, and none are named"
    for options in (arguments.files, arguments.metrics, arguments.metrics.plugins):
        refuse_changed(options, dict.fromkeys(_own(options), why))


def _refuse_files(arguments: Arguments) -> None:
    """Refuse options of files beside a study, whose texts are in its database."""
    from assay.meta import refuse_changed

    why = "is for files, and the texts of the study are in its database; leave it out, or name the outputs as well"
    refuse_changed(arguments.files, dict.fromkeys(_own(arguments.files), why))


def _own(options: DataclassInstance) -> list[str]:
    """Return the names of options, but not of those that are nested in them."""
    return [each.name for each in fields(options) if "help" in each.metadata]


def _score_outputs(arguments: Arguments) -> tuple[Evaluation, OutputTexts]:
    """Score the outputs that the command line names."""
    from assay.data import join_shards
    from assay.meta import OutputTexts

    metrics = sets.chosen_metrics(arguments.metrics, arguments.files)
    evalset, outputs = join_shards(
        list(sets.watched_shards(arguments.files, metrics, arguments.manners, checks=False))
    )
    return _scored(evalset, outputs, metrics, arguments), OutputTexts(evalset, outputs, metrics)


def _scored(
    evalset: EvalSet, outputs: Outputs, metrics: Sequence[Metric], arguments: Arguments
) -> Evaluation:
    from assay.metrics import evaluate
    from assay.resources import Resources

    return evaluate([(evalset, outputs)], metrics, Resources(threads=arguments.manners.threads))
