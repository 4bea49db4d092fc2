"""Files of Pearmut: which are recognised, which campaign is read, and what is wrong with those that cannot be."""

import json
import warnings
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.data import Judgements
from assay.errors import AssayError, AssayWarning, InputError, OptionError
from assay.io import Source, read_judgements

GOLDEN = Path(__file__).parents[2] / "golden" / "data" / "pearmut-annotations.json"
LOGS = json.loads(GOLDEN.read_text(encoding="utf-8"))
ODD: list[Any] = [None, True, 0, -1, 2**70, 1e300, "x", "", [], {}, [[]], {"a": 1}, "__RESET__"]


def entry(who: str = "anna", score: Any = 70, item: Any = 0, **more: Any) -> dict[str, Any]:
    """Return an entry of the log, keys in the order in which Pearmut writes them."""
    said = {"red": {"score": score, "error_spans": [], "textfield": None}}
    text = {"src": "One.", "tgt": {"red": "Eins."}, **more.pop("text", {})}
    return {"annotation": [said], "item": [text], "actions": [], **more, "user_id": who, "item_i": item}


def put(folder: Path, content: Any, name: str = "annotations.json", **how: Any) -> str:
    path = folder / name
    path.write_text(json.dumps(content, ensure_ascii=False, **how), encoding="utf-8")
    return str(path)


def read(path: str, **how: Any) -> Judgements:
    judgements = read_judgements(path, **how)
    assert isinstance(judgements, Judgements)
    return judgements


@pytest.mark.parametrize("how", [{"separators": (",", ":")}, {}, {"indent": 2}])
def test_the_download_is_recognised(how: dict[str, Any], tmp_path: Path) -> None:
    judgements = read(put(tmp_path, {'a "b"': [entry(), entry("ben", 60)]}, **how))
    assert judgements.score.tolist() == [70, 60]
    assert judgements.remarks[0].places[0].startswith('Pearmut, campaign "a "b""; 2 raters, 1 system;')


def test_the_log_of_its_folder_is_recognised(tmp_path: Path) -> None:
    path = tmp_path / "spring.jsonl"
    path.write_text("".join(json.dumps(entry(who, 50)) + "\n" for who in ("anna", "ben")), encoding="utf-8")
    judgements = read(str(path))
    assert judgements.rater.column() == ["anna", "ben"]
    assert judgements.line is not None
    assert judgements.line.tolist() == [1, 2]


def test_times_that_are_none_are_left_out(tmp_path: Path) -> None:
    visit = entry(actions=[{"time": True}, {"time": 5}, {"action": "x"}, 7, {"time": 8.5}])
    judgements = read(put(tmp_path, {"one": [visit]}))
    assert judgements.start is not None
    assert judgements.seconds is not None
    assert (judgements.start[0], judgements.seconds[0]) == (5, 3.5)


def test_several_campaigns_are_chosen_from(tmp_path: Path) -> None:
    path = put(tmp_path, {"one": [entry()], "two": [entry("ben")]})
    assert read(path, campaign="two").rater.names == ("ben",)
    with pytest.raises(InputError, match=r"2 campaigns; choose one of them with --campaign \(one, two\)"):
        read(path)
    with pytest.raises(OptionError, match='there is no campaign "three"; the campaigns are one, two'):
        read(path, campaign="three")


def test_a_campaign_of_another_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "ratings.tsv"
    path.write_text("rater\tsystem\tsegment\tscore\nanna\tred\t1\t70\n", encoding="utf-8")
    with pytest.raises(OptionError, match="no database of campaigns, and no file of Pearmut's"):
        read(str(path), campaign="one")


def test_one_name_of_two_texts_is_told_and_parted(tmp_path: Path) -> None:
    first = entry(item=0, text={"item_id": 1})
    second = entry(item=1, text={"item_id": 1, "src": "Two."})
    judgements = read(put(tmp_path, {"one": [first, second]}))
    assert judgements.segment.column() == ["1", "2#1"]
    assert [remark.count for remark in judgements.remarks if remark.kind == "item_id of several texts"] == [1]


def test_errors_without_any_score_are_mqm(tmp_path: Path) -> None:
    marked = entry(score=None)
    marked["annotation"][0]["red"] |= {
        "sliders": {},
        "error_spans": [{"start_i": 0, "end_i": 3, "category": "Style/Style", "severity": "critical"}],
    }
    judgements = read(put(tmp_path, {"one": [marked]}))
    assert judgements.scheme == "mqm"
    assert judgements.spans is not None
    assert (judgements.spans.start.tolist(), judgements.spans.end.tolist()) == ([0], [4])


@pytest.mark.parametrize(
    ("start", "end", "side", "kind"),
    [
        (5, 5, "missing", ""),
        (6, 6, "missing", "a token of the campaign's own"),
        (3, 1, "target", "odd position"),
    ],
)
def test_places_behind_the_text(start: int, end: int, side: str, kind: str, tmp_path: Path) -> None:
    marked = entry()
    marked["annotation"][0]["red"]["error_spans"] = [{"start_i": start, "end_i": end, "severity": "minor"}]
    judgements = read(put(tmp_path, {"one": [marked]}))
    assert judgements.spans is not None
    assert (judgements.spans.side.column(), judgements.spans.start.tolist()) == ([side], [-1])
    assert kind in ("", *(remark.kind for remark in judgements.remarks))


@pytest.mark.parametrize(
    ("log", "words"),
    [
        ([], "no answer in it yet"),
        ([{"user_id": "anna", "annotation": "__RESET__"}], "no answer in it that counts"),
        ([{"annotation": [], "user_id": 3}], "not a log of Pearmut"),
        ([entry(score="70")], 'entry 1: the score "70" is not a number'),
        (
            [{"annotation": [{}], "item": [{"tgt": ["a"]}], "user_id": "anna"}],
            "as in Pearmut 1.x; write a table",
        ),
        ([{"annotation": [{}], "item": [], "user_id": "anna"}], "not lists of the same length"),
        (
            [{"annotation": [["x"]], "item": [{"tgt": {}}], "user_id": "anna"}],
            "not an object from model to answer",
        ),
    ],
)
def test_what_is_wrong_is_said(log: list[Any], words: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=words):
        read(put(tmp_path, {"one": log}), form="pearmut")


def test_it_is_only_read(tmp_path: Path) -> None:
    from assay.io import write_judgements

    judgements = read(put(tmp_path, {"one": [entry()]}))
    with pytest.raises(OptionError, match="pearmut, segment-scores and sheet, which are only read"):
        write_judgements(judgements, "pearmut")


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every place within a value that another could stand at: what holds it, and its name there."""
    for name in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield value, name
        yield from places(value[name])


@given(
    st.sampled_from(sorted(LOGS)),
    st.lists(st.tuples(st.integers(0), st.sampled_from(ODD)), min_size=1, max_size=3),
)
@settings(max_examples=60, deadline=None)
def test_whatever_stands_in_a_log_is_read_or_refused_in_words(
    name: str, changes: list[tuple[int, Any]]
) -> None:
    log = deepcopy(LOGS[name])
    for number, odd in changes:
        every = list(places(log))
        within, key = every[number % len(every)]
        within[key] = deepcopy(odd)
    file = Source("annotations.json", json.dumps({name: log}).encode())
    with warnings.catch_warnings(), suppress(AssayError):
        warnings.simplefilter("ignore", AssayWarning)
        read_judgements(file, "pearmut")
