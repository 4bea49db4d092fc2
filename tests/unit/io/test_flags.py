"""Notes in XLIFF and PO: they are where tools look for them, and every other byte is as it was."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from translator_files import PO, SDLXLIFF, TMX, XLIFF12, XLIFF20

from assay.errors import AssayError, InputError
from assay.io.units.flagging import add_notes, flag_po
from assay.io.units.notes import Note, flag_xliff, read_notes
from assay.io.units.po import parse_po
from assay.io.units.xliff import parse_xliff

V1, V2 = "{urn:oasis:names:tc:xliff:document:1.2}", "{urn:oasis:names:tc:xliff:document:2.0}"
ADDED = {
    "1": re.compile(r'(?:\r?\n[ \t]*)?<(\w+:)?note from="assay" annotates="target">[^<]*</(\w+:)?note>'),
    "2": re.compile(
        r"<(\w+:)?notes>(?:<(\w+:)?note category=\"assay\"[^>]*>[^<]*</(\w+:)?note>)+</(\w+:)?notes>(?:\r?\n[ \t]*)?"
        r'|(?:\r?\n[ \t]*)?<(\w+:)?note category="assay" appliesTo="target">[^<]*</(\w+:)?note>'
    ),
}


def without_notes(data, encoding, version):
    """Take out what was inserted, by what it looks like; nothing of the code under test is used for it."""
    return ADDED[version].sub("", data.decode(encoding)).encode(encoding)


def notes_of(data, space, unit):
    root = ElementTree.fromstring(data)
    [found] = [
        node for name in ("trans-unit", "unit") for node in root.iter(space + name) if node.get("id") == unit
    ]
    return [(node.text, dict(node.attrib)) for node in found.iter(space + "note")]


# --- XLIFF ----------------------------------------------------------------------------------------


def test_notes_in_version_1() -> None:
    found = flag_xliff(
        XLIFF12.encode(), {"b2": ["too <long> & odd", Note("second", "minor")], "a1": ["empty"]}
    )
    kind = {"from": "assay", "annotates": "target"}
    assert notes_of(found, V1, "b2") == [("too <long> & odd", kind), ("[minor] second", kind)]
    assert notes_of(found, V1, "a1") == [("empty", kind)]
    assert (
        '<x id="2"/></target>\n          <note from="assay" annotates="target">too &lt;long&gt; &amp; odd</note>\n'
        '          <note from="assay" annotates="target">[minor] second</note>\n          <alt-trans>'
    ) in found.decode()
    assert '<target state="needs-translation"/>\n        <note from="assay"' in found.decode()
    assert without_notes(found, "utf-8", "1") == XLIFF12.encode()


def test_notes_in_version_2() -> None:
    found = flag_xliff(XLIFF20.encode(), {"u1": ["whole"], "u1/s1": ["one"], "u1/2": ["two"], "u2": ["gap"]})
    kind = {"category": "assay", "appliesTo": "target"}
    assert notes_of(found, V2, "u1") == [
        ("a note of the client", {"id": "n1"}),
        *(("whole", kind), ("segment s1: one", kind), ("segment 2: two", kind)),
    ]
    assert notes_of(found, V2, "u2") == [("gap", kind)]
    assert '<unit id="u2"><notes><note' in found.decode()
    assert 'client</note>\n        <note category="assay" appliesTo="target">whole</note>\n' in found.decode()
    assert without_notes(found, "utf-8", "2") == XLIFF20.encode()


def test_new_notes_of_version_2_come_before_the_first_segment_and_its_data() -> None:
    start, end = XLIFF20.index("      <notes>\n"), XLIFF20.index("      <originalData>")
    bare = XLIFF20[:start] + XLIFF20[end:]
    found = flag_xliff(bare.encode(), {"u1": ["x"]}).decode()
    assert (
        '</mtc:matches>\n      <notes><note category="assay" appliesTo="target">x</note></notes>\n' in found
    )
    assert without_notes(found.encode(), "utf-8", "2") == bare.encode()


def test_notes_in_sdlxliff_name_the_segment() -> None:
    found = flag_xliff(SDLXLIFF.encode(), {"guid-1/2": ["wait"], "guid-2/4": ["open"], "guid-2": ["both"]})
    assert [text for text, _ in notes_of(found, V1, "guid-1")] == ["segment 2: wait"]
    assert [text for text, _ in notes_of(found, V1, "guid-2")] == ["segment 4: open", "both"]
    assert without_notes(found, "utf-8", "1") == SDLXLIFF.encode()


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16-le", "utf-16-be", "iso-8859-1"])
@pytest.mark.parametrize(("text", "version", "unit"), [(XLIFF12, "1", "c3"), (XLIFF20, "2", "u1")])
def test_every_other_byte_stays(text, version, unit, encoding, line_end):
    mark = "\ufeff" if encoding.startswith("utf-16") else ""
    name = "utf-16" if mark else encoding.removesuffix("-sig")
    raw = (mark + text.replace("UTF-8", name).replace("\n", line_end)).encode(encoding)
    found = flag_xliff(raw, {unit: ["ä → 日"]})
    assert len(found) > len(raw)
    assert without_notes(found, encoding, version) == raw
    space = V1 if version == "1" else V2
    assert notes_of(found, space, unit)[-1][0] == "ä → 日"
    before, after = parse_xliff("f", raw), parse_xliff("f", found)
    assert [(u.id, u.target) for u in before.units] == [(u.id, u.target) for u in after.units]


def test_a_prefix_is_kept_and_greater_signs_in_attributes_end_nothing() -> None:
    raw = (
        b'<q:xliff version="1.2" xmlns:q="urn:q"><q:file original="a>b"><q:body><q:trans-unit id="1" d=\'>\'><q:source'
        b" a='>'>a</q:source  ><?p >?><q:target b=\"/>\"/><!-- </q:target> -->"
        b"</q:trans-unit></q:body></q:file></q:xliff>"
    )
    note = b'<q:note from="assay" annotates="target">n</q:note>'
    at = raw.index(b"<!-- ")
    assert flag_xliff(raw, {"1": ["n"]}) == raw[:at] + note + raw[at:]
    assert flag_xliff(raw, {"a>b#1": ["n"]}) == raw[:at] + note + raw[at:]


def test_units_of_one_id_in_two_documents() -> None:
    one = '<file original="{0}"><body><trans-unit id="1"><source>s</source></trans-unit></body></file>'
    raw = f'<xliff version="1.2">{one.format("o")}{one.format("p")}</xliff>'.encode()
    with pytest.raises(InputError, match='f: 2 units are called "1"; write DOCUMENT#ID'):
        flag_xliff(raw, {"1": ["n"]}, "f")
    assert flag_xliff(raw, {"p#1": ["n"]}).endswith(
        b'<note from="assay" annotates="target">n</note></trans-unit></body></file></xliff>'
    )


@pytest.mark.parametrize(
    ("text", "notes", "message"),
    [
        (XLIFF12, {"zz": ["n"], "b2": ["n"]}, 'f: 1 of 2 units of the notes are not in it, the first "zz"'),
        (XLIFF12, {"b2": ["\x01"]}, 'f: a note for "b2" has U+0001, which XML cannot hold'),
        (
            XLIFF20.replace("<segment><source>Mind the gap.</source></segment>", ""),
            {"u2": ["n"]},
            "has no source",
        ),
        (XLIFF20.replace('<unit id="u2">', '<unit id="u2"><notes/>'), {"u2": ["n"]}, "has an empty <notes/>"),
        ("<!DOCTYPE x [<!ENTITY a 'b'>]><xliff/>", {"u2": ["n"]}, "line 1: a DOCTYPE or entity declaration"),
        ("<a/>", {"u2": ["n"]}, "not XLIFF 1 or 2"),
        (XLIFF12[:900], {"b2": ["n"]}, "not well-formed"),
    ],
)
def test_notes_that_cannot_be_written(text, notes, message):
    with pytest.raises(InputError) as caught:
        flag_xliff(text.encode(), notes, "f")
    assert message in str(caught.value)


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"], include_characters="\n\t"), max_size=20))
def test_any_note_comes_back(text: str) -> None:
    assume(not any(sign in text for sign in "\ufffe\uffff"))  # no XML can hold them
    found = flag_xliff(XLIFF12.encode("utf-8"), {"c3": [text]})
    assert notes_of(found, V1, "c3")[0][0] == (text or None)


# --- PO -------------------------------------------------------------------------------------------


def added(data, encoding="utf-8"):
    """Take out the comments that were inserted."""
    return re.sub(r"# assay[^\n]*\n(?:# more[^\n]*\n)*", "", data.decode(encoding)).encode(encoding)


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.filterwarnings("ignore:.*byte-order mark")
def test_notes_in_po(line_end: str, mark: str) -> None:
    raw = (mark + PO.replace("\n", line_end)).encode()
    late = r"%d ferry\nis " + '"late"' + r"\t"
    notes: dict[str, list[Note | str]] = {
        "door|Open": ["short?\nmore"],
        f"{late}[1]": [Note("plural", "major")],
        "Mind the gap.": ["missing"],
    }
    found = flag_po(raw, notes)
    text = found.decode().replace("\r\n", "\n")
    assert "\n# keep it short\n# assay: short?\n# more\n#. button\n" in text
    assert "\n\n# assay (msgstr[1]): [major] plural\n#, fuzzy, c-format\n" in text
    assert "# of the next entry\n# assay: missing\nmsgid" in text
    assert added(found) == raw
    assert found.count(b"\r\n") in (0, found.count(b"\n"))
    assert [(u.id, u.target) for u in parse_po("f", found).units] == [
        (u.id, u.target) for u in parse_po("f", raw).units
    ]


@pytest.mark.parametrize("charset", ["ISO-8859-1", "GBK"])
def test_po_keeps_its_charset(charset: str) -> None:
    word = "Öl" if charset == "ISO-8859-1" else "没有"
    raw = (
        PO.replace("UTF-8", charset)
        .translate(str.maketrans("äöüÖÄÜ", "aouOAU"))
        .replace("Alt", word)
        .encode(charset)
    )
    found = flag_po(raw, {"shop|Open": [word]})
    assert f"# assay: {word}\nmsgctxt".encode(charset) in found
    assert added(found, charset) == raw
    with pytest.raises(InputError, match=r'a note for "shop\|Open" has "☃", which'):
        flag_po(raw, {"shop|Open": ["☃"]}, "f")


def test_po_notes_that_cannot_be_written() -> None:
    with pytest.raises(InputError, match='f: 1 of 1 units of the notes are not in it, the first "Old"'):
        flag_po(PO.encode(), {"Old": ["n"]}, "f")
    with pytest.raises(InputError, match="not in it"):
        flag_po(PO.encode(), {"": ["the header"]}, "f")


# --- any format, any bytes ------------------------------------------------------------------------


def test_the_format_is_told_by_the_file() -> None:
    assert add_notes("a", XLIFF12.encode(), {"a1": ["n"]}) == flag_xliff(XLIFF12.encode(), {"a1": ["n"]})
    assert add_notes("a", PO.encode(), {"door|Open": ["n"]}) == flag_po(PO.encode(), {"door|Open": ["n"]})
    with pytest.raises(InputError, match=r"a\.tmx: notes can be written into XLIFF and PO"):
        add_notes("a.tmx", TMX.encode(), {"1": ["n"]})


@pytest.mark.filterwarnings("ignore:.*byte-order mark")
@given(st.data())
def test_only_our_errors_and_only_insertions(data):
    name, text = data.draw(
        st.sampled_from([("f.xlf", XLIFF12), ("f.xlf", XLIFF20), ("f.xlf", SDLXLIFF), ("f.po", PO)])
    )
    raw = text.encode()
    for _ in range(data.draw(st.integers(0, 3))):
        at, length = data.draw(st.integers(0, len(raw))), data.draw(st.integers(0, 9))
        piece = data.draw(
            st.sampled_from([b"", b"<", b">", b'"', b"\n", b"<!--", b"]]>", b"\xff", b"\\", b"#", b"msgid "])
        )
        raw = raw[:at] + piece + raw[at + length :]
    unit = data.draw(st.sampled_from(["b2", "u1", "u2", "guid-1", "door|Open", "Mind the gap."]))
    try:
        found = add_notes(name, raw, {unit: ["QQ"]})
    except AssayError:
        return
    shared = next((i for i, (a, b) in enumerate(zip(raw, found, strict=False)) if a != b), len(raw))
    assert len(found) > len(raw)
    assert found.endswith(raw[shared:]) or any(
        found.endswith(raw[at:]) for at in range(max(shared - 40, 0), shared)
    )


# --- tables of notes ------------------------------------------------------------------------------


def test_notes_from_a_table(tmp_path: Path) -> None:
    path = tmp_path / "n.tsv"
    path.write_text(
        "segment\tid\tnote\tseverity\n1\tb2\tlong\tminor\n2\ta1\tempty\t\n3\tb2\todd\t\n", encoding="utf-8"
    )
    assert read_notes(str(path)) == {"b2": [Note("long", "minor"), Note("odd")], "a1": [Note("empty")]}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("id\tseverity\na\tb\n", 'n.tsv, line 1: no column named "note"'),
        ("id\tnote\na\t \n", 'n.tsv, line 2: no note for "a"'),
        ("id\tnote\n", "n.tsv: a header but no notes"),
        ("id\tnote\na\n", "n.tsv, line 2: 1 field, the header has 2"),
    ],
)
def test_bad_tables_of_notes(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "n.tsv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_notes(str(path))
    assert message in str(caught.value)
