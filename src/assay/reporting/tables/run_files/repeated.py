"""What `assay verify` has to say: which inputs changed, and every number that came out differently.

Numbers are equal when every digit is. Where versions differ, the last digits may: then numbers are equal up to a
relative tolerance, and sentences, whose rounded digits may tip over, are shown and not counted.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass

import numpy as np

from assay.data import InputState, Results, Run
from assay.reporting.blocks import Block, Heading, Listing, Prose, Table, Value
from assay.reporting.columns import number, table_of, text

# Relative: sums of a million numbers in another order stay well below it
TOLERANCE = 1e-9
SPOKEN = ("text", "items", "notes", "title", "words", "label", "legend")
SHOWN = 100  # differences in the table
TABLE_KEYS = ("number", "segment", "document", "block", "bucket", "metric", "system", "first", "second")


@dataclass(frozen=True)
class Difference:
    """One place of the result that is not what it was; what is `spoken` are words, not numbers."""

    where: str
    recorded: object
    now: object
    spoken: bool = False


def differences(recorded: Run, now: Run, tolerance: float) -> list[Difference]:
    """Compare every value of two runs; the report shows all results, so that these count where it is the same."""
    reported = list(_lists("blocks", recorded.blocks, now.blocks, tolerance))
    return [
        *_compared("exit code", recorded.code, now.code, tolerance),
        *_compared("signatures", recorded.signatures, now.signatures, tolerance),
        *(reported or _result_differences(recorded.results, now.results, tolerance)),
        *_statistics_differences(recorded, now, tolerance),
    ]


def _result_differences(recorded: Results | None, now: Results | None, tolerance: float) -> list[Difference]:
    if recorded is None or now is None:  # one of the files is older than results
        return []
    old, new = json.loads(json.dumps([asdict(recorded), asdict(now)]))
    return list(_compared("results", old, new, tolerance))


def _statistics_differences(recorded: Run, now: Run, tolerance: float) -> Iterator[Difference]:
    before, after = (
        {(statistics.metric, statistics.system): statistics for statistics in run.statistics}
        for run in (recorded, now)
    )
    for key in dict.fromkeys([*before, *after]):
        old, new = before.get(key), after.get(key)
        if old is None or new is None or old.rows.shape != new.rows.shape:
            yield Difference(f"statistics {key}", old and old.shape, new and new.shape)
        else:
            apart = ~np.isclose(new.rows, old.rows, rtol=tolerance, atol=0, equal_nan=True)
            if apart.any():
                yield Difference(f"statistics {key}", "", f"{apart.sum()} numbers")


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
    bad = [state for state in states if state.kind != "same"]
    return [
        Heading("Not repeated: the inputs have changed"),
        Listing("verdict", "What changed", tuple(map(_changed, bad))),
        Prose(_next(bad, directory)),
        _inputs_table(states),
    ]


def _changed(state: InputState) -> str:
    if state.now is None:
        return f"{state.recorded.path} is missing."
    then, now = state.recorded.size, state.now.size
    sizes = f"{then:,} bytes then, {now:,} now" if then != now else f"still {now:,} bytes, but different ones"
    return f"{state.recorded.path} has changed: {sizes}."


def _next(bad: Sequence[InputState], directory: str | None) -> str:
    if directory is not None:
        return f"All inputs are unchanged in {directory}: give --directory {directory}."
    if any(state.kind == "missing" for state in bad):
        return (
            "Recorded paths are relative to the directory in which the command was run: name it with --directory, "
            "or put the files back where they were."
        )
    return "Restore the files, or record the run again with --run."


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
    inputs = _inputs_differ(recorded, now)
    different = [*differences(recorded, now, allowed), *inputs]
    counted = [place for place in different if not (place.spoken and (moved or allowed))]
    rule = f"equal to within a relative difference of {allowed:g}" if allowed else "equal to the last digit"
    verdict = f"{'All' if not counted else 'Not all'} numbers are {rule}."
    environment = [text(name, read=place) for place, name in enumerate(("name", "recorded", "now"))]
    blocks: list[Block] = [
        Heading("Repeated: same results" if not counted else "Repeated: different results"),
        Listing("verdict", "Verdict", (verdict, *_absent(recorded, now), *_why(moved))),
        *([_differences_table(different)] if different else []),
        _inputs_table(states),
        table_of("environment", "Environment", versions, environment),
    ]
    return blocks, not counted


def _absent(recorded: Run, now: Run) -> list[str]:
    """Say what a run file does not hold though its command makes it, and so was not compared."""
    results = recorded.results is None and now.results is not None
    return [
        *(
            ["The run file has no results, so only its tables, which are rounded, were compared."]
            if results
            else []
        ),
        *(
            ["The run file has no statistics of segments, so none were compared."]
            if now.statistics and not recorded.statistics
            else []
        ),
    ]


def _why(moved: bool) -> list[str]:
    words = (
        "Versions differ, so the last digits may differ too; changes of wording are shown but not counted."
    )
    return [words] if moved else []


def _inputs_differ(recorded: Run, now: Run) -> list[Difference]:
    old, new = ({file.path: file.sha256 for file in run.inputs} for run in (recorded, now))
    return [
        Difference(f"input {path}", old.get(path, "not read"), new.get(path, "not read"))
        for path in dict.fromkeys([*old, *new])
        if old.get(path) != new.get(path)
    ]


def _inputs_table(states: Sequence[InputState]) -> Table:
    columns = [
        text("path", read="recorded.path"),
        text("state", read="kind"),
        text("sha256", read="recorded.sha256"),
        number("size", read="recorded.size"),
    ]
    return table_of("inputs", "Inputs", states, columns)


def _differences_table(different: Sequence[Difference]) -> Table:
    columns = [
        text("where"),
        number("recorded", read=lambda place: _cell(place.recorded), digits=12),
        number("now", read=lambda place: _cell(place.now), digits=12),
    ]
    more = f"{len(different) - SHOWN} more not shown." if len(different) > SHOWN else ""
    facts = {"found": len(different)}
    return table_of("differences", "Differences", different[:SHOWN], columns, notes=[more], facts=facts)


def _cell(figure: object) -> Value:
    return figure if figure is None or isinstance(figure, str | int | float) else str(figure)
