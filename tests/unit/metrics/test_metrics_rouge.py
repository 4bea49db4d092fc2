"""ROUGE by hand, its options, and rouge-score where it computes the same."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.errors import OptionError
from assay.metrics.words.rouge import Rouge
from support.metric_scores import stats
from support.strategies import lines

GUNMAN = "police killed the gunman"
# stems that differ between the Porter stemmers, short words, and words that share a stem
WORDS = (
    "dying",
    "die",
    "skies",
    "sky",
    "happily",
    "happy",
    "flies",
    "tied",
    "was",
    "wases",
    "conditional",
    "x-ray",
    ".",
)


@pytest.mark.parametrize(
    ("output", "l", "s"),
    [
        ("police kill the gunman", 3 / 4, 3 / 6),
        ("the gunman kill police", 2 / 4, 1 / 6),
        ("the gunman police killed", 2 / 4, 2 / 6),
    ],
)
def test_lin_and_ochs_example(output: str, l: float, s: float) -> None:  # noqa: E741 - the metric's own letter
    assert stats("rouge", [output], [[GUNMAN]]).total() == pytest.approx(100 * l)
    assert stats("rouge:kind=s", [output], [[GUNMAN]]).total() == pytest.approx(100 * s)


def test_precision_recall_and_f() -> None:
    found = stats("rouge:alpha=0.8", ["a b c d"], [["a b"]])
    assert found.rows.tolist() == [[1.0, 0.5, pytest.approx(0.5 / (0.2 * 0.5 + 0.8)), 1.0]]
    assert stats("rouge:measure=r", ["a b c d"], [["a b"]]).total() == 100
    assert stats("rouge:measure=p", ["a b c d"], [["a b"]]).total() == 50
    ratio = stats("rouge:balance=ratio", ["a b c d"], [["a b"]]).total()
    beta = 0.5 / 1.0
    assert ratio == pytest.approx(100 * (1 + beta**2) * 0.5 / (1 + beta**2 * 0.5))


def test_several_references() -> None:
    streams = [["a b c d"], ["a x"]]
    assert stats("rouge:measure=r", ["a b"], streams).total() == pytest.approx(50)
    both = stats("rouge:measure=r,multi=average", ["a b"], streams).total()
    assert both == pytest.approx(100 * (2 + 1) / (4 + 2))


def test_the_program_takes_the_best_reference_by_recall() -> None:
    streams = [["a b c d e f"], ["a"]]
    assert stats("rouge:measure=p", ["a b c x"], streams).total() == pytest.approx(75)
    assert stats("rouge:measure=p,form=1.5.5", ["a b c x"], streams).total() == pytest.approx(25)


def test_letters_that_become_ascii_in_lower_case_are_kept() -> None:
    assert stats("rouge", ["5 \u212a, \u0130 É"], [["5 K, i e"]]).rows[0].tolist() == [0.75, 1.0, 6 / 7, 1.0]


def test_headings_name_the_kind() -> None:
    labels = [
        Rouge().label,
        Rouge(kind="lsum").label,
        Rouge(kind="w").label,
        Rouge(kind="s").label,
        Rouge(kind="su", gap=4).label,
        Rouge(kind="n", order=2, measure="r").label,
    ]
    assert labels == ["ROUGE-L", "ROUGE-Lsum", "ROUGE-W-1.2", "ROUGE-S*", "ROUGE-SU4", "ROUGE-2 R"]


@pytest.mark.parametrize(
    "options", [{"order": 0}, {"gap": -2}, {"weight": 0.5}, {"weight": 9.0}, {"alpha": 1.5}]
)
def test_options_without_meaning_are_refused(options: dict[str, float]) -> None:
    with pytest.raises(OptionError, match="rouge"):
        Rouge(**options)  # type: ignore[arg-type]  # the numbers are right


@given(lines(20), lines(20))
@settings(max_examples=150)
def test_rouge_score_agrees(output: str, reference: str) -> None:
    scorer = pytest.importorskip("rouge_score.rouge_scorer", reason="pip install rouge-score")
    names = {"rougeL": "rouge", "rouge1": "rouge:kind=n", "rouge2": "rouge:kind=n,order=2"}
    expected = scorer.RougeScorer(list(names)).score(reference, output)
    for theirs, ours in names.items():
        recall, precision, f, _ = stats(ours, [output], [[reference]]).rows[0]
        assert (precision, recall, f) == pytest.approx(tuple(expected[theirs]), rel=1e-12)


SENTENCES = st.lists(st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join), min_size=1, max_size=4)


@given(SENTENCES.map("\n".join), st.lists(SENTENCES.map("\n".join), min_size=1, max_size=3))
@settings(max_examples=200)
def test_rouge_score_agrees_on_texts_of_several_lines(output: str, references: list[str]) -> None:
    scorer = pytest.importorskip("rouge_score.rouge_scorer", reason="pip install rouge-score")
    expected = scorer.RougeScorer(["rougeLsum"]).score_multi(references, output)["rougeLsum"]
    row = stats("rouge:kind=lsum", [output], [[reference] for reference in references]).rows[0]
    assert row[2] == pytest.approx(expected.fmeasure, rel=1e-12)


@given(
    st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join), st.lists(st.sampled_from(WORDS)).map(" ".join)
)
@settings(max_examples=200)
def test_rouge_score_agrees_on_stems(output: str, reference: str) -> None:
    scorer = pytest.importorskip("rouge_score.rouge_scorer", reason="pip install rouge-score")
    expected = scorer.RougeScorer(["rougeL", "rouge2"], use_stemmer=True).score(reference, output)
    for theirs, ours in (("rougeL", "rouge:stem=rouge"), ("rouge2", "rouge:kind=n,order=2,stem=rouge")):
        recall, precision, f, _ = stats(ours, [output], [[reference]]).rows[0]
        assert (precision, recall, f) == pytest.approx(tuple(expected[theirs]), rel=1e-12)


@pytest.mark.parametrize("form", ["definition", "1.5.5"])
def test_rouge_w_of_the_same_text_is_100_and_no_more(form: str) -> None:
    for words in range(1, 200):
        text = " ".join(f"w{number}" for number in range(words))
        assert stats(f"rouge:kind=w,form={form},measure=p", [text], [[text]]).total() == 100
