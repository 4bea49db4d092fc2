"""The program as a whole: help, exit codes, streams, and what happens when the reader goes away."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from assay.cli.commands import COMMANDS
from assay.extensions import TOOLS
from support.program import LIMIT, Run, started

SCRIPT = Path(sys.executable).with_name("assay")
IMPORTS = """
import sys
from assay.cli.main import main
try:
    main(sys.argv[1:])
except SystemExit:
    pass
heavy = {"numpy", "tqdm", "scipy", "assay.metrics.base", "assay.kernel", "assay.data.evalset"} & set(sys.modules)
print("heavy:", *sorted(heavy))
"""


def test_the_script_and_the_module_are_one_program() -> None:
    script, module = (
        subprocess.run(
            [*program, "--version"], capture_output=True, encoding="utf-8", timeout=LIMIT, check=True
        ).stdout
        for program in ([str(SCRIPT)], [sys.executable, "-m", "assay"])
    )
    assert script == module == f"assay {version('mt-assay')}\n"


def test_help_lists_the_commands(run: Run) -> None:
    done = run("--help")
    assert done.returncode == 0
    tools = run("tools").stdout
    listed = {name: f"\n  {name} " in done.stdout for name in COMMANDS}
    assert [name for name, command in COMMANDS.items() if listed[name] == (command.group == TOOLS)] == []
    assert [name for name in COMMANDS if listed[name] == (f"\n  {name} " in tools)] == []
    assert done.stderr == ""


@pytest.mark.parametrize("name", [name for name, command in COMMANDS.items() if command.group == TOOLS])
def test_a_tool_answers_to_its_old_name(run: Run, name: str) -> None:
    explained = run("tools", name, "--help")
    assert explained.returncode == 0
    assert explained.stdout.startswith(f"usage: assay tools {name} ")
    assert run(name, "--help").stdout == run("help", "tools", name).stdout == explained.stdout


def test_tools_are_listed_and_others_refused(run: Run) -> None:
    assert run("tools").stdout == run("help", "tools").stdout == run("tools", "--help").stdout
    refused = run("tools", "score")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == 'error: there is no tool score; "assay tools" lists all\n'


@pytest.mark.parametrize(
    "arguments", [["--help"], ["--version"], *([command, "--help"] for command in COMMANDS)], ids=" ".join
)
def test_help_imports_nothing_heavy(arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", IMPORTS, *arguments],
        capture_output=True,
        encoding="utf-8",
        timeout=LIMIT,
        check=True,
    )
    assert done.stdout.endswith("heavy:\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["--nonsense"],
        ["--", "score"],
        ["score"],
        ["score", "a", "--level", "word"],
        ["score", "a", "--quie"],
    ],
)
def test_a_bad_command_line_is_2(run: Run, arguments: list[str]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("arguments", [[], ["help"], ["-h"]])
def test_help_is_an_answer_however_it_is_asked_for(run: Run, arguments: list[str]) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == run("--help").stdout
    assert max(map(len, done.stdout.splitlines())) <= 120


def test_help_on_a_command(run: Run) -> None:
    assert run("help", "compare").stdout == run("compare", "--help").stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["scores", "a.txt"], "no command scores; did you mean score?"),
        (["help", "humn"], "no command humn; did you mean human?"),
        (["xyz"], 'no command xyz; "assay help" lists all'),
        (["--metric"], "the command comes first"),
        (["score", "--ref", "r.txt", "a.txt"], "no option --ref; did you mean -r/--reference?"),
        (["score", "a", "--metrics", "bleu"], "no option --metrics; did you mean -m/--metric?"),
        (["score", "a", "--treads=2"], "no option --treads; did you mean --threads?"),
        (["score", "a", "--zzz"], 'no option --zzz; "assay score --help" lists the options'),
        (["human", "a.tsv", "b.tsv"], "b.tsv is too much"),
        (
            ["score", "a", "-m", "comet"],
            'a plug-in, which has to be added: "assay plugins add comet --runner comet',
        ),
        (["score", "a", "-m", "rougeL"], "write rouge"),
        (["score", "a", "-m", "spBLEU"], "write bleu:tok=spm:PATH"),
        (["score", "a", "-m", "bleu:tok=flores200"], "give the path of its SentencePiece model"),
    ],
    ids=lambda part: part if isinstance(part, str) else " ".join(part),
)
def test_a_slip_is_told_what_was_meant(inside: Run, arguments: list[str], words: str) -> None:
    done = inside(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("assay sco", ["score "]),
        ("assay score --ref", ["--reference", "--references"]),
        ("assay score -m chr", ["chrf", "chrf++"]),
        ("assay human r.tsv --correction h", ["holm "]),
        ('assay score "unclosed', []),
    ],
)
def test_a_shell_is_told_how_its_line_may_go_on(tmp_path: Path, line: str, expected: list[str]) -> None:
    pytest.importorskip("argcomplete", reason="argcomplete is not installed")
    environment = {"_ARGCOMPLETE": "1", "COMP_LINE": line, "COMP_POINT": str(len(line)), "COMP_TYPE": "9"}
    environment |= {"_ARGCOMPLETE_STDOUT_FILENAME": str(tmp_path / "answer"), "_ARGCOMPLETE_IFS": "\n"}
    (tmp_path / "answer").touch()
    done = subprocess.run(
        [sys.executable, "-m", "assay"], env=os.environ | environment, cwd=tmp_path, capture_output=True,
        timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "answer").read_text(encoding="utf-8").split("\n") == (expected or [""])


def test_bad_input_is_1_without_a_traceback(run: Run) -> None:
    done = run("score", "-r", "no-such-file", "neither")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("error: no-such-file")
    assert done.stderr.count("\n") == 1


def test_output_is_utf8_whatever_the_locale(run: Run, harbour: list[str]) -> None:
    done = run(
        "score",
        *harbour,
        env={"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"},
    )
    assert done.returncode == 0
    assert "BLEU ↑" in done.stdout


def test_a_reader_that_leaves_early_is_no_crash(harbour: list[str]) -> None:
    words = ["score", *harbour, "-m", "bleu", "--level", "segment"]
    with started(*words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.close()
        assert program.stderr.read() == b""
        assert program.wait() == 141


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no device that is always full")
@pytest.mark.parametrize("command", ["score", "--version"])
def test_a_full_disk_is_said(harbour: list[str], command: str) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "assay", command, *(harbour if command == "score" else [])],
            stdout=full,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            timeout=LIMIT,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr.startswith("error: standard output cannot be written")
    assert done.stderr.count("\n") == 1


def test_closed_streams_are_no_crash(harbour: list[str]) -> None:
    command = " ".join([sys.executable, "-m", "assay", "score", *harbour, ">&-", "2>&-"])
    assert subprocess.run(command, shell=True, timeout=LIMIT, check=False).returncode == 0


def test_interrupted_is_130_and_leaves_nothing(tmp_path: Path, harbour: list[str]) -> None:
    words = ["score", *harbour[:2], "-", "-o", "out.txt"]
    with started(*words, stdin=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path) as program:
        # More than a pipe holds: once all is written, the program is reading.
        assert program.stdin is not None
        program.stdin.write(b"a line of text\n" * (1 << 15))
        program.stdin.flush()
        program.send_signal(signal.SIGINT)
        _, talk = program.communicate(timeout=LIMIT)
    assert program.returncode == 130
    assert talk == b"error: interrupted\n"
    assert list(tmp_path.iterdir()) == []


def on_terminal(arguments: list[str], **env: str) -> str:
    """Run the program with both streams on a pseudo-terminal and return what appears there."""
    primary, secondary = pty.openpty()
    kept = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "TERM")}
    variables = kept | {"TERM": "xterm"} | env
    with started(*arguments, stdout=secondary, stderr=secondary, env=variables) as program:
        os.close(secondary)
        seen = b""
        while part := _read(primary):
            seen += part
        program.wait()
    os.close(primary)
    return seen.decode()


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 4096)
    except OSError:  # Linux says "input/output error" where the other side has closed
        return b""


@pytest.mark.parametrize(("columns", "longest"), [("40", 60), ("80", 80), ("300", 120)])
def test_sentences_are_wrapped_to_the_terminal_within_reason(
    harbour: list[str], columns: str, longest: int
) -> None:
    seen = on_terminal(["compare", *harbour, "-m", "chrf", "--draws", "100"], COLUMNS=columns)
    sentences = seen[seen.index("What may be claimed") : seen.index("Scores with")].splitlines()
    assert longest - 15 < max(map(len, sentences)) <= longest


def test_colour_is_for_terminals_whose_user_wants_it(harbour: list[str]) -> None:
    assert "\033[1m" in on_terminal(["score", *harbour])
    assert "\033" not in on_terminal(["score", *harbour], NO_COLOR="1")
    assert "\033" not in on_terminal(["score", *harbour], TERM="dumb")
    assert "\033[31merror:\033[0m" in on_terminal(["score", "-r", "no-such-file", "neither"])
    assert "\033" not in on_terminal(["score", *harbour, "--format", "tsv"])
