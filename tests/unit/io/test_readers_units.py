"""Translators' files: what of them is source, target, state and id, and how files of the same units are joined."""

import warnings
from pathlib import Path

import pytest
from translator_files import PO, SDLXLIFF, TBX, TBX3, TMX, XLIFF12, XLIFF20

from assay.data.evalset import Term
from assay.errors import AssayWarning, InputError, OptionError
from assay.io import parse_languages, read_units
from assay.io.texts.inputs import open_inputs
from assay.io.units.glossaries import is_tbx, parse_tbx, read_tbx
from assay.io.units.po import parse_po
from assay.io.units.tmx import parse_tmx
from assay.io.units.unit_files import form_of
from assay.io.units.xliff import SDL, parse_xliff


def texts(units):
    return {unit.id: (unit.source, unit.target) for unit in units.units}


# --- each format ----------------------------------------------------------------------------------


def test_xliff_1_2() -> None:
    found = parse_xliff("f.xlf", XLIFF12.encode())
    assert texts(found) == {
        "b2": ("The ferry is late & full.", "Die Fähre ist verspätet & voll."),
        "a1": ("Mind the gap.", None),
        "c3": ("Pay <here>", "Hier  zahlen"),
    }
    assert found.languages == ("en", "de")
    assert [(u.state, u.approved, u.document, u.line) for u in found.units] == [
        ("final", True, "office.html", 8),
        ("needs-translation", None, "office.html", 14),
        ("", None, "office.html", 18),
    ]
    assert [(remark.count, remark.places) for remark in found.remarks] == [(1, ('unit "d4", line 19',))]


def test_xliff_2() -> None:
    found = parse_xliff("f.xlf", XLIFF20.encode())
    assert texts(found) == {
        "u1/s1": ("The ferry is late.", "Die Fähre ist verspätet."),
        "u1/2": ("Please wait!", "Bitte warten!"),
        "u2": ("Mind the gap.", None),
    }
    assert [unit.state for unit in found.units] == ["final", "translated", ""]
    assert found.languages == ("en", "de")
    assert [remark.count for remark in found.remarks] == [1]


def test_sdlxliff() -> None:
    found = parse_xliff("f.sdlxliff", SDLXLIFF.encode())
    assert texts(found) == {
        "guid-1/1": ("The ferry is late.", "Die Fähre kommt spät."),
        "guid-1/2": ("Please wait.", "Bitte warten."),
        "guid-1/3": ("Mind the gap.", None),
        "guid-2": ("Open", "Offen"),
    }
    assert [(unit.state, unit.locked) for unit in found.units] == [
        *(("ApprovedTranslation", False), ("Draft", True), ("", False), ("", False))
    ]


def test_a_target_that_is_not_segmented_goes_with_the_whole_source() -> None:
    raw = SDLXLIFF.replace('<mrk mtype="seg" mid="4">Offen</mrk>', "Offen").encode()
    assert texts(parse_xliff("f", raw))["guid-2"] == ("Open", "Offen")
    assert parse_xliff("f", raw).units[-1].state == ""
    raw = raw.replace(
        b"Offen</target>", b'Offen</target><d:seg xmlns:d="%s" id="4" conf="Draft"/>' % SDL.encode()
    )
    assert parse_xliff("f", raw).units[-1].state == "Draft"
    other = XLIFF12.replace(
        "<source>Mind", '<seg-source><mrk mtype="seg" mid="1">M</mrk></seg-source><source>Mind'
    )
    assert texts(parse_xliff("f", other.encode()))["a1"] == ("M", None)


def test_target_segments_without_a_source_are_counted() -> None:
    raw = SDLXLIFF.replace('<target><mrk mtype="seg" mid="4">', '<target><mrk mtype="seg" mid="5">').encode()
    found = parse_xliff("f", raw)
    assert texts(found)["guid-2"] == ("Open", None)
    assert [remark.kind for remark in found.remarks] == ["target segments missing in the source"]


def test_tmx() -> None:
    found = parse_tmx("f.tmx", TMX.encode())
    assert texts(found) == {"1": ("The ferry comes.", "Die Fähre kommt."), "2": ("Mind the gap.", None)}
    assert found.languages == ("en", "de")


def test_tmx_without_ids_is_numbered() -> None:
    raw = TMX.replace(' tuid="1"', "").replace(' tuid="2"', "").encode()
    assert list(texts(parse_tmx("f.tmx", raw))) == ["#1", "#2"]


def test_tmx_with_two_texts_of_a_language() -> None:
    raw = TMX.replace(
        "</tuv></tu>\n</body>", "</tuv><tuv lang='en'><seg>Again</seg></tuv></tu>\n</body>"
    ).encode()
    found = parse_tmx("f.tmx", raw)
    assert texts(found)["2"] == ("Mind the gap.", None)
    assert [remark.count for remark in found.remarks] == [1]


def test_po() -> None:
    found = parse_po("f.po", PO.encode())
    late = r"%d ferry\nis " + '"late"' + r"\t"
    assert texts(found) == {
        "door|Open": ("Open", "Öffnen"),
        "shop|Open": ("Open", "Geöffnet"),
        f"{late}[0]": ('%d ferry\nis "late"\t', "%d Fähre"),
        f"{late}[1]": ("%d ferries are late", "%d Fähren"),
        "Mind the gap.": ("Mind the gap.", None),
    }
    assert [unit.state for unit in found.units] == ["", "", "fuzzy", "fuzzy", ""]
    assert found.languages == ("", "de")
    assert [(remark.kind.split()[0], remark.count) for remark in found.remarks] == [
        ("fuzzy", 1),
        ("obsolete", 1),
    ]


def test_po_with_one_plural_form_is_of_the_plural() -> None:
    raw = b'msgid "day"\nmsgid_plural "days"\nmsgstr[0] "x"\n'
    assert texts(parse_po("f", raw)) == {"day[0]": ("days", "x")}


@pytest.mark.parametrize(("charset", "text"), [("ISO-8859-1", "Öl"), ("KOI8-R", "Нет"), ("GBK", "没有")])
def test_po_in_the_charset_of_its_header(charset: str, text: str) -> None:
    head = f'msgid ""\nmsgstr "Content-Type: text/plain; charset={charset}\\n"\n\n'
    raw = f'{head}msgid "x"\nmsgstr "{text}"\n'.encode(charset)
    assert texts(parse_po("f", raw)) == {"x": ("x", text)}


def test_tbx() -> None:
    assert is_tbx(TBX.encode())
    assert is_tbx(TBX3.encode("utf-16"))
    assert not is_tbx(TMX.encode())
    with pytest.warns(AssayWarning, match=r"t\.tbx: 1 deprecated or superseded target terms are left out"):
        found = parse_tbx("t.tbx", TBX.encode())
    assert found == [
        Term("ferry", ("Fähre", "Fährschiff", "Überfahrt")),
        Term("ferry boat", ("Fähre", "Fährschiff")),
    ]


def test_tbx_3_with_languages_named(tmp_path: Path) -> None:
    path = tmp_path / "t.tbx"
    path.write_text(TBX3, encoding="utf-8")
    with pytest.raises(
        InputError, match="3 languages \\(en, de, fr\\), but only a source and a target can be used; name"
    ):
        read_tbx(str(path))
    assert read_tbx(str(path), target="fr") == [Term("quay", ("quai",))]
    with pytest.warns(AssayWarning, match="1 deprecated"):
        assert read_tbx(str(path), "en", "de") == [Term("quay", ("Kai",))]
    assert read_tbx(str(path), "fr", "en") == [Term("quai", ("quay",))]


def test_tmx_of_three_languages_is_read_in_the_two_that_are_named() -> None:
    raw = TMX.replace("</tu>", '<tuv xml:lang="fr-FR"><seg>Un</seg></tuv></tu>', 1).encode()
    with pytest.raises(InputError, match=r"3 languages .*; name them with --languages SOURCE,TARGET"):
        parse_tmx("f.tmx", raw)
    assert parse_tmx("f.tmx", raw, languages=("en", "de")).units == parse_tmx("f.tmx", TMX.encode()).units
    found = parse_tmx("f.tmx", raw, languages=("FR", "de"))
    assert [(unit.id, unit.source) for unit in found.units] == [("1", "Un")]
    assert found.languages[0] == "fr-FR"
    assert [(one.count, one.kind) for one in found.remarks] == [
        (1, "units without a text in fr-FR, which are left out")
    ]


def test_tmx_is_turned_round() -> None:
    straight = parse_tmx("f.tmx", TMX.encode())
    turned = parse_tmx("f.tmx", TMX.encode(), languages=straight.languages[::-1])
    assert turned.languages == straight.languages[::-1]
    assert turned.units[0].source == straight.units[0].target


@pytest.mark.parametrize(
    ("languages", "message"),
    [
        (("en", "it"), 'no text in "it"; the file has de, en, en-GB'),
        (("de", "en-US"), 'no text in "en-US"'),
        (("EN-gb", "EN-GB"), "are one language here"),
    ],
)
def test_languages_that_a_tmx_does_not_have(languages, message):
    raw = TMX.replace("</tu>", '<tuv xml:lang="en-GB"><seg>One</seg></tuv></tu>', 1).encode()
    with pytest.raises(InputError, match=message):
        parse_tmx("f.tmx", raw, languages=languages)


@pytest.mark.parametrize("text", ["en", "en,", ",de", "en,de,fr", "en,en"])
def test_languages_are_two(text: str) -> None:
    with pytest.raises(OptionError, match="write two languages separated by a comma"):
        parse_languages(text)
    assert parse_languages(" en , pt-BR") == ("en", "pt-BR")


def test_a_file_of_other_languages_than_those_asked_for_is_refused(tmp_path: Path) -> None:
    paths = [str(tmp_path / name) for name in ("a.xlf", "b.xlf")]
    for path in paths:
        Path(path).write_text(XLIFF12, encoding="utf-8")
    with pytest.raises(InputError, match="and --languages asks for en to fr"):
        open_inputs(paths[:1], paths[1:], languages=("en", "fr"))


# --- inline codes ---------------------------------------------------------------------------------


def test_codes_as_placeholders() -> None:
    found = texts(parse_xliff("f", XLIFF12.encode(), "placeholders"))
    assert found["b2"][0] == "The {1}ferry{/1} is late & full.{2}"
    assert found["a1"][0] == "Mind the {1}gap{/1}."
    found = texts(parse_xliff("f", XLIFF20.encode(), "placeholders"))
    assert found["u1/s1"][0] == "The {1}ferry{/1} is late."
    assert found["u1/2"][0] == "Please wait{2}!"
    found = texts(parse_tmx("f", TMX.encode(), "placeholders"))
    assert found["1"] == ("The ferry {1}comes{/1}.", "Die Fähre{1} kommt.")


def test_spanning_codes_of_version_2_name_what_they_end() -> None:
    raw = XLIFF20.replace('<ph id="2"/>', '<sc id="7"/>now<ec id="8" startRef="7"/>').encode()
    assert texts(parse_xliff("f", raw, "placeholders"))["u1/2"][0] == "Please wait{7}now{/7}!"
    assert texts(parse_xliff("f", raw))["u1/2"][0] == "Please waitnow!"


def test_other_rules_for_codes_are_refused(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="drop or placeholders"):
        read_units(str(tmp_path / "f.xlf"), codes="keep")


# --- encodings and recognition --------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "iso-8859-1"])
@pytest.mark.parametrize("text", [XLIFF12, XLIFF20], ids=["1.2", "2.0"])
def test_encodings_and_line_ends(text, encoding):
    declared = text.replace("UTF-8", encoding.removesuffix("-sig").removesuffix("-le").removesuffix("-be"))
    mark = "\ufeff" if encoding.endswith(("le", "be")) else ""
    raw = f"{mark}{declared}".replace("\n", "\r\n").encode(encoding)
    assert texts(parse_xliff("f", raw)) == texts(parse_xliff("f", text.encode()))
    assert form_of(raw) == "xliff"


@pytest.mark.parametrize(
    ("text", "form"),
    [
        (XLIFF12, "xliff"),
        (SDLXLIFF, "xliff"),
        (TMX, "tmx"),
        (PO, "po"),
        ("<p:xliff/>", "xliff"),
        ("# msgid\n", None),
    ],
)
def test_files_are_known_by_their_first_bytes(text, form):
    assert form_of(text.encode()) == form
    assert form_of(b"<!---->" * 600) is None
    assert form_of(b"#\n" * 2048) is None


def test_prefixes_and_no_namespace() -> None:
    plain = XLIFF12.replace(' xmlns="urn:oasis:names:tc:xliff:document:1.2"', "")
    assert texts(parse_xliff("f", plain.encode())) == texts(parse_xliff("f", XLIFF12.encode()))
    raw = (
        '<q:xliff version="1.2" xmlns:q="urn:q"><q:file original="o"><q:body><q:trans-unit id="1">'
        "<q:source>a</q:source><q:target>b</q:target></q:trans-unit></q:body></q:file></q:xliff>"
    )
    assert texts(parse_xliff("f", raw.encode())) == {"1": ("a", "b")}


# --- what is wrong with a file --------------------------------------------------------------------

BOMB = '<!DOCTYPE xliff [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
LOCAL = '<!DOCTYPE xliff [<!ENTITY a SYSTEM "file:///etc/hostname">]>'


def test_a_dtd_is_not_fetched(tmp_path: Path) -> None:
    dtd = tmp_path / "x.dtd"
    dtd.write_text('<!ENTITY a "from the DTD">', encoding="utf-8")
    named = XLIFF12.replace("<!-- harbour office -->", f'<!DOCTYPE xliff SYSTEM "{dtd.as_uri()}">')
    assert texts(parse_xliff("f", named.encode())) == texts(parse_xliff("f", XLIFF12.encode()))
    with pytest.raises(InputError, match="line 9: &a; is not an entity of XML itself"):
        parse_xliff("f", named.replace("The <g", "&a; <g").encode())


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("<!-- harbour office -->", BOMB, "f.xlf, line 2: a DOCTYPE or entity declaration is refused"),
        ("<!-- harbour office -->", LOCAL, "f.xlf, line 2: a DOCTYPE or entity declaration is refused"),
        ("&amp; full", "&nbsp; full", "line 9, column 51: not well-formed XML (undefined entity)"),
        ("</file>", "", "line 22, column 3: not well-formed XML (mismatched tag)"),
        ("<body>", "", "not well-formed XML"),
        ('id="b2" ', "", "f.xlf, line 8: a <trans-unit> without an id"),
        ('id="b2"', 'id="c3"', 'f.xlf, line 18: unit "c3" was already in line 8'),
        ("<source>The", "<source>A</source><source>The", "line 9: a second <source> in one unit"),
        (
            'version="1.2"',
            'version="3"',
            'line 3: the outermost element is <xliff version="3">; give XLIFF 1 or 2',
        ),
        ('version="1.2"', "", "give XLIFF 1 or 2"),
        ("trans-unit", "t", "f.xlf: no unit to translate in it"),
        ('encoding="UTF-8"', 'encoding="EBCDIC-5"', "the XML encoding cannot be read"),
    ],
)
def test_bad_xliff(old, new, message):
    with pytest.raises(InputError) as caught:
        parse_xliff("f.xlf", XLIFF12.replace(old, new).encode())
    assert message in str(caught.value)


def test_truncated_and_wrongly_encoded_xliff() -> None:
    with pytest.raises(InputError, match=r"line 14, column 7: not well-formed XML \(unclosed token\)"):
        parse_xliff("f.xlf", XLIFF12.encode()[:700])
    with pytest.raises(InputError, match=r"line 10, byte \d+: 0xE4 is not UTF-8"):
        parse_xliff("f.xlf", XLIFF12.encode("latin-1"))
    with pytest.raises(InputError, match="not well-formed"):
        parse_xliff("f.xlf", XLIFF12.replace("UTF-8", "UTF-16").encode("utf-16")[:-3])


@pytest.mark.parametrize(
    ("parse", "text", "old", "new", "message"),
    [
        (parse_xliff, XLIFF20, 'hex="21"', 'hex="110000"', 'line 18: <cp hex="…"> names no character'),
        (parse_xliff, XLIFF20, '<unit id="u2">', "<unit>", "line 22: a <unit> without an id"),
        (parse_xliff, SDLXLIFF, 'mid="2">Please', 'mid="1">Please', "segment 1 twice or inside another"),
        (parse_xliff, TMX, '<!DOCTYPE tmx SYSTEM "tmx14.dtd">', "", "the outermost element is <tmx"),
        (
            parse_tmx,
            TMX,
            'SYSTEM "tmx14.dtd"',
            '[<!ENTITY a "b">]',
            "line 2: a DOCTYPE or entity declaration",
        ),
        (parse_tmx, TMX, "Mind", "&mdash;", "line 6: &mdash; is not an entity of XML itself"),
        (parse_tmx, TMX, "EN", "fr", "3 languages (de, en, fr), but only a source and a target can be used"),
        (parse_tmx, TMX, ' xml:lang="EN"', "", "line 6: a <tuv> without xml:lang"),
        (parse_tmx, TMX, ' tuid="2"', "", "line 6: unit 2 has no tuid, but others have"),
        (parse_tmx, TMX, 'tuid="2"', 'tuid="1"', 'line 6: unit "1" was already in line 4'),
        (
            parse_tbx,
            TBX,
            'SYSTEM "TBXcoreStructV02.dtd"',
            '[<!ENTITY a "b">]',
            "a DOCTYPE or entity declaration",
        ),
        (parse_tbx, TBX, "quay", "&q;", "&q; is not an entity"),
        (parse_tbx, "<a/>", "", "", "the outermost element is <a>, not <martif> or <tbx>"),
        (
            parse_tbx,
            "<tbx><term>x</term></tbx>",
            "",
            "",
            "line 1: a <term> outside any language of a concept",
        ),
        (parse_po, PO, 'msgid "Mind', "msgid Mind", 'line 29: "msgid Mind the gap."" is not a line of PO'),
        (parse_po, PO, 'msgid "Mind the', 'msgid "Mind "the', "line 29: a quote is unclosed or not escaped"),
        (parse_po, PO, "Mind the gap", r"Mind \q the", r"line 29: \q is not a PO escape"),
        (parse_po, PO, 'msgstr "Geöffnet"\n', "", "an entry ends without its msgid or msgstr"),
        (
            parse_po,
            PO,
            'msgstr "Geöffnet"',
            'msgstr "a"\nmsgstr "b"',
            "line 20: a second msgstr in one entry",
        ),
        (
            parse_po,
            PO,
            'msgctxt "shop"',
            'msgctxt "door"',
            'line 17: unit "door|Open" was already in line 13',
        ),
        (parse_po, PO, "charset=UTF-8", "charset=klingon", 'the charset "klingon" is not known'),
        (parse_po, PO, "charset=UTF-8", "charset=undefined", 'the charset "undefined" is not known'),
        (parse_po, PO, "charset=UTF-8", "charset=punycode", 'the charset "punycode" is not known'),
        (parse_po, PO, "charset=UTF-8", "charset=idna", 'the charset "idna" is not known'),
        (parse_po, PO, "charset=UTF-8", "charset=ASCII", "line 15: not ascii, which the header names"),
        (parse_po, '"x"\n', "", "", "line 1: a text without msgid or msgstr before it"),
        (parse_po, "# nothing\n", "", "", "no unit to translate"),
    ],
)
def test_bad_files(parse, text, old, new, message):
    with pytest.raises(InputError) as caught:
        parse("f", text.replace(old, new).encode())
    assert message in str(caught.value)


def test_po_in_utf_16_is_refused() -> None:
    with pytest.raises(InputError, match="UTF-16LE, not UTF-8"):
        parse_po("f.po", b"\xff\xfe" + PO.encode("utf-16-le"))


# --- joined ---------------------------------------------------------------------------------------


def xliff(rows, target="de"):
    units = "".join(
        f'<trans-unit id="{name}"><source>{source}</source>'
        f"{'' if text is None else f'<target>{text}</target>'}</trans-unit>"
        for name, source, text in rows
    )
    return (
        f'<xliff version="1.2"><file original="o" source-language="en" target-language="{target}"><body>{units}'
        "</body></file></xliff>"
    )


REFERENCE = [("1", "one", "eins"), ("2", "two", "zwei"), ("3", "three", None), ("4", "four", "vier")]


@pytest.fixture
def joined(tmp_path, monkeypatch):
    """Write files, open them as a set, and return it with the warnings."""
    monkeypatch.chdir(tmp_path)

    def join(files, systems, references, **options):
        for name, text in files.items():
            (tmp_path / name).write_text(text, encoding="utf-8")
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            ((evalset, outputs),) = open_inputs(systems, references, **options)
        return (
            evalset,
            {name: list(column) for name, column in outputs.items()},
            [str(w.message) for w in caught],
        )

    return join


def test_files_are_joined_by_id_with_all_that_is_missing_counted(joined):
    output = [("9", "nine", "neun"), ("4", "four", "Vier"), ("1", "one", ""), ("3", "three", "Drei")]
    evalset, outputs, warned = joined(
        {"ref.xlf": xliff(REFERENCE), "mt.xliff": xliff(output)}, ["mt=mt.xliff"], ["ref.xlf"]
    )
    assert outputs == {"mt": ["", "", "Vier"]}
    assert {name: list(column) for name, column in evalset.references.items()} == {
        "ref.xlf": ["eins", "zwei", "vier"]
    }
    assert list(evalset.source) == ["one", "two", "four"]
    assert evalset.document.names == ("o",)
    assert evalset.languages == ("en", "de")
    assert warned == [
        "ref.xlf: 1 of 4 units has no reference and is left out",
        "mt.xliff: units of the reference that are not in it, and count as empty outputs: 1",
        "mt.xliff: units without a target, which count as empty outputs: 1",
        "mt.xliff: units without a reference, which are left out: 2",
    ]


def test_order_does_not_matter(joined):
    files = {"ref.xlf": xliff(REFERENCE), "a.xlf": xliff(REFERENCE), "b.xlf": xliff(REFERENCE[::-1])}
    _, outputs, _ = joined(files, ["a.xlf", "b.xlf"], ["ref.xlf"])
    assert outputs["a.xlf"] == outputs["b.xlf"] == ["eins", "zwei", "vier"]


def test_a_second_reference_fills_holes_and_leaves_some(joined):
    second = [("3", "three", "drei"), ("2", "two", "Zwo"), ("5", "five", "fünf")]
    files = {"ref.xlf": xliff(REFERENCE), "more.xlf": xliff(second), "mt.xlf": xliff(REFERENCE)}
    evalset, outputs, _ = joined(files, ["mt.xlf"], ["ref.xlf", "more.xlf"])
    assert {name: list(column) for name, column in evalset.references.items()} == {
        "ref.xlf": ["eins", "zwei", None, "vier", None],
        "more.xlf": [None, "Zwo", "drei", None, "fünf"],
    }
    assert outputs == {"mt.xlf": ["eins", "zwei", "", "vier", ""]}


def test_units_of_two_documents_may_share_their_ids(joined):
    both = xliff([("1", "a", "A")]).replace(
        "</xliff>", xliff([("1", "b", "B")]).partition(">")[2].replace('"o"', '"p"')
    )
    evalset, outputs, _ = joined({"r.xlf": both, "m.xlf": both}, ["m.xlf"], ["r.xlf"])
    assert outputs == {"m.xlf": ["A", "B"]}
    assert evalset.document.column() == ["o", "p"]


def test_formats_may_be_mixed_where_ids_agree(joined):
    second = xliff([("1", "The ferry comes.", "Die Fähre ist da."), ("2", "Mind the gap.", "Achtung")])
    _, outputs, _ = joined({"r.tmx": TMX, "mt.xlf": second}, ["mt.xlf"], ["r.tmx"])
    assert outputs == {"mt.xlf": ["Die Fähre ist da."]}


def test_po_files(joined):
    evalset, outputs, _ = joined({"r.po": PO, "m.po": PO.replace("Geöffnet", "Auf")}, ["m.po"], ["r.po"])
    assert outputs == {"m.po": ["Öffnen", "Auf", "%d Fähre", "%d Fähren"]}
    assert evalset.document is None


def test_codes_are_handed_on(joined):
    _, outputs, _ = joined({"r.xlf": XLIFF12, "m.xlf": XLIFF12}, ["m.xlf"], ["r.xlf"], codes="placeholders")
    assert outputs["m.xlf"][0] == "Die {1}Fähre{/1} ist verspätet & voll.{2}"


@pytest.mark.parametrize(
    ("output", "message"),
    [
        (
            xliff([("x", "one", "eins")]),
            'none of its units is in the reference (its first is "x", that of the reference "1")',
        ),
        (
            xliff([("1", "uno", "eins"), ("2", "dos", "zwei")]),
            "2 of 2 units have a different source in ref.xlf",
        ),
        (xliff(REFERENCE, "fr"), 'its target language is "fr", that of ref.xlf "de"'),
        ("just\ntext\n", "neither XLIFF, TMX nor PO"),
    ],
)
def test_files_of_other_units_are_refused(joined, output, message):
    with pytest.raises(InputError) as caught:
        joined({"ref.xlf": xliff(REFERENCE), "mt": output}, ["mt"], ["ref.xlf"])
    assert message in str(caught.value)


def test_few_other_sources_are_a_warning(joined):
    output = [("1", "One!", "eins"), *REFERENCE[1:]]
    _, _, warned = joined({"ref.xlf": xliff(REFERENCE), "mt.xlf": xliff(output)}, ["mt.xlf"], ["ref.xlf"])
    assert [text for text in warned if "different source" in text] == [
        'mt.xlf, line 1: 1 of 4 units has a different source in ref.xlf, the first "1" (line 1 there); '
        "check that they are versions of the same text"
    ]


def test_a_file_without_targets_is_no_reference(joined):
    with pytest.raises(InputError, match="no unit has a target, so there is no reference"):
        joined({"ref.xlf": xliff([("1", "one", None)]), "mt.xlf": xliff(REFERENCE)}, ["mt.xlf"], ["ref.xlf"])


def test_no_reference_and_files_of_sources(joined):
    with pytest.raises(InputError, match=r"mt\.xlf: no reference is given"):
        joined({"mt.xlf": xliff(REFERENCE)}, ["mt.xlf"], [])
    with pytest.raises(OptionError, match="hold source and documents themselves"):
        joined({}, ["mt.xlf"], ["mt.xlf"], source="mt.xlf")


@pytest.mark.parametrize(
    ("data", "advice"),
    [
        (XLIFF12[:600].encode(), "the file is truncated, copy it again"),
        (XLIFF12.encode("utf-16"), "name the encoding of the file in the XML declaration"),
        (XLIFF12.encode() + b"<more/>", "remove everything after the last tag"),
        (XLIFF12.replace("&amp;", "&").encode(), "write & as &amp;"),
    ],
)
def test_xml_that_cannot_be_parsed_comes_with_advice_that_fits(data, advice):
    with pytest.raises(InputError, match=advice):
        parse_xliff("f.xlf", data)


def test_warnings_of_a_catalogue_have_counts_and_lines(tmp_path: Path) -> None:
    for name in ("a.po", "b.po"):
        (tmp_path / name).write_text(
            '#, fuzzy\nmsgid "Open"\nmsgstr "Auf"\n\n#~ msgid "old"\n#~ msgstr "alt"\n', encoding="utf-8"
        )
    with pytest.warns(AssayWarning) as caught:
        open_inputs([str(tmp_path / "a.po")], [str(tmp_path / "b.po")])
    said = [str(one.message).partition("b.po: ")[2] for one in list(caught)[:2]]
    assert said == [
        "fuzzy entries, which are read like any other: 1 (first: line 2)",
        "obsolete entries (#~), which are left out: 1 (first: line 5)",
    ]
