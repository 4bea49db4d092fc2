"""Plug-ins that are programs: what they are asked, what becomes of a bad one, and that nothing is asked twice."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from assay.errors import DependencyError, InputError, OptionError
from assay.plugins import open_plugin, plugin_names
from assay.plugins.addition import add_program
from assay.plugins.programs import ProgramCall, runner_names
from assay.plugins.requests import Request, read_answer
from assay.plugins.store import remove_plugin
from support.plugin_stores import TOY, add_toy, asked, scored, values
from support.program import LIMIT, guarded
from support.waits import has_process, until


def program(path: Path, *lines: str) -> ProgramCall:
    """Return a program of these lines, which does as it likes."""
    path.write_text("import json, sys, time, os\n" + "\n".join(lines), encoding="utf-8")
    return ProgramCall(str(path), seconds=20)


READY = (
    "hello = sys.stdin.readline()",
    'told = {"label": "X", "program": "x-1", "direction": "higher", "inputs": ["hypothesis"], "batch": 3}',
    'print(json.dumps({"ready": told}), flush=True)',
    "asked = json.loads(sys.stdin.readline() or '{\"score\": []}')['score']",
)


def test_a_program_declares_itself_and_scores(tmp_path: Path) -> None:
    plugin = add_toy(batch=2)
    assert plugin_names() == ["toy"]
    assert open_plugin("toy") == plugin
    assert (plugin.declaration.label, plugin.declaration.direction, plugin.settings) == (
        "Toy",
        "higher",
        "batch=2",
    )
    assert plugin.program.startswith("toy-1#")
    answers = scored(tmp_path / "cache", "a reference", "a references", "a")
    assert values(answers) == [1, 1 / 2, 1 / 11]


def test_the_longest_come_first_in_batches_and_twice_asked_is_once_answered(tmp_path: Path) -> None:
    add_toy(log=tmp_path / "log", batch=2)
    answers = scored(tmp_path / "cache", "bb", "a", "dddd", "a", "ccc")
    assert asked(tmp_path / "log") == ["dddd", "ccc", "bb", "a"]
    assert answers[1] == answers[3]


def test_nothing_is_asked_twice(tmp_path: Path) -> None:
    add_toy(log=tmp_path / "log")
    first = scored(tmp_path / "cache", "one", "two")
    assert scored(tmp_path / "cache", "one", "two") == first
    assert sorted(asked(tmp_path / "log")) == ["one", "two"]
    again = scored(tmp_path / "cache", "two", "three", "one")
    assert again[0] == first[1]
    assert sorted(asked(tmp_path / "log")) == ["one", "three", "two"]


def test_another_version_or_option_is_asked_anew(tmp_path: Path) -> None:
    log = tmp_path / "log"
    for version, batch in ((1, 4), (2, 4), (2, 7)):
        add_toy(log=log, version=version, batch=batch)
        scored(tmp_path / "cache", "one")
    assert asked(log) == ["one"] * 3


def test_no_cache_is_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    add_toy()
    before = sorted(tmp_path.rglob("*"))
    scored(Path("none"), "one")
    assert sorted(tmp_path.rglob("*")) == before


def test_the_cache_holds_no_text(tmp_path: Path) -> None:
    add_toy()
    scored(tmp_path / "cache", "a very private sentence")
    rows = sqlite3.connect(tmp_path / "cache").execute("SELECT * FROM answers").fetchall()
    assert len(rows) == 1
    assert "private" not in str(rows)


def test_a_file_that_is_no_cache_is_named(tmp_path: Path) -> None:
    add_toy()
    (tmp_path / "cache").write_text("this is no database, and long enough to be seen as none " * 50)
    with pytest.raises(InputError, match="cannot keep the answers of plug-ins"):
        scored(tmp_path / "cache", "one")


def test_a_crash_keeps_what_was_answered_and_shows_the_last_words(tmp_path: Path) -> None:
    add_toy(wrong="crash", batch=1, log=tmp_path / "log")
    with pytest.raises(DependencyError, match=r"(?s)ended with exit code 3.*the last words"):
        scored(tmp_path / "cache", "longest of all", "longer boom", "short")
    assert asked(tmp_path / "log") == ["longest of all", "longer boom"]
    assert values(scored(tmp_path / "cache", "longest of all")) == [1 / 4]  # from the cache
    assert asked(tmp_path / "log") == ["longest of all", "longer boom"]


def test_an_error_of_one_segment_is_its_own(tmp_path: Path) -> None:
    add_toy(wrong="segment", log=tmp_path / "log")
    answers = scored(tmp_path / "cache", "fine", "boom", "good")
    assert values(answers) == [1 / 8, None, 1 / 8]
    assert answers[1].reason == "ValueError: cannot score this"
    again = scored(tmp_path / "cache", "fine", "boom", "good")  # an error is no answer that one would keep
    assert again == answers
    assert asked(tmp_path / "log")[-1] == "boom"
    assert asked(tmp_path / "log").count("fine") == 2  # in the batch that failed, and alone


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("short", "is done and has left out 1 of 3 segments"),
        ("twice", "segment '0', which was answered twice"),
    ],
)
def test_a_wrong_count_is_named(tmp_path: Path, wrong: str, message: str) -> None:
    add_toy(wrong=wrong)
    with pytest.raises(DependencyError, match=message):
        scored(tmp_path / "cache", "a", "bb", "ccc")


def test_a_program_that_hangs_is_ended(tmp_path: Path) -> None:
    add_toy(wrong="hang", seconds=1)
    start = time.monotonic()
    with pytest.raises(DependencyError, match="said nothing for 1 seconds and was ended"):
        scored(tmp_path / "cache", "a")
    assert time.monotonic() - start < LIMIT / 2


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (
            ["print('Loading model …', flush=True)", "time.sleep(60)"],
            r"wrote 'Loading model …' to its standard output",
        ),
        (["sys.exit('no torch here')"], "(?s)ended with exit code 1.*no torch here"),
        (["print('[1, 2]', flush=True)"], "where only JSON lines belong"),
        (["print('{}', flush=True)"], "where a ready line belongs"),
        (["""print('{"ready": {"label": "X"}}', flush=True)"""], "program is missing"),
        (
            [READY[0], READY[1].replace("higher", "up"), READY[2]],
            'direction must be one of higher, lower, not "up"',
        ),
        ([READY[0], READY[1].replace("3}", "0}"), READY[2]], "batch must be a whole number from 1"),
        (
            [READY[0], READY[1].replace("hypothesis", "image"), READY[2]],
            "inputs.0. must be one of source, reference",
        ),
    ],
)
def test_a_program_that_does_not_keep_to_the_protocol_is_not_added(
    tmp_path: Path, lines: list[str], message: str
) -> None:
    with pytest.raises(DependencyError, match=message):
        add_program("x", program(tmp_path / "x.py", *lines))
    assert plugin_names() == []


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["print('50%', flush=True)"], "wrote '50%' to its standard output"),
        (["""print('{"id": "9", "score": 1}', flush=True)"""], "segment '9', which was never asked for"),
        (["""print('{"id": "0", "score": NaN}', flush=True)"""], "the score NaN, which is no number"),
        (["""print('{"id": "0", "score": "high"}', flush=True)"""], 'the score "high", which is no number'),
        (["os.kill(os.getpid(), 9)"], "was ended by signal 9"),
        (["os.close(1)", "time.sleep(60)"], "closed its standard output and went on"),
    ],
)
def test_what_goes_wrong_in_a_batch_is_named(tmp_path: Path, lines: list[str], message: str) -> None:
    add_program("x", program(tmp_path / "x.py", *READY, "if asked:", *(f"    {line}" for line in lines)))
    with pytest.raises((DependencyError, InputError), match=message):
        scored(tmp_path / "cache", "a", name="x")


def test_a_program_of_ours_says_what_its_environment_lacks() -> None:
    message = r"cannot start: No module named 'torch' in its environment; .* -m pip install unbabel-comet"
    with pytest.raises(DependencyError, match=message) as refused:
        add_program("comet", ProgramCall("comet", python=sys.executable, model=str(TOY), seconds=60))
    assert "Traceback" not in str(refused.value)


def test_runners_are_listed() -> None:
    assert runner_names() == ["bertscore", "bleurt", "comet", "metricx", "prism"]


@pytest.mark.parametrize("name", ["Toy", "a b", "x:y", "-x", "", "../x"])
def test_a_name_must_fit_a_specification(name: str) -> None:
    with pytest.raises(OptionError, match="cannot be the name of a plug-in"):
        add_toy(name)


def test_what_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="there is no plug-in 'toy'"):
        open_plugin("toy")
    with pytest.raises(InputError, match="no such program"):
        add_program("x", ProgramCall(str(tmp_path / "none.py")))
    with pytest.raises(InputError, match="no such file or folder"):
        add_toy(model=str(tmp_path / "model"))
    with pytest.raises(DependencyError, match="cannot be started"):
        add_program("x", ProgramCall(str(TOY), python=str(tmp_path / "python")))
    add_toy()
    remove_plugin("toy")
    assert plugin_names() == []


def test_a_damaged_file_of_a_plugin_is_named(store: Path) -> None:
    add_toy()
    (store / "toy.json").write_text("{", encoding="utf-8")
    with pytest.raises(DependencyError, match=r"toy.json cannot be read"):
        open_plugin("toy")


def test_a_model_is_known_by_its_checksum(tmp_path: Path) -> None:
    model = tmp_path / "models" / "small"
    model.mkdir(parents=True)
    (model / "weights").write_bytes(b"123")
    first = add_toy(model=str(model)).model
    assert first.startswith("small#")
    os.utime(model / "weights", (1, 1))
    assert values(scored(tmp_path / "cache", "a")) == [1 / 11]  # another time is no other model
    (model / "weights").write_bytes(b"124")
    assert values(scored(tmp_path / "cache", "a")) == [
        1 / 11
    ]  # what is known is known of the model that was added
    with pytest.raises(DependencyError, match="have changed since it was added"):
        scored(tmp_path / "cache", "b")
    assert add_toy(model=str(model)).model != first


def test_a_program_that_drifted_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.py"
    lines = (*READY, "[print(json.dumps({'id': s['id'], 'score': 1}), flush=True) for s in asked]")
    add_program("x", program(path, *lines, "print('{\"done\": 1}', flush=True)"))
    assert values(scored(tmp_path / "cache", "a", name="x")) == [1]
    program(path, *(line.replace("higher", "lower") for line in lines))
    with pytest.raises(DependencyError, match="is not what was added: direction was higher, is lower"):
        scored(tmp_path / "cache", "b", name="x")
    program(path, *lines, "# another text")
    with pytest.raises(DependencyError, match="is not what was added: the program was x-1#"):
        scored(tmp_path / "cache", "b", name="x")


DRIVER = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from support.plugin_stores import scored
scored(Path(sys.argv[2]), *(f"segment {number}" for number in range(10, 50)))
"""


def test_a_driver_that_is_killed_loses_only_what_was_under_way(tmp_path: Path, store: Path) -> None:
    add_toy(log=tmp_path / "log", slow=0.05, batch=2)
    command = [sys.executable, "-c", DRIVER, str(TOY.parents[2]), str(tmp_path / "cache")]
    env = os.environ | {"ASSAY_PLUGINS": str(store)}
    with guarded(command, env=env, stderr=subprocess.DEVNULL) as driver:
        until(lambda: len(asked(tmp_path / "log")) >= 8, driver)
        os.kill(driver.pid, signal.SIGKILL)
        driver.wait()
    kept = sqlite3.connect(tmp_path / "cache").execute("SELECT COUNT(*) FROM answers").fetchone()[0]
    assert 6 <= kept < 40
    # The program ends by itself, for it has lost its driver.
    until(lambda: not has_process(str(store)))
    before = asked(tmp_path / "log")
    assert len(before) - kept <= 4  # a batch that was under way, and perhaps one that was on its way
    scored(tmp_path / "cache", *(f"segment {number}" for number in range(10, 50)))
    assert len(asked(tmp_path / "log")) - len(before) == 40 - kept


@pytest.mark.parametrize(
    "span",
    [
        {"start": 2, "end": 1},
        {"start": 0, "end": 9},
        {"start": -1, "end": 2},
        {"start": 0.5, "end": 2},
        {"side": "x"},
        3,
    ],
)
def test_a_span_must_be_part_of_its_text(span: object) -> None:
    with pytest.raises(InputError, match=r"span|marked"):
        read_answer({"score": 1, "spans": [span]}, Request("abc"), "it")


def test_spans_have_a_side_and_may_have_no_place() -> None:
    spans = [
        {"start": 0, "end": 3},
        {"start": 0, "end": 5, "side": "source"},
        {"severity": "minor"},
        {"side": "missing"},
    ]
    answer = read_answer({"score": 1, "spans": spans}, Request("abc", "abcde"), "it")
    assert [(span.start, span.end, span.side, span.severity) for span in answer.spans] == [
        (0, 3, "target", "error"),
        (0, 5, "source", "error"),
        (-1, -1, "target", "minor"),
        (-1, -1, "missing", "error"),
    ]
