"""`assay diagnose`: why is it better? Word errors, buckets, n-grams, and findings in plain words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.cli import parts as shown
from assay.cli import sets
from assay.cli.answer import Answer
from assay.cli.flags import Manners
from assay.cli.judged import with_campaign
from assay.cli.output import OutputOptions
from assay.cli.running import RunOptions
from assay.cli.sets import flags_option
from assay.diagnosis import PARTS, DiagnoseOptions
from assay.errors import OptionError
from assay.io import FileOptions
from assay.metrics import MetricOptions
from assay.options import first_given, nested, option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.diagnosis import Diagnosis, Failure, SourceCheck

EPILOG = """\
examples:
  assay diagnose -r ref.txt a.txt b.txt
  assay diagnose evalset.xml --base english --stem english -o why.html
  assay diagnose mt.xlf --glossary terms.csv --flags notes.tsv          source and target alone
  assay diagnose -r ref.txt -s src.txt a.txt b.txt --counts train.counts --links ref.txt=ref.align
"""


@dataclass(frozen=True)
class Arguments:
    """Say why one system is better than another, and show it."""

    files: FileOptions = nested(FileOptions)
    metrics: MetricOptions = nested(MetricOptions)
    diagnosis: DiagnoseOptions = nested(DiagnoseOptions)
    show: str | None = option(None, shown.words(PARTS, shown.A_SUMMARY, table=False), metavar="PARTS")
    flags: str | None = flags_option()
    manners: Manners = nested(Manners)
    writing: OutputOptions = nested(OutputOptions)
    record: RunOptions = nested(RunOptions)

    def __post_init__(self) -> None:
        """Refuse what is no part of the report, and a call without outputs."""
        shown.chosen(self.show, PARTS, table=False)
        sets.check_outputs(self.files)


def run(arguments: Arguments) -> Answer:
    """Look into a set, and show the parts asked for; run files hold them uncut, and all where people see a summary."""
    arguments = sets.with_baseline_file(arguments)
    from assay.io import lacks_references

    if lacks_references(arguments.files):
        return _against_source(arguments)
    from assay.reporting import diagnosis_report, diagnosis_results, summary_report

    diagnosis = read_and_diagnose(arguments.files, arguments.metrics, arguments.diagnosis, arguments.manners)
    form, parts = arguments.writing.form, shown.chosen(arguments.show, PARTS, table=False)
    blocks, summary = diagnosis_report(diagnosis, parts, pictures=form == "html"), None
    if form in shown.SUMMARISED and arguments.show is None:
        summary = summary_report(diagnosis)
    elif form in shown.SUMMARISED:
        summary = diagnosis_report(diagnosis, parts, most=arguments.diagnosis.most)
    return Answer(
        blocks,
        summary,
        results=lambda: diagnosis_results(diagnosis),
        evaluations=diagnosis.evaluations,
        buckets=diagnosis.recorded_buckets,
        beside=sets.flags_beside(arguments.flags, _failures(diagnosis)) if arguments.flags else (),
    )


def _failures(diagnosis: Diagnosis) -> Sequence[Failure]:
    if diagnosis.checks is None:
        raise OptionError("--flags writes what fails a check against the source, and there is none; give -s")
    return diagnosis.failures


def _against_source(arguments: Arguments) -> Answer:
    """Check outputs that have no references against their source."""
    from assay.reporting import source_check_report

    options = arguments.diagnosis
    if arguments.show not in (None, "checks", "all"):
        raise OptionError(
            f"--show {arguments.show}: without references there are only checks; name some with -r"
        )
    check = read_and_check(arguments.files, arguments.metrics, options, arguments.manners)
    return Answer(
        source_check_report(check),
        source_check_report(check, options.most) if arguments.writing.form in shown.SUMMARISED else None,
        evaluations=[] if check.evaluation is None else [check.evaluation],
        beside=sets.flags_beside(arguments.flags, check.failures),
    )


def read_and_check(
    files: FileOptions,
    metrics: MetricOptions,
    options: DiagnoseOptions,
    manners: Manners,
    *,
    besides: Sequence[str] = (),
) -> SourceCheck:
    """Hold outputs without references against their source, and ask the metrics named, which must need none.

    Options that have a meaning elsewhere are in `besides`.
    """
    from assay.diagnosis import check_source, score_unreferenced, whole_set, without_references
    from assay.io import open_unreferenced, parse_languages, read_glossary
    from assay.resources import Resources

    if name := first_given(options, besides=("glossary", "most", "threads", *besides)):
        raise OptionError(f"--{name} needs references; name them with -r")
    chosen = sets.chosen_metrics(metrics, files) if metrics.metric else []
    sets.refuse_for_references(chosen)
    languages = None if files.languages is None else parse_languages(files.languages)
    evalset, outputs = whole_set(open_unreferenced(files))
    glossary = read_glossary(options.files.glossary, languages) if options.files.glossary else ()
    check = check_source(without_references(evalset, outputs), glossary)
    return score_unreferenced(check, evalset, chosen, Resources(threads=manners.threads)) if chosen else check


def read_and_diagnose(
    files: FileOptions, metrics: MetricOptions, options: DiagnoseOptions, manners: Manners
) -> Diagnosis:
    """Read a set and what else is known of it, and look into it."""
    from assay.diagnosis import diagnose, read_knowledge, whole_set
    from assay.io import parse_languages

    chosen = sets.chosen_metrics(metrics, files)
    evalset, outputs = whole_set(sets.watched_shards(files, chosen, manners))
    languages = None if files.languages is None else parse_languages(files.languages)
    knowledge = read_knowledge(with_campaign(options.files), evalset, list(outputs), languages)
    return diagnose(evalset, outputs, chosen, options, knowledge=knowledge)
