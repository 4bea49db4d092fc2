"""Parts add: for any cut, order and machine the sums have the same bits, under every metric."""

import math
from fractions import Fraction
from itertools import pairwise
from random import Random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from law_sets import EVERY_METRIC, Set, scored, sets, settings_of

from assay.data import exact_sums
from assay.data.exact_sums import ExactSums, exact_total
from assay.data.parts import Part
from assay.engine.mapping import BlockSums, form_of
from assay.metrics.base import Metric
from assay.metrics.evaluation import Tabled, evaluate
from assay.metrics.ngrams.information import Information
from assay.resources import Resources
from support.metric_scores import evalset

ONE_THREAD = Resources(threads=1)
FEW = settings(max_examples=8)
FINITE = st.floats(allow_nan=False, allow_infinity=False, width=64).map(lambda x: x / 4)  # no sum overflows


def part_of(metric: Metric, one: Set, rows: list[int]) -> Part:
    """Return the part of some segments, as a worker makes it."""
    whole = evalset(one.streams)
    tables: dict[Metric, Information] = {}
    if isinstance(metric, Tabled):
        tables[metric] = metric.information(whole, ONE_THREAD)
    sums = BlockSums([metric], ["system"])
    piece = one.part(rows)
    sums.add(evalset(piece.streams), {"system": piece.outputs}, ONE_THREAD, tables)
    return sums.part("system", str(rows), {}, form_of([metric]))


@EVERY_METRIC
@given(one=sets(), data=st.data())
@FEW
def test_any_cut_in_any_order_has_the_same_bits(name: str, one: Set, data: st.DataObject) -> None:
    cuts = data.draw(st.sets(st.integers(1, len(one)), max_size=3))
    order = list(data.draw(st.permutations(range(len(one)))))
    pieces = [order[start:stop] for start, stop in pairwise(sorted({0, *cuts, len(one)}))]
    for metric in settings_of(name):
        if metric.fits_corpus and not isinstance(metric, Tabled):
            continue  # shards of such a set are refused
        parts = [part_of(metric, one, piece) for piece in pieces]
        first, *rest = [parts[at] for at in data.draw(st.permutations(range(len(parts))))]
        for part in rest:
            first = first + part
        whole = scored(metric, one)
        total = first.sums[0].all_groups().rounded()[0]
        assert total.tobytes() == (whole.sums + 0.0).tobytes()
        shards = [(evalset(one.streams), {"system": one.outputs})]
        summed = evaluate(shards, [metric], ONE_THREAD, keep=False)
        assert summed.stats[metric, "system"].total() == whole.total()
        assert first.segments == first.counts.sum() == len(one)


@given(st.lists(st.tuples(FINITE, st.integers(0, 2)), min_size=1, max_size=20), st.randoms())
def test_exact_sums_are_the_nearest_doubles(rows: list[tuple[float, int]], random: Random) -> None:
    values = np.array([[value] for value, _ in rows])
    groups = np.array([group for _, group in rows])
    sums = ExactSums.of(values, groups, 3)
    expected = [float(sum(Fraction(value) for value, own in rows if own == group)) for group in range(3)]
    assert sums.rounded()[:, 0].tolist() == expected
    assert sums.all_groups().rounded()[0, 0] == math.fsum(values[:, 0].tolist())
    assert exact_total(values)[0] == math.fsum(values[:, 0].tolist())
    order = list(range(len(rows)))
    random.shuffle(order)
    halves = [order[: len(order) // 2], order[len(order) // 2 :]]
    again = ExactSums.of(values[halves[0]], groups[halves[0]], 3) + ExactSums.of(
        values[halves[1]], groups[halves[1]], 3
    )
    assert np.array_equal(again.rounded(), sums.rounded())


@given(st.lists(st.integers(0, 2**53 - 1), min_size=1, max_size=6))
def test_whole_numbers_have_the_digits_that_any_number_would_have(numbers: list[int]) -> None:
    sums = np.array([[float(number)] for number in numbers])
    plain = exact_sums._deposited(sums, np.arange(len(sums)), len(sums))
    quick = exact_sums._whole(sums)
    assert quick.low == plain.low
    assert np.array_equal(quick.digits, plain.digits)
