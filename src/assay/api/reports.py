"""Why one system is better, what is wrong with texts, and the page with everything: diagnose, check and report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from html import escape
from typing import Any

from assay.api.calls import read_keywords, takes
from assay.api.columns import elements, frame_columns, reference_streams, texts
from assay.api.reading import judged
from assay.api.results import Result, chosen_parts
from assay.api.sets import Given, Metrics, parse_metrics, read_column
from assay.comparison import Compared, CompareOptions
from assay.comparison import compare as compare_systems
from assay.data import Run, join_shards
from assay.diagnosis import (
    PARTS,
    CheckOptions,
    DiagnoseOptions,
    Diagnosis,
    FileCheck,
    KnowledgeFiles,
    check_files,
    read_knowledge,
)
from assay.diagnosis import diagnose as diagnose_set
from assay.io import (
    FileOptions,
    JudgementOptions,
    RawFile,
    RawSet,
    parse_languages,
    read_raw_set,
    read_run,
    write_file,
)
from assay.metrics import DEFAULT_METRICS, with_tokenised_warning
from assay.options import nested, option
from assay.reporting import (
    Block,
    against_report,
    comparison_results,
    diagnosis_report,
    diagnosis_results,
    file_check_report,
    full_report,
    make_run,
    start_pages,
    summary_report,
)

FRAME_HEIGHT = 800  # of a page in a notebook, in pixels


@dataclass(frozen=True)
class DiagnoseCall:
    """What `diagnose` may be asked."""

    files: FileOptions = nested(FileOptions)
    diagnosis: DiagnoseOptions = nested(DiagnoseOptions)
    show: str | None = option(
        None, f"what to show, of {', '.join(PARTS)}, separated by commas (default: all)"
    )


@dataclass(frozen=True)
class ReportCall:
    """What `report` may be asked."""

    files: FileOptions = nested(FileOptions)
    diagnosis: DiagnoseOptions = nested(DiagnoseOptions)
    comparison: CompareOptions = nested(CompareOptions)
    against: str | None = option(
        None, "a run file; say what changed since then, and whether the change is significant"
    )


@dataclass(frozen=True)
class CheckCall:
    """What `check` may be asked."""

    files: FileOptions = nested(FileOptions)
    check: CheckOptions = nested(CheckOptions)


@dataclass(frozen=True, repr=False)
class DiagnoseResult(Result):
    """Why one system is better: `diagnosis` holds errors, buckets, n-grams, checks, and findings in plain words."""

    diagnosis: Diagnosis
    show: str | None = None

    def report(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return all that was found, or the parts that were asked for."""
        return diagnosis_report(self.diagnosis, chosen_parts(self.show, PARTS), pictures=pictures)

    def summary(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return the findings and what they rest on, or the parts that were asked for."""
        if self.show is None:
            return summary_report(self.diagnosis)
        parts, most = chosen_parts(self.show, PARTS), self.diagnosis.options.most
        return diagnosis_report(self.diagnosis, parts, pictures=pictures, most=most)


@dataclass(frozen=True, repr=False)
class CheckResult(Result):
    """What would make scores wrong: `check` holds every trouble, the worst first."""

    check: FileCheck

    @property
    def failed(self) -> bool:
        """Whether there is an error: something that makes scores wrong."""
        return self.check.failed

    def report(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return the troubles, and the files or lists that were looked at."""
        return file_check_report(self.check)


@dataclass(frozen=True, repr=False)
class ReportResult(Result):
    """The page with the verdict, its reasons, and every segment to look at."""

    compared: Compared
    diagnosis: Diagnosis
    changes: tuple[Block, ...] = ()  # since an older run

    def report(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return the comparison and the diagnosis together, what changed since an older run first."""
        heading, *blocks = full_report(self.compared, self.diagnosis, pictures=pictures)
        return [heading, *self.changes, *blocks]

    @cached_property
    def html(self) -> str:
        """The page as text, which needs nothing else; a set that takes several pages is saved, not shown."""
        pages = start_pages(self.compared, self.diagnosis, None)
        return next(iter(pages(self.report(pictures=True))))[1]

    def _repr_html_(self) -> str:
        return f'<iframe srcdoc="{escape(self.html)}" width="100%" height="{FRAME_HEIGHT}"></iframe>'

    def _save(self, path: str, form: str) -> None:
        """Write the page, and further pages where there are more segments than one should hold."""
        if form != "html":
            super()._save(path, form)
            return
        for name, page in start_pages(self.compared, self.diagnosis, path)(self.report(pictures=True)):
            write_file(name or path, page)


@takes(DiagnoseCall)
def diagnose(
    hypotheses: Any = None,
    references: Any = None,
    metrics: Metrics = DEFAULT_METRICS,
    *,
    sources: Any = None,
    documents: Any = None,
    references_by: str | None = None,
    **options: Any,
) -> DiagnoseResult:
    """Say why one system is better than another: word errors, buckets, n-grams, checks, findings in plain words."""
    wanted = read_keywords(DiagnoseCall, options)
    chosen_parts(wanted.show, PARTS)
    given = Given(hypotheses, references, sources, documents, references_by, wanted.files)
    return DiagnoseResult(_diagnose(given, metrics, wanted.diagnosis), wanted.show)


@takes(ReportCall)
def report(
    hypotheses: Any = None,
    references: Any = None,
    metrics: Metrics = DEFAULT_METRICS,
    *,
    sources: Any = None,
    documents: Any = None,
    references_by: str | None = None,
    **options: Any,
) -> ReportResult:
    """Compare systems, say why one is better, and make a page to browse every segment."""
    wanted = read_keywords(ReportCall, options)
    before = None if wanted.against is None else read_run(wanted.against)
    given = Given(hypotheses, references, sources, documents, references_by, wanted.files)
    diagnosis = _diagnose(given, metrics, wanted.diagnosis)
    compared = compare_systems(diagnosis.corpus.evaluation, wanted.comparison, alone=True)
    result = ReportResult(compared, diagnosis)
    return result if before is None else replace(result, changes=_changes(before, result, given))


def _changes(before: Run, result: ReportResult, given: Given) -> tuple[Block, ...]:
    """Say what changed since a run; references are known to be the same where they are files."""
    files = given.as_files() or FileOptions()
    now = make_run(
        "report",
        result.report(),
        comparison_results(result.compared) | diagnosis_results(result.diagnosis),
        options={"reference": list(files.reference)},
        paths=files.paths(),
        evaluations=result.diagnosis.evaluations,
        buckets=result.diagnosis.recorded_buckets,
    )
    return tuple(against_report(before, now, level=2))


def _diagnose(given: Given, metrics: Metrics, options: DiagnoseOptions) -> Diagnosis:
    chosen = parse_metrics(metrics)
    evalset, outputs = join_shards(list(with_tokenised_warning(given.checked_shards(chosen), chosen)))
    languages = None if given.files.languages is None else parse_languages(given.files.languages)
    knowledge = read_knowledge(_marked(options.files), evalset, list(outputs), languages)
    return diagnose_set(evalset, outputs, chosen, options, knowledge=knowledge)


def _marked(files: KnowledgeFiles) -> KnowledgeFiles:
    """Return the files of a diagnosis with judgements that are read, where they name a database."""
    if files.judgements is None:
        return files
    asked = judged(JudgementOptions(campaign=files.campaign), files.judgements)
    return replace(files, judgements=asked.judgements, campaign=asked.campaign)


@takes(CheckCall)
def check(
    hypotheses: Any = None,
    references: Any = None,
    *,
    sources: Any = None,
    documents: Any = None,
    references_by: str | None = None,
    **options: Any,
) -> CheckResult:
    """Look for what would make scores wrong: lengths, encodings, copies, languages, leaks.

    Files are read as they are, however broken; lists and columns may be of different lengths, which is an error found.
    """
    wanted = read_keywords(CheckCall, options)
    given = Given(hypotheses, references, sources, documents, references_by, wanted.files)
    files = given.as_files()
    raw = _in_memory(given) if files is None else read_raw_set(files)
    return CheckResult(check_files(raw, wanted.check))


def _in_memory(given: Given) -> RawSet:
    """Return lists and columns as files that were read, of whatever lengths they are."""
    frame = frame_columns(given.hypotheses)
    if given.references is None and frame is not None and len(frame) > 1:
        evalset, outputs = join_shards(list(given.shards()))
        return RawSet(
            {name: _raw(name, column) for name, column in outputs.items()},
            {name: _raw(name, column) for name, column in evalset.references.items()},
            None if evalset.source is None else _raw("source", evalset.source),
        )
    outputs = given.outputs()
    return RawSet(
        {name: _raw(name, column) for name, column in outputs.items()},
        _references(given, len(next(iter(outputs.values())))),
        None if given.sources is None else _raw("sources", texts(read_column(given.sources), "sources")),
        ()
        if given.documents is None
        else (_raw("documents", texts(read_column(given.documents), "documents")),),
    )


def _references(given: Given, segments: int) -> dict[str, RawFile]:
    references = read_column(given.references)
    if references is None:
        return {}
    if not isinstance(references, Mapping):
        entries = elements(references, "references")
        if all(isinstance(entry, str) for entry in entries):
            return {"references": _raw("references", entries)}
    streams = reference_streams(references, segments, given.references_by)
    return {name: _raw(name, column) for name, column in streams.items()}


def _raw(name: str, column: Sequence[Any]) -> RawFile:
    holes = frozenset(line for line, text in enumerate(column, start=1) if text is None)
    return RawFile(name, tuple(text or "" for text in column), absent=holes)
