"""Why is it better? Where outputs differ from references and from each other, and how."""

from assay.doors import open_door

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.diagnosis.checks.hallucination import Suspect
    from assay.diagnosis.checks.language import language_name
    from assay.diagnosis.checks.source_checks import CHECKS, Checks
    from assay.diagnosis.corpus import Corpus, whole_set
    from assay.diagnosis.files.integrity import FileCheck, check_files
    from assay.diagnosis.files.troubles import SEVERITIES, Trouble, counted, lines_named
    from assay.diagnosis.findings import Finding
    from assay.diagnosis.gate_cases import WHOLE_SET
    from assay.diagnosis.gates import Baseline, GateVerdict, check_gate, find_baseline
    from assay.diagnosis.knowledge import Knowledge, read_knowledge
    from assay.diagnosis.options import (
        BucketFiles,
        CheckOptions,
        DiagnoseOptions,
        GateOptions,
        KnowledgeFiles,
    )
    from assay.diagnosis.study import Diagnosis, diagnose
    from assay.diagnosis.words.buckets import (
        FEWEST_SEGMENTS,
        FEWEST_WORDS,
        Buckets,
        BucketTest,
        SegmentBucket,
        WordBucket,
    )
    from assay.diagnosis.words.classes import ClassRate, LabelRate
    from assay.diagnosis.words.conflicts import BucketConflict, Conflict
    from assay.diagnosis.words.features import SHARED_FEATURES, SegmentFeature, WordFeature
    from assay.diagnosis.words.human_spans import SpanClass, SpanOverlap
    from assay.diagnosis.words.morphology import FormShare
    from assay.diagnosis.words.ngrams import Contrast, Kind, Production
    from assay.diagnosis.words.rates import ALL_WORDS, BucketF
    from assay.diagnosis.words.source_words import SourceBucket
    from assay.diagnosis.words.systems import Dispute, Likeness, Position, Predictor
    from assay.diagnosis.words.tokens import Words, word_places

__all__ = [
    "ALL_WORDS",
    "CHECKS",
    "FEWEST_SEGMENTS",
    "FEWEST_WORDS",
    "SEVERITIES",
    "SHARED_FEATURES",
    "WHOLE_SET",
    "Baseline",
    "BucketConflict",
    "BucketF",
    "BucketFiles",
    "BucketTest",
    "Buckets",
    "CheckOptions",
    "Checks",
    "ClassRate",
    "Conflict",
    "Contrast",
    "Corpus",
    "DiagnoseOptions",
    "Diagnosis",
    "Dispute",
    "FileCheck",
    "Finding",
    "FormShare",
    "GateOptions",
    "GateVerdict",
    "Kind",
    "Knowledge",
    "KnowledgeFiles",
    "LabelRate",
    "Likeness",
    "Position",
    "Predictor",
    "Production",
    "SegmentBucket",
    "SegmentFeature",
    "SourceBucket",
    "SpanClass",
    "SpanOverlap",
    "Suspect",
    "Trouble",
    "WordBucket",
    "WordFeature",
    "Words",
    "check_files",
    "check_gate",
    "counted",
    "diagnose",
    "find_baseline",
    "language_name",
    "lines_named",
    "read_knowledge",
    "whole_set",
    "word_places",
]
__getattr__, __dir__ = open_door(__name__)
