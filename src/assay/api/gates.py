"""Is a new system fit to replace the old one? `gate(new, references, baseline=old, margin=0.5).holds`."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from assay.api.calls import read_keywords, takes
from assay.data import Bilingual, numbered_ids
from assay.diagnosis import (
    NAMELESS,
    Baseline,
    GateOptions,
    GateVerdict,
    LimitVerdict,
    check_gate,
    check_limits,
    find_baseline,
    whole_set,
    without_references,
)
from assay.errors import InputError
from assay.io import FileOptions, is_run, lacks_references, read_bilingual
from assay.metrics import DEFAULT_METRICS, Metric, with_tokenised_warning
from assay.options import nested
from assay.questions import BESIDES, Given, Metrics, Result, parse_metrics, read_column, texts
from assay.reporting import Block, gate_report, junit, junit_limits, limits_report


@dataclass(frozen=True)
class GateCall:
    """What `gate` may be asked."""

    files: FileOptions = nested(FileOptions)
    gate: GateOptions = nested(GateOptions)


@dataclass(frozen=True, repr=False)
class GateResult(Result):
    """A gate that was run: `gate` holds every check with its interval, and the counts of segments that fail one."""

    gate: GateVerdict | LimitVerdict

    @property
    def holds(self) -> bool:
        """Whether the new system may go on: nothing failed."""
        return self.gate.holds

    @property
    def verdict(self) -> str:
        """The worst verdict of all checks: pass, fail or inconclusive."""
        if isinstance(self.gate, GateVerdict):
            return self.gate.verdict
        return "pass" if self.gate.holds else "fail"

    @property
    def junit(self) -> str:
        """The checks as JUnit XML, for build servers."""
        return junit(self.gate) if isinstance(self.gate, GateVerdict) else junit_limits(self.gate)

    def report(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return the verdict, and every check that it rests on."""
        return gate_report(self.gate) if isinstance(self.gate, GateVerdict) else limits_report(self.gate)


@takes(GateCall)
def gate(
    hypotheses: Any = None,
    references: Any = None,
    metrics: Metrics | None = None,
    *,
    baseline: Any = None,
    sources: Any = None,
    documents: Any = None,
    references_by: str | None = None,
    **options: Any,
) -> GateResult:
    """Say whether a new system is worse than a baseline by more than a margin, or fails too many checks.

    `baseline` is the output of the old system, as a list, a column or a file; the name of one of the hypotheses, where
    these are a mapping; or a run file. `margin` is a number of points, or one for each metric: `{"bleu": 0.5}`. `most`
    limits how many segments may fail checks against the source, which takes no references: `{"placeholders": 0}`.
    """
    for name in ("margin", "most"):
        if name in options:
            options[name] = _amounts(options[name])
    path = os.fspath(baseline) if isinstance(baseline, str | os.PathLike) else None
    named = "" if baseline is None else path or NAMELESS
    wanted = read_keywords(GateCall, {**options, "baseline": named}, (*BESIDES, "baseline"))
    given = Given(hypotheses, references, sources, documents, references_by, wanted.files)
    if baseline is None:
        return GateResult(check_limits(_bilingual(given), wanted.gate))
    if path is None or _is_named(hypotheses, baseline):
        given, held = _with_baseline(given, baseline)
    else:
        asked = parse_metrics(metrics) if metrics else []
        given, held = _with_baseline_file(given, path, wanted.gate, asked)
    chosen = parse_metrics(metrics or held.metrics or DEFAULT_METRICS)
    shards = list(with_tokenised_warning(given.shards_for(chosen), chosen))
    return GateResult(check_gate(shards, chosen, held, wanted.gate))


def _amounts(given: object) -> object:
    """Write amounts as the command line does: {"bleu": 0.5} is bleu=0.5, and a number is for all."""
    if isinstance(given, Mapping):
        return tuple(f"{name}={amount}" for name, amount in given.items())
    return str(given) if isinstance(given, int | float) else given


def _is_named(hypotheses: object, baseline: object) -> bool:
    return isinstance(hypotheses, Mapping) and isinstance(baseline, str) and baseline in hypotheses


def _with_baseline(given: Given, baseline: object) -> tuple[Given, Baseline]:
    """Put the baseline's output last among the outputs, where a gate looks for it."""
    outputs = dict(given.outputs())
    if _is_named(given.hypotheses, baseline):
        old, name = outputs.pop(str(baseline)), str(baseline)
    else:
        old, name = texts(read_column(baseline), "baseline"), NAMELESS
    if not outputs:
        raise InputError(f"baseline={name!r} is the only system; give the new one, too")
    last = name if name not in outputs else f"{name}'"
    both = replace(given, hypotheses={**outputs, last: old})
    return both, Baseline(None, name, name, FileOptions())


def _with_baseline_file(
    given: Given, path: str, options: GateOptions, asked: Sequence[Metric]
) -> tuple[Given, Baseline]:
    """Find the baseline in a file: of a run, or its output."""
    files = given.as_files()
    if files is not None:
        baseline = find_baseline(options, files, asked)
        return Given(None, files=baseline.files), baseline
    if is_run(path):
        return given, find_baseline(options, FileOptions(), asked)
    return _with_baseline(given, path)


def _bilingual(given: Given) -> Bilingual:
    """Return source and outputs, of files or lists; references, where there are some, are not looked at."""
    files = given.as_files()
    if files is not None:
        return (
            read_bilingual(files)
            if lacks_references(files)
            else without_references(*whole_set(given.shards()))
        )
    if given.references is not None or given.sources is None:
        return without_references(*whole_set(given.shards()))
    source, outputs = texts(read_column(given.sources), "sources"), given.outputs()
    return Bilingual("sources", ("", ""), source, outputs, numbered_ids(len(source)))
