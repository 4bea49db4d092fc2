"""A gate: is a new system worse than a baseline by more than a margin?

The baseline is an output, or a system of a run file. Its statistics come from its output, where that is given or still
lies where the run had it, or else from the run file itself. Without its output, the two systems are compared segment by
segment only where references are known to be the same.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from assay.comparison import Check, UnitChoice, Verdict
from assay.comparison.noninferiority import check_noninferiority, overall
from assay.data import Array, Bilingual, EvalSet, Outputs, Run
from assay.diagnosis.corpus import prepare_corpus, read_knowledge, whole_set
from assay.diagnosis.gate_cases import SystemPair, cases, parse_margins, warn, warn_of_idle, warn_of_wide
from assay.diagnosis.options import GateOptions
from assay.diagnosis.unreferenced import (
    Count,
    check_source,
    count_failures,
    parse_limits,
    without_references,
)
from assay.errors import InputError, MismatchError, OptionError, counted
from assay.io import FileOptions, fingerprint, is_run, read_glossary, read_run
from assay.io.bilingual import are_outputs
from assay.io.texts.names import expanded, split_name, system_paths, told_apart
from assay.metrics import Evaluation, Metric, evaluate, need_no_references, parse_metric, spec_of
from assay.resources import Resources
from assay.stats import Settings

# The baseline of a run that names no systems, and its output beside the new one
NAMELESS = "baseline"


@dataclass(frozen=True)
class Baseline:
    """The system of a run that a new one is held against, and the files of the set, its output last if at hand."""

    run: Run | None  # None where the baseline is given by its output alone
    name: str
    output: str | None
    files: FileOptions

    @property
    def metrics(self) -> list[str]:
        """The metrics of its run, as they are asked for; none where there is no run."""
        if self.run is None:
            return []
        recorded = [rows.metric for rows in self.run.statistics if not rows.metric.startswith("words:")]
        return list(dict.fromkeys(recorded)) or list(self.run.signatures)


@dataclass(frozen=True)
class GateVerdict:
    """A gate that was run: who against whom, by which rule, and every check."""

    new: str
    baseline: str
    source: str  # where the baseline's statistics come from
    options: GateOptions
    settings: Settings
    unit: UnitChoice
    checks: tuple[Check, ...]
    evaluation: Evaluation  # of the new system, which may be the next baseline
    counts: tuple[Count, ...] = ()  # of segments that fail a check against the source

    @property
    def verdict(self) -> Verdict:
        """The worst verdict of all checks."""
        return overall(self.checks) if all(count.holds for count in self.counts) else "fail"

    @property
    def holds(self) -> bool:
        """Whether the pipeline may go on."""
        return self.verdict == "pass" or (self.verdict == "inconclusive" and not self.options.strict)

    @property
    def paired(self) -> bool:
        """Whether both systems were held against each other segment by segment in all checks."""
        return all(check.paired for check in self.checks)


@dataclass(frozen=True)
class LimitVerdict:
    """A gate without a baseline: how many segments of a system fail the checks that it limits."""

    new: str
    segments: int
    counts: tuple[Count, ...]

    @property
    def holds(self) -> bool:
        """Whether the pipeline may go on."""
        return all(count.holds for count in self.counts)


def check_limits(text: Bilingual, options: GateOptions) -> LimitVerdict:
    """Count the segments of the new system that fail checks against its source."""
    new = _new_name(options, list(text.outputs))
    alone = replace(text, outputs={new: text.outputs[new]})
    glossary = read_glossary(options.glossary) if options.glossary else ()
    counts = count_failures(check_source(alone, glossary), new, parse_limits(options.most))
    return LimitVerdict(new, len(text), tuple(counts))


def find_baseline(options: GateOptions, files: FileOptions, asked: Sequence[Metric] = ()) -> Baseline:
    """Find the baseline in its run file, and its output: the one given, or the recorded one if it is the same still.

    `asked` are metrics in place of those of the run. Where none of them needs references, outputs go without.
    """
    ((given, path),) = system_paths((options.baseline,)).items()
    if not is_run(path):
        systems, given = told_apart(files.systems, given, path)
        files = replace(files, systems=systems)
        return _baseline_output(options, files, given, path, asked)
    run = read_run(options.baseline)
    baseline = Baseline(run, _baseline_name(options, run), None, files)
    output = options.baseline_output
    # Against other references the old output would be scored anew, whatever language they are in.
    if output is None and (options.paired or _same_files(files, run)):
        output = _unchanged_output(run, baseline.name)
    if output is None:
        return baseline
    if _go_together(files, output, asked or [parse_metric(text) for text in baseline.metrics]):
        return replace(baseline, output=output, files=_with_output(files, output))
    if options.baseline_output is not None:
        raise OptionError("--baseline-output is a file of plain text or SGML; name the references with -r")
    return baseline


def _go_together(files: FileOptions, output: str, metrics: Sequence[Metric]) -> bool:
    """Tell whether the baseline's output can be read beside the new one: with references, or where none is needed."""
    return bool(files.reference) or (need_no_references(metrics) and are_outputs((*files.systems, output)))


def _with_output(files: FileOptions, path: str) -> FileOptions:
    return replace(files, systems=(*files.systems, f"{_free_name(files.systems)}={path}"))


def _baseline_output(
    options: GateOptions, files: FileOptions, name: str, path: str, metrics: Sequence[Metric]
) -> Baseline:
    """Take an output for the baseline: no run is needed, and what speaks of a run is refused."""
    for option in ("baseline_output", "baseline_system", "paired"):
        if getattr(options, option):
            raise OptionError(
                f"--{option.replace('_', '-')} is for a run file, and {path} is an output; leave it out"
            )
    if not _go_together(files, path, metrics):
        raise OptionError(f"{path} is an output; name the references with -r")
    return Baseline(None, name, path, _with_output(files, path))


def _baseline_name(options: GateOptions, run: Run) -> str:
    names, wanted = list(run.systems) or list(_recorded_paths(run)), options.baseline_system
    if wanted is not None and names and wanted not in names:
        raise OptionError(f"--baseline-system {wanted}: the run has {', '.join(names)}")
    if wanted is None and len(names) > 1 and options.baseline_output is None:
        raise OptionError(
            f"{options.baseline} has {len(names)} systems; say which is the baseline with --baseline-system, "
            f"one of {', '.join(names)}"
        )
    return wanted or (names[0] if len(names) == 1 else NAMELESS)


def _recorded_paths(run: Run) -> dict[str, str]:
    """Return the files of the run's systems by name, where each system had one."""
    paths, references = run.options.get("systems"), run.options.get("reference")
    if not isinstance(paths, list) or not paths or not all(isinstance(path, str) for path in paths):
        return {}
    named = system_paths(paths)
    return named if references or tuple(named) == tuple(run.systems) else {}


def _unchanged_output(run: Run, name: str) -> str | None:
    path = _recorded_paths(run).get(name)
    recorded = {file.path: file.sha256 for file in run.inputs}
    if path is None or not os.path.isfile(path) or fingerprint(path).sha256 != recorded.get(path):
        return None
    return path


def _free_name(systems: Sequence[str]) -> str:
    """Return a name for the baseline's output that none of the systems has."""
    name, taken = NAMELESS, system_paths(systems)
    while name in taken:
        name += "'"
    return name


def check_gate(
    shards: Iterable[tuple[EvalSet, Outputs]],
    metrics: Sequence[Metric],
    baseline: Baseline,
    options: GateOptions,
) -> GateVerdict:
    """Hold the new system of a set, read from the files of the baseline, against the baseline."""
    parse_margins(options.margin, metrics)  # a slip is said before anything is read
    evalset, outputs = _read(shards, baseline, options)
    pair = _system_pair(evalset, outputs, metrics, baseline, options, threads=options.threads)
    output, recorded = f"{baseline.name}, its output", f"statistics of segments in {options.baseline}"
    source = output if pair.text is not None else f"{baseline.name}, {recorded}"
    verdict = _checked(pair, baseline.name, source, options)
    if not options.most:
        return verdict
    alone = without_references(evalset, {pair.new: outputs[pair.new]})
    return replace(verdict, counts=check_limits(alone, options).counts)


def check_parts(evaluation: Evaluation, options: GateOptions) -> GateVerdict:
    """Hold a system of merged parts against another of them, block by block."""
    for name in ("most", "bucket", "baseline_output", "baseline_system", "paired"):
        if getattr(options, name):
            raise OptionError(f"--{name.replace('_', '-')}: parts hold sums, and no text; leave it out")
    if options.baseline not in evaluation.systems:
        raise OptionError(
            f"--baseline {options.baseline}: beside parts it is the name of a system; there are "
            f"{', '.join(evaluation.systems)}"
        )
    names = [system for system in evaluation.systems if system != options.baseline]
    new = _new_name(options, names)
    pair = SystemPair(new, evaluation, {}, True, options.unit, options.baseline)
    return _checked(pair, options.baseline, f"{options.baseline}, its parts", options)


def _checked(pair: SystemPair, baseline: str, source: str, options: GateOptions) -> GateVerdict:
    """Check all that options ask for."""
    margins, buckets = parse_margins(options.margin, pair.evaluation.metrics), options.buckets()
    planned, settings = cases(pair, margins, buckets), options.settings
    warn_of_idle(options, margins, buckets)
    checks = check_noninferiority(planned, settings, correction=options.correction, least=options.least)
    warn_of_wide(checks)
    return GateVerdict(
        new=pair.new,
        baseline=baseline,
        source=source,
        options=options,
        settings=settings,
        unit=pair.choice,
        checks=tuple(checks),
        evaluation=replace(pair.evaluation, systems=(pair.new,)),
    )


def _read(
    shards: Iterable[tuple[EvalSet, Outputs]], baseline: Baseline, options: GateOptions
) -> tuple[EvalSet, Outputs]:
    """Read the set; where the baseline's recorded output does not fit, say whose it is."""
    try:
        return whole_set(shards)
    except MismatchError as error:
        if baseline.output is None or options.baseline_output is not None:
            raise
        raise MismatchError(
            f"{error} ({baseline.output} is the baseline's output, as {options.baseline} names it; record the baseline "
            "on this set, or give its output with --baseline-output)"
        ) from None


def _system_pair(
    evalset: EvalSet,
    outputs: Outputs,
    metrics: Sequence[Metric],
    baseline: Baseline,
    options: GateOptions,
    *,
    threads: int,
) -> SystemPair:
    """Score the new system, and the baseline where its output is there, else take its recorded statistics."""
    names = list(outputs)
    text = names.pop() if baseline.output is not None else None
    new, resources = _new_name(options, names), Resources(threads=threads)
    outputs = {name: outputs[name] for name in (new, text) if name is not None}
    corpus = None
    if options.bucket:
        knowledge = read_knowledge(options.files, evalset, list(outputs))
        corpus = prepare_corpus(evalset, outputs, metrics, knowledge, tok=options.tok, resources=resources)
    evaluation = corpus.evaluation if corpus else evaluate([(evalset, outputs)], metrics, resources)
    recorded = {} if text is not None else _recorded(baseline, evaluation, options.baseline)
    if text is None and not recorded:
        raise InputError(
            f"{options.baseline} holds no segment statistics, and the baseline's output is missing, has changed, or "
            "was scored on another set; record the baseline with --run-segments, or give its output with "
            "--baseline-output"
        )
    paired = text is not None or _same_set(baseline, options, evaluation)
    if paired and text is None and any(len(rows) != evaluation.segments for rows in recorded.values()):
        raise InputError(
            f"{options.baseline} has {counted(len(next(iter(recorded.values()))), 'segment')}, the new system has "
            f"{evaluation.segments}: they are not from the same set"
        )
    return SystemPair(new, evaluation, recorded, paired, options.unit, text, corpus)


def _recorded(baseline: Baseline, evaluation: Evaluation, path: str) -> dict[str, Array]:
    """Return the statistics of the baseline by metric; refuse those that no metric could have given."""
    run = baseline.run
    if run is None:
        return {}
    recorded = {rows.metric: rows.rows for rows in run.statistics if rows.system == baseline.name}
    scores = () if run.results is None else run.results.scores
    known = {
        score.metric: score.score for score in scores if (score.system, score.unit) == (baseline.name, "")
    }
    for spec, rows in recorded.items():
        if not np.isfinite(rows).all():
            raise InputError(
                f"{path}: {baseline.name}, {spec}: damaged run file: statistics that are not numbers; {_AGAIN}"
            )
    for metric in evaluation.metrics:
        spec = spec_of(metric)
        if spec in recorded:
            _check_rows(metric, recorded[spec], known.get(spec), f"{path}: {baseline.name}, {spec}")
    return recorded


_AGAIN = "record the baseline again with --run-segments"


def _check_rows(metric: Metric, rows: Array, score: float | None, where: str) -> None:
    """Refuse rows of another width, or that do not add up to the score that was recorded beside them."""
    if rows.shape[1] != len(metric.columns):
        raise InputError(
            f"{where}: {rows.shape[1]} statistics a segment, and there are {len(metric.columns)}; {_AGAIN}"
        )
    total = float(metric.score(rows.sum(axis=0)))
    if score is not None and not math.isclose(total, score, rel_tol=1e-6, abs_tol=1e-9):
        raise InputError(
            f"{where}: damaged run file: its statistics give {total:.6g}, and its score is {score:.6g}; {_AGAIN}"
        )


def _new_name(options: GateOptions, names: Sequence[str]) -> str:
    if options.system is not None:
        if options.system not in names:
            raise OptionError(f"--system {options.system}: there are {', '.join(names)}")
        return options.system
    if len(names) != 1:
        raise OptionError(
            f"a gate is for one new system, but there are {', '.join(names)}; name it with --system"
        )
    return names[0]


def _same_set(baseline: Baseline, options: GateOptions, evaluation: Evaluation) -> bool:
    """Tell whether recorded statistics are of the same segments and references; warn where metrics differ.

    Files of references are known by their hashes. Where there are none, the source must be the same file; where one
    file holds the whole set, that must.
    """
    files, run = baseline.files, baseline.run
    if run is None:
        return True
    _warn_of_signatures(run, evaluation)
    if options.paired or _same_files(files, run):
        return True
    known = (
        "references are not known to be those"
        if evaluation.references[1]
        else "source is not known to be that"
    )
    warn(
        f"the {known} of the baseline: the systems are not compared segment by segment, and a difference may come "
        "from the sets"
    )
    return False


def _same_files(files: FileOptions, run: Run) -> bool:
    """Tell whether files hold the segments that a run had."""
    now = [fingerprint(path).sha256 for named in files.reference for path in expanded(named)]
    if now:
        return tuple(sorted(now)) == run.references
    whole = [split_name(name)[1] for name in files.systems[:1]]  # none where the set is in memory
    held = {fingerprint(path).sha256 for path in ([files.source] if files.source else whole)}
    return bool(held) and held <= {file.sha256 for file in run.inputs}


def _warn_of_signatures(run: Run, evaluation: Evaluation) -> None:
    for metric in evaluation.metrics:
        now = evaluation.signature(metric)
        if run.signatures and now not in run.signatures.values():
            warn(
                f"{metric.label}: the baseline was scored differently, not as {now}; the scores may not be comparable"
            )
