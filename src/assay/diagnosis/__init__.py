"""Why is one system better, is anything wrong with the files, and may a new system pass? Three flows.

    evalset, outputs = whole_set(open_set(files))
    knowledge = read_knowledge(KnowledgeFiles(counts="train.counts"), evalset, list(outputs))
    diagnosis = diagnose(evalset, outputs, metrics, DiagnoseOptions(base="german"), knowledge=knowledge)
    print(*(finding.sentence for finding in diagnosis.findings), sep="\n")

    check = check_files(read_raw_set(files), CheckOptions(language="de"))    # FileCheck: troubles, the worst first
    evaluate(with_quick_checks(open_set(files)), metrics)                    # the cheap part of it, as warnings

    baseline = find_baseline(GateOptions(baseline="base.json"), files)       # a system of a run file
    gate = check_gate(open_set(baseline.files), metrics, baseline, options)  # GateVerdict: checks, holds or not

A `Diagnosis` holds everything that was found out: findings in plain words, error classes of words, buckets of words and
of segments, n-grams, checks of outputs against their source, and systems side by side; its parts are the other records
exported here. A bucket of words is a metric like any other (`BucketF`), so that run files can keep its rows.

Inside, `words` looks at outputs and references word by word, `checks` at outputs and their source without a reference,
`files` at files before any score; `study` runs all analyses, `findings` puts them into sentences, and `gates` holds a
system against a baseline. A feature of words is a function in `words.features`, a line in its table, and its name in
`options`; a check is a column of counts in `checks.source_checks` and a line of `CHECKS`.
"""

from assay.doors import open_door

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.diagnosis.checks.details import Failure
    from assay.diagnosis.checks.glossary import Wanted, missed_terms, wanted_terms
    from assay.diagnosis.checks.hallucination import Suspect
    from assay.diagnosis.checks.language import language_name, language_of
    from assay.diagnosis.checks.source_checks import CHECKS, Checks, check_rates
    from assay.diagnosis.corpus import Corpus, SetKnowledge, read_knowledge, whole_set
    from assay.diagnosis.files.integrity import FileCheck, check_files
    from assay.diagnosis.files.quick_checks import quick_findings, with_quick_checks
    from assay.diagnosis.files.tallies import Tallies
    from assay.diagnosis.files.troubles import SEVERITIES, Trouble, counted, lines_named
    from assay.diagnosis.findings import Finding, Findings
    from assay.diagnosis.gate_cases import WHOLE_SET
    from assay.diagnosis.gates import (
        NAMELESS,
        Baseline,
        GateVerdict,
        LimitVerdict,
        check_gate,
        check_limits,
        check_parts,
        find_baseline,
    )
    from assay.diagnosis.options import (
        PARTS,
        BucketFiles,
        CheckOptions,
        DiagnoseOptions,
        GateOptions,
        KnowledgeFiles,
    )
    from assay.diagnosis.study import Diagnosis, diagnose
    from assay.diagnosis.swap_tests import Tested
    from assay.diagnosis.unreferenced import (
        Count,
        ErrorCount,
        SourceCheck,
        check_source,
        score_unreferenced,
        without_references,
    )
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
    from assay.diagnosis.words.human_spans import PEOPLE, MarkedErrors
    from assay.diagnosis.words.morphology import FormShare
    from assay.diagnosis.words.ngrams import Contrast, Kind, Production
    from assay.diagnosis.words.rates import ALL_WORDS, BucketF
    from assay.diagnosis.words.source_words import SourceBucket
    from assay.diagnosis.words.systems import Likeness, Predictor
    from assay.diagnosis.words.tokens import Words, word_places

__all__ = [
    "ALL_WORDS",
    "CHECKS",
    "FEWEST_SEGMENTS",
    "FEWEST_WORDS",
    "NAMELESS",
    "PARTS",
    "PEOPLE",
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
    "Count",
    "DiagnoseOptions",
    "Diagnosis",
    "ErrorCount",
    "Failure",
    "FileCheck",
    "Finding",
    "Findings",
    "FormShare",
    "GateOptions",
    "GateVerdict",
    "Kind",
    "KnowledgeFiles",
    "LabelRate",
    "Likeness",
    "LimitVerdict",
    "MarkedErrors",
    "Predictor",
    "Production",
    "SegmentBucket",
    "SegmentFeature",
    "SetKnowledge",
    "SourceBucket",
    "SourceCheck",
    "Suspect",
    "Tallies",
    "Tested",
    "Trouble",
    "Wanted",
    "WordBucket",
    "WordFeature",
    "Words",
    "check_files",
    "check_gate",
    "check_limits",
    "check_parts",
    "check_rates",
    "check_source",
    "counted",
    "diagnose",
    "find_baseline",
    "language_name",
    "language_of",
    "lines_named",
    "missed_terms",
    "quick_findings",
    "read_knowledge",
    "score_unreferenced",
    "wanted_terms",
    "whole_set",
    "with_quick_checks",
    "without_references",
    "word_places",
]
__getattr__, __dir__ = open_door(__name__)
