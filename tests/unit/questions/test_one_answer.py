"""One question, one answer: what a function returns prints what its command writes, and refuses what that refuses."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest

import assay
from assay.api.calls import KEYWORDS, REPLACED, python_words
from assay.cli.execution import command_parser
from assay.cli.main import main
from assay.errors import AssayError
from assay.options import declared
from assay.questions import QUESTIONS
from support.asked_questions import (
    ASKED,
    LOG,
    ONE,
    OUTPUTS,
    PAIR,
    RATINGS,
    REFERENCE,
    RUNS,
    SOURCE,
    SOURCED,
    XML,
    Asked,
    refused,
    written,
)

FORMS = ("json", "tsv", "csv", "markdown", "html")
EVERY_ANSWER = pytest.mark.parametrize("name", ASKED)


@cache
def result(name: str) -> Any:
    asked = ASKED[name]
    if asked.words[2:3] == ("--runs",):
        return assay.compare(None, Path(REFERENCE), list(asked.metrics), runs=RUNS, **asked.options)
    return asked.ask()


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
    "explain no formula": Asked("explain", *ONE, ("nist",), {"segment": "3"}),
    "explain a whole set": Asked("explain", *ONE),
    "explain no segment": Asked("explain", *ONE, (), {"segment": "5-3"}),
    "explain a sentence by a file": Asked(
        "explain", ("-r", REFERENCE, "the boat was late"), ("the boat was late", REFERENCE)
    ),
    "explain without a reference": Asked("explain", ("the boat was late",), ("the boat was late", [])),
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
