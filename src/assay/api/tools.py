"""What prepares or probes material, for Python: the commands under `assay tools`, and their kin."""

from __future__ import annotations

import os

from assay.api.calls import answered, read_keywords, takes
from assay.questions import Given, Metrics, OracleQuestion, OracleResult

Path = str | os.PathLike[str]


@takes(OracleQuestion)
def oracle(
    nbest: Path, references: Path | list[Path], metrics: Metrics | None = None, *, threads: int = 0
) -> OracleResult:
    """Say what the best choice from a file of n-best lists would score under every metric.

    A line of the file is NUMBER ||| TEXT ||| …, the outputs of a segment together, the best first; `references` are one
    file, or several.
    """
    listed = references if isinstance(references, list | tuple) else [references]
    named = {"nbest": nbest, "reference": [os.fspath(path) for path in listed], "threads": threads}
    question = read_keywords(OracleQuestion, named, ())
    scored: OracleResult = answered("oracle", question, Given(metrics=metrics))
    return scored
