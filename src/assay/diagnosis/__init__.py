"""Why is it better? Where outputs differ from references and from each other, and how."""

from assay.doors import open_door

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.diagnosis.checks.hallucination import Suspect
    from assay.diagnosis.checks.language import name, tag
    from assay.diagnosis.checks.source_checks import CHECKS, Checks, check_outputs
    from assay.diagnosis.files.integrity import Files, document_lines, leakage, troubles
    from assay.diagnosis.files.troubles import SEVERITIES, Trouble, counted, lines_named, ordered
    from assay.diagnosis.findings import Finding
    from assay.diagnosis.gates import ALL, WORDS, Margins, NamedBucket, Sides, cases, parse_buckets
    from assay.diagnosis.material import Knowledge, Material, gather
    from assay.diagnosis.study import Diagnosis, Options, diagnose, pairs_of
    from assay.diagnosis.words.bases import check_bases
    from assay.diagnosis.words.buckets import (
        ALL_WORDS,
        FEWEST_SEGMENTS,
        FEWEST_WORDS,
        BucketF,
        Buckets,
        SegmentBucket,
        WordBucket,
    )
    from assay.diagnosis.words.classes import (
        ClassRate,
        LabelRate,
        class_rates,
        classify,
        error_rates,
        label_rates,
    )
    from assay.diagnosis.words.conflicts import BucketConflict, Conflict
    from assay.diagnosis.words.features import (
        BY_SET,
        WORD_FEATURES,
        SegmentFeature,
        WordFeature,
        kept_buckets,
    )
    from assay.diagnosis.words.human_spans import SpanClass, SpanOverlap
    from assay.diagnosis.words.morphology import FormShare
    from assay.diagnosis.words.ngrams import Contrast, Kind, Production, contrast, ngram_table
    from assay.diagnosis.words.places import places
    from assay.diagnosis.words.source_words import SourceBucket
    from assay.diagnosis.words.systems import Dispute, Likeness, Position, Predictor
    from assay.diagnosis.words.tokens import Words

__all__ = [
    "ALL",
    "ALL_WORDS",
    "BY_SET",
    "CHECKS",
    "FEWEST_SEGMENTS",
    "FEWEST_WORDS",
    "SEVERITIES",
    "WORDS",
    "WORD_FEATURES",
    "BucketConflict",
    "BucketF",
    "Buckets",
    "Checks",
    "ClassRate",
    "Conflict",
    "Contrast",
    "Diagnosis",
    "Dispute",
    "Files",
    "Finding",
    "FormShare",
    "Kind",
    "Knowledge",
    "LabelRate",
    "Likeness",
    "Margins",
    "Material",
    "NamedBucket",
    "Options",
    "Position",
    "Predictor",
    "Production",
    "SegmentBucket",
    "SegmentFeature",
    "Sides",
    "SourceBucket",
    "SpanClass",
    "SpanOverlap",
    "Suspect",
    "Trouble",
    "WordBucket",
    "WordFeature",
    "Words",
    "cases",
    "check_bases",
    "check_outputs",
    "class_rates",
    "classify",
    "contrast",
    "counted",
    "diagnose",
    "document_lines",
    "error_rates",
    "gather",
    "kept_buckets",
    "label_rates",
    "leakage",
    "lines_named",
    "name",
    "ngram_table",
    "ordered",
    "pairs_of",
    "parse_buckets",
    "places",
    "tag",
    "troubles",
]
__getattr__, __dir__ = open_door(__name__)
