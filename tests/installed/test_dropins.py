"""Interfaces of other tools, in a process that pytest rewrites. Figures are those of sacreBLEU 2.6.0."""

from __future__ import annotations

from importlib.metadata import entry_points

import pytest

import assay

HYPOTHESES = ["The ferry is late again.", "It rained all day."]
STREAMS = [["The ferry is late once more.", "It was raining all day."]]


def test_sacrebleu_by_a_changed_import() -> None:
    from assay.compat import sacrebleu

    bleu = sacrebleu.BLEU(smooth_method="floor", lowercase=True)
    result = bleu.corpus_score(HYPOTHESES, STREAMS)
    assert (
        str(result) == "BLEU = 37.04 81.8/55.6/42.9/20.0 (BP = 0.834 ratio = 0.846 hyp_len = 11 ref_len = 13)"
    )
    assert (
        str(sacrebleu.CHRF(word_order=2).sentence_score(HYPOTHESES[0], [STREAMS[0][0]])) == "chrF2++ = 59.88"
    )
    assert round(sacrebleu.corpus_ter(HYPOTHESES, STREAMS).score, 2) == 36.36
    assert (
        sacrebleu.corpus_bleu(HYPOTHESES, STREAMS, lowercase=True, smooth_method="floor").score
        == result.score
    )
    assert str(sacrebleu.sentence_bleu(HYPOTHESES[0], [STREAMS[0][0]])).startswith("BLEU = ")


def test_modules_of_sacrebleu() -> None:
    from assay.compat.sacrebleu.dataset import DATASETS
    from assay.compat.sacrebleu.metrics import METRICS
    from assay.compat.sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

    assert set(METRICS) == {"BLEU", "CHRF", "TER"}
    assert callable(DATASETS.get)
    assert Tokenizer13a()("Hello, harbour!") == "Hello , harbour !"


def test_an_adapter_for_evaluate() -> None:
    from assay.compat import load_metric

    figures = load_metric("sacrebleu").compute(
        predictions=HYPOTHESES, references=[[text] for text in STREAMS[0]]
    )
    assert round(figures["score"], 2) == round(assay.score(HYPOTHESES, STREAMS[0], "bleu").score, 2)


def test_pytest_finds_the_plug_in() -> None:
    assert "assay" in {point.name for point in entry_points(group="pytest11")}


def test_a_gate_holds(assert_not_worse) -> None:  # type: ignore[no-untyped-def]
    assert_not_worse(HYPOTHESES, STREAMS[0], baseline=HYPOTHESES, metrics="chrf", margin=0.5)


def test_a_gate_fails_the_test(assert_not_worse) -> None:  # type: ignore[no-untyped-def]
    texts = [f"The ferry number {number} is late again." for number in range(40)]
    with pytest.raises(pytest.fail.Exception, match="worse"):
        assert_not_worse(["no"] * 40, texts, baseline=texts, metrics="chrf", margin=0.5)
