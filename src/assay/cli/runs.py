"""`assay compare --runs`: several training runs of each system, their spread, and tests over all of them."""

from __future__ import annotations

import argparse
import glob
import os
import re
import warnings
from itertools import takewhile

from assay.cli import chance, inputs, output, watch
from assay.comparison import by_unit, cautions, check_baseline, compare_runs, copies, summaries
from assay.errors import AssayWarning, InputError, OptionError
from assay.io import split_name, stem
from assay.metrics import evaluate
from assay.reporting import Block, ComparedRuns, differences_figure, runs_figure, runs_report
from assay.resources import Resources


def report(arguments: argparse.Namespace, *, pictures: bool = False) -> list[Block]:
    """Evaluate every run, compare the systems, and say what may be claimed."""
    _refuse_others(arguments)
    settings = chance.settings(arguments)
    files = _files(arguments.runs)
    runs = {system: tuple(named) for system, named in files.items()}
    arguments.systems = [f"{run}={path}" for named in files.values() for run, path in named.items()]
    check_baseline(arguments.baseline, runs)
    metrics = inputs.metrics(arguments)
    output.check(arguments.output, inputs.paths(arguments))
    shards = inputs.shards(arguments, metrics, documents=arguments.unit == "document")
    evaluation = evaluate(shards, metrics, Resources(threads=arguments.threads))
    output.keep_statistics(evaluation)
    cautioned = [*cautions(runs), *copies(evaluation, runs)]
    for caution in cautioned:
        warnings.warn(caution, AssayWarning, stacklevel=2)
    drawn = by_unit(evaluation, arguments.unit)
    with watch.draws(settings.bootstrap_draws, quiet=arguments.quiet) as progress:
        comparisons = compare_runs(
            drawn,
            runs,
            settings,
            correction=arguments.correction,
            baseline=arguments.baseline,
            progress=progress,
        )
    compared = ComparedRuns(
        evaluation=evaluation,
        comparisons=comparisons,
        summaries=summaries(drawn, runs, settings),
        cautions=cautioned,
        settings=settings,
        correction=arguments.correction,
        unit=arguments.unit,
        baseline=arguments.baseline,
    )
    figures = [runs_figure(compared), differences_figure(compared)] if pictures else []
    return runs_report(compared, citation=arguments.cite, pictures=figures)


def _refuse_others(arguments: argparse.Namespace) -> None:
    """Refuse what has no meaning for several runs, rather than leave it out without a word."""
    if arguments.systems:
        raise OptionError(
            f"{arguments.systems[0]} stands beside --runs; a system with one run is --runs NAME=FILE, "
            "and the references come after -r"
        )
    usual = {"test": "permutation", "interval": "percentile", "examples": None}
    for name, value in usual.items():
        if getattr(arguments, name) != value:
            raise OptionError(
                f"--{name} is not for --runs, which has its own tests and intervals; leave it out"
            )


def _files(groups: list[list[str]]) -> dict[str, dict[str, str]]:
    """Return the files of every system's runs by the name of the run."""
    systems: dict[str, dict[str, str]] = {}
    for group in groups:
        name, first = split_name(group[0])
        paths = [path for argument in (first, *group[1:]) for path in _matching(argument)]
        system = name or _common_name(paths)
        if system in systems:
            raise InputError(f'two systems named "{system}"; name them apart, as in --runs NAME={paths[0]} …')
        systems[system] = {f"{system}.{number}": path for number, path in enumerate(paths, start=1)}
    _refuse_copies([path for named in systems.values() for path in named.values()])
    return systems


def _refuse_copies(paths: list[str]) -> None:
    """Refuse one file as two runs: it would count twice, and make a system look steadier than it is."""
    seen: set[str] = set()
    for path in paths:
        target = os.path.realpath(path)
        if target in seen:
            raise InputError(f"{path}: given as two runs; name the output of every run once")
        seen.add(target)


def _matching(argument: str) -> list[str]:
    """Return the files that a pattern stands for; a file that is there stands for itself."""
    if os.path.exists(argument) or not glob.has_magic(argument):
        return [argument]
    found = sorted(glob.glob(argument))
    if not found:
        raise InputError(f"{argument}: no file matches this pattern")
    return found


def _common_name(paths: list[str]) -> str:
    """Return what the names of all files begin with, less marks and "run" or "seed" at its end."""
    names = [stem(path) for path in paths]
    alike = takewhile(lambda column: len(set(column)) == 1, zip(*names, strict=False))
    common = "".join(letters[0] for letters in alike)
    return re.sub(r"[-._]*(run|seed)?[-._]*$", "", common) or common or names[0]
