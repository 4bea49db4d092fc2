"""Tests in closed form: against counting all tosses, against drawn permutations, and on systems that do not differ."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest

from assay.comparison.paired import p_values
from assay.comparison.pairs import Pair
from assay.data import Array, EvalSet
from assay.diagnosis import DiagnoseOptions, Diagnosis, diagnose
from assay.diagnosis.study import pairs_of
from assay.diagnosis.swap_tests import (
    MOST_COUNTED,
    shared_p,
    smallest_p,
    swap_differences,
    swap_test,
    swap_test_of,
)
from assay.metrics import evaluate, parse_metric
from assay.stats import Settings

WORDS = [
    f"{syllable}{end}"
    for syllable in ("ha", "Fe", "is", "ca", "we", "Mo")
    for end in ("ro", "lin", "ster", "t")
]


def texts(segments: int, seed: int, *, errors: tuple[float, ...]) -> tuple[list[str], list[list[str]]]:
    """Make references, and one output a system with so many wrong words in a hundred."""
    chance = random.Random(seed)
    references = [
        [chance.choice(WORDS) for _ in range(chance.randint(4, 14))] + [str(chance.randint(1, 99))]
        for _ in range(segments)
    ]
    outputs = [[" ".join(_spoilt(words, rate, chance)) for words in references] for rate in errors]
    return [" ".join(words) for words in references], outputs


def _spoilt(words: list[str], rate: float, chance: random.Random) -> list[str]:
    out: list[str] = []
    for word in words:
        kind = chance.random()
        if kind < rate / 3:
            continue
        out += (
            [word, chance.choice(WORDS)]
            if kind < rate / 2
            else [chance.choice(WORDS) if kind < rate else word]
        )
    return out


def diagnosed(segments: int, seed: int, errors: tuple[float, ...]) -> Diagnosis:
    references, outputs = texts(segments, seed, errors=errors)
    evalset = EvalSet("set", ("", ""), None, {"ref": references}, None)
    systems = {f"s{number}": output for number, output in enumerate(outputs)}
    options = DiagnoseOptions(tok="none", order=1, most=1, settings=Settings(draws=40, threads=1))
    return diagnose(evalset, systems, [parse_metric("chrf")], options)


@pytest.mark.parametrize("units", [MOST_COUNTED + 1, MOST_COUNTED + 3])
@pytest.mark.parametrize("kind", ["ones", "whole", "any", "heavy"])
def test_the_closed_form_is_the_share_of_all_tosses(units: int, kind: str) -> None:
    chance = np.random.default_rng(units)
    signs = np.array(list(product([-1.0, 1.0], repeat=units)))
    for _ in range(20):
        sizes: dict[str, Array] = {
            "ones": np.ones(units),
            "whole": chance.integers(1, 4, units).astype(float),
            "any": np.abs(chance.normal(size=units)) + 0.01,
            "heavy": chance.pareto(1.5, units) + 0.01,
        }
        differences = sizes[kind] * np.where(chance.random(units) < 0.8, 1, -1)
        exact = float((np.abs(signs @ differences) >= abs(differences.sum()) - 1e-9).mean())
        if exact < 0.5:
            assert swap_test(differences).p_value == pytest.approx(
                exact, rel=0.8 if kind in ("any", "heavy") else 0.2
            )


def test_few_units_are_counted_out() -> None:
    assert swap_test(np.array([1.0, 2.0, 0.0, 4.0])) == (2 / 8, 2 / 8)
    assert swap_test(np.array([1.0, -2.0, 4.0])).p_value == 6 / 8  # 3, 5 and 7 on both sides, 1 is less
    assert swap_test(np.zeros(5)) == (1.0, 1.0)
    assert swap_test(np.ones(40)).p_value == pytest.approx(2.0**-39)
    assert smallest_p(0) == smallest_p(1) == 1.0


@pytest.mark.parametrize("spec", ["chrf", "bleu", "ter"])
def test_p_values_are_those_of_drawn_permutations(spec: str) -> None:
    for seed, errors in enumerate([(0.2, 0.2), (0.2, 0.23), (0.3, 0.25)]):
        references, outputs = texts(80, seed, errors=errors)
        evalset = EvalSet("set", ("", ""), None, {"ref": references}, None)
        metric = parse_metric(spec)
        evaluation = evaluate([(evalset, dict(zip("ab", outputs, strict=True)))], [metric])
        pair = Pair(metric, "a", "b")
        (drawn,) = p_values(evaluation, "permutation", Settings(draws=20_000, threads=1), [pair])
        assert swap_test_of(evaluation, pair).p_value == pytest.approx(drawn, rel=0.12, abs=0.01)


def test_the_parts_of_a_difference_add_up_to_it() -> None:
    references, outputs = texts(60, 3, errors=(0.2, 0.24))
    evalset = EvalSet("set", ("", ""), None, {"ref": references}, None)
    metric = parse_metric("chrf")
    stats = evaluate([(evalset, dict(zip("ab", outputs, strict=True)))], [metric]).stats
    parts = swap_differences(metric, stats[metric, "a"].rows, stats[metric, "b"].rows)
    assert parts.sum() == pytest.approx(stats[metric, "a"].total() - stats[metric, "b"].total(), rel=0.02)


def test_families_have_equal_parts_of_the_error_rate() -> None:
    assert shared_p([0.01, 0.02, 0.001], ["x", "x", "y"]) == pytest.approx([0.04, 0.04, 0.002])
    assert shared_p([0.5, 0.9], ["x", "y"]) == [1.0, 1.0]
    assert shared_p([], []) == []
    assert shared_p([0.01, 0.02], ["x", "y"], choices=4.0) == pytest.approx([0.08, 0.16])


def test_the_best_of_many_is_one_chosen_among_all_pairs() -> None:
    corpus = diagnosed(20, 1, (0.2, 0.3, 0.3, 0.3)).corpus
    best, baseline = pairs_of(corpus, None), pairs_of(corpus, "s1")
    assert (len(best.of), best.choices) == (3, 2.0)  # six pairs in all
    assert (len(baseline.of), baseline.choices) == (3, 1.0)


def test_error_rates_are_adjusted_for_their_number() -> None:
    rates = diagnosed(40, 1, (0.2, 0.3)).errors.comparisons
    assert len(rates) == 9
    smallest = min(rates, key=lambda rate: rate.comparison.p_value).comparison
    assert smallest.adjusted == pytest.approx(min(1, 9 * smallest.p_value))


@pytest.mark.slow
def test_a_true_null_is_seldom_rejected() -> None:
    """Of 70 pairs that do not differ, 3.5 false alarms are expected at most, and 9 or more in 1 % of cases."""
    alarms = {"rates": 0, "words": 0, "segments": 0, "findings": 0}
    for seed in range(70):
        diagnosis = diagnosed(60, seed, (0.25, 0.25))
        alarms["rates"] += any(rate.comparison.adjusted < 0.05 for rate in diagnosis.errors.comparisons)
        alarms["words"] += any(
            test.comparison.adjusted < 0.05 for test in diagnosis.buckets.words.comparisons
        )
        alarms["segments"] += any(
            test.comparison.adjusted < 0.05 for test in diagnosis.buckets.segments.comparisons
        )
        alarms["findings"] += bool(diagnosis.findings)
    assert all(count < 9 for count in alarms.values()), alarms


def test_buckets_of_eight_systems_can_be_told_apart() -> None:
    diagnosis = diagnosed(150, 7, (0.1, *[0.4] * 7))
    tests = diagnosis.buckets.words.comparisons
    assert {(test.comparison.first, test.comparison.second) for test in tests} == {
        ("s0", f"s{number}") for number in range(1, 8)
    }
    assert sum(test.comparison.significant(0.05) for test in tests) > len(tests) / 2
    assert not any(test.hopeless(0.05) for test in tests if test.comparison.significant(0.05))


def test_a_test_that_could_not_succeed_says_so() -> None:
    references = ["the ferry leaves now"] * 40
    good, bad = references, ["the ferry leaves"] * 4 + references[4:]
    evalset = EvalSet("set", ("", ""), None, {"ref": references}, None)
    diagnosis = diagnose(evalset, {"good": good, "bad": bad}, [], DiagnoseOptions(tok="none"))
    lower = next(test for test in diagnosis.buckets.words.comparisons if test.bucket == "lower")
    assert lower.comparison.p_value == 2 / 2**4
    assert lower.hopeless(0.05)
    assert diagnosis.told.hopeless > 0
