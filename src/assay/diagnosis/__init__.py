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
    "checks.language": "language_name",
    "checks.source_checks": "Checks",
    "corpus": "Corpus",
    "explanations.explain": "Explanation explain",
    "files.integrity": "FileCheck",
    "files.troubles": "counted",
    "gates": "NAMELESS GateVerdict LimitVerdict",
    "options": "PARTS DiagnoseOptions",
    "diagnosis": "Diagnosis",
    "study": "diagnose",
    "unreferenced": "SourceCheck",
    "words.tokens": "Words",
}
__getattr__, __dir__, __all__ = open_door(__name__, HOMES)
