"""One question, one answer: what may be asked, how it is answered, and the faces of the answer.

    question = CompareQuestion(files, comparison=CompareOptions(test="bootstrap"))
    result = QUESTIONS["compare"].answer(question, Given(files=files))
    result.shown("text")                                             # blocks, as `assay compare` writes them

A question is one module: its options, `ask`, and its `Result`. Commands, functions of Python, notebooks and run files
read it; none of them composes anything itself. `Given` is what is given to be asked about, in files or in memory, and
`Asker` who asks.
"""

from assay.doors import open_door

HOMES = {
    "asker": "Asker",
    "registry": "QUESTIONS",
    "columns": "texts",
    "given": "SYSTEM Given",
    "outputs.align": "AlignResult",
    "outputs.check": "CheckResult",
    "outputs.diagnose": "DiagnoseResult SourceCheckResult",
    "outputs.estimates": "EstimateResult",
    "outputs.explain": "ExplainResult",
    "outputs.formats": "FormatsResult",
    "outputs.report": "ReportResult UnreferencedReport",
    "people.agree": "AgreeResult",
    "tools.meteor_train": "MeteorTrainResult",
    "tools.bench_system": "BenchResult",
    "tools.oracle": "OracleResult",
    "people.postedit": "EffortResult",
    "people.meta": "CorrelateResult",
    "people.learn": "LearnResult",
    "people.human": "RankResult",
    "pictures": "Picture",
    "results": "Converted Listed Result Written",
    "systems.compare": "CompareResult CompareRunsResult",
    "systems.gate": "GateResult",
    "systems.grid": "GridResult",
    "systems.map": "MapResult",
    "systems.power": "PowerResult",
    "systems.scores": "MetricScores Score SystemScores",
}
__getattr__, __dir__, __all__ = open_door(__name__, HOMES)
