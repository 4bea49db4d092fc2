"""Whatever bytes a file holds, a reader returns columns or raises an AssayError."""

import gzip
import warnings
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import AssayError, AssayWarning
from assay.io import parse_columns, read_table
from assay.io.texts.inputs import open_inputs
from assay.io.texts.sgml import read_sgml
from assay.io.texts.textfiles import TextFiles
from assay.io.texts.wmt_xml import parse_xml

SEEDS = {
    "text": b"one\ntwo\r\n\nthree",
    "tsv": b"source\treference\treference:B\tsystem:x\nA\tB\t\tC\nD\tE\tF\tG\n",
    "csv": b'source,reference,system:x,document\n"a, ""b""",c,"d\r\ne",f\n',
    "jsonl": b'{"reference": ["a", null], "system": {"x": "b"}}\n{"reference": "\\ud800", "system:x": ""}\n',
    "sgm": b"<refset setid='s'><doc docid=d><!-- c --><seg id=1>a & b</seg>\n<SEG>c</SEG></doc></refset>",
    "xml": (
        b"<?xml version='1.0' encoding='utf-8'?><!-- c --><dataset id='i'><doc id='d'>"
        b"<src lang='de'><seg id='1'>a</seg></src><ref translator='A'><seg id='1'>b&amp;</seg></ref>"
        b"<hyp system='x'><seg id='1'><![CDATA[c]]></seg></hyp></doc></dataset>"
    ),
}
PIECES = [
    *(
        b"\n",
        b"\r",
        b"\t",
        b",",
        b'"',
        b"'",
        b"<",
        b">",
        b"</seg>",
        b"<seg id=1>",
        b"</doc>",
        b"<doc docid=d>",
        b"&",
    ),
    *(
        b"<!DOCTYPE a [<!ENTITY b 'c'>]>",
        b"&b;",
        b"<tstset>",
        b"<hyp>",
        b"<!--",
        b"]]>",
        b"{",
        b"[",
        b"null",
        b"1e999",
    ),
    *(
        b"\xef\xbb\xbf",
        b"\xff\xfe",
        b"\x1f\x8b",
        b"\x00",
        b"\x80",
        b"\xed\xa0\x80",
        b"encoding='cp037'",
        b"\xe2\x80\xa8",
    ),
]


@st.composite
def spoilt(draw: st.DrawFn) -> bytes:
    """A file of some format with a few places overwritten, cut or doubled; sometimes packed, then cut."""
    data = draw(st.sampled_from(sorted(SEEDS.values())))
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(data)))
        stop = draw(st.integers(start, min(len(data), start + 8)))
        data = data[:start] + draw(st.sampled_from(PIECES) | st.binary(max_size=4)) + data[stop:]
    if draw(st.booleans()):
        return data
    packed = gzip.compress(data, mtime=0)
    return packed[: draw(st.integers(0, len(packed)))] + draw(st.binary(max_size=3))


def complaint(read: Callable[[], object], otherwise: str = "nothing to complain about") -> str:
    """Return the message of an error of ours; any other error is a failure of the test."""
    try:
        read()
    except AssayError as error:
        return str(error)
    return otherwise


READERS: dict[str, Callable[[str], Iterable[object]]] = {
    "text": lambda path: TextFiles((path,), (path,), path, path).shards(2),
    "table": read_table,
    "columns": lambda path: read_table(path, parse_columns("reference=source,system=reference"), "B"),
    "references": lambda path: read_sgml([path], [path], path),
    "xml": lambda path: parse_xml(path, Path(path).read_bytes()),
    "one file": lambda path: open_inputs([path], []),
    "files": lambda path: open_inputs([path], [path]),
}


@pytest.mark.parametrize("name", ["f", "f.txt", "f.gz", "f.tsv", "f.csv", "f.jsonl", "f.sgm", "f.xml"])
@pytest.mark.parametrize("reader", READERS)
@given(data=spoilt() | st.binary(max_size=60))
def test_only_our_errors(tmp_path_factory, reader, name, data):
    path = Path(tmp_path_factory.getbasetemp()) / name
    path.write_bytes(data)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", AssayWarning)
        assert len(complaint(lambda: list(READERS[reader](str(path)))).encode("utf-8")) > 20


@given(st.text(max_size=30) | st.lists(st.sampled_from(["source", "system", "=", ",", "a"])).map("".join))
def test_columns_text(text):
    assert "--columns" in complaint(lambda: parse_columns(text), "--columns are good")


@given(st.lists(st.text(min_size=1, max_size=8), min_size=1, max_size=3))
def test_any_path(paths):
    assert complaint(lambda: list(open_inputs(paths, paths))).encode("utf-8")
