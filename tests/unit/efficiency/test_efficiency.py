"""Commands that are run and measured: good ones, slow ones, and ones that crash, hang, buffer or lose lines."""

import json
import os
import shlex
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import assay
from assay.cli.main import main
from assay.efficiency import Efficiency
from assay.efficiency.latency import AnswerTimes, measure_latency
from assay.efficiency.measurement import SystemEfficiency, find_front, measure_systems
from assay.efficiency.options import EfficiencyOptions, parse_commands, parse_sizes
from assay.efficiency.processes import Spread, run_command
from assay.errors import InputError, OptionError
from support.waits import is_gone, until

SOURCE = ["the tide is late again today", "the ferry waits", "no boat leaves the quay before noon", "fog"] * 3
EXAMPLES = Path(__file__).parents[3] / "examples"
LIMIT = 60.0  # seconds; none of these commands takes so long on the busiest machine

Script = Callable[..., str]


@pytest.fixture
def script(tmp_path: Path) -> Script:
    """Return a maker of commands from the body of a loop over lines."""

    def make(body: str, name: str = "system.py") -> str:
        path = tmp_path / name
        path.write_text(f"import sys, time, os, signal, random\n{body}\n", encoding="utf-8")
        return shlex.join([sys.executable, str(path)])

    return make


def measured(command: str, **options: object) -> SystemEfficiency:
    chosen = {"runs": 2, "timeout": LIMIT, "one_by_one": 5, **options}
    return measure_systems({"it": command}, SOURCE, EfficiencyOptions(**chosen)).systems[0]  # type: ignore[arg-type]  # by name


def well(system: SystemEfficiency) -> dict[str, bool]:
    return {habit.name: habit.well for habit in system.habits}


def test_a_good_system(script: Script) -> None:
    system = measured(script("for line in sys.stdin: print(line.strip(), flush=True)"))
    assert system.problem == ""
    assert system.outputs == SOURCE
    assert all(well(system).values()), system.habits
    assert system.latency is not None
    assert (system.latency.kind, len(system.latency.seconds)) == ("warm", 5)
    assert system.words == 3 * 17
    assert system.peak > 2**20
    assert system.processor.median > 0
    assert system.startup is not None
    assert system.startup.median > 0


def test_figures_of_time_and_memory_are_of_the_whole_tree(script: Script) -> None:
    inner = script(
        "held = bytearray(200 * 2**20)\nfor i in range(0, len(held), 4096): held[i] = 1\ntime.sleep(0.5)",
        "inner.py",
    )
    run = run_command(f"{inner}; sleep 0.3", b"", LIMIT)
    assert run.seconds >= 0.8
    assert 200 * 2**20 < run.peak < 400 * 2**20


def test_processor_time_is_no_wall_clock(script: Script) -> None:
    busy = run_command(
        script("end = time.process_time() + 0.4\nwhile time.process_time() < end: pass"), b"", LIMIT
    )
    idle = run_command("sleep 0.4", b"", LIMIT)
    assert busy.processor >= 0.4 > idle.processor
    assert idle.seconds >= 0.4


def test_answers_are_read_from_a_descriptor_that_no_later_command_gets() -> None:
    """A command is read to its end when it is stopped, or a late reader takes the next one's first lines."""
    end, start = os.pipe()
    stdout = os.fdopen(end, "rb", buffering=0)
    answers = AnswerTimes(stdout)
    stdout.close()
    for _ in range(3):  # of which one may have been waited for before the stream was closed
        os.write(start, b"line\n")
        assert answers.next(LIMIT) is not None
    os.close(start)
    assert answers.next(LIMIT) is None


def test_a_crash_is_a_result(script: Script) -> None:
    system = measured(script("print('model not found', file=sys.stderr); sys.exit(3)"))
    assert system.problem == "exit code 3: model not found"
    assert system.latency is None
    assert len(system.runs) == 1  # once is enough


def test_a_kill_is_told_by_its_signal(script: Script) -> None:
    assert "SIGKILL" in measured(script("os.kill(os.getpid(), signal.SIGKILL)")).problem


def test_a_hang_is_a_result_and_leaves_nothing_behind(script: Script, tmp_path: Path) -> None:
    note = tmp_path / "pid"
    body = "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
    # A shell notes the number before Python starts, which on a busy machine takes long.
    command = f"sh -c 'echo $$ > {note}; exec {script(body + 'time.sleep(600)')}' | cat"
    system = measured(command, runs=1, timeout=3.0)
    assert "no end after 3 s" in system.problem
    until(lambda: is_gone(int(note.read_text())))


def test_lines_that_go_missing(script: Script) -> None:
    system = measured(script("print('\\n'.join(sorted(set(sys.stdin.read().split('\\n')))))"), one_by_one=0)
    assert system.problem == f"5 lines out for {len(SOURCE)} in"
    assert not well(system)["lines"]
    system = measured(script("print(sys.stdin.readline(), end='')"), one_by_one=0)
    assert system.problem == f"1 line out for {len(SOURCE)} in"


def test_a_system_that_holds_back_is_cold(script: Script) -> None:
    system = measured(script("sys.stdout.write(sys.stdin.read())"))
    assert system.latency is not None
    assert system.latency.kind == "cold"
    assert len(system.latency.seconds) == 5


def test_one_that_stops_answering(script: Script) -> None:
    body = "for place, line in enumerate(sys.stdin): place < 3 or sys.exit('tired'); print(line, end='', flush=True)"
    latency = measure_latency(script(body), SOURCE, 0.0, LIMIT)
    assert (latency.kind, len(latency.seconds), latency.problem) == (
        "warm",
        2,
        "no answer to segment 4: tired",
    )


def test_outputs_that_depend_on_what_came_before(script: Script) -> None:
    habits = well(
        measured(script("last = ''\nfor line in sys.stdin: print(last, flush=True); last = line.strip()"))
    )
    assert habits["same again"]
    assert not habits["order"]


def test_outputs_of_chance(script: Script) -> None:
    habits = well(measured(script("for line in sys.stdin: print(random.random(), flush=True)")))
    assert not habits["same again"]


@pytest.mark.parametrize(
    ("body", "bad"),
    [
        ("for line in sys.stdin: print(line.strip() or 'nothing', flush=True)", {"empty line"}),
        ("for line in sys.stdin: print(' '.join(line.split()[:50]), flush=True)", {"long line"}),
        ("for line in sys.stdin: print(line.strip().replace('<', '< '), flush=True)", {"tags"}),
        ("for line in sys.stdin: print(line.strip().replace('%s', '% s'), flush=True)", {"placeholders"}),
        ("for line in sys.stdin: print(line.strip().replace('@', ' at '), flush=True)", {"addresses"}),
        (
            "for line in sys.stdin: print(line.encode('ascii', 'replace').decode().strip(), flush=True)",
            {"emoji"},
        ),
        ("for line in sys.stdin: print(line.strip().replace('\\t', '\\n'), flush=True)", {"tab"}),
        ("text = sys.stdin.read()\nif not text: sys.exit(1)\nprint(text, end='')", {"no input"}),
    ],
)
def test_odd_lines(script: Script, body: str, bad: set[str]) -> None:
    system = measured(script(body), runs=1, one_by_one=0)
    assert {name for name, fine in well(system).items() if not fine} == bad


def test_who_is_beaten() -> None:
    points = {"slow": (30.0, 10.0), "fast": (20.0, 90.0), "poor": (10.0, 80.0), "twin": (30.0, 10.0)}
    assert find_front(points) == {"slow": "", "fast": "", "poor": "fast", "twin": ""}


def test_spread() -> None:
    assert Spread.of([3, 1, 2]) == Spread(2, 1, 3)
    assert Spread.of([4, 1]) == Spread(2.5, 1, 4)


def test_names_of_commands(tmp_path: Path) -> None:
    assert parse_commands(["a=cat -n", "/usr/bin/tr a=b c"]) == {"a": "cat -n", "tr": "/usr/bin/tr a=b c"}
    for wrong in (["a="], ["cat", "cat -n"], [], ["a b='"]):
        with pytest.raises(OptionError):
            parse_commands(wrong)
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "weights").write_bytes(b"x" * 1000)
    (tmp_path / "vocabulary").write_bytes(b"x" * 10)
    sizes = [f"a={tmp_path / 'model'}", f"a={tmp_path / 'vocabulary'}"]
    assert parse_sizes(sizes, ["a", "b"]) == {"a": 1010}
    for wrong_size in ("model", "c=x", f"a={tmp_path / 'nothing'}"):
        with pytest.raises(OptionError):
            parse_sizes([wrong_size], ["a"])


def test_python_and_quality(script: Script, tmp_path: Path) -> None:
    commands = {"copy": script("for line in sys.stdin: print(line.strip(), flush=True)"), "gone": "exit 7"}
    glossary = tmp_path / "terms.csv"
    glossary.write_text("source,target\nferry,ferry\nquay,pier\n", encoding="utf-8")
    result = assay.bench_systems(
        commands, SOURCE, SOURCE, "chrf", runs=1, one_by_one=0, no_habits=True, glossary=str(glossary)
    )
    assert result.evaluation is not None
    assert result.evaluation.systems == ("copy",)
    assert result.terms == {"copy": (3, 6)}
    table = result.to_dict()
    assert "gone gave no output that can be scored: exit code 7" in str(result)
    assert "100.00" in str(result)
    assert json.dumps(table)


def test_what_is_refused_before_anything_runs(tmp_path: Path) -> None:
    touched = tmp_path / "touched"
    for sources, references in (
        ([], None),
        (["a\nb"], None),
        (["", " "], None),
        (["a\ud800"], None),
        (["a"], ["a"]),
        (["a", "b"], ["only one"]),
    ):
        with pytest.raises(InputError):
            assay.bench_systems(
                {"it": f"touch {touched}"}, sources, references, "chrf" if references else None, runs=1
            )
    with pytest.raises(OptionError, match="no system given"):
        assay.bench_systems({}, ["a"])
    assert not touched.exists()


def test_a_command_alone_is_one_command() -> None:
    result = assay.bench_systems("cat", ["a b", "c"], runs=1, one_by_one=0, no_habits=True)
    assert [system.name for system in result.efficiency.systems] == ["cat"]


def test_all_that_fail_are_reported() -> None:
    efficiency: Efficiency = measure_systems({"a": "exit 1"}, SOURCE, EfficiencyOptions(runs=1))
    assert efficiency.systems[0].problem == "exit code 1"


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "source.txt"
    source.write_text("".join(f"{line}\n" for line in SOURCE), encoding="utf-8")
    given = ["bench-system", "-s", str(source), "-r", str(source), "copy=cat", "-m", "chrf", "--runs", "1"]
    assert main([*given, "--one-by-one", "3", "--size", f"copy={source}", "-q"]) == 0
    assert "copy: " in capsys.readouterr().out
    page = tmp_path / "page.html"
    assert main([*given, "other=cat", "--one-by-one", "0", "--no-habits", "-q", "-o", str(page)]) == 0
    assert "<svg" in page.read_text(encoding="utf-8")
    assert main(["bench-system", "-s", "nowhere.txt", "copy=cat"]) == 1
    assert "nowhere.txt: no such file" in capsys.readouterr().err
    for wrong in (
        ["bench-system", "copy=cat"],
        ["bench-system", "-s", str(source)],
        [*given[:3], "copy=cat", "-m", "bleu"],
    ):
        assert main(wrong) == 2
        assert "error: " in capsys.readouterr().err


@pytest.mark.skipif(
    shutil.which("apertium") is None, reason="Apertium is not installed: apt-get install apertium-eng-spa"
)
def test_a_real_system() -> None:
    """Apertium's tagger looks at the words before, those of the line before included."""
    source = (EXAMPLES / "harbour" / "reference-a.en.txt").read_text(encoding="utf-8").splitlines()
    options = EfficiencyOptions(runs=2, one_by_one=2, timeout=LIMIT)
    system = measure_systems({"apertium": "apertium -u eng-spa"}, source, options).systems[0]
    assert system.problem == ""
    assert not well(system)["order"]
    assert all(
        well(system)[name] for name in ("lines", "same again", "no input", "empty line", "long line", "tab")
    )
    assert system.latency is not None
    assert system.latency.kind == "cold"
    assert system.peak > 20 * 2**20


def test_errors_of_the_command_speak_of_its_options(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    source = tmp_path / "src.txt"
    source.write_text("a b\n", encoding="utf-8")
    assert main(["bench-system", "-s", str(source)]) == 2
    assert "such as small='translate small'" in capsys.readouterr().err
