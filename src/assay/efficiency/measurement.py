"""Commands measured by the rules of WMT's efficiency task: start-up, words a second, latency, memory, habits.

Start-up is a run over an empty input. Words are those of the source, between blanks. Commands take turns: run 1 of all,
then run 2, so that what happens to the machine meanwhile happens to all of them.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, replace

from assay.diagnosis import counted
from assay.efficiency.habits import Habit, line_count, odd_lines, order_matters, same_again
from assay.efficiency.latency import Latency, measure_latency
from assay.efficiency.options import EfficiencyOptions, parse_sizes
from assay.efficiency.processes import CommandRun, Spread, run_command
from assay.errors import AssayError, InputError
from assay.io import contents

# Shows what is being done for as long as it takes
Step = Callable[[str], AbstractContextManager[None]]


@dataclass(frozen=True)
class Machine:
    """Where it was measured, and how busy the machine was before and after."""

    processor: str
    cores: int
    system: str
    load: tuple[float, float]


@dataclass(frozen=True)
class SystemEfficiency:
    """All that was measured of one command."""

    name: str
    command: str
    segments: int
    words: int
    startups: tuple[CommandRun, ...]
    runs: tuple[CommandRun, ...]
    latency: Latency | None = None
    habits: tuple[Habit, ...] = ()
    size: int | None = None

    @property
    def problem(self) -> str:
        """Why there is no output to score; empty where there is one."""
        for run in self.runs:
            if run.problem:
                return run.problem
            if len(run.lines) != self.segments:
                return f"{counted(len(run.lines), 'line')} out for {self.segments:,} in"
        return ""

    @property
    def outputs(self) -> list[str]:
        """The output of the first run."""
        return self.runs[0].lines

    @property
    def startup(self) -> Spread | None:
        """Seconds over an empty input; None where the command does not bear one."""
        ended = [run.seconds for run in self.startups if not run.problem]
        return Spread.of(ended) if ended else None

    @property
    def seconds(self) -> Spread:
        """Seconds of a run, start-up included."""
        return Spread.of([run.seconds for run in self.runs])

    @property
    def words_per_second(self) -> Spread:
        """Words of the source a second, start-up included."""
        return Spread.of([self.words / run.seconds for run in self.runs])

    @property
    def net_words_per_second(self) -> Spread | None:
        """Words a second once it runs; None where start-up is not known, or all there is."""
        if self.startup is None or min(run.seconds for run in self.runs) <= self.startup.median:
            return None
        return Spread.of([self.words / (run.seconds - self.startup.median) for run in self.runs])

    @property
    def processor(self) -> Spread:
        """Seconds of processor time, all cores together."""
        return Spread.of([run.processor for run in self.runs])

    @property
    def peak(self) -> int:
        """The most memory that any run took, in bytes."""
        return max(run.peak for run in self.runs)


@dataclass(frozen=True)
class Efficiency:
    """Every command, the machine, and what was asked."""

    systems: tuple[SystemEfficiency, ...]
    machine: Machine
    options: EfficiencyOptions


def measure_systems(
    commands: Mapping[str, str],
    source: Sequence[str],
    options: EfficiencyOptions,
    step: Step = lambda words: nullcontext(),
) -> Efficiency:
    """Measure commands over a source; `step` shows what is being done."""
    if not commands:
        raise InputError("no command given; name each system and the command that runs it, NAME=COMMAND")
    if not any(map(str.split, source)):
        raise InputError("the source has no word; give text to translate")
    if any("\n" in line or "\r" in line for line in source):
        raise InputError("a segment of the source has a line break inside; commands read one segment a line")
    sizes = parse_sizes(options.size, tuple(commands))
    before, text = _load(), _text(source)
    startups: dict[str, list[CommandRun]] = {name: [] for name in commands}
    runs: dict[str, list[CommandRun]] = {name: [] for name in commands}
    for number in range(options.runs):
        for name, command in commands.items():
            if any(run.problem for run in runs[name]):
                continue  # it died or hung once; another wait tells no more
            with step(f"{name}: run {number + 1} of {options.runs}"):
                startups[name].append(run_command(command, b"", options.timeout))
                runs[name].append(run_command(command, text, options.timeout))
    words = sum(len(line.split()) for line in source)
    systems = []
    for name, command in commands.items():
        system = SystemEfficiency(
            name, command, len(source), words, tuple(startups[name]), tuple(runs[name]), size=sizes.get(name)
        )
        systems.append(_looked_into(system, source, options, step))
    return Efficiency(tuple(systems), _machine((before, _load())), options)


def _looked_into(
    system: SystemEfficiency, source: Sequence[str], options: EfficiencyOptions, step: Step
) -> SystemEfficiency:
    """Add latency and habits; of a command that gives no output, no more than how it fails."""
    habits = [line_count(system.runs[0], system.segments), same_again(system.runs)]
    failed = next((run.problem for run in system.startups if run.problem), "")
    habits += [Habit("no input", not failed, failed or "ends well")]
    if any(run.problem for run in system.runs):
        return replace(system, habits=tuple(habits[2:]))
    latency = None
    if options.one_by_one:
        startup = 0.0 if system.startup is None else system.startup.median
        # The first answer waits for the start-up and is not counted, so there is one more line than asked for.
        lines = [line for line in source if line.strip()][: options.one_by_one + 1]
        with step(f"{system.name}: one segment at a time"):
            latency = measure_latency(system.command, lines, startup, options.timeout) if lines else None
    if not options.no_habits and not system.problem:

        def try_lines(lines: Sequence[str]) -> CommandRun:
            return run_command(system.command, _text(lines), options.timeout)

        with step(f"{system.name}: habits"):
            habits.append(order_matters(source, system.outputs, try_lines, options.seed))
            habits += odd_lines(source, system.outputs, try_lines)
    return replace(system, latency=latency, habits=tuple(habits))


def find_front(points: Mapping[str, tuple[float, float]]) -> dict[str, str]:
    """Return for every system the one that beats it in quality and speed, higher being better; empty on the front.

    Of several that do, the best in quality is named. One that is as good in both beats nobody.
    """
    front: dict[str, str] = {}
    for name, own in points.items():
        better = [
            other
            for other, point in points.items()
            if point != own and all(theirs >= mine for theirs, mine in zip(point, own, strict=True))
        ]
        front[name] = max(better, key=lambda other: points[other], default="")
    return front


def _text(lines: Sequence[str]) -> bytes:
    try:
        return "".join(f"{line}\n" for line in lines).encode()
    except UnicodeEncodeError as error:
        raise InputError(
            f"the source has half of a surrogate pair (U+{ord(error.object[error.start]):04X}), which no file can "
            "hold; correct it"
        ) from None


def _load() -> float:
    return os.getloadavg()[0]


def _machine(load: tuple[float, float]) -> Machine:
    model = platform.processor()
    with suppress(AssayError, OSError):
        text = contents("/proc/cpuinfo").decode("utf-8", errors="replace")
        names = [
            line.partition(":")[2].strip() for line in text.splitlines() if line.startswith("model name")
        ]
        model = names[0] if names else model
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return Machine(model or platform.machine(), cores, f"{platform.system()} {platform.release()}", load)
