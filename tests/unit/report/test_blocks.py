from __future__ import annotations

import pytest

from assay.report.blocks import Head, Table


def test_a_ragged_row_is_refused() -> None:
    with pytest.raises(ValueError, match="does not have 2 values"):
        Table("t", (Head("a"), Head("b")), (("x",),))


def test_two_columns_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="same name"):
        Table("t", (Head("a"), Head("a")), ())


def test_the_heading_shows_which_end_is_better() -> None:
    assert Head("bleu", label="BLEU", better="higher").heading == "BLEU ↑"
    assert Head("ter", label="TER", better="lower").heading == "TER ↓"
    assert Head("system").heading == "system"
