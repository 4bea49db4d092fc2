"""`assay gate`: hold a new system against a baseline, its output or a run file; stop the pipeline if it is worse."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from assay.cli import sets
from assay.cli.answer import Answer
from assay.cli.flags import Manners
from assay.cli.output import OutputOptions
from assay.cli.running import RunOptions
from assay.cli.sets import flags_option
from assay.diagnosis import GateOptions
from assay.errors import OptionError
from assay.io import FileOptions
from assay.metrics import MetricOptions
from assay.options import nested, option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.diagnosis import Count, GateVerdict

EPILOG = """\
examples:
  assay score -r ref.txt base.txt --run base.json --run-segments     once, for the baseline
  assay gate --baseline base.txt -r ref.txt new.txt -m chrf --margin 0.5     the outputs of both are enough
  assay gate --baseline base.json -r ref.txt new.txt --margin bleu=0.5 --margin chrf=0.3
  assay gate --baseline base.json -r ref.txt new.txt -m chrf --margin 0.5 \\
    --counts train.counts --bucket training-frequency:0=2 --junit gate.xml -o gate.md
  assay gate parts --baseline base --system new -m chrf --margin 0.5   systems of a folder of parts
  assay gate --baseline base.txt -s src.txt new.txt -m kiwi --margin 0.01   metrics that need no references
  assay gate mt.xlf --most placeholders=0 --most numbers=2             source and target alone
Exit code: 0 pass or inconclusive, 1 fail, or inconclusive with --strict.
"""


@dataclass(frozen=True)
class Arguments:
    """Say whether a new system is worse than a baseline by more than a margin, or fails too many checks."""

    files: FileOptions = nested(FileOptions)
    metrics: MetricOptions = nested(MetricOptions)
    gate: GateOptions = nested(GateOptions)
    junit: str | None = option(
        None, "write the checks to FILE as JUnit XML, too", metavar="FILE", writes=True
    )
    flags: str | None = flags_option()
    manners: Manners = nested(Manners)
    writing: OutputOptions = nested(OutputOptions)
    record: RunOptions = nested(RunOptions)

    def __post_init__(self) -> None:
        """Refuse a call without outputs."""
        sets.check_outputs(self.files)
        if self.metrics.metric and not self.gate.baseline:
            raise OptionError("-m is for a baseline, and none is named; name its run file with --baseline")
        if self.flags and not self.gate.most:
            raise OptionError("--flags writes what fails a check, and none has a limit; add --most CHECK=N")


def run(arguments: Arguments) -> Answer:
    """Check the new system against the baseline, under the metrics of its run unless others are asked for."""
    if not arguments.gate.baseline:
        return _limits_alone(arguments)
    from assay.diagnosis import check_gate, check_parts, find_baseline

    merged = sets.merged_set(arguments.files, arguments.metrics)
    if merged is not None:
        return _answer(arguments, check_parts(merged, arguments.gate), [])
    asked = arguments.metrics.parse() if arguments.metrics.metric else []
    baseline = find_baseline(arguments.gate, arguments.files, asked)
    chosen = replace(arguments.metrics, metric=arguments.metrics.metric or tuple(baseline.metrics))
    metrics = sets.chosen_metrics(chosen, arguments.files)
    shards = sets.watched_shards(baseline.files, metrics, arguments.manners)
    gate = check_gate(shards, metrics, baseline, arguments.gate)
    return _answer(arguments, gate, baseline.files.paths())


def _answer(arguments: Arguments, gate: GateVerdict, inputs: Sequence[str]) -> Answer:
    from assay.reporting import gate_report, junit

    return Answer(
        gate_report(gate),
        beside=[*_beside(arguments.junit, lambda: junit(gate)), *_flags(arguments.flags, gate.counts)],
        evaluations=[gate.evaluation],
        inputs=inputs,
        code=0 if gate.holds else 1,
    )


def _limits_alone(arguments: Arguments) -> Answer:
    """Count what fails checks against the source; references, where there are some, are not looked at."""
    from assay.diagnosis import check_limits, whole_set, without_references
    from assay.io import lacks_references, open_set, read_bilingual
    from assay.reporting import junit_limits, limits_report

    files = arguments.files
    text = (
        read_bilingual(files) if lacks_references(files) else without_references(*whole_set(open_set(files)))
    )
    gate = check_limits(text, arguments.gate)
    return Answer(
        limits_report(gate),
        beside=[
            *_beside(arguments.junit, lambda: junit_limits(gate)),
            *_flags(arguments.flags, gate.counts),
        ],
        code=0 if gate.holds else 1,
    )


def _beside(path: str | None, write: Callable[[], str]) -> list[tuple[str, str]]:
    return [] if path is None else [(path, write())]


def _flags(path: str | None, counts: Sequence[Count]) -> list[tuple[str, str]]:
    return sets.flags_beside(path, [failure for count in counts for failure in count.failures])
