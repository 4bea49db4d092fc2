"""Questions asked in both ways, on the command line and in Python: what about, and with which options."""

import contextlib
import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import assay
from assay.cli.main import main
from assay.errors import AssayError
from assay.options import Declared, declared
from assay.questions import QUESTIONS
from support.program import HARBOUR

HERE = Path(__file__).parents[1] / "unit" / "questions"
XML = str(HARBOUR.with_suffix(".xml"))
RATINGS, RANKINGS, MQM = (str(HARBOUR / name) for name in ("ratings.tsv", "rankings.csv", "mqm.tsv"))
NBEST = str(HERE / "harbour.nbest")
PREFERRED = str(HERE / "harbour.rankings")
LOG = str(HARBOUR / "postedits.jsonl")
REFERENCE = str(HARBOUR / "reference-a.en.txt")
OUTPUTS = [str(HARBOUR / f"{name}.en.txt") for name in ("alder", "birch", "cedar", "drift")]
Options = Mapping[str, Any]


@dataclass(frozen=True)
class Asked:
    """What is asked about, in words of the command line and as arguments of the function, and with which options."""

    command: str
    words: tuple[str, ...]
    given: tuple[Any, ...]
    metrics: tuple[str, ...] = ()
    options: Options = field(default_factory=dict)
    # Keywords that name what options name on the command line.
    named: Options = field(default_factory=dict)

    @property
    def line(self) -> list[str]:
        """The command line."""
        metrics = [word for metric in self.metrics for word in ("-m", metric)]
        return [self.command, *self.words, *metrics, *flags_of(self.command, self.options)]

    def ask(self) -> Any:
        """Call the function."""
        named = dict(self.named) | ({"metrics": list(self.metrics)} if self.metrics else {})
        function = getattr(assay, QUESTIONS[self.command].python)
        return function(*self.given, **named, **self.options)


def flags_of(command: str, options: Options) -> list[str]:
    """Write keywords as flags, by what the question declares and nothing else."""
    known = {each.name: each for each in declared(QUESTIONS[command].asked)}
    words: list[str] = []
    for name, chosen in options.items():
        flag = flag_of(known[name])
        if isinstance(chosen, bool):
            words += [flag] if chosen else []
        elif isinstance(chosen, list | tuple):
            words += [word for part in chosen for word in (flag, str(part))]
        else:
            words += [flag, str(chosen)]
    return words


def flag_of(each: Declared) -> str:
    return each.flag.split()[-1] if each.flag else "--" + each.name.replace("_", "-")


FEW = {"draws": 120}
PAIR = (("-r", REFERENCE, *OUTPUTS[:2]), ([Path(path) for path in OUTPUTS[:2]], Path(REFERENCE)))
ONE: tuple[tuple[str, ...], tuple[Any, ...]] = (
    ("-r", REFERENCE, OUTPUTS[1]),
    (Path(OUTPUTS[1]), Path(REFERENCE)),
)
SOURCE = str(HARBOUR / "source.de.txt")
SOURCED = (("-s", SOURCE, OUTPUTS[0]), ([Path(OUTPUTS[0])],))
RUNS = {"a": [Path(path) for path in OUTPUTS[:2]], "b": [Path(path) for path in OUTPUTS[2:]]}
ASKED: dict[str, Asked] = {
    "compare": Asked("compare", (XML,), (XML,), ("chrf",)),
    "compare two files": Asked("compare", *PAIR, ("chrf", "ter"), FEW | {"cite": True, "primary": "ter"}),
    "compare parts": Asked("compare", (XML,), (XML,), ("chrf",), FEW | {"show": "pairs,claims"}),
    "compare table": Asked("compare", (XML,), (XML,), (), FEW | {"show": "table", "baseline": "birch"}),
    "compare examples": Asked("compare", *PAIR, ("chrf",), {"test": "sign", "examples": 2}),
    "compare runs": Asked(
        "compare",
        ("-r", REFERENCE, "--runs", f"a={OUTPUTS[0]}", OUTPUTS[1], "--runs", f"b={OUTPUTS[2]}", OUTPUTS[3]),
        (None, Path(REFERENCE)),
        ("chrf",),
        FEW,
    ),
    "score": Asked("score", (XML,), (XML,), ("chrf", "ter")),
    "score files": Asked("score", *PAIR, ("bleu", "chrf")),
    "score segments": Asked("score", *PAIR, ("chrf",), {"level": "segment"}),
    "score documents": Asked("score", (XML,), (XML,), ("ter",), {"level": "document"}),
    "power": Asked("power", (XML,), (XML,), ("chrf",)),
    "power parts": Asked("power", *PAIR, ("chrf",), FEW | {"show": "pairs", "segments": 500}),
    "power simulated": Asked("power", *PAIR, ("ter",), {"simulate": True, "trials": 20, "draws": 50}),
    "power assumed": Asked("power", (), (), (), {"difference": 1, "deviation": 8.5, "segments": 500}),
    "power wins": Asked("power", (), (), (), {"win_rate": 0.55, "segments": 400}),
    "gate": Asked("gate", *ONE, ("chrf",), {"baseline": OUTPUTS[0], "margin": "0.5"}),
    "gate limits": Asked("gate", *SOURCED, (), {"most": ("numbers=3",)}, {"sources": Path(SOURCE)}),
    "check": Asked("check", (XML,), (XML,)),
    "check files": Asked("check", *PAIR, (), {"language": "en"}),
    "align": Asked(
        "align", ("-r", REFERENCE, OUTPUTS[0]), (Path(OUTPUTS[0]), Path(REFERENCE)), (), {"segment": "3-5"}
    ),
    "align words": Asked(
        "align",
        ("-r", REFERENCE, OUTPUTS[0]),
        (Path(OUTPUTS[0]), Path(REFERENCE)),
        (),
        {"metric": "wer", "errors_only": True},
    ),
    "explain": Asked(
        "explain",
        ("-r", "the ferry was late on Monday", "the boat boat was late"),
        ("the boat boat was late", "the ferry was late on Monday"),
    ),
    "explain files": Asked(
        "explain",
        ("-r", REFERENCE, *OUTPUTS[:2]),
        ([Path(path) for path in OUTPUTS[:2]], Path(REFERENCE)),
        ("cder", "cer"),
        {"segment": "3", "edits": 1},
    ),
    "diagnose": Asked("diagnose", (XML,), (XML,), ("chrf",), FEW),
    "diagnose parts": Asked("diagnose", *PAIR, ("chrf",), FEW | {"show": "errors,ngrams", "most": 3}),
    "diagnose checks": Asked("diagnose", *SOURCED, named={"sources": Path(SOURCE)}),
    "report": Asked("report", (XML,), (XML,), ("chrf",), FEW),
    "human": Asked("human", (RATINGS,), (RATINGS,)),
    "human rankings": Asked("human", (RANKINGS,), (RANKINGS,), (), FEW | {"method": "bradley-terry"}),
    "human parts": Asked(
        "human", (RATINGS,), (RATINGS,), (), FEW | {"show": "scores,raters", "standardise": "z"}
    ),
    "human table": Asked("human", (MQM,), (MQM,), (), FEW | {"show": "table", "cite": True}),
    "human all": Asked("human", (MQM,), (MQM,), (), FEW | {"show": "all"}),
    "estimate": Asked(
        "estimate",
        ("-s", SOURCE, *OUTPUTS[:2]),
        ([Path(path) for path in OUTPUTS[:2]], Path(SOURCE)),
    ),
    "estimate segments": Asked(
        "estimate",
        ("-s", SOURCE, OUTPUTS[0]),
        (Path(OUTPUTS[0]), Path(SOURCE)),
        (),
        {"level": "segment", "consensus": "ter"},
    ),
    "learn": Asked("learn", (RATINGS, XML), (RATINGS, XML), ("chrf", "ter"), FEW),
    "learn by hand": Asked(
        "learn", (RATINGS, XML), (RATINGS, XML), ("chrf", "ter"), FEW | {"method": "uniform"}
    ),
    "oracle": Asked("oracle", ("-r", REFERENCE, NBEST), (NBEST, REFERENCE)),
    "oracle by metrics": Asked("oracle", ("-r", REFERENCE, NBEST), (NBEST, REFERENCE), ("chrf", "ter")),
    "postedit": Asked("postedit", (LOG,), (LOG,)),
    "postedit parts": Asked("postedit", (LOG,), (LOG,), (), {"show": "gain,editors", "pause": 500}),
    "postedit table": Asked("postedit", (LOG,), (LOG,), (), {"show": "table"}),
    "postedit all": Asked("postedit", (LOG,), (LOG,), (), {"show": "all"}),
    "meta": Asked("meta", (RATINGS, XML), (RATINGS, XML), ("chrf", "ter"), FEW),
    "meta parts": Asked(
        "meta", (RATINGS, XML), (RATINGS, XML), ("chrf", "ter"), FEW | {"show": "tasks", "test": "perm-both"}
    ),
    "meta all": Asked("meta", (RATINGS, XML), (RATINGS, XML), ("chrf",), FEW | {"show": "all"}),
    "meta table": Asked("meta", (MQM, XML), (MQM, XML), ("chrf",), FEW | {"show": "table", "cite": True}),
    "formats": Asked("formats", (), ()),
    "formats files": Asked("formats", (XML, RATINGS), (XML, RATINGS)),
    "meteor-train": Asked(
        "meteor-train",
        PAIR[0],
        PAIR[1],
        (),
        {"rankings": PREFERRED, "metric": "meteor:synonyms=none,paraphrases=none", "best": 3},
    ),
    "human some": Asked("human", (RATINGS,), (RATINGS,), (), FEW | {"only_systems": "alder,birch"}),
}


def written(words: list[str]) -> tuple[int, str, str]:
    """Run a command, and return its exit code and what it wrote on both streams."""
    with (
        contextlib.redirect_stdout(io.StringIO()) as answer,
        contextlib.redirect_stderr(io.StringIO()) as talk,
    ):
        code = main(words)
    return code, answer.getvalue(), talk.getvalue()


def refused(ask: Callable[[], object]) -> str:
    with pytest.raises(AssayError) as error:
        ask()
    return str(error.value)
