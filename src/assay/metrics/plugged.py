"""Plug-ins as metrics: a class for each plug-in of the user's, whose options are what tells it from all others.

The score of a set is the mean of its segments; where a segment has several references, that of the best counts. A
segment without a score (a refusal, an answer that nobody understands, an error of the program) is left out of the mean
and counted, and so are segments of which a plug-in could not read the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import make_dataclass
from functools import lru_cache
from itertools import pairwise
from typing import ClassVar, cast
from warnings import warn

import numpy as np

from assay.data import GENUINE, Array, Codes, EvalSet, Judgements, Outputs, Spans, numbered_ids
from assay.errors import AssayWarning, InputError, OptionError
from assay.metrics.base import REFERENCES, SOURCE, Metric, StatsFn, ratio
from assay.options import option
from assay.plugins import Plugin, open_plugin
from assay.plugins.requests import Request, Scored
from assay.plugins.scoring import score_requests
from assay.resources import Resources

_REASONS, _LISTED = 3, 5  # reasons and segments that a warning names


class PluggedMetric:
    """What all classes of plug-ins share; `plugin` says how it is asked."""

    name: ClassVar[str]
    higher_is_better: ClassVar[bool]
    fits_corpus: ClassVar[bool] = False
    asks_plugins: ClassVar[bool] = True
    identifying: ClassVar[tuple[str, ...]] = ("model", "program", "settings")
    plugin: ClassVar[Plugin]

    model: str
    program: str
    settings: str
    times: float

    def __post_init__(self) -> None:
        """Refuse a signature of another model, program or setting than those that are here."""
        for name in self.identifying:
            asked, here = getattr(self, name), getattr(self.plugin, name)
            if asked != here:
                raise OptionError(
                    f"{self.name}: {name}={asked} was asked for, and the plug-in here has {here}; "
                    f'"assay plugins show {self.name}" says more'
                )
        if not 0 < self.times < np.inf:
            raise OptionError(f"{self.name}: times must be a number above 0, not {self.times:g}")

    @property
    def label(self) -> str:
        """Return its name, which the user gave it."""
        return self.name

    @property
    def needs(self) -> tuple[str, ...]:
        """Return what it has to be given beside outputs: what its plug-in reads."""
        inputs = self.plugin.declaration.inputs
        named = {"reference": REFERENCES, "source": SOURCE}
        return tuple(need for name, need in named.items() if name in inputs)

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the sum of scores, segments with a score, those without, and those that were cut."""
        return ("sum", "segments", "missing", "cut")

    def gather(self, evalset: EvalSet, outputs: Outputs, resources: Resources, before: int) -> None:
        """Have the outputs of all systems scored in one go, and say what is missing; `stats` finds the answers."""
        requests = [request for column in outputs.values() for request in self._requests(evalset, column)[0]]
        score_requests(self.plugin, requests, resources.threads)
        for system, column in outputs.items():
            self._warn(system, self.scored(evalset, column, resources), before)

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Refuse a set that lacks what the plug-in reads."""
        self._check(evalset)

        def stats(outputs: Sequence[str]) -> Array:
            best = self.scored(evalset, outputs, resources)
            rows = [
                (each.score or 0.0, each.score is not None, each.score is None, bool(each.cut))
                for each in best
            ]
            return np.array(rows, dtype=np.float64).reshape(-1, 4)

        return stats

    def scored(self, evalset: EvalSet, outputs: Sequence[str], resources: Resources) -> list[Scored]:
        """Return what the plug-in says of each output, with its best reference where there are several."""
        requests, starts = self._requests(evalset, outputs)
        answers = score_requests(self.plugin, requests, resources.threads)
        sign = 1 if self.higher_is_better else -1
        return [
            max(answers[first:last], key=lambda each: -np.inf if each.score is None else sign * each.score)
            for first, last in pairwise(starts)
        ]

    def mark(self, evalset: EvalSet, outputs: Outputs, resources: Resources) -> Judgements | None:
        """Return the errors that the plug-in marks, as judgements of one rater; None of one that marks none."""
        if not self.plugin.declaration.spans:
            return None
        columns = [self.scored(evalset, column, resources) for column in outputs.values()]
        answers = [answer for column in columns for answer in column]
        spans = [span for answer in answers for span in answer.spans]
        return Judgements(
            scheme="esa",
            rater=Codes.alike(self.name, len(answers)),
            system=Codes.of([name for name, column in zip(outputs, columns, strict=True) for _ in column]),
            segment=Codes.of([number for column in columns for number in numbered_ids(len(column))]),
            score=np.array([np.nan if each.score is None else each.score for each in answers]),
            item=Codes.alike(GENUINE, len(answers)),
            aspect=Codes.alike("", len(answers)),
            spans=Spans(
                np.cumsum([0, *(len(answer.spans) for answer in answers)], dtype=np.int64),
                np.array([span.start for span in spans], dtype=np.int32),
                np.array([span.end for span in spans], dtype=np.int32),
                side=Codes.of([span.side for span in spans]),
                severity=Codes.of([span.severity for span in spans]),
                category=Codes.of([span.category for span in spans]),
            ),
            languages=evalset.languages,
        )

    def _requests(self, evalset: EvalSet, outputs: Sequence[str]) -> tuple[list[Request], list[int]]:
        """Return a request for every reference of every segment, and where those of each segment begin."""
        inputs, requests, starts = self.plugin.declaration.inputs, [], [0]
        sources = (
            evalset.source if "source" in inputs and evalset.source is not None else [None] * len(outputs)
        )
        grouped = list(zip(*evalset.references.values(), strict=True)) if "reference" in inputs else []
        for row, (source, output) in enumerate(zip(sources, outputs, strict=True)):
            references = [text for text in grouped[row] if text is not None] if grouped else [None]
            requests += [Request(output, source, reference, evalset.languages) for reference in references]
            starts.append(len(requests))
        return requests, starts

    def _check(self, evalset: EvalSet) -> None:
        inputs = self.plugin.declaration.inputs
        if "source" in inputs and evalset.source is None:
            raise InputError(f"{self.name} reads the source, and {evalset.name} has none; give it with -s")

    def _warn(self, system: str, answers: Sequence[Scored], before: int) -> None:
        """Say which outputs have no score and why, and which were cut."""
        missing = [each.score is None for each in answers]
        reasons = Counter(each.reason for each in answers if each.score is None)
        if reasons:
            told = "; ".join(f"{count} × {reason}" for reason, count in reasons.most_common(_REASONS))
            places = _places(missing, before)
            self._caution(f"has no score for {places} of {system}, left out of its mean: {told}")
        if any(each.cut for each in answers):
            limit = self.plugin.declaration.limit or "it can read"
            places = _places([bool(each.cut) for each in answers], before)
            self._caution(f"did not read the end of {places} of {system}, longer than {limit}; split them")

    def _caution(self, message: str) -> None:
        warn(f"{self.name} {message}", AssayWarning, stacklevel=4)

    def score(self, totals: Array) -> Array:
        """Return the mean of the segments that have a score; nan where none has."""
        totals = np.asarray(totals)
        return self.times * ratio(totals[..., 0], totals[..., 1], np.nan)


def _places(chosen: Sequence[bool], before: int) -> str:
    rows = [str(before + number) for number, there in enumerate(chosen, start=1) if there]
    shown = ", ".join(rows[:_LISTED]) + (", …" if len(rows) > _LISTED else "")
    return f"{len(rows)} of {len(chosen)} segments ({shown})"


def plugged_class(name: str) -> type[Metric]:
    """Return the metric that a plug-in is."""
    return _class(open_plugin(name))


@lru_cache(maxsize=64)
def _class(plugin: Plugin) -> type[Metric]:
    options = (
        ("model", str, option(plugin.model, "the model, by its name and checksum; another is refused")),
        ("program", str, option(plugin.program, "the program and its packages; others are refused")),
        ("settings", str, option(plugin.settings, "what the plug-in was added with; others are refused")),
        ("times", float, option(plugin.declaration.times, "factor of the scores that are shown")),
    )
    told = {
        "name": plugin.name,
        "higher_is_better": plugin.declaration.higher_is_better,
        "plugin": plugin,
        "__doc__": f"{plugin.declaration.label}, as a plug-in; mean of segments.",
        "__module__": __name__,
    }
    made = make_dataclass(
        plugin.declaration.label, options, bases=(PluggedMetric,), frozen=True, namespace=told
    )
    return cast("type[Metric]", made)
