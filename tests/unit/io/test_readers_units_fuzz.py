"""Whatever bytes a translator's file, glossary or table of notes holds, its reader raises nothing but an AssayError."""

import gzip
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from translator_files import PO, SDLXLIFF, TBX, TBX3, TMX, XLIFF12, XLIFF20

from assay.errors import AssayError, AssayWarning
from assay.io import read_units
from assay.io.texts.inputs import open_inputs
from assay.io.units.glossaries import read_tbx
from assay.io.units.notes import read_notes

SEEDS = [text.encode() for text in (XLIFF12, XLIFF20, SDLXLIFF, TMX, PO, TBX, TBX3)]
SEEDS += [XLIFF12.replace("UTF-8", "UTF-16").encode("utf-16"), b"id\tnote\na\tb\n"]
PIECES = [
    *(
        b"<",
        b">",
        b"&",
        b"&x;",
        b'"',
        b"'",
        b"\n",
        b"\r",
        b"\0",
        b"\xff\xfe",
        b"\xef\xbb\xbf",
        b"\x1f\x8b",
        b"\x80",
    ),
    *(
        b"<source>",
        b"</source>",
        b"<target/>",
        b"<mrk mtype='seg' mid='1'>",
        b"</mrk>",
        b"<g id='1'>",
        b"<cp hex='-1'/>",
    ),
    *(
        b"<!DOCTYPE a [<!ENTITY x 'y'>]>",
        b"<![CDATA[",
        b"]]>",
        b"<!--",
        b"-->",
        b"<alt-trans>",
        b"xmlns:q='u' ",
        b"q:",
    ),
    *(
        b"msgid ",
        b"msgstr[7] ",
        b"msgctxt ",
        b"\\",
        b"\\777",
        b"\\x",
        b"#~ ",
        b"# ",
        b"charset=utf-7",
        b"charset=rot13",
    ),
    *(
        b"encoding='utf-16'",
        b"encoding='cp037'",
        b"version='2.0' ",
        b"<segment>",
        b"<tu>",
        b"<tuv>",
        b"<term>",
    ),
]


@st.composite
def spoilt(draw: st.DrawFn) -> bytes:
    """A file of some format with a few places overwritten, cut or doubled; sometimes packed."""
    data = draw(st.sampled_from(SEEDS))
    for _ in range(draw(st.integers(0, 5))):
        start = draw(st.integers(0, len(data)))
        stop = draw(st.integers(start, min(len(data), start + 12)))
        data = data[:start] + draw(st.sampled_from(PIECES) | st.binary(max_size=4)) + data[stop:]
    data = data[: draw(st.integers(0, len(data)))] if draw(st.booleans()) else data
    return gzip.compress(data, mtime=0) if draw(st.booleans()) else data


READERS: dict[str, Callable[[str], object]] = {
    "units": read_units,
    "xliff": lambda path: read_units(path, "placeholders", "xliff"),
    "tmx": lambda path: read_units(path, "placeholders", "tmx"),
    "po": lambda path: read_units(path, form="po"),
    "glossary": read_tbx,
    "notes": read_notes,
    "inputs": lambda path: list(open_inputs([path], [path])),
    "one": lambda path: list(open_inputs([path], [])),
}


def complaint(read: Callable[[], object]) -> str:
    """Return the message of an error of ours; any other error is a failure of the test."""
    try:
        read()
    except AssayError as error:
        return str(error)
    return "there is nothing to complain about"


@pytest.mark.parametrize("name", ["f", "f.po", "f.xml"])
@pytest.mark.parametrize("reader", READERS)
@given(data=spoilt() | st.binary(max_size=60))
def test_only_our_errors(tmp_path_factory, reader, name, data):
    path = Path(tmp_path_factory.getbasetemp()) / name
    path.write_bytes(data)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", AssayWarning)
        assert len(complaint(lambda: READERS[reader](str(path))).encode("utf-8")) > 20
