import numpy as np
import pytest

from assay.comparison.paired import compare_pairs
from assay.comparison.resampling import by_unit, check_units, count_units
from assay.data.evalset import Codes
from assay.errors import InputError, OptionError
from assay.stats.settings import Settings
from support.evaluations import Mean, of_numbers

VALUES = {"a": [1.0, 2, 3, 4, 5, 6, 7], "b": [0.0] * 7}


def sums(evaluation):
    return evaluation.stats[Mean(), "a"].rows.tolist()


def test_segments_are_left_alone() -> None:
    evaluation = of_numbers(VALUES)
    assert by_unit(evaluation, "segment") is evaluation


def test_the_last_block_takes_what_is_left_over() -> None:
    blocks = by_unit(of_numbers(VALUES), "block:2")
    assert sums(blocks) == [[3, 2], [7, 2], [18, 3]]
    assert count_units(by_unit(of_numbers(VALUES), "block:99")) == 1


def test_documents_need_not_be_in_one_piece() -> None:
    codes = Codes.of(["x", "y", "x", "z", "y", "z", "x"])
    documents = by_unit(of_numbers(VALUES, documents=codes), "document")
    assert sums(documents) == [[11, 3], [7, 2], [10, 2]]


def test_a_name_without_segments_is_no_document() -> None:
    codes = Codes(("x", "unused", "y"), np.array([0, 2, 0, 2, 0, 2, 0], dtype=np.int32))
    assert count_units(by_unit(of_numbers(VALUES, documents=codes), "document")) == 2


def test_totals_stay_and_every_test_follows() -> None:
    evaluation = of_numbers({"a": np.arange(40.0), "b": np.arange(40.0)[::-1]})
    blocks = by_unit(evaluation, "block:10")
    assert blocks.stats[Mean(), "a"].total() == evaluation.stats[Mean(), "a"].total()
    assert compare_pairs(blocks, "sign", Settings())[0].units == 4


@pytest.mark.parametrize("unit", ["paragraph", "block", "block:0", "block:-1", "block:x", "block:1.5", ""])
def test_an_unknown_unit(unit: str) -> None:
    with pytest.raises(OptionError, match="segment, document, or block:K"):
        by_unit(of_numbers(VALUES), unit)


def test_documents_that_nobody_named() -> None:
    with pytest.raises(InputError, match="block:K"):
        by_unit(of_numbers(VALUES), "document")


def test_one_unit_is_too_few() -> None:
    with pytest.raises(InputError, match="only 1 unit"):
        check_units(of_numbers({"a": [1.0], "b": [2.0]}))
