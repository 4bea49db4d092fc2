"""`--run FILE` and `assay verify`: every command leaves a file that can be repeated, and tampering is found."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from assay.cli.main import main
from assay.data import SegmentStatistics
from assay.data.results import results_of_tables
from assay.io.runs import read_run
from support.program import HARBOUR, assay

Main = Callable[..., tuple[int, str, str]]
SET = ["-r", "reference-a.en.txt", "alder.en.txt", "birch.en.txt"]
COMMANDS = {
    "check": ["check", *SET, "-s", "source.de.txt"],
    "score": ["score", *SET],
    "score segments": ["score", *SET, "--level", "segment", "-m", "chrf"],
    "compare": ["compare", *SET, "cedar.en.txt", "--draws", "60", "--cite"],
    "compare runs": ["compare", *SET[:2], "--runs", "A=alder.en.txt", "birch.en.txt", "--runs", "B=cedar.en.txt"],
    "power": ["power", *SET, "--draws", "60"],
    "power assumed": ["power", "--difference", "1", "--deviation", "8.5", "--segments", "500"],
    "diagnose": ["diagnose", *SET, "--draws", "60"],
    "report": ["report", *SET, "--draws", "60"],
    "align": ["align", *SET, "--segment", "1-3"],
    "human": ["human", "ratings.tsv", "--draws", "60"],
    "rankings": ["human", "rankings.csv", "--draws", "60"],
    "meta": ["meta", "ratings.tsv", *SET[:2], "alder=alder.en.txt", "birch=birch.en.txt", "cedar=cedar.en.txt"],
}  # fmt: skip


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Main:
    """Return a function that runs `assay` in this process, in a copy of the example set."""
    shutil.copytree(HARBOUR, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> tuple[int, str, str]:
        code = main(arguments)
        done = capsys.readouterr()
        return code, done.out, done.err

    return call


def members(path: str = "run.json") -> dict[str, Any]:
    found: dict[str, Any] = json.loads(Path(path).read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_leaves_a_run_that_can_be_repeated(run: Main, name: str) -> None:
    plain = run(*COMMANDS[name])
    assert plain[0] == 0
    assert run(*COMMANDS[name], "--run", "run.json") == plain
    found = read_run("run.json")
    assert found.command == COMMANDS[name][0]
    assert list(found.arguments) == COMMANDS[name][1:]
    assert found.blocks
    assert {one.path for one in found.inputs} == {
        word for word in map(bare, COMMANDS[name]) if os.path.exists(word)
    }
    code, out, _ = run("verify", "run.json")
    assert (code, out.partition("\n")[0]) == (0, "Repeated: same results")


def bare(word: str) -> str:
    return word.rpartition("=")[2]


@pytest.mark.parametrize("name", ["score", "compare", "compare runs", "power", "diagnose"])
def test_signatures_are_kept_whatever_the_tables_show(run: Main, name: str) -> None:
    run(*COMMANDS[name], "--run", "run.json")
    assert list(members()["signatures"]) == ["bleu", "chrf", "ter"]


@pytest.mark.parametrize("name", ["score", "compare", "diagnose"])
def test_statistics_of_segments_are_kept_on_request(run: Main, name: str) -> None:
    run(*COMMANDS[name], "--run", "run.json")
    assert members()["statistics"] == []
    run(*COMMANDS[name], "--run", "run.json", "--run-segments")
    found = read_run("run.json")
    assert {"alder.en", "birch.en"} <= set(found.systems)
    assert {one.rows.shape[0] for one in found.statistics} == {66}
    assert run("verify", "run.json")[0] == 0


def test_a_command_without_statistics_says_so(run: Main) -> None:
    code, _, err = run(*COMMANDS["check"], "--run", "run.json", "--run-segments")
    assert code == 0
    assert "warning: --run-segments: check has no statistics of segments here" in err


def test_the_file_has_the_blocks_of_the_json_report_and_what_decided_them(run: Main) -> None:
    answer = run("compare", *SET, "--draws", "50", "--seed", "9", "--format", "json", "--run", "run.json")[1]
    found = members()
    assert found["blocks"] == json.loads(answer)["blocks"]
    assert (found["schema"], found["version"], found["seed"], found["code"]) == ("assay-run", 1, 9, 0)
    assert set(found["environment"]) == {"assay", "python", "numpy", "platform"}
    assert found["signatures"]["bleu"].startswith("bleu|")
    assert found["options"]["draws"] == 50
    assert found["options"]["correction"] == "holm"


@pytest.mark.parametrize("name", ["score", "score segments", "compare"])
def test_results_are_those_that_the_tables_show(run: Main, name: str) -> None:
    run(*COMMANDS[name], "--run", "run.json")
    found = read_run("run.json")
    assert found.results is not None
    assert {score.metric for score in found.results.scores} == set(found.signatures)
    if name != "score segments":  # where the table has segments, the results are of the whole set
        assert results_of_tables(found.blocks) == found.results


@pytest.mark.parametrize("name", ["diagnose", "report"])
def test_findings_and_buckets_are_those_that_the_tables_show(run: Main, name: str) -> None:
    run(*COMMANDS[name], "--run", "run.json")
    found = read_run("run.json")
    assert found.results is not None
    metrics = {label: metric for metric, label in found.results.labels.items()}
    shown = results_of_tables(found.blocks, metrics)
    assert shown.findings == found.results.findings
    assert set(shown.buckets) == set(found.results.buckets)  # tables put the systems of a bucket together
    assert (shown.scores, shown.pairs) == (found.results.scores, found.results.pairs)


def test_runs_without_results_are_compared_by_their_tables(run: Main) -> None:
    run("compare", *SET, "--draws", "60", "--run", "old.json")
    run("compare", *SET, "-m", "chrf", "-m", "ter", "--draws", "60", "--run", "new.json")
    _, expected, _ = run("verify", "new.json", "--against", "old.json")
    for name in ("old.json", "new.json"):
        bare = members(name)
        del bare["results"]
        Path(name).write_text(json.dumps(bare))
    assert run("verify", "new.json", "--against", "old.json")[1] == expected
    assert run("verify", "new.json")[0] == 0


def test_a_page_is_repeated_without_being_written(run: Main) -> None:
    run("score", *SET, "-o", "page.html", "--run", "run.json")
    os.unlink("page.html")
    assert run("verify", "run.json")[0] == 0
    assert not os.path.exists("page.html")


def test_a_changed_input_is_named_and_nothing_is_repeated(run: Main) -> None:
    run("score", *SET, "--run", "run.json")
    with open("birch.en.txt", "a", encoding="utf-8") as handle:
        handle.write(" ")
    code, out, _ = run("verify", "run.json")
    assert code == 1
    assert "birch.en.txt has changed: 5,682 bytes then, 5,683 now." in out
    assert "or record the run again with --run" in out
    assert "alder.en.txt is" not in out
    os.unlink("birch.en.txt")
    code, out, _ = run("verify", "run.json")
    assert code == 1
    assert "birch.en.txt is missing." in out
    assert "name it with --directory, or put the files back" in " ".join(out.split())


def test_a_changed_number_is_found_to_the_last_digit(run: Main) -> None:
    run("score", *SET, "--run", "run.json")
    found = members()
    table = next(block for block in found["blocks"] if block.get("name") == "scores")
    table["rows"][1]["chrf"] *= 1 + 1e-14
    Path("run.json").write_text(json.dumps(found))
    code, out, _ = run("verify", "run.json")
    assert code == 1
    assert "birch.en" in out
    assert "chrf" in out
    assert run("verify", "run.json", "--tolerance", "1e-12")[0] == 0


@pytest.mark.parametrize("tampered", ["code", "signatures", "statistics", "words"])
def test_whatever_else_is_changed_is_found(run: Main, tampered: str) -> None:
    run("score", *SET, "-m", "ter", "--run", "run.json", "--run-segments")
    found = members()
    if tampered == "code":
        found["code"] = 1
    elif tampered == "signatures":
        found["signatures"]["ter"] += "x"
    elif tampered == "statistics":
        found["statistics"][0]["packed"] = found["statistics"][1]["packed"]
    else:
        found["blocks"][0]["title"] = "Corpus scores: 67 segments"
    Path("run.json").write_text(json.dumps(found))
    assert run("verify", "run.json")[0] == 1


def test_other_versions_may_differ_in_the_last_digits_and_in_words(run: Main) -> None:
    run("score", *SET, "--run", "run.json")
    found = members()
    found["environment"]["numpy"] = "1.0"
    found["blocks"][0]["title"] = "other words"
    found["blocks"][0]["rows"][0]["bleu"] *= 1 + 1e-12
    Path("run.json").write_text(json.dumps(found))
    code, out, _ = run("verify", "run.json")
    assert code == 0
    assert "equal to within a relative difference of 1e-09" in out
    assert "other words" in out
    found["blocks"][0]["rows"][0]["bleu"] *= 1 + 1e-6
    Path("run.json").write_text(json.dumps(found))
    assert run("verify", "run.json")[0] == 1


def test_paths_start_where_one_says(run: Main, tmp_path: Path) -> None:
    run("score", *SET, "--run", "run.json")
    (tmp_path / "elsewhere").mkdir()
    os.chdir("elsewhere")
    code, out, _ = run("verify", "../run.json")
    assert code == 1
    assert "All inputs are unchanged in ..: give --directory .." in out
    assert run("verify", "../run.json", "--directory", "../..")[0] == 1
    assert run("verify", "../run.json", "--directory", "..", "-o", "out.txt")[0] == 0
    assert Path("out.txt").exists()
    code, _, err = run("verify", "../run.json", "--directory", "nowhere")
    assert code == 1
    assert "nowhere" in err


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--run", "nowhere/run.json"], 1, "there is no directory nowhere"),
        (["--run", "."], 1, "give --run the name of a file"),
        (["--run", "out.json", "-o", "./out.json"], 1, "is the file of -o and of --run"),
        (["--run", ""], 1, "give --run the name of one"),
        (["--run", "-"], 1, "give --run the name of one"),
        (["-o", ""], 1, "give -o the name of one"),
        (["--run", "alder.en.txt"], 1, "--run would overwrite it"),
        (["--run-segments"], 2, "name the file with --run FILE"),
    ],
)
def test_what_cannot_be_recorded_is_refused(run: Main, arguments: list[str], code: int, message: str) -> None:
    before = Path("alder.en.txt").read_bytes()
    got, _, err = run("score", *SET, *arguments)
    assert got == code
    assert message in err
    assert Path("alder.en.txt").read_bytes() == before


def test_judgements_in_another_format_are_no_result(run: Main) -> None:
    code, out, err = run("human", "ratings.tsv", "--to", "tidy", "--run", "run.json")
    assert (code, out) == (2, "")
    assert "leave it out" in err
    assert not os.path.exists("run.json")


@pytest.mark.parametrize("name", ["/dev/stdin", "-", "pipe"])
def test_what_can_be_read_once_only_is_refused_before_any_work(tmp_path: Path, name: str) -> None:
    shutil.copytree(HARBOUR, tmp_path, dirs_exist_ok=True)
    os.mkfifo(tmp_path / "pipe")
    with Path(HARBOUR / "alder.en.txt").open("rb") as text:
        done = assay("score", "-r", "reference-a.en.txt", name, "--run", "x.json", cwd=tmp_path, stdin=text)
    assert (done.returncode, done.stdout) == (1, "")
    assert "can be read only once" in done.stderr
    assert not (tmp_path / "x.json").exists()


def test_a_check_that_finds_errors_is_recorded_with_its_exit_code(run: Main) -> None:
    lines = Path("alder.en.txt").read_text(encoding="utf-8").splitlines(keepends=True)
    Path("short.txt").write_text("".join(lines[:-3]), encoding="utf-8")
    assert run("check", *SET[:2], "short.txt", "--run", "run.json")[0] == 1
    assert members()["code"] == 1
    assert run("verify", "run.json")[0] == 0


def test_flag_computes_nothing_that_could_be_recorded(tmp_path: Path) -> None:
    (tmp_path / "a.po").write_text('msgid "Open"\nmsgstr "Auf"\n')
    (tmp_path / "notes.tsv").write_text("id\tnote\nOpen\ttoo short\n")
    done = assay("flag", "a.po", "--notes", "notes.tsv", "-o", "b.po", "--run", "x.json", cwd=tmp_path)
    assert done.returncode == 2
    assert not (tmp_path / "b.po").exists()


def test_a_failure_leaves_no_run_file(run: Main, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    before = sorted(os.listdir())
    code, _, err = run("score", *SET, "--run", "run.json")
    assert (code, sorted(os.listdir())) == (1, before)
    assert "run.json cannot be written: No space left on device" in err


def test_a_failed_command_leaves_the_old_run_file(run: Main) -> None:
    run("score", *SET, "--run", "run.json")
    before = Path("run.json").read_bytes()
    assert run("score", *SET, "absent.txt", "--run", "run.json")[0] == 1
    assert Path("run.json").read_bytes() == before


@pytest.mark.parametrize("command", ["metrics", "verify", "rm"])
def test_a_run_of_no_analysis_is_not_repeated(run: Main, command: str) -> None:
    run("score", *SET, "--run", "run.json")
    Path("run.json").write_text(json.dumps(members() | {"command": command}))
    code, _, err = run("verify", "run.json")
    assert code == 1
    assert "cannot repeat" in err


@pytest.mark.parametrize("option", [["--directory", "."], ["--tolerance", "1"]])
def test_what_is_for_a_repetition_is_refused_where_none_is_made(run: Main, option: list[str]) -> None:
    run("score", *SET, "-m", "bleu", "--run", "run.json")
    code, _, err = run("verify", "run.json", "--against", "run.json", *option)
    assert code == 2
    assert "--against repeats nothing" in err


def test_a_negative_tolerance_is_refused(run: Main) -> None:
    run("score", *SET, "--run", "run.json")
    assert run("verify", "run.json", "--tolerance", "-1")[0] == 2


def test_two_runs_are_held_against_each_other(run: Main) -> None:
    names = ["-r", "reference-a.en.txt", "cedar=cedar.en.txt", "drift=drift.en.txt", "--draws", "200"]
    run("compare", "sys=birch.en.txt", *names, "--run", "old.json", "--run-segments")
    run("compare", "sys=alder.en.txt", *names, "--run", "new.json", "--run-segments")
    code, out, _ = run("verify", "new.json", "--against", "old.json", "--format", "json")
    assert code == 0
    found = {block.get("name"): block for block in json.loads(out)["blocks"]}
    rows = {(row["system"], row["metric"]): row for row in found["score-changes"]["rows"]}
    assert rows["sys", "ter"]["significance"] == "significant"
    assert rows["sys", "ter"]["change"]["value"] < 0
    assert rows["cedar", "bleu"]["significance"] == "same"
    assert "TER of sys improved significantly" in " ".join(found["verdict"]["items"])


@pytest.mark.parametrize("damaged", ["new.json", "old.json"])
def test_statistics_of_another_width_are_refused(run: Main, damaged: str) -> None:
    for name, system in (("old.json", "birch"), ("new.json", "alder")):
        words = ("score", f"sys={system}.en.txt", "-r", "reference-a.en.txt", "-m", "bleu")
        run(*words, "--run", name, "--run-segments")
    (statistics,) = read_run(damaged).statistics
    narrow = SegmentStatistics.of(statistics.metric, statistics.system, statistics.rows[:, :3])
    members = json.loads(Path(damaged).read_text())
    members["statistics"] = [vars(narrow)]
    Path(damaged).write_text(json.dumps(members))
    code, _, err = run("verify", "new.json", "--against", "old.json")
    assert code == 1
    name = damaged.removesuffix(".json")
    assert f"the {name} run file: sys, bleu: 3 statistics a segment, and there are 14" in err
    assert "--run-segments" in err


def test_buckets_of_segments_are_kept_and_tested(run: Main) -> None:
    names = ["-r", "reference-a.en.txt", "cedar=cedar.en.txt", "--draws", "200", "--docs", "documents.txt"]
    asked = [*names, "--segments", "segment-length,document,length-ratio"]
    run("diagnose", "sys=birch.en.txt", *asked, "--run", "old.json", "--run-segments")
    assert [one.feature for one in read_run("old.json").buckets] == ["segment-length", "document"]
    run("diagnose", "sys=alder.en.txt", *asked, "--run", "new.json", "--run-segments")
    _, out, _ = run("verify", "new.json", "--against", "old.json", "--format", "json")
    found = {block.get("name"): block for block in json.loads(out)["blocks"]}
    rows = {(row["table"], row["row"]): row for row in found["bucket-changes"]["rows"]}
    assert rows["segments-by-segment-length", "20 to 29 / sys / BLEU"]["significance"] == "significant"
    assert any(table == "segments-by-document" and row["p"] is not None for (table, _), row in rows.items())
    assert not any(table == "segments-by-length-ratio" for table, _ in rows)


def test_a_command_can_say_what_changed_in_its_own_report(run: Main) -> None:
    """The seam for `assay report --against`: blocks of a report that is not written yet."""
    from assay.cli import execution
    from assay.cli.answer import Answer
    from assay.cli.commands.scoring import score
    from assay.io import FileOptions, open_set
    from assay.metrics import MetricOptions, evaluate
    from assay.questions.systems.score import ScoreQuestion
    from assay.reporting import score_report
    from assay.reporting.blocks import Listing
    from assay.reporting.tables.run_files.against import against_report

    run("score", "-r", "reference-a.en.txt", "sys=birch.en.txt", "--run", "old.json", "--run-segments")
    files = FileOptions(("sys=alder.en.txt",), ("reference-a.en.txt",))
    evaluation = evaluate(open_set(files), MetricOptions().parse())
    answer = Answer(score_report(evaluation, "corpus"), evaluations=[evaluation])
    now = execution.describe_run("report", (), score.Arguments(asked=ScoreQuestion(files=files)), answer)
    blocks = against_report(read_run("old.json"), now, level=2)
    said = next(block for block in blocks if isinstance(block, Listing))
    assert "TER of sys improved significantly, from 51.38 to 36.74." in said.items


@pytest.mark.parametrize("words", [["--help"], ["--no-such-option"], []])
def test_a_command_line_that_is_none_is_no_success(run: Main, words: list[str]) -> None:
    run("score", *SET, "--run", "run.json")
    Path("run.json").write_text(json.dumps(members() | {"arguments": words}))
    code, _, err = run("verify", "run.json")
    assert code == 1
    assert "is not one that assay score takes" in err


def test_a_repetition_does_not_ask_where_the_answer_went(run: Main) -> None:
    os.mkdir("gone")
    run("score", *SET, "-o", "gone/scores.tsv", "--run", "run.json")
    shutil.rmtree("gone")
    assert run("verify", "run.json")[0] == 0
    assert not os.path.exists("gone")
