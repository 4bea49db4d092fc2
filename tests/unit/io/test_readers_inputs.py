"""What a command's files are taken for, and what is said when they do not go together."""

import gzip
import io
import os
import sys
import threading
from pathlib import Path

import pytest

from assay.errors import InputError, OptionError
from assay.io import parse_columns
from assay.io.texts.inputs import open_inputs

XML = (
    '<dataset><doc id="1"><ref translator="A"><seg id="1">r</seg></ref>'
    '<hyp system="mt"><seg id="1">h</seg></hyp></doc></dataset>'
)
REFSET = '<refset setid="s"><doc docid="d" sysid="ref"><seg id="1">r</seg></doc></refset>'
TSTSET = '<tstset setid="s"><doc docid="d" sysid="mt"><seg id="1">h</seg></doc></tstset>'
SRCSET = '<srcset setid="s"><doc docid="d"><seg id="1">s</seg></doc></srcset>'
TSV = "reference\tsystem:mt\nr\th\n"
FILES = {
    "out.txt": "h\n",
    "mt": "h\n",
    "out.de": "h, reference\n",
    "ref.txt": "r\n",
    "set.xml": XML,
    "set": f"\ufeff<?xml version='1.0'?>\n{XML}",
    "mteval.xml": f'<?xml version="1.0"?>\n<!DOCTYPE mteval SYSTEM "x.dtd">\n<mteval>{TSTSET}</mteval>',
    "ref.sgm": REFSET,
    "out.sgml": TSTSET,
    "plain": TSTSET,
    "src.sgm": SRCSET,
    "set.tsv": TSV,
    "table": TSV,
    "odd.tsv": "target\tmt7\nr\th\n",
    "set.csv": "reference,system:mt\nr,h\n",
    "set.jsonl": '{"reference": "r", "system": {"mt": "h"}}\n',
}


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8", newline="")
        (tmp_path / f"{name}.gz").write_bytes(gzip.compress(text.encode("utf-8"), mtime=0))


def read(*args, **options):
    ((evalset, outputs),) = open_inputs(*args, **options)
    assert [list(column) for column in evalset.references.values()] == [["r"]]
    return {name: list(column) for name, column in outputs.items()}


@pytest.mark.parametrize("ending", ["", ".gz"])
@pytest.mark.parametrize("name", ["set.xml", "set", "set.tsv", "table", "set.csv", "set.jsonl"])
def test_one_file_that_holds_everything(name: str, ending: str) -> None:
    assert read([name + ending], []) == {"mt": ["h"]}


@pytest.mark.parametrize("ending", ["", ".gz"])
@pytest.mark.parametrize("name", ["out.sgml", "plain", "mteval.xml"])
def test_sgml(name: str, ending: str) -> None:
    assert read([name + ending], ["ref.sgm" + ending]) == {"mt": ["h"]}
    assert read([f"a={name}{ending}"], ["ref.sgm"], "src.sgm") == {"a": ["h"]}


def test_plain_text() -> None:
    assert read(["out.txt", "x=out.txt.gz"], ["ref.txt"]) == {"out": ["h"], "x": ["h"]}
    assert read(["mt"], ["ref.txt.gz"], "out.txt", "out.txt") == {"mt": ["h"]}


def test_a_table_beside_references_gives_its_outputs() -> None:
    assert read(["set.tsv"], ["ref.txt"]) == {"set.tsv": ["h"]}
    with pytest.raises(
        InputError, match=r'set\.tsv, line 1: no column named mt; found "reference", "system:mt"'
    ):
        read(["set.tsv"], ["ref.txt"], columns=parse_columns("system=mt"))


def test_columns() -> None:
    assert read(["odd.tsv"], [], columns=parse_columns("reference=target,system=mt7")) == {"mt7": ["h"]}
    with pytest.raises(InputError, match=r'--columns "reference=target,system=mt7"'):
        read(["odd.tsv"], [])


@pytest.mark.parametrize("text", [XML, TSV, FILES["set.csv"], FILES["set.jsonl"]])
def test_standard_input(monkeypatch, text):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert read(["-"], []) == {"mt": ["h"]}


def test_standard_input_beside_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"h\n")))
    assert read(["-"], ["ref.txt"]) == {"stdin": ["h"]}
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TSTSET.encode())))
    assert read(["-"], ["ref.sgm"]) == {"mt": ["h"]}
    with pytest.raises(InputError, match="more than once"):
        read(["-"], ["-"])


def test_a_pipe_is_read_once(tmp_path: Path) -> None:
    os.mkfifo("pipe")
    writer = threading.Thread(target=lambda: (tmp_path / "pipe").write_bytes(b"h\n"))
    writer.start()
    assert read(["pipe"], ["ref.txt"]) == {"pipe": ["h"]}
    writer.join()


@pytest.mark.parametrize(
    ("systems", "references", "options", "message"),
    [
        ([], ["ref.txt"], {}, "no system output given"),
        (["out.txt"], [], {}, "out.txt: no reference is given; name at least one with -r"),
        (["out.de"], [], {}, "out.de: no reference is given"),
        (["out.sgml"], [], {}, "out.sgml: no reference is given"),
        (["out.txt", "mt"], [], {}, "2 outputs and no reference"),
        (["none.txt"], [], {}, "none.txt: no such file"),
        (["."], [], {}, ".: a directory, not a file"),
        (["set.xml"], ["ref.txt"], {}, "set.xml: WMT XML holds its own references"),
        (["out.txt"], ["ref.sgm"], {}, "out.txt: no <tstset> with segments in it"),
        (["out.sgml"], ["ref.txt"], {}, "ref.txt: no <refset> with segments in it"),
    ],
)
def test_files_that_do_not_go_together(systems, references, options, message):
    with pytest.raises(InputError) as caught:
        list(open_inputs(systems, references, **options))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("systems", "references", "options", "message"),
    [
        (["set.tsv"], [], {"source": "out.txt"}, "holds source and documents itself"),
        (["set.xml"], [], {"documents": "out.txt"}, "holds source and documents itself"),
        (["out.sgml"], ["ref.sgm"], {"documents": "out.txt"}, "names its documents itself"),
        (["out.txt"], ["ref.txt"], {"missing": "NA"}, "--missing is for tables"),
        (["set.xml"], [], {"missing": "NA"}, "--missing is for tables"),
    ],
)
def test_options_that_do_not_go_together(systems, references, options, message):
    with pytest.raises(OptionError) as caught:
        list(open_inputs(systems, references, **options))
    assert message in str(caught.value)


def test_standard_input_without_references(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"h\n")))
    with pytest.raises(InputError, match="standard input: no reference is given"):
        list(open_inputs(["-"], []))


def test_xml_without_outputs(tmp_path: Path) -> None:
    (tmp_path / "refs.xml").write_text(XML.partition("<hyp")[0] + "</doc></dataset>", encoding="utf-8")
    with pytest.raises(InputError, match=r"refs\.xml: no output in it"):
        list(open_inputs(["refs.xml"], []))
