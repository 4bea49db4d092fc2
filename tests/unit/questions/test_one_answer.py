"""One question, one answer: what a function returns prints what its command writes, and refuses what that refuses."""

import contextlib
import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import assay
from assay.api.calls import KEYWORDS, REPLACED, python_words
from assay.cli.main import main
from assay.cli.running import command_parser
from assay.errors import AssayError
from assay.options import Declared, declared
from assay.questions import QUESTIONS

HARBOUR = Path(__file__).parents[3] / "examples" / "harbour"
XML = str(HARBOUR.with_suffix(".xml"))
RATINGS, RANKINGS, MQM = (str(HARBOUR / name) for name in ("ratings.tsv", "rankings.csv", "mqm.tsv"))
NBEST = str(Path(__file__).parent / "harbour.nbest")
PREFERRED = str(Path(__file__).parent / "harbour.rankings")
LOG = str(HARBOUR / "postedits.jsonl")
REFERENCE = str(HARBOUR / "reference-a.en.txt")
OUTPUTS = [str(HARBOUR / f"{name}.en.txt") for name in ("alder", "birch", "cedar", "drift")]
FORMS = ("json", "tsv", "csv", "markdown", "html")
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
EVERY_ANSWER = pytest.mark.parametrize("name", ASKED)


@cache
def result(name: str) -> Any:
    asked = ASKED[name]
    if asked.words[2:3] == ("--runs",):
        return assay.compare(None, Path(REFERENCE), list(asked.metrics), runs=RUNS, **asked.options)
    return asked.ask()


def written(words: list[str]) -> tuple[int, str, str]:
    """Run a command, and return its exit code and what it wrote on both streams."""
    with (
        contextlib.redirect_stdout(io.StringIO()) as answer,
        contextlib.redirect_stderr(io.StringIO()) as talk,
    ):
        code = main(words)
    return code, answer.getvalue(), talk.getvalue()


@pytest.fixture(autouse=True)
def _no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody says how wide an alignment may be."""
    monkeypatch.delenv("COLUMNS", raising=False)


@EVERY_ANSWER
def test_print_says_what_the_command_writes(name: str) -> None:
    code, answer, talk = written(ASKED[name].line)
    assert code == (0 if result(name).holds else 1), talk
    assert str(result(name)) + "\n" == answer


@EVERY_ANSWER
def test_every_format_is_that_of_the_command(name: str) -> None:
    # Each question in every format; its further options in those of programs.
    for form in FORMS if " " not in name else ("json", "tsv"):
        assert result(name).written(form) == written([*ASKED[name].line, "--format", form])[1]


@pytest.mark.parametrize("name", [name for name in ASKED if " " not in name])
def test_a_saved_file_is_that_of_the_command(name: str, tmp_path: Path) -> None:
    ours, theirs = tmp_path / "ours.txt", tmp_path / "theirs.txt"
    result(name).save(ours)
    # The command that learns has -o for the model.
    flag = "--report" if name == "learn" else "-o"
    written([*ASKED[name].line, flag, str(theirs)])
    assert ours.read_bytes() == theirs.read_bytes()


def test_a_grid_is_a_question_of_score(tmp_path: Path) -> None:
    for name in ("alder", "birch"):
        for pair in ("de-en", "de-fr"):
            (tmp_path / f"{name}.{pair}.txt").write_text(
                Path(OUTPUTS[0]).read_text(encoding="utf-8"), encoding="utf-8"
            )
    for target in ("en", "fr"):
        (tmp_path / f"{target}.ref").write_text(Path(REFERENCE).read_text(encoding="utf-8"), encoding="utf-8")
    grid, references = str(tmp_path / "{system}.{pair}.txt"), str(tmp_path / "{target}.ref")
    scored = assay.score_grid(grid, references, "chrf", threads=1)
    line = ["score", "--grid", grid, "--references", references, "-m", "chrf", "--threads", "1"]
    assert str(scored) + "\n" == written(line)[1]
    for form in FORMS:
        assert scored.written(form) == written([*line, "--format", form])[1]


@EVERY_ANSWER
def test_a_result_names_itself_in_a_line(name: str) -> None:
    assert "\n" not in repr(result(name))
    assert repr(result(name)) != str(result(name))


def refused(ask: Callable[[], object]) -> str:
    with pytest.raises(AssayError) as error:
        ask()
    return str(error.value)


WRONG: dict[str, Asked] = {
    "compare no part": Asked("compare", (XML,), (XML,), (), {"show": "nonsense"}),
    "compare a table beside parts": Asked("compare", (XML,), (XML,), (), {"show": "table,pairs"}),
    "compare no such baseline": Asked("compare", (XML,), (XML,), (), {"baseline": "nobody"}),
    "compare no documents": Asked("compare", *PAIR, (), {"unit": "document"}),
    "compare no such metric": Asked("compare", (XML,), (XML,), ("bleau",)),
    "compare no primary": Asked("compare", (XML,), (XML,), ("chrf",), {"primary": "ter"}),
    "postedit no part": Asked("postedit", (LOG,), (LOG,), (), {"show": "nonsense"}),
    "postedit converts": Asked("postedit", (LOG,), (LOG,), (), {"to": "log", "show": "gain"}),
    "postedit no such file": Asked("postedit", ("nowhere.jsonl",), ("nowhere.jsonl",)),
    "estimate no level": Asked("estimate", (OUTPUTS[0],), (Path(OUTPUTS[0]),), (), {"level": "nonsense"}),
    "learn idle features": Asked("learn", (RATINGS, XML), (RATINGS, XML), ("chrf",), {"tok": "char"}),
    "learn of one metric": Asked("learn", (RATINGS, XML), (RATINGS, XML), ("chrf",)),
    "meta no part": Asked("meta", (RATINGS, XML), (RATINGS, XML), (), {"show": "nonsense"}),
    "meta no outputs": Asked("meta", (RATINGS,), (RATINGS,), (), {"missing": "X"}),
    "meta no outputs for a metric": Asked("meta", (RATINGS,), (RATINGS,), ("chrf",)),
    "meta no such task": Asked("meta", (RATINGS, XML), (RATINGS, XML), (), {"tasks": "sys:nonsense"}),
    "score no level": Asked("score", (XML,), (XML,), ("chrf",), {"level": "nonsense"}),
    "score no documents": Asked("score", *PAIR, ("chrf",), {"level": "document"}),
    "score an idle option of grids": Asked("score", *PAIR, ("chrf",), {"parts": "folder"}),
    "power no outputs": Asked("power", (), (), (), {"difference": 1}),
    "power an assumption beside outputs": Asked("power", *PAIR, (), {"deviation": 2}),
    "power idle metrics": Asked("power", (), (), ("chrf",), {"win_rate": 0.6, "segments": 100}),
    "power idle trials": Asked("power", *PAIR, (), {"trials": 20}),
    "power idle parts": Asked("power", (), (), (), {"win_rate": 0.6, "segments": 100, "show": "pairs"}),
    "gate no rule": Asked("gate", *ONE),
    "gate idle metrics": Asked("gate", *ONE, ("chrf",), {"most": ("numbers=3",)}),
    "gate idle words": Asked("gate", *ONE, ("chrf",), {"baseline": OUTPUTS[0], "tok": "char"}),
    "check no language": Asked("check", *PAIR, (), {"language": "nonsense"}),
    "align no segment": Asked("align", *ONE, (), {"segment": "5-3"}),
    "align no such edits": Asked("align", *ONE, (), {"metric": "bleu"}),
    "diagnose no part": Asked("diagnose", (XML,), (XML,), (), {"show": "nonsense"}),
    "diagnose parts without references": Asked(
        "diagnose", *SOURCED, (), {"show": "errors"}, {"sources": Path(SOURCE)}
    ),
    "diagnose words without references": Asked(
        "diagnose", *SOURCED, (), {"order": 2}, {"sources": Path(SOURCE)}
    ),
    "report against no run": Asked("report", *PAIR, (), {"against": REFERENCE}),
    "human no part": Asked("human", (RATINGS,), (RATINGS,), (), {"show": "nonsense"}),
    "human leaves out": Asked("human", (RATINGS,), (RATINGS,), (), {"leave_out": True}),
    "human converts": Asked("human", (RATINGS,), (RATINGS,), (), {"to": "tidy", "show": "ranking"}),
    "human no such format": Asked("human", (RATINGS,), (RATINGS,), (), {"to": "nonsense"}),
    "human no such system": Asked("human", (RATINGS,), (RATINGS,), (), {"only_systems": "nobody"}),
    "human no such rater": Asked("human", (RATINGS,), (RATINGS,), (), {"without": "nobody"}),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_refused_in_the_same_words(name: str) -> None:
    code, answer, talk = written(WRONG[name].line)
    assert (code in (1, 2), answer) == (True, "")
    [error] = [line for line in talk.splitlines() if line.startswith("error: ")]
    assert refused(WRONG[name].ask) == python_words(error.removeprefix("error: "))


def test_a_conversion_is_the_file_of_the_command(tmp_path: Path) -> None:
    converted = assay.rank(RATINGS, to="tidy-jsonl")
    converted.save(tmp_path / "ours.jsonl")
    assert main(["human", RATINGS, "--to", "tidy-jsonl", "-o", str(tmp_path / "theirs.jsonl")]) == 0
    assert (tmp_path / "ours.jsonl").read_bytes() == (tmp_path / "theirs.jsonl").read_bytes()


# Flags of a command that are no keywords: why.
FLAGS_ALONE = {
    "format": "a result has `written` and `save` for every format",
    "output": "a result has `save`",
    "signatures": "a result has every signature in its blocks",
    "quiet": "warnings are Python's own",
    "max_size": "`assay.io.size_limit` holds for a whole program",
    "resources": "ASSAY_RESOURCES holds for a whole program",
    "run": "a run file holds a command line, which is repeated",
    "run_segments": "a run file holds a command line, which is repeated",
    "junit": "a gate's result has `junit`",
    "flags": "a result has `failures`",
    "help": "`help(assay.NAME)`",
}


@pytest.mark.parametrize("command", [name for name, question in QUESTIONS.items() if question.is_command])
def test_every_flag_is_a_keyword_and_every_keyword_a_flag(command: str) -> None:
    keywords = {each.name for each in declared(QUESTIONS[command].asked)}
    flags = {action.dest for action in command_parser(command)._actions}
    assert keywords <= flags
    # Where the command line says how many threads, every command does.
    assert flags - keywords <= {*FLAGS_ALONE, "threads"}


def test_no_reason_is_out_of_date() -> None:
    flags = {
        action.dest
        for name, question in QUESTIONS.items()
        if question.is_command
        for action in command_parser(name)._actions
    }
    assert set(FLAGS_ALONE) <= flags
    assert {"references", *REPLACED.values()} <= {*KEYWORDS.values()}


def test_shards_are_mapped_and_merged_as_by_the_commands(tmp_path: Path) -> None:
    for name, text in {"a/1": "the cat", "a/2": "sat down", "r/1": "the cat", "r/2": "sat up"}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text + "\n", encoding="utf-8")
    outputs, references = tmp_path / "a", tmp_path / "r"
    ours, theirs = str(tmp_path / "ours"), str(tmp_path / "theirs")
    mapped = assay.map_shards(outputs, references, "chrf", output=ours, threads=1)
    line = ["map", str(outputs), "-r", str(references), "-m", "chrf", "-o", theirs, "--threads", "1"]
    assert str(mapped).replace(ours, theirs) + "\n" == written(line)[1]
    merged = assay.merge_parts(ours)
    assert str(merged) + "\n" == written(["merge", theirs])[1]
    for form in ("json", "tsv"):
        assert merged.written(form) == written(["merge", theirs, "--format", form])[1]
    with pytest.raises(AssayError, match="where do the parts go\\? name a folder with output=DIR"):
        assay.map_shards(outputs, references, "chrf")


def test_notes_are_written_as_by_the_command(tmp_path: Path) -> None:
    unit = '<trans-unit id="1"><source>a</source><target>b</target></trans-unit>'
    start = '<xliff version="1.2"><file original="o" source-language="en" target-language="de"><body>'
    body = f"{start}{unit}</body></file></xliff>"
    file, notes = tmp_path / "mt.xlf", tmp_path / "notes.tsv"
    file.write_text(body, encoding="utf-8")
    notes.write_text("id\tnote\n1\tlook\n", encoding="utf-8")
    flagged = assay.flag(file, notes)
    assert main(["flag", str(file), "--notes", str(notes), "-o", str(tmp_path / "theirs.xlf")]) == 0
    flagged.save(tmp_path / "ours.xlf")
    assert (tmp_path / "ours.xlf").read_bytes() == (tmp_path / "theirs.xlf").read_bytes()
    assert "look" in str(flagged)
