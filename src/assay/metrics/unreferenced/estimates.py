"""Everything that can be said of outputs without references: which metrics fit what is given, and likeness.

Consensus (Albrecht and Hwa 2007; without their regression): each output is scored against the outputs of all other
systems, as if these were its references. Systems that are alike agree with each other, right or wrong. Pseudo-
references are outputs of systems that are not judged themselves. Round trip: the back-translation of an output is
scored against the source; what is lost may have been lost on either way.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import get_args

from assay.data import EvalSet, Outputs
from assay.errors import MismatchError, OptionError
from assay.metrics.base import Metric, need_no_references
from assay.metrics.evaluation import Evaluation, evaluate
from assay.metrics.options import EstimateOptions, FeatureOptions
from assay.metrics.specs import parse_metric
from assay.metrics.unreferenced.lm import Lm
from assay.metrics.unreferenced.qe import SHARES, Feature, Qe
from assay.resources import Resources


@dataclass(frozen=True)
class Beside:
    """Texts that outputs are compared with: pseudo-references by name, and the back-translation of every output."""

    pseudo: Outputs = field(default_factory=dict)
    back: Outputs = field(default_factory=dict)


@dataclass(frozen=True)
class Estimates:
    """Outputs under metrics that need no reference, against each other, and against what was given beside them."""

    evaluation: Evaluation
    consensus: Evaluation | None
    pseudo: Evaluation | None = None
    round_trip: Evaluation | None = None

    @property
    def likeness(self) -> Mapping[str, Evaluation]:
        """What outputs were compared with, and how alike they are."""
        compared = {
            "pseudo-references": self.pseudo,
            "consensus": self.consensus,
            "round-trip": self.round_trip,
        }
        return {name: evaluation for name, evaluation in compared.items() if evaluation is not None}


def estimate_quality(
    evalset: EvalSet,
    outputs: Outputs,
    options: EstimateOptions,
    beside: Beside = Beside(),
    resources: Resources = Resources(),
) -> Estimates:
    """Say of outputs what can be said without references."""
    check_beside(evalset, outputs, beside)
    metric = parse_metric(options.consensus)
    return Estimates(
        evaluate([(evalset, outputs)], estimate_metrics(options), resources),
        consensus(evalset, outputs, metric, resources) if len(outputs) > 1 else None,
        _against(evalset, beside.pseudo, outputs, metric, resources),
        _against(evalset, {"source": evalset.source or []}, beside.back, metric, resources),
    )


def check_beside(evalset: EvalSet, outputs: Outputs, beside: Beside) -> None:
    """Refuse texts of another length, and back-translations without a source or not of every output."""
    segments = len(next(iter(outputs.values())))
    back = {f"the back-translation of {system}": column for system, column in beside.back.items()}
    for name, column in (*beside.pseudo.items(), *back.items()):
        if len(column) != segments:
            raise MismatchError(
                f"{name} and the outputs have {len(column)} and {segments} segments; give one text a segment"
            )
    if beside.back and evalset.source is None:
        raise OptionError("back-translations are compared with the source; name it with -s")
    if beside.back and list(beside.back) != list(outputs):
        raise OptionError(
            f"{len(beside.back)} of {len(outputs)} outputs were translated back; give a back-translation of each"
        )


def _against(
    evalset: EvalSet, references: Outputs, texts: Outputs, metric: Metric, resources: Resources
) -> Evaluation | None:
    if not references or not texts:
        return None
    return evaluate([(replace(evalset, references=references), texts)], [metric], resources)


def estimate_metrics(options: EstimateOptions) -> list[Metric]:
    """Return the metrics that the options allow: those named, a learnt model first, or all features."""
    named = [parse_metric(text) for text in options.metric]
    if options.model is not None:
        named.insert(0, parse_metric(f"combined:model={options.model}"))
    if named:
        if not need_no_references(named):
            raise OptionError(
                "a metric or member of the model needs references; assay score -r scores with it"
            )
        return named
    perplexity = [] if options.target_lm is None else [Lm(options.target_lm, tok=options.tok)]
    return [*perplexity, *quality_features(options)]


def quality_features(options: FeatureOptions) -> list[Metric]:
    """Return the features that can be drawn from what is given."""
    files: Mapping[str, object] = {
        "source_lm": options.source_lm,
        "target_lm": options.target_lm,
        "bitext": options.bitext,
    }
    metrics: list[Metric] = []
    for feature in get_args(Feature):
        side = feature.partition("-")[0]
        missing = (feature.endswith("-logprob") and files[f"{side}_lm"] is None) or (
            side in ("translations", "coverage", *SHARES) and not options.bitext
        )
        if not missing:
            metrics.append(Qe(feature, options.source_lm, options.target_lm, options.bitext, options.tok))
    return metrics


def consensus(evalset: EvalSet, outputs: Outputs, metric: Metric, resources: Resources) -> Evaluation:
    """Score every output against those of all other systems."""
    scored = []
    for system, column in outputs.items():
        others = {name: texts for name, texts in outputs.items() if name != system}
        scored.append(
            evaluate([(replace(evalset, references=others), {system: column})], [metric], resources)
        )
    stats = {key: each for part in scored for key, each in part.stats.items()}
    return replace(scored[0], systems=tuple(outputs), stats=stats)
