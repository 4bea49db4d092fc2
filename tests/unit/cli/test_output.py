"""`-o FILE`: whole or not there, with the permissions one expects."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from assay.cli import output
from assay.errors import AssayError
from assay.reporting.blocks import Prose
from support.program import HARBOUR, LIMIT, Run

WORDS = [Prose("words")]


def test_the_file_holds_what_standard_output_would(run: Run, harbour: list[str], tmp_path: Path) -> None:
    answer = run("score", *harbour, "--format", "json").stdout
    done = run("score", *harbour, "--format", "json", "-o", "out.json")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert (tmp_path / "out.json").read_text(encoding="utf-8") == answer
    assert os.listdir(tmp_path) == ["out.json"]
    assert run("score", *harbour, "--format", "json", "-o", "-").stdout == answer


def test_a_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    output.write_blocks(WORDS, "text", str(tmp_path / "new"))
    (tmp_path / "plain").touch()
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_an_old_file_keeps_its_permissions_and_a_link_stays_one(tmp_path: Path) -> None:
    old, link = tmp_path / "old", tmp_path / "link"
    old.write_text("before")
    old.chmod(0o640)
    link.symlink_to(old)
    output.write_blocks(WORDS, "text", str(link))
    assert old.read_text() == "words\n"
    assert old.stat().st_mode & 0o777 == 0o640
    assert link.is_symlink()


@pytest.mark.parametrize("failure", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_failure_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failure: BaseException
) -> None:
    def fail(_: int) -> None:
        raise failure

    (tmp_path / "old").write_text("before")
    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises((AssayError, KeyboardInterrupt)):
        output.write_blocks(WORDS, "text", str(tmp_path / "old"))
    assert (tmp_path / "old").read_text() == "before"
    assert os.listdir(tmp_path) == ["old"]


def test_a_device_is_written_to_and_not_replaced() -> None:
    output.write_blocks(WORDS, "text", os.devnull)
    assert Path(os.devnull).is_char_device()


def test_what_cannot_be_written_is_said_before_any_work(
    inside: Run, harbour: list[str], tmp_path: Path
) -> None:
    (tmp_path / "inside").mkdir()
    for name, words in (("inside", "is a directory"), ("nowhere/out", "no directory nowhere")):
        done = inside("score", *harbour, "-o", name)
        assert (done.returncode, done.stdout) == (1, "")
        assert words in done.stderr


def test_an_input_is_not_overwritten(inside: Run, harbour: list[str], tmp_path: Path) -> None:
    (tmp_path / "sys.txt").write_bytes(Path(harbour[-1]).read_bytes())
    done = inside("score", *harbour[:2], "mine=sys.txt", "-o", "./sys.txt")
    assert done.returncode == 1
    assert "is also an input" in done.stderr


def test_a_name_that_is_no_unicode_is_written_as_an_escape(tmp_path: Path) -> None:
    output.write_blocks([Prose("a\udcff")], "text", str(tmp_path / "out"))
    assert (tmp_path / "out").read_text(encoding="utf-8") == "a\\udcff\n"


@pytest.mark.parametrize("option", ["--counts", "--glossary", "--against"])
def test_no_other_file_that_is_read_is_overwritten(
    inside: Run, harbour: list[str], tmp_path: Path, option: str
) -> None:
    (tmp_path / "other").write_text("kept")
    done = inside("report", *harbour, option, "other", "-o", "other")
    assert done.returncode == 1
    assert "is also an input" in done.stderr
    assert (tmp_path / "other").read_text() == "kept"


def test_a_reference_in_a_directory_is_not_overwritten(
    inside: Run, harbour: list[str], tmp_path: Path
) -> None:
    (tmp_path / "refs").mkdir()
    (tmp_path / "refs" / "a.txt").write_bytes(Path(harbour[1]).read_bytes())
    done = inside("score", "-r", "refs", harbour[2], "-o", "refs/a.txt")
    assert done.returncode == 1
    assert "is also an input" in done.stderr


def test_a_file_of_a_grid_is_not_overwritten(inside: Run, tmp_path: Path) -> None:
    for name in ("a.de.txt", "b.de.txt", "ref.de"):
        (tmp_path / name).write_text("the harbour is closed\nships wait outside\n")
    words = ("--grid", "{system}.{target}.txt", "--references", "ref.{target}", "-m", "chrf")
    for name in ("b.de.txt", "ref.de"):
        done = inside("score", *words, "--format", "text", "-o", name)
        assert (done.returncode, done.stdout) == (1, "")
        assert f"{name} is also an input" in done.stderr
        assert (tmp_path / name).read_text().startswith("the harbour")
    assert inside("score", *words, "-o", "grid.txt").returncode == 0


def test_files_of_a_folder_that_is_read_are_not_overwritten(
    inside: Run, harbour: list[str], tmp_path: Path
) -> None:
    assert inside("map", *harbour, "-m", "chrf", "-o", "parts").returncode == 0
    part = next((tmp_path / "parts").glob("*.part"))
    (tmp_path / "set" / "human-scores").mkdir(parents=True)
    scores = tmp_path / "set" / "human-scores" / "en-de.mqm.sys.score"
    scores.write_text("a\t1\n")
    for words, path in ((("merge", "parts"), part), (("meta", "set"), scores)):
        kept = path.read_bytes()
        done = inside(*words, "--format", "text", "-o", str(path))
        assert done.returncode == 1
        assert "is also an input" in done.stderr
        assert path.read_bytes() == kept
    for _ in range(2):  # a second run may write over what the first wrote
        assert inside("merge", "parts", "-o", "parts/scores.txt").returncode == 0


def test_an_older_run_is_not_overwritten_by_what_changed_since(
    inside: Run, harbour: list[str], tmp_path: Path
) -> None:
    inside("score", *harbour, "-m", "bleu", "--run", "old.json")
    before = (tmp_path / "old.json").read_bytes()
    (tmp_path / "new.json").write_bytes(before)
    assert inside("verify", "new.json", "--against", "old.json", "-o", "old.json").returncode == 1
    assert (tmp_path / "old.json").read_bytes() == before


def test_a_directory_that_is_closed_is_refused_before_any_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(AssayError, match="may not write in the directory"):
        output.check(str(tmp_path / "new"), [])
    output.check(os.devnull, [])


def test_power_without_files_refuses_what_cannot_be_written(inside: Run, tmp_path: Path) -> None:
    done = inside("power", "--difference", "1", "--deviation", "8", "--segments", "9", "-o", str(tmp_path))
    assert (done.returncode, done.stdout) == (1, "")
    assert "give -o the name of a file" in done.stderr


@pytest.mark.parametrize("name", ["out.PDF", "out.xlsx"])
def test_a_name_that_promises_another_format_is_refused(
    inside: Run, harbour: list[str], tmp_path: Path, name: str
) -> None:
    done = inside("score", *harbour, "-m", "bleu", "-o", name)
    assert (done.returncode, os.listdir(tmp_path)) == (2, [])
    assert "is no format of the answer; there are text, json, tsv" in done.stderr
    assert inside("score", *harbour, "-m", "bleu", "-o", name, "--format", "tsv").returncode == 0


def test_answer_and_run_file_may_share_a_stream_or_a_pipe(
    run: Run, harbour: list[str], tmp_path: Path
) -> None:
    given = ["score", *harbour, "-m", "bleu"]
    answer = run(*given).stdout
    done = run(*given, "--run", "/dev/stdout")
    assert done.returncode == 0
    assert done.stdout.startswith(answer + '{"schema": "assay-run"')
    assert run(*given, "-o", "/dev/stderr").stderr == answer
    with open(tmp_path / "both", "wb") as both:
        program = [sys.executable, "-m", "assay", *given, "--run", "/dev/stdout"]
        subprocess.run(program, stdout=both, timeout=LIMIT, check=True)
    assert (tmp_path / "both").read_text(encoding="utf-8").startswith(answer + '{"schema": "assay-run"')
    command = " ".join([sys.executable, "-m", "assay", *given, "--run", "/dev/fd/3", "3>&1", "|", "cat"])
    found = subprocess.run(
        command, shell=True, capture_output=True, encoding="utf-8", timeout=LIMIT, check=True
    ).stdout
    assert '{"schema": "assay-run"' in found


def test_an_empty_name_is_shown_as_one(inside: Run, harbour: list[str]) -> None:
    assert inside("score", *harbour, "").stderr.startswith('error: "": no such file')


def test_what_was_warned_of_stands_in_every_document(inside: Run, harbour: list[str], tmp_path: Path) -> None:
    words = ("compare", *harbour, "-m", "chrf", "--test", "koehn", "--draws", "50")
    for name in ("page.html", "answer.json", "answer.md", "answer.tex", "answer.txt"):
        done = inside(*words, "-o", str(tmp_path / name))
        assert "warning: koehn is one-sided" in done.stderr
        assert "koehn is one-sided" in (tmp_path / name).read_text(encoding="utf-8")
    hushed = inside(*words, "-q", "--format", "json", "--run", str(tmp_path / "run.json"))
    assert hushed.stderr == ""
    assert "koehn is one-sided" in hushed.stdout
    assert "koehn is one-sided" in (tmp_path / "run.json").read_text(encoding="utf-8")
    assert "Cautions" not in inside(*words).stdout  # on a terminal the warning stands right above


def test_the_page_of_a_report_says_what_was_warned_of(
    inside: Run, harbour: list[str], tmp_path: Path
) -> None:
    inside(
        "report",
        *harbour,
        "-m",
        "chrf",
        "--test",
        "koehn",
        "--draws",
        "50",
        "-o",
        str(tmp_path / "page.html"),
    )
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert page.index("koehn is one-sided") < page.index("<table")


def test_a_configuration_is_not_overwritten(inside: Run, harbour: list[str], tmp_path: Path) -> None:
    text = 'metrics = ["chrf"]\n'
    for name, given in (
        ("c.toml", ("--config", "c.toml")),
        ("assay.toml", ()),
        ("c.toml", ("--config=c.toml",)),
    ):
        (tmp_path / name).write_text(text)
        for option in ("-o", "--run"):
            done = inside("score", *harbour, *given, option, name, "--format", "json")
            assert done.returncode == 1
            assert "is also an input" in done.stderr
            assert (tmp_path / name).read_text() == text


def test_weights_and_files_of_metrics_are_not_overwritten(
    inside: Run, harbour: list[str], tmp_path: Path
) -> None:
    (tmp_path / "w.toml").write_text("quay\tpier\n")
    for command in (
        ("human", str(HARBOUR / "mqm.tsv"), "--weights", "w.toml"),
        ("score", *harbour, "-m", "bleu:synonyms=w.toml,partial=0.5"),
    ):
        done = inside(*command, "-o", "w.toml", "--format", "text")
        assert (done.returncode, (tmp_path / "w.toml").read_text()) == (1, "quay\tpier\n")
        assert "is also an input" in done.stderr
