"""GLEU and RIBES by hand, and against NLTK where the definitions agree."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.errors import OptionError
from assay.metrics.ngrams.gleu import Gleu
from assay.metrics.words.ribes import Ribes
from support.metric_scores import stats

words = st.lists(st.sampled_from(["a", "b", "c", "d", "e"]), max_size=9)
segments = st.lists(st.tuples(words, st.lists(words, min_size=1, max_size=3)), min_size=1, max_size=4)


def test_gleu_by_hand() -> None:
    """a b c against a b d: matches a, b and a b; six n-grams on either side."""
    assert stats("gleu", ["a b c"], [["a b d"]]).total() == pytest.approx(100 * 3 / 6)
    assert stats("gleu", ["a"], [["a"]]).total() == 100
    assert stats("gleu", [""], [[""]]).total() == 0


@given(segments)
@settings(max_examples=100)
def test_nltk_agrees_on_gleu(column: list[tuple[list[str], list[list[str]]]]) -> None:
    gleu_score = pytest.importorskip("nltk.translate.gleu_score", reason="pip install nltk")
    most = max(len(refs) for _, refs in column)
    streams = [
        [" ".join(refs[place]) if place < len(refs) else None for _, refs in column] for place in range(most)
    ]
    found = stats("gleu", [" ".join(hyp) for hyp, _ in column], streams)
    expected = gleu_score.corpus_gleu([refs for _, refs in column], [hyp for hyp, _ in column])
    assert found.total() / 100 == pytest.approx(expected, rel=1e-12)
    each = [gleu_score.sentence_gleu(refs, hyp) for hyp, refs in column]
    assert found.each() / 100 == pytest.approx(each, rel=1e-12)


def test_ribes_by_hand() -> None:
    """Bob hit John: of the six pairs of four words, three stand in order."""
    assert stats("ribes", ["Bob hit John yesterday"], [["John hit Bob yesterday"]]).total() == pytest.approx(
        50
    )
    assert stats("ribes", ["a"], [["a"]]).total() == 100
    assert stats("ribes", ["a b"], [["a c"]]).total() == 0  # one word in common has no order


def test_ribes_passes_over_empty_references() -> None:
    found = stats("ribes", ["a b", "a b"], [["a b", ""]])
    assert found.rows.tolist() == [[1.0, 1.0], [0.0, 0.0]]
    assert found.total() == 100
    assert stats("ribes", ["a b"], [["a b"], [""]]).total() == 100


@given(st.permutations(["a", "b", "c", "d", "e", "f", "g"]), st.integers(2, 7))
@settings(max_examples=60)
def test_nltk_agrees_on_ribes_where_words_are_unique(order: list[str], length: int) -> None:
    """Its context search differs, and a single match scores 0 there."""
    ribes_score = pytest.importorskip("nltk.translate.ribes_score", reason="pip install nltk")
    reference = ["a", "b", "c", "d", "e", "f", "g"]
    expected = ribes_score.sentence_ribes([reference], order[:length])
    found = stats("ribes", [" ".join(order[:length])], [[" ".join(reference)]]).total()
    assert found / 100 == pytest.approx(expected, rel=1e-9)


def test_options_without_meaning_are_refused() -> None:
    with pytest.raises(OptionError, match="min_order"):
        Gleu(min_order=5)
    with pytest.raises(OptionError, match="alpha"):
        Ribes(alpha=-1)
