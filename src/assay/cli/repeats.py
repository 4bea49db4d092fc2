"""Runs done again from their run files: what `assay verify` does, and `assay.verify` in Python.

A run file holds a command line, so that whatever can be recorded can be repeated, by the same words.
"""

from __future__ import annotations

import os
from typing import Any

from assay.api.calls import answered, read_keywords, takes
from assay.errors import InputError
from assay.questions import Asker, Given, Listed
from assay.questions.systems.verify import VerifyQuestion

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.data import Run


@takes(VerifyQuestion)
def verify(file: str | os.PathLike[str], **options: Any) -> Listed:
    """Repeat the run of a run file, and say what came out differently; `holds` of the result says whether nothing did.

    With `against`, another run file, nothing is repeated: what changed between the two, and whether it is significant.
    """
    question = read_keywords(VerifyQuestion, options | {"file": file}, ("file",))
    verified: Listed = answered("verify", question, Given(asker=Asker(repeat=repeat)))
    return verified


def repeat(recorded: Run) -> Run:
    """Do again what a run file says was done, and write nothing."""
    from assay.cli import execution
    from assay.cli.commands import COMMANDS

    if recorded.command not in COMMANDS or not COMMANDS[recorded.command].repeatable:
        raise InputError(f"this run is of the command {recorded.command!r}, which this program cannot repeat")
    return execution.repeat(recorded)
