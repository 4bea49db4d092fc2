"""`--unit auto`: documents are drawn where they are known and matter, and the answer says why."""

import math
from dataclasses import replace

import numpy as np
import pytest

from assay.comparison import CompareOptions, compare
from assay.comparison.options import PowerOptions
from assay.comparison.systems import plan_power
from assay.comparison.unit_choice import UnitChoice, choose_unit
from assay.data.evalset import Codes
from assay.metrics import Evaluation
from assay.reporting import comparison_report
from assay.reporting.tables.comparison.power import power_report
from assay.reporting.tables.comparison.reports import comparison_summary
from assay.stats import Settings
from support.evaluations import of_numbers

FEW = Settings(draws=199, threads=1)


def in_documents(documents: int, seed: int, *, shared: float, size: int = 8) -> Evaluation:
    """Two equal systems; the segments of one document share part of their difference."""
    random = np.random.default_rng(seed)
    of_document = np.repeat(random.normal(size=documents), size) * shared
    noise = random.normal(size=(2, documents * size))
    codes = Codes.of([f"d{number}" for number in range(documents) for _ in range(size)])
    return of_numbers({"a": 50 + noise[0] + of_document, "b": 50 + noise[1]}, documents=codes)


def text_of(blocks: object) -> str:
    return repr(blocks)


def test_documents_are_drawn_where_they_matter() -> None:
    choice = choose_unit(in_documents(30, 1, shared=1.0))
    assert choice.unit == "document"
    assert choice.documents == 30
    assert choice.differences > 1.5
    assert f"{choice.differences:.2f}" in choice.reason
    assert not choice.caution


def test_the_ratio_is_that_of_the_standard_errors_of_means() -> None:
    evaluation = in_documents(30, 1, shared=1.0)
    (metric,) = evaluation.metrics
    a, b = (evaluation.stats[metric, name].rows[:, 0] for name in "ab")
    apart = a - b
    by_segment = apart.std(ddof=1) / math.sqrt(len(apart))
    means = apart.reshape(30, 8).mean(axis=1)
    by_document = means.std(ddof=1) / math.sqrt(30)
    assert choose_unit(evaluation).differences == pytest.approx(by_document / by_segment, rel=1e-9)


def test_a_set_without_documents_is_drawn_by_segment_and_nothing_is_said() -> None:
    choice = choose_unit(of_numbers({"a": [1.0, 2, 3], "b": [2.0, 2, 1]}))
    assert (choice.unit, choice.reason, choice.caution) == ("segment", "", "")


def test_documents_of_one_segment_change_nothing() -> None:
    choice = choose_unit(in_documents(40, 2, shared=1.0, size=1))
    assert choice.unit == "segment"
    assert choice.ratio == pytest.approx(1.0)
    assert not choice.caution


@pytest.mark.parametrize("documents", range(2, 10))
def test_few_documents_are_drawn_like_many(documents: int) -> None:
    choice = choose_unit(in_documents(documents, 1, shared=3.0))
    assert choice.unit == "document"
    assert f"{choice.ratio:.2f}" in choice.reason
    assert not choice.caution


def test_two_documents_are_drawn_even_if_they_look_as_though_they_did_not_matter() -> None:
    alike = [seed for seed in range(40) if not choose_unit(in_documents(2, seed, shared=0.0)).matters]
    assert alike
    assert {choose_unit(in_documents(2, seed, shared=0.0)).unit for seed in alike} == {"document"}


def test_one_document_gets_a_note() -> None:
    choice = choose_unit(in_documents(1, 1, shared=1.0, size=40))
    assert choice.unit == "segment"
    assert "all segments are from one document" in choice.caution
    compared = compare(in_documents(1, 1, shared=1.0, size=40), CompareOptions(settings=FEW))
    assert choice.caution in text_of(comparison_summary(compared))


def test_who_asks_for_segments_gets_them_and_is_told() -> None:
    choice = choose_unit(in_documents(30, 1, shared=1.0), "segment")
    assert choice.unit == "segment"
    assert "as requested" in choice.caution


def test_a_part_without_metrics_is_left_alone() -> None:
    part = replace(in_documents(12, 1, shared=1.0), metrics=(), stats={})
    assert UnitChoice("document").of_part(part) is part
    assert choose_unit(part).unit == "segment"


def test_identical_systems_have_no_ratio_of_differences() -> None:
    codes = Codes.of([f"d{place // 2}" for place in range(40)])
    values = np.random.default_rng(1).normal(size=40)
    choice = choose_unit(of_numbers({"a": values, "b": values}, documents=codes))
    assert math.isnan(choice.differences)
    assert "differences" not in choice.reason


def test_a_part_has_the_units_of_the_whole_unless_it_is_one_of_them() -> None:
    part, single = in_documents(3, 1, shared=1.0), in_documents(1, 1, shared=1.0)
    assert len(UnitChoice("document").of_part(part).stats[part.metrics[0], "a"].rows) == 3
    assert UnitChoice("document").of_part(single) is single
    asked = UnitChoice("document", asked="document").of_part(single)
    assert len(asked.stats[part.metrics[0], "a"].rows) == 1


def test_compare_and_power_draw_documents_and_say_so() -> None:
    evaluation = in_documents(30, 1, shared=1.0)
    compared = compare(evaluation, CompareOptions(settings=FEW))
    assert compared.comparisons[0].units == 30
    said = text_of(comparison_report(compared))
    assert f"unit: document, 30 in all ({compared.unit.reason})" in said
    plan = plan_power(evaluation, PowerOptions(settings=FEW))
    assert plan.plans[0].power.units == 30
    assert "unit: document, 30 in all" in text_of(power_report(plan))


def test_a_caution_stands_among_the_claims() -> None:
    evaluation = in_documents(12, 1, shared=3.0)
    compared = compare(evaluation, CompareOptions(unit="segment", settings=FEW))
    assert "as requested, segments were resampled" in compared.unit.caution
    assert compared.unit.caution in text_of(comparison_report(compared))
    plan = plan_power(evaluation, PowerOptions(unit="segment", settings=FEW))
    assert compared.unit.caution in text_of(power_report(plan))


@pytest.mark.parametrize("shared", [0.0, 1.0])
def test_false_alarms_stay_near_what_is_promised(shared: float) -> None:
    """250 sets of 20 documents: by segment 40 % false alarms where segments of a document are alike."""
    alarms = {"auto": 0, "segment": 0}
    for seed in range(250):
        evaluation = in_documents(20, seed, shared=shared)
        for unit in alarms:
            pair = compare(evaluation, CompareOptions(unit=unit, settings=FEW)).comparisons[0]
            alarms[unit] += pair.significant(0.05)
    assert alarms["auto"] <= 250 * 0.09  # 5 % and three standard errors of 1.4 points
    if shared:
        assert alarms["segment"] > 250 * 0.2
