"""`assay gate`: hold a new system against the baseline of a run file, and stop the pipeline if it is worse."""

from __future__ import annotations

import argparse
import os
import warnings
from collections.abc import Sequence

from assay.cli import chance, diagnose, inputs, output
from assay.errors import AssayWarning, InputError, MismatchError, OptionError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.data import EvalSet, Outputs, Run
    from assay.diagnosis import NamedBucket, SystemPair
    from assay.metrics import Evaluation, Metric
    from assay.reporting import Gate

HOLDS, FAILS = 0, 1
LEAST = 30
BASELINE = "baseline"
EPILOG = """\
examples:
  assay score -r ref.txt base.txt --run base.json --run-segments     once, for the baseline
  assay gate --baseline base.json -r ref.txt new.txt --margin bleu=0.5 --margin chrf=0.3
  assay gate --baseline base.json -r ref.txt new.txt -m chrf --margin 0.5 \\
    --counts train.counts --bucket training-frequency:0=2 --junit gate.xml -o gate.md
Exit code: 0 pass or inconclusive, 1 fail, or inconclusive with --strict.
"""


def parser() -> argparse.ArgumentParser:
    """Build the command line; nothing heavy is imported for it."""
    made = argparse.ArgumentParser(
        prog="assay gate",
        description="Say whether a new system is worse than a baseline by more than a margin.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    inputs.add_files(made)
    inputs.add_metrics(made)
    _add_sides(made)
    _add_rule(made)
    chance.add_draws(made)
    diagnose.add_buckets(made)
    made.add_argument("--tok", default="13a", metavar="TOK", help="how text becomes words (default: 13a)")
    made.add_argument("--junit", metavar="FILE", help="write the checks to FILE as JUnit XML, too")
    inputs.add_manners(made)
    output.add_arguments(made)
    return made


def _add_sides(made: argparse.ArgumentParser) -> None:
    made.add_argument("--baseline", required=True, metavar="RUN", help="the run file of the baseline")
    made.add_argument(
        "--baseline-output",
        metavar="FILE",
        help="the baseline's output (default: the recorded file, if it is still the same)",
    )
    made.add_argument(
        "--baseline-system", metavar="NAME", help="which system of that run, where it has several"
    )
    made.add_argument(
        "--paired",
        action="store_true",
        help="the run is of the same segments, even where that cannot be seen from the files of references",
    )
    made.add_argument("--system", metavar="NAME", help="which system is the new one, where several are given")


def _add_rule(made: argparse.ArgumentParser) -> None:
    made.add_argument(
        "--margin",
        action="append",
        default=[],
        metavar="[METRIC=]X",
        help="how much worse the new system may be, in points of the metric; words=X is for buckets of words; "
        "without a name for all that have none (default: 0)",
    )
    made.add_argument(
        "--bucket",
        action="append",
        default=[],
        metavar="FEATURE:BUCKET[=X]",
        help="check these words or segments, too, such as training-frequency:0 or document:news; repeat for more",
    )
    made.add_argument(
        "--unit",
        default="segment",
        metavar="UNIT",
        help="what is drawn as one: segment, document, or block:K (default: segment)",
    )
    made.add_argument(
        "--correction",
        choices=("holm", "bh", "none"),
        default="holm",
        help="how the p-values of failures are adjusted for the number of checks (default: holm)",
    )
    made.add_argument(
        "--least",
        type=chance.count,
        default=LEAST,
        metavar="N",
        help=f"units without which there is no verdict (default: {LEAST})",
    )
    made.add_argument("--strict", action="store_true", help="let what is inconclusive fail, too")


def run(arguments: argparse.Namespace) -> int:
    """Check the new system against the baseline, and write the verdict."""
    from assay.reporting import gate_report, junit

    named = [*inputs.paths(arguments), arguments.baseline, *filter(None, [arguments.baseline_output])]
    output.check(arguments.output, named)
    output.check(arguments.junit, named, "--junit")
    gate = gated(arguments)
    output.write(gate_report(gate), output.form(arguments), arguments.output)
    if arguments.junit is not None:
        output.write_ready(junit(gate), arguments.junit)
    return HOLDS if gate.holds else FAILS


def gated(arguments: argparse.Namespace) -> Gate:
    """Run the gate that a command line describes."""
    from assay.cli import margins
    from assay.comparison import check_noninferiority, with_enough_draws
    from assay.diagnosis import cases, parse_buckets
    from assay.io import read_run
    from assay.reporting import Gate, metric_heads
    from assay.stats import Settings

    settings = Settings(arguments.draws, arguments.seed, arguments.confidence, threads=arguments.threads)
    _refuse_without_buckets(arguments)
    buckets, found = parse_buckets(arguments.bucket), read_run(arguments.baseline)
    metrics = _metrics(arguments, found)
    allowed = margins.parsed(arguments.margin, metrics)
    margins.warn_of_words(allowed, buckets)
    name = _baseline_name(arguments, found)
    sides = _sides(arguments, found, name, metrics, buckets=buckets)
    asked = cases(sides, allowed, buckets)
    settings = with_enough_draws(settings, len(asked), arguments.correction)
    checks = check_noninferiority(asked, settings, correction=arguments.correction, least=arguments.least)
    margins.warn_of_wide(checks)
    source = (
        f"{name}, its output" if sides.text else f"{name}, statistics of segments in {arguments.baseline}"
    )
    return Gate(
        new=sides.new,
        baseline=name,
        source=source,
        unit=arguments.unit,
        correction=arguments.correction,
        settings=settings,
        checks=tuple(checks),
        heads=tuple(metric_heads(sides.evaluation)),
        strict=arguments.strict,
    )


def _refuse_without_buckets(arguments: argparse.Namespace) -> None:
    for name in ("counts", "labels", "domains"):
        if getattr(arguments, name) and not arguments.bucket:
            raise OptionError(f"--{name} is for buckets, and none is named; add --bucket FEATURE:BUCKET")


def _metrics(arguments: argparse.Namespace, found: Run) -> list[Metric]:
    """Return the metrics asked for, else those of the baseline's run, else the usual ones."""
    recorded = [one.metric for one in found.statistics if not one.metric.startswith("words:")]
    if not arguments.metric:
        arguments.metric = list(dict.fromkeys(recorded)) or list(found.signatures) or None
    return inputs.metrics(arguments)


def _baseline_name(arguments: argparse.Namespace, found: Run) -> str:
    names = list(found.systems) or list(_recorded_paths(found))
    wanted: str | None = arguments.baseline_system
    if wanted is not None and names and wanted not in names:
        raise OptionError(f"--baseline-system {wanted}: the run has {', '.join(names)}")
    if wanted is None and len(names) > 1 and arguments.baseline_output is None:
        raise OptionError(
            f"{arguments.baseline} has {len(names)} systems; say which is the baseline with --baseline-system, "
            f"one of {', '.join(names)}"
        )
    return wanted or (names[0] if len(names) == 1 else BASELINE)


def _recorded_paths(found: Run) -> dict[str, str]:
    """Return the files of the run's systems by name, where each system had one."""
    from assay.io import system_paths

    given, references = found.options.get("systems"), found.options.get("reference")
    if not isinstance(given, list) or not references or not all(isinstance(one, str) for one in given):
        return {}
    return system_paths(given) if given else {}


def _baseline_output(arguments: argparse.Namespace, found: Run, name: str) -> str | None:
    """Return the file of the baseline's output: the one given, or the recorded one where it is the same still."""
    from assay.io import fingerprint

    given: str | None = arguments.baseline_output
    if given is not None or not arguments.reference:
        return given
    path = _recorded_paths(found).get(name)
    recorded = {one.path: one.sha256 for one in found.inputs}
    if path is None or not os.path.isfile(path) or fingerprint(path).sha256 != recorded.get(path):
        return None
    return path


def _sides(
    arguments: argparse.Namespace,
    found: Run,
    name: str,
    metrics: Sequence[Metric],
    *,
    buckets: Sequence[NamedBucket],
) -> SystemPair:
    from dataclasses import replace

    from assay.diagnosis import SystemPair, prepare_corpus
    from assay.metrics import evaluate
    from assay.resources import Resources

    path, resources = _baseline_output(arguments, found, name), Resources(threads=arguments.threads)
    if arguments.baseline_output is not None and not arguments.reference:
        raise OptionError("--baseline-output is a file of plain text or SGML; name the references with -r")
    if path is not None:
        arguments.systems = [*arguments.systems, f"{_free_name(arguments.systems)}={path}"]
    evalset, outputs = _read(arguments, metrics, path)
    names = list(outputs)
    text = names.pop() if path is not None else None
    new = _new_name(arguments, names)
    chosen = {one: outputs[one] for one in (new, text) if one is not None}
    made = None
    if buckets:
        known = diagnose.knowledge(arguments, evalset, list(chosen))
        made = prepare_corpus(evalset, chosen, metrics, known, tok=arguments.tok, resources=resources)
    evaluation = made.evaluation if made else evaluate([(evalset, chosen)], metrics, resources)
    output.keep_statistics(replace(evaluation, systems=(new,)))  # the new system may be the next baseline
    rows = {one.metric: one.rows for one in found.statistics if one.system == name}
    if text is None and not rows:
        raise InputError(
            f"{arguments.baseline} holds no statistics of segments, and the baseline's output is not at hand as it "
            "was; record the baseline with --run-segments, or give its output with --baseline-output"
        )
    paired = text is not None or _same_set(arguments, found, evaluation)
    if paired and text is None and any(len(part) != evaluation.segments for part in rows.values()):
        raise InputError(
            f"{arguments.baseline} has {len(next(iter(rows.values())))} segments, the new system has "
            f"{evaluation.segments}: they are not of one set"
        )
    return SystemPair(new, evaluation, rows, paired, arguments.unit, text, made)


def _free_name(systems: Sequence[str]) -> str:
    """Return a name for the baseline's output that none of the systems has."""
    from assay.io import system_paths

    name, taken = BASELINE, system_paths(systems)
    while name in taken:
        name += "'"
    return name


def _read(
    arguments: argparse.Namespace, metrics: Sequence[Metric], path: str | None
) -> tuple[EvalSet, Outputs]:
    """Read the set; where the baseline's recorded output does not fit, say whose it is."""
    try:
        return diagnose.whole_set(arguments, metrics)
    except MismatchError as error:
        if path is None or arguments.baseline_output is not None:
            raise
        raise MismatchError(
            f"{error} ({path} is the baseline's output, as {arguments.baseline} names it; record the baseline on "
            "this set, or give its output with --baseline-output)"
        ) from None


def _new_name(arguments: argparse.Namespace, names: Sequence[str]) -> str:
    if arguments.system is not None:
        if arguments.system not in names:
            raise OptionError(f"--system {arguments.system}: there are {', '.join(names)}")
        return str(arguments.system)
    if len(names) != 1:
        raise OptionError(
            f"a gate is for one new system, and here are {', '.join(names)}; name it with --system"
        )
    return names[0]


def _same_set(arguments: argparse.Namespace, found: Run, evaluation: Evaluation) -> bool:
    """Tell whether recorded statistics are of the same segments and references; warn where metrics differ.

    Files of references are known by their hashes. Where one file holds the whole set, it must be the same file.
    """
    from assay.io import expanded, fingerprint

    _warn_of_signatures(found, evaluation)
    now = [fingerprint(path).sha256 for one in arguments.reference for path in expanded(one)]
    then = found.references
    if not arguments.reference:
        now, then = [fingerprint(arguments.systems[0]).sha256], tuple(one.sha256 for one in found.inputs)
    if arguments.paired or tuple(sorted(now)) == then:
        return True
    _warn(
        "the references are not known to be those of the baseline: the two systems are not compared segment by "
        "segment, and what differs may be the sets"
    )
    return False


def _warn_of_signatures(found: Run, evaluation: Evaluation) -> None:
    for metric in evaluation.metrics:
        now = evaluation.signature(metric)
        if found.signatures and now not in found.signatures.values():
            _warn(f"{metric.label}: the baseline was not scored as {now}; the scores may not be comparable")


def _warn(message: str) -> None:
    warnings.warn(message, AssayWarning, stacklevel=3)
