from dataclasses import replace
from typing import get_args

import numpy as np
import pytest

from assay.comparison.claims import cite, disagreements, thresholds, verdicts
from assay.comparison.options import TestName
from assay.comparison.paired import TESTS, compare_pairs
from assay.comparison.unit_choice import UnitChoice
from assay.metrics import specs as spec
from assay.stats.settings import Settings
from support.evaluations import Errors, Mean, of_numbers
from support.metric_scores import evalset

RANDOM = np.random.default_rng(4)
BASE = RANDOM.normal(50, 5, 100)
FAR = {"alder": BASE + RANDOM.normal(3, 1, 100), "birch": BASE}
NEAR = {"alder": BASE + np.tile([1.0, -1.1], 50), "birch": BASE}
SETTINGS = Settings(draws=500)
FORTY = of_numbers({"a": np.arange(40.0), "b": np.arange(40.0) % 3})


def of(values, *metrics, test="permutation"):
    return compare_pairs(of_numbers(values, *metrics), test, SETTINGS)


def said(values, *metrics, test="permutation"):
    return verdicts(of(values, *metrics, test=test), 0.05)[0]


def test_a_difference_that_may_be_claimed() -> None:
    text = said(FAR)
    assert text.startswith("mean: alder scores 3.")
    assert "higher than birch (95 % interval +2." in text
    assert "p ≤ 0.002" in text
    assert text.endswith("Significant at 0.05: alder is the better system on this test set.")


def test_less_is_better_and_the_lead_is_the_better_systems() -> None:
    text = said(FAR, Errors())
    assert text.startswith("errors: birch scores 3.")
    assert "lower (better) than alder (95 % interval +2." in text
    assert "birch is the better system" in text


def test_no_difference_is_never_called_equality() -> None:
    assert said(NEAR).endswith("Not significantly different, which does not mean equal.")
    assert "have the same score (95 % interval 0.00 to 0.00, p = 1)" in said({"alder": BASE, "birch": BASE})


def test_units_that_point_the_other_way() -> None:
    values = {"alder": [1.0] * 19 + [-100.0], "birch": [0.0] * 20}
    assert "most units favour the system with the worse overall score" in said(values, test="sign")


def test_few_units_and_borderline_intervals() -> None:
    assert "With only 10 units" in said({name: column[:10] for name, column in FAR.items()}, test="t")
    (one,) = of(FAR)
    assert "includes 0" in verdicts([replace(one, low=-0.1)], 0.05)[0]


def test_the_correction_is_named() -> None:
    (one,) = of(FAR)
    assert "p = 0.04, Holm-adjusted" in verdicts([replace(one, p_value=0.01, adjusted=0.04)], 0.05, "holm")[0]


def test_metrics_that_disagree() -> None:
    contrary = of(FAR, Mean(), Errors())
    assert (
        "contradict each other on alder and birch: mean finds alder better"
        in disagreements(contrary, 0.05)[0]
    )
    one, other = contrary
    partly = disagreements([one, replace(other, adjusted=0.5)], 0.05)[0]
    assert partly.endswith("mean finds alder significantly better, errors does not. Report both.")
    silent = disagreements([replace(one, adjusted=0.5), replace(other, adjusted=0.5)], 0.05)
    assert silent == [
        "The metrics rank alder and birch differently, but none of the differences is significant."
    ]
    assert disagreements(of(FAR), 0.05) == []


def test_the_thresholds_are_said() -> None:
    few = of_numbers({"a": np.arange(5.0), "b": np.arange(5.0) % 3})
    assert thresholds(SETTINGS, compare_pairs(FORTY, "permutation", SETTINGS)[0], "holm") == (
        "test: approximate randomisation, two-sided, 500 draws; seed 12345; significant at p < "
        "0.05 after Holm correction; 95 % intervals: percentile bootstrap, 500 draws"
    )
    exact = thresholds(SETTINGS, compare_pairs(few, "permutation", SETTINGS)[0], "none")
    assert exact.startswith("test: exact randomisation, two-sided, all 32 swaps; ")
    assert exact.endswith(
        "without correction for multiple comparisons; 95 % intervals: Student's t over 5 units (jackknife)"
    )


def test_the_command_line_offers_every_test():
    assert list(get_args(TestName)) == list(TESTS)


@pytest.mark.parametrize("test", TESTS)
def test_every_test_has_words(test):
    assert TESTS[test].words
    assert TESTS[test].help in thresholds(SETTINGS, compare_pairs(FORTY, test, SETTINGS)[0], "bh")


def test_sentences_for_a_paper() -> None:
    from assay.metrics.evaluation import evaluate
    from assay.metrics.specs import parse_metric

    texts = {
        "alder": ["the old boat left", "a ferry", "high tide"],
        "birch": ["a boat", "a ferry", "low tide"],
    }
    scored = evaluate(
        [(evalset([["the old boat left", "a ferry", "the tide"]]), texts)], [parse_metric("chrf")]
    )
    comparisons = compare_pairs(scored, "permutation", SETTINGS)
    method, sentence = cite(scored, comparisons, SETTINGS, "holm", UnitChoice("segment"))
    assert scored.short_signature(parse_metric("chrf")) in method
    assert "tested with exact paired randomisation (all 8 swaps) over 3 segments" in method
    assert "intervals are Student's t over 3 segments (jackknife) (Assay" in method
    longer = {name: lines * 14 for name, lines in texts.items()}
    reference = ["the old boat left", "a ferry", "the tide"] * 14
    many = evaluate([(evalset([reference]), longer)], [parse_metric("chrf")])
    pairs = compare_pairs(many, "permutation", SETTINGS)
    method, _ = cite(many, pairs, SETTINGS, "holm", UnitChoice("segment"))
    assert "tested with paired approximate randomisation with 500 draws over 42 segments" in method
    assert "intervals are from a percentile bootstrap, 500 draws (seed 12345" in method
    assert sentence.startswith("chrF2: alder ")
    assert "not significant at 0.05" in sentence
    assert (
        "over 3 blocks of 20 segments"
        in cite(scored, comparisons, SETTINGS, "none", UnitChoice("block:20"))[0]
    )
    assert cite(scored, [], SETTINGS, "none", UnitChoice("segment")) == []


def test_metrics_of_one_label_are_told_apart_and_several_have_a_verb_of_their_own() -> None:
    (one,) = of(FAR)
    plain, lower = (replace(one, metric=spec.parse_metric(text)) for text in ("bleu", "bleu:lowercase"))
    assert [text.partition(":")[0] for text in verdicts([plain, lower], 0.05)] == [
        "BLEU",
        "BLEU lowercase=yes",
    ]
    ter = replace(one, metric=spec.parse_metric("ter"), adjusted=0.5)
    (text,) = disagreements([plain, lower, ter], 0.05)
    assert "BLEU and BLEU lowercase=yes find alder significantly better, TER does not." in text
    (text,) = disagreements([replace(plain, adjusted=0.5), lower, ter], 0.05)
    assert "BLEU lowercase=yes finds alder significantly better, BLEU and TER do not." in text
