"""Is a new system fit to replace the old one? It is held against a baseline: its output, or a run file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from assay.diagnosis.options import GateOptions
from assay.errors import InputError, OptionError
from assay.io import FileOptions
from assay.metrics import MetricOptions
from assay.options import nested
from assay.questions.parts import NO_OUTPUTS
from assay.questions.results import Result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.data import Bilingual
    from assay.diagnosis import Failure, GateVerdict, LimitVerdict
    from assay.diagnosis.gates import Baseline
    from assay.metrics import Evaluation, Metric
    from assay.questions.given import Given
    from assay.reporting import Block


@dataclass(frozen=True)
class GateQuestion:
    """Say whether a new system is worse than a baseline by more than a margin, or fails too many checks."""

    files: FileOptions = nested(FileOptions)
    metrics: MetricOptions = nested(MetricOptions)
    gate: GateOptions = nested(GateOptions)

    def __post_init__(self) -> None:
        """Refuse metrics that are for nothing."""
        if self.metrics.metric and not self.gate.baseline:
            raise OptionError("-m is for a baseline, and none is named; name its run file with --baseline")

    def without_outputs(self) -> str:
        """Say what is missing where no output is given."""
        return NO_OUTPUTS


@dataclass(frozen=True, repr=False)
class GateResult(Result):
    """A gate that was run: `gate` holds every check with its interval, and the counts of segments that fail one."""

    gate: GateVerdict | LimitVerdict
    paths: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether the new system may go on: nothing failed."""
        return self.gate.holds

    @property
    def verdict(self) -> str:
        """The worst verdict of all checks: pass, fail or inconclusive."""
        from assay.diagnosis import GateVerdict

        if isinstance(self.gate, GateVerdict):
            return self.gate.verdict
        return "pass" if self.gate.holds else "fail"

    @property
    def junit(self) -> str:
        """The checks as JUnit XML, for build servers."""
        from assay.diagnosis import GateVerdict
        from assay.reporting import junit
        from assay.reporting.tables.diagnosis.gate import junit_limits

        return junit(self.gate) if isinstance(self.gate, GateVerdict) else junit_limits(self.gate)

    @property
    def failures(self) -> Sequence[Failure]:
        """Every segment that fails a check which has a limit."""
        return [failure for count in self.gate.counts for failure in count.failures]

    def report(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return the verdict, and every check that it rests on."""
        from assay.diagnosis import GateVerdict
        from assay.reporting.tables.diagnosis.gate import gate_report, limits_report

        return gate_report(self.gate) if isinstance(self.gate, GateVerdict) else limits_report(self.gate)

    @property
    def evaluations(self) -> Sequence[Evaluation]:
        """The statistics of the new system, and of the baseline where its output is known."""
        from assay.diagnosis import GateVerdict

        return (self.gate.evaluation,) if isinstance(self.gate, GateVerdict) else ()

    @property
    def inputs(self) -> Sequence[str]:
        """The files of both."""
        return self.paths


def ask(question: GateQuestion, given: Given) -> GateResult:
    """Check the new system against the baseline, under the metrics of its run unless others are asked for."""
    from assay.diagnosis.gates import check_gate, check_limits, check_parts
    from assay.metrics.options import DEFAULT_METRICS
    from assay.questions.scoring import merged_set

    if not question.gate.baseline:
        if given.metrics is not None:
            raise OptionError("-m is for a baseline, and none is named; name its run file with --baseline")
        return GateResult(check_limits(_bilingual(given), question.gate))
    merged = merged_set(given, question.metrics)
    if merged is not None:
        return GateResult(check_parts(merged, question.gate))
    named = given.metrics is not None or bool(question.metrics.metric)
    asked = given.chosen_metrics(question.metrics) if named else []
    both, baseline = _with_baseline(question, given, asked)
    usual = replace(question.metrics, metric=tuple(baseline.metrics or DEFAULT_METRICS))
    metrics = asked or both.chosen_metrics(usual)
    gate = check_gate(both.shards_for(metrics), metrics, baseline, question.gate)
    return GateResult(gate, tuple(baseline.files.paths()))


def _with_baseline(question: GateQuestion, given: Given, asked: Sequence[Metric]) -> tuple[Given, Baseline]:
    """Return what to score, the baseline's output last where it is known, and the baseline."""
    from assay.diagnosis.gates import find_baseline
    from assay.io import is_run

    named = question.gate.baseline
    if given.baseline is not None or _is_named(given.hypotheses, named):
        return _baseline_in_memory(given, named)
    files = given.as_files()
    if files is not None:
        baseline = find_baseline(question.gate, files, asked)
        return replace(given, hypotheses=None, references=None, files=baseline.files), baseline
    if is_run(named):
        return given, find_baseline(question.gate, FileOptions(), asked)
    return _baseline_in_memory(replace(given, baseline=named), named)


def _is_named(hypotheses: object, baseline: str) -> bool:
    return isinstance(hypotheses, Mapping) and baseline in hypotheses


def _baseline_in_memory(given: Given, named: str) -> tuple[Given, Baseline]:
    """Put the baseline's output last among the outputs, where a gate looks for it."""
    from assay.diagnosis import NAMELESS
    from assay.diagnosis.gates import Baseline
    from assay.questions.columns import texts
    from assay.questions.named_files import read_column

    outputs = dict(given.outputs())
    if _is_named(given.hypotheses, named):
        old, name = outputs.pop(named), named
    else:
        old, name = texts(read_column(given.baseline), "baseline"), NAMELESS
    if not outputs:
        raise InputError(f"baseline={name!r} is the only system; give the new one, too")
    last = name if name not in outputs else f"{name}'"
    both = replace(given, hypotheses={**outputs, last: old})
    return both, Baseline(None, name, name, FileOptions())


def _bilingual(given: Given) -> Bilingual:
    """Return source and outputs, of files or lists; references, where there are some, are not looked at."""
    from assay.data import Bilingual, numbered_ids
    from assay.diagnosis.corpus import whole_set
    from assay.diagnosis.unreferenced import without_references
    from assay.io import lacks_references, read_bilingual
    from assay.questions.columns import texts
    from assay.questions.named_files import read_column

    files = given.as_files()
    if files is not None and lacks_references(files):
        return read_bilingual(files)
    if files is not None or given.references is not None or given.sources is None:
        return without_references(*whole_set(given.shards()))
    source, outputs = texts(read_column(given.sources), "sources"), given.outputs()
    return Bilingual("sources", ("", ""), source, outputs, numbered_ids(len(source)))
