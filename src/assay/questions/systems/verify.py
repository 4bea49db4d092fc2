"""Does a recorded run give the same results again, and what changed since an older one?"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from assay.errors import InputError, OptionError
from assay.options import option
from assay.questions.results import Listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.data import Run
    from assay.questions.given import Given


@dataclass(frozen=True)
class VerifyQuestion:
    """Repeat the run of a run file, and say what came out differently."""

    file: str = option("", "a run file, written with --run", metavar="RUN", positional="1", reads=True)
    against: str | None = option(
        None,
        "do not repeat the run; say what changed since this other run file",
        metavar="OLD",
        reads=True,
        found=True,
    )
    directory: str | None = option(
        None, "where recorded paths start (default: the current directory)", metavar="DIR"
    )
    tolerance: float | None = option(
        None,
        "relative difference up to which numbers count as equal (default: 0, or 1e-9 if versions differ)",
        metavar="T",
        found=True,
    )

    def __post_init__(self) -> None:
        """Refuse what is for a repetition where none is made, and a tolerance that no number keeps."""
        if self.against is not None and (self.directory is not None or self.tolerance is not None):
            raise OptionError(
                "--directory and --tolerance are for a repetition, and --against repeats nothing"
            )
        if self.tolerance is not None and self.tolerance < 0:
            raise OptionError(f"--tolerance is 0 or more, not {self.tolerance:g}")


def ask(question: VerifyQuestion, given: Given) -> Listed:
    """Say what a repetition or an older run says of a run."""
    from assay.io import read_run
    from assay.reporting.tables.run_files.against import against_report

    recorded = read_run(question.file)
    if question.against is not None:
        return Listed(tuple(against_report(read_run(question.against), recorded)))
    return _verified(question, recorded, given)


def _verified(question: VerifyQuestion, recorded: Run, given: Given) -> Listed:
    """Repeat a run whose inputs are what they were, or say which are not."""
    from assay.io.runs import find_inputs, input_states
    from assay.reporting.tables.run_files.repeated import changed_report, repeated_report

    with _inside(question.directory):
        states = input_states(recorded)
        if all(state.kind == "same" for state in states):
            repeated = given.asker.repeat(recorded)
            blocks, same = repeated_report(states, recorded, repeated, question.tolerance)
            return Listed(tuple(blocks), fine=same)
    return Listed(tuple(changed_report(states, find_inputs(recorded, question.file))), fine=False)


@contextmanager
def _inside(directory: str | None) -> Iterator[None]:
    """Stay in a directory for a while."""
    before = os.getcwd()
    try:
        os.chdir(directory or before)
    except OSError as error:
        raise InputError(f"{directory}: no directory to be in: {error.strerror}") from None
    try:
        yield
    finally:
        os.chdir(before)
