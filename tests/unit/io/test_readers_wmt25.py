"""Human judgements of WMT 2025: answers in lists and in numbered fields, places of Appraise, files written back."""

import json
from pathlib import Path

import numpy as np
import pytest

from assay.data.judgements import Judgements
from assay.errors import InputError
from assay.io.ratings.checks import checked
from assay.io.ratings.formats import wmt25


def record(name: str, scores: dict[str, object], **more: object) -> dict[str, object]:
    return {
        "scores": scores,
        "src_text": "Süß",
        "tgt_text": {"red": "a", "blue": "b"},
        "doc_id": name,
        **more,
    }


LISTS = record(
    "en-cs_CZ_#_news_#_harbour_#_0",
    {
        "red": [
            {
                "score": 80.0,
                "errors": [
                    {"start_i": 0, "end_i": 3, "severity": "minor"},
                    {"start_i": "missing", "end_i": "missing", "severity": "major"},
                ],
                "annotator": "cs1",
            },
            {"score": 70, "errors": [], "annotator": "cs2", "times": [10.0, 12.5]},
        ],
        "blue": [],
    },
)
NUMBERED = record(
    "en-cs_CZ_#_speech_#_radio_#_3",
    {
        "red": {
            "human1": 10.0,
            "errors1": [],
            "annotator1": "cs1",
            "times1": [1.0, 2.0],
            "human2": 20.0,
            "errors2": [],
            "annotator2": "cs2",
            "times2": [3.0, 5.0],
            "chrF": 0.5,
        }
    },
)
OLDEST = record("en-cs_CZ_#_news_#_harbour_#_1", {"blue": {"human": 55.5, "errors": []}}, video=None)
UNJUDGED = record("en-cs_CZ_#_news_#_harbour_#_2", {})


def text(*records: dict[str, object]) -> str:
    return "".join(f"{json.dumps(record, ensure_ascii=False)}\n" for record in records)


@pytest.fixture
def read(tmp_path: Path):
    def read(given: str, pair: str | None = None) -> Judgements:
        path = tmp_path / "humeval.jsonl"
        path.write_bytes(given.encode())
        return checked(wmt25.read(str(path), pair))

    return read


def test_every_answer_is_a_row(read):
    found = read(text(LISTS, NUMBERED, OLDEST))
    assert found.scheme == "esa"
    assert found.languages == ("en", "cs_CZ")
    assert found.score.tolist() == [80, 70, 10, 20, 55.5]
    assert found.rater.column() == ["cs1", "cs2", "cs1", "cs2", ""]
    assert found.system.column() == ["red", "red", "red", "red", "blue"]
    assert found.segment.names == tuple(str(line["doc_id"]) for line in (LISTS, NUMBERED, OLDEST))
    assert found.document.column()[0] == "en-cs_CZ_#_news_#_harbour"
    assert found.domain.column() == ["news", "news", "speech", "speech", "news"]
    np.testing.assert_array_equal(found.seconds, [np.nan, 2.5, 1, 2, np.nan])
    np.testing.assert_array_equal(found.start, [np.nan, 10, 1, 3, np.nan])


def test_the_last_character_belongs_to_an_error(read):
    spans = read(text(LISTS)).spans
    assert list(zip(spans.start, spans.end, spans.side.column(), strict=True)) == [
        (0, 4, "target"),
        (-1, -1, "missing"),
    ]


@pytest.mark.parametrize("records", [[LISTS], [NUMBERED], [OLDEST], [LISTS, NUMBERED, OLDEST]])
def test_a_file_comes_back_byte_for_byte(read, records):
    assert wmt25.write(read(text(*records))).decode() == text(*records)


def test_a_segment_without_an_answer_is_counted(read):
    found = read(text(LISTS, UNJUDGED))
    assert [(remark.kind, remark.count) for remark in found.remarks] == [("no judgement", 1)]
    assert len(found.segment.names) == 1


@pytest.mark.parametrize(
    "records",
    [
        [LISTS, UNJUDGED],
        [UNJUDGED, UNJUDGED, LISTS],
        [UNJUDGED | {"scores": {"red": []}}, LISTS, UNJUDGED | {"scores": {"red": {"chrF": 0.5}}}],
        [UNJUDGED, NUMBERED, UNJUDGED, LISTS, UNJUDGED, UNJUDGED],
    ],
)
def test_a_segment_without_an_answer_is_written_again(read, records):
    assert wmt25.write(read(text(*records))).decode() == text(*records)


def test_one_pair_can_be_read(read):
    other = LISTS | {"doc_id": "cs-uk_UA_#_news_#_quay_#_0"}
    both = read(text(LISTS, other))
    assert both.languages == ("", "")
    assert "several pairs" in [remark.kind for remark in both.remarks]
    one = read(text(LISTS, other), "cs-uk_UA")
    assert one.languages == ("cs", "uk_UA")
    assert len(one) == 2
    with pytest.raises(InputError, match='no judgement of the pair "en-xx"'):
        read(text(LISTS), "en-xx")


def test_scores_that_are_never_above_0_are_mqm(read):
    answer = {"score": -6.0, "errors": [{"start_i": 0, "end_i": 1, "severity": "major", "category": "style"}]}
    found = read(text(record("ja-zh_CN_#_news_#_x_#_0", {"red": [answer]})))
    assert found.scheme == "mqm"
    assert np.isnan(found.score).all()
    assert found.extra["score"] == ["-6.0"]
    assert found.spans.category.column() == ["style"]


def test_what_looks_odd_is_counted(read):
    twice = [{"score": 1, "errors": [], "annotator": "cs1"}] * 2
    odd = {"start_i": 4, "end_i": 1, "severity": "grave"}
    found = read(text(record("a-b_#_c_#_d_#_0", {"red": [*twice, {"score": None, "errors": [odd]}]})))
    assert {remark.kind: remark.count for remark in found.remarks} == {
        "no score": 1,
        "no name of the rater": 1,
        "unknown severity": 1,
        "odd position": 1,
        "duplicate": 1,
    }


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        ({"red": [{"score": 101}]}, "line 1: score 101 is above 100"),
        ({"red": [{"score": "80"}]}, 'the score "80" is not a number'),
        ({"red": [{"score": True}]}, "the score true is not a number"),
        ({"red": [7]}, "an answer is not an object"),
        ({"red": 7}, "neither a list nor an object"),
        ({"red": [{"score": 1, "errors": {}}, {"score": 1, "errors": [3]}]}, '"errors" is not a list'),
    ],
)
def test_what_cannot_be_says_where_and_why(read, scores, message):
    with pytest.raises(InputError, match=message):
        read(text(record("a-b_#_c_#_d_#_0", scores)))


@pytest.mark.parametrize("given", ["{\n", "[]\n", '{"doc_id": 1}\n', '{"doc_id": "a"}\n'])
def test_what_is_no_such_file_says_so(read, given):
    with pytest.raises(InputError, match="line 1: "):
        read(given)


def test_judgements_without_texts_cannot_be_written(read):
    found = read(text(LISTS))
    bare = Judgements("esa", found.rater, found.system, found.segment, found.score, found.item, found.aspect)
    with pytest.raises(InputError, match="not read from a file of WMT 2025"):
        wmt25.write(bare)


def test_segments_of_a_document_without_numbers_are_counted(read):
    lines = [
        record("en-cs_CZ_#_news_#_quay", {"red": {"human": score, "errors": [], "annotator": "cs1"}})
        for score in (10.0, 20.0, 20.0)
    ]
    lines.insert(1, record("en-cs_CZ_#_news_#_quay", {}))  # nobody judged it
    found = read(text(*lines))
    assert found.segment.column() == [f"en-cs_CZ_#_news_#_quay_#_{number}" for number in (0, 2, 3)]
    assert set(found.document.column()) == {"en-cs_CZ_#_news_#_quay"}
    assert found.languages == ("en", "cs_CZ")
    assert wmt25.write(found).decode() == text(*lines)
    assert "duplicate" not in [one.kind for one in checked(found).remarks]


def test_the_judgements_of_2024_in_this_form(read):
    answer = {"score": 61.0, "annotator": "a1", "errors": [], "times": ["1717000000.5", "1717000010.75"]}
    lines = [record(f"test-en-news_quay.7_#_{number}", {"red": [answer]}) for number in (3, 4)]
    found = read(text(*lines))
    assert found.segment.column() == ["test-en-news_quay.7_#_3", "test-en-news_quay.7_#_4"]
    assert found.document.column() == ["test-en-news_quay.7"] * 2
    assert (found.languages, found.domain) == (("", ""), None)
    assert found.seconds.tolist() == [10.25, 10.25]
    assert [one.kind for one in found.remarks] == []
    assert wmt25.write(found).decode() == text(*lines)


def test_a_score_that_is_no_number_in_json_is_none(read):
    line = record(
        "en-cs_CZ_#_news_#_quay_#_0", {"red": [{"score": float("nan"), "errors": []}, {"score": 5.0}]}
    )
    found = read(text(line))
    assert np.isnan(found.score[0])
    assert wmt25.write(found).decode() == text(line)
