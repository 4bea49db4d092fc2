"""Evaluation sets, outputs and judgements as frozen columns, and the readers that make them from files."""

from assay.doors import open_door

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.data.evalset import SHARD, Array, Codes, EvalSet, Outputs, join_shards, shards
    from assay.data.glossary import Term
    from assay.data.judgements import (
        DEGRADED,
        GENUINE,
        JOINT,
        REFERENCE,
        REPEAT,
        SCALES,
        Extra,
        Judgements,
        Layout,
        Preferences,
        Remark,
        Scale,
        Spans,
    )
    from assay.data.results import (
        BY_SEGMENTS,
        BY_WORDS,
        OPEN,
        BucketScore,
        FindingKey,
        PairResult,
        RankRange,
        Results,
        SystemScore,
        results_of_tables,
    )
    from assay.data.runs import (
        KINDS,
        MOST_NUMBERS,
        SCHEMA,
        VERSION,
        InputFile,
        InputState,
        Run,
        SegmentBuckets,
        SegmentStatistics,
    )
    from assay.data.scores import Scores
    from assay.data.weights import MqmWeights, Rule

__all__ = [
    "BY_SEGMENTS",
    "BY_WORDS",
    "DEGRADED",
    "GENUINE",
    "JOINT",
    "KINDS",
    "MOST_NUMBERS",
    "OPEN",
    "REFERENCE",
    "REPEAT",
    "SCALES",
    "SCHEMA",
    "SHARD",
    "VERSION",
    "Array",
    "BucketScore",
    "Codes",
    "EvalSet",
    "Extra",
    "FindingKey",
    "InputFile",
    "InputState",
    "Judgements",
    "Layout",
    "MqmWeights",
    "Outputs",
    "PairResult",
    "Preferences",
    "RankRange",
    "Remark",
    "Results",
    "Rule",
    "Run",
    "Scale",
    "Scores",
    "SegmentBuckets",
    "SegmentStatistics",
    "Spans",
    "SystemScore",
    "Term",
    "join_shards",
    "results_of_tables",
    "shards",
]
__getattr__, __dir__ = open_door(__name__)
