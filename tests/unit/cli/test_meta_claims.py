"""Claims of `assay meta`: what it corrects, warns of and says at the figure."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sacrebleu.metrics.bleu import BLEU

from support.program import HARBOUR, Run

RATINGS, XML = str(HARBOUR / "ratings.tsv"), str(HARBOUR.with_suffix(".xml"))
SYSTEMS = ("alder", "birch", "cedar", "drift")


def table(name: str, systems: Sequence[str] = SYSTEMS, segments: Iterable[int] = range(1, 67)) -> str:
    """Return a table of scores between 0 and 1."""
    chance = random.Random(name)
    rows = [f"{system}\t{segment}\t{chance.random():.3f}" for segment in segments for system in systems]
    return "\n".join([f"system\tsegment\t{name}", *rows]) + "\n"


def test_a_correction_that_was_asked_for_is_printed(inside: Run) -> None:
    task = ("--show", "tasks", "--tasks", "seg:tau-b:item")
    given = ("meta", RATINGS, XML, *task, "--test", "boot-seg", "--draws", "199", "--format", "json")
    plain, holm = (json.loads(inside(*given, *more).stdout) for more in ((), ("--correction", "holm")))
    rows = [
        next(block["rows"] for block in said["blocks"] if "metric-pairs" in block.get("name", ""))
        for said in (plain, holm)
    ]
    assert all("adjusted" not in row for row in rows[0])
    assert all(row["adjusted"] >= row["p"] for row in rows[1])
    assert max(row["adjusted"] / row["p"] for row in rows[1]) > 1.9


def test_the_one_sided_practice_of_wmt_is_warned_of(inside: Run) -> None:
    given = ("meta", RATINGS, XML, "--show", "tasks", "--tasks", "seg:tau-b:item", "--draws", "50")
    done = inside(*given, "--test", "boot-seg", "--sides", "one-as-wmt")
    assert done.returncode == 0
    assert "double the false-positive rate" in done.stderr
    assert "double the false-positive rate" in " ".join(done.stdout.split())
    assert "p, one-sided" in done.stdout
    refused = inside(*given[:-2], "--sides", "one-as-wmt")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "--sides applies to the p-values of --test" in refused.stderr


def notes_of(said: str) -> str:
    """Return what is printed as one line, wherever it was broken."""
    return " ".join(said.split())


def tasks_of(inside: Run, *given: str) -> dict[str, dict[str, Any]]:
    """Return the rows of the table of tasks, by metric."""
    done = inside("meta", *given, "--show", "tasks", "--format", "json")
    assert done.returncode == 0, done.stderr
    blocks = json.loads(done.stdout)["blocks"]
    [rows] = [block["rows"] for block in blocks if block.get("name") == "tasks"]
    return {row["metric"]: row for row in rows}


# --- scores of systems ----------------------------------------------------------------------------


def test_bleu_of_a_system_is_that_of_the_corpus(inside: Run, tmp_path: Path) -> None:
    """People judge the first 40 segments: the score is corpus BLEU of these, as `assay score` has it."""
    head, *rows = Path(RATINGS).read_text(encoding="utf-8").splitlines()
    at = head.split("\t").index("segment")
    judged = [row for row in rows if int(row.split("\t")[at]) <= 40]
    (tmp_path / "r.tsv").write_text("\n".join([head, *judged]) + "\n", encoding="utf-8")
    lines = {
        name: (HARBOUR / f"{name}.en.txt").read_text(encoding="utf-8").splitlines()
        for name in ("alder", "birch", "cedar", "drift", "reference-a")
    }
    for name, text in lines.items():
        (tmp_path / f"{name}.all.txt").write_text("\n".join(text) + "\n", encoding="utf-8")
    systems = SYSTEMS
    corpus = {
        system: BLEU(tokenize="13a").corpus_score(lines[system][:40], [lines["reference-a"][:40]]).score
        for system in systems
    }
    human = means_of(judged, head)
    expected = np.corrcoef([corpus[name] for name in systems], [human[name] for name in systems])[0, 1]
    outputs = [f"{name}={name}.all.txt" for name in systems]
    given = ("r.tsv", *outputs, "-r", "reference-a.all.txt", "-m", "bleu", "--tasks", "sys:pearson")
    pearson = {
        kind: tasks_of(inside, *given, *more)["bleu"]["r.tsv sys pearson"]["value"]
        for kind, more in {"corpus": (), "mean": ("--system-score", "mean")}.items()
    }
    assert pearson["corpus"] == pytest.approx(expected, abs=1e-9)
    assert pearson["mean"] != pytest.approx(expected, abs=1e-4)
    said = notes_of(inside("meta", *given, "--show", "tasks").stdout)
    assert "scores of systems: corpus scores of the judged segments" in said


def means_of(rows: list[str], head: str) -> dict[str, float]:
    """Return people's mean of every system: of ratings within raters, of raters within segments, of segments."""
    names = head.split("\t")
    at = [names.index(name) for name in ("system", "segment", "rater", "score", "item")]
    cells: dict[tuple[str, str], dict[str, list[float]]] = {}
    for row in rows:
        system, segment, rater, value, item = (row.split("\t")[place] for place in at)
        if value and item in ("genuine", "repeat"):
            cells.setdefault((system, segment), {}).setdefault(rater, []).append(float(value))
    segments: dict[str, list[float]] = {}
    for (system, _), raters in cells.items():
        segments.setdefault(system, []).append(
            float(np.mean([np.mean(values) for values in raters.values()]))
        )
    return {system: float(np.mean(values)) for system, values in segments.items()}


def test_kinds_of_scores_are_not_mixed(inside: Run, shared_dir: Path) -> None:
    folder = (str(shared_dir / "data" / "wmt23"), "--pair", "en-de", "--reference-name", "refA")
    given = ("meta", *folder, "--tasks", "sys:pearson", "--show", "tasks")
    said = notes_of(inside(*given).stdout)
    assert "scores of systems: as their files give them" in said
    assert "of several kinds" not in said
    mixed = notes_of(inside(*given, "--system-score", "mean", "--only", "BLEU,chrF,prismRef").stdout)
    assert "of several kinds: as their files give them (prismRef), means over judged segments" in mixed
    assert "the mean of segments is not the score of a system that the file gives" in mixed
    assert mixed.endswith("a denominator of 0)")
    assert "takes that: BLEU, chrF" in mixed


def test_metrics_of_fewer_systems_say_so_at_the_figure(inside: Run, tmp_path: Path) -> None:
    (tmp_path / "m.tsv").write_text(table("M", SYSTEMS[:3]), encoding="utf-8")
    rows = tasks_of(inside, RATINGS, XML, "-m", "chrf", "--scores", "m.tsv")
    assert {name: row["systems"] for name, row in rows.items()} == {"M": "3 of 4", "chrf": "4 of 4"}
    said = notes_of(inside("meta", RATINGS, XML, "--scores", "m.tsv", "--show", "tasks").stdout)
    assert "not comparable with the rest" in said


def test_one_metric_leaves_no_gap_where_there_is_nothing_to_say(inside: Run, shared_dir: Path) -> None:
    folder = shared_dir / "data" / "wmt23"
    scores = folder / "metric-scores" / "en-de" / "chrF-refA.seg.score"
    human = folder / "human-scores" / "en-de.mqm.seg.score"
    done = inside("meta", str(human), "--scores", str(scores), "--tasks", "seg:pearson:none")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("chrF-refA agrees with people at ")
    assert lines[3].startswith("Agreement with people, ")
    assert "\n\n\n" not in done.stdout


def test_people_are_no_metric(inside: Run, tmp_path: Path) -> None:
    lines = table("mqm").splitlines()
    both = [f"{lines[0]}\tM", *(f"{line}\t{number % 7}" for number, line in enumerate(lines[1:]))]
    (tmp_path / "both.tsv").write_text("\n".join(both) + "\n", encoding="utf-8")
    given = ("both.tsv", "--human", "mqm", "--scores", "both.tsv", "--tasks", "sys:pearson,seg:pearson:none")
    assert list(tasks_of(inside, *given)) == ["M"]
    assert "mqm holds the human scores themselves" in inside("meta", *given).stderr
    wrong = inside("meta", "both.tsv", "--human", "mqn", "--scores", "both.tsv")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert 'has no scores "mqn"; it has mqm, M' in wrong.stderr


def test_intervals_are_doubted_where_systems_lie_far_off(inside: Run, tmp_path: Path) -> None:
    human = {f"s{number}": -number / 10 for number in range(11)} | {"far": -60.0}
    for name, shift in {"mqm": 0.0, "M": 0.07}.items():
        rows = [f"{system}\t{value + shift * number}" for number, (system, value) in enumerate(human.items())]
        (tmp_path / f"{name}.tsv").write_text(f"system\t{name}\n" + "\n".join(rows) + "\n", encoding="utf-8")
    given = ("meta", "mqm.tsv", "--scores", "M.tsv", "--tasks", "sys:pearson", "--show", "tasks")
    assert "outlier systems (far) are not" in notes_of(inside(*given).stdout)
    near = inside(*given, "--without-systems", "far").stdout
    assert "outlier systems" not in near.partition("Agreement with people")[2]


# --- the tasks of WMT23 ---------------------------------------------------------------------------


def test_the_tasks_of_wmt23_take_other_people_and_references(inside: Run, shared_dir: Path) -> None:
    folder = (
        str(shared_dir / "data" / "wmt23"),
        "--tasks",
        "wmt23",
        "--pair",
        "he-en",
        "--only",
        "BLEU,chrF",
    )
    usual, refa = (notes_of(inside("meta", *folder, "--show", "tasks", *more).stdout)
                   for more in ((), ("--reference-name", "refA")))  # fmt: skip
    assert "mqm, reference refB" in usual
    assert "mqm, reference refA" in refa
    refused = inside("meta", *folder, "--human", "da-sqm")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert '"da-sqm" is not among the human scores of he-en' in refused.stderr


def test_averages_weigh_tasks_alike_with_and_without_a_test(inside: Run, shared_dir: Path) -> None:
    folder = (str(shared_dir / "data" / "wmt23"), "--tasks", "wmt23", "--only", "BLEU,chrF,COMET")
    done = inside(
        "meta", *folder, "--show", "tasks", "--test", "perm-both", "--draws", "20", "--format", "json"
    )
    assert done.returncode == 0, done.stderr
    blocks = {block.get("name"): block for block in json.loads(done.stdout)["blocks"]}
    first, second = (
        {row["metric"]: row[column] for row in blocks[name]["rows"]}
        for name, column in (("tasks", "average"), ("average-ranks", "value"))
    )
    assert second == pytest.approx(first)


# --- options without effect, and the help -----------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (("--sample", "half"), "--sample applies to the bootstrap of assay compare"),
        (("--interval", "basic"), "--interval applies to bootstrap intervals"),
        (("--tasks", "sys:pearson", "--draws", "99"), "--draws applies to resampling"),
        (("--tasks", "sys:pearson", "--show", "tasks", "--seed", "1"), "--seed applies to resampling"),
        (("--tasks", "sys:pearson", "--common"), "--common applies to averages over groups of segments"),
        (
            ("--tasks", "seg:tau-b:item", "--system-score", "mean"),
            "--system-score applies to tasks on systems",
        ),
        (("--only", "BLEURT"), '--only: no metric is called "BLEURT"; there are bleu, chrf, ter'),
        (("--except", "*"), "--only and --except leave no metric"),
    ],
)
def test_options_without_effect_are_refused(inside: Run, given: tuple[str, ...], words: str) -> None:
    done = inside("meta", RATINGS, XML, *given)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (("-m", "bleu"), "--metric is for outputs that are scored here"),
        (("-r", str(HARBOUR / "reference-a.en.txt")), "--reference is for outputs"),
        (("--standardise", "z"), "--standardise applies to judgements, and these are scores"),
        (("--set-aside",), "--set-aside applies to judgements, and these are scores"),
    ],
)
def test_options_of_other_files_are_refused(
    inside: Run, tmp_path: Path, given: tuple[str, ...], words: str
) -> None:
    for name in ("mqm", "M"):
        (tmp_path / f"{name}.tsv").write_text(table(name), encoding="utf-8")
    done = inside("meta", "mqm.tsv", "--scores", "M.tsv", *given)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr


def test_outputs_beside_a_folder_are_refused(inside: Run, shared_dir: Path) -> None:
    done = inside("meta", str(shared_dir / "data" / "wmt23"), XML, "-m", "chrf", "--tasks", "wmt23")
    assert (done.returncode, done.stdout) == (2, "")
    assert "outputs can be given only with a file of judgements" in done.stderr


def test_the_help_names_the_draws_that_are_drawn(inside: Run) -> None:
    said = notes_of(inside("meta", "--help").stdout)
    assert "10000" not in said
    [number] = re.findall(r"--draws N random draws[^(]*\(default: (\d+)", said)
    done = inside("meta", RATINGS, XML, "--tasks", "seg:tau-b:item", "--test", "boot-seg", "--show", "tasks")
    assert f"{int(number):,} draws" in notes_of(done.stdout)


# --- score files that are not what they seem --------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (("M", SYSTEMS, range(66)), "M counts segments from 0 and "),
        (("M", ("Alder", *SYSTEMS[1:])), 'spell a system "alder" and "Alder"'),
        (("M", ("alder.txt", *SYSTEMS[1:])), 'spell a system "alder" and "alder.txt"'),
        (("M", ("al der", *SYSTEMS[1:])), 'spell a system "alder" and "al der"'),
    ],
)
def test_names_that_would_pair_the_wrong_outputs_are_refused(
    inside: Run, tmp_path: Path, text: Any, words: str
) -> None:
    (tmp_path / "m.tsv").write_text(table(*text), encoding="utf-8")
    done = inside("meta", RATINGS, "--scores", "m.tsv")
    assert (done.returncode, done.stdout) == (1, "")
    assert words in done.stderr


def test_judgements_that_count_from_0_are_refused(inside: Run, tmp_path: Path) -> None:
    head, *rows = Path(RATINGS).read_text(encoding="utf-8").splitlines()
    at = head.split("\t").index("segment")
    lines = [row.split("\t") for row in rows]
    moved = ["\t".join([*row[:at], str(int(row[at]) - 1), *row[at + 1 :]]) for row in lines]
    (tmp_path / "r.tsv").write_text("\n".join([head, *moved]) + "\n", encoding="utf-8")
    done = inside("meta", "r.tsv", XML, "-m", "chrf")
    assert (done.returncode, done.stdout) == (1, "")
    assert "r.tsv counts segments from 0 and chrf from 1" in done.stderr


def test_errors_are_not_taken_for_merits(inside: Run, tmp_path: Path) -> None:
    chrf = json.loads(inside("score", XML, "-m", "chrf", "--level", "segment", "--format", "json").stdout)
    rows = next(block["rows"] for block in chrf["blocks"] if block.get("name") == "scores")
    lines = [f"{row['system']}\t{row['segment']}\t{100 - row['chrf']}" for row in rows]
    (tmp_path / "m.tsv").write_text("\n".join(["system\tsegment\tM", *lines]) + "\n", encoding="utf-8")
    said = inside("meta", RATINGS, "--scores", "m.tsv").stderr
    assert re.search(
        r"M: correlates negatively with people \(r = -0\.\d\d over 264 outputs\); .* --lower M", said
    )
    assert inside("meta", RATINGS, "--scores", "m.tsv", "--lower", "M").stderr == ""
    (tmp_path / "n.tsv").write_text(table("TER"), encoding="utf-8")
    named = inside("meta", RATINGS, "--scores", "n.tsv").stderr
    assert "TER: is named like an error measure" in named or "TER: correlates negatively" in named


def test_errors_of_whole_systems_are_not_taken_for_merits(inside: Run, tmp_path: Path) -> None:
    for name, sign in {"mqm": 1, "M": -1}.items():
        rows = [f"s{number}\t{sign * (number + number % 3)}" for number in range(8)]
        (tmp_path / f"{name}.tsv").write_text(f"system\t{name}\n" + "\n".join(rows) + "\n", encoding="utf-8")
    said = inside("meta", "mqm.tsv", "--scores", "M.tsv", "--tasks", "sys:pearson", "--show", "tasks").stderr
    assert "M: correlates negatively with people (r = -1.00 over 8 systems)" in said


def test_outputs_without_a_score_are_counted_on_the_way_in(inside: Run, tmp_path: Path) -> None:
    (tmp_path / "m.tsv").write_text(table("M", segments=range(1, 60)), encoding="utf-8")
    said = inside("meta", RATINGS, "--scores", "m.tsv").stderr
    assert re.search(r"M: no score for 28 of the 264 outputs .* the first is \w+, segment 6\d", said)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("m.tsv", "system\tsegment\tM\nalder\t1\t1_000\n"),
        ("m.jsonl", '{"prediction": 1' + 400 * "0" + ', "system_id": "alder", "segment_id": 1}\n'),
        ("m.json", '{"alder": [{"COMET": 1' + 400 * "0" + "}]}"),
        ("m.json", '{"translations": [{"name": "alder", "scores": [Infinity]}]}'),
        ("m.json", '{"schema": 1, "blocks": [{"name": "scores", "columns": [{"label": "x"}], "rows": []}]}'),
        ("m.json", '{"schema": 1, "blocks": [{"name": "scores", "columns": [{"name": "x"}], "rows": [3]}]}'),
        ("m.jsonl", '{"metric_scores": {"M": [1' + 400 * "0" + "]}}\n"),
    ],
)
def test_numbers_that_are_none_and_keys_that_are_missing(
    inside: Run, tmp_path: Path, name: str, text: str
) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    done = inside("meta", RATINGS, "--scores", name)
    assert (done.returncode, done.stdout) == (1, "")
    assert "error: m." in done.stderr


def test_the_test_that_is_advised_tests_the_averages(inside: Run) -> None:
    given, draws = ("meta", RATINGS, XML, "--tasks", "seg:tau-b:item,seg:pearson"), ("--draws", "50")
    assert "--test perm-both tests them, and the averages." in notes_of(inside(*given).stdout)
    other = notes_of(inside(*given, "--test", "boot-both", *draws).stdout)
    assert "not tested, for boot-both does not apply; --test perm-both tests them." in other
    assert "not tested" not in notes_of(inside(*given, "--test", "perm-both", *draws).stdout)
    one = inside(*given[:-1], "seg:tau-b:item").stdout
    assert "--test boot-both tests them." in notes_of(one)


@pytest.mark.parametrize(
    ("command", "slip", "meant"),
    [
        ("plugins", "instal", "add"),
        ("plugins", "uninstall", "remove"),
        ("resources", "instal", "install"),
        ("resources", "ad", "add"),
    ],
)
def test_a_slip_in_an_action_proposes_one_that_there_is(
    inside: Run, command: str, slip: str, meant: str
) -> None:
    assert f"action {slip}: did you mean {meant}? choose from" in inside(command, slip, "x").stderr
