"""The commands: `COMMANDS` lists them all, and help, completion, configuration and running read them off it.

A new command is one module in the folder of its subject and one line below; a product on top declares its own
(`assay.extensions`). The module has

    EPILOG       examples, shown at the end of its help
    Arguments    a frozen dataclass of options; its docstring is the description
    run          Arguments to Answer
    ACTIONS      what help says of its actions, if it has several (`ActionHelp`)

A command that stands in for another program has `print_answer` instead of `run`, and its own command line.
"""

from __future__ import annotations

from assay.extensions import AGAIN, MATERIAL, PEOPLE, SCORE, TOOLS, WHY, Command, extensions

COMMANDS = {
    "check": Command(
        "files.check",
        "find problems in the files before scoring: lines, encodings, copies, leaks",
        SCORE,
    ),
    "score": Command(
        "scoring.score",
        "score outputs against references: one table, systems by metrics",
        SCORE,
    ),
    "map": Command(
        "scaling.map",
        "score the shards of a large set, each to a part; on processes, Ray or a Slurm array",
        AGAIN,
        repeatable=False,
    ),
    "merge": Command(
        "scaling.merge",
        "add up parts: the digits of assay score, for any cut, order and machine",
        AGAIN,
        repeatable=False,
    ),
    "compare": Command(
        "comparing.compare",
        "compare systems: intervals, paired tests, ranks, and what may be claimed",
        SCORE,
    ),
    "power": Command(
        "comparing.power",
        "say how large a difference a test set can detect, and how many segments are needed",
        SCORE,
    ),
    "report": Command(
        "explaining.report",
        "write one page with the verdict, its reasons, and every segment to look at",
        WHY,
    ),
    "diagnose": Command(
        "explaining.diagnose",
        "say why one system is better: word errors, buckets, n-grams, findings",
        WHY,
    ),
    "align": Command(
        "explaining.align",
        "show how outputs differ from their references, edit by edit",
        WHY,
    ),
    "explain": Command(
        "explaining.explain",
        "explain scores of a sentence: what matched, the formula with its figures, what one edit would change",
        WHY,
        configured=False,
        repeatable=False,
    ),
    "oracle": Command(
        "scoring.oracle",
        "score the best possible choice from n-best lists",
        TOOLS,
    ),
    "human": Command(
        "people.human",
        "rank systems by human judgements; check the raters and their agreement",
        PEOPLE,
    ),
    "meta": Command(
        "people.meta",
        "find out which metric agrees with people, by system and by segment",
        PEOPLE,
    ),
    "learn": Command(
        "people.learn",
        "learn a combination of metrics from human judgements, and write it as a metric of its own",
        PEOPLE,
        configured=False,
        repeatable=False,
    ),
    "postedit": Command(
        "people.postedit",
        "measure what it costs to repair translations: time, keys, pauses, edits",
        PEOPLE,
    ),
    **{name: command for each in extensions() for name, command in each.commands.items()},
    "formats": Command(
        "files.formats",
        "list the formats that are read; say what a file is, and what can be done with it",
        WHY,
        configured=False,
        repeatable=False,
    ),
    "flag": Command(
        "files.flag",
        "write notes on units into an XLIFF or PO file, and change nothing else in it",
        WHY,
        repeatable=False,
    ),
    "verify": Command(
        "comparing.verify",
        "repeat a recorded run, and say what differs",
        AGAIN,
        repeatable=False,
    ),
    "gate": Command(
        "comparing.gate",
        "say whether a new system is worse than a baseline by more than a margin; made for CI",
        SCORE,
    ),
    "bench-system": Command(
        "scoring.bench_system",
        "measure what a translation system costs: start-up, speed, latency, memory, habits",
        AGAIN,
        repeatable=False,
    ),
    "sacrebleu": Command(
        "scoring.sacrebleu",
        "run as sacreBLEU, with its options and its output",
        AGAIN,
        configured=False,
        repeatable=False,
    ),
    "metrics": Command(
        "scoring.metrics",
        "list the metrics, or the options of one",
        MATERIAL,
        configured=False,
        repeatable=False,
    ),
    "plugins": Command(
        "scoring.plugins",
        "add, list, show, test and remove plug-ins: COMET and other big models, LLM judges, programs of your own",
        MATERIAL,
        configured=False,
        repeatable=False,
    ),
    "paraphrases": Command(
        "scoring.paraphrases",
        "extract paraphrases by way of another language, from a bitext or a phrase table",
        TOOLS,
        configured=False,
        repeatable=False,
    ),
    "estimate": Command(
        "scoring.estimate",
        "estimate quality without references: features, language models, consensus among systems",
        SCORE,
        configured=False,
        repeatable=False,
    ),
    "lm": Command(
        "scoring.lm",
        "train an n-gram language model on plain text, and write it as ARPA",
        TOOLS,
        configured=False,
        repeatable=False,
    ),
    "nist-table": Command(
        "scaling.nist_table",
        "count the n-grams of all references of a set, so that NIST can score its shards alone",
        TOOLS,
        configured=False,
        repeatable=False,
    ),
    "meteor-train": Command(
        "scoring.meteor_train",
        "find the parameters of METEOR that agree best with human scores or rankings",
        TOOLS,
        configured=False,
        repeatable=False,
    ),
    "resources": Command(
        "scoring.resources",
        "list, install and check what metrics draw on: word lists, tables, models",
        MATERIAL,
        configured=False,
        repeatable=False,
    ),
}
