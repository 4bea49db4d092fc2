from __future__ import annotations

import pytest

from assay.reporting.blocks import Figure, Head, Table, drawn


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


def test_a_figure_takes_only_the_columns_of_its_kind() -> None:
    with pytest.raises(ValueError, match="a curve has the columns series, x, y, mark"):
        Figure("f", "curve", "Title", drawn("heat", "data", []), "words")
