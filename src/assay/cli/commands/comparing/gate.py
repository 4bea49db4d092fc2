"""`assay gate`: hold a new system against a baseline, its output or a run file; stop the pipeline if it is worse."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from assay.cli.check_notes import FlagsBeside
from assay.cli.questions import asks
from assay.errors import OptionError
from assay.options import nested, option

EPILOG = """\
examples:
  assay score -r ref.txt base.txt --run base.json --run-segments     once, for the baseline
  assay gate --baseline base.txt -r ref.txt new.txt -m chrf --margin 0.5     the outputs of both are enough
  assay gate --baseline base.json -r ref.txt new.txt --margin bleu=0.5 --margin chrf=0.3
  assay gate --baseline base.json -r ref.txt new.txt -m chrf --margin 0.5 \\
    --counts train.counts --bucket training-frequency:0=2 --junit gate.xml -o gate.md
  assay gate parts --baseline base --system new -m chrf --margin 0.5   systems of a folder of parts
  assay gate --baseline base.txt -s src.txt new.txt -m kiwi --margin 0.01   metrics that need no references
  assay gate mt.xlf --most placeholders=0 --most numbers=2             source and target alone
Exit code: 0 pass or inconclusive, 1 fail, or inconclusive with --strict.
"""


@dataclass(frozen=True)
class FilesBeside:
    """What build servers and translators' tools are given of a gate."""

    junit: str | None = option(
        None, "write the checks to FILE as JUnit XML, too", metavar="FILE", writes=True
    )
    notes: FlagsBeside = nested(FlagsBeside)

    def texts(self, result: Any) -> list[tuple[str, str]]:
        """Return the files that are asked for."""
        written = [] if self.junit is None else [(self.junit, result.junit)]
        return [*written, *self.notes.texts(result)]


def _refuse_idle(arguments: Any) -> None:
    if arguments.beside.notes.flags and not arguments.asked.gate.most:
        raise OptionError("--flags writes what fails a check, and none has a limit; add --most CHECK=N")


Arguments, run = asks("gate", beside=FilesBeside, check=_refuse_idle)
