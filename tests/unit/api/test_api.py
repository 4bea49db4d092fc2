"""The notebook interface: shapes of references, refusals, and what comes back."""

import json
import math
from typing import Any

import numpy as np
import pytest

import assay
from assay.api import MetricScores, Score, score
from assay.data.evalset import Codes
from assay.errors import InputError, MismatchError, OptionError
from assay.metrics import specs as spec
from assay.metrics.base import Stats
from support.assertions import untyped

HYPOTHESES = ["the cat sat on the mat", "it rained all day long", "nobody was at home today"]
REFERENCES = ["the cat is on the mat", "it rained the whole day long", "nobody was home today"]
SECOND = ["a cat sat on a mat", "all day long it rained", "there was nobody at home today"]


def test_one_metric_gives_a_score() -> None:
    result = score(HYPOTHESES, REFERENCES)
    assert isinstance(result, Score)
    assert 0 < result.score < 100
    assert float(result) == result.score
    assert result.segments.shape == (3,)
    assert result.documents is None
    assert result.metric == spec.parse_metric("bleu")
    assert result.signature.startswith("bleu|")


def test_a_metric_may_be_given_as_an_object() -> None:
    assert (
        score(HYPOTHESES, REFERENCES, spec.parse_metric("chrf")).score
        == score(HYPOTHESES, REFERENCES, "chrf").score
    )


def test_it_is_exported() -> None:
    assert assay.score is score


def test_repr_is_one_line_with_label_score_and_signature() -> None:
    result = score(HYPOTHESES, REFERENCES, "chrf++")
    assert repr(result) == f"chrF2++ {result.score:.2f}  {result.signature}"


def test_segments_are_the_scores_of_single_segments_and_cannot_be_written() -> None:
    result = score(HYPOTHESES, REFERENCES, "chrf")
    alone = [score([hyp], [ref], "chrf").score for hyp, ref in zip(HYPOTHESES, REFERENCES, strict=True)]
    assert result.segments == pytest.approx(alone)
    with pytest.raises(ValueError, match="read-only"):
        result.segments[0] = 1.0


def test_documents_are_scored_from_their_own_segments_in_input_order() -> None:
    result = score(HYPOTHESES, REFERENCES, "ter", documents=["news", "blog", "news"])
    assert result.documents is not None
    assert list(result.documents) == ["news", "blog"]
    news = score([HYPOTHESES[0], HYPOTHESES[2]], [REFERENCES[0], REFERENCES[2]], "ter").score
    assert result.documents["news"] == pytest.approx(news)
    assert result.documents["blog"] == pytest.approx(float(result.segments[1]))


def test_threads_change_nothing() -> None:
    one, two = (score(HYPOTHESES, REFERENCES, "chrf", threads=threads) for threads in (1, 2))
    assert np.array_equal(one.segments, two.segments)


def test_streams_and_segments_are_the_same_references() -> None:
    streams = score(HYPOTHESES, [REFERENCES, SECOND], "bleu")
    segments = score(HYPOTHESES, [list(pair) for pair in zip(REFERENCES, SECOND, strict=True)], "bleu")
    assert streams.score == segments.score
    assert "refs:2" in streams.signature


def test_a_flat_list_is_one_stream() -> None:
    assert score(HYPOTHESES, REFERENCES).score == score(HYPOTHESES, [REFERENCES]).score


def test_ragged_segments_equal_streams_with_holes() -> None:
    ragged = score(HYPOTHESES, [[REFERENCES[0]], [REFERENCES[1], SECOND[1]], [None, SECOND[2]]])
    holed = score(HYPOTHESES, [[REFERENCES[0], REFERENCES[1], None], [None, SECOND[1], SECOND[2]]])
    assert ragged.score == holed.score
    assert "refs:1-2" in ragged.signature


def test_one_hypothesis_with_two_references_in_either_shape() -> None:
    by_segment = score(HYPOTHESES[:1], [[REFERENCES[0], SECOND[0]]])
    by_stream = score(HYPOTHESES[:1], [[REFERENCES[0]], [SECOND[0]]])
    assert by_segment.score == by_stream.score


def test_an_empty_string_is_a_reference() -> None:
    assert score(["", "a b"], ["", "a b"], "ter").score == 0.0


def test_other_sequences_than_lists_are_taken() -> None:
    plain = score(HYPOTHESES, REFERENCES).score
    assert score(tuple(HYPOTHESES), np.array(REFERENCES)).score == plain
    assert score(tuple(HYPOTHESES), np.array([REFERENCES])).score == plain


def test_a_square_is_refused_until_its_sides_are_named() -> None:
    square = [["a b", "c d"], ["e f", "a b"]]
    with pytest.raises(
        InputError, match=r'2 lists of 2 entries.*references_by="stream".*references_by="segment"'
    ):
        score(["a b", "c d"], square, "ter")
    assert score(["a b", "c d"], square, "ter", references_by="stream").score == 0.0
    assert score(["a b", "c d"], square, "ter", references_by="segment").score > 0.0


def test_metrics_may_come_from_any_iterable() -> None:
    names: Any = (name for name in ("chrf", "ter"))
    assert score(["a b"], ["a b"], names).score == {"chrF2": 100.0, "TER": 0.0}
    assert score({"a": "a b"}.values(), ["a b"], "chrf").score == 100.0
    metrics: Any
    for metrics, kind in ((None, "NoneType"), ([None], "NoneType"), (["chrf", 3], "int")):
        with pytest.raises(InputError, match=f"a metric is a name .*not of type {kind}"):
            score(["a b"], ["a b"], metrics)


@pytest.mark.parametrize(
    ("hypotheses", "references", "by", "message"),
    [
        ("one string", ["a"], None, "hypotheses is one string; wrap it in a list"),
        (["a"], "a", None, "references is one string; wrap it in a list"),
        ([], [], None, "hypotheses is empty"),
        ({"a", "b"}, ["a", "b"], None, "hypotheses is a set, whose entries have no order"),
        (["a", "b"], frozenset(["a", "b"]), None, "references is a set, whose entries have no order"),
        (["a"], [], None, "references is empty"),
        (["a", 3], ["a", "b"], None, r"hypotheses\[1\] is of type int"),
        (["a", None], ["a", "b"], None, r"hypotheses\[1\] is of type NoneType"),
        ({"a": 1}, ["a"], None, "hypotheses is of type dict"),
        (7, ["a"], None, "hypotheses is of type int"),
        (b"a", ["a"], None, "hypotheses is of type bytes"),
        (["a", "b"], ["a", None], None, r"references\[1\] is None"),
        (["a", "b"], ["a", 2], None, r"references\[1\] is of type int"),
        (["a", "b"], [["a", "b"], "b"], None, r"references\[1\] is of type str, other entries are lists"),
        (
            ["a", "b"],
            [["a", "b"], None],
            None,
            r"references\[1\] is of type NoneType, other entries are lists",
        ),
        (["a", "b"], [["a", 2]], None, r"references\[0\]\[1\] is of type int"),
        (["a", "b"], [["a"], []], None, r"references\[1\] holds no reference"),
        (["a", "b"], [["a"], [None, None]], "segment", r"references\[1\] holds no reference"),
        (["a", "b"], [["a", None]], None, "every reference of segment 1 is None"),
        (["a", "b"], [{"a": 1}, {"b": 2}], None, r"references\[0\] is of type dict"),
    ],
)
def test_what_is_not_a_list_of_strings_is_refused(
    hypotheses: Any, references: Any, by: Any, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        score(hypotheses, references, references_by=by)


@pytest.mark.parametrize(
    ("references", "by", "message"),
    [
        (["a", "b"], None, "references is a list of 2 strings, hypotheses has 3"),
        (
            [["a", "b", "c"], ["a", "b"]],
            None,
            r"3 segments, references is 2 lists and references\[1\] has 2 entries",
        ),
        ([["a", "b", "c"], ["a", "b"]], "stream", r"references\[1\] has 2 entries, hypotheses has 3"),
        ([["a"], ["b"]], "segment", "references has 2 lists, hypotheses has 3 segments"),
    ],
)
def test_lengths_that_differ_are_refused_with_their_counts(references: Any, by: Any, message: str) -> None:
    with pytest.raises(MismatchError, match=message):
        score(["a", "b", "c"], references, references_by=by)


@pytest.mark.parametrize("name", ["documents", "sources"])
def test_other_columns_are_as_long_as_the_hypotheses(name: str) -> None:
    with pytest.raises(MismatchError, match=f"{name} has 2 entries, hypotheses has 3"):
        untyped(score)(HYPOTHESES, REFERENCES, **{name: ["x", "y"]})
    with pytest.raises(InputError, match=rf"{name}\[1\] is of type int"):
        untyped(score)(HYPOTHESES, REFERENCES, **{name: ["x", 1, "z"]})


def test_an_unknown_reading_of_the_references_is_refused() -> None:
    with pytest.raises(OptionError, match=r'"stream" or "segment"'):
        score(HYPOTHESES, REFERENCES, references_by=untyped("row"))


def test_several_metrics_give_scores_by_position_label_and_specification() -> None:
    result = score(HYPOTHESES, REFERENCES, ["bleu", "chrf++", "ter"], documents=["x", "x", "y"])
    assert isinstance(result, MetricScores)
    assert len(result) == 3
    assert result.keys() == ("BLEU", "chrF2++", "TER")
    assert result[1] is result["chrF2++"] is result["chrf++"] is result["chrf:word_order=2"]
    assert result[-1] is result["ter"]
    assert [one.label for one in result[1:]] == ["chrF2++", "TER"]
    assert result.score == {one.label: one.score for one in result}
    assert result.signature["TER"] == result["TER"].signature
    assert result.segments["BLEU"] is result["BLEU"].segments
    assert result.documents["BLEU"] == result["BLEU"].documents
    assert str(result).splitlines() == [repr(one) for one in result]


def test_metrics_of_one_label_are_keyed_by_specification() -> None:
    result = score(HYPOTHESES, REFERENCES, ["bleu", "bleu:tok=intl", "ter"])
    assert result.keys() == ("bleu", "bleu:tok=intl", "TER")
    assert result["bleu:tok=intl"] is result["bleu:smooth=exp,tok=intl"] is result[1]


def test_a_list_of_one_metric_gives_scores() -> None:
    assert isinstance(score(HYPOTHESES, REFERENCES, ["bleu"]), MetricScores)


@pytest.mark.parametrize("name", ["chrf", "no such metric"])
def test_a_score_that_is_not_there_is_a_key_error_that_lists_what_is(name: str) -> None:
    with pytest.raises(KeyError, match="there are scores of BLEU, TER"):
        score(HYPOTHESES, REFERENCES, ["bleu", "ter"])[name]


def test_no_metric_and_the_same_metric_twice_are_refused() -> None:
    with pytest.raises(InputError, match="metrics is an empty list"):
        score(HYPOTHESES, REFERENCES, [])
    with pytest.raises(InputError, match=r"metrics\[1\] is 'chrf' again"):
        score(HYPOTHESES, REFERENCES, ["chrf", "chrf:beta=2"])


def test_dictionaries_survive_json() -> None:
    one = score(HYPOTHESES, REFERENCES, "chrf", documents=["x", "x", "y"])
    back = json.loads(json.dumps(one.to_dict(), allow_nan=False))
    assert back["score"] == one.score
    assert back["segments"] == one.segments.tolist()
    assert back["documents"] == one.documents
    assert back["metric"] == "chrf"
    many = score(HYPOTHESES, REFERENCES, ["bleu", "ter"])
    assert json.loads(json.dumps(many.to_dict()))["TER"]["documents"] is None


def test_what_is_not_a_number_is_none_in_the_dictionary() -> None:
    ter = spec.parse_metric("ter")
    rows = np.array([[1.0, 100, 0, 0, 0, 0, 0], [math.nan, 100, 0, 0, 0, 0, 0]])
    plain = Score(ter, Stats(ter, rows), Codes.of(["x", "x"]), "ter|…").to_dict()
    assert (plain["score"], plain["segments"], plain["documents"]) == (None, [1.0, None], {"x": None})


def test_html_names_documents_and_escapes_them() -> None:
    documents = ["<script>", "a & b", "<script>"]
    for metrics in ("bleu", ["bleu", "chrf"]):
        page = score(HYPOTHESES, REFERENCES, metrics, documents=documents)._repr_html_()
        assert "&lt;script&gt;" in page
        assert "a &amp; b" in page
        assert "<script>" not in page


def test_html_of_several_metrics_is_a_table_of_documents_and_metrics() -> None:
    result = score(HYPOTHESES, REFERENCES, ["bleu", "chrf"], documents=["x", "x", "y"])
    page = result._repr_html_()
    assert "<th>document</th><th>BLEU</th><th>chrF2</th>" in page
    for one in result:
        assert one.documents is not None
        assert f"<td>{one.documents['y']:.2f}</td>" in page


def test_html_without_documents_is_one_table() -> None:
    assert score(HYPOTHESES, REFERENCES)._repr_html_().count("<table>") == 1
    assert score(HYPOTHESES, REFERENCES, ["bleu", "ter"])._repr_html_().count("<table>") == 1


def test_blocks_are_scored_from_their_own_segments() -> None:
    result = score(HYPOTHESES, REFERENCES, "ter")
    first = score(HYPOTHESES[:2], REFERENCES[:2], "ter").score
    assert result.blocks(2) == {"1-2": pytest.approx(first), "3": pytest.approx(float(result.segments[2]))}
    assert result.blocks(3) == {"1-3": pytest.approx(result.score)}
    both = score(HYPOTHESES, REFERENCES, ["ter", "chrf"])
    assert both.blocks(2)["TER"] == result.blocks(2)
    with pytest.raises(OptionError, match="at least 1"):
        result.blocks(0)
