"""What systems cost: quality beside speed, who is beaten in both, latency, memory, size, and habits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assay.comparison import Key
from assay.efficiency import Efficiency
from assay.efficiency.latency import Latency
from assay.efficiency.measurement import SystemEfficiency, find_front
from assay.efficiency.processes import Spread
from assay.metrics import Evaluation, Metric, labels
from assay.reporting.blocks import Block, Estimate, Figure, Head, Heading, Listing, Prose, Table, Value
from assay.reporting.columns import TableColumn, figure_of, number, number_head, several, table_of, text
from assay.reporting.tables.comparison.scores import metric_heads
from assay.stats import Interval

# Of the cores, by the load before: others may have had a part of the machine
BUSY = 0.5
MEBI = 1024**2

Intervals = Mapping[Key, Interval]


def efficiency_report(
    efficiency: Efficiency,
    evaluation: Evaluation | None = None,
    intervals: Intervals | None = None,
    glossary: Mapping[str, tuple[int, int]] | None = None,
    *,
    pictures: bool = False,
    details: bool = True,
) -> list[Block]:
    """Report on the cost of systems, beside their quality where it was scored.

    `glossary` has the terms kept and wanted, by system; `details` say what was seen of every habit.
    """
    systems = efficiency.systems
    front = _front(systems, evaluation, intervals or {})
    facts = {"runs": efficiency.options.runs, "segments": systems[0].segments, "words": systems[0].words}
    columns: list[TableColumn] = [text("system", read="name")]
    if evaluation is not None:
        columns.append(_quality(evaluation, intervals or {}))
    if glossary:
        columns.append(
            number("terms", "terms kept %", read=lambda system: _kept(glossary.get(system.name)), digits=1)
        )
    columns += [_spread("words_per_second", "words/s", 0), _spread("net_words_per_second", "once running", 0)]
    speed = table_of(
        "efficiency",
        f"Quality and speed: {systems[0].segments:,} segments, {systems[0].words:,} words",
        systems,
        columns,
        notes=["words/s: words of the source a second, start-up included; median of runs, [least, most]"],
        facts=facts,
    )
    figures = [_pareto_figure(systems, evaluation, intervals or {}, front)] if pictures and front else []
    return [
        Heading(headline(efficiency, evaluation, intervals or {})),
        Listing("verdict", "What it costs", tuple(_verdicts(systems, front))),
        *figures,
        speed,
        _cost_table(efficiency),
        _habit_table(systems),
        *([_seen_table(systems)] if details else []),
        Prose(_machine_words(efficiency)),
    ]


def headline(efficiency: Efficiency, evaluation: Evaluation | None, intervals: Intervals) -> str:
    """Say who is fastest, and who is best where that was scored."""
    running = [system for system in efficiency.systems if not system.problem]
    if not running:
        return "No system translated the source"
    fastest = max(running, key=lambda system: system.words_per_second.median)
    speed = f"{fastest.name}: {fastest.words_per_second.median:,.0f} words a second"
    if len(running) == 1:
        return speed
    if evaluation is None:
        return f"The fastest is {speed}"
    metric = evaluation.metrics[0]
    best = max(evaluation.systems, key=lambda name: _goodness(metric, intervals[metric, name].estimate))
    quality = f"{labels(evaluation.metrics)[metric]} {intervals[metric, best].estimate:.2f}"
    if best == fastest.name:
        return f"{best} is the fastest and the best: {fastest.words_per_second.median:,.0f} words a second, {quality}"
    return f"The fastest is {speed}; the best is {best}: {quality}"


def _verdicts(systems: Sequence[SystemEfficiency], front: Mapping[str, str]) -> list[str]:
    silent = [system for system in systems if system.problem]
    verdicts = [f"{system.name} gave no output that can be scored: {system.problem}." for system in silent]
    kept = [name for name, beaten_by in front.items() if not beaten_by]
    if len(front) > 1:
        verdicts.append(f"On the front, where no other is both better and faster: {', '.join(kept)}.")
    verdicts += [
        f"{name}: {other} is at least as good and as fast." for name, other in front.items() if other
    ]
    for system in systems:
        odd = [f"{habit.name} ({habit.seen})" for habit in system.habits if not habit.well]
        if odd:
            verdicts.append(f"{system.name}, look again: {'; '.join(odd)}.")
    return verdicts or ["All habits that were tried are as they should be."]


def _front(
    systems: Sequence[SystemEfficiency], evaluation: Evaluation | None, intervals: Intervals
) -> dict[str, str]:
    if evaluation is None:
        return {}
    metric = evaluation.metrics[0]
    speeds = {system.name: system.words_per_second.median for system in systems}
    return find_front(
        {
            name: (_goodness(metric, intervals[metric, name].estimate), speeds[name])
            for name in evaluation.systems
        }
    )


def _goodness(metric: Metric, score: float) -> float:
    return score if metric.higher_is_better else -score


def _quality(evaluation: Evaluation, intervals: Intervals) -> TableColumn:
    def scores(system: SystemEfficiency) -> list[Value]:
        if system.name not in evaluation.systems:
            return [None] * len(evaluation.metrics)
        each = [intervals[metric, system.name] for metric in evaluation.metrics]
        return [Estimate(interval.estimate, interval.low, interval.high) for interval in each]

    return several(metric_heads(evaluation), read=scores)


def _kept(terms: tuple[int, int] | None) -> float | None:
    return 100 * terms[0] / terms[1] if terms and terms[1] else None


def _spread(name: str, label: str, digits: int) -> TableColumn:
    """Return a column of medians with the least and the most of all runs."""

    def read(system: SystemEfficiency) -> list[Value]:
        spread: Spread | None = None if system.runs[0].problem else getattr(system, name)
        return [None if spread is None else Estimate(spread.median, spread.low, spread.high)]

    return several([number_head(name, label, digits=digits)], read=read)


def _cost_table(efficiency: Efficiency) -> Table:
    def milliseconds(share: float) -> TableColumn:
        def read(system: SystemEfficiency) -> float | None:
            seconds = None if system.latency is None else system.latency.at(share)
            return None if seconds is None else 1000 * seconds

        return number(f"p{100 * share:g}", f"p{100 * share:g} ms", read=read, digits=1)

    latencies = [system.latency for system in efficiency.systems if system.latency is not None]
    columns = [
        text("system", read="name"),
        _spread("startup", "start-up s", 2),
        _spread("seconds", "run s", 2),
        _spread("processor", "processor s", 2),
        *((text("latency", read=_latency_kind),) if latencies else ()),
        *(milliseconds(share) for share in (0.5, 0.95, 0.99) if latencies),
        number("peak", "memory MiB", read=lambda system: system.peak / MEBI, digits=1),
        number(
            "size",
            "size MiB",
            read=lambda system: None if system.size is None else system.size / MEBI,
            digits=1,
        ),
    ]
    notes = [
        "memory: the most that the command and all its children held at a time, shared pages counted in each"
    ]
    if latencies:
        notes.append(
            "latency of one segment at a time: warm, one process asked again and again; cold, one process a segment"
        )
    return table_of("cost", "Latency and cost", efficiency.systems, columns, notes=notes)


def _latency_kind(system: SystemEfficiency) -> str | None:
    latency: Latency | None = system.latency
    if latency is None:
        return None
    return f"{latency.kind}, then {latency.problem}" if latency.problem else latency.kind


def _habit_table(systems: Sequence[SystemEfficiency]) -> Table:
    """Show systems by habits: a tick, or that it should be looked at."""
    names = list(dict.fromkeys(habit.name for system in systems for habit in system.habits))

    def ticks(system: SystemEfficiency) -> list[Value]:
        well = {habit.name: "✓" if habit.well else "look" for habit in system.habits}
        return [well.get(name) for name in names]

    columns = [text("system", read="name"), several([Head(name) for name in names], read=ticks)]
    return table_of("habits", "Habits", systems, columns)


def _seen_table(systems: Sequence[SystemEfficiency]) -> Table:
    rows = [(system.name, habit.name, habit.seen) for system in systems for habit in system.habits]
    columns = [text(name, read=place) for place, name in enumerate(("system", "habit", "seen"))]
    return table_of("habits-seen", "Habits: what was seen", rows, columns)


def _pareto_figure(
    systems: Sequence[SystemEfficiency],
    evaluation: Evaluation | None,
    intervals: Intervals,
    front: Mapping[str, str],
) -> Figure:
    """Draw quality over speed; those on the front apart from those that another beats in both."""
    assert evaluation is not None  # there is no front without scores
    metric = evaluation.metrics[0]
    rows: list[tuple[Value, ...]] = []
    words = []
    for system in systems:
        if system.name not in front:
            continue
        speed, score = system.words_per_second, intervals[metric, system.name]
        group = "beaten in both" if front[system.name] else "nobody is both better and faster"
        rows.append(
            (speed.median, score.estimate, system.name, group, speed.low, speed.high, score.low, score.high)
        )
        words.append(f"{system.name}: {speed.median:,.0f} words a second, {score.estimate:.2f}")
    label = labels(evaluation.metrics)[metric]
    return figure_of(
        "scatter",
        "front",
        f"{label} and speed",
        rows,
        words,
        data="front-data",
        axis="words a second",
        upright=label,
    )


def _machine_words(efficiency: Efficiency) -> str:
    machine, runs = efficiency.machine, efficiency.options.runs
    before, after = machine.load
    busy = (
        " The machine was busy before: figures of time may be too high; measure again when it is idle."
        if before > BUSY * machine.cores
        else ""
    )
    return (
        f"{machine.processor}, {machine.cores} cores, {machine.system}; load {before:.1f} before, {after:.1f} after; "
        f"{runs} run{'' if runs == 1 else 's'} of each command, in turns.{busy}"
    )
