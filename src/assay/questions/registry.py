"""The questions there are, and how one is asked: `QUESTIONS` lists them, a line each.

A question is a module of this package with two things in it: a frozen dataclass with what may be asked, which refuses
in its `__post_init__` what is idle or contradictory, and says in `without_outputs` what is missing where no output is
given; and `ask(question, given)`, which returns a `Result`. The command line and Python read all else off these. A
product on top declares its own (`assay.extensions`).
"""

from __future__ import annotations

from assay.extensions import Question, extensions

QUESTIONS = {
    "agree": Question("people.agree", "AgreeQuestion", "agree", is_command=False),
    "align": Question("outputs.align", "AlignQuestion", "align"),
    "bench-system": Question("tools.bench_system", "BenchQuestion", "bench_systems"),
    "check": Question("outputs.check", "CheckQuestion", "check"),
    "compare": Question("systems.compare", "CompareQuestion", "compare"),
    "diagnose": Question("outputs.diagnose", "DiagnoseQuestion", "diagnose"),
    "estimate": Question("outputs.estimate", "EstimateQuestion", "estimate"),
    "explain": Question("outputs.explain", "ExplainQuestion", "explain"),
    "flag": Question("outputs.flag", "FlagQuestion", "flag"),
    "formats": Question("outputs.formats", "FormatsQuestion", "formats"),
    "gate": Question("systems.gate", "GateQuestion", "gate"),
    "human": Question("people.human", "HumanQuestion", "rank"),
    "oracle": Question("tools.oracle", "OracleQuestion", "oracle"),
    "postedit": Question("people.postedit", "PostEditQuestion", "effort"),
    "learn": Question("people.learn", "LearnQuestion", "learn"),
    "map": Question("systems.map", "MapQuestion", "map_shards"),
    "merge": Question("systems.merge", "MergeQuestion", "merge_parts"),
    "lm": Question("tools.lm", "LmQuestion", "lm"),
    "meteor-train": Question("tools.meteor_train", "MeteorTrainQuestion", "meteor_train"),
    "nist-table": Question("tools.nist_table", "NistTableQuestion", "nist_table"),
    "paraphrases": Question("tools.paraphrases", "ParaphrasesQuestion", "paraphrases"),
    "meta": Question("people.meta", "MetaQuestion", "correlate"),
    "plugins": Question("tools.plugins", "PluginsQuestion", "manage_plugins"),
    "resources": Question("tools.resources", "ResourcesQuestion", "manage_resources"),
    "power": Question("systems.power", "PowerQuestion", "power"),
    "report": Question("outputs.report", "ReportQuestion", "report"),
    "score": Question("systems.score", "ScoreQuestion", "score"),
    "verify": Question("systems.verify", "VerifyQuestion", "verify"),
    **{name: question for each in extensions() for name, question in each.questions.items()},
}
