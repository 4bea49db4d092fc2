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

HOMES = {
    "checks.details": "Failure",
    "checks.glossary": "Wanted missed_terms wanted_terms",
    "checks.hallucination": "Suspect",
    "checks.language": "language_name language_of",
    "checks.source_checks": "CHECKS Checks check_rates",
    "corpus": "Corpus SetKnowledge read_knowledge whole_set",
    "explanations.explain": "EditEvidence Explanation NgramEvidence explain",
    "explanations.ngrams": "NgramMatch covered",
    "explanations.edits": "Matrix ShiftStep",
    "explanations.formulas": "Step precision_figures",
    "explanations.changes": "Change",
    "explanations.options": "EXPLAINED ExplainOptions",
    "files.integrity": "FileCheck check_files",
    "files.quick_checks": "quick_findings with_quick_checks",
    "files.tallies": "Tallies",
    "files.troubles": "SEVERITIES Trouble counted lines_named",
    "findings": "Finding Findings",
    "gate_cases": "WHOLE_SET",
    "gates": "NAMELESS Baseline GateVerdict LimitVerdict check_gate check_limits check_parts find_baseline",
    "options": "PARTS BucketFiles CheckOptions DiagnoseOptions GateOptions KnowledgeFiles",
    "diagnosis": "Diagnosis",
    "study": "diagnose",
    "swap_tests": "Tested smallest_p",
    "unreferenced": "Count ErrorCount SourceCheck check_source score_unreferenced without_references",
    "words.buckets": "FEWEST_SEGMENTS FEWEST_WORDS Buckets BucketTest SegmentBucket WordBucket",
    "words.classes": "ClassRate LabelRate",
    "words.conflicts": "BucketConflict Conflict",
    "words.features": "SHARED_FEATURES SegmentFeature WordFeature",
    "words.human_spans": "PEOPLE MarkedErrors",
    "words.morphology": "FormShare",
    "words.ngrams": "Contrast Kind Production",
    "words.rates": "ALL_WORDS BucketF",
    "words.source_words": "SourceBucket",
    "words.systems": "Likeness Predictor",
    "words.tokens": "Words word_places",
}
__getattr__, __dir__, __all__ = open_door(__name__, HOMES)
