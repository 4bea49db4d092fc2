"""Time out of events: phases, idle gaps, absence, clocks that jump, pauses at any threshold."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from assay.data import PostEdits
from assay.postedit.options import EffortOptions
from assay.postedit.quantities import measure_rows
from support.edit_logs import read_session, session

PLAIN: list[tuple[Any, ...]] = [
    (0, "open"),
    (4000, "type", "letter", 0, 1, "T"),
    (4400, "type", "letter", 1, 0, "x"),
    (5900, "erase", "erase", 1, 1, ""),
    (8900, "close"),
]


def figures(postedits: PostEdits, **options: Any) -> dict[str, Any]:
    measured = measure_rows(postedits, EffortOptions(**options))
    return {name: float(column[0]) for name, column in measured.quantities.items()}


def test_phases_add_up_to_the_time(tmp_path: Path) -> None:
    found = figures(read_session(tmp_path / "log.jsonl", session("the cat", PLAIN)))
    assert (found["read"], found["edit"], found["check"]) == (4.0, pytest.approx(1.9), 3.0)
    assert found["seconds"] == pytest.approx(8.9)
    assert (found["idle"], found["away"], found["jumps"], found["visits"]) == (0, 0, 0, 1)


def test_without_a_change_all_is_reading(tmp_path: Path) -> None:
    events = [(0, "open"), (700, "key", "navigation"), (2500, "close")]
    found = figures(read_session(tmp_path / "log.jsonl", session("the cat", events, "the cat")))
    assert (found["read"], found["edit"], found["check"]) == (2.5, 0, 0)
    assert found["unchanged"] == 1


def test_a_laptop_that_slept_is_idle_and_not_thinking(tmp_path: Path) -> None:
    slept = [(time + (3_600_000 if time > 4000 else 0), *rest) for time, *rest in PLAIN]
    found = figures(read_session(tmp_path / "log.jsonl", session("the cat", slept)))
    assert found["seconds"] == pytest.approx(8.5)
    assert found["idle"] == pytest.approx(3600.4)
    assert found["pauses"] == 2
    assert found["pause_seconds"] == pytest.approx(5.5)
    awake = figures(read_session(tmp_path / "log.jsonl", session("the cat", slept)), idle=4000.0)
    assert awake["seconds"] == pytest.approx(3608.9)
    assert awake["idle"] == 0


def test_a_clock_that_jumps_back_takes_no_time_away(tmp_path: Path) -> None:
    back = [(time - (600_000 if time > 4000 else 0), *rest) for time, *rest in PLAIN]
    found = figures(read_session(tmp_path / "log.jsonl", session("the cat", back)))
    assert found["seconds"] == pytest.approx(8.5)
    assert found["jumps"] == 1


def test_time_away_is_no_work(tmp_path: Path) -> None:
    away = [*PLAIN[:2], (4100, "blur"), (4200, "scroll"), (64_100, "focus")]
    away += [(time + 60_000, *rest) for time, *rest in PLAIN[2:]]
    found = figures(read_session(tmp_path / "log.jsonl", session("the cat", away)))
    assert found["away"] == pytest.approx(60.0)
    assert found["seconds"] == pytest.approx(8.9)
    assert found["read"] == 4.0


def test_two_visits_and_what_lies_between(tmp_path: Path) -> None:
    again = [*PLAIN, (900_000, "open"), (901_000, "type", "letter", 0, 1, "t"), (902_000, "close")]
    found = figures(read_session(tmp_path / "log.jsonl", session("the cat", again)))
    assert found["visits"] == 2
    assert found["seconds"] == pytest.approx(10.9)
    assert found["read"] == 4.0
    assert (found["pauses"], found["pause_seconds"]) == (3, pytest.approx(6.5))


@pytest.mark.parametrize(
    ("threshold", "count", "seconds"), [(300, 3, 5.9), (401, 2, 5.5), (1000, 2, 5.5), (2000, 1, 4.0)]
)
def test_pauses_at_any_threshold(tmp_path: Path, threshold: int, count: int, seconds: float) -> None:
    found = figures(read_session(tmp_path / "log.jsonl", session("the cat", PLAIN)), pause=threshold)
    assert (found["pauses"], found["pause_seconds"]) == (count, pytest.approx(seconds))


def test_changes_by_mouse_end_a_pause_and_scrolling_does_not(tmp_path: Path) -> None:
    events = [
        (0, "open"),
        (2000, "scroll"),
        (3000, "drop", "none", 0, 0, "a"),
        (4500, "mouse"),
        (5000, "close"),
    ]
    found = figures(read_session(tmp_path / "log.jsonl", session("cat", events)))
    assert (found["pauses"], found["pause_seconds"]) == (2, pytest.approx(4.5))
    assert (found["mouse"], found["actions"], found["keys"]) == (1, 1, 0)


def test_rows_do_not_run_into_each_other(tmp_path: Path) -> None:
    first = session("the cat", PLAIN)
    second = session(
        "the cat", [(50_000, "scroll"), *((t + 60_000, *rest) for t, *rest in PLAIN)], unit="2", segment="2"
    )
    measured = measure_rows(read_session(tmp_path / "log.jsonl", first, second), EffortOptions())
    assert measured.quantities["seconds"] == pytest.approx([8.9, 18.9])
    assert not np.nan_to_num(measured.quantities["away"]).any()
