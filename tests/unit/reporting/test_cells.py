from __future__ import annotations

import pytest

from assay.reporting.render.cells import MISSING, pad, shown, visible, width


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (12.345678, "12.35"),
        (-0.0001, "0.00"),
        (float("nan"), MISSING),
        (float("inf"), "inf"),
        (None, MISSING),
        (7, "7"),
        ("a\tb\n", r"a\tb\n"),
    ],
)
def test_a_value_is_shown_as_people_read_it(value: str | float | None, expected: str) -> None:
    assert shown(value, digits=2) == expected


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("", 0),
        ("abc", 3),
        ("été", 3),
        ("e\u0301te\u0301", 3),
        ("日本語", 6),
        ("ﾊﾝｶｸ", 4),
        ("ＡＢ", 4),
        ("한국", 4),
        ("\u1112\u1161\u11ab", 2),
        ("ab\u200b", 2),
        ("\u0939\u093f\u0928\u094d\u0926\u0940", 5),
    ],
)
def test_width_counts_the_cells_of_a_terminal(text: str, cells: int) -> None:
    assert width(text) == cells


def test_a_name_cannot_move_the_cursor() -> None:
    assert visible("a\x1b[2Jb\u2028c\x9b") == r"a\x1b[2Jb\u2028c\x9b"


def test_pad_fills_to_the_width_on_the_screen() -> None:
    assert pad("日", 4, "left") == "日  "
    assert pad("日", 4, "right") == "  日"
