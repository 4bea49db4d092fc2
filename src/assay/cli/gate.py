"""`assay gate`: hold a new system against the baseline of a run file, and stop the pipeline if it is worse."""

from __future__ import annotations

import argparse

from assay.cli import chance, diagnose, inputs, output

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.diagnosis import GateVerdict

HOLDS, FAILS = 0, 1
LEAST = 30
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
    output.keep_statistics(gate.evaluation)  # the new system may be the next baseline
    output.write(gate_report(gate), output.form(arguments), arguments.output)
    if arguments.junit is not None:
        output.write_ready(junit(gate), arguments.junit)
    return HOLDS if gate.holds else FAILS


def gated(arguments: argparse.Namespace) -> GateVerdict:
    """Run the gate that a command line describes."""
    from assay.diagnosis import GateOptions, check_gate, find_baseline
    from assay.io import FileOptions
    from assay.options import build
    from assay.stats import Settings

    settings = Settings(arguments.draws, arguments.seed, arguments.confidence, threads=arguments.threads)
    options = build(GateOptions, inputs.values(arguments))
    baseline = find_baseline(options, build(FileOptions, inputs.values(arguments)))
    arguments.metric = arguments.metric or baseline.metrics or None
    metrics = inputs.metrics(arguments)
    arguments.systems = list(baseline.files.systems)
    return check_gate(inputs.shards(arguments, metrics), metrics, baseline, options, settings)
