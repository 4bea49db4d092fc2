"""Laws of the options about human judgements: tables of implementations go by exactly the names of their choices."""

from collections.abc import Collection
from typing import Any, get_args

import pytest

from assay.human import MEASURES
from assay.human.flows import rank_methods
from assay.human.options import (
    RANK_SUMS,
    RESAMPLED,
    TESTS,
    ControlTest,
    Method,
    Part,
    Rule,
    Standardisation,
    Test,
)
from assay.human.raters.quality import CONTROL_TESTS
from assay.human.raters.rules import RULES
from assay.human.ratings.ranking import UNIT_TESTS
from assay.human.ratings.standardise import MODES
from assay.reporting.tables.human.raters import TEST_NAMES


@pytest.mark.parametrize(
    ("choices", "table"),
    [
        (Standardisation, MODES),
        (Test, TESTS),
        (Test, {"auto", *RANK_SUMS, *UNIT_TESTS, *RESAMPLED}),
        (Method, rank_methods()),
        (Rule, RULES),
        (ControlTest, CONTROL_TESTS),
        (ControlTest, TEST_NAMES),
    ],
)
def test_tables_go_by_the_names_of_the_choices(choices: Any, table: Collection[str]) -> None:
    assert set(table) == set(get_args(choices))


def test_every_measure_says_what_it_is_for() -> None:
    assert {measure.kind for measure in MEASURES.values()} == {"grades", "scores", "both", "asked"}
    assert get_args(Part)[0] == "ranking"
