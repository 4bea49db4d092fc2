"""`assay meta` from the user's side: tasks, parts, tests, formats, published values, and what is refused."""

from __future__ import annotations

import json
import os
import pty
import termios
from pathlib import Path
from typing import Any

import pytest

from assay.meta.contests.compare import TESTS
from assay.meta.options import PARTS
from support.program import HARBOUR, Run, started

RATINGS, RANKINGS, MQM = (str(HARBOUR / name) for name in ("ratings.tsv", "rankings.csv", "mqm.tsv"))
XML = str(HARBOUR.with_suffix(".xml"))
REFERENCE, ALDER, BIRCH = (str(HARBOUR / f"{name}.en.txt") for name in ("reference-a", "alder", "birch"))
TWO = ("-m", "bleu", "-m", "chrf")


def table(text: str, name: str) -> list[dict[str, Any]]:
    [found] = [block for block in json.loads(text)["blocks"] if block.get("name") == name]
    rows: list[dict[str, Any]] = found["rows"]
    return rows


def value(cell: Any) -> float:
    return float(cell["value"] if isinstance(cell, dict) else cell)


def test_the_table_of_one_pair_is_short_and_says_what_it_rests_on(run: Run) -> None:
    done = run("meta", RATINGS, XML, *TWO, "--show", "tasks")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "chrf has the highest agreement with people: 0.860 on average, bleu 0.814"
    [head] = [line for line in lines if line.startswith("metric ")]
    assert head.split()[:5] == ["metric", "average", "↑", "sys", "pearson"]
    assert len(head) < 130
    assert sum("4 systems (birch, drift, alder, cedar)" in line for line in lines) == 1
    assert "Every result" not in done.stdout


def test_programs_are_given_a_row_a_result(inside: Run) -> None:
    done = inside("meta", RATINGS, XML, *TWO, "--tasks", "sys:pearson,seg:tau-b:item", "--format", "json")
    assert done.returncode == 0, done.stderr
    rows = table(done.stdout, "results")
    assert [(row["metric"], row["task"]) for row in rows] == [
        (metric, f"ratings.tsv {task}")
        for task in ("sys pearson", "seg tau-b item")
        for metric in ("bleu", "chrf")
    ]
    assert all("66 of 66 segments judged" in row["provenance"] for row in rows)


def test_domains_are_shown_where_they_are_known(inside: Run, tmp_path: Path) -> None:
    head, *rows = Path(RATINGS).read_text(encoding="utf-8").splitlines()
    at = head.split("\t").index("segment")
    domains = [("news", "speech")[int(row.split("\t")[at]) % 2] for row in rows]
    lines = [f"{head}\tdomain", *(f"{row}\t{name}" for row, name in zip(rows, domains, strict=True))]
    (tmp_path / "d.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    for form in ("text", "json", "tsv", "markdown", "latex", "html"):
        done = inside("meta", "d.tsv", XML, *TWO, "--show", "domains", "--draws", "50", "--format", form)
        assert done.returncode == 0, done.stderr
        assert "speech" in done.stdout
    refused = inside("meta", RATINGS, XML, *TWO, "--show", "domains")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "names no domains, and it takes two; give judgements with a column domain" in refused.stderr
    everything = inside("meta", RATINGS, XML, *TWO, "--show", "all", "--draws", "50")
    assert (everything.returncode, "speech" in everything.stdout) == (0, False), everything.stderr
    assert "Remarks" in everything.stdout


@pytest.mark.parametrize("part", [part for part in PARTS if part != "domains"])
def test_every_part_stands_alone(inside: Run, part: str) -> None:
    done = inside("meta", RATINGS, XML, *TWO, "--show", part, "--draws", "50")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("chrf has the highest agreement with people")


@pytest.mark.parametrize("test", TESTS)
def test_every_test_tests_what_it_fits(inside: Run, test: str) -> None:
    tasks = "sys:pearson,seg:pearson:none,seg:tau-b:item,seg:acc-eq:item"
    done = inside(
        *("meta", RATINGS, XML, *TWO, "--test", test, "--tasks", tasks),
        *("--show", "tasks", *(() if test == "williams" else ("--draws", "50"))),
    )
    assert done.returncode == 0, done.stderr
    assert "bleu" in done.stdout.partition("Agreement with people")[2]


def test_tasks_that_a_test_does_not_fit_are_named(inside: Run) -> None:
    tasks = "sys:pearson,seg:tau-b:item"
    done = inside("meta", RATINGS, XML, *TWO, "--test", "williams", "--tasks", tasks, "--show", "tasks")
    assert "williams does not apply to, and was not run on: " in done.stdout
    assert done.stdout.partition("was not run on: ")[2].partition("\n")[0].endswith("seg tau-b item.")


@pytest.mark.parametrize("form", ["text", "json", "tsv", "markdown", "latex", "html"])
def test_every_format_is_written(inside: Run, tmp_path: Path, form: str) -> None:
    for name, given in {"da": [RATINGS, XML], "pairs": [RANKINGS, XML], "mqm": [MQM, XML]}.items():
        done = inside("meta", *given, *TWO, "--format", form, "-o", name)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        assert "chrf" in (tmp_path / name).read_text(encoding="utf-8")


def test_the_page_has_scatter_heat_map_and_curve(inside: Run, tmp_path: Path) -> None:
    inside("meta", RATINGS, XML, *TWO, "-o", "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "<title>chrf has the highest agreement with people" in page
    for words in ("chrf against da", "metric by task", "Accuracy over the threshold of ties"):
        assert words in page
    assert page.count("<figure") == 4 + 1 + 2 + 1  # agreement by task, heat map, scatters, curve


def test_pairs_of_direct_assessments_are_counted_as_wmt_did(inside: Run) -> None:
    given = ("meta", RATINGS, XML, *TWO, "--show", "remarks", "--format", "json")
    near = table(inside(*given, "--darr", "5").stdout, "ordered_pairs")
    far = table(inside(*given, "--darr", "25").stdout, "ordered_pairs")
    for one, other in zip(near, far, strict=True):
        assert one["pairs"] == other["pairs"] == 396
        assert one["ordered"] == one["concordant"] + one["discordant"] + one["metric_ties"] > other["ordered"]
        assert other["tau-13"] > one["tau-13"]  # people are surer of what is further apart


def test_systems_can_be_left_out(inside: Run) -> None:
    chosen = inside("meta", RATINGS, XML, *TWO, "--systems", "alder,birch,cedar")
    gone = inside("meta", RATINGS, XML, *TWO, "--without-systems", "dri*")
    assert chosen.returncode == 0, chosen.stderr
    assert chosen.stdout == gone.stdout
    assert "3 systems, 66 judged segments" in chosen.stdout
    assert "unknown system (" in chosen.stdout


def test_references_are_ranked_among_outputs(inside: Run, shared_dir: Path) -> None:
    done = inside("meta", RATINGS, XML, *TWO, "--show", "orange", "--format", "json")
    assert done.returncode == 0, done.stderr
    rows = table(done.stdout, "orange")
    assert [(row["metric"], row["candidates"]) for row in rows] == [("bleu", 5), ("chrf", 5)]
    named = (f"alder={ALDER}", f"birch={BIRCH}", "-r", REFERENCE)
    refused = inside("meta", RATINGS, *named, *TWO, "--show", "orange")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "give at least two references" in refused.stderr
    folder = (str(shared_dir / "data" / "wmt23"), "--pair", "he-en", "--reference-name", "refB")
    done = inside("meta", *folder, "--tasks", "sys:pearson", "--show", "orange", "--format", "json")
    assert done.returncode == 0, done.stderr
    assert "human translation: refA" in done.stdout


def test_outputs_may_be_named_and_scores_read(inside: Run, tmp_path: Path) -> None:
    named = ("-r", REFERENCE, f"alder={ALDER}", f"birch={BIRCH}")
    done = inside("meta", RATINGS, *named, "-m", "chrf", "--tasks", "seg:tau-b:item", "--show", "tasks")
    assert done.returncode == 0, done.stderr
    rows = [
        f"{system}\t{segment}\t{segment % 7}" for system in ("alder", "birch") for segment in range(1, 67)
    ]
    (tmp_path / "mine.tsv").write_text("\n".join(["system\tsegment\tmine", *rows]) + "\n", encoding="utf-8")
    both = inside(
        *("meta", RATINGS, *named, "-m", "chrf", "--scores", "mine.tsv"),
        *("--tasks", "seg:pearson:none", "--show", "tasks"),
    )
    assert both.returncode == 0, both.stderr
    assert "mine" in both.stdout


def test_a_long_test_shows_how_far_it_is(tmp_path: Path) -> None:
    leader, follower = pty.openpty()
    termios.tcsetwinsize(follower, (24, 80))
    words = [
        RATINGS,
        XML,
        "--test",
        "perm-both",
        "--tasks",
        "seg:tau-b:item",
        "--draws",
        "500000",
        "--threads",
        "1",
        "-o",
        "x.txt",
    ]
    with started("meta", *words, cwd=tmp_path, stderr=follower) as program:
        os.close(follower)
        said = b""
        while b"drawing" not in said:  # the progress bar comes after a second, and the draws take eight
            said += os.read(leader, 65536)
        program.terminate()
    os.close(leader)
    assert list(tmp_path.iterdir()) == []


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ([RATINGS], 2, "no metric to compare with human scores"),
        ([RANKINGS], 2, "no metric to compare with human scores"),
        (["nowhere.tsv", XML], 1, "nowhere.tsv: no such file"),
        (["-", XML], 2, "name it with --from"),
        ([RATINGS, "-r", REFERENCE, ALDER, BIRCH], 1, "no system in common"),
        ([RATINGS, "-r", REFERENCE, f"alder={ALDER}"], 1, "at least two systems"),
        ([RATINGS, XML, "--tasks", "word:pearson"], 2, "write sys:STATISTIC or seg:STATISTIC:GROUPING"),
        ([RATINGS, XML, "--tasks", "sys:size"], 2, "statistic='size' is not recognised"),
        ([RATINGS, XML, "--tasks", "seg:pearson:word"], 2, "grouping none, item, system"),
        ([RATINGS, XML, "--show", "task"], 2, "--show task: a part is tasks"),
        ([RATINGS, XML, "--systems", "elm"], 2, 'no system is called "elm"'),
        ([RATINGS, XML, "--scale", "0-50"], 1, "line 2: score 63 is above 50"),
        ([RATINGS, XML, "-m", "blue"], 2, "blue"),
        ([RATINGS, XML, "-m", "bleu", "--test", "perm-both"], 2, "only one metric"),
        ([RATINGS, XML, "--darr", "x"], 2, "--darr"),
        ([RATINGS, XML, "--scores", "nowhere.score"], 1, "no such file"),
        ([RATINGS, XML, "-o", "nowhere/x"], 1, "there is no directory"),
        ([str(HARBOUR), "--pair", "en-de"], 1, "not a test set of mt-metrics-eval"),
    ],
)
def test_what_cannot_be_is_refused(
    inside: Run, tmp_path: Path, arguments: list[str], code: int, words: str
) -> None:
    done = inside("meta", *arguments)
    assert (done.returncode, done.stdout) == (code, ""), done.stderr
    assert words in done.stderr
    assert list(tmp_path.iterdir()) == []


# --- published anchors ----------------------------------------------------------------------------


def test_wmt23_has_the_published_values(inside: Run, shared_dir: Path) -> None:
    golden = json.loads((shared_dir / "golden" / "meta.json").read_text(encoding="utf-8"))
    folder = str(shared_dir / "data" / "wmt23")
    done = inside("meta", folder, "--tasks", "wmt23", "--show", "tasks", "--format", "json")
    assert done.returncode == 0, done.stderr
    rows = {row["metric"]: row for row in table(done.stdout, "tasks")}
    tasks = {
        "sys_pearson": "sys pearson",
        "seg_pearson_none": "seg pearson none",
        "acc_eq_item": "seg acc-eq item",
    }
    checked = 0
    for pair, about in golden["wmt23_metrics"]["data"].items():
        for name, expected in about["metrics"].items():
            for key, task in tasks.items():
                found = value(rows[name.rpartition("-")[0]][f"{pair} {task}"])
                assert found == pytest.approx(expected[key], abs=5e-4), (pair, name, task)
                checked += 1
    assert checked == 45


def test_km_en_has_the_published_pairs_and_taus(inside: Run, shared_dir: Path) -> None:
    folder = shared_dir / "data" / "da" / "wmt20-km-en"
    lines = (folder / "published-darr-tau.csv").read_text(encoding="utf-8").split("\n")
    published = {line.split()[0]: (float(line.split()[1]), int(line.split()[2])) for line in lines if line}
    done = inside(
        *("meta", str(folder / "da-seg-scores.csv"), "--human", "RAW.SCR", "--darr", "25"),
        *("--scores", str(folder / "metric-chrF.seg.score.tsv")),
        *("--scores", str(folder / "metric-TER.seg.score.tsv")),
        *("--tasks", "sys:pearson", "--show", "remarks", "--format", "json"),
    )
    assert done.returncode == 0, done.stderr
    for row in table(done.stdout, "ordered_pairs"):
        tau, pairs = published[row["metric"]]
        assert row["ordered"] == pairs == 3706
        assert round(row["tau-10"], 4) == pytest.approx(tau, abs=5e-5)


def test_scores_that_are_all_alike_have_no_agreement(inside: Run, tmp_path: Path) -> None:
    cells = [(system, segment) for system in "AB" for segment in range(1, 13)]
    people = "".join(f"{system}\t{segment}\tr1\t50\n" for system, segment in cells)
    metric = "".join(f"{system}\t{segment}\t{segment * (system == 'A')}\tx\n" for system, segment in cells)
    (tmp_path / "people.tsv").write_text(f"system\tsegment\trater\tscore\n{people}", encoding="utf-8")
    (tmp_path / "metric.tsv").write_text(f"system\tsegment\tmine\tnote\n{metric}", encoding="utf-8")
    words = ("meta", str(tmp_path / "people.tsv"), "--scores", str(tmp_path / "metric.tsv"))
    done = inside(*words)
    assert done.returncode == 0
    assert "read no scores from the column note\n" in done.stderr
    assert "a dash: no scores for it, or undefined (a constant, or a denominator of 0)" in done.stdout
    done = inside(*words, "--tasks", "sys:spa", "--format", "json")
    [row] = table(done.stdout, "results")
    assert row["value"] is None


def test_few_segments_are_not_held_out(inside: Run, tmp_path: Path) -> None:
    """Three segments cannot be halved; all else is said of them."""
    cells = [(system, segment) for system in "AB" for segment in (1, 2, 3)]
    people = "".join(
        f"{system}\t{segment}\tr1\t{50 + segment * ord(system) % 7}\n" for system, segment in cells
    )
    metric = "".join(f"{system}\t{segment}\t{segment * ord(system) % 5}\n" for system, segment in cells)
    (tmp_path / "people.tsv").write_text(f"system\tsegment\trater\tscore\n{people}", encoding="utf-8")
    (tmp_path / "metric.tsv").write_text(f"system\tsegment\tmine\n{metric}", encoding="utf-8")
    words = ("meta", str(tmp_path / "people.tsv"), "--scores", str(tmp_path / "metric.tsv"))
    for more in ((), ("--show", "ties")):
        done = inside(*words, *more)
        assert (done.returncode, done.stderr) == (0, "")
    assert "held out, a dash: too few judged segments to split" in done.stdout
