"""`assay lm`: texts of any size and form, files that are the same with little memory, and nothing left behind."""

import gzip
import os
import signal
import subprocess
from pathlib import Path

import pytest

from assay.cli.main import main
from support.program import HARBOUR, LIMIT, assay, started
from support.waits import until

TEXT = HARBOUR / "reference-a.en.txt"


def model(*arguments: str, path: Path) -> bytes:
    assert main(["lm", *arguments, "-o", str(path)]) == 0
    return path.read_bytes()


def test_little_memory_packed_text_and_several_files_change_nothing(tmp_path: Path) -> None:
    whole = model(str(TEXT), path=tmp_path / "whole.arpa")
    assert model(str(TEXT), "--memory", "50k", path=tmp_path / "little.arpa") == whole
    lines = TEXT.read_bytes().split(b"\n")
    for name, part in (("a.gz", lines[:20]), ("b.gz", lines[20:-1])):
        (tmp_path / name).write_bytes(gzip.compress(b"\n".join(part) + b"\n"))
    halves = [str(tmp_path / "a.gz"), str(tmp_path / "b.gz")]
    assert gzip.decompress(model(*halves, path=tmp_path / "packed.arpa.gz")) == whole
    lowered = model(str(TEXT), "--lowercase", path=tmp_path / "lower.arpa")
    assert lowered == lowered.lower() != whole


def test_words_that_do_not_fit_are_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.arpa"
    assert main(["lm", str(TEXT), "--memory", "1k", "-o", str(out)]) == 1
    assert "give --memory more" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_interrupted_it_leaves_no_file_behind(tmp_path: Path) -> None:
    temporary, out = tmp_path / "temporary", tmp_path / "out"
    temporary.mkdir()
    out.mkdir()
    words = ["lm", "-", "--memory", "50k", "-o", str(out / "model.arpa")]
    environment = os.environ | {"TMPDIR": str(temporary)}
    streams = {"stdin": subprocess.PIPE, "stderr": subprocess.PIPE}
    with started(*words, env=environment, **streams) as program:
        assert program.stdin is not None
        program.stdin.write(TEXT.read_bytes() * 20)
        program.stdin.flush()
        until(lambda: list(temporary.iterdir()), program)
        program.send_signal(signal.SIGINT)
        _, talk = program.communicate(timeout=LIMIT)
    assert (program.returncode, talk) == (130, b"error: interrupted\n")
    assert list(temporary.iterdir()) == list(out.iterdir()) == []


def test_a_text_without_words_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    blank, model = tmp_path / "blank.txt", tmp_path / "model.arpa"
    blank.write_text("\n \n\t\n", encoding="utf-8")
    assert main(["lm", str(blank), "-o", str(model)]) == 1
    assert capsys.readouterr().err == f"error: {blank}: no line has a word; give text, one sentence a line\n"
    assert not model.exists()
    words = tmp_path / "words.txt"
    words.write_text("a b\n", encoding="utf-8")
    assert main(["lm", str(blank), str(words), "-o", str(model)]) == 0


def test_a_model_that_python_keeps_to_its_end_is_not_spoken_of(tmp_path: Path) -> None:
    model(str(TEXT), path=tmp_path / "a.arpa")
    files = [str(HARBOUR / "alder.en.txt"), "-r", str(TEXT)]
    for words in (["-m", "lm:model=a.arpa"], ["-m", "lm:measure=oov,model=a.arpa"]):
        done = assay("score", *files, *words, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, ""), words
