"""`--run FILE`: beside its answer, a command writes what it was asked, of which files, and what it answered."""

from __future__ import annotations

import argparse
import time
import warnings
from collections.abc import Callable, Sequence
from importlib import import_module

from assay.cli import output
from assay.errors import AssayWarning, InputError, OptionError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.data import InputFile, Run, SegmentStatistics
    from assay.metrics import Evaluation, Metric
    from assay.reporting import Block

ANSWER = 0
NO_RESULT = "--run keeps the result of an analysis, and this command has none; leave it out"
NOT_RECORDED = ("metrics", "verify", "flag")  # they compute nothing of their own
UNSAID = ("run", "config", "no_config")  # of no consequence for the result
Command = Callable[[argparse.Namespace], int | None]


def add_arguments(name: str, parser: argparse.ArgumentParser) -> None:
    """Give a command that computes its `--run` and `--run-segments`."""
    if name in NOT_RECORDED:
        return
    group = parser.add_argument_group("run files")
    group.add_argument("--run", metavar="FILE", help="write the result with inputs, options and environment")
    group.add_argument(
        "--run-segments",
        action="store_true",
        help="put the statistics of every segment into that file, so that later runs can be tested against it",
    )


def recorded(name: str, run: Command, tokens: Sequence[str], arguments: argparse.Namespace) -> int:
    """Run a command, write its run file where one is asked for, and return the exit code."""
    path = getattr(arguments, "run", None)
    output.check_ending(arguments)
    output.check_apart(
        {
            "-o": getattr(arguments, "output", None),
            "--junit": getattr(arguments, "junit", None),
            "--run": path,
        }
    )
    if path is None:
        if getattr(arguments, "run_segments", False):
            raise OptionError("--run-segments says what a run file holds; name the file with --run FILE")
        return run(arguments) or ANSWER
    if getattr(arguments, "to", None) is not None:
        raise OptionError(NO_RESULT)
    output.check(path, [part for word in _asked(tokens) for part in (word, word.rpartition("=")[2])], "--run")
    made = performed(name, run, tokens, arguments)
    output.check(path, [one.path for one in made.inputs], "--run")
    from assay.io import write_run

    output.write_ready(write_run(made), path)
    return made.code


def performed(
    name: str, run: Command, tokens: Sequence[str], arguments: argparse.Namespace, *, mute: bool = False
) -> Run:
    """Run a command and return all there is to know about it."""
    from assay.data import Run
    from assay.io import watched

    started, clock = _now(), time.perf_counter()
    options = {key: _plain(value) for key, value in sorted(vars(arguments).items()) if key not in UNSAID}
    segments = getattr(arguments, "run_segments", False)
    with watched() as seen, output.keeping(mute=mute, segments=segments) as kept:
        code = run(arguments) or ANSWER
    if not kept.blocks:
        raise OptionError(NO_RESULT)
    if segments and not kept.evaluations:
        warnings.warn(
            f"--run-segments: {name} has no statistics of segments here, and the run file holds none",
            AssayWarning,
            stacklevel=2,
        )
    blocks = rendered_blocks(kept.blocks)
    return Run(
        command=name,
        arguments=tuple(_asked(tokens)),
        options=options,
        inputs=_inputs(list(seen)),
        signatures=signatures(blocks, kept.evaluations),
        environment=environment(),
        seed=getattr(arguments, "seed", None),
        started=started,
        seconds=round(time.perf_counter() - clock, 3),
        code=code,
        blocks=tuple(blocks),
        statistics=tuple(statistics(kept.evaluations if segments else [])),
        buckets=tuple(kept.buckets if segments else []),
    )


def repeated(found: Run) -> Run:
    """Do again what a run file says was done, and write nothing."""
    command = import_module(f"assay.cli.{found.command}")
    parser = command.parser()
    add_arguments(found.command, parser)
    try:
        given = parser.parse_intermixed_args(list(found.arguments))
    except SystemExit:
        raise InputError(
            f"the recorded command line is not one that assay {found.command} takes: {' '.join(found.arguments)}"
        ) from None
    given.format, given.output = output.form(given), None
    return performed(found.command, command.run, found.arguments, given, mute=True)


def _now() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def environment() -> dict[str, str]:
    """Return the versions that may change a digit."""
    import platform

    import numpy

    from assay.version import installed_version

    return {
        "assay": installed_version(),
        "python": platform.python_version(),
        "numpy": numpy.__version__,
        "platform": f"{platform.system()} {platform.machine()}",
    }


def _inputs(paths: Sequence[str]) -> tuple[InputFile, ...]:
    from assay.io import fingerprint

    return tuple(fingerprint(path) for path in paths)


def _asked(tokens: Sequence[str]) -> list[str]:
    """Leave out the name of the run file, which is no part of what was asked."""
    kept: list[str] = []
    skip = False
    for token in tokens:
        if skip or token == "--run":
            skip = not skip
        elif not token.startswith("--run="):
            kept.append(token)
    return kept


def _plain(value: object) -> object:
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if value is None or isinstance(value, str | bool | int):
        return value
    return value if isinstance(value, float) and value - value == 0 else str(value)


def rendered_blocks(blocks: Sequence[Block]) -> list[dict[str, object]]:
    """Return blocks as a run file keeps them."""
    import json

    from assay.reporting import render_as

    found: list[dict[str, object]] = json.loads(render_as(blocks, "json"))["blocks"]
    return found


def signatures(blocks: Sequence[dict[str, object]], evaluations: Sequence[Evaluation]) -> dict[str, str]:
    """Return the signature of every metric, by the name it is asked for."""
    from assay.metrics import METRICS

    found = {
        metric_name(metric): evaluation.signature(metric)
        for evaluation in evaluations
        for metric in evaluation.metrics
        if metric.name in METRICS
    }
    for block in blocks:
        columns = block.get("columns", [])
        for column in columns if isinstance(columns, list) else []:
            if column.get("signature"):
                found.setdefault(column["name"], column["signature"])
    return found


def statistics(evaluations: Sequence[Evaluation]) -> list[SegmentStatistics]:
    """Return the statistics of every segment, by metric and system."""
    from assay.data import SegmentStatistics

    return [
        SegmentStatistics.of(metric_name(metric), system, evaluation.stats[metric, system].rows)
        for evaluation in evaluations
        for metric in evaluation.metrics
        for system in evaluation.systems
    ]


def metric_name(metric: Metric) -> str:
    """Name a metric as it is asked for; a bucket of words goes by its feature."""
    from assay.diagnosis import BucketF
    from assay.metrics import spec_of

    return f"words:{metric.feature}:{metric.bucket}" if isinstance(metric, BucketF) else spec_of(metric)
