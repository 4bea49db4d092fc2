"""Laws over the registry of questions: a new one is held to them before its author writes a test."""

import inspect
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import assay
from assay.api.calls import REPLACED, python_words, read_keywords
from assay.cli.commands import COMMANDS
from assay.cli.main import main
from assay.io import FileOptions
from assay.options import Declared, declared
from assay.questions import QUESTIONS
from support.asked_questions import ASKED, OUTPUTS, REFERENCE, SOURCE, flag_of, refused, written

# Commands that are no questions: why.
ASK_NOTHING = {
    "metrics": "lists what `assay.metrics` has: METRICS, options_of, presets_of",
    "sacrebleu": "stands in for another program; `assay.compat.sacrebleu` does in Python",
    "serve": "answers nothing, and runs until it is told to end; `assay.studies.serve` does in Python",
}
# Questions whose answers are held against the command by a test of their own: why.
BY_HAND = {
    "agree": "has no command: `assay human --show agreement` says it among other things",
    "bench-system": "measures time, which is another each time",
    "campaign": "changes a database; tests/unit/studies/test_campaign_question.py",
    "flag": "writes a file of its own format",
    "lm": "writes a file of its own format",
    "map": "writes parts into a folder",
    "merge": "reads what map wrote",
    "nist-table": "writes a file of its own format",
    "paraphrases": "writes a file of its own format",
    "plugins": "changes what is installed",
    "resources": "changes what is installed",
    "verify": "reads what another command wrote",
}
COMMANDED = [name for name, question in QUESTIONS.items() if question.is_command]
EVERY_QUESTION = pytest.mark.parametrize("command", COMMANDED)


def test_every_command_is_a_question_or_says_why_not() -> None:
    assert {*COMMANDS} == {*COMMANDED, *ASK_NOTHING}


def test_every_question_is_asked_in_both_ways() -> None:
    held = {asked.command for asked in ASKED.values()}
    assert {*QUESTIONS} == held | {*BY_HAND}
    assert not held & {*BY_HAND}


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_function_is_on_the_page_about_python(name: str) -> None:
    page = (Path(__file__).parents[3] / "docs" / "python.md").read_text(encoding="utf-8")
    assert f"assay.{QUESTIONS[name].python}" in page


POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
# Options whose keywords are called otherwise: files that hold what an argument may be.
ARGUMENTS = {"systems": "hypotheses", "reference": "references", "source": "sources", "docs": "documents"}


@pytest.mark.parametrize(
    ("name", "option"),
    [(name, each.name) for name in QUESTIONS for each in declared(QUESTIONS[name].asked)],
)
def test_every_option_is_a_keyword_of_the_function(
    name: str, option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    function = getattr(assay, QUESTIONS[name].python)
    parameters = inspect.signature(function).parameters.values()
    if {option, REPLACED.get(option), ARGUMENTS.get(option)} & {each.name for each in parameters}:
        return
    needed = [each for each in parameters if each.default is each.empty and each.kind in POSITIONAL]
    [default] = [each.default for each in declared(QUESTIONS[name].asked) if each.name == option]
    told = said_of(lambda: function(*["nowhere.txt"] * len(needed), **{option: default}))
    assert "there is no option" not in told
    shared = option in {each.name for each in declared(FileOptions)}
    assert shared or f"`{option}=" in (inspect.getdoc(function) or "")


def said_of(ask: Callable[[], object]) -> str:
    """Return what is said of a call that may fail."""
    try:
        return str(ask())
    except assay.AssayError as error:
        return str(error)


def wrong_values() -> Iterator[tuple[str, Declared, object]]:
    """Yield a value that each option of each command cannot have, where there is one."""
    for command in COMMANDED:
        for each in declared(QUESTIONS[command].asked):
            wrong: list[object] = ["nonsense"] if each.choices or each.kind in (int, float) else []
            if each.least is not None or each.kind is int:
                wrong += [int(each.least or 0) - 1]
            if each.most is not None:
                wrong += [int(each.most) + 1]
            yield from ((command, each, value) for value in wrong if value != each.default)


@pytest.mark.parametrize(
    ("command", "each", "value"),
    [pytest.param(*case, id=f"{case[0]} {case[1].name} {case[2]}") for case in wrong_values()],
)
def test_a_wrong_value_of_any_option_is_refused_in_the_same_words(
    command: str, each: Declared, value: object
) -> None:
    words = [str(value)] if each.positional else [f"{flag_of(each)}={value}"]
    code, answer, talk = written([command, *words, *["x"] * (each.depth > 1)])
    [error] = [line for line in talk.splitlines() if line.startswith("error: ")]
    assert (code, answer) == (2, "")
    given = (value,) if each.depth else value
    asked = QUESTIONS[command].asked
    told = refused(lambda: read_keywords(asked, {each.name: (given,) if each.depth > 1 else given}))
    assert told == error.removeprefix("error: ")
    assert python_words(told).startswith(each.name if each.positional else python_words(flag_of(each)))


def idle_options() -> Iterator[tuple[str, str, Declared]]:
    """Yield an action that does not use an option, for each option that not all actions use."""
    for command in COMMANDED:
        options = declared(QUESTIONS[command].asked)
        actions = next((each.choices for each in options if each.name == "action"), ())
        for each in options:
            idle = [action for action in actions if each.actions and action not in each.actions]
            if idle and not each.positional:
                yield command, idle[0], each


@pytest.mark.parametrize(
    ("command", "action", "each"),
    [pytest.param(*case, id=f"{case[0]} {case[1]} {case[2].name}") for case in idle_options()],
)
def test_an_option_that_an_action_does_not_use_is_refused_by_both(
    command: str, action: str, each: Declared
) -> None:
    value: Any = True if each.kind is bool else (each.choices[-1] if each.choices else "7")
    if each.kind in (int, float):
        value = each.kind(each.least or 7) + 1
    flag = [flag_of(each)] if value is True else [f"{flag_of(each)}={value}"]
    code, _, talk = written([command, action, "x", *flag])
    [error] = [line for line in talk.splitlines() if line.startswith("error: ")]
    assert code == 2
    assert f"not for {action}; leave it out" in error
    function = getattr(assay, QUESTIONS[command].python)
    named = {each.name: (value,) if each.depth else value}
    assert refused(lambda: function(action, "x", **named)) == python_words(error.removeprefix("error: "))


@pytest.mark.parametrize("name", ["lm", "paraphrases"])
def test_a_file_for_programs_is_the_same_from_both(
    name: str, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    texts = {"lm": [REFERENCE], "paraphrases": [SOURCE, REFERENCE]}[name]
    result = getattr(assay, QUESTIONS[name].python)(*texts)
    result.save(tmp_path / "ours")
    assert main([name, *texts, "-o", str(tmp_path / "theirs")]) == 0
    assert (tmp_path / "ours").read_bytes() == (tmp_path / "theirs").read_bytes()
    capsysbinary.readouterr()
    assert main([name, *texts]) == 0
    assert (
        result.written("text").encode() == (tmp_path / "ours").read_bytes() == capsysbinary.readouterr().out
    )
    assert "to be written with save" in str(result)


def test_a_table_of_nist_is_the_same_from_both(tmp_path: Path) -> None:
    assay.nist_table(REFERENCE).save(tmp_path / "ours")
    assert main(["nist-table", REFERENCE, "-o", str(tmp_path / "theirs")]) == 0
    assert (tmp_path / "ours").read_bytes() == (tmp_path / "theirs").read_bytes()


def test_a_run_is_verified_as_by_the_command(tmp_path: Path) -> None:
    run = str(tmp_path / "run.json")
    assert main(["score", "-r", REFERENCE, OUTPUTS[0], "-m", "chrf", "--run", run, "-q"]) == 0
    for options, words in [({}, []), ({"against": run}, ["--against", run])]:
        verified = assay.verify(run, **options)
        assert verified.holds
        assert str(verified) + "\n" == written(["verify", run, *words])[1]
        for form in ("json", "tsv"):
            assert verified.written(form) == written(["verify", run, *words, "--format", form])[1]


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("plugins", ["list"]),
        ("resources", ["list"]),
        ("resources", ["list", "wordnet"]),
        ("resources", ["check"]),
        ("resources", ["path"]),
    ],
)
def test_what_is_installed_is_listed_as_by_the_command(name: str, given: list[str]) -> None:
    result = getattr(assay, QUESTIONS[name].python)(*given)
    assert str(result).rstrip() == written([name, *given])[1].rstrip()
    if given != ["path"]:
        for form in ("json", "tsv"):
            assert result.written(form) == written([name, *given, "--format", form])[1]


def test_systems_are_measured_by_the_same_tables() -> None:
    """Times differ; what is said of them does not."""
    measured = assay.bench_systems({"cat": "cat"}, Path(SOURCE), runs=1, one_by_one=0, no_habits=True)
    line = ["bench-system", "cat=cat", "-s", SOURCE, "--format", "tsv", "--runs", "1", "--one-by-one", "0"]
    line += ["--no-habits"]
    assert without_numbers(written(line)[1]) == without_numbers(measured.written("tsv"))


def without_numbers(text: str) -> list[str]:
    return [re.sub("[0-9.,]+", "", row.split("\t")[0]) for row in text.splitlines()]


def test_agreement_is_a_part_of_what_is_said_of_people() -> None:
    ratings = str(Path(REFERENCE).with_name("ratings.tsv"))
    agreed = assay.agree(ratings)
    assert "\n" not in repr(agreed)
    assert agreed.written("json")
