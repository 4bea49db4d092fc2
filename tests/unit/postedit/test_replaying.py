"""Replaying logs: the final text comes out exactly, whatever was typed; odd logs are named, never believed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from assay.data import EVENT_KINDS
from assay.io import read_postedits
from assay.io.postedits.own import write_log
from assay.postedit import measure_effort
from assay.postedit.options import EffortOptions
from assay.postedit.playback import replay
from assay.postedit.quantities import measure_rows
from support.edit_logs import Change, edited, read_session, session, write_records

MANY = settings(  # a busy machine draws slowly
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], max_examples=50
)
CHANGING = list(EVENT_KINDS)[: list(EVENT_KINDS).index("key")]


@MANY
@given(edited())
def test_events_make_the_final_text_exactly(tmp_path: Path, drawn: tuple[str, list[Change], str]) -> None:
    begun, changes, final = drawn
    kinds = [CHANGING[number % len(CHANGING)] for number in range(len(changes))]
    events = [
        (0, "open"),
        *(
            (9 * n, kind, "letter", *change)
            for n, (kind, change) in enumerate(zip(kinds, changes, strict=True))
        ),
    ]
    postedits = read_session(tmp_path / "log.jsonl", session(begun, [*events, (99, "close")], final))
    replays = replay(postedits)
    assert replays.texts == (final,)
    assert replays.equal.tolist() == [True]


@MANY
@given(edited())
def test_a_log_that_is_written_is_read_as_it_was(
    tmp_path: Path, drawn: tuple[str, list[Change], str]
) -> None:
    begun, changes, final = drawn
    events = [(0, "open"), *((n, "type", "symbol", *change) for n, change in enumerate(changes)), (5, "blur")]
    postedits = read_session(tmp_path / "log.jsonl", session(begun, events, final, document="d", source="s"))
    again = tmp_path / "again.jsonl"
    again.write_text(write_log(postedits), encoding="utf-8")
    copy = read_postedits(str(again))
    assert write_log(copy) == write_log(postedits)
    assert replay(copy).texts == (final,)


def test_a_text_that_does_not_come_out_is_named(tmp_path: Path) -> None:
    events = [(0, "open"), (10, "type", "letter", 0, 1, "T"), (20, "close")]
    study = measure_effort(read_session(tmp_path / "log.jsonl", session("the cat", events, "a dog")))
    [remark] = study.remarks[1:]
    assert (remark.kind, remark.count) == ("rows whose events replay to another text than the file has", 1)
    assert remark.places == ("segment 1, anna",)


def test_a_change_outside_the_text_is_named_and_not_counted(tmp_path: Path) -> None:
    events = [(0, "open"), (10, "type", "letter", 99, 0, "x"), (20, "close")]
    measured = measure_rows(
        read_session(tmp_path / "log.jsonl", session("cat", events, "cat")), EffortOptions()
    )
    assert measured.replays.outside.tolist() == [True]
    assert np.isnan(measured.quantities["word_edits"]).all()


def test_a_lost_connection_leaves_the_text_that_was_reached(tmp_path: Path) -> None:
    events = [(0, "open"), (900, "type", "letter", 3, 0, "s")]
    postedits = read_session(tmp_path / "log.jsonl", session("cat", events))
    measured = measure_rows(postedits, EffortOptions())
    assert list(measured.postedits.final or ()) == ["cats"]
    assert [remark.kind for remark in postedits.remarks[1:]] == ["units without a final text"]


def test_a_paste_of_a_megabyte_is_one_change(tmp_path: Path) -> None:
    long = "word \U0001f600 " * 150_000
    events = [
        (0, "open"),
        (500, "paste", "paste", 0, 0, long),
        (900, "type", "letter", 4, 0, "s"),
        (999, "close"),
    ]
    measured = measure_rows(
        read_session(tmp_path / "log.jsonl", session("", events, task="ht")), EffortOptions()
    )
    assert (measured.postedits.final or [""])[0] == long[:4] + "s" + long[4:]
    assert measured.quantities["typed"].tolist() == [len(long) + 1]
    assert measured.quantities["keys_paste"].tolist() == [1]


def test_a_blind_log_has_lengths_and_no_words(tmp_path: Path) -> None:
    unit, batch, *_ = session(
        "the cat", [(0, "open"), (9, "type", "letter", 7, 0, "s"), (18, "erase", "erase", 7, 1, "")]
    )
    batch["ins"] = [1, 0]
    ending = {"final": "1", "characters": 7, "words": 2}
    path = write_records(tmp_path / "blind.jsonl", unit, batch, ending, content="blind")
    measured = measure_rows(read_postedits(path), EffortOptions())
    figures = {name: column[0] for name, column in measured.quantities.items()}
    assert (figures["typed"], figures["erased"], figures["wasted"]) == (1, 1, 1)
    assert (figures["final_chars"], figures["final_words"]) == (7, 2)
    assert np.isnan(figures["word_edits"])
    assert np.isnan(figures["ter_edits"])
    again = write_log(read_postedits(path))
    assert '"content": "blind"' in again
    assert '"ins": [1, 0]' in again


@pytest.mark.parametrize(
    ("changes", "word_edits", "wasted"),
    [
        ([(4, 3, "young")], 1, 0),
        ([(4, 3, ""), (4, 0, "y"), (5, 0, "x"), (5, 1, ""), (5, 0, "oung")], 1, 1),
        ([(0, 1, "T"), (8, 3, "dog")], 2, 0),
        ([(0, 1, "T"), (8, 3, "dog"), (0, 1, "t")], 3, 1),
    ],
)
def test_edits_that_were_made_are_counted(
    tmp_path: Path, changes: list[Change], word_edits: int, wasted: int
) -> None:
    events = [(n, "type", "letter", *change) for n, change in enumerate(changes)]
    measured = measure_rows(
        read_session(tmp_path / "log.jsonl", session("the old cat", events)), EffortOptions()
    )
    assert measured.quantities["word_edits"].tolist() == [word_edits]
    assert measured.quantities["wasted"].tolist() == [wasted]
