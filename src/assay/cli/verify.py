"""`assay verify`: repeat the run of a run file, or hold it against an older one, and say what differs."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

from assay.cli import chance, output, recording, running
from assay.errors import AssayError, InputError, OptionError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.data import InputFile, Run
    from assay.reporting import InputState

SAME, DIFFERENT = 0, 1
EPILOG = """\
examples:
  assay compare -r ref.txt a.txt b.txt --run run.json
  assay verify run.json                      is it still what comes out?
  assay verify new.json --against old.json   what changed between two runs, and is it real?
Exit code: 0 the same, 1 not, or an input changed. With --against it is 0.
"""


def parser() -> argparse.ArgumentParser:
    """Build the command line; nothing heavy is imported for it."""
    made = argparse.ArgumentParser(
        prog="assay verify",
        description="Repeat the run of a run file, and say what came out differently.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    made.add_argument("file", metavar="RUN", help="a run file, written with --run")
    made.add_argument(
        "--against", metavar="OLD", help="repeat nothing, but say what changed since this other run file"
    )
    made.add_argument(
        "--directory", metavar="DIR", help="where recorded paths start (default: the current directory)"
    )
    made.add_argument(
        "--tolerance",
        type=chance.number,
        metavar="T",
        help="relative difference of numbers that still are equal (default: 0, or 1e-9 if versions differ)",
    )
    output.add_arguments(made)
    return made


def run(arguments: argparse.Namespace) -> int:
    """Read a run file, and write what a repetition or an older run says of it."""
    from assay.io import read_run

    output.check(arguments.output, [arguments.file, *filter(None, [arguments.against])])
    found = read_run(arguments.file)
    if arguments.against is not None:
        if arguments.directory is not None or arguments.tolerance is not None:
            raise OptionError(
                "--directory and --tolerance are for a repetition, and --against repeats nothing"
            )
        from assay.reporting import against_report

        blocks = against_report(read_run(arguments.against), found)
        output.write(blocks, output.form(arguments), arguments.output)
        return SAME
    return _verified(arguments, found)


def _verified(arguments: argparse.Namespace, found: Run) -> int:
    from assay.reporting import changed_report, repeated_report

    if arguments.tolerance is not None and arguments.tolerance < 0:
        raise OptionError(f"--tolerance is 0 or more, not {arguments.tolerance:g}")
    path = arguments.output and os.path.abspath(arguments.output)
    with _inside(arguments.directory):
        states = _states(found)
        unchanged = all(one.state == "same" for one in states)
        if unchanged:
            blocks, same = repeated_report(states, found, repeated(found), arguments.tolerance)
    if not unchanged:
        blocks, same = changed_report(states, _directory_of(arguments.file, found)), False
    output.write(blocks, output.form(arguments), path)
    return SAME if same else DIFFERENT


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


def _states(found: Run) -> list[InputState]:
    from assay.reporting import InputState

    return [InputState(one, _now(one)) for one in found.inputs]


def _directory_of(file: str, found: Run) -> str | None:
    """Return the directory of a run file or the one above it, if all inputs are there as they were."""
    beside = os.path.dirname(file) or os.curdir
    for directory in (beside, os.path.join(beside, os.pardir)):
        with _inside(directory):
            if found.inputs and all(one.state == "same" for one in _states(found)):
                return directory
    return None


def _now(one: InputFile) -> InputFile | None:
    from assay.io import fingerprint

    try:
        return fingerprint(one.path)
    except AssayError:
        return None


def repeated(found: Run) -> Run:
    """Do again what a run file says was done, and write nothing."""
    from assay.cli.main import COMMANDS

    if found.command not in COMMANDS or found.command in recording.NOT_RECORDED:
        raise InputError(f"this run is of the command {found.command!r}, which this program cannot repeat")
    command = import_module(f"assay.cli.{found.command}")
    if hasattr(command, "Arguments"):
        return running.repeat(found)
    made = command.parser()
    recording.add_arguments(found.command, made)
    try:
        given = made.parse_intermixed_args(list(found.arguments))
    except SystemExit:
        raise InputError(
            f"the recorded command line is not one that assay {found.command} takes: {' '.join(found.arguments)}"
        ) from None
    given.format, given.output = output.form(given), None
    return recording.performed(found.command, command.run, found.arguments, given, mute=True)
