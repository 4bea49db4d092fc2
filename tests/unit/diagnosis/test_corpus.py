from __future__ import annotations

import numpy as np

from assay.data.evalset import EvalSet
from assay.diagnosis.corpus import prepare_corpus
from assay.diagnosis.words.tokens import number_words
from assay.metrics.specs import parse_metric


def test_words_of_all_columns_have_one_numbering() -> None:
    first, second = number_words([["a b a", ""], ["b c."]], "13a")
    assert first.vocabulary == second.vocabulary == ("a", "b", "c", ".")
    assert first.ids.tolist() == [0, 1, 0]
    assert first.offsets.tolist() == [0, 3, 3]
    assert second.at(0) == ["b", "c", "."]
    assert first.counts().tolist() == [2, 1, 0, 0]
    assert second.positions().tolist() == [0, 1, 2]
    assert second.segments().tolist() == [0, 0, 0]
    assert first.lengths.tolist() == [3, 0]


def test_words_may_be_lower_cased() -> None:
    (words,) = number_words([["The the"]], "none", lowercase=True)
    assert words.ids.tolist() == [0, 0]


def test_a_missing_reference_has_no_words_and_is_not_present() -> None:
    evalset = EvalSet("s", ("", ""), ["x y", "z"], {"A": ["a b", "c"], "B": [None, ""]}, None)
    made = prepare_corpus(evalset, {"mt": ["a", "c d"]}, [parse_metric("bleu")])
    assert made.present["B"].tolist() == [False, True]
    assert made.references["B"].lengths.tolist() == [0, 0]
    assert made.source is not None
    assert made.source.at(0) == ["x", "y"]
    assert made.hypotheses["mt"].at(1) == ["c", "d"]
    assert made.systems == ("mt",)
    assert np.isfinite(made.evaluation.stats[made.evaluation.metrics[0], "mt"].total())
