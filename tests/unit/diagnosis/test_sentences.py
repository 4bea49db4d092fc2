"""Every sentence of a diagnosis, with the figures it may be given: the digits that it prints must show what it says."""

from __future__ import annotations

import re
from itertools import product

import numpy as np
import pytest

from assay.comparison import Check
from assay.data import EvalSet
from assay.diagnosis import DiagnoseOptions, diagnose
from assay.diagnosis.findings import CLASS_WORDS, SMALLEST, Lead, cautions, check_sentence, class_sentence
from assay.diagnosis.swap_tests import SwapTest
from assay.diagnosis.word_findings import Levels, better_sentence, level_sentence, named
from assay.diagnosis.words.rates import BucketF
from assay.diagnosis.words.systems import Likeness
from assay.metrics import parse_metric
from assay.reporting.tables.diagnosis.gate import sentence as gate_sentence
from assay.reporting.tables.diagnosis.systems import difficulty_table
from support.assertions import untyped

SURE = SwapTest(0.001, 0.0)
SCORES = [0.0, 0.04, 33.3, 60.0, 60.04, 60.06, 60.1, 61.0, 66.0, 90.06, 90.12, 99.96, 100.0]


def figures(text: str) -> list[float]:
    return [
        float(number) for number in re.findall(r"(?<![\w.])[+-]?\d+(?:\.\d+)?", text.replace("per 100", ""))
    ]


def levels() -> list[Levels]:
    return [
        Levels((a, b), (c, d), 0.001, np.zeros(1))
        for a, b, c, d in product(SCORES, SCORES, SCORES[3:9], SCORES[3:9])
    ]


def test_better_on_some_words_is_shown_by_the_digits() -> None:
    told = 0
    for at in levels():
        text = better_sentence(("a", "b"), "numbers", at)
        if not text:
            continue
        told += 1
        first, second, *over_all = figures(text)
        assert first > second, text
        lead = over_all[0] if "ahead" in text else -over_all[0] if "behind" in text else 0.0
        assert first - second > lead + 1e-9, text
        assert "both have" in text or over_all[0] > 0, text
    assert told > 100


def test_a_lead_that_is_not_there_is_shown_by_the_digits() -> None:
    told = 0
    for at in levels():
        text = level_sentence(("a", "b"), "numbers", at)
        if text:
            told += 1
            leader, other, here, there = figures(text)
            assert leader > other, text
            assert abs(here - there) < leader - other, text
    assert told > 100


def test_equal_figures_are_no_lead() -> None:
    at = Levels((90.12, 90.06), (64.0, 66.0), 1.0, np.zeros(1))
    assert better_sentence(("UEdin", "Volc"), "words without letters", at) == ""
    assert (
        level_sentence(("UEdin", "Volc"), "words without letters", at)
        == "Volc leads UEdin over all words (F 66.0 versus 64.0), but not significantly on words without letters "
        "(90.1 versus 90.1)."
    )


@pytest.mark.parametrize("of", [*CLASS_WORDS, "numbers lost"])
def test_fewer_is_shown_by_the_digits(of: str) -> None:
    say = class_sentence if of in CLASS_WORDS else check_sentence
    for fewer, more in product(np.arange(0, 3, 0.07), repeat=2):
        if more - fewer >= SMALLEST:  # what is smaller is no finding, whatever the weight
            lead = Lead(of, ("a", "b"), "a", "b", float(fewer), float(more), SURE)
            first, second = figures(say(lead))
            assert first < second


@pytest.mark.parametrize(
    ("feature", "buckets", "words"),
    [
        ("script", ["no letter"], "words without letters"),
        ("script", ["cyrillic", "latin"], "words in cyrillic or latin script"),
        ("script", ["latin", "no letter"], "words in latin script and words without letters"),
        ("case", ["other"], "words in mixed case or without case"),
        ("digits", ["number", "with digits"], "numbers and words containing digits"),
        ("training-frequency", ["0"], "words never seen in training"),
        ("training-frequency", ["0", "1", "2"], "words seen at most 2 times in training"),
        ("training-frequency", ["1"], "words seen once in training"),
        ("reference-frequency", ["5 to 9", "10 to 99"], "words that occur 5 to 99 times in the references"),
        ("length", ["below 2"], "words of fewer than 2 characters"),
        ("length", ["below 2", "2 to 3"], "words of at most 3 characters"),
        ("length", ["2 to 3", "8 to 9"], "words of 2 to 3 or 8 to 9 characters"),
        ("length", ["10 to 14", "15 or more"], "words of 10 or more characters"),
        ("position", ["first third"], "words in the first third of a segment"),
        ("label", ["NN", "VB", "X"], "words labelled NN, VB or X"),
        ("label", [".", ",", "..", "{x}"], "words labelled ., ,, .. or {x}"),
        ("label@ner", ["PER"], "words labelled PER (ner)"),
        ("label@{}", ["PER"], "words labelled PER ({})"),
    ],
)
def test_buckets_in_words(feature: str, buckets: list[str], words: str) -> None:
    assert named([BucketF(feature, bucket) for bucket in buckets]) == words


def test_near_copies_are_named_from_ninety_on() -> None:
    for similarity in (89.96, 90.0, 100.0):
        said = cautions([], [Likeness("a", "b", similarity, 3, 9)])
        assert bool(said) == (similarity >= 90)
        assert all(figures(text)[0] >= 90 for text in said)


@pytest.mark.parametrize("lead", [-1.0, -0.5004, -0.0004, 0.0, 0.0004, 0.3])
@pytest.mark.parametrize("spread", [0.0002, 0.4])
@pytest.mark.parametrize("margin", [0.0, 0.5])
def test_a_gate_prints_digits_enough(lead: float, spread: float, margin: float) -> None:
    metric = parse_metric("chrf")
    low, high = lead - spread, lead + spread
    scores, p_values = (50 + lead, 50.0), (0.1, 0.1, 0.1)
    check = Check(
        *("all", metric, margin, *scores, lead, low, high, *p_values, 99, "segment", True),
        verdict="fail",
        reason="why",
    )
    text = gate_sentence(check, "chrF")
    assert ("equal" in text) == (lead == 0)
    assert lead == 0 or figures(text)[0] > 0
    shown_low, shown_high = figures(text[text.index("from") :])[:2]
    assert (shown_low > -margin) == (low > -margin)
    assert (shown_high < -margin) == (high < -margin)


def test_what_makes_a_segment_hard_is_not_what_makes_it_easy() -> None:
    references = [f"{'w ' * (place % 9 + 1)}end" for place in range(90)]
    outputs = [text if place % 9 < 5 else "x" for place, text in enumerate(references)]
    for spec, sign in (("chrf", -1), ("ter", 1)):
        evalset = EvalSet("s", ("", ""), None, {"ref": references}, None)
        diagnosis = diagnose(evalset, {"mt": outputs}, [parse_metric(spec)], DiagnoseOptions(tok="none"))
        table = difficulty_table(diagnosis, diagnosis.corpus.evaluation.metrics[0])
        row = next(row for row in table.rows if row[0] == "words")
        assert np.sign(untyped(row[1])) == sign
        assert row[3] == "harder"
        assert all(row[3] != "harder" for row in table.rows if row[1] is None)
