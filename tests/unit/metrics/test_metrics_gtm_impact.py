"""GTM and IMPACT: worked by hand, and by what must hold. IMPACT has no program to compare with."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.errors import OptionError
from assay.metrics.words.gtm import Gtm
from assay.metrics.words.impact import Impact
from support.metric_scores import stats
from support.strategies import tokens

texts = tokens(12).map(lambda row: " ".join(map(str, row)))


@given(texts, texts)
@settings(max_examples=100)
def test_gtm_with_exponent_1_is_the_f_score_of_bags_of_words(output: str, reference: str) -> None:
    hyp, ref = Counter(output.split()), Counter(reference.split())
    total = hyp.total() + ref.total()
    expected = 2 * (hyp & ref).total() / total if total else 0
    assert stats("gtm", [output], [[reference]]).total() / 100 == pytest.approx(expected)


def test_gtm_by_hand() -> None:
    """Runs of 2 and 1 words with exponent 2: the root of 5, over 3 and 4 words."""
    found = stats("gtm:exponent=2", ["a b c"], [["c x a b"]])
    assert found.rows.tolist() == [[pytest.approx(5**0.5), 3, 4]]
    assert found.total() == pytest.approx(100 * 2 * 5**0.5 / 7)


def test_gtm_takes_words_from_all_references_up_to_their_mean_length() -> None:
    assert stats("gtm", ["a b c"], [["a x x x"], ["y b c"]]).rows[0, 0] == 3
    assert stats("gtm", ["a b c d"], [["a b"], ["c"]]).rows[0, 0] == 1.5


@given(texts, st.floats(0, 1), st.floats(1, 3))
@settings(max_examples=60)
def test_impact_of_the_reference_itself_is_100(text: str, alpha: float, beta: float) -> None:
    metric = Impact(alpha=alpha, beta=beta)
    expected = 100 if text else 0
    assert stats(metric, [text], [[text]]).total() == pytest.approx(expected)


@given(texts, texts)
@settings(max_examples=60)
def test_the_first_pass_with_beta_1_is_the_common_subsequence(output: str, reference: str) -> None:
    ours = stats("impact:repeats=0,beta=1", [output], [[reference]]).total()
    rouge = stats("rouge:balance=ratio,tok=none", [output], [[reference]]).total()
    assert ours == pytest.approx(rouge)


@given(texts, texts)
@settings(max_examples=60)
def test_further_passes_only_add(output: str, reference: str) -> None:
    scores = [stats(f"impact:repeats={n}", [output], [[reference]]).total() for n in (0, 1, -1)]
    assert scores[0] <= scores[1] + 1e-9 <= scores[2] + 2e-9


def test_impact_by_hand() -> None:
    """c d e is taken first, then a b for a tenth: (3**1.1 + 0.1 * 2**1.1) of 5**1.1."""
    expected = ((3**1.1 + 0.1 * 2**1.1) / 5**1.1) ** (1 / 1.1)
    assert stats("impact", ["c d e a b"], [["a b c d e"]]).total() == pytest.approx(100 * expected)


def test_impact_takes_the_route_with_the_longest_runs() -> None:
    """Both routes have two words; the b beside c is the one to take."""
    found = stats("impact:beta=2,repeats=0", ["b x b c"], [["b c"]])
    recall, precision = 1.0, 2 / 4
    f = (recall**2 + precision**2) * recall * precision / (recall**3 + precision**3)
    assert found.total() == pytest.approx(100 * f)


def test_impact_takes_the_best_reference() -> None:
    assert stats("impact", ["a b"], [["x"], ["a b"]]).total() == pytest.approx(100)


def test_options_without_meaning_are_refused() -> None:
    with pytest.raises(OptionError, match="exponent"):
        Gtm(exponent=0.5)
    wrongs: list[dict[str, Any]] = [{"alpha": 2.0}, {"beta": 0.5}, {"repeats": -2}]
    for wrong in wrongs:
        with pytest.raises(OptionError, match="impact"):
            Impact(**wrong)
