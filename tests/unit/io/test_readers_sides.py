"""Sides of a set in files of their own: which column is meant, and how rows are joined."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from assay.errors import AssayWarning, InputError, MismatchError, OptionError
from assay.io import FileOptions, open_set
from assay.io.sides.side import Side

WMT: list[dict[str, object]] = [
    {
        "dataset_id": "wmt",
        "doc_id": f"news_#_{n}",
        "domain": "news",
        "src_lang": "de",
        "tgt_lang": "en_GB",
        "src_text": f"Quelle {n}",
        "refs": {"refA": {"ref": f"reference {n}"}, "refB": {"ref": f"other {n}"}},
    }
    for n in range(4)
]
SYSTEM: list[dict[str, object]] = [
    {"doc_id": f"news_#_{n}", "hypothesis": f"output {n}", "metadata": {}} for n in (2, 0, 3, 1)
]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def put(name: str, rows: Sequence[Mapping[str, object]]) -> str:
    Path(name).write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return name


def opened(system: str, reference: str, **options: object):
    files = FileOptions(systems=(system,), reference=(reference,), **options)  # type: ignore[arg-type]
    ((evalset, outputs),) = open_set(files)
    return evalset, {name: list(column) for name, column in outputs.items()}


def test_files_of_wmt_are_joined_by_their_documents() -> None:
    evalset, outputs = opened(put("sys.jsonl", SYSTEM), put("set.jsonl", WMT))
    assert outputs == {"sys.jsonl": [f"output {n}" for n in range(4)]}
    assert {name: list(column) for name, column in evalset.references.items()} == {
        "refA": [f"reference {n}" for n in range(4)],
        "refB": [f"other {n}" for n in range(4)],
    }
    assert list(evalset.source or ()) == [f"Quelle {n}" for n in range(4)]
    assert list(evalset.ids or ()) == [f"news_#_{n}" for n in range(4)]
    assert evalset.languages == ("de", "en_GB")
    assert evalset.document is None


def test_the_order_of_rows_with_ids_is_nothing() -> None:
    opposite = put("opposite.jsonl", SYSTEM[::-1])
    assert opened(opposite, put("set.jsonl", WMT))[1] == {"opposite.jsonl": [f"output {n}" for n in range(4)]}


def test_ids_that_a_file_lacks_are_told_with_examples() -> None:
    reference = put("set.jsonl", WMT)
    with pytest.raises(
        MismatchError, match=r'few.jsonl: no output for 1 of 4 rows .*: "news_#_1"; give every'
    ):
        opened(put("few.jsonl", SYSTEM[:3]), reference)
    strange = [{**row, "doc_id": f"x{n}"} for n, row in enumerate(SYSTEM)]
    with pytest.raises(MismatchError, match=r'"news_#_0", "news_#_1", "news_#_2" and 1 more; it has "x0"'):
        opened(put("other.jsonl", strange), reference)


def test_rows_of_other_ids_are_left_out_and_counted() -> None:
    more: list[dict[str, object]] = [*SYSTEM, {"doc_id": "extra", "hypothesis": "x"}]
    with pytest.warns(AssayWarning, match=r'more.jsonl: 1 of 5 rows left out, .*: "extra"'):
        _, outputs = opened(put("more.jsonl", more), put("set.jsonl", WMT))
    assert len(outputs["more.jsonl"]) == 4


def test_segments_of_a_document_are_joined_in_their_order() -> None:
    reference = [{"doc_id": d, "ref": f"{d}{n}"} for d in "ab" for n in range(2)]
    system = [{"doc_id": d, "hyp": f"{d}{n}"} for d in "ba" for n in range(2)]
    evalset, outputs = opened(put("sys.jsonl", system), put("ref.jsonl", reference))
    assert outputs["sys.jsonl"] == ["a0", "a1", "b0", "b1"]
    assert evalset.document is not None
    assert evalset.document.column() == ["a", "a", "b", "b"]
    with pytest.raises(MismatchError, match=r'"b \(row 2 of it\)"'):
        opened(put("short.jsonl", system[1:]), "ref.jsonl")


def test_without_ids_on_both_sides_rows_go_by_position() -> None:
    Path("ref.txt").write_text("one\ntwo\n", encoding="utf-8")
    system = put("sys.jsonl", [{"id": 7, "mt": "a"}, {"id": 3, "mt": "b"}])
    assert opened(system, "ref.txt")[1] == {"sys.jsonl": ["a", "b"]}
    with pytest.raises(MismatchError, match=r"long\.jsonl has 3 rows, ref.txt has 2"):
        opened(put("long.jsonl", [{"mt": "a"}] * 3), "ref.txt")


def test_outputs_are_joined_to_a_second_reference_with_ids_where_the_first_is_plain_text() -> None:
    Path("plain").write_text("".join(f"one {n}\n" for n in range(4)), encoding="utf-8")
    second = put("second.jsonl", [{"id": n, "reference": f"two {n}"} for n in (3, 2, 1, 0)])
    outputs = put("out.jsonl", [{"id": n, "hypothesis": f"output {n}"} for n in range(4)])
    files = FileOptions(systems=(outputs,), reference=("plain", second))
    ((evalset, read),) = open_set(files)
    assert list(list(evalset.references.values())[1]) == [f"two {n}" for n in (3, 2, 1, 0)]
    assert list(read["out.jsonl"]) == [f"output {n}" for n in (3, 2, 1, 0)]


def test_nothing_is_joined_where_ids_are_on_one_side_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Side, "joined_by", None)
    Path("plain").write_text("".join(f"one {n}\n" for n in range(4)), encoding="utf-8")
    outputs = put("out.jsonl", [{"id": n, "hypothesis": f"output {n}"} for n in (3, 2, 1, 0)])
    assert opened(outputs, "plain")[1] == {"out.jsonl": [f"output {n}" for n in (3, 2, 1, 0)]}
    same = put("same.jsonl", [{"id": n, "reference": f"one {n}"} for n in (3, 2, 1, 0)])
    assert opened(outputs, same)[1] == {"out.jsonl": [f"output {n}" for n in (3, 2, 1, 0)]}


def test_one_pair_of_languages_of_several() -> None:
    both: list[dict[str, object]] = [
        *WMT,
        *({**row, "doc_id": f"fr{n}", "tgt_lang": "fr"} for n, row in enumerate(WMT)),
    ]
    reference, system = put("set.jsonl", both), put("sys.jsonl", SYSTEM)
    evalset, _ = opened(system, reference, languages="de,en")
    assert len(evalset) == 4
    every = [*SYSTEM, *[dict[str, object](doc_id=f"fr{n}", hypothesis="x") for n in range(4)]]
    with pytest.warns(AssayWarning, match=r"2 pairs of languages .*take one with --languages de,en_GB"):
        opened(put("all.jsonl", every), reference)
    with pytest.raises(InputError, match="no row is of de-cs; the languages are de-en_GB, de-fr"):
        opened(system, reference, languages="de,cs")


LM_EVAL: list[dict[str, object]] = [
    {"doc": {"translation": {"de": "ja", "en": "yes"}}, "filtered_resps": [["yes"]], "n": 1}
]


def test_values_inside_objects_and_lists_of_one() -> None:
    file = put("samples.jsonl", LM_EVAL)
    columns = ("reference=doc.translation.en,system=filtered_resps,source=doc.translation.de",)
    evalset, outputs = opened(file, file, columns=columns)
    assert outputs == {"samples.jsonl": ["yes"]}
    assert [list(column) for column in evalset.references.values()] == [["yes"]]
    ((alone, outputs_alone),) = open_set(FileOptions(systems=(file,), columns=columns))
    assert list(alone.source or ()) == ["ja"]
    assert [list(column) for column in outputs_alone.values()] == [["yes"]]


@pytest.mark.parametrize(
    ("row", "options", "message"),
    [
        (
            {"doc": LM_EVAL[0]["doc"], "n": 1},
            {},
            'found "doc.translation.de", "doc.translation.en", "n"; say which with',
        ),
        ({"hyp": ["a", "b"]}, {}, r'sys.jsonl, line 1: "hyp" is a list, not a text'),
        ({"hyp": {"a": "b"}}, {}, "one inside an object with a dot, as in --columns system=hyp.a"),
        ({"hyp": 3}, {}, '"hyp" is a number, not a text'),
        ({"hyp": None}, {}, "sys.jsonl, line 1: the text of the system is missing"),
        ({"hyp": "a"}, {"columns": ("system=mt",)}, 'no column named mt; found "hyp"'),
        ({"id": 4}, {}, "no column is known to hold the text of a system"),
    ],
)
def test_what_is_no_text_is_told_with_its_place(row, options, message) -> None:
    Path("ref.txt").write_text("one\ntwo\n", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        opened(put("sys.jsonl", [row, row]), "ref.txt", **options)
    assert message in str(caught.value)


def test_a_missing_reference_is_none() -> None:
    reference = put("ref.jsonl", [{"refs": ["a", "b"]}, {"refs": ["c"]}])
    evalset, _ = opened(put("sys.jsonl", [{"mt": "x"}] * 2), reference)
    assert {name: list(column) for name, column in evalset.references.items()} == {
        "1": ["a", "c"],
        "2": ["b", None],
    }


# What lm-evaluation-harness writes with --log_samples: the reference is in `target`, and in `doc`.
SAMPLES: list[dict[str, object]] = [
    {
        "doc_id": n,
        "doc": {"translation": {"de": f"Quelle {n}", "en": f"reference {n}"}},
        "target": f"reference {n}",
        "arguments": [[f"Translate: Quelle {n}", {"until": []}]],
        "resps": [[f" answer {n}"]],
        "filtered_resps": [f"answer {n}"],
    }
    for n in range(3)
]


@pytest.mark.parametrize("with_target", [True, False])
def test_the_output_in_samples_of_lm_evaluation_harness_is_the_answer(with_target: bool) -> None:
    rows = [{k: v for k, v in row.items() if with_target or k != "target"} for row in SAMPLES]
    references = put("references.jsonl", [{"reference": row["target"]} for row in SAMPLES])
    _, outputs = opened(put("samples.jsonl", rows), references)
    assert outputs == {"samples.jsonl": ["answer 0", "answer 1", "answer 2"]}


def test_what_is_proposed_for_samples_works_when_it_is_typed() -> None:
    with pytest.raises(InputError) as told:
        list(open_set(FileOptions(systems=(put("samples.jsonl", SAMPLES),))))
    proposed = str(told.value).rpartition('--columns "')[2].rstrip('"')
    assert proposed == "reference=target,system=filtered_resps"
    ((evalset, outputs),) = open_set(FileOptions(systems=("samples.jsonl",), columns=(proposed,)))
    assert {name: list(column) for name, column in evalset.references.items()} == {
        "target": ["reference 0", "reference 1", "reference 2"]
    }
    assert [list(column) for column in outputs.values()] == [["answer 0", "answer 1", "answer 2"]]


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ("system=foo", "--columns system=foo: no output is a table with columns"),
        ("reference=foo", "--columns reference=foo: no file of references is a table"),
        ("source=foo", "--columns source=foo: no file is a table"),
    ],
)
def test_columns_of_plain_text_are_refused(columns: str, said: str) -> None:
    for name in ("sys.txt", "ref.txt"):
        Path(name).write_text("one\ntwo\n", encoding="utf-8")
    with pytest.raises(OptionError, match=said):
        opened("sys.txt", "ref.txt", columns=(columns,))
