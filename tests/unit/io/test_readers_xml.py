"""WMT XML: documents in order, missing references, and nothing expanded or opened on behalf of the file."""

from pathlib import Path

import pytest

from assay.errors import InputError
from assay.io.texts.textfiles import TextFiles
from assay.io.texts.wmt_xml import parse_xml
from support.assertions import present

EXAMPLES = Path(__file__).parents[3] / "examples"

GOOD = """<?xml version='1.0' encoding='utf-8'?>
<dataset id="demo">
  <collection id="general">
  <doc id="d1" origlang="de" domain="news">
    <src lang="de"><p><seg id="1">eins</seg><seg id="2">zwei &amp; &lt;drei&gt;</seg></p></src>
    <ref lang="en" translator="A"><p><seg id="1">one</seg><seg id="2"/></p></ref>
    <ref lang="en" translator="B"><p><seg id="2">two!</seg></p></ref>
    <hyp lang="en" system="x"><p><seg id="2">X2</seg></p><p><seg id="1">X1\u2028</seg></p></hyp>
    <hyp lang="en" system="y"><p><seg id="1">Y1</seg><seg id="2"></seg></p></hyp>
  </doc>
  <doc id="d0">
    <src lang="de"><seg id="1">vier</seg></src>
    <ref lang="en" translator="A"><seg id="1">four</seg></ref>
    <hyp system="y"><seg id="1">Y3</seg></hyp>
    <hyp system="x"><seg id="1">X3</seg></hyp>
    <supplement><seg id="9">ignored</seg></supplement>
  </doc>
  </collection>
</dataset>
"""


def parse(text: str, encoding: str = "utf-8"):
    return parse_xml("set.xml", text.encode(encoding))


def lists(mapping):
    return {name: list(column) for name, column in mapping.items()}


def test_everything() -> None:
    evalset, outputs = parse(GOOD)
    assert lists(outputs) == {"x": ["X1\u2028", "X2", "X3"], "y": ["Y1", "", "Y3"]}
    assert lists(evalset.references) == {"A": ["one", "", "four"], "B": [None, "two!", None]}
    assert list(evalset.source) == ["eins", "zwei & <drei>", "vier"]
    assert evalset.document.names == ("d1", "d0")
    assert evalset.document.index.tolist() == [0, 0, 1]
    assert (evalset.name, evalset.languages) == ("demo", ("de", "en"))


def test_defaults_without_source_and_names() -> None:
    text = (
        '<dataset><doc id="1"><ref><seg id="1">a</seg></ref><hyp><seg id="1">b</seg></hyp></doc>'
        '<doc id="2"><ref translator="B"><seg>c</seg></ref><hyp><seg id="1">d</seg></hyp></doc></dataset>'
    )
    evalset, outputs = parse(text)
    assert lists(evalset.references) == {"ref": ["a", None], "B": [None, "c"]}
    assert lists(outputs) == {"hyp": ["b", "d"]}
    assert (evalset.name, evalset.languages, evalset.source) == ("set.xml", ("", ""), None)


def test_references_alone() -> None:
    text = '<dataset><doc id="1"><ref><seg id="1">a</seg></ref></doc></dataset>'
    assert parse(text)[1] == {}


def test_declared_encodings() -> None:
    text = GOOD.replace("\u2028", "é").replace("utf-8", "iso-8859-1")
    assert parse(text, "iso-8859-1")[1]["x"][0] == "X1é"
    assert parse("\ufeff" + GOOD.replace("utf-8", "utf-16"), "utf-16-le")[1]["x"][0] == "X1\u2028"
    assert parse("\ufeff" + GOOD)[1]["x"][0] == "X1\u2028"


BILLION = """<?xml version="1.0"?>
<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;&lol;"><!ENTITY lol3 "&lol2;&lol2;&lol2;">]>
<dataset><doc id="1"><ref><seg id="1">&lol3;</seg></ref></doc></dataset>"""


def test_entities_are_not_expanded() -> None:
    with pytest.raises(InputError, match=r"set\.xml, line 2: a DOCTYPE or entity declaration is refused"):
        parse(BILLION)


@pytest.mark.parametrize("kind", ['<!ENTITY e SYSTEM "{0}">', '<!ENTITY % e SYSTEM "{0}"> %e;'])
def test_other_files_are_not_opened(tmp_path: Path, kind: str) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    body = '<dataset><doc id="1"><ref><seg id="1">&e;</seg></ref></doc></dataset>'
    with pytest.raises(InputError, match="DOCTYPE") as caught:
        parse(f"<!DOCTYPE dataset [{kind.format(secret.as_uri())}]>{body}")
    assert "secret" not in str(caught.value)


def test_external_document_type_is_refused() -> None:
    with pytest.raises(InputError, match="DOCTYPE"):
        parse('<!DOCTYPE dataset SYSTEM "http://example.org/x.dtd"><dataset/>')


SEGMENT = '<seg id="2">two!</seg>'


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("</dataset>", "", "set.xml, line 20, column 1: not well-formed XML (no element found)"),
        ("</collection>", "</c>", "line 18, column 5: not well-formed XML (mismatched tag)"),
        ("two!", "a & b", "line 7, column 53: not well-formed XML (invalid token); write & as &amp;"),
        ("two!", "&nbsp;", "(undefined entity)"),
        ("two!", "\x01", "not well-formed"),
        ("two!", "<b>two</b>", "line 7: <b> inside a segment"),
        (SEGMENT, SEGMENT * 2, "line 7: segment id 2 twice in one document"),
        (SEGMENT, '<seg id="3">x</seg>', 'document "d1", segment 3 of reference "B" is not in the source'),
        ('<seg id="2">X2</seg>', "", 'document "d1", segment 2 is missing in system "x"'),
        ('<hyp system="x"><seg id="1">X3</seg></hyp>', "", 'document "d0" is missing in system "x"'),
        ('<src lang="de"><seg id="1">vier</seg></src>', "", 'document "d0" is missing in the source'),
        ('translator="B"', 'translator="A"', 'line 7: document "d1" twice in reference "A"'),
        ('system="x"', 'system="y"', 'document "d1" twice in system "y"'),
        ('id="d0"', 'id="d1"', 'line 11: a second document "d1"'),
        ('<doc id="d0">', "<doc>", "line 11: a <doc> without an id"),
        ('<doc id="d0">', '<doc id="d0"><src><ref></ref></src>', "line 11: <ref> must be in a <doc>"),
        ("<supplement>", '<doc id="d7"></doc><supplement>', "line 16: a <doc> inside a <doc>"),
        ('<doc id="d0">', '<src/><doc id="d0">', "line 11: <src> must be in a <doc>"),
        ('<src lang="de"><seg', '<src lang="fr"><seg', 'line 12: <src> is in "fr", others in "de"'),
        ('<hyp lang="en" system="y">', '<hyp lang="cs" system="y">', '<hyp> is in "cs", others in "en"'),
    ],
)
def test_bad_files(old, new, message):
    assert old in GOOD
    with pytest.raises(InputError) as caught:
        parse(GOOD.replace(old, new))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<tmx/>", "the outermost element is <tmx>, not <dataset>"),
        ("<dataset/>", "set.xml: no segment with a source or a reference"),
        ('<dataset><doc id="1"><hyp><seg/></hyp></doc></dataset>', "is not in the references"),
        (
            '<dataset><doc id="1"><src><seg/></src></doc></dataset>',
            "set.xml: no reference; give at least one",
        ),
        ('<?xml version="1.0" encoding="shift_jis"?><dataset/>', "encoding cannot be read"),
        ('<?xml version="1.0" encoding="klingon"?><dataset/>', "unknown encoding"),
        ("plain text", "line 1, column 1: not well-formed XML"),
    ],
)
def test_other_bad_files(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse(text)
    assert message in str(caught.value)


def test_undecodable_byte_is_located() -> None:
    with pytest.raises(InputError, match=r"set\.xml, line 7, byte \d+: 0xE9 is not UTF-8"):
        parse_xml("set.xml", GOOD.encode().replace(b"two!", b"caf\xe9"))


def test_the_example_set_is_the_same_in_xml_and_plain_text() -> None:
    evalset, outputs = parse_xml("harbour.xml", (EXAMPLES / "harbour.xml").read_bytes())
    texts = {path.name: str(path) for path in sorted((EXAMPLES / "harbour").glob("*.txt"))}
    files = TextFiles(
        tuple(texts[f"{name}.en.txt"] for name in outputs),
        (texts["reference-a.en.txt"],),
        texts["source.de.txt"],
        texts["documents.txt"],
        tuple(outputs),
    )
    ((plain, plain_outputs),) = files.shards()
    assert lists(plain_outputs) == lists(outputs)
    assert list(plain.references["reference-a.en.txt"]) == list(evalset.references["A"])
    assert list(present(plain.source)) == list(present(evalset.source))
    assert present(plain.document).names == present(evalset.document).names
    assert present(plain.document).index.tolist() == present(evalset.document).index.tolist()
