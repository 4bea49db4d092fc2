"""`assay gate`: hold a new system against the baseline of a run file, and stop the pipeline if it is worse."""

from __future__ import annotations

from dataclasses import dataclass, replace

from assay.cli import sets
from assay.cli.answer import Answer
from assay.cli.flags import Manners
from assay.cli.output import OutputOptions
from assay.cli.running import RunOptions
from assay.diagnosis import GateOptions
from assay.errors import OptionError
from assay.io import FileOptions
from assay.metrics import MetricOptions
from assay.options import nested, option

EPILOG = """\
examples:
  assay score -r ref.txt base.txt --run base.json --run-segments     once, for the baseline
  assay gate --baseline base.json -r ref.txt new.txt --margin bleu=0.5 --margin chrf=0.3
  assay gate --baseline base.json -r ref.txt new.txt -m chrf --margin 0.5 \\
    --counts train.counts --bucket training-frequency:0=2 --junit gate.xml -o gate.md
Exit code: 0 pass or inconclusive, 1 fail, or inconclusive with --strict.
"""


@dataclass(frozen=True)
class Arguments:
    """Say whether a new system is worse than a baseline by more than a margin."""

    files: FileOptions = nested(FileOptions)
    metrics: MetricOptions = nested(MetricOptions)
    gate: GateOptions = nested(GateOptions)
    junit: str | None = option(
        None, "write the checks to FILE as JUnit XML, too", metavar="FILE", writes=True
    )
    manners: Manners = nested(Manners)
    writing: OutputOptions = nested(OutputOptions)
    record: RunOptions = nested(RunOptions)

    def __post_init__(self) -> None:
        """Refuse a call without outputs."""
        if not self.files.systems:
            raise OptionError(sets.NO_OUTPUT)


def run(arguments: Arguments) -> Answer:
    """Check the new system against the baseline, under the metrics of its run unless others are asked for."""
    from assay.diagnosis import check_gate, find_baseline
    from assay.reporting import gate_report, junit

    baseline = find_baseline(arguments.gate, arguments.files)
    asked = replace(arguments.metrics, metric=arguments.metrics.metric or tuple(baseline.metrics))
    metrics = sets.chosen_metrics(asked, arguments.files)
    shards = sets.watched_shards(baseline.files, metrics, arguments.manners)
    gate = check_gate(shards, metrics, baseline, arguments.gate)
    return Answer(
        gate_report(gate),
        beside=[] if arguments.junit is None else [(arguments.junit, junit(gate))],
        evaluations=[gate.evaluation],
        inputs=baseline.files.paths(),
        code=0 if gate.holds else 1,
    )
