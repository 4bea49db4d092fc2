"""What `assay verify` has to say: which inputs changed, and every number that came out differently.

Numbers are equal when every digit is. Where versions differ, the last digits may: then numbers are equal up to a
relative tolerance, and sentences, whose rounded digits may tip over, are shown and not counted.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from assay.data import InputFile, Run
from assay.reporting.blocks import Block, Head, Heading, Listing, Prose, Table, Value

TOLERANCE = 1e-9
SPOKEN = ("text", "items", "notes", "title", "words", "label", "legend")
SHOWN = 100
TABLE_KEYS = ("number", "segment", "document", "block", "bucket", "metric", "system", "first", "second")


@dataclass(frozen=True)
class Difference:
    """One place of the result that is not what it was; what is `spoken` are words, not numbers."""

    where: str
    recorded: object
    now: object
    spoken: bool = False


@dataclass(frozen=True)
class InputState:
    """An input of the run, and the same file now, None where it cannot be read."""

    recorded: InputFile
    now: InputFile | None

    @property
    def state(self) -> str:
        """Say what became of the file."""
        if self.now is None:
            return "missing"
        return "same" if self.now.sha256 == self.recorded.sha256 else "changed"


def differences(recorded: Run, now: Run, tolerance: float) -> list[Difference]:
    """Compare every value of two results."""
    found = list(_compared("exit code", recorded.code, now.code, tolerance))
    found += _compared("signatures", recorded.signatures, now.signatures, tolerance)
    found += _lists("blocks", recorded.blocks, now.blocks, tolerance)
    statistics = [{(one.metric, one.system): one for one in run.statistics} for run in (recorded, now)]
    for key in dict.fromkeys([*statistics[0], *statistics[1]]):
        old, new = (by_key.get(key) for by_key in statistics)
        if old is None or new is None or old.rows.shape != new.rows.shape:
            found.append(Difference(f"statistics {key}", old and old.shape, new and new.shape))
        else:
            apart = ~np.isclose(new.rows, old.rows, rtol=tolerance, atol=0, equal_nan=True)
            found += [Difference(f"statistics {key}", "", f"{apart.sum()} numbers")] if apart.any() else []
    return found


def _compared(
    where: str, recorded: object, now: object, tolerance: float, *, spoken: bool = False
) -> Iterator[Difference]:
    if isinstance(recorded, Mapping) and isinstance(now, Mapping):
        for key in dict.fromkeys([*recorded, *now]):
            words = spoken or key in SPOKEN
            yield from _compared(f"{where}.{key}", recorded.get(key), now.get(key), tolerance, spoken=words)
    elif isinstance(recorded, list) and isinstance(now, list):
        yield from _lists(where, recorded, now, tolerance, spoken=spoken)
    elif not _equal(recorded, now, tolerance):
        yield Difference(where, recorded, now, spoken)


def _lists(
    where: str, recorded: Sequence[object], now: Sequence[object], tolerance: float, *, spoken: bool = False
) -> Iterator[Difference]:
    if len(recorded) != len(now):
        yield Difference(f"{where}, how many", len(recorded), len(now), spoken)
    for place, (old, new) in enumerate(zip(recorded, now, strict=False), start=1):
        yield from _compared(f"{where}{_name(old, place)}", old, new, tolerance, spoken=spoken)


def _name(item: object, place: int) -> str:
    """Name an item of a list as a reader of the report would: a block by its name, a row by its first cells."""
    if not isinstance(item, Mapping):
        return f"[{place}]"
    if isinstance(item.get("block"), str):
        return f"[{item.get('name') or item['block']}]"
    cells = [str(item[key]) for key in TABLE_KEYS if isinstance(item.get(key), str | int)]
    return f"[{', '.join(cells) or place}]"


def _equal(recorded: object, now: object, tolerance: float) -> bool:
    if isinstance(recorded, float) and isinstance(now, float):
        return math.isclose(recorded, now, rel_tol=tolerance)
    return type(recorded) is type(now) and recorded == now


def changed_report(states: Sequence[InputState], directory: str | None = None) -> list[Block]:
    """Say which inputs are not those of the run, and what to do; `directory` is one in which all of them are."""
    bad = [one for one in states if one.state != "same"]
    return [
        Heading("Not repeated: the inputs are not those of the run"),
        Listing("verdict", "What changed", tuple(map(_changed, bad))),
        Prose(_next(bad, directory)),
        _inputs_table(states),
    ]


def _changed(one: InputState) -> str:
    if one.now is None:
        return f"{one.recorded.path} is missing."
    then, now = one.recorded.size, one.now.size
    sizes = f"{then:,} bytes then, {now:,} now" if then != now else f"{now:,} bytes as before, but others"
    return f"{one.recorded.path} is changed: {sizes}."


def _next(bad: Sequence[InputState], directory: str | None) -> str:
    if directory is not None:
        return f"All of them are in {directory}, unchanged: give --directory {directory}."
    if any(one.state == "missing" for one in bad):
        return (
            "Recorded paths start in the directory in which the command was run: name it with --directory, or put the "
            "files back where they were."
        )
    return "Bring back the files as they were, or record the run again with --run."


def repeated_report(
    states: Sequence[InputState], recorded: Run, now: Run, tolerance: float | None
) -> tuple[list[Block], bool]:
    """Say whether a repetition came out the same, what differs, and by which rule; return whether it did."""
    versions = [
        (name, recorded.environment.get(name, ""), now.environment.get(name, ""))
        for name in dict.fromkeys([*recorded.environment, *now.environment])
    ]
    moved = any(old != new for _, old, new in versions)
    allowed = tolerance if tolerance is not None else TOLERANCE if moved else 0.0
    found = differences(recorded, now, allowed)
    counted = [one for one in found if not (one.spoken and (moved or allowed))]
    counted += _inputs_differ(recorded, now)
    rule = f"equal up to {allowed:g} of their size" if allowed else "equal to the last digit"
    verdict = f"{'All' if not counted else 'Not all'} numbers are {rule}."
    blocks: list[Block] = [
        Heading("Repeated: the same" if not counted else "Repeated: not the same"),
        Listing("verdict", "Verdict", (verdict, *_why(moved))),
    ]
    blocks += [_differences_table(found + _inputs_differ(recorded, now))] if found or counted else []
    heads = (Head("name"), Head("recorded"), Head("now"))
    blocks += [_inputs_table(states), Table("environment", heads, tuple(versions), "Environment")]
    return blocks, not counted


def _why(moved: bool) -> list[str]:
    words = "Versions differ, so the last digits may; sentences are shown and not counted."
    return [words] if moved else []


def _inputs_differ(recorded: Run, now: Run) -> list[Difference]:
    old, new = ({one.path: one.sha256 for one in run.inputs} for run in (recorded, now))
    return [
        Difference(f"input {path}", old.get(path, "not read"), new.get(path, "not read"))
        for path in dict.fromkeys([*old, *new])
        if old.get(path) != new.get(path)
    ]


def _inputs_table(states: Sequence[InputState]) -> Table:
    rows = [(one.recorded.path, one.state, one.recorded.sha256, one.recorded.size) for one in states]
    heads = (Head("path"), Head("state"), Head("sha256"), Head("size", align="right"))
    return Table("inputs", heads, tuple(rows), "Inputs")


def _differences_table(found: Sequence[Difference]) -> Table:
    rows = tuple((one.where, _cell(one.recorded), _cell(one.now)) for one in found[:SHOWN])
    heads = (
        Head("where"),
        Head("recorded", align="right", digits=12),
        Head("now", align="right", digits=12),
    )
    more = (f"{len(found) - SHOWN} more are not shown.",) if len(found) > SHOWN else ()
    return Table("differences", heads, rows, "Differences", more, {"found": len(found)})


def _cell(value: object) -> Value:
    return value if value is None or isinstance(value, str | int | float) else str(value)
