"""Why one system is better, what is wrong with texts, and the page with everything: diagnose, check, align, report."""

from __future__ import annotations

from typing import Any

from assay.api.calls import answered, read_keywords, takes
from assay.questions import (
    AlignQuestion,
    AlignResult,
    CheckQuestion,
    CheckResult,
    DiagnoseQuestion,
    Given,
    Metrics,
    ReportQuestion,
)


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

    Without references, outputs are held against their source.
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
