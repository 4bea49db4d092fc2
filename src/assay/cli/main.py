"""`assay COMMAND …`: find the command, run it, and turn what may go wrong into a message and an exit code.

Exit codes: 0 an answer, 1 bad input (or what verify and gate are there to find), 2 a bad command line,
130 interrupted, 141 nobody reads the answer, 143 terminated.
A command's module is imported only when it is asked for, so that help costs no more than Python itself.
"""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Sequence

from assay.cli import running, terminal
from assay.errors import AssayError, OptionError

COMMANDS = {
    "check": "say what is wrong with the files before any score: lines, encodings, copies, leaks",
    "score": "score outputs against references: one table, systems by metrics",
    "compare": "compare systems: intervals, paired tests, ranks, and what may be claimed",
    "power": "say how large a difference a test set can show, and how many segments it takes",
    "report": "write one page with the verdict, its reasons, and every segment to look at",
    "diagnose": "say why one system is better: word errors, buckets, n-grams, findings",
    "align": "show how outputs differ from their references, edit by edit",
    "human": "rank systems by human judgements; check the raters and how far they agree",
    "meta": "ask which metric agrees with people, by system and by segment",
    "flag": "write notes on units into an XLIFF or PO file, and change nothing else in it",
    "verify": "repeat the run of a run file, and say what came out differently",
    "gate": "say whether a new system is worse than a baseline by more than a margin; made for CI",
    "metrics": "list the metrics, or the options of one",
}
NEW_OBJECTS = 50_000  # between two searches for garbage: a command makes much, and little of it in circles
ANSWER, BAD_INPUT, BAD_COMMAND_LINE, INTERRUPTED, BROKEN_PIPE, TERMINATED = 0, 1, 2, 130, 141, 143


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program and return its exit code."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    terminal.use_utf8()
    gc.set_threshold(NEW_OBJECTS)
    try:
        with terminal.heeded_signals():
            return _flushed(given)
    except AssayError as error:
        terminal.say("error", str(error))
        return BAD_COMMAND_LINE if isinstance(error, OptionError) else BAD_INPUT
    except MemoryError:
        terminal.say("error", "there is not enough memory for these files; give smaller ones")
        return BAD_INPUT
    except BrokenPipeError:
        terminal.close_stdout()
        return BROKEN_PIPE
    except KeyboardInterrupt:
        terminal.say("error", "interrupted")
        return INTERRUPTED
    except terminal.Terminated:
        terminal.say("error", "terminated")
        return TERMINATED


def _flushed(given: Sequence[str]) -> int:
    """Run, and write the last of standard output while a closed pipe can still be told from a full answer."""
    try:
        return _run(given)
    finally:
        sys.stdout.flush()


def _run(given: Sequence[str]) -> int:
    if not given or given[0] not in COMMANDS:
        raise SystemExit(_without_command(given))
    return running.run_command(given[0], given[1:], list(COMMANDS))


def _without_command(given: Sequence[str]) -> int:
    """Answer `--help` and `--version`; anything else is a bad command line."""
    parser = _parser()
    if given:
        parser.parse_args(given)
        parser.error("the command comes first: assay COMMAND …")
    parser.print_help(sys.stderr)
    return BAD_COMMAND_LINE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="assay",
        description="Evaluation of machine translation.",
        epilog='"assay COMMAND --help" explains a command.',
        allow_abbrev=False,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    commands = parser.add_subparsers(metavar="COMMAND", required=True, title="commands")
    for name, summary in COMMANDS.items():
        commands.add_parser(name, help=summary, add_help=False)
    return parser


class _Version(argparse.Action):
    """Look the version up only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object, **__: object) -> None:
        from assay.cli import output
        from assay.version import installed_version

        output.write_ready(f"assay {installed_version()}\n", None)
        parser.exit()
