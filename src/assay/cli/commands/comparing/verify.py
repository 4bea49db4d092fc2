"""`assay verify`: repeat the run of a run file, or hold it against an older one, and say what differs."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from assay.cli import running
from assay.cli.answer import Answer
from assay.cli.commands import COMMANDS
from assay.cli.flags import Manners
from assay.cli.output import OutputOptions
from assay.errors import InputError, OptionError
from assay.options import nested, option, same_option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.data import Run

DIFFERENT = 1
EPILOG = """\
examples:
  assay compare -r ref.txt a.txt b.txt --run run.json
  assay verify run.json                      does it give the same results again?
  assay verify new.json --against old.json   what changed between two runs, and is it significant?
Exit code: 0 the same, 1 not, or an input changed. With --against it is 0.
"""


@dataclass(frozen=True)
class Arguments:
    """Repeat the run of a run file, and say what came out differently."""

    file: str = option("", "a run file, written with --run", metavar="RUN", positional="1", reads=True)
    against: str | None = option(
        None, "do not repeat the run; say what changed since this other run file", metavar="OLD", reads=True
    )
    directory: str | None = option(
        None, "where recorded paths start (default: the current directory)", metavar="DIR"
    )
    tolerance: float | None = option(
        None,
        "relative difference up to which numbers count as equal (default: 0, or 1e-9 if versions differ)",
        metavar="T",
    )
    max_size: str = same_option(Manners, "max_size")
    writing: OutputOptions = nested(OutputOptions)

    def __post_init__(self) -> None:
        """Refuse what is for a repetition where none is made, and a tolerance that no number keeps."""
        if self.against is not None and (self.directory is not None or self.tolerance is not None):
            raise OptionError(
                "--directory and --tolerance are for a repetition, and --against repeats nothing"
            )
        if self.tolerance is not None and self.tolerance < 0:
            raise OptionError(f"--tolerance is 0 or more, not {self.tolerance:g}")


def run(arguments: Arguments) -> Answer:
    """Say what a repetition or an older run says of a run."""
    from assay.io import read_run
    from assay.reporting import against_report

    recorded = read_run(arguments.file)
    if arguments.against is not None:
        return Answer(against_report(read_run(arguments.against), recorded))
    return _verify(arguments, recorded)


def _verify(arguments: Arguments, recorded: Run) -> Answer:
    from assay.io import find_inputs, input_states
    from assay.reporting import changed_report, repeated_report

    with _inside(arguments.directory):
        states = input_states(recorded)
        if all(state.kind == "same" for state in states):
            blocks, same = repeated_report(states, recorded, repeat(recorded), arguments.tolerance)
            return Answer(blocks, code=0 if same else DIFFERENT)
    return Answer(changed_report(states, find_inputs(recorded, arguments.file)), code=DIFFERENT)


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


def repeat(recorded: Run) -> Run:
    """Do again what a run file says was done, and write nothing."""
    if recorded.command not in COMMANDS or not COMMANDS[recorded.command].repeatable:
        raise InputError(f"this run is of the command {recorded.command!r}, which this program cannot repeat")
    return running.repeat(recorded)
