"""Why one system is better, what is wrong with texts, and the page with everything: diagnose, check, align, report."""

from __future__ import annotations

from typing import Any

from assay.api.calls import answered, read_keywords, takes
from assay.questions import AlignResult, CheckResult, Converted, ExplainResult, Given
from assay.questions.outputs.align import AlignQuestion
from assay.questions.outputs.check import CheckQuestion
from assay.questions.outputs.diagnose import DiagnoseQuestion
from assay.questions.outputs.explain import ExplainQuestion
from assay.questions.outputs.flag import FlagQuestion
from assay.questions.outputs.report import ReportQuestion
from assay.questions.specifications import Metrics


@takes(DiagnoseQuestion)
def diagnose(
    hypotheses: Any = None,
    references: Any = None,
    metrics: Metrics | None = None,
    *,
    sources: Any = None,
    documents: Any = None,
    references_by: str | None = None,
    **options: Any,
) -> Any:
    """Say why one system is better than another: word errors, buckets, n-grams, checks, findings in plain words.

    Without references, outputs are checked for what their source has and they have not.
    """
    question = read_keywords(DiagnoseQuestion, options)
    texts = (hypotheses, references, sources, documents, references_by)
    return answered("diagnose", question, Given(*texts, question.files, metrics))


@takes(ReportQuestion)
def report(
    hypotheses: Any = None,
    references: Any = None,
    metrics: Metrics | None = None,
    *,
    sources: Any = None,
    documents: Any = None,
    references_by: str | None = None,
    **options: Any,
) -> Any:
    """Compare systems, say why one is better, and make a page to browse every segment."""
    question = read_keywords(ReportQuestion, options)
    texts = (hypotheses, references, sources, documents, references_by)
    return answered("report", question, Given(*texts, question.files, metrics))


@takes(CheckQuestion)
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
    question = read_keywords(CheckQuestion, options)
    texts = (hypotheses, references, sources, documents, references_by)
    result: CheckResult = answered("check", question, Given(*texts, question.files))
    return result


@takes(AlignQuestion)
def align(
    hypotheses: Any = None,
    references: Any = None,
    metric: str = "ter",
    *,
    references_by: str | None = None,
    **options: Any,
) -> AlignResult:
    """Show how outputs differ from their references, operation by operation; an edit metric says which these are."""
    besides = ("hypotheses", "references", "references_by")
    question = read_keywords(AlignQuestion, {**options, "metric": metric}, besides)
    given = Given(hypotheses, references, references_by=references_by, files=question.files)
    result: AlignResult = answered("align", question, given)
    return result


@takes(ExplainQuestion)
def explain(
    hypotheses: Any = None,
    references: Any = None,
    metrics: Metrics | None = None,
    *,
    sources: Any = None,
    references_by: str | None = None,
    **options: Any,
) -> ExplainResult:
    """Explain scores of a few sentences: what matched, the formula with its figures, what one edit would change.

    Beside what all calls take, hypotheses may be one string, or one by system; references are then a string, or several
    of that segment.
    """
    question = read_keywords(ExplainQuestion, options)
    given = Given(hypotheses, references, sources, None, references_by, question.files, metrics)
    result: ExplainResult = answered("explain", question, given)
    return result


@takes(FlagQuestion)
def flag(file: Any, notes: Any) -> Converted:
    """Write notes on units into an XLIFF or PO file, and change nothing else in it; `save` of the result writes it.

    `notes` is a table with the columns id, note and, if wanted, severity.
    """
    question = read_keywords(FlagQuestion, {"file": file, "notes": notes}, ())
    result: Converted = answered("flag", question, Given())
    return result
