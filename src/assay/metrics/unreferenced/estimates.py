"""Everything that can be said of outputs without references: which metrics fit what is given, and consensus.

Consensus (Albrecht and Hwa 2007; without their regression): each output is scored against the outputs of all other
systems, as if these were its references. Systems that are alike agree with each other, right or wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import get_args

from assay.data import EvalSet, Outputs
from assay.errors import OptionError
from assay.metrics.base import Metric, need_no_references
from assay.metrics.evaluation import Evaluation, evaluate
from assay.metrics.options import EstimateOptions
from assay.metrics.specs import parse_metric
from assay.metrics.unreferenced.lm import Lm
from assay.metrics.unreferenced.qe import SHARES, Feature, Qe
from assay.resources import Resources


@dataclass(frozen=True)
class Estimates:
    """Outputs under metrics that need no reference, and against each other where there are several."""

    evaluation: Evaluation
    consensus: Evaluation | None


def estimate_quality(
    evalset: EvalSet, outputs: Outputs, options: EstimateOptions, resources: Resources = Resources()
) -> Estimates:
    """Say of outputs what can be said without references."""
    return Estimates(
        evaluate([(evalset, outputs)], estimate_metrics(options), resources),
        consensus(evalset, outputs, parse_metric(options.consensus), resources) if len(outputs) > 1 else None,
    )


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


def quality_features(options: EstimateOptions) -> list[Metric]:
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
