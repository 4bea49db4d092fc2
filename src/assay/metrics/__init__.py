"""Metrics: statistics that add, one file each; the registry names them, `spec` reads their options."""

from assay.doors import open_door

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.metrics.alignment import OPERATIONS, Aligning, WordAlignment
    from assay.metrics.base import (
        Evaluation,
        Metric,
        Stats,
        StatsFn,
        check_lengths,
        evaluate,
        join,
        option,
        ratio,
    )
    from assay.metrics.bleu import Bleu
    from assay.metrics.chrf import Chrf
    from assay.metrics.labelling import distinct_labels, labels
    from assay.metrics.nist import Nist
    from assay.metrics.options import DEFAULT_METRICS, LEVELS, MetricOptions, block_size
    from assay.metrics.registry import ALIASES, METRICS
    from assay.metrics.smoothing import Method
    from assay.metrics.specs import options_of, parse_metric, presets_of, signature_of, spec_of
    from assay.metrics.ter import Ter

__all__ = [
    "ALIASES",
    "DEFAULT_METRICS",
    "LEVELS",
    "METRICS",
    "OPERATIONS",
    "Aligning",
    "Bleu",
    "Chrf",
    "Evaluation",
    "Method",
    "Metric",
    "MetricOptions",
    "Nist",
    "Stats",
    "StatsFn",
    "Ter",
    "WordAlignment",
    "block_size",
    "check_lengths",
    "distinct_labels",
    "evaluate",
    "join",
    "labels",
    "option",
    "options_of",
    "parse_metric",
    "presets_of",
    "ratio",
    "signature_of",
    "spec_of",
]
__getattr__, __dir__ = open_door(__name__)
