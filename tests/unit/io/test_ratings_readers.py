"""What each format of judgements says: kinds of items, segments, times, spans, ranks, grades, answers."""

import json
import math
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from ratings_files import FILES, put, read_text

from assay.data import Judgements
from assay.data.judgements import Scale
from assay.errors import InputError
from assay.io.ratings.formats import graham
from assay.io.ratings.registry import read_judgements, write_judgements
from support.assertions import present, untyped


def of(name, folder, **options):
    return read_text(folder, FILES[name][1], **options)


# --- tidy ---------------------------------------------------------------------------------------------------


def test_a_tidy_table_has_our_columns(tmp_path: Path) -> None:
    found = of("tidy", tmp_path)
    assert (found.scheme, found.rater.names, found.segment.column()) == (
        "da",
        ("anna", "ben"),
        ["1", "1", "2"],
    )
    assert found.score[:2].tolist() == [71, 28]
    assert math.isnan(found.score[2])
    assert found.extra == {"score": ["71", "28.0", "NA"], "comment": ["good", "", "no time"]}
    assert found.line.tolist() == [2, 3, 4]


def test_extra_costs_nothing_where_there_is_none(tmp_path: Path) -> None:
    assert read_text(tmp_path, "rater\tsystem\tsegment\tscore\na\tb\t1\t50\na\tb\t2\t0.125\n").extra == {}


def test_spans_without_any_score_are_mqm(tmp_path: Path) -> None:
    found = of("tidy-mqm", tmp_path)
    assert found.scheme == "mqm"
    assert found.remarks == ()
    assert found.spans.category.column() == ["accuracy/addition"]


def test_numbers_and_texts_of_json_are_kept_apart(tmp_path: Path) -> None:
    found = of("tidy-jsonl", tmp_path)
    assert found.segment.column() == ["1", "1"]
    assert found.extra["n"] == ['"7"', "7"]
    assert found.extra["note"] == ["null", ""]


def test_a_table_larger_than_a_batch_is_read_as_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [
        f"r{row % 7}\ts{row % 3}\t{row // 3}\t{row % 101}{'.0' if row == 500 else ''}\n" for row in range(900)
    ]
    text = "rater\tsystem\tsegment\tscore\n" + "".join(rows)
    whole = read_text(tmp_path, text)
    monkeypatch.setattr("assay.io.tables.separated.BATCH", 1)
    monkeypatch.setattr("assay.io.opening.BLOCK", 1000)
    parts = read_text(tmp_path, text)
    assert parts.segment.column() == whole.segment.column()
    assert parts.score.tolist() == whole.score.tolist()
    assert parts.line.tolist() == list(range(2, 902))
    assert parts.extra["score"][500] == whole.extra["score"][500] == f"{500 % 101}.0"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rater\tsystem\tsegment\tscore\na\tb\t1\tfive\n", 'line 2: score "five" is not a number'),
        ("rater\tsystem\tsegment\tscore\na\tb\t1\n", "line 2: 3 fields, the header has 4"),
        ("rater\tsystem\tsegment\tscore\na\tb\t1\t5\n\n", "line 3: the line is empty"),
        ("rater\tsystem\tsegment\tscore\n", "a header but no rows"),
        ("rater\tsystem\tsegment\tscore\tscore\na\tb\t1\t5\t6\n", '2 columns are named "score"'),
        ("rater\tsystem\tscore\na\tb\t5\n", 'no column "segment"; a table of judgements needs'),
        ("scheme\trater\tsystem\tsegment\tscore\nguess\ta\tb\t1\t5\n", 'line 2: unknown scheme "guess"'),
        (
            "scheme\trater\tsystem\tsegment\tscore\nda\ta\tb\t1\t5\nsqm\ta\tb\t1\t5\n",
            "line 3: scheme sqm after da",
        ),
        (
            "rater\tsystem\tsegment\tscore\tspans\na\tb\t1\t5\t[1]\n",
            "line 2: the spans .* are not a JSON list",
        ),
        ('rater,system,segment,score\na,b,1,"5\n', "not CSV"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(text: str, message: str, tmp_path: Path) -> None:
    form = "tidy-csv" if "\t" not in text else "tidy"
    with pytest.raises(InputError, match=message):
        read_text(tmp_path, text, form)


# --- appraise and esa ---------------------------------------------------------------------------------------


def test_types_of_appraise_are_kinds_of_items(tmp_path: Path) -> None:
    found = of("appraise-7", tmp_path)
    assert found.item.column() == ["genuine", "degraded", "repeat"]
    assert found.extra["item_type"] == ["TGT", "BAD.ref", "CHK"]
    assert found.languages == ("eng", "deu")
    assert found.system.column()[2] == "blue+green"


def test_times_are_start_and_seconds(tmp_path: Path) -> None:
    found = of("appraise-9-times", tmp_path)
    assert found.start.tolist() == [1700000000.5, 1700000020]
    assert found.seconds.tolist() == [11.75, 1]
    assert found.document is None


def test_judgements_of_whole_documents_are_an_aspect_of_their_own(tmp_path: Path) -> None:
    found = of("appraise-9-document", tmp_path)
    assert found.aspect.column() == ["", "document"]
    assert found.remarks == ()


def test_segments_are_named_by_document_and_place(tmp_path: Path) -> None:
    found = of("appraise-12", tmp_path)
    assert found.scheme == "esa"
    assert found.segment.column() == ["d1#1", "d1#2", "d1#1", "d1#2", "d1#blue@u2#9"]
    assert found.document.column() == ["d1"] * 5
    assert [(r.kind, r.count) for r in found.remarks] == [("part of a document that stands alone", 1)]
    assert found.spans.side.column() == ["target", "missing"]
    assert found.spans.start.tolist() == [3, -1]


def test_a_document_shown_twice_has_the_same_segments_twice(tmp_path: Path) -> None:
    rows = [f"u1,red,{item},TGT,eng,deu,50,d#red,False\r\n" for item in (1, 2, 8, 9)]
    found = read_text(tmp_path, "".join(rows))
    assert found.segment.column() == ["d#1", "d#2", "d#1", "d#2"]
    assert [(r.kind, r.count) for r in found.remarks] == [("duplicate", 2)]


def test_an_appraise_row_with_other_columns_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="line 2: 8 fields, the first row has 7"):
        read_text(tmp_path, "u1,red,1,TGT,eng,deu,71\r\nu1,red,1,TGT,eng,deu,71,8\r\n")


def judgements(path: str) -> Judgements:
    """Read a file of ratings, which is none of preferences."""
    found = read_judgements(path)
    assert isinstance(found, Judgements)
    return found


def test_the_published_esa_campaign(shared_dir):
    found = judgements(str(shared_dir / "data" / "wmt23-esa" / "en-de.ESA.scores.csv"))
    assert (len(found), found.scheme, found.languages) == (3314, "esa", ("eng", "deu"))
    assert len(found.rater.names) == 33
    assert Counter(found.item.column()) == {"genuine": 2704, "degraded": 398, "filler": 212}
    assert Counter(present(found.spans).side.column()) == {"target": 1251, "missing": 498}
    assert Counter(present(found.spans).severity.column()) == {"major": 830, "minor": 917, "undecided": 2}


def test_places_in_documents_are_those_of_the_published_texts(shared_dir):
    """Spans must lie within the outputs that the names of segments lead to, wherever documents are whole."""
    data = shared_dir / "data"
    found = judgements(str(data / "wmt23-esa" / "en-de.ESA.scores.csv")).of_kind("genuine")
    documents = [
        line.split("\t")[1] for line in (data / "wmt23/documents/en-de.docs").read_text().splitlines()
    ]
    lines: dict[str, list[int]] = {}
    for number, name in enumerate(documents):
        lines.setdefault(name, []).append(number)
    outputs = {
        path.stem: path.read_text().split("\n")
        for path in (data / "wmt23/system-outputs/en-de").glob("*.txt")
    }
    shown = Counter(name.rpartition("#")[0] for name in found.segment.names)
    whole = {name for name, count in shown.items() if count == len(lines.get(name, []))}
    checked = 0
    spans = present(found.spans)
    columns = zip(spans.rows(), spans.end, spans.side.column(), strict=True)
    segments, systems = found.segment.column(), found.system.column()
    for row, end, side in columns:
        document, _, place = segments[row].rpartition("#")
        output = outputs.get(systems[row].removeprefix("wmt23."))
        if side == "target" and document in whole and output:
            assert end <= len(output[lines[document][int(place) - 1]])
            checked += 1
    assert checked > 500


def test_both_sets_of_keys_of_esa(tmp_path: Path) -> None:
    wmt, appraise = of("esa-wmt", tmp_path), of("esa-appraise", tmp_path)
    assert (wmt.languages, wmt.segment.column()) == (("en", "cs"), ["3", "4"])
    assert wmt.start[0] == 17.5
    assert wmt.seconds[0] == 12.75
    assert wmt.extra["src"] == ["A.", '"12"']
    assert (appraise.languages, appraise.segment.column()) == (("eng", "deu"), ["d1#1"])
    assert appraise.item.column() == ["degraded"]
    assert appraise.spans.start.tolist() == [3]


# --- graham -------------------------------------------------------------------------------------------------


def test_tabs_and_blanks_both_separate(tmp_path: Path) -> None:
    found = of("graham", tmp_path)
    assert found.system.column() == ["red.1", "red.1", "red.1", "blue 2"]
    assert found.item.column() == ["genuine", "degraded", "repeat", "reference"]
    assert found.seconds.tolist() == [12.5, 3, 3, 3]
    assert found.extra["hit"] == ["7"] * 4
    assert [(r.kind, r.count) for r in found.remarks] == [("no score", 1)]


def test_means_of_ratings_are_scores(tmp_path: Path) -> None:
    text = "SYS SID RAW.SCR Z.SCR N \nred a 90 1.5 1 \nred b 50.5 0.25 2 \nblue a 10 -1 1 \n"
    found = graham.read_segment_scores(put(tmp_path, text))
    assert found["raw"].systems == ("red", "blue")
    assert np.array_equal(found["z"].values, [[1.5, 0.25], [-1, np.nan]], equal_nan=True)
    assert found["n"].values[0, 1] == 2
    with pytest.raises(InputError, match="line 3: a second score"):
        graham.read_segment_scores(put(tmp_path, "SYS SID RAW.SCR Z.SCR N\nred a 1 2 1\nred a 1 2 1\n"))


def test_published_means_of_systems_come_out(shared_dir):
    folder = shared_dir / "data" / "da" / "wmt21-wiki-xh-zu"
    found = graham.read_segment_scores(str(folder / "ad-seg-scores-xh-zu.csv"))
    published = [line.split() for line in (folder / "ad-sys-scores-xh-zu.csv").read_text().splitlines()[1:]]
    for column, name in enumerate(("raw", "z")):
        means = dict(zip(found[name].systems, found[name].means().tolist(), strict=True))
        assert means == {row[3]: pytest.approx(float(row[column]), rel=1e-12) for row in published}


def test_standardised_ratings_need_another_scale(shared_dir):
    path = str(shared_dir / "data" / "da" / "wmt21-wiki-xh-zu" / "ad-xhzu-good-stnd.csv")
    with pytest.raises(InputError, match=r"scores of 2968 outside 0 to 100 \(da\)"):
        read_judgements(path)
    assert len(read_judgements(path, scale=Scale(-math.inf, math.inf))) == 2968


# --- rankings -----------------------------------------------------------------------------------------------


def test_a_screen_becomes_a_judgement_an_output(tmp_path: Path) -> None:
    found = of("ranking", tmp_path)
    assert found.screen.column() == ["2", "2", "2", "3", "3", "3"]
    assert found.system.column()[:3] == ["red", "blue", "green"]
    assert found.score[:3].tolist() == [1, 3, 3]
    assert np.isnan(found.score[3:]).all()
    assert [(r.kind, r.count) for r in found.remarks] == [("skipped", 3)]
    assert not found.scale.higher_is_better


def test_a_pair_becomes_a_preference(tmp_path: Path) -> None:
    found = of("pairs", tmp_path)
    assert found.systems == ("red", "blue+green", "black")
    assert found.outcome.tolist() == [-1, 0]
    assert found.screen.column() == ["11", "11"]


def test_skipped_pairs_are_set_aside_and_counted(tmp_path: Path) -> None:
    text = FILES["pairs"][1] + "tur,eng,8,8,j2,red,-1,black,-1,12\r\n"
    found = read_text(tmp_path, text)
    assert len(found) == 2
    assert [(r.kind, r.count) for r in found.remarks] == [("skipped", 1)]
    assert 'line 4: skipped by "j2"' in found.remarks[0].places[0]


def test_the_published_rankings(shared_dir):
    folder = shared_dir / "data" / "rr"
    five = read_judgements(str(folder / "wmt13-fr-en" / "judgements.train.csv"))
    assert len(five) == 5 * 1557
    assert len(present(five.screen).names) == 1557
    pairs = untyped(read_judgements)(str(folder / "wmt16-tr-en" / "wmt16.tur-eng.csv"))
    assert (len(pairs), len(pairs.systems)) == (10188, 9)
    collapsed = untyped(read_judgements)(str(folder / "wmt16-tr-en" / "wmt16.collapsed.tur-eng.csv"))
    assert len(collapsed) == 9684
    assert any("+" in name for name in collapsed.systems)


# --- tables made by hand ------------------------------------------------------------------------------------


def test_adequacy_and_fluency_are_two_aspects(tmp_path: Path) -> None:
    found = of("adequacy-fluency", tmp_path)
    assert found.aspect.column() == ["adequacy", "fluency"] * 2
    assert found.rater.column() == ["anna", "anna", "ben", "ben"]
    assert [None if math.isnan(score) else score for score in found.score] == [4, 5, None, 3]
    assert found.extra["remark"] == ["", "", "so, so", "so, so"]


def test_yes_and_no_are_one_and_nought(tmp_path: Path) -> None:
    found = of("yes-no", tmp_path)
    assert found.score.tolist() == [1, 0]
    assert found.seconds.tolist() == [3.5, 10]
    with pytest.raises(InputError, match='line 2: correct "perhaps" is neither yes nor no'):
        read_text(tmp_path, "rater,system,segment,correct\na,b,1,perhaps\n")


def test_questions_are_segments_of_their_texts(tmp_path: Path) -> None:
    found = of("comprehension", tmp_path)
    assert found.scheme == "comprehension"
    assert found.segment.column() == ["harbour#1", "harbour#2", "harbour#1"]
    assert found.aspect.column() == ["facts", "intent", "facts"]
    assert found.score.tolist() == [1, 0, 1]
    assert found.seconds.tolist() == [80, 80, 95.5]


def test_a_table_without_a_rater_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no column for the rater; name one of them rater or judge"):
        read_text(tmp_path, "system,segment,adequacy\nred,1,3\n", "adequacy-fluency")


def test_scores_and_times_that_are_strings_come_back_so(tmp_path: Path) -> None:
    line = {
        "langs": "en-de",
        "line_id": 3,
        "esa_spans": [{"start_i": 0, "end_i": 2, "severity": "undecided", "error_type": None}],
        "esa_score": "85.0",
        "times": ["1717000000.5", "1717000010.75"],
        "system": "red",
        "annotator": "engdeu01",
        "speech_info": None,
    }
    text = json.dumps(line, ensure_ascii=False)
    (tmp_path / "esa.jsonl").write_text(text, encoding="utf-8")
    found = judgements(str(tmp_path / "esa.jsonl"))
    assert (found.score.tolist(), present(found.seconds).tolist()) == ([85.0], [10.25])
    assert write_judgements(found, "esa") == text
