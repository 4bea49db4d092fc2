"""What nobody should give the program, and signals at bad moments: a message and an exit code, never a traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from support.program import LIMIT, Run

ESCAPE = "\033[31m"
EARLY = """
import os, signal, sys
class Interrupting:
    def find_spec(self, name, *_):
        if name == "assay.cli.main":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupting())
sys.argv = ["assay", "--help"]
import runpy
runpy.run_module("assay", run_name="__main__")
"""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("seed = " + "9" * 5000, "not TOML that can be read"),
        ("x = " + "[" * 3000 + "]" * 3000, "not TOML that can be read"),
        ("x = " + "{a=" * 3000 + "1" + "}" * 3000, "not TOML that can be read"),
        ("seed = 0x" + "f" * 6000, "too large for any option"),
        ("seed = " + "9" * 30, "too large for any option"),
        ("draws = 1979-05-27", "is a text or a number"),
    ],
    ids=["digits", "lists", "tables", "hexadecimal", "large", "date"],
)
def test_an_odd_configuration_is_refused(
    inside: Run, harbour: list[str], tmp_path: Path, text: str, said: str
) -> None:
    (tmp_path / "assay.toml").write_text(text, encoding="utf-8")
    done = inside("compare", *harbour)
    assert done.returncode in (1, 2)
    assert said in done.stderr


@pytest.mark.parametrize("size", ["9" * 20, "9" * 5000, "0", "1e3", ""], ids=lambda size: size[:20])
def test_blocks_of_any_size_are_refused_in_words(inside: Run, harbour: list[str], size: str) -> None:
    done = inside("compare", *harbour, "--unit", f"block:{size}")
    assert done.returncode == 2
    assert "choose auto, segment, document, or block:K such as block:20" in done.stderr
    assert len(done.stderr) < 200


def test_no_file_speaks_to_the_terminal(inside: Run, harbour: list[str], tmp_path: Path) -> None:
    """Names and keys that come from files are shown, not obeyed."""
    (tmp_path / "assay.toml").write_text('"\\u001b[31mx" = 1\n', encoding="utf-8")
    config = inside("score", *harbour)
    assert "\\x1b[31mx is not recognised" in config.stderr
    model = inside("score", *harbour, "--no-config", "-m", f"bleu:tok=spm:{ESCAPE}")
    assert "\\x1b[31m" in model.stderr
    assert "\033" not in config.stderr + model.stderr


def test_sigterm_leaves_no_draft_behind(
    inside: Run, harbour: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("assay.io.writing.os.fsync", lambda _: os.kill(os.getpid(), signal.SIGTERM))
    before = signal.getsignal(signal.SIGTERM)
    done = inside("score", *harbour, "-o", "out.txt")
    assert (done.returncode, done.stderr) == (143, "error: terminated\n")
    assert list(tmp_path.iterdir()) == []
    assert signal.getsignal(signal.SIGTERM) is before


def test_an_interrupt_while_the_program_loads_is_silent(tmp_path: Path) -> None:
    """The signal is put back first: whoever started the tests may have ignored it."""
    code = f"import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n{EARLY}"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        timeout=LIMIT,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "")


@pytest.mark.parametrize("device", ["/dev/zero", "pipe"])
def test_a_run_file_that_names_what_has_no_end(
    inside: Run, harbour: list[str], tmp_path: Path, device: str
) -> None:
    os.mkfifo(tmp_path / "pipe")
    inside("score", *harbour, "-m", "bleu", "--run", "run.json")
    path = tmp_path / "run.json"
    path.write_text(path.read_text(encoding="utf-8").replace(harbour[-1], device), encoding="utf-8")
    done = inside("verify", "run.json")
    assert done.returncode == 1
    assert device in done.stdout
