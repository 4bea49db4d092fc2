"""Which metric agrees with people, by system and by segment, and is the difference between two metrics real?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

from assay.errors import OptionError
from assay.extensions import with_judged_texts, with_judgements
from assay.human import ScoreOptions
from assay.io import FileOptions
from assay.meta.options import CorrelateOptions, PeopleOptions
from assay.metrics import MetricOptions
from assay.options import nested, option
from assay.questions.results import Result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from assay.meta import MetaEvaluation
    from assay.meta.material import OutputTexts
    from assay.metrics import Evaluation
    from assay.questions.given import Given
    from assay.reporting import Block


@dataclass(frozen=True)
class MetaQuestion:
    """Ask how far metrics agree with people, by system and by segment."""

    people: PeopleOptions = nested(PeopleOptions)
    files: FileOptions = nested(FileOptions)
    metrics: MetricOptions = nested(MetricOptions)
    scoring: ScoreOptions = nested(ScoreOptions)
    correlation: CorrelateOptions = nested(CorrelateOptions)
    cite: bool = option(False, "add a sentence for a paper, and a BibTeX entry for every method", found=True)


@dataclass(frozen=True, repr=False)
class CorrelateResult(Result):
    """How far metrics agree with people; `evaluation` holds tasks, tests between metrics, and whatever was asked."""

    evaluation: MetaEvaluation
    cite: bool = False

    has_table = True

    def report(self, *, pictures: bool = False, rows: bool = True) -> Sequence[Block]:
        """Return the tasks, what they rest on, and with `rows` one row a result, for programs."""
        from assay.reporting.tables.meta.report import meta_report

        return meta_report(self.evaluation, pictures=pictures, rows=rows and not pictures)

    def for_people(self) -> Sequence[Block]:
        """Return the parts that were asked for, without the rows that are for programs."""
        return self.report(rows=False)

    def whole(self, form: str) -> Sequence[Block]:
        """Return the report, with one row a result where programs read it."""
        from assay.reporting.render.formats import FOR_PROGRAMS

        return self.report(pictures=form == "html", rows=form in FOR_PROGRAMS)

    def summary(self) -> Sequence[Block]:
        """Return which metric agrees best, and one table."""
        from assay.reporting.tables.meta.first_screen import meta_summary

        return meta_summary(self.evaluation, citation=self.cite)

    def table(self, *, numbered: bool = False) -> Sequence[Block]:
        """Return metrics by tasks alone."""
        from assay.reporting.tables.meta.first_screen import meta_table

        return meta_table(self.evaluation, citation=self.cite)


def ask(question: MetaQuestion, given: Given) -> CorrelateResult:
    """Bring people and metrics together, and say how far they agree."""
    from assay.meta.evaluation import correlate_metrics
    from assay.meta.sources import read_source

    options = question.correlation
    people, texts = _brought_together(question, given)
    own = () if texts is None else _scored(texts, options.settings.threads)
    source = read_source(people, options, own, scoring=question.scoring)
    correlated = correlate_metrics(
        source.people,
        source.metrics,
        options,
        texts=texts or source.texts,
        remarks=source.remarks,
        bar=given.asker.draws,
    )
    return CorrelateResult(correlated, question.cite, show=options.show)


def _brought_together(question: MetaQuestion, given: Given) -> tuple[PeopleOptions, OutputTexts | None]:
    """Return whose judgements, and the outputs to be scored: those given, or those that a study showed."""
    from assay.meta.material import OutputTexts

    people = question.people
    if given.is_given:
        return with_judgements(people), _texts_beside(people, question, given)
    chosen = given.metrics is not None or bool(question.metrics.metric)
    study = None if people.scores and not chosen else with_judged_texts(people)
    if study is None:
        _refuse_idle(question, given)
        return with_judgements(people), None
    _refuse_files(question)
    judged, evalset, outputs = study
    metrics = given.chosen_metrics(question.metrics)
    if not evalset.references:
        from assay.questions.specifications import refuse_for_references

        refuse_for_references(metrics)
    else:
        from assay.data import join_shards
        from assay.diagnosis.files.quick_checks import with_quick_checks

        evalset, outputs = join_shards(list(with_quick_checks([(evalset, outputs)], metrics=metrics)))
    return judged, OutputTexts(evalset, outputs, metrics)


def _texts_beside(people: PeopleOptions, question: MetaQuestion, given: Given) -> OutputTexts:
    """Return the outputs that are given; what is no judgements at all is said first, where both are wrong."""
    from assay.errors import InputError
    from assay.io import read_judgements

    try:
        return _output_texts(question, given)
    except InputError:
        if not given.files.reference and given.judgements is None:
            read_judgements(people.judgements)
        raise


def _output_texts(question: MetaQuestion, given: Given) -> OutputTexts:
    """Return the outputs that are given."""
    from assay.data import join_shards
    from assay.meta.material import OutputTexts

    metrics = given.chosen_metrics(question.metrics)
    evalset, outputs = join_shards(list(given.shards_for(metrics)))
    return OutputTexts(evalset, outputs, metrics)


def _scored(texts: OutputTexts, threads: int) -> Evaluation:
    from assay.metrics import evaluate
    from assay.resources import Resources

    return evaluate([(texts.evalset, texts.outputs)], texts.metrics, Resources(threads=threads))


def _refuse_idle(question: MetaQuestion, given: Given) -> None:
    """Refuse options of outputs where there are none."""
    from assay.meta.options import refuse_changed

    why = "is for outputs that are scored here, and none are named"
    if given.metrics is not None:
        raise OptionError(f"--metric {why}; leave it out")
    for options in (question.files, question.metrics, question.metrics.plugins):
        refuse_changed(options, dict.fromkeys(_own(options), why))


def _refuse_files(question: MetaQuestion) -> None:
    """Refuse options of files beside a study, whose texts are in its database."""
    from assay.meta.options import refuse_changed

    why = "is for files, and the texts of the study are in its database; leave it out, or name the outputs as well"
    refuse_changed(question.files, dict.fromkeys(_own(question.files), why))


def _own(options: DataclassInstance) -> list[str]:
    """Return the names of options, but not of those that are nested in them."""
    return [each.name for each in fields(options) if "help" in each.metadata]
