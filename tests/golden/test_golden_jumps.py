"""CDER, CharacTER and EED against Moses, `cer`, the authors' programs and torchmetrics."""

from pathlib import Path

import numpy as np
import pytest
from golden_cases import Case, load
from golden_write import DATA

from assay.metrics.base import Stats
from support.metric_scores import stats

NAMES = {"CDER": "cder", "CharacTER": "character", "EED": "eed"}
FORMS = {"c++": "cpp", "python": "python"}
PRICES = ("alpha", "rho", "deletion", "insertion", "substitution")
SEGMENTS = load(DATA / "sentences.json")["segments"]
FILES = [load(DATA / f"jumps-{tool}.json") for tool in ("cer", "torchmetrics", "eed-cpp")]


def specification(case: Case) -> str:
    """Write a case's parameters as a specification of ours."""
    params = case["params"]
    parts = [f"{name}={params[name]}" for name in PRICES if name in params]
    if "variant" in params:
        parts.append(f"form={FORMS[params['variant']]}")
    return f"{NAMES[case['metric']]}:{','.join(parts)}" if parts else NAMES[case["metric"]]


def check(case: Case, found: Stats, tolerance: float) -> None:
    assert found.total() / 100 == pytest.approx(case["score"], rel=tolerance, abs=1e-15)
    if "segment_scores" in case:
        assert found.each() / 100 == pytest.approx(case["segment_scores"], rel=tolerance, abs=1e-15)
    if "segment_stats" in case:
        assert np.array_equal(found.rows, case["segment_stats"])


@pytest.fixture(scope="module")
def cases(shared_dir: Path) -> list[Case]:
    """Return the cases of these metrics."""
    return [case for case in load(shared_dir / "golden" / "surface.json") if case["metric"] in NAMES]


def test_no_case_is_lost(cases: list[Case]) -> None:
    counts = {name: sum(case["metric"] == name for case in cases) for name in NAMES}
    assert counts == {"CDER": 7, "CharacTER": 7, "EED": 9}


def test_figures_are_equal(cases: list[Case], subtests: pytest.Subtests) -> None:
    for case in cases:
        if "corpus" not in case:
            with subtests.test(specification(case), source=case["source"]):
                single = case["params"].get("variant") == "c++"
                found = stats(specification(case), case["hyps"], case["refs"])
                check(case, found, 1e-7 if single else 1e-12)


def test_figures_that_the_sheet_gives() -> None:
    """Moses' first row against cicada's, for one short and one longer pair."""
    airport = ("airport security Israeli officials are responsible",)
    reference = ["Israeli officials are responsible for airport security"]
    for first_row, short, longer in (("formula", 1, 4), ("cicada", 2, 5)):
        metric = f"cder:first_row={first_row}"
        assert stats(metric, ["x y a b c"], [["a b c"]]).rows.tolist() == [[short, 3]]
        assert stats(metric, airport, [reference]).rows.tolist() == [[longer, 7]]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file["tool"])
def test_own_sentences(file: Case) -> None:
    assert file["version"]
    assert file["command"] == f"python tests/golden/make_jumps.py {file['tool']}"
    for case in file["cases"]:
        chosen = [SEGMENTS[row] for row in case["rows"]]
        streams = [
            [segment["references"][number] or None for segment in chosen]
            for number in range(case["references"])
        ]
        found = stats(specification(case), [segment["output"] for segment in chosen], streams)
        check(case, found, file["tolerance"])
