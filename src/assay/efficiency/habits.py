"""Habits of a system that no score shows: does it keep lines, answer alike twice, bear odd input?

Odd lines are made of the first line of the source that has some words, each sent in a run of its own: a command that
dies of one must not take the others along.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from assay.diagnosis import counted
from assay.efficiency.processes import CommandRun

LONG = 1000  # words of the long line
FEWEST = 4  # words of the line that odd ones are made of
# Of the usual words out per word in: below that, much of a long line was lost
SHORTENED = 0.5
TAGS = ('<b id="1">', "</b>")
PLACEHOLDERS = ("{name}", "%s", "${count}", "__0__")
ADDRESSES = ("https://example.org/a?b=1&c=2", "info@example.org")
EMOJI = "🙂"

Try = Callable[[Sequence[str]], CommandRun]


@dataclass(frozen=True)
class Habit:
    """What was looked at, whether all was well, and what was seen."""

    name: str
    well: bool
    seen: str


def line_count(run: CommandRun, segments: int) -> Habit:
    """Are there as many lines as segments?"""
    lines = len(run.lines)
    return Habit("lines", lines == segments, f"{counted(lines, 'line')} out for {segments:,} in")


def same_again(runs: Sequence[CommandRun]) -> Habit:
    """Do all runs give the same output?"""
    changed = max((_changed(runs[0].lines, run.lines) for run in runs[1:]), default=0)
    if len(runs) < 2:
        return Habit("same again", True, "one run only, nothing to compare")
    words = "all alike" if not changed else f"{_of_lines(changed, len(runs[0].lines))} from run to run"
    return Habit("same again", not changed, f"{len(runs)} runs, {words}")


def order_matters(source: Sequence[str], outputs: Sequence[str], try_lines: Try, seed: int) -> Habit:
    """Do outputs change when the input comes in another order?"""
    order = np.random.default_rng(seed).permutation(len(source)).tolist()
    run = try_lines([source[place] for place in order])
    lines = run.lines
    if run.problem or len(lines) != len(source):
        return Habit(
            "order", False, run.problem or f"{counted(len(lines), 'line')} out for {len(source):,} shuffled"
        )
    back = [""] * len(source)
    for place, line in zip(order, lines, strict=True):
        back[place] = line
    changed = _changed(outputs, back)
    words = "none changes" if not changed else _of_lines(changed, len(source))
    return Habit("order", not changed, f"{words} when the input is shuffled")


def _of_lines(changed: int, lines: int) -> str:
    return f"{changed:,} of {counted(lines, 'line')} {'changes' if changed == 1 else 'change'}"


def odd_lines(source: Sequence[str], outputs: Sequence[str], try_lines: Try) -> list[Habit]:
    """Try an empty, a long, a tagged line, one with placeholders, with addresses, with an emoji."""
    usual = next((line for line in source if len(line.split()) >= FEWEST), source[0])
    words = usual.split()
    return [
        _empty(try_lines([usual, "", usual])),
        _long(source, outputs, try_lines),
        _kept("tags", f"{TAGS[0]}{words[0]}{TAGS[1]} {' '.join(words[1:])}", TAGS, try_lines),
        _kept("placeholders", f"{usual} {' '.join(PLACEHOLDERS)}", PLACEHOLDERS, try_lines),
        _kept("addresses", f"{usual} {' '.join(ADDRESSES)}", ADDRESSES, try_lines),
        _kept("emoji", f"{usual} {EMOJI}", (EMOJI,), try_lines),
        _single("tab", usual.replace(" ", "\t", 1), try_lines),
    ]


def _empty(run: CommandRun) -> Habit:
    lines = run.lines
    if run.problem or len(lines) != 3:
        return Habit(
            "empty line",
            False,
            run.problem or f"{counted(len(lines), 'line')} out for 3, of which one is empty",
        )
    blank = not lines[1].strip()
    return Habit("empty line", blank, "stays empty" if blank else f'becomes "{lines[1].strip()[:40]}"')


def _long(source: Sequence[str], outputs: Sequence[str], try_lines: Try) -> Habit:
    words = " ".join(source).split()
    words = (words * (LONG // max(1, len(words)) + 1))[:LONG]
    run = try_lines([" ".join(words)])
    if run.problem or len(run.lines) != 1:
        return Habit(
            "long line",
            False,
            run.problem or f"{counted(len(run.lines), 'line')} out for one of {LONG:,} words",
        )
    usual = _count(outputs) / max(1, _count(source))
    out = _count(run.lines)
    well = out >= SHORTENED * usual * LONG
    return Habit("long line", well, f"{out:,} words out for {LONG:,}; {usual * LONG:,.0f} would be usual")


def _kept(name: str, line: str, wanted: Sequence[str], try_lines: Try) -> Habit:
    """Does everything that must not be translated come out as it went in?"""
    run = try_lines([line])
    if run.problem or len(run.lines) != 1:
        return Habit(name, False, run.problem or f"{counted(len(run.lines), 'line')} out for one")
    lost = [part for part in wanted if part not in run.lines[0]]
    return Habit(name, not lost, f"{' '.join(lost)} lost or changed" if lost else "kept")


def _single(name: str, line: str, try_lines: Try) -> Habit:
    run = try_lines([line])
    well = not run.problem and len(run.lines) == 1
    return Habit(name, well, run.problem or f"{counted(len(run.lines), 'line')} out for one")


def _changed(first: Sequence[str], second: Sequence[str]) -> int:
    """Count the lines that differ, those that only one side has included."""
    return sum(a != b for a, b in zip(first, second, strict=False)) + abs(len(first) - len(second))


def _count(lines: Sequence[str]) -> int:
    return sum(len(re.findall(r"\S+", line)) for line in lines)
