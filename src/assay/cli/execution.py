"""A command from its words to its exit code: options read and checked, the answer written, its run file kept."""

from __future__ import annotations

import argparse
import time
import warnings
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace

from assay.cli import config, flags, output, terminal
from assay.cli.commands import COMMANDS
from assay.errors import AssayWarning, InputError, OptionError
from assay.extensions import TOOLS
from assay.options import option, paths_read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from assay.cli.answer import Answer
    from assay.data import Run

NO_RESULT = "--run keeps the result of an analysis, and this command has none; leave it out"
# Of no consequence for the result
UNSAID = ("run", "config", "no_config", "max_size", "resources", "cache", "budget")


@dataclass(frozen=True)
class RunOptions:
    """What is kept of a run beside its answer."""

    run: str | None = option(
        None, "write the result with inputs, options and environment", metavar="FILE", writes=True
    )
    run_segments: bool = option(
        False,
        "put the statistics of every segment into that file, so that later runs can be tested against it",
    )


def command_parser(name: str) -> argparse.ArgumentParser:
    """Return the parser of a command."""
    command = COMMANDS[name].load()
    called = f"{TOOLS} {name}" if COMMANDS[name].group == TOOLS else name
    return flags.make_parser(called, command.Arguments, command.EPILOG, foreign=_is_foreign(command))


def _is_foreign(command: object) -> bool:
    """Tell whether a command has the command line of another program."""
    return hasattr(command, "print_answer")


def run_command(name: str, given: Sequence[str]) -> int:
    """Run a command with the words given, write its answer, and return the exit code."""
    command, parser = COMMANDS[name].load(), command_parser(name)
    # No configuration, no run file, and options in no other order than its own
    if _is_foreign(command):
        return int(command.print_answer(flags.read_arguments(command.Arguments, parser.parse_args(given))))
    config.add_arguments(parser)
    if actions := getattr(command, "ACTIONS", None):
        flags.explain_actions(parser, command.Arguments, actions, next(iter(given), ""))
    words = config.expanded(name, parser, given)
    options = flags.read_arguments(command.Arguments, parser.parse_intermixed_args(words))
    _check(options, config.file_of(given))
    record: RunOptions = getattr(options, "record", RunOptions())
    if record.run is None:
        answer = _answer(name, options)
        _write(answer, options)
        return answer.code
    answer, run = perform(name, words, options)
    output.check(record.run, [each.path for each in run.inputs], "--run")
    _write(answer, options)
    from assay.io.runs import write_run

    output.write_ready(write_run(run), record.run)
    return answer.code


def _write(answer: Answer, options: Any) -> None:
    """Write an answer, but not over a file that only the work showed to be an input: one of a pattern or a list."""
    path = options.writing.path
    if path is not None and answer.inputs and not answer.folder:
        output.check(path, answer.inputs)
    output.write_answer(answer, options.writing, quiet=_quiet(options))


def _check(options: Any, configuration: str | None) -> None:
    """Refuse, before any work is done, files that cannot be written or would be written over something."""
    record = getattr(options, "record", None)
    if record is not None and record.run_segments and record.run is None:
        raise OptionError("--run-segments says what a run file holds; name the file with --run FILE")
    if flags.chosen_option(options, "to") is None:  # a conversion has formats of its own
        options.writing.check_ending()
    elif record is not None and record.run is not None:
        raise OptionError(NO_RESULT)
    written = {
        flag: path
        for flag, path in flags.paths_written(options).items()
        if (flag, path) != ("-o", output.STDOUT)
    }
    output.check_apart(written)
    inputs = [*paths_read(options), *flags.files_named(options)]
    inputs += [configuration] if configuration is not None else []
    for flag, path in written.items():
        if flag != "-o" or not (
            flags.chosen_option(options, "level") == "segment" and options.writing.is_folder
        ):
            output.check(path, inputs, flag)


def perform(name: str, words: Sequence[str], options: Any) -> tuple[Answer, Run]:
    """Run a command and return its answer with all there is to know about it."""
    from assay.io.opening import check_rereadable

    for path in paths_read(options):
        check_rereadable(path)
        _refuse_changing(path)
    started, clock = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), time.perf_counter()
    answer = _answer(name, options)
    if not answer.blocks:
        raise OptionError(NO_RESULT)
    segments = options.record.run_segments
    described = describe_run(name, words, options, answer, segments=segments)
    return answer, replace(described, started=started, seconds=round(time.perf_counter() - clock, 3))


def _refuse_changing(path: str) -> None:
    """Refuse what goes on changing, such as a database of campaigns, where a run must be repeatable."""
    from assay.extensions import source_of

    source = source_of(path)
    if source is not None and source.unrepeatable is not None:
        raise OptionError(f"--run: {source.printed(path)} {source.unrepeatable}")


def _quiet(options: Any) -> bool:
    return getattr(getattr(options, "manners", None), "quiet", False)


def _answer(name: str, options: Any) -> Answer:
    """Run a command; what it warned of is part of its answer."""
    from assay.io import size_limit
    from assay.resources import store_at

    limits = size_limit(flags.chosen_size(options)), store_at(flags.chosen_store(options))
    quiet = _quiet(options)
    with terminal.noted_warnings(quiet) as cautions, limits[0], limits[1], _plugins(options, quiet):
        answer: Answer = COMMANDS[name].load().run(options)
        record = getattr(options, "record", None)
        if record is not None and record.run_segments and answer.blocks and not answer.evaluations:
            warnings.warn(
                f"--run-segments: {name} has no statistics of segments here, and the run file holds none",
                AssayWarning,
                stacklevel=2,
            )
    return replace(answer, cautions=tuple(cautions))


def _plugins(options: Any, quiet: bool) -> AbstractContextManager[object]:
    """Let plug-ins keep to the options of a command, if it has any for them."""
    if not flags.takes_plugins(options):
        return nullcontext()
    from functools import partial

    from assay.cli import watch
    from assay.plugins import use_plugins

    say = partial(terminal.say, "note")
    return use_plugins(
        flags.chosen_plugins(options), partial(watch.answers, quiet=quiet), str if quiet else say
    )


def describe_run(
    name: str, words: Sequence[str], options: Any, answer: Answer, *, segments: bool = True
) -> Run:
    """Return all there is to know about a run: what was asked, of which files, and what came out."""
    from assay.reporting import make_run
    from assay.reporting.blocks import with_cautions

    chosen = flags.plain(options)
    run = make_run(
        name,
        with_cautions(answer.recorded, answer.cautions),
        answer.results and answer.results(),
        options={key: chosen[key] for key in chosen if key not in UNSAID},
        paths=[*paths_read(options), *answer.inputs],
        evaluations=answer.evaluations,
        buckets=answer.buckets if segments else [],
    )
    kept = run.statistics if segments else ()
    return replace(run, arguments=tuple(_asked(words)), code=answer.code, statistics=kept)


def repeat(run: Run) -> Run:
    """Do again what a run file says was done, and write nothing."""
    command, parser = COMMANDS[run.command].load(), command_parser(run.command)
    try:
        options = flags.read_arguments(command.Arguments, parser.parse_intermixed_args(list(run.arguments)))
    except (SystemExit, OptionError):
        raise InputError(
            f"the recorded command line is not one that assay {run.command} takes: {' '.join(run.arguments)}"
        ) from None
    unwritten = output.OutputOptions(format=options.writing.form)
    return perform(run.command, run.arguments, replace(options, writing=unwritten))[1]


def _asked(words: Sequence[str]) -> list[str]:
    """Leave out the name of the run file, which is no part of what was asked."""
    asked: list[str] = []
    skip = False
    for word in words:
        if skip or word == "--run":
            skip = not skip
        elif not word.startswith("--run="):
            asked.append(word)
    return asked
