"""Every sentence of a comparison at the figures it may be given: the printed digits must show what is claimed."""

import re
from dataclasses import replace

import numpy as np
import pytest

from assay.comparison import (
    AssumedPower,
    Check,
    Compared,
    CompareOptions,
    Comparison,
    Power,
    cite,
    compare,
    verdicts,
)
from assay.comparison.claims import decimals, decimals_apart, family_rate, signed, write_p, write_share
from assay.comparison.pairs import MEANS, SIGNS_OF_UNTIED
from assay.comparison.power_analysis import paired_power
from assay.comparison.training_runs import compare_training_runs
from assay.comparison.unit_choice import UnitChoice
from assay.reporting import comparison_report
from assay.reporting.columns import matrix_label
from assay.reporting.tables.comparison.figures import histogram
from assay.reporting.tables.comparison.pairwise import scores_table
from assay.reporting.tables.comparison.power import assumed_report
from assay.reporting.tables.comparison.training_runs import runs_report
from assay.reporting.tables.diagnosis.gate import sentence
from assay.stats import Settings
from support.assertions import present
from support.evaluations import Errors, Mean, of_numbers

BASE = np.random.default_rng(1).normal(size=40)
COMPARED = compare(of_numbers({"a": BASE + 1, "b": BASE}), CompareOptions(settings=Settings(99, threads=1)))
(PAIR,) = COMPARED.comparisons
SMALL = (4e-9, 3e-4, 0.0049, 0.005, 0.4, 17.0)
P_VALUES = (0.0, 1e-6, 0.0499, 0.04999, 0.05, 0.0501, 0.2, 1.0)


def like(difference: float, p: float, metric: Mean | None = None, spread: float = 0.5) -> Comparison:
    """Return a comparison with this difference and p-value, its interval from half to one and a half of it."""
    score = 90.1
    low, high = sorted((difference * (1 - spread), difference * (1 + spread)))
    return replace(
        PAIR,
        metric=metric or Mean(),
        score_first=score + difference,
        score_second=score,
        difference=difference,
        low=low,
        high=high,
        p_value=p,
        adjusted=p,
        draws=0,
        test="t",
        basis=MEANS,
        effect=difference,
    )


def test_units_that_contradict_the_whole_set_are_called_what_the_test_looks_at() -> None:
    by_mean = replace(like(1.0, 0.01), effect=-1.0)
    assert "No claim: units on average favour the system with the worse" in verdicts([by_mean], 0.05)[0]
    by_signs = replace(like(1.0, 0.01), basis=SIGNS_OF_UNTIED, wins=0.2, losses=0.8)
    assert "No claim: most units favour the system with the worse" in verdicts([by_signs], 0.05)[0]


def p_shown(text: str) -> float:
    """Return the p-value of a sentence as a reader takes it: a bound is something below it."""
    sign, number = present(re.search(r"p ([=<≤]) ([\d.e-]*\d)", text)).groups()
    return float(number) * (0.99 if sign == "<" else 1)


@pytest.mark.parametrize("p", P_VALUES)
@pytest.mark.parametrize("size", SMALL)
@pytest.mark.parametrize("metric", [Mean(), Errors()], ids=["more", "less"])
def test_a_verdict_shows_its_difference_and_on_which_side_its_p_value_is(
    size: float, p: float, metric: Mean
) -> None:
    for difference in (size, -size):
        (text,) = verdicts([like(difference, p, metric)], 0.05)
        assert float(present(re.search(r"scores ([\d.]+) ", text))[1]) > 0
        low, high = map(float, present(re.search(r"interval (\S+) to (\S+),", text)).groups())
        assert 0 < low < high
        assert (p_shown(text) < 0.05) == (p < 0.05) == ("Significant at 0.05" in text)


@pytest.mark.parametrize("size", SMALL)
def test_a_citation_shows_two_scores_that_differ(size: float) -> None:
    comparison = like(size, 0.049)
    text = cite(COMPARED.evaluation, [comparison], Settings(), "none", UnitChoice("segment"))[1]
    first, second = present(re.search(r"a ([\d.]+), b ([\d.]+),", text)).groups()
    assert float(first) > float(second)
    assert "significantly better" in text
    assert p_shown(text) < 0.05


@pytest.mark.parametrize("p", [0.0, 0.0499, 0.0501, 1.0])
@pytest.mark.parametrize("size", SMALL)
def test_runs_show_their_difference(size: float, p: float) -> None:
    runs = {"a": ("a1", "a2"), "b": ("b1", "b2")}
    values = {
        name: BASE + shift for name, shift in zip(("a1", "a2", "b1", "b2"), (2, 1, 0.5, 0), strict=True)
    }
    with pytest.warns(match="fewer than 3 runs"):
        compared = compare_training_runs(
            of_numbers(values), runs, CompareOptions(settings=Settings(19, threads=1))
        )
    (pair,) = compared.comparisons
    pair = replace(pair, difference=size, low=size / 2, high=2 * size, adjusted=p, welch=p)
    text = repr(runs_report(replace(compared, comparisons=[pair]))[1])
    assert float(present(re.search(r"is ([+-][\d.]+) \(", text))[1]) > 0
    assert (p_shown(text) < 0.05) == (p < 0.05) == ("Significant at" in text)


def with_power(share: float, needed: int) -> AssumedPower:
    power: Power = replace(paired_power(1.0, 0.3, 100), power=share)
    return AssumedPower(power, 0.9, needed)


@pytest.mark.parametrize("share", [1e-5, 0.004, 0.7999, 0.8001, 0.996, 0.99999])
def test_power_below_what_is_wanted_is_never_written_as_enough(share: float) -> None:
    text = repr(assumed_report(with_power(share, 101 if share < 0.8 else 99), 0.8)[1])
    words = present(re.search(r"found in (less than |more than |)([\d.]+) %", text))
    assert words is not None
    assert (float(words[2]) < 80) == (share < 0.8) == ("too small" in text)
    assert float(words[2]) not in (0.0, 100.0)


@pytest.mark.parametrize("lead", [-0.5001, -0.4999, -0.5, -3e-5, 0.0, 2e-5, 4.0])
def test_a_gate_shows_on_which_side_of_the_margin_a_lead_is(lead: float) -> None:
    fails = lead < -0.5
    check = Check(
        scope="all",
        metric=Mean(),
        margin=0.5,
        new=30 + lead,
        baseline=30.0,
        lead=lead,
        low=lead - 1e-5,
        high=lead + 1e-5,
        p_worse=0.01,
        adjusted=0.01,
        p_safe=0.9,
        units=100,
        unit="segment",
        paired=True,
        verdict="fail" if fails else "pass",
        reason="worse by more than the margin" if fails else "not worse by more than the margin",
    )
    text = sentence(check, "mean")
    assert ("equal" in text) == (lead == 0)
    if lead:
        size = float(present(re.search(r"([\d.]+) (?:better|worse) \(", text))[1])
        assert size > 0
        assert (size > 0.5 and "worse (" in text) == fails


@pytest.mark.parametrize("p", P_VALUES)
def test_a_cell_of_a_matrix_reads_as_no_bound_that_is_none(p: float) -> None:
    for word in ("better", "worse", "open"):
        label = matrix_label(word, p)
        assert label.startswith(f"{word} ")
        assert ">" not in label
        assert ("<" in label) == (p < 0.0001)


def test_digits() -> None:
    assert (decimals(0.0), decimals(1.0, 0.004), decimals(3e-5)) == (2, 3, 5)
    assert decimals_apart(90.101, 90.104) == 3
    assert (signed(-1e-9), signed(0.25), signed(-3.0, 1)) == ("0.00", "+0.25", "-3.0")
    assert [write_p(p, 0.05) for p in (0.04999, 0.05, 1e-6)] == ["= 0.04999", "= 0.05", "< 0.0001"]
    assert write_p(0.0001, 0.05, draws=9999) == "≤ 0.0001"
    assert [write_share(share, 0.8) for share in (0.7999, 0.8, 1.0, 0.0)] == ["79.99", "80", "100", "0"]


def three(**scores: float) -> Compared:
    values = {name: BASE + score for name, score in scores.items()}
    metrics = (Mean(), Errors())
    return compare(of_numbers(values, *metrics), CompareOptions(settings=Settings(99, threads=1)))


def test_the_numbers_of_rows_are_ranks_and_marks_go_by_them() -> None:
    compared = three(worst=0.0, best=9.0, middle=4.0)
    table = scores_table(compared)
    assert [row[:2] for row in table.rows] == [(1, "best"), (2, "middle"), (3, "worst")]
    marks = [getattr(row[2], "mark", "") for row in table.rows]
    assert marks == [">2,3", ">3", ""]
    assert [getattr(row[2], "sign", "") for row in table.rows] == ["A", "B", "C"]


def test_a_histogram_has_the_first_system_s_lead_to_the_right() -> None:
    compared = three(low=0.0, high=5.0)
    for metric, pair in ((Mean(), ("high", "low")), (Errors(), ("low", "high"))):
        figure = histogram(compared, metric, pair)
        assert f"lead of {pair[0]} over {pair[1]}" in figure.title
        filled = [row for row in figure.data.rows if row[2]]
        assert all(float(str(low)) >= 0 and who == f"{pair[0]} better" for low, _, _, who in filled)


def several(primary_p: float, other_p: float, other: float = 1.0) -> list[str]:
    pairs = [like(1.0, primary_p), like(-other, other_p, Errors())]
    return verdicts(pairs, 0.05, primary=Mean())


def test_other_metrics_say_what_they_add_to_the_primary_one() -> None:
    assert "a is the better system" in several(0.01, 0.01)[0]
    assert several(0.01, 0.01)[1].endswith("It agrees with mean.")
    assert several(0.01, 0.5)[1].endswith("It does not confirm mean.")
    assert several(0.5, 0.01)[1].endswith("but conclusions rest on mean.")
    assert several(0.5, 0.5)[1].endswith("Not significant either.")
    assert "contradicts mean significantly:" in several(0.01, 0.01, other=-1.0)[1]
    for sentences in (several(0.5, 0.01), several(0.01, 0.5)):
        assert "is the better system" not in sentences[1]


def test_the_rate_of_a_family_of_metrics_is_stated() -> None:
    pairs = [like(1.0, 0.5), like(1.0, 0.5, Errors()), like(1.0, 0.5, Mean(2.0))]
    (text,) = family_rate(pairs, 0.05)
    assert "in up to 15 % of test sets" in text
    assert "--primary" in text
    assert "Conclusions rest on mean" in family_rate(pairs[:2], 0.05, Mean())[0]
    assert family_rate(pairs[:1], 0.05) == []


def test_the_primary_metric_must_be_one_of_several() -> None:
    from assay.errors import OptionError

    evaluation = of_numbers({"a": BASE + 1, "b": BASE}, Mean(), Errors())
    compared = compare(evaluation, CompareOptions(primary="errors", settings=Settings(99, threads=1)))
    assert compared.primary == Errors()
    assert "Conclusions rest on errors, the primary metric" in repr(comparison_report(compared))
    assert compared.ordered_systems == ["b", "a"]
    with pytest.raises(OptionError, match="none of the metrics"):
        compare(evaluation, CompareOptions(primary="bleu"))
    with pytest.raises(OptionError, match="leave it out"):
        compare(of_numbers({"a": BASE + 1, "b": BASE}), CompareOptions(primary="mean"))
