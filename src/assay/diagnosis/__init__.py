"""Why is it better? Where outputs differ from references and from each other, and how."""

from assay.doors import open_door

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.diagnosis.checks.hallucination import Suspect
    from assay.diagnosis.checks.language import language_name, language_tag
    from assay.diagnosis.checks.source_checks import CHECKS, Checks, check_outputs
    from assay.diagnosis.corpus import Corpus, Knowledge, prepare_corpus
    from assay.diagnosis.files.integrity import document_lines, find_troubles, leakage
    from assay.diagnosis.files.troubles import (
        SEVERITIES,
        SetFiles,
        Trouble,
        counted,
        lines_named,
        worst_first,
    )
    from assay.diagnosis.findings import Finding
    from assay.diagnosis.gates import ALL, WORDS, Margins, NamedBucket, SystemPair, cases, parse_buckets
    from assay.diagnosis.study import DiagnoseOptions, Diagnosis, analyse, pairs_of
    from assay.diagnosis.words.buckets import (
        FEWEST_SEGMENTS,
        FEWEST_WORDS,
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
        SHARED_FEATURES,
        WORD_FEATURES,
        SegmentFeature,
        WordFeature,
        buckets_for_run,
    )
    from assay.diagnosis.words.human_spans import SpanClass, SpanOverlap
    from assay.diagnosis.words.morphology import FormShare, check_bases
    from assay.diagnosis.words.ngrams import Contrast, Kind, Production, contrast, ngram_table
    from assay.diagnosis.words.rates import ALL_WORDS, BucketF
    from assay.diagnosis.words.source_words import SourceBucket
    from assay.diagnosis.words.systems import Dispute, Likeness, Position, Predictor
    from assay.diagnosis.words.tokens import Words, word_places

__all__ = [
    "ALL",
    "ALL_WORDS",
    "CHECKS",
    "FEWEST_SEGMENTS",
    "FEWEST_WORDS",
    "SEVERITIES",
    "SHARED_FEATURES",
    "WORDS",
    "WORD_FEATURES",
    "BucketConflict",
    "BucketF",
    "Buckets",
    "Checks",
    "ClassRate",
    "Conflict",
    "Contrast",
    "Corpus",
    "DiagnoseOptions",
    "Diagnosis",
    "Dispute",
    "Finding",
    "FormShare",
    "Kind",
    "Knowledge",
    "LabelRate",
    "Likeness",
    "Margins",
    "NamedBucket",
    "Position",
    "Predictor",
    "Production",
    "SegmentBucket",
    "SegmentFeature",
    "SetFiles",
    "SourceBucket",
    "SpanClass",
    "SpanOverlap",
    "Suspect",
    "SystemPair",
    "Trouble",
    "WordBucket",
    "WordFeature",
    "Words",
    "analyse",
    "buckets_for_run",
    "cases",
    "check_bases",
    "check_outputs",
    "class_rates",
    "classify",
    "contrast",
    "counted",
    "document_lines",
    "error_rates",
    "find_troubles",
    "label_rates",
    "language_name",
    "language_tag",
    "leakage",
    "lines_named",
    "ngram_table",
    "pairs_of",
    "parse_buckets",
    "prepare_corpus",
    "word_places",
    "worst_first",
]
__getattr__, __dir__ = open_door(__name__)
