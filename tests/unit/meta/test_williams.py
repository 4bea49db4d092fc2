"""Williams' test: the published table of WMT20 km-en, figures of mt-metrics-eval, laws, and where it is undefined."""

import csv
import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InputError, MismatchError
from assay.meta.contests.compare import compare_metrics
from assay.meta.contests.trio import Criterion
from assay.meta.contests.williams import williams_contest, williams_table, williams_test
from support.meta_sets import wmt23

NOT_SIGNIFICANT = 0.12  # the organisers' mark in the published table


def km_en(shared_dir):
    """Return human scores, metrics' scores and published p-values (row better than column)."""
    folder = shared_dir / "data" / "da" / "wmt20-km-en"
    with open(folder / "published-sys-scores.csv", encoding="utf-8") as handle:
        rows = list(csv.DictReader(handle, delimiter=" "))
    columns = {name: [float(row[name]) for row in rows] for name in rows[0] if name not in ("LP", "SYSTEM")}
    with open(folder / "published-sys-williams.tsv", encoding="utf-8") as handle:
        table = list(csv.reader(handle, delimiter="\t"))
    published = {
        (row[0], column): float(cell)
        for row in table[1:]
        for column, cell in zip(table[0][1:], row[1:], strict=True)
    }
    return columns, published


def test_all_published_cells_of_km_en(shared_dir):
    columns, published = km_en(shared_dir)
    names = sorted({row for row, _ in published})
    contests = williams_table(columns["HUMAN"], {name: columns[name] for name in names})
    found = {}
    for one in contests:
        found[one.first, one.second], found[one.second, one.first] = one.p_less, one.p_greater
    significant = {cell: p for cell, p in published.items() if p != NOT_SIGNIFICANT}
    assert len(significant) == 156
    assert max(abs(found[cell] - p) for cell, p in significant.items()) < 1e-10
    rest = [found[cell] for cell, p in published.items() if p == NOT_SIGNIFICANT and cell[0] != cell[1]]
    assert min(rest) > 0.05


def test_worked_cases_of_km_en(shared_dir):
    golden = json.loads((shared_dir / "golden" / "meta.json").read_text(encoding="utf-8"))
    for case in golden["williams_wmt20_km_en"]["data"]["examples"].values():
        found = williams_test(case["r13"], case["r12"], case["r23"], case["n"])
        assert found.t == pytest.approx(case["t"], abs=1e-8)
        assert found.p_greater == pytest.approx(case["p_one_sided"], abs=1e-8)


def test_figures_of_mt_metrics_eval(shared_dir):
    golden = json.loads((shared_dir / "golden" / "meta.json").read_text(encoding="utf-8"))
    human, metrics = wmt23(shared_dir, "en-de")
    systems = golden["wmt23_metrics"]["data"]["en-de"]["systems"]
    for names, case in golden["metric_comparison_tests"]["cases"].items():
        first, second = (metrics[name] for name in names.split(" vs "))
        whole = Criterion("pearson", "means", "given")
        found = compare_metrics(human, first, second, whole, test="williams", systems=systems)
        assert found.value_first == pytest.approx(case["r1"], abs=1e-9)
        assert found.value_second == pytest.approx(case["r2"], abs=1e-9)
        assert found.p_better == pytest.approx(case["williams_sys_pearson_p_one_sided"], abs=1e-9)
        assert found.p_two_sided == pytest.approx(case["williams_two_sided"], abs=1e-9)


def made_up(seed, systems=9):
    human = np.random.default_rng(seed).normal(size=systems)
    noise = np.random.default_rng(seed + 1).normal(size=(2, systems))
    return human, human + noise[0], human + 2 * noise[1]


@given(st.integers(0, 2**32), st.floats(0.1, 9), st.floats(-50, 50), st.randoms(use_true_random=False))
def test_laws(seed, scale, shift, shuffler):
    human, first, second = made_up(seed)
    found = williams_contest(human, first, second, ("a", "b"))
    mirrored = williams_contest(human, second, first, ("b", "a"))
    assert mirrored.p_greater == pytest.approx(found.p_less)
    assert mirrored.p_less == pytest.approx(found.p_greater)
    scaled = williams_contest(human, scale * first + shift, second, ("a", "b"))
    assert scaled.p_greater == pytest.approx(found.p_greater, rel=1e-6)
    order = list(range(len(human)))
    shuffler.shuffle(order)
    again = williams_contest(human[order], first[order], second[order], ("a", "b"))
    assert again.p_greater == pytest.approx(found.p_greater, rel=1e-9)
    assert found.p_greater + found.p_less == pytest.approx(1)


@pytest.mark.parametrize(
    ("human", "first", "second", "reason"),
    [
        ([1, 2, 3, 4], [2, 1, 4, 3], [4, 2, 8, 6], "linear function of the other"),
        ([1, 2, 3], [2, 1, 4], [1, 2, 4], "3 systems"),
        ([1, 2, 3, math.nan], [2, 1, 4, 5], [1, 2, 4, 3], "3 systems"),
        ([1, 2, 3, 4], [5, 5, 5, 5], [1, 2, 4, 3], "same for all systems"),
    ],
)
def test_undefined_cases_say_why(human, first, second, reason):
    found = williams_contest(np.array(human), np.array(first), np.array(second), ("a", "b"))
    assert math.isnan(found.p_greater)
    assert math.isnan(found.p_two_sided)
    assert reason in found.note
    assert not found.significant(0.05)


def test_what_cannot_be_compared_is_refused() -> None:
    with pytest.raises(MismatchError):
        williams_contest(np.zeros(3), np.zeros(4), np.zeros(4), ("a", "b"))
    with pytest.raises(InputError, match="two"):
        williams_table([1, 2, 3, 4], {"a": [1, 2, 3, 4]})
