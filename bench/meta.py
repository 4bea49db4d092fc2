"""Metrics against people: our times next to what they may be at most, to published ones, and to scipy in one run.

mt-metrics-eval (MTME) cannot be installed by name; its times, and that of TrueSkill in Python, were measured on the
real sets on two cores of this kind. Ours are on generated scores of the same size.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import isclose
from pathlib import Path
from typing import Any

import numpy as np
from scipy.stats import kendalltau, pearsonr

from assay.meta.contests.compare import compare_metrics
from assay.meta.contests.trio import Criterion
from assay.meta.system_pairs import soft_pairwise_accuracy
from assay.meta.ties import calibrate
from assay.stats.settings import Settings
from sections import Section, say, seconds
from support.judgement_rows import GENERATED, METRICS, metric, people, write_tree
from timing import OWN, by_turns, call

DRAWS = 1_000
TABLE_LIMIT, TABLE_OF_MTME = 5.0, 142.0
BY_ITEM = Criterion("tau-b", "item")
Call = Callable[[int], Any]


@dataclass(frozen=True)
class Figure:
    """What is timed, the seconds that it may take, and those that MTME takes for as much."""

    name: str
    ours: Call
    limit: float
    published: float
    repeats: int = 5


def meta() -> Section:
    """Time calibration, tests of two metrics and soft pairwise accuracy, scores in memory."""
    human = people()
    one, other = metric(human, 0), metric(human, 1)

    def tested(agreement: Criterion, threads: int) -> Any:
        settings = Settings(draws=DRAWS, threads=threads)
        return compare_metrics(human, one, other, agreement, test="perm-both", settings=settings)

    figures = (
        Figure("tie calibration, 30,360 pairs", lambda threads: calibrate(human, one), 0.005, 0.18, 15),
        Figure("PERM-BOTH, Pearson", partial(tested, Criterion("pearson", "none")), 0.1, 1.0),
        Figure("PERM-BOTH, tau-b by item", partial(tested, BY_ITEM), 3, 78),
        Figure("PERM-BOTH, acc-eq recalibrated", partial(tested, Criterion("acc-eq", "item")), 15, 414, 3),
        Figure(
            "SPA",
            lambda threads: soft_pairwise_accuracy(human, one, Settings(draws=DRAWS, threads=threads)),
            *(0.05, 0.01),
        ),
    )
    section = Section(
        f"Metrics against people: 12 systems x 460 segments, {DRAWS:,} draws (median)",
        ("figure", "1 thread", "all cores", "limit", "MTME, published", "ratio, all cores", "reached"),
    )
    section.notes.append(f"scores: {GENERATED} (WMT23 en-de); MTME's times are of the real one")
    for figure in figures:
        _add(section, figure)
    return section


def _add(section: Section, figure: Figure) -> None:
    say(figure.name)
    one, every = (
        run.median for run in by_turns([partial(figure.ours, 1), partial(figure.ours, 0)], figure.repeats)
    )
    times = map(seconds, (one, every, figure.limit, figure.published))
    section.add(
        (figure.name, *times, _ratio(figure.published / every)),
        reached=every < figure.limit,
        figure=figure.name,
        seconds={"one_thread": one, "all_cores": every, "published": figure.published},
        limit=figure.limit,
    )


def _ratio(value: float) -> str:
    return f"{value:.0f} x" if value >= 10 else f"{value:.1f} x"


def table() -> Section:
    """Time the whole command that makes the table of WMT23, start and reading included."""
    section = Section(
        f"Whole command: assay meta FOLDER --tasks wmt23, {METRICS} metrics x 2 pairs, no tests (best of three)",
        ("command", "time", "limit", "MTME, published", "ratio", "reached"),
    )
    section.notes.append(
        f"scores: {GENERATED} (WMT23 en-de, he-en), all of them at segment level, which asks for more"
    )
    say("the table of WMT23")
    with tempfile.TemporaryDirectory() as folder:
        tree = write_tree(Path(folder, "wmt23"))
        (run,) = by_turns([call(*OWN, "meta", str(tree), "--tasks", "wmt23", "--show", "tasks", "-q")], 3)
    best = min(run.seconds)
    section.add(
        ("assay meta", *map(seconds, (best, TABLE_LIMIT, TABLE_OF_MTME)), _ratio(TABLE_OF_MTME / best)),
        reached=best < TABLE_LIMIT,
        seconds={"ours": run.seconds, "published": TABLE_OF_MTME},
        limit=TABLE_LIMIT,
    )
    return section


@dataclass(frozen=True)
class Loop:
    """The same test as a loop over scipy: one draw of it, its value before any draw, and how many draws are run."""

    name: str
    agreement: Criterion
    value: Callable[[Any, Any], float]
    draws: int


def loops() -> Section:
    """Time PERM-BOTH next to a loop that calls scipy, in this run; what is not run in full is brought to all draws."""
    human = people()
    one, other = metric(human, 0), metric(human, 1)
    section = Section(
        f"PERM-BOTH with {DRAWS:,} draws next to a loop over scipy, one run, one thread",
        ("test", "scipy", "draws run", "ours", "ratio"),
    )
    section.notes.append("scipy: brought to all draws from those that were run")
    for loop in (
        Loop("Pearson, flat", Criterion("pearson", "none"), _flat, DRAWS),
        Loop("tau-b by item", BY_ITEM, _by_item, 5),
    ):
        say(f"a loop over scipy, {loop.name}")
        settings = Settings(draws=DRAWS, threads=1)
        calls = (
            partial(_looped, loop, human.values, one.values, other.values),
            partial(compare_metrics, human, one, other, loop.agreement, test="perm-both", settings=settings),
        )
        theirs, own = by_turns(calls, 1)
        _add_loop(section, loop, theirs.seconds[0] * DRAWS / loop.draws, own.seconds[0])
        if not isclose(loop.value(human.values, one.values), own.value.value_first, rel_tol=1e-9):
            section.correct = False
            section.notes.append(f"WRONG: {loop.name} is {own.value.value_first} here")
    return section


def _add_loop(section: Section, loop: Loop, theirs: float, own: float) -> None:
    section.add(
        (loop.name, seconds(theirs), f"{loop.draws:,}", seconds(own), _ratio(theirs / own)),
        test=loop.name,
        seconds={"peer": theirs, "one_thread": own},
        draws_run=loop.draws,
    )


def _flat(human: Any, scores: Any) -> float:
    return float(pearsonr(human.ravel(), scores.ravel()).statistic)


def _by_item(human: Any, scores: Any) -> float:
    taus = [
        kendalltau(human[:, item], scores[:, item], variant="b").statistic for item in range(human.shape[1])
    ]
    return float(np.nanmean(taus))


def _looped(loop: Loop, human: Any, one: Any, other: Any) -> int:
    """Swap two metrics cell by cell, again and again, and count the draws with a difference as large."""
    random = np.random.default_rng(5)
    spread = [scores / scores.std() for scores in (one, other)]
    observed = loop.value(human, spread[1]) - loop.value(human, spread[0])
    reached = 0
    for _ in range(loop.draws):
        swapped = random.random(human.shape) < 0.5
        drawn = [np.where(swapped, *pair) for pair in (spread, spread[::-1])]
        reached += loop.value(human, drawn[0]) - loop.value(human, drawn[1]) >= observed
    return reached
