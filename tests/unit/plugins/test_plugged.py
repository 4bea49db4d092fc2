"""Plug-ins as metrics: by name, with signatures, references and missing scores, in every command."""

import json
import math
import re
import warnings
from pathlib import Path

import numpy as np
import pytest

from assay.cli.main import main
from assay.data import EvalSet, Judgements
from assay.errors import InputError, OptionError
from assay.io import write_judgements
from assay.metrics import METRICS, evaluate, parse_metric, short_signature_of, signature_of, spec_of
from assay.metrics.base import Marking
from assay.resources import Resources
from assay.studies.campaigns import protocol_named, with_proposals
from assay.studies.campaigns.texts import texts_of
from support.plugin_stores import add_toy, asked
from support.program import HARBOUR


def length_score(output: str, reference: str) -> float:
    """Return what the toy gives, as tables show it."""
    return 100 / (1 + abs(len(output) - len(reference)))


def evalset(*references: list[str | None], source: list[str] | None = None) -> EvalSet:
    """Return a set with these streams of references."""
    return EvalSet(
        "set", ("de", "en"), source, {f"ref{n}": column for n, column in enumerate(references)}, None
    )


def test_a_plugin_is_a_metric_by_its_name() -> None:
    assert "toy" not in METRICS
    add_toy()
    assert "toy" in METRICS
    assert "toy" in list(METRICS)
    metric = parse_metric("toy")
    assert (metric.name, metric.higher_is_better, spec_of(metric)) == ("toy", True, "toy")
    for signature in (signature_of(metric, (1, 1)), short_signature_of(metric, (1, 1))):
        assert "program:toy-1#" in signature
        assert parse_metric(signature) == metric
    assert spec_of(parse_metric("toy:times=1")) == "toy:times=1.0"


def test_the_signature_of_another_model_is_refused(tmp_path: Path) -> None:
    (tmp_path / "small").write_bytes(b"1")
    add_toy(model=str(tmp_path / "small"))
    signature = signature_of(parse_metric("toy"), (1, 1))
    (tmp_path / "small").write_bytes(b"2")
    add_toy(model=str(tmp_path / "small"))
    with pytest.raises(OptionError, match="was asked for, and the plug-in here has"):
        parse_metric(signature)
    with pytest.raises(OptionError, match="times must be a number above 0"):
        parse_metric("toy:times=0")


def test_direction_is_the_plugins() -> None:
    add_toy(direction="lower")
    assert not parse_metric("toy").higher_is_better


def test_names_of_ours_stay_ours(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("bleu", "chrf++"):
        assert main(["plugins", "add", name, "--runner", "x.py"]) == 2
        assert "is a metric already" in capsys.readouterr().err


def test_the_best_of_several_references_counts() -> None:
    add_toy()
    metric = parse_metric("toy")
    outputs = {"a": ["four", "four"]}
    both = evaluate([(evalset(["four", "sixsix"], [None, "fivefive"]), outputs)], [metric])
    assert both.stats[metric, "a"].each() == pytest.approx([100, length_score("four", "sixsix")])
    add_toy("low", direction="lower")
    lower = parse_metric("low")
    both = evaluate([(evalset(["four", "sixsix"], [None, "fivefive"]), outputs)], [lower])
    assert both.stats[lower, "a"].each() == pytest.approx([100, length_score("four", "fivefive")])


def test_only_declared_inputs_are_given(tmp_path: Path) -> None:
    add_toy(inputs="source hypothesis")
    metric = parse_metric("toy")
    with pytest.raises(InputError, match="compares outputs with the source; name it with --source"):
        evaluate([(evalset(["a"]), {"a": ["four"]})], [metric])
    found = evaluate([(evalset(["a", "b"], ["c", "d"], source=["x", "y"]), {"a": ["four", ""]})], [metric])
    assert found.stats[metric, "a"].each().tolist() == [20, 100]  # no reference has reached it


def test_missing_scores_are_left_out_and_named() -> None:
    add_toy(wrong="segment")
    metric = parse_metric("toy")
    outputs = {"a": ["four", "boom", "four"], "b": ["boom", "boom", "boom"]}
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = evaluate([(evalset(["four", "four", "five!"]), outputs)], [metric])
    a, b = (found.stats[metric, name] for name in "ab")
    assert np.array_equal(a.each(), [100, math.nan, 50], equal_nan=True)
    assert a.total() == 75
    assert math.isnan(b.total())
    assert a.sums.tolist() == [1.5, 2, 1, 0]
    assert [str(caution.message) for caution in caught] == [
        "toy has no score for 1 of 3 segments (2) of a, left out of its mean: 1 × ValueError: cannot score this",
        "toy has no score for 3 of 3 segments (1, 2, 3) of b, left out of its mean: 3 × ValueError: cannot score this",
    ]


def test_what_was_cut_is_named_with_its_limit() -> None:
    add_toy()
    metric, long = parse_metric("toy"), "word " * 41
    with pytest.warns(
        UserWarning, match=r"toy did not read the end of 1 of 2 segments \(2\) of a, longer than 40 words"
    ):
        found = evaluate([(evalset(["four", "four"]), {"a": ["four", long]})], [metric])
    assert found.stats[metric, "a"].sums[3] == 1


@pytest.fixture
def harbour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the arguments for three outputs with missing scores and marked errors."""
    monkeypatch.chdir(tmp_path)
    for name in ("alder", "birch", "cedar"):
        lines = (HARBOUR / f"{name}.en.txt").read_text(encoding="utf-8").splitlines()
        if name != "cedar":
            lines[3 if name == "alder" else 5] += " boom"
        (tmp_path / name).write_text("\n".join([f"badly {lines[0]}", *lines[1:]]) + "\n", encoding="utf-8")
    reference, source = HARBOUR / "reference-a.en.txt", HARBOUR / "source.de.txt"
    return ["-r", str(reference), "-s", str(source), "alder", "birch", "cedar", "-m", "toy", "-m", "chrf"]


@pytest.mark.parametrize(
    "command",
    [
        ["score", "--level", "segment", "--format", "json"],
        ["compare", "--draws", "100", "--show", "all"],
        ["diagnose", "--draws", "100", "--show", "all"],
        ["power", "--draws", "50"],
        ["report", "--draws", "100", "-o", "report.html"],
    ],
    ids=lambda command: command[0],
)
def test_every_command_takes_a_plugin_with_holes(
    command: list[str], harbour: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    add_toy(wrong="segment")
    assert main([command[0], *harbour, *command[1:]]) == 0
    output = capsys.readouterr()
    assert "toy has no score for 1 of 66 segments (4) of alder" in output.err
    page = Path("report.html").read_text(encoding="utf-8") if command[0] == "report" else output.out
    assert "toy" in page
    assert not re.search(r'["\s>][+-]?nan["\s<.,]', page)
    if command[0] == "score":
        assert json.loads(page)


def test_errors_that_a_plugin_marks_stand_beside_those_of_people(
    harbour: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    add_toy()
    people = ["--judgements", str(HARBOUR / "mqm.tsv")]
    assert (
        main(["diagnose", *harbour, *people, "--draws", "100", "--show", "errors", "--format", "json"]) == 0
    )
    tables = {
        block["name"]: block for block in json.loads(capsys.readouterr().out)["blocks"] if "name" in block
    }
    assert tables["spans-by-class"]["title"] == "Errors marked by people and classified by rule"
    assert tables["spans-by-class.toy"]["title"] == "Errors marked by toy and classified by rule"
    rows = tables["spans-by-class.toy"]["rows"]
    assert [list(row.values())[:3] for row in rows] == [
        [name, "style", "major"] for name in ("alder", "birch", "cedar")
    ]
    assert [row["words"] for row in rows] == [1, 1, 1]
    assert tables["span-overlap.toy"]["rows"][0]["marked"] == 1
    assert main(["report", *harbour, "--draws", "100", "-o", "report.html"]) == 0
    assert "Errors marked by toy and classified by rule" in Path("report.html").read_text(encoding="utf-8")


def test_a_second_run_and_a_new_system_cost_only_what_is_new(
    tmp_path: Path, harbour: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    add_toy(log=tmp_path / "log")
    cache = ["--cache", str(tmp_path / "answers")]
    assert main(["score", *harbour, *cache]) == 0
    first, asked_first = capsys.readouterr().out, asked(tmp_path / "log")
    assert main(["score", *harbour, *cache]) == 0
    assert capsys.readouterr().out == first
    assert asked(tmp_path / "log") == asked_first
    assert main(["score", *harbour, str(HARBOUR / "drift.en.txt"), *cache]) == 0
    new = asked(tmp_path / "log")[len(asked_first) :]
    assert set(new) <= set((HARBOUR / "drift.en.txt").read_text(encoding="utf-8").splitlines())


def test_plugins_are_listed_shown_and_removed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plugins"]) == 0
    assert "There is no plug-in yet" in capsys.readouterr().out
    add_toy(batch=3)
    assert main(["plugins", "list"]) == 0
    assert "toy-1#" in capsys.readouterr().out
    assert main(["plugins", "show", "toy"]) == 0
    assert "0 to 1, shown times 100" in capsys.readouterr().out
    assert main(["plugins", "remove", "toy"]) == 0
    assert main(["plugins", "show", "toy"]) == 2
    assert "there is no plug-in 'toy'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["add"], "take one NAME"),
        (["list", "toy"], "list takes none"),
        (["add", "x", "--runner", "x.py", "--set", "y"], "write KEY=VALUE"),
        (["add", "comet"], "name its interpreter with --python"),
        (["add", "j", "--judge", "da"], "--judge needs --endpoint"),
        (["add", "j", "--judge", "da", "--endpoint", "host", "--model", "m"], "give an address"),
        (["add", "j", "--judge", "da", "--endpoint", "http://host"], "needs the name of a model"),
        (
            ["add", "j", "--judge", "da", "--endpoint", "http://h", "--model", "m", "--prices", "1"],
            "two numbers",
        ),
        (["test", "x", "--budget", "calls=many"], "write limits such as"),
        (["add", "x", "--runner", "x.py", "--prices", "1/2"], "--prices is for judges; give --judge STYLE"),
        (
            ["add", "j", "--judge", "da", "--endpoint", "http://h", "--model", "m", "--set", "a=b"],
            "--set is for programs; leave out --judge",
        ),
    ],
)
def test_what_cannot_be_done_is_said(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["plugins", *words]) == 2
    assert message in capsys.readouterr().err


def test_a_metric_that_is_a_plugin_elsewhere_says_how_to_add_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "x", "-m", "xcomet"]) == 2
    assert "assay plugins add xcomet --runner comet" in capsys.readouterr().err


def test_what_a_plugin_marks_can_be_proposed_to_annotators(tmp_path: Path) -> None:
    add_toy()
    outputs = {"a": ["a badly made one", "good"], "b": ["good", "badly"]}
    segments = evalset(["good", "good"], source=["eins", "zwei"])
    metric = parse_metric("toy")
    assert isinstance(metric, Marking)
    marks = metric.mark(segments, outputs, Resources())
    assert isinstance(marks, Judgements)
    path = tmp_path / "toy.jsonl"
    path.write_text(write_judgements(marks, "tidy-jsonl"), encoding="utf-8")
    texts = with_proposals(texts_of(segments, outputs), path, protocol_named("esa-ai"))
    assert {
        system: [
            [outputs[system][row][span.start : span.end] for span in spans] for row, spans in enumerate(rows)
        ]
        for system, rows in texts.proposals.items()
    } == {"a": [["badly"], []], "b": [[], ["badly"]]}
