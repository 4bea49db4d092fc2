"""The statistics of chrF in the Python twin against sacreBLEU 2.6.0."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sacrebleu.metrics.chrf import CHRF

from reference import chrf_row, chrf_words, tokenize_chrf
from support.strategies import lines

OPTIONS = st.fixed_dictionaries(
    {
        "char_order": st.integers(0, 8),
        "word_order": st.integers(0, 4),
        "beta": st.sampled_from([0.5, 1.0, 2.0, 3.0, 2.7]),
        "whitespace": st.booleans(),
        "mean_f": st.booleans(),
    }
).filter(lambda options: options["char_order"] + options["word_order"] > 0)


def sacrebleu_row(hypothesis: str, refs: list[str], options: dict[str, Any]) -> list[int]:
    named: dict[str, Any] = dict(options)
    metric = CHRF(eps_smoothing=named.pop("mean_f"), **named)
    return metric._compute_segment_statistics(hypothesis, metric._extract_reference_info(refs))


@given(lines(), st.lists(lines(), min_size=1, max_size=4), OPTIONS)
@settings(max_examples=500)
def test_equal_to_sacrebleu(hypothesis, refs, options):
    assert chrf_row(hypothesis, refs, **options) == sacrebleu_row(hypothesis, refs, options)


short = st.text("ab. ", max_size=6)


@given(short, st.lists(short, min_size=2, max_size=6), OPTIONS)
@settings(max_examples=500)
def test_equal_where_references_tie(hypothesis, refs, options):
    """Few short lines: many references are equally good, or differ in the last bit."""
    assert chrf_row(hypothesis, refs, **options) == sacrebleu_row(hypothesis, refs, options)


@given(lines())
def test_words_equal_sacrebleu(line):
    assert chrf_words(line) == CHRF()._remove_punctuation(line)
    assert tokenize_chrf(line) == " ".join(chrf_words(line))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", []),
        ("(hi)", ["(hi", ")"]),
        ("(hi", ["(", "hi"]),
        (". ..", [".", ".", "."]),
        ("«hi»", ["«hi»"]),
        ("\U0001f600!", ["\U0001f600", "!"]),
    ],
)
def test_words_by_hand(line, expected):
    assert chrf_words(line) == expected


def test_no_hypothesis_where_no_reference() -> None:
    options: dict[str, Any] = {
        "char_order": 2,
        "word_order": 1,
        "beta": 2.0,
        "whitespace": False,
        "mean_f": False,
    }
    assert chrf_row("abc", ["a"], **options) == [3, 1, 1, 0, 0, 0, 1, 1, 0]
    assert chrf_row("", ["ab"], **options) == [0, 2, 0, 0, 1, 0, 0, 1, 0]
