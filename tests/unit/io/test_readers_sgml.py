"""mteval SGML: tags and attributes as they come, text as it stands, documents and segments that match."""

import gzip
import time
from pathlib import Path

import pytest

from assay.errors import InputError
from assay.io.texts.sgml import read_sgml
from support.assertions import present


@pytest.fixture(autouse=True)
def in_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def lists(mapping):
    return {name: list(column) for name, column in mapping.items()}


def document(segments: dict[object, str], docid: str = "d1", sysid: str | None = None) -> str:
    author = f' sysid="{sysid}"' if sysid else ""
    body = "".join(f'<seg id="{number}">{text}</seg>\n' for number, text in segments.items())
    return f'<doc docid="{docid}"{author}>\n<p>\n{body}</p>\n</doc>\n'


def write(
    name: str, kind: str, *documents: str, attributes: str = 'setid="demo" srclang="de" trglang="en"'
) -> str:
    with open(name, "w", encoding="utf-8", newline="") as handle:
        handle.write(f"<{kind} {attributes}>\n{''.join(documents)}</{kind}>\n")
    return name


@pytest.fixture
def ref(in_directory):
    documents = document({1: "one", 2: "two"}, "d1", "refA"), document({1: "three"}, "d2", "refA")
    return write("ref.sgm", "refset", *documents)


def test_all_three_sets(ref):
    source = write("src.sgm", "srcset", document({1: "eins", 2: "zwei"}), document({1: "drei"}, "d2"))
    system = write(
        "sys.sgm", "tstset", document({1: "3"}, "d2", "mt"), document({2: "2", 1: "1"}, "d1", "mt")
    )
    evalset, outputs = read_sgml([ref], [system], source)
    assert lists(outputs) == {"mt": ["1", "2", "3"]}
    assert lists(evalset.references) == {"refA": ["one", "two", "three"]}
    assert list(present(evalset.source)) == ["eins", "zwei", "drei"]
    assert present(evalset.document).names == ("d1", "d2")
    assert present(evalset.document).index.tolist() == [0, 0, 1]
    assert (evalset.name, evalset.languages) == ("demo", ("de", "en"))


def test_tags_and_attributes_as_they_come(ref):
    with open("odd.sgm", "w", encoding="utf-8") as handle:
        handle.write(
            '<?xml version="1.0"?>\n<!DOCTYPE mteval SYSTEM "ftp://example.org/mteval.dtd">\n<mteval>\n'
            "<TSTSET SetID='demo' srclang=any>\n<!-- <DOC docid=d9><seg id=1>no</seg></DOC> -->\n"
            "<DOC DocID=d1 SYSID='A&amp;B'>\n<hl><SEG ID = 1>AT&T &amp; <b> a < b \u2028 &#39;</SEG></hl>\n"
            '<seg id="2"></seg>\n</DOC>\n<Doc docid="d2" sysid="A&amp;B"><seg> x\ny </seg></Doc>\n'
            "</TSTSET></mteval>\n"
        )
    _, outputs = read_sgml([ref], ["odd.sgm"])
    assert lists(outputs) == {"A&B": ["AT&T & <b> a < b \u2028 &#39;", "", " x\ny "]}


def test_several_references_in_one_file_and_in_several() -> None:
    both = write("ref.sgm", "refset", document({1: "a", 2: "b"}, sysid="r1"), document({1: "c"}, sysid="r2"))
    more = write("more.sgm", "refset", document({2: "", 3: "z"}, sysid="r1"))
    system = write("sys.sgm", "tstset", document({1: "1", 2: "2", 3: "3"}, sysid="mt"))
    evalset, _ = read_sgml([both, more], [system])
    assert lists(evalset.references) == {
        "r1": ["a", "b", None],
        "r2": ["c", None, None],
        "more.sgm": [None, "", "z"],
    }


def test_names_of_sets(ref):
    text = document({1: "one", 2: "two"}), document({1: "three"}, "d2")
    first = write("ref2.sgm", "refset", *text, attributes='refid="reference01"')
    second = write("sys.txt.gz", "tstset", *text, attributes="")
    with open(second, "rb") as handle:
        packed = gzip.compress(handle.read(), mtime=0)
    with open(second, "wb") as handle:
        handle.write(packed)
    third = write("c.sgm", "tstset", *text, attributes='sysid="C"')
    evalset, outputs = read_sgml([first, ref], [second, third, f"D={third}"])
    assert list(evalset.references) == ["reference01", "refA"]
    assert list(outputs) == ["sys", "C", "D"]


GOOD = document({1: "1", 2: "2"}, "d1", "mt") + document({1: "3"}, "d2", "mt")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            document({1: "1"}, "d1", "mt") + document({1: "3"}, "d2", "mt"),
            'document "d1", segment 2 is missing in system "mt"',
        ),
        (
            document({1: "1", 2: "2"}, "d1", "mt"),
            'document "d2" is missing in system "mt"; documents must match',
        ),
        (
            GOOD + document({1: "4"}, "d3", "mt"),
            'document "d3", segment 1 of system "mt" is not in the references',
        ),
        (GOOD.replace('id="2"', 'id="1"'), "sys.sgm, line 5: segment id 1 twice in one document"),
        (GOOD.replace('docid="d2"', 'docid="d1"'), 'sys.sgm, line 8: document "d1" twice'),
        (GOOD.replace('docid="d2"', ""), "sys.sgm, line 8: a <doc> without a docid"),
        (GOOD.replace("1</seg>", "1"), "sys.sgm, line 4: a <seg> is not closed"),
        (GOOD + "<seg id=1>x</seg>", "sys.sgm, line 13: a stray <seg>"),
        (GOOD + "</seg>", "sys.sgm, line 13: a stray </seg>"),
        (GOOD + "<!-- oh", "sys.sgm, line 13: a comment is not closed"),
        ("", "sys.sgm: no <tstset> with segments in it"),
        ("<doc docid=d1></doc>", "sys.sgm: no <tstset> with segments in it"),
    ],
)
def test_bad_sets(ref, body, message):
    with pytest.raises(InputError) as caught:
        read_sgml([ref], [write("sys.sgm", "tstset", body)])
    assert message in str(caught.value)


def test_a_set_of_the_wrong_kind(ref):
    with pytest.raises(InputError, match=r"ref\.sgm: no <tstset> with segments in it, but a <refset>"):
        read_sgml([ref], [ref])


def test_document_outside_a_set(ref):
    with open("sys.sgm", "w", encoding="utf-8") as handle:
        handle.write(GOOD)
    with pytest.raises(InputError, match=r"sys\.sgm, line 1: a <doc> outside"):
        read_sgml([ref], ["sys.sgm"])


def test_names_of_systems_must_differ(ref):
    first, second = write("a.sgm", "tstset", GOOD), write("b.sgm", "tstset", GOOD)
    with pytest.raises(InputError, match=r'a\.sgm and b\.sgm: 2 systems named "mt"; .*NAME=PATH'):
        read_sgml([ref], [first, second])
    assert list(read_sgml([ref], [first, f"other={second}"])[1]) == ["mt", "other"]
    many = write("many.sgm", "tstset", GOOD, GOOD.replace("mt", "mt2"))
    assert list(read_sgml([ref], [many])[1]) == ["mt", "mt2"]
    with pytest.raises(InputError, match='2 systems in one file; leave out the name "x"'):
        read_sgml([ref], [f"x={many}"])


def test_the_same_reference_twice(ref):
    with pytest.raises(InputError, match=r"ref\.sgm: given twice as a reference"):
        read_sgml([ref, ref, ref], [write("sys.sgm", "tstset", GOOD)])


@pytest.mark.parametrize(
    "piece", ["<doc ", "<seg", "<!--", "<doc a", "a", "<doc x=", '<doc x="', "</seg ", "<", "\n<"]
)
def test_hostile_repetition_takes_linear_time(ref, piece):
    with open("sys.sgm", "w", encoding="utf-8") as handle:
        handle.write("<tstset>" + piece * 200_000 + ">")
    start = time.process_time()
    with pytest.raises(InputError):
        read_sgml([ref], ["sys.sgm"])
    assert time.process_time() - start < 5
