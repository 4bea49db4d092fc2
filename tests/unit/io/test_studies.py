"""What other programs take a study from: campaigns of Pearmut, projects of Anthea, batches of Appraise."""

import json
from pathlib import Path
from typing import Any

import pytest

from assay.errors import AssayWarning, InputError
from assay.io import FileOptions, read_judgements
from assay.io.studies.recognition import read_study
from assay.io.studies.study_texts import Study

DOWNLOAD = Path(__file__).parents[2] / "golden" / "data" / "pearmut-campaigns.json"
ANTHEA = (
    '{"source_language": "en", "target_language": "zh-TW", "note_to_raters": "x"}\n'
    "The rope is wet.\t繩子\u200b濕了。\tdoc 1\talder\n"
    "\n"
    "One\\nline.\t一\\t行。\tdoc 1\talder\t"
    '{"references": {"a": "一行。"}, "primary_reference": "a"}\n'
    "doc 1\tbirch\n"
    "The rope is wet.\t\tdoc 1\tbirch\n"
    "One\\nline.\t行。\tdoc 1\tbirch\n"
)


def put(folder: Path, text: str, name: str) -> FileOptions:
    (folder / name).write_text(text, encoding="utf-8")
    return FileOptions((str(folder / name),))


def campaign(number: int, folder: Path) -> FileOptions:
    content = json.loads(DOWNLOAD.read_text(encoding="utf-8"))[number]
    return put(folder, json.dumps(content, indent=2), "campaign.json")


def read(files: FileOptions) -> Study:
    study = read_study(files)
    assert study is not None
    return study


def test_a_campaign_of_pearmut(tmp_path: Path) -> None:
    with pytest.warns(AssayWarning, match="left out: protocol ESA") as told:
        texts, references = read(campaign(0, tmp_path))
    said = str(told[0].message)
    assert "users (--annotators)" in said
    assert "data_welcome (--tutorial)" in said
    assert said.endswith("1 text with expected answers")
    assert texts.ids == ["rope 1", "rope 2", "lamp 1"]
    assert texts.document is not None
    assert texts.document.column() == ["1", "1", "2"]
    assert {*texts.outputs} == {"alder", "birch/2"}
    assert texts.outputs["birch/2"] == ["Die Rope ist naß.", "Zieh!\nNicht dran.", ""]
    assert references == [None] * 3


def test_one_text_of_two_documents_is_one_segment(tmp_path: Path) -> None:
    with pytest.warns(AssayWarning, match="left out: protocol MQM"):
        texts, references = read(campaign(1, tmp_path))
    assert texts.ids == ["1#1", "2#1"]
    assert texts.outputs == {
        "alder": ["Ein Möwe schreit.", "Die Flut dreht."],
        "birch/2": ["Eine Möwe weint laut.", "Das Gezeit turnt."],
    }
    assert references == ["Eine Möwe schreit.", None]


def test_errors_filled_in_are_named(tmp_path: Path) -> None:
    text = {"src": "One.", "tgt": {"red": "Eins."}, "error_spans": {"red": []}}
    with pytest.warns(AssayWarning, match=r"left out: 1 text with errors filled in \(--proposals\)"):
        read(put(tmp_path, json.dumps({"campaign_id": "x", "data": [[text]]}), "campaign.json"))


def test_as_an_author_writes_it(tmp_path: Path) -> None:
    task = [[{"src": "One.", "tgt": {"red": "Eins."}}], [{"src": "Two.", "tgt": {"red": "Zwei."}}]]
    written: dict[str, Any] = {
        "info": {"assignment": "task-based"},
        "campaign_id": "x",
        "data": [task, task[:1]],
    }
    texts, _ = read(put(tmp_path, json.dumps(written), "campaign.json"))
    assert list(texts.source) == ["One.", "Two."]
    texts, _ = read(put(tmp_path, json.dumps({"campaign_id": "x", "data": task}), "campaign.json"))
    assert list(texts.source) == ["One.", "Two."]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ([[{"src": "One.", "tgt": {"red": "E"}}], [{"src": "Two.", "tgt": {"blue": "Z"}}]], 'no output of "blue"'),
        ([[{"item_id": 1, "src": s, "tgt": {"red": "E"}}] for s in ("a", "b")], "two different texts as its source"),
        ([[{"item_id": 1, "src": "a", "tgt": {"red": t}}] for t in ("a", "b")], 'texts as its output of "red"'),
        ([{"src": "One.", "tgt": {}}], "not made of documents"),
        ([[{"src": "One.", "tgt": "Eins."}]], "not an object from model to output"),
        ([[{"text": "Name?", "form": "string"}]], "there is no text in it to judge"),
    ],
)  # fmt: skip
def test_what_is_no_set_is_refused(data: Any, words: str, tmp_path: Path) -> None:
    files = put(tmp_path, json.dumps({"campaign_id": "x", "data": data}), "campaign.json")
    with pytest.raises(InputError, match=words):
        read_study(files)


def test_several_campaigns_are_named() -> None:
    with pytest.raises(InputError, match=r"3 campaigns \(harbour_#_en-de, gulls, sliders\); save the one"):
        read_study(FileOptions((str(DOWNLOAD),)))


def test_a_campaign_is_no_file_of_judgements() -> None:
    with pytest.raises(InputError, match="a campaign of Pearmut, without answers; download the annotations"):
        read_judgements(str(DOWNLOAD))


def test_a_project_of_anthea(tmp_path: Path) -> None:
    with pytest.warns(AssayWarning, match="zero-width spaces"):
        texts, references = read(put(tmp_path, ANTHEA, "project.tsv"))
    assert texts.languages == ("en", "zh-TW")
    assert texts.ids == ["doc 1#1", "doc 1#2"]
    assert texts.source == ["The rope is wet.", "One\nline."]
    assert texts.outputs == {"alder": ["繩子濕了。", "一\t行。"], "birch": ["", "行。"]}
    assert references == [None, "一行。"]


def test_sources_of_anthea_that_are_not_the_same(tmp_path: Path) -> None:
    lines = ANTHEA.replace("The rope is wet.\t\t", "A rope is wet.\t\t")
    with pytest.raises(InputError, match='the segment "doc 1#1" has two different texts as its source'):
        read_study(put(tmp_path, lines, "project.tsv"))


def test_batches_of_appraise_are_refused_with_a_way_out(tmp_path: Path) -> None:
    item = {"itemID": 1, "itemType": "TGT", "sourceText": "One.", "targetID": "red", "targetText": "Eins."}
    batches = [{"items": [item], "task": {"batchNo": 1}}]
    with pytest.raises(InputError, match="give the texts that they were made of, as in -s SOURCE"):
        read_study(put(tmp_path, json.dumps(batches, indent=2), "batches.json"))


def test_other_files_are_left_to_other_readers(tmp_path: Path) -> None:
    assert read_study(put(tmp_path, "One.\nTwo.\n", "a.txt")) is None
    assert read_study(put(tmp_path, "source\tsystem:red\nOne.\tEins.\n", "a.tsv")) is None
    assert read_study(FileOptions(("a.txt", "b.txt"))) is None
