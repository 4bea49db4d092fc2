"""Hand-worked error classes, several references, labels, and the laws that hold for any text."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay import kernel
from assay.data.evalset import EvalSet
from assay.diagnosis.corpus import Corpus, SetKnowledge, prepare_corpus
from assay.diagnosis.words.classes import (
    CLASS_RATES,
    ORDER,
    RPER,
    WER,
    Classified,
    class_rates,
    classify,
    error_rates,
    label_rates,
)
from assay.diagnosis.words.morphology import form_shares
from assay.errors import MismatchError, OptionError

texts = st.lists(st.sampled_from(["the", "boat", "boats", "late", "a", "on"]), max_size=8).map(" ".join)


def made(pairs: list[tuple[str, str]], knowledge: SetKnowledge | None = None) -> Corpus:
    evalset = EvalSet("set", ("", ""), None, {"ref": [ref for ref, _ in pairs]}, None)
    return prepare_corpus(evalset, {"mt": [hyp for _, hyp in pairs]}, [], knowledge, tok="none")


def classes(one: Classified, side: str) -> list[str]:
    return [kernel.CLASSES[number] for number in one.side(side)[1].classes]


@pytest.mark.parametrize(
    ("reference", "output", "expected"),
    [
        ("two boats sank", "two boat sank", ["", "inflection", ""]),
        ("today we sail", "we sail today", ["", "", "reordering"]),
        ("a green lamp", "a green door", ["", "", "lexical"]),
        ("we sail", "we often sail", ["", "extra", ""]),
        ("we sail home", "we sail", ["", ""]),
        ("go on on", "go on on", ["", "", ""]),
        ("", "boat", ["extra"]),
    ],
)
def test_one_error_of_each_kind(reference: str, output: str, expected: list[str]) -> None:
    one = classify(made([(reference, output)]))["mt"]
    assert classes(one, "output") == expected


def test_missing_words_are_on_the_side_of_the_reference() -> None:
    one = classify(made([("we sail home again", "we sail")]))["mt"]
    assert classes(one, "reference") == ["", "", "missing", "missing"]
    assert one.counts("reference", 3).tolist() == [2]
    assert one.counts("reference", 3, "blocks").tolist() == [1]


def test_a_block_ends_with_its_segment() -> None:
    one = classify(made([("a b", "a x"), ("c d", "y d")]))["mt"]
    assert one.counts("output", 5, "blocks").tolist() == [1, 1]


def test_the_closest_reference_is_taken_and_a_missing_one_never() -> None:
    evalset = EvalSet("set", ("", ""), None, {"A": ["x y z", "p q"], "B": ["a b c", None]}, None)
    one = classify(prepare_corpus(evalset, {"mt": ["a b d", "p"]}, [], tok="none"))["mt"]
    assert one.closest.tolist() == [1, 0]
    assert one.edits().tolist() == [1, 1]
    assert one.reference.at(0) == ["a", "b", "c"]
    assert classes(one, "reference") == ["", "", "lexical", "", "missing"]


def test_labels_count_per_class() -> None:
    knowledge = SetKnowledge(labels={"ref": [["A", "N", "V"]], "mt": [["N", "V"]]})
    found = made([("old boat sails", "boat sail")], knowledge)
    one = classify(found)["mt"]
    counts = {
        (rate.label, rate.name): (rate.count, rate.words) for rate in label_rates(found, one, "reference")
    }
    assert counts["A", "missing"] == (1, 1)
    assert counts["V", "inflection"] == (1, 1)
    assert label_rates(made([("a", "b")]), classify(made([("a", "b")]))["mt"], "output") == []


def test_labels_and_bases_that_do_not_fit_are_refused() -> None:
    found = made([("boat sails", "boat")], SetKnowledge(labels={"mt": [["N", "V"]]}, bases={"ref": [["a"]]}))
    with pytest.raises(MismatchError, match="line 1: 2 entries for 1 words"):
        label_rates(found, classify(found)["mt"], "output")
    with pytest.raises(MismatchError, match="base forms of ref, line 1"):
        classify(found, "file")
    with pytest.raises(OptionError, match="no base forms of ref"):
        classify(made([("a", "b")]), "file")
    with pytest.raises(OptionError, match="unknown stemmer"):
        classify(found, "klingon")


def test_base_forms_from_a_file() -> None:
    bases = {"ref": [["go", "home"]], "mt": [["go", "house"]]}
    one = classify(made([("went home", "goes house")], SetKnowledge(bases=bases)), "file")["mt"]
    assert classes(one, "output") == ["inflection", "lexical"]


@given(st.lists(st.tuples(texts, texts), min_size=1, max_size=4))
@settings(max_examples=150)
def test_laws_of_the_classes(pairs: list[tuple[str, str]]) -> None:
    found = made(pairs)
    one = classify(found)["mt"]
    rates = error_rates({"mt": one})
    assert (one.wrong("reference") <= one.edits()).all()  # order costs WER more, never less
    assert rates.stats[ORDER, "mt"].total() == pytest.approx(
        rates.stats[WER, "mt"].total() - rates.stats[RPER, "mt"].total(), abs=1e-9
    )
    for number in (1, 2):  # inflections and reorderings have a partner on the other side
        assert one.counts("reference", number).tolist() == one.counts("output", number).tolist()
    for rate in class_rates({"mt": one}):
        assert 0 <= rate.count <= rate.words
    for side, numbers in (("reference", (1, 2, 3, 5)), ("output", (1, 2, 4, 5))):
        for number in numbers:
            assert (one.counts(side, number, "blocks") <= one.counts(side, number)).all()


@given(st.lists(texts, min_size=1, max_size=4))
def test_a_reference_has_no_errors(column: list[str]) -> None:
    rates = error_rates(classify(made([(text, text) for text in column])))
    assert all(rates.stats[rate, "mt"].total() == 0 for rate in (WER, *CLASS_RATES.values()))


def test_words_in_other_forms_lower_the_share() -> None:
    exact = made([("the boats sailed home", "the boats sailed home")])
    forms = made([("the boats sailed home", "the boat sails home")])
    whole, part = (
        {share.metric.name: share.ratio for share in form_shares(found, "english")}
        for found in (exact, forms)
    )
    assert whole["bleu"] == whole["f"] == pytest.approx(1)
    assert part["f"] == pytest.approx(0.5)
    assert np.isfinite(part["chrf"] or 0)
    assert form_shares(made([("a", "")]), "english")[0].ratio is None
    with pytest.raises(OptionError, match="not a file"):
        form_shares(exact, "file")
