"""Adapters to evaluate, trainers, Polars and DuckDB give the figures of sacreBLEU and of assay.score."""

from typing import Any

import duckdb
import numpy as np
import polars
import pytest
import sacrebleu
from sacrebleu.metrics.ter import TER

import assay
from assay.compat import compute_metrics, load_metric, polars_score, register_duckdb
from assay.errors import AssayError

OUTPUTS = ["the harbour is old .", "it rains", "a cat sat on the mat today"]
REFERENCES = [
    ["the harbour is very old .", "old harbour"],
    ["it rained", "rain"],
    ["a cat sat on a mat", "cat"],
]
STREAMS = [list(stream) for stream in zip(*REFERENCES, strict=True)]


def test_the_dictionaries_of_evaluate_are_those_of_sacrebleu() -> None:
    bleu = sacrebleu.corpus_bleu(OUTPUTS, STREAMS, lowercase=True)
    found = load_metric("sacrebleu").compute(predictions=OUTPUTS, references=REFERENCES, lowercase=True)
    assert found == {
        name: getattr(bleu, name)
        for name in ("score", "counts", "totals", "precisions", "bp", "sys_len", "ref_len")
    }
    chrf = sacrebleu.corpus_chrf(OUTPUTS, STREAMS, word_order=2)
    assert load_metric("chrf").compute(predictions=OUTPUTS, references=REFERENCES, word_order=2) == {
        "score": pytest.approx(chrf.score, abs=1e-9),
        "char_order": 6,
        "word_order": 2,
        "beta": 2,
    }
    ter = TER(no_punct=True).corpus_score(OUTPUTS, STREAMS)
    found = load_metric("ter").compute(predictions=OUTPUTS, references=REFERENCES, ignore_punct=True)
    assert found == {"score": ter.score, "num_edits": ter.num_edits, "ref_length": ter.ref_length}


def test_batches_add_up_and_nothing_is_left_for_the_next_time() -> None:
    metric = load_metric("chrf")
    metric.add(prediction=OUTPUTS[0], reference=REFERENCES[0])
    metric.add_batch(predictions=OUTPUTS[1:], references=REFERENCES[1:])
    assert metric.compute() == load_metric("chrf").compute(predictions=OUTPUTS, references=REFERENCES)
    with pytest.raises(AssayError, match="nothing to score"):
        metric.compute()


def test_our_own_metrics_return_their_score() -> None:
    found = load_metric("wer:lowercase").compute(
        predictions=OUTPUTS, references=[each[0] for each in REFERENCES]
    )
    assert found == {"score": assay.score(OUTPUTS, STREAMS[0], "wer:lowercase").score}


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: load_metric("nothing"),
        lambda: load_metric("chrf").compute(predictions=OUTPUTS),
        lambda: load_metric("chrf").compute(predictions=OUTPUTS, references=["one"]),
        lambda: load_metric("chrf").compute(predictions=["a", "b"], references=[["a"], ["b", "c"]]),
        lambda: load_metric("wer").compute(predictions=["a"], references=["a"], lowercase=True),
        lambda: polars_score("a", "b", "nothing"),
    ],
)
def test_what_is_refused(wrong: Any) -> None:
    with pytest.raises(AssayError):
        wrong()


class Tokenizer:
    """Decodes ids to words."""

    pad_token_id = 0
    words = ("", "the", "harbour", "is", "old")

    def batch_decode(self, rows: np.ndarray, *, skip_special_tokens: bool) -> list[str]:
        assert skip_special_tokens
        return [" ".join(self.words[each] for each in row if each).strip() for row in rows.tolist()]


def test_a_trainer_gets_its_score() -> None:
    predicted, labels = np.array([[1, 2, 3, 4]]), np.array([[1, 2, 3, -100]])
    found = compute_metrics(Tokenizer(), "chrf")((predicted, labels))
    assert found == {
        "chrf": pytest.approx(assay.score(["the harbour is old"], ["the harbour is"], "chrf").score)
    }


def test_polars_and_duckdb_score_rows() -> None:
    frame = polars.DataFrame({"mt": [*OUTPUTS, None], "ref": [*STREAMS[0], "x"]})
    expected = [*assay.score(OUTPUTS, STREAMS[0], "chrf").segments.tolist(), None]
    scored = frame.with_columns(chrf=polars_score("mt", polars.col("ref"), "chrf"))
    assert scored["chrf"].to_list() == expected
    assert frame.lazy().select(polars_score("mt", "ref")).collect().to_series().to_list() == expected
    with duckdb.connect() as connection:
        connection.register("pairs", frame.to_arrow())
        register_duckdb(connection, "chrf")
        register_duckdb(connection, "wer:lowercase", "word_errors")
        rows = connection.sql("SELECT chrf(mt, ref), word_errors(mt, ref) FROM pairs").fetchall()
    assert [row[0] for row in rows] == expected
    assert rows[0][1] == assay.score(OUTPUTS[:1], STREAMS[0][:1], "wer:lowercase").score
