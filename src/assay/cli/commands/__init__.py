"""The commands: `COMMANDS` lists them all, and help, completion, configuration and running read them off it.

A new command is one module in the folder of its subject and one line below. The module has

    EPILOG       examples, shown at the end of its help
    Arguments    a frozen dataclass of options; its docstring is the description
    run          Arguments to Answer
    ACTIONS      what help says of its actions, if it has several (`ActionHelp`)

A command that stands in for another program has `print_answer` instead of `run`, and its own command line.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


@dataclass(frozen=True)
class Command:
    """Where a command is, what it does, and what other commands may ask of it."""

    place: str
    summary: str
    configured: bool = True  # takes options from assay.toml
    repeatable: bool = True  # computes something that `assay verify` can compute again

    def load(self) -> Any:
        """Import the module of the command, which nobody else does: help costs no more than Python itself."""
        return import_module(f"{__name__}.{self.place}")


COMMANDS = {
    "check": Command(
        "files.check", "find problems in the files before scoring: lines, encodings, copies, leaks"
    ),
    "score": Command("scoring.score", "score outputs against references: one table, systems by metrics"),
    "map": Command(
        "scaling.map",
        "score the shards of a large set, each to a part; on processes, Ray or a Slurm array",
        repeatable=False,
    ),
    "merge": Command(
        "scaling.merge",
        "add up parts: the digits of assay score, for any cut, order and machine",
        repeatable=False,
    ),
    "compare": Command(
        "comparing.compare", "compare systems: intervals, paired tests, ranks, and what may be claimed"
    ),
    "power": Command(
        "comparing.power",
        "say how large a difference a test set can detect, and how many segments are needed",
    ),
    "report": Command(
        "explaining.report", "write one page with the verdict, its reasons, and every segment to look at"
    ),
    "diagnose": Command(
        "explaining.diagnose", "say why one system is better: word errors, buckets, n-grams, findings"
    ),
    "align": Command("explaining.align", "show how outputs differ from their references, edit by edit"),
    "oracle": Command("scoring.oracle", "score the best possible choice from n-best lists"),
    "human": Command(
        "people.human", "rank systems by human judgements; check the raters and their agreement"
    ),
    "meta": Command("people.meta", "find out which metric agrees with people, by system and by segment"),
    "learn": Command(
        "people.learn",
        "learn a combination of metrics from human judgements, and write it as a metric of its own",
        configured=False,
        repeatable=False,
    ),
    "postedit": Command(
        "people.postedit", "measure what it costs to repair translations: time, keys, pauses, edits"
    ),
    "campaign": Command(
        "people.campaign",
        "make human evaluation campaigns from files; look at them, export them, close them",
        configured=False,
        repeatable=False,
    ),
    "serve": Command(
        "people.serve",
        "serve human evaluation campaigns to browsers",
        configured=False,
        repeatable=False,
    ),
    "formats": Command(
        "files.formats",
        "list the formats that are read; say what a file is, and what can be done with it",
        configured=False,
        repeatable=False,
    ),
    "flag": Command(
        "files.flag",
        "write notes on units into an XLIFF or PO file, and change nothing else in it",
        repeatable=False,
    ),
    "verify": Command(
        "comparing.verify",
        "repeat a recorded run, and say what differs",
        repeatable=False,
    ),
    "gate": Command(
        "comparing.gate",
        "say whether a new system is worse than a baseline by more than a margin; made for CI",
    ),
    "bench-system": Command(
        "scoring.bench_system",
        "measure what a translation system costs: start-up, speed, latency, memory, habits",
        repeatable=False,
    ),
    "sacrebleu": Command(
        "scoring.sacrebleu",
        "run as sacreBLEU, with its options and its output",
        configured=False,
        repeatable=False,
    ),
    "metrics": Command(
        "scoring.metrics", "list the metrics, or the options of one", configured=False, repeatable=False
    ),
    "plugins": Command(
        "scoring.plugins",
        "add, list, show, test and remove plug-ins: COMET and other big models, LLM judges, programs of your own",
        configured=False,
        repeatable=False,
    ),
    "paraphrases": Command(
        "scoring.paraphrases",
        "extract paraphrases by way of another language, from a bitext or a phrase table",
        configured=False,
        repeatable=False,
    ),
    "estimate": Command(
        "scoring.estimate",
        "estimate quality without references: features, language models, consensus among systems",
        configured=False,
        repeatable=False,
    ),
    "lm": Command(
        "scoring.lm",
        "train an n-gram language model on plain text, and write it as ARPA",
        configured=False,
        repeatable=False,
    ),
    "nist-table": Command(
        "scaling.nist_table",
        "count the n-grams of all references of a set, so that NIST can score its shards alone",
        configured=False,
        repeatable=False,
    ),
    "meteor-train": Command(
        "scoring.meteor_train",
        "find the parameters of METEOR that agree best with human scores or rankings",
        configured=False,
        repeatable=False,
    ),
    "resources": Command(
        "scoring.resources",
        "list, install and check what metrics draw on: word lists, tables, models",
        configured=False,
        repeatable=False,
    ),
}
