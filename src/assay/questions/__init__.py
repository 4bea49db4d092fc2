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
    "columns": "elements frame_columns frame_rows reference_streams texts",
    "given": "BESIDES SYSTEM Given column_options",
    "judgements": "with_campaign",
    "named_files": "read_column",
    "outputs.align": "AlignQuestion AlignResult",
    "outputs.check": "CheckQuestion CheckResult",
    "outputs.diagnose": "DiagnoseQuestion DiagnoseResult SourceCheckResult",
    "outputs.estimate": "EstimateQuestion",
    "outputs.estimates": "EstimateResult",
    "outputs.explain": "ExplainQuestion ExplainResult",
    "outputs.flag": "FlagQuestion",
    "outputs.formats": "FormatsQuestion FormatsResult",
    "outputs.report": "ReportQuestion ReportResult UnreferencedReport",
    "parts": "chosen_parts show_option",
    "people.agree": "AgreeQuestion AgreeResult",
    "tools.lm": "LmQuestion",
    "tools.meteor_train": "MeteorTrainQuestion MeteorTrainResult",
    "tools.nist_table": "NistTableQuestion",
    "tools.paraphrases": "ParaphrasesQuestion",
    "tools.bench_system": "BenchQuestion BenchResult",
    "tools.plugins": "PluginsQuestion",
    "tools.resources": "ResourcesQuestion",
    "systems.verify": "VerifyQuestion",
    "tools.oracle": "OracleQuestion OracleResult",
    "people.postedit": "EffortResult PostEditQuestion",
    "people.meta": "CorrelateResult MetaQuestion",
    "people.learn": "LearnQuestion LearnResult",
    "people.human": "HumanQuestion RankResult",
    "pictures": "Picture",
    "results": "Converted Listed Result Written",
    "scoring": "merged_set score_set",
    "specifications": "Metrics parse_metrics refuse_for_references",
    "systems.compare": "CompareQuestion CompareResult CompareRunsResult",
    "systems.gate": "GateQuestion GateResult",
    "systems.grid": "GridResult",
    "systems.map": "MapQuestion MapResult",
    "systems.merge": "MergeQuestion",
    "systems.power": "PowerQuestion PowerResult",
    "systems.score": "ScoreQuestion",
    "systems.scores": "MetricScores Score ScoreResult SystemScores",
}
__getattr__, __dir__, __all__ = open_door(__name__, HOMES)
