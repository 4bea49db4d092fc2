"""Whatever stands in a file that is found, it is read or refused in words that name the file: never a traceback."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from assay.errors import AssayError
from assay.io import parse_json
from assay.io.checked.json_values import JsonError
from support.found_files import FoundFile, found_files

FOUND = {found.name: found for found in found_files()}
JSON = [name for name, found in FOUND.items() if found.wrapped is not None]
DEEP = 5_000
# Documents that no reader can make anything of.
HOSTILE: dict[str, bytes] = {
    "deep lists": b"[" * DEEP + b"]" * DEEP,
    "deep lists without an end": b"[" * DEEP,
    "deep objects": b'{"a":' * DEEP + b"1" + b"}" * DEEP,
    "deep, behind brackets in strings": b'{"a": "'
    + b"]" * DEEP
    + b'", "b": '
    + b"[" * DEEP
    + b"]" * DEEP
    + b"}",
    "a number of 401 digits": b'{"version": 1' + b"0" * 400 + b"}",
    "a number of 5,000 digits": b'{"a": [1' + b"0" * 5_000 + b"]}",
    "a list": b'[{"a": 1}]',
    "null": b"null",
    "a number": b"1",
    "a text": b'"x"',
    "NaN": b"NaN",
    "Latin-1": b'{"a": "\xfc"}',
    "UTF-16": '{"a": 1}'.encode("utf-16"),
    "a name twice": b'{"label": "x", "label": "y", "system": "a", "system": "b"}',
    "nothing": b"",
    "blanks": b" \n",
    "half of it": b'{"label": "x", "sys',
    "a comma too much": b'{"label": "x",}',
    "zero bytes": bytes(20),
}
# What an object may hold in place of what it should: one after the other takes the place of every value.
WRONG: list[object] = [
    None,
    True,
    -1,
    0,
    10**299,
    1e308,
    "",
    "x\0y",
    "\ud800",
    [],
    [[]],
    {},
    {"a": {}},
    "9" * 5_000,
]


@pytest.mark.parametrize("kind", HOSTILE)
@pytest.mark.parametrize("name", JSON)
def test_a_hostile_document_is_refused_by_every_reader(tmp_path: Path, name: str, kind: str) -> None:
    found = FOUND[name]
    assert found.wrapped is not None
    path = tmp_path / name
    path.write_bytes(found.wrapped(HOSTILE[kind]))
    warnings.simplefilter("ignore", UserWarning)  # pytest keeps it within the test
    with pytest.raises(AssayError) as refused:
        found.read(str(path))
    assert any(word in str(refused.value) for word in (name, "found", "b.part", "meteor-en", "made.sqlite"))
    assert len(str(refused.value)) < 1_000


@pytest.mark.parametrize("name", FOUND)
def test_what_is_as_it_should_be_is_read(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(FOUND[name].content)
    FOUND[name].read(str(path))


@pytest.mark.parametrize("name", FOUND)
def test_a_file_cut_anywhere_is_read_or_refused(tmp_path: Path, name: str) -> None:
    content = FOUND[name].content
    for part in range(8):
        path = tmp_path / f"{part}" / name
        path.parent.mkdir()
        path.write_bytes(content[: len(content) * part // 8])
        try_to_read(FOUND[name], path)


@pytest.mark.parametrize("name", [name for name in JSON if name.endswith((".json", ".jsonl"))])
def test_any_value_of_another_kind_is_read_or_refused(tmp_path: Path, name: str) -> None:
    found = FOUND[name]
    lines = found.content.splitlines()
    whole = [parse_json(line) for line in lines] if name.endswith(".jsonl") else [parse_json(found.content)]
    for number, document in enumerate(whole):
        for at, changed in enumerate(changes(document)):
            path = tmp_path / f"{number}-{at}-{name}"
            texts = [json.dumps(changed if place == number else each) for place, each in enumerate(whole)]
            path.write_text("\n".join(texts) + "\n")
            try_to_read(found, path)


def put_in(put: Callable[[object], object], whole: dict[str, object], name: str, new: object) -> object:
    """Return a document in which a member of an object is another."""
    return put({**whole, name: new})


def changes(document: object, most: int = 120) -> list[object]:
    """Return the document with another value in each of its first places."""
    made: list[object] = []

    def change(value: object, put: Callable[[object], object]) -> None:
        made.extend(put(wrong) for wrong in WRONG)
        if isinstance(value, dict):
            made.extend(put({name: each for name, each in value.items() if name != gone}) for gone in value)
            for name, each in value.items():
                change(each, partial(put_in, put, value, name))
        elif isinstance(value, list) and value:
            change(value[0], lambda new: put([new, *value[1:]]))

    change(document, lambda new: new)
    step = max(1, len(made) // most)
    return made[::step]


def try_to_read(found: FoundFile, path: Path) -> None:
    """Read a file, or hear that it cannot be; warnings other than ours are leaks."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        try:
            found.read(str(path))
        except AssayError as refused:
            assert len(str(refused)) <= 10_100  # noqa: PT017 - it may be read as well


@pytest.mark.parametrize("depth", [1, 50, 100])
def test_documents_that_people_write_are_read(depth: int) -> None:
    assert parse_json("[" * depth + "]" * depth) is not None
    assert parse_json(b'{"a": "' + b"[" * 5_000 + b'", "b": "\\"[[{{\\\\"}') == {
        "a": "[" * 5_000,
        "b": '"[[{{\\',
    }
    assert parse_json('{"a": "' + "9" * 5_000 + '"}') == {"a": "9" * 5_000}
    assert parse_json("[" + "1, " * 5_000 + "1]") == [1] * 5_001


@pytest.mark.parametrize(
    ("document", "words"),
    [
        ("[" * 101 + "]" * 101, "nested more than 100 deep"),
        ("[1" + "0" * 300 + "]", "a number has 301 digits"),
        ('{"a": 1, "b": {"c": 1, "c": 2}}', 'the name "c" comes twice'),
        (b"\xff", "byte 1 is no UTF-8"),
        ("[-Infinity]", "nothing that JSON knows"),
        ("[1", "line 1"),
    ],
)
def test_what_is_wrong_is_said(document: str | bytes, words: str) -> None:
    with pytest.raises(JsonError, match=words):
        parse_json(document)


def test_nan_is_read_where_it_is_allowed() -> None:
    assert parse_json("[Infinity]", nan=True) == [float("inf")]
