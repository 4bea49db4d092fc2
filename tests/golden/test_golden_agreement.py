"""Agreement of raters against other programs, Krippendorff's own tables, and Shrout and Fleiss' worked example."""

import json
from typing import Any

import numpy as np
import pytest
from golden_write import DATA

from assay.human.agreement.coefficients import alpha, icc
from assay.human.agreement.measures import MEASURES
from assay.human.agreement.ratings import Ratings, estimate
from assay.human.raters.quality import paired_t_p, rank_sum_p, signed_rank_p
from support.assertions import untyped

TOOLS = ("krippendorff", "scikit-learn", "statsmodels", "pingouin", "scipy")
Case = dict[str, Any]


def load(name: str) -> Case:
    found: Case = json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))
    return found


INVENTED = load("agreement")
GOLDEN = {tool: load(f"agreement-{tool}") for tool in TOOLS}
CASES = [(tool, case) for tool, golden in GOLDEN.items() for case in golden["cases"]]


@pytest.mark.parametrize("tool", TOOLS)
def test_a_file_of_agreement_says_where_it_is_from(tool: str) -> None:
    assert GOLDEN[tool]["tool"] == tool
    assert GOLDEN[tool]["version"]
    assert GOLDEN[tool]["command"] == f"python tests/golden/make_agreement.py {tool}"
    assert GOLDEN[tool]["cases"]


@pytest.mark.parametrize(
    ("tool", "case"),
    [(tool, case) for tool, case in CASES if "table" in case],
    ids=[f"{tool}-{case['measure']}-{case['table']}" for tool, case in CASES if "table" in case],
)
def test_agreement_is_that_of_the_other_program(tool: str, case: Case) -> None:
    ratings = Ratings.of_matrix(np.array(INVENTED["tables"][case["table"]], dtype=float))
    found = estimate(MEASURES[case["measure"]].statistic(ratings), ratings.items)
    assert found == pytest.approx(case["value"], abs=GOLDEN[tool]["tolerance"])


TESTS = {
    "signed-rank": lambda original, degraded: signed_rank_p(original - degraded),
    "t": lambda original, degraded: paired_t_p(original - degraded),
    "rank-sum": rank_sum_p,
}


@pytest.mark.parametrize(
    ("tool", "case"),
    [(tool, case) for tool, case in CASES if "controls" in case],
    ids=[f"{case['measure']}-{case['controls']}" for _, case in CASES if "controls" in case],
)
def test_tests_of_control_items_are_those_of_the_other_program(tool: str, case: Case) -> None:
    one = INVENTED["controls"][case["controls"]]
    original, degraded = (np.array(one[side], dtype=float) for side in ("original", "degraded"))
    found = TESTS[case["measure"]](original, degraded)
    assert found == pytest.approx(case["value"], abs=GOLDEN[tool]["tolerance"])


def test_every_measure_is_compared_with_another_program() -> None:
    assert {case["measure"] for _, case in CASES if "table" in case} == set(MEASURES)


MISSING = float("nan")
KRIPPENDORFF = [  # the three reliability data matrices of Krippendorff's "Computing alpha-reliability"
    (0.095, [[0, 1, 0, 0, 0, 0, 0, 0, 1, 0], [1, 1, 1, 0, 0, 1, 0, 0, 0, 0]]),
    (0.692, [[1, 1, 2, 2, 4, 3, 3, 3, 5, 4, 4, 1], [2, 1, 2, 2, 2, 3, 3, 3, 5, 4, 4, 4]]),
    (
        0.743,
        [
            [1, 2, 3, 3, 2, 1, 4, 1, 2, MISSING, MISSING, MISSING],
            [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, MISSING, 3],
            [MISSING, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, MISSING],
            [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, MISSING],
        ],
    ),
]


@pytest.mark.parametrize(("published", "table"), KRIPPENDORFF)
def test_alpha_of_krippendorffs_tables(published: float, table: list[list[float]]) -> None:
    assert round(alpha(np.array(table, dtype=float), "nominal"), 3) == published


def test_all_levels_of_krippendorffs_last_table() -> None:
    table = np.array(KRIPPENDORFF[2][1])
    found = [round(alpha(table, level), 3) for level in ("nominal", "ordinal", "interval", "ratio")]
    assert found == [0.743, 0.815, 0.849, 0.797]


def test_intraclass_correlations_of_shrout_and_fleiss() -> None:
    judges = [[9, 6, 8, 7, 10, 6], [2, 1, 4, 1, 5, 2], [5, 3, 6, 2, 6, 4], [8, 2, 8, 6, 9, 7]]
    published = {"1": 0.17, "2": 0.29, "3": 0.71, "1k": 0.44, "2k": 0.62, "3k": 0.91}
    found = {form: round(icc(np.array(judges, dtype=float), untyped(form)), 2) for form in published}
    assert found == published
