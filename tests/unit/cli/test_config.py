"""`assay.toml`: what it says holds where the command line says nothing, and what it says wrong is refused."""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from assay.cli import config
from assay.cli.commands import COMMANDS
from assay.cli.execution import command_parser
from assay.cli.main import main
from assay.metrics import METRICS
from assay.metrics.specs import runs_programs
from assay.options import declared, option
from support.program import HARBOUR

Main = Callable[..., tuple[int, str, str]]
WHOLE = """\
seed = 7
metrics = ["chrf", "bleu:lowercase"]

[data]
references = "reference-a.en.txt"
documents = "documents.txt"

[systems]
base = "birch.en.txt"
big = "alder.en.txt"

[score]
level = "document"
format = "json"

[compare]
baseline = "base"
draws = 50
cite = true
"""


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Main:
    """Return a function that runs `assay` in this process, in a copy of the example set."""
    shutil.copytree(HARBOUR, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> tuple[int, str, str]:
        try:
            code = main(arguments)
        except SystemExit as stop:
            code = int(stop.code or 0)
        done = capsys.readouterr()
        return code, done.out, done.err

    return call


def words(text: str, *given: str, command: str = "score") -> list[str]:
    Path("assay.toml").write_text(text, encoding="utf-8")
    parser = command_parser("score")
    config.add_arguments(parser)
    return config.expanded(command, parser, given)


def test_a_command_without_arguments_takes_the_file(run: Main) -> None:
    Path("assay.toml").write_text(WHOLE)
    code, out, err = run("score")
    assert code == 0
    assert err == "using assay.toml\n"
    table = json.loads(out)["blocks"][0]
    assert table["level"] == "document"
    assert table["systems"] == ["base", "big"]
    assert [head["name"] for head in table["columns"][2:]] == ["chrf", "bleu:lowercase=yes"]
    typed = run(
        *("score", "--no-config", "base=birch.en.txt", "big=alder.en.txt", "-r", "reference-a.en.txt"),
        *("--docs", "documents.txt", "-m", "chrf", "-m", "bleu:lowercase", "--level", "document"),
        *("--format", "json"),
    )
    assert typed == (0, out, "")


def test_each_command_takes_its_own_table_and_what_all_share(run: Main) -> None:
    Path("assay.toml").write_text(WHOLE)
    code, out, _ = run("compare", "--format", "json")
    blocks = {block.get("name"): block for block in json.loads(out)["blocks"]}
    assert code == 0
    scores = blocks["scores"]
    assert (scores["seed"], scores["baseline"], scores["interval_draws"]) == (7, "base", 50)
    assert (scores["draws"], scores["exact"]) == (8, 1)  # all ways to swap three segments
    assert "citation" in blocks


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (["-m", "ter"], {"metric": ["ter"]}),
        (["--metric=ter"], {"metric": ["ter"]}),
        (["cedar.en.txt"], {"systems": ["cedar.en.txt"]}),
        (["--level", "corpus"], {"level": "corpus"}),
        (["-r", "source.de.txt"], {"reference": ["source.de.txt"]}),
        (["--", "cedar.en.txt"], {"systems": ["cedar.en.txt"]}),
        ([], {"metric": ["chrf", "bleu:lowercase"], "level": "document"}),
    ],
)
def test_a_flag_replaces_the_value_of_the_file(
    run: Main, given: list[str], expected: dict[str, object]
) -> None:
    made = command_parser("score")
    found = vars(made.parse_intermixed_args(words(WHOLE, *given)))
    usual = {
        "metric": ["chrf", "bleu:lowercase"],
        "reference": ["reference-a.en.txt"],
        "docs": "documents.txt",
    }
    usual |= {"level": "document", "systems": ["base=birch.en.txt", "big=alder.en.txt"]}
    assert {name: found[name] for name in usual} == usual | expected


def test_the_table_of_a_command_comes_before_what_all_share(run: Main) -> None:
    Path("assay.toml").write_text("seed = 7\n[compare]\nseed = 0\ndraws = 20\n")
    out = run("compare", "-r", "reference-a.en.txt", "alder.en.txt", "birch.en.txt", "--format", "json")[1]
    assert '"seed": 0' in out


def test_another_file_can_be_named_and_the_usual_one_left_out(run: Main) -> None:
    Path("assay.toml").write_text("[score]\nlevel = 'segment'\n")
    Path("other.toml").write_text("[score]\nlevel = 'block:20'\n")
    files = ["-r", "reference-a.en.txt", "alder.en.txt"]
    assert "Block scores" in run("score", *files, "--config", "other.toml")[1]
    assert "Block scores" in run("score", *files, "--config=other.toml")[1]
    assert "Segment scores" in run("score", *files)[1]
    assert "Corpus scores" in run("score", *files, "--no-config")[1]


def test_it_is_said_unless_one_wants_quiet_or_nothing_is_taken(run: Main) -> None:
    Path("assay.toml").write_text("seed = 7\n")
    files = ["-r", "reference-a.en.txt", "alder.en.txt"]
    assert run("score", *files)[2] == ""
    Path("assay.toml").write_text("metrics = 'chrf'\n")
    assert run("score", *files)[2] == "using assay.toml\n"
    assert run("score", *files, "-q")[2] == ""


def test_a_run_file_does_not_need_the_configuration(run: Main) -> None:
    Path("assay.toml").write_text(WHOLE)
    run("score", "--run", "run.json")
    Path("assay.toml").unlink()
    assert run("verify", "run.json")[0] == 0
    Path("assay.toml").write_text("metrics = 'ter'\n")
    assert run("verify", "run.json")[0] == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\nmetric = 'bleu'\n", 'assay.toml, line 2: metric is not recognised; did you mean "metrics"?'),
        (
            "[data]\nsource='x'\nreference = 'x'\n",
            'line 3: data.reference is not recognised; did you mean "references"?',
        ),
        ("[score]\n\nlevle = 'segment'\n", 'line 3: score.levle is not recognised; did you mean "level"?'),
        ("[scores]\nlevel = 'segment'\n", 'line 1: scores is not recognised; did you mean "score"?'),
        ("[score]\nrun = 'x.json'\n", "score.run is not recognised"),
        ("score = 1\n", "line 1: score is a table: write [score]"),
        ("[score]\nquiet = 'yes'\n", "line 2: score.quiet is true or false, not 'yes'"),
        ("[score]\nlevel = ['a', 'b']\n", "line 2: score.level is one value, not a list"),
        ("[score]\nlevel = true\n", "line 2: score.level is a text or a number, not True"),
        ("metrics = [1979-05-27]\n", "line 1: metrics is a text or a number"),
        ("a = = 1\n", "not TOML"),
    ],
)
def test_what_is_wrong_is_refused_with_its_line(run: Main, text: str, message: str) -> None:
    Path("assay.toml").write_text(text)
    code, out, err = run("score", "-r", "reference-a.en.txt", "alder.en.txt")
    assert code in (1, 2)
    assert out == ""
    assert message in err


def test_values_are_checked_as_on_the_command_line(run: Main) -> None:
    Path("assay.toml").write_text("[score]\nlevel = 'chapter'\n")
    code, _, err = run("score", "-r", "reference-a.en.txt", "alder.en.txt")
    assert code == 2
    assert "chapter" in err


def test_a_missing_file_is_said(run: Main) -> None:
    code, _, err = run("score", "--config", "absent.toml")
    assert code == 1
    assert "absent.toml: no such file" in err
    assert run("score", "--config")[0] == 2


def test_help_needs_no_configuration(run: Main) -> None:
    Path("assay.toml").write_text("broken")
    code, out, _ = run("score", "--help")
    assert code == 0
    assert "--config FILE" in out


def test_systems_by_name_are_not_taken_for_the_option_of_another_command(run: Main) -> None:
    Path("assay.toml").write_text("[systems]\nbase = 'birch.en.txt'\n")
    assert run("human", "ratings.tsv", "--draws", "20")[0] == 0


def test_lists_become_repeated_options(run: Main) -> None:
    made = words("[gate]\n[score]\nreference = ['a', '-b']\n", "x")
    assert made == ["x", "--reference=a", "--reference=-b"]


META = "[data]\nreferences = 'reference-a.en.txt'\n[systems]\n" + "".join(
    f"{name} = '{name}.en.txt'\n" for name in ("alder", "birch", "cedar")
)


def test_words_without_an_option_come_in_their_turn(run: Main) -> None:
    typed = run(
        *("meta", "ratings.tsv", "-r", "reference-a.en.txt"),
        *(f"{name}={name}.en.txt" for name in ("alder", "birch", "cedar")),
    )
    assert typed[0] == 0
    Path("assay.toml").write_text(META)
    assert run("meta", "ratings.tsv", "-q") == (0, typed[1], "")
    assert run("meta", "-q", "--", "ratings.tsv")[:2] == typed[:2]
    Path("assay.toml").write_text(META + "[meta]\njudgements = 'ratings.tsv'\n")
    assert run("meta")[:2] == typed[:2]


RUNS = """\
metrics = ["chrf"]
[data]
references = "reference-a.en.txt"
[systems]
base = "birch.en.txt"
big = "alder.en.txt"
[compare]
draws = 50
"""
TABLE = """
[compare.runs]
A = ["alder.en.txt", "birch.en.txt"]
B = "cedar.en.txt"
"""


def test_training_runs_replace_the_systems_of_the_file(run: Main) -> None:
    Path("assay.toml").write_text(RUNS, encoding="utf-8")
    given = ["--runs", "A=alder.en.txt", "birch.en.txt", "--runs", "B=cedar.en.txt"]
    code, out, _ = run("compare", *given, "--run", "given.json")
    assert code == 0
    assert out.startswith("A and B over several runs")
    assert run("verify", "given.json")[0] == 0
    Path("assay.toml").write_text(RUNS + TABLE, encoding="utf-8")
    assert run("compare")[:2] == (0, out)
    assert "alder against birch, 66 segments" in run("compare", "alder.en.txt", "birch.en.txt")[1]


def test_the_metrics_of_all_are_not_for_a_command_that_takes_one(run: Main) -> None:
    Path("assay.toml").write_text(RUNS, encoding="utf-8")
    code, out, _ = run("align", "--segment", "1")
    assert code == 0
    assert out.startswith("TER of segment 1")


@pytest.mark.parametrize("value", ["['a', 'b']", "{a = 'b'}", "true"])
def test_the_path_of_a_system_is_a_text(run: Main, value: str) -> None:
    Path("assay.toml").write_text(f"[systems]\nbig = {value}\n", encoding="utf-8")
    code, _, err = run("score", "-r", "reference-a.en.txt")
    assert code == 2
    assert "assay.toml, line 2: systems.big is a text" in err


@pytest.mark.parametrize("name", ["a=b", "", "-x"])
def test_a_name_that_the_command_line_could_not_say_is_refused(run: Main, name: str) -> None:
    Path("assay.toml").write_text(f"[systems]\n'{name}' = 'alder.en.txt'\n", encoding="utf-8")
    code, _, err = run("score", "-r", "reference-a.en.txt")
    assert code == 2
    assert "the name of a system is not empty" in err


SMALL = """\
metrics = ["chrf"]
[data]
references = "reference-a.en.txt"
[systems]
big = "alder.en.txt"
"""


# What a file that is only found may not set. A new option belongs here, or is declared with found=True.
REFUSED = {
    *("budget", "cache", "commands", "directory", "engine", "file", "flags", "into", "junit", "manifest"),
    *("max_size", "output", "parts", "resources", "run_segments"),
}
CONFIGURED = [name for name, command in COMMANDS.items() if command.configured]
VALUES = {bool: "true", int: "1", float: "0.5"}


def actions(command: str) -> list[argparse.Action]:
    return [action for action in command_parser(command)._actions if action.dest not in config.HIDDEN]


def test_every_option_is_declared_harmless_or_known_to_be_refused() -> None:
    for command in CONFIGURED:
        options = declared(COMMANDS[command].load().Arguments)
        refused = {each.name for each in options if not each.found} - set(config.HIDDEN)
        assert refused == REFUSED & {each.name for each in options}, command
        assert not [each.name for each in options if each.found and each.writes], command
    names = {action.dest for command in CONFIGURED for action in actions(command)}
    assert names >= REFUSED


def test_a_new_option_is_refused_until_its_declaration_says_that_it_may_be_found() -> None:
    @dataclass(frozen=True)
    class New:
        silent: str = option("", "a new option")
        harmless: str = option("", "a new option", found=True)

    assert {each.name: each.found for each in declared(New)} == {"silent": False, "harmless": True}


@pytest.mark.parametrize("command", CONFIGURED)
def test_a_file_that_is_only_found_sets_nothing_that_reaches_outside(
    run: Main, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for action in actions(command):
        key = max(action.option_strings, key=len, default=action.dest).lstrip("-")
        kind = bool if action.nargs == 0 else action.type if action.type in VALUES else str
        value = VALUES.get(kind, f'"{next(iter(action.choices or ["x"]))}"')
        Path("assay.toml").write_text(f"[{command}]\n{key} = {value}\n", encoding="utf-8")
        found = config.expanded(command, command_parser(command), [])
        said = capsys.readouterr().err
        named = config.expanded(command, command_parser(command), ["--config", "assay.toml"])
        assert named != [], key
        assert found == ([] if action.dest in REFUSED else named), key
        assert ("is left out: assay.toml was only found here" in said) is (action.dest in REFUSED), said


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('[score]\nresources = "st"', "score.resources"),
        ('[score]\ncache = "evil.sqlite"', "score.cache"),
        ('[score]\noutput = "out.json"', "score.output"),
        ('[score]\nsource = "postgresql://elsewhere/x"', "score.source"),
    ],
)
def test_what_is_left_out_of_a_file_is_said_and_nothing_comes_of_it(run: Main, text: str, name: str) -> None:
    Path("assay.toml").write_text(f"{SMALL}{text}\n", encoding="utf-8")
    before = sorted(Path().iterdir())
    code, _, err = run("score")
    assert (code, f"{name} is left out: assay.toml was only found here" in err) == (0, True), err
    assert sorted(Path().iterdir()) == before


def test_a_command_of_a_file_that_is_only_found_is_not_run(run: Main) -> None:
    Path("assay.toml").write_text('[bench-system]\ncommands = ["x=touch was-run; cat"]\n', encoding="utf-8")
    code, _, err = run("bench-system", "-s", "reference-a.en.txt", "--runs", "1", "--no-habits")
    assert code != 0
    assert "bench-system.commands is left out" in err
    assert not Path("was-run").exists()


@pytest.mark.parametrize(
    "metric",
    [
        "toy",
        " TOY :times=2",
        "toy|times:2",
        "hwcm:parser=spacy:evil",
        "hwcm:depth=2, parser = udpipe:evil%2Cmodel",
        "meant|parser:stanza:../evil",
        "combined:model=learnt%2C1.json",
        "combined:model=parsed.json",
    ],
)
def test_a_metric_of_a_file_that_is_only_found_runs_no_program(
    run: Main, metric: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASSAY_PLUGINS", "plugins")
    Path("plugins").mkdir()
    Path("plugins", "toy.json").write_text("{}")
    member = {"signature": "x", "mean": 50.0, "deviation": 5.0, "weight": 1.0}
    for name, each in (("learnt,1.json", "toy"), ("parsed.json", "overlap:parser=spacy:evil")):
        model = {"format": "assay-combination", "version": 1, "method": "ridge", "intercept": 0.5}
        Path(name).write_text(json.dumps({**model, "members": [{"metric": each, **member}], "card": {}}))
    Path("assay.toml").write_text(SMALL.replace('"chrf"', f'"{metric}"'), encoding="utf-8")
    code, out, err = run("score")
    assert (code, "BLEU" in out) == (0, True), err
    assert "metrics is left out: assay.toml was only found here" in err


def test_a_plug_in_of_a_file_that_is_named_is_asked(run: Main, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASSAY_PLUGINS", "plugins")
    Path("plugins").mkdir()
    Path("plugins", "toy.json").write_text("{}")
    Path("assay.toml").write_text(SMALL.replace('"chrf"', '"toy"'), encoding="utf-8")
    code, _, err = run("score", "--config", "assay.toml")
    assert code == 1
    assert "toy.json cannot be read" in err
    assert "left out" not in err


def test_metrics_that_run_nothing_may_be_found() -> None:
    for metric in (
        "chrf",
        "bleu:tok=intl",
        "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0",
        "assay-en",
    ):
        assert not runs_programs(metric)
    for metric in (
        "hwcm:parser=chain",
        "combined:model=assay-en",
        "combined:model=nowhere.json",
        "nosuch:parser=x",
    ):
        assert not runs_programs(metric)


def test_every_option_of_a_metric_that_names_a_parser_says_that_it_runs_one() -> None:
    options = [option for name in METRICS for option in declared(METRICS[name])]
    assert {each.name for each in options if each.runs} == {"parser"}
    assert not [each for each in options if "spacy" in each.help and not each.runs]


def test_a_file_that_is_named_may_write_anywhere(run: Main, tmp_path: Path) -> None:
    outside = tmp_path.parent / f"{tmp_path.name}.json"
    Path("assay.toml").write_text(f'{SMALL}[score]\noutput = "{outside}"\n', encoding="utf-8")
    assert run("score", "--config", "assay.toml")[0] == 0
    assert outside.exists()
