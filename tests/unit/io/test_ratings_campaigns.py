"""Campaigns made in Appraise: MQM without scores, documents cut in two, filler and tutorials."""

from pathlib import Path

import numpy as np
import pytest

from assay.data import Judgements
from assay.errors import OptionError
from assay.human.ratings.scoring import score
from assay.io import JudgementOptions, open_judgements, read_judgements, write_judgements
from assay.io.ratings.formats.appraise_items import APART, IN_ORDER

MINOR = (
    '"[{""start_i"":3,""end_i"":9,""severity"":""minor"",""error_type"":[""Accuracy"",""Mistranslation""]}]"'
)
MAJOR = (
    '"[{""start_i"":""missing"",""end_i"":""missing"",""severity"":""major"",""error_type"":[""Accuracy"",'
    '""Omission""]},{""start_i"":0,""end_i"":2,""severity"":""major"",""error_type"":[""Other""]}]"'
)
MQM = (
    f"u1,wmt.red,1,TGT,eng,deu,0,d1#red,False,{MINOR},1700000000.5,1700000012.25\r\n"
    f"u1,wmt.blue,2,TGT,eng,deu,0,d1#blue,False,{MAJOR},1700000020.5,1700000032.25\r\n"
    "u1,wmt.green,3,TGT,eng,deu,0,d1#green,False,[],1700000040.5,1700000052.25\r\n"
    f"u1,wmt.green,4,BAD,eng,deu,0,d1#green#bad1,False,{MAJOR},1700000060.5,1700000062.25\r\n"
)


def read(folder: Path, text: str) -> Judgements:
    path = folder / "campaign.csv"
    path.write_bytes(text.encode())
    judgements = read_judgements(str(path))
    assert isinstance(judgements, Judgements)
    return judgements


def rows(rater: str, system: str, items: range, document: str, *, score: int = 50, kind: str = "TGT") -> str:
    return "".join(
        f"{rater},wmt.{system},{item},{kind},eng,deu,{score},{document},False\r\n" for item in items
    )


def test_marked_errors_under_scores_of_zero_are_mqm(tmp_path):
    judgements = read(tmp_path, MQM)
    assert judgements.scheme == "mqm"
    assert np.isnan(judgements.score).all()
    assert judgements.spans is not None
    assert judgements.spans.category.names == ("Accuracy/Mistranslation", "Accuracy/Omission", "Other")
    scored = score(judgements).scores
    assert dict(zip(scored.systems, scored.values[:, 0].tolist(), strict=True)) == {
        "wmt.red": -1.0,
        "wmt.blue": -10.0,
        "wmt.green": 0.0,
    }


def test_mqm_of_appraise_comes_back_as_it_was(tmp_path):
    assert write_judgements(read(tmp_path, MQM), "appraise") == MQM


@pytest.mark.parametrize("form", ["appraise", "esa"])
def test_mqm_in_which_nobody_marked_an_error_is_no_esa(tmp_path, form):
    judgements = read(tmp_path, MQM)
    perfect = judgements.where(np.array([False, False, True, False]))
    again = read(tmp_path, write_judgements(perfect, form))
    assert again.scheme == "mqm"
    assert np.isnan(again.score).all()
    assert read(tmp_path, MQM.splitlines(keepends=True)[2]).scheme == "esa", (
        "a score of 0, and no error at all"
    )


def test_one_score_that_is_not_zero_makes_it_esa(tmp_path):
    assert read(tmp_path, MQM.replace("deu,0,d1#red,", "deu,88,d1#red,")).scheme == "esa"


def test_parts_of_a_document_stand_in_the_order_of_the_accounts(tmp_path):
    text = rows("u2", "red", range(7, 12), "d#red")
    text += rows("u9", "blue", range(97, 101), "d#blue") + rows("u10", "blue", range(7, 8), "d#blue")
    text += rows("u9", "blue", range(40, 44), "d#blue#bad1", kind="BAD")
    judgements = read(tmp_path, text)
    whole = [f"d#{place}" for place in range(1, 6)]
    assert judgements.segment.column() == [*whole, *whole, *whole[:4]]
    assert [(remark.kind, remark.count) for remark in judgements.remarks] == [(IN_ORDER, 9)]


def test_parts_that_are_no_whole_are_kept_apart(tmp_path):
    text = rows("u1", "red", range(1, 6), "d#red")
    text += rows("u2", "blue", range(1, 3), "d#blue") + rows("u3", "blue", range(1, 3), "d#blue")
    text += rows("u2", "green", range(8, 10), "d#green")
    judgements = read(tmp_path, text)
    parts = judgements.segment.column()[5:]
    assert len(set(parts)) == 6, "different raters and systems may have seen different segments"
    assert parts[:2] == ["d#blue@u2#1", "d#blue@u2#2"]
    assert [(remark.kind, remark.count) for remark in judgements.remarks] == [(APART, 6)]
    assert write_judgements(judgements, "appraise") == text


FILLED = (
    rows("u1", "red", range(7, 9), "d#red", score=80)
    + rows("u1", "blue", range(9, 11), "d#blue", score=60)
    + rows("u1", "red", range(11, 12), "d#red#duplicate1", score=0)
    + "u1,ende-tutorial1,1,TGT,eng,deu,5,ende-tutorial1,False\r\n"
)


def test_filler_takes_no_part_in_scores(tmp_path):
    judgements = read(tmp_path, FILLED)
    assert judgements.item.column() == ["genuine"] * 4 + ["filler"] * 2
    assert judgements.segment.column()[4] == "d#1", "it begins with what the task began with"
    scored = score(judgements)
    assert scored.scores.systems == ("wmt.red", "wmt.blue")
    assert np.nanmean(scored.scores.values, axis=1).tolist() == [80, 60]
    assert ("filler items, not part of the scores", 2) in [(r.kind, r.count) for r in scored.remarks]
    assert write_judgements(judgements, "appraise") == FILLED


def test_filler_can_be_counted(tmp_path):
    read(tmp_path, FILLED)
    counted = open_judgements(JudgementOptions(str(tmp_path / "campaign.csv"), filler="count"))
    assert isinstance(counted, Judgements)
    assert counted.item.names == ("genuine",)
    scored = score(counted).scores
    assert scored.values[scored.systems.index("wmt.red")].tolist()[:2] == [40, 80]


def test_without_filler_the_option_is_refused(tmp_path):
    read(tmp_path, MQM)
    with pytest.raises(OptionError, match="holds no filler"):
        open_judgements(JudgementOptions(str(tmp_path / "campaign.csv"), filler="count"))


def test_item_numbers_name_segments_where_documents_have_no_system(tmp_path):
    """WMT24 numbers segments of the test set, and marks filler by #dup and #incomplete."""
    text = rows("u1", "red", range(41, 43), "news_7") + rows("u1", "red", range(41, 42), "news_7#dup")
    judgements = read(tmp_path, text + rows("u1", "red", range(60, 61), "news_9#incomplete"))
    assert judgements.segment.column() == ["41", "42", "41", "60"]
    assert judgements.item.column() == ["genuine", "genuine", "filler", "filler"]


def test_no_cell_of_the_published_esa_campaign_is_missing(shared_dir):
    """Thirteen systems were judged on the same 207 segments; names that collide or fall apart leave holes."""
    judgements = read_judgements(str(shared_dir / "data/wmt23-esa/en-de.ESA.scores.csv"))
    assert isinstance(judgements, Judgements)
    scores = score(judgements).scores
    assert scores.values.shape == (13, 207)
    assert not np.isnan(scores.values).any()
