"""`assay learn`: weights of metrics that agree best with people, written as a metric of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from assay.cli.output import OutputOptions
from assay.cli.questions import asks
from assay.options import option

EPILOG = """\
examples:
  assay learn ratings.tsv evalset.xml -m chrf++ -m ter -m bleu:effective_order -o mine.json
  assay learn human.txt out.txt -r ref.txt -m chrf++ -m ter --method svr -o mine.json
  assay score -r ref.txt new.txt -m combined:model=mine.json
  assay learn edited.txt out.txt -s src.txt --hter -o effort.json
HUMAN is what assay meta reads, or one number a line for one output.
"""


@dataclass(frozen=True)
class ReportOptions(OutputOptions):
    """Where the report goes: -o is the model."""

    output: str | None = option(
        None,
        "write the report to FILE, whole or not at all (default: standard output)",
        flag="--report",
        metavar="FILE",
        writes=True,
    )


def model_beside(question: Any, result: Any) -> list[tuple[str, str]]:
    """Return the file of the model, where one is named."""
    return [] if question.model is None else [(question.model, result.model_file)]


Arguments, run = asks("learn", recorded=False, writing=ReportOptions, files=model_beside)
