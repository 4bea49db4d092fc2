"""`assay diagnose`, `gate` and `flag` on source and outputs alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

XLIFF = """<xliff version="1.2"><file original="o" source-language="en" target-language="de"><body>
<trans-unit id="str.28"><source>Hello {name}, 1,250 messages.</source>
<target>Hallo {name}, 1.250 Nachrichten.</target></trans-unit>
<trans-unit id="str.29"><source>Delete {count} <g id="1">files</g>?</source>
<target>Dateien löschen?</target></trans-unit>
<trans-unit id="str.30"><source>The ferry leaves with 42 people.</source>
<target>Die Fähre fährt mit 24 Leuten.</target></trans-unit>
</body></file></xliff>
"""
PO = """msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

#: app.py:3
msgid "Delete \\"%s\\"\\n"
msgstr "Löschen\\n"

msgid "Hello"
msgstr "Hallo"
"""
EXPECTED = [
    "id\tnote",
    "str.30\tnumbers lost: 42",
    "str.30\tnumbers added: 24",
    "str.29\tplaceholders lost: {count}, {1}, {/1}",
]


@pytest.fixture(autouse=True)
def files(tmp_path: Path) -> None:
    for name, text in {
        "mt.xlf": XLIFF,
        "de.po": PO,
        "src.txt": "It costs 30 euros.\nPress <b>start</b>.\n",
        "out.txt": "Es kostet 40 Euro.\nDrücken Sie start.\n",
        "out.tsv": "id\tsource\tsystem:mt\nu1\tIt costs 30 euros.\tEs kostet 40 Euro.\n",
        "terms.csv": "ferry;Fährschiff\nquay;Kai\n",
        "swapped.csv": "Fährschiff,ferry\n",
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8", newline="")


def items(done) -> list[list[str]]:
    assert done.returncode == 0, done.stderr
    tables = {block.get("name"): block for block in json.loads(done.stdout)["blocks"]}
    return [list(row.values()) if isinstance(row, dict) else row for row in tables["check-items"]["rows"]]


def test_units_are_named_with_what_is_wrong_in_them(inside, tmp_path):
    done = inside("diagnose", "mt.xlf", "--flags", "notes.tsv")
    assert done.returncode == 0, done.stderr
    assert "str.29   mt.xlf  placeholders-lost  {count}, {1}, {/1}" in done.stdout
    assert (tmp_path / "notes.tsv").read_text(encoding="utf-8").splitlines() == EXPECTED


@pytest.mark.parametrize(
    ("given", "segments"),
    [
        (("-s", "src.txt", "out.txt"), ["1", "1", "2"]),
        (("out.tsv",), ["u1", "u1"]),
        (("de.po",), ['Delete "%s"\\n', 'Delete "%s"\\n']),
    ],
)
def test_any_file_with_a_source_will_do(inside, given, segments):
    rows = items(inside("diagnose", *given, "--format", "json"))
    assert [row[0] for row in rows] == segments


def test_a_gate_needs_neither_baseline_nor_references(inside, tmp_path):
    done = inside("gate", "mt.xlf", "--most", "placeholders=0", "--most", "numbers=1", "--junit", "gate.xml")
    assert done.returncode == 1, done.stderr
    assert (
        "placeholders: fail, 1 segment fails, and at most 0 may: str.29 (placeholders lost: {count}"
        in done.stdout
    )
    assert "numbers: pass, 1 segment fails, and at most 1 may" in done.stdout
    assert 'failures="1"' in (tmp_path / "gate.xml").read_text(encoding="utf-8")
    assert inside("gate", "mt.xlf", "--most", "placeholders-lost=1").returncode == 0
    assert inside("gate", "-s", "src.txt", "out.txt", "--most", "tags=0").returncode == 1


def test_a_gate_with_a_baseline_counts_too(inside, tmp_path):
    (tmp_path / "ref.txt").write_text("Es kostet 30 Euro.\nDrücken Sie <b>Start</b>.\n", encoding="utf-8")
    assert inside("score", "-r", "ref.txt", "out.txt", "-m", "chrf", "--run", "base.json").returncode == 0
    given = (
        "gate",
        "--baseline",
        "base.json",
        "-r",
        "ref.txt",
        "-s",
        "src.txt",
        "out.txt",
        "--least",
        "1",
        "-q",
    )
    assert inside(*given).returncode == 0
    done = inside(*given, "--most", "numbers=0")
    assert done.returncode == 1
    assert "Gate: fail" in done.stdout


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (("diagnose", "out.txt"), "neither references nor source"),
        (("diagnose", "mt.xlf", "-m", "bleu"), "bleu needs references"),
        (("diagnose", "mt.xlf", "--draws", "9"), "--draws needs references"),
        (("diagnose", "mt.xlf", "--show", "buckets"), "without references there are only checks"),
        (("gate", "mt.xlf"), "a gate needs a rule"),
        (("gate", "mt.xlf", "--most", "commas=0"), "'commas' is not a check"),
        (("gate", "mt.xlf", "--most", "tags"), "write tags=N"),
        (("gate", "mt.xlf", "--most", "glossary=0"), "give --glossary"),
        (("gate", "mt.xlf", "--most", "tags=0", "--strict"), "--strict needs a baseline"),
        (("diagnose", "-s", "src.txt", "out.txt", "b=out.txt", "--flags", "n.tsv"), "notes are for one file"),
    ],
)
def test_what_has_no_effect_is_refused(inside, given, message):
    done = inside(*given)
    assert done.returncode != 0
    assert message in done.stderr


@pytest.mark.parametrize("name", ["mt.xlf", "de.po"])
def test_notes_are_written_once(inside, tmp_path, name):
    assert inside("diagnose", name, "--flags", "notes.tsv").returncode == 0
    assert inside("flag", name, "--notes", "notes.tsv", "-o", "once").returncode == 0
    (tmp_path / f"again-{name}").write_bytes((tmp_path / "once").read_bytes())
    assert inside("flag", f"again-{name}", "--notes", "notes.tsv", "-o", "twice").returncode == 0
    assert b"lost" in (tmp_path / "once").read_bytes()
    assert (tmp_path / "once").read_bytes() == (tmp_path / "twice").read_bytes()


def test_a_new_note_joins_the_old_ones(inside, tmp_path):
    (tmp_path / "notes.tsv").write_text("id\tnote\nstr.28\tfirst\n", encoding="utf-8")
    inside("flag", "mt.xlf", "--notes", "notes.tsv", "-o", "once.xlf")
    (tmp_path / "notes.tsv").write_text("id\tnote\nstr.28\tfirst\nstr.28\tsecond\n", encoding="utf-8")
    inside("flag", "once.xlf", "--notes", "notes.tsv", "-o", "twice.xlf")
    text = (tmp_path / "twice.xlf").read_text(encoding="utf-8")
    assert (text.count(">first</note>"), text.count(">second</note>")) == (1, 1)


def test_glossaries_are_read_and_doubted(inside):
    done = inside("diagnose", "mt.xlf", "--glossary", "terms.csv")
    assert "str.30   mt.xlf  glossary-missed    ferry → Fährschiff" in done.stdout
    assert '1 of 2 glossary terms do not occur in the source, such as "quay"' in done.stderr
    done = inside("diagnose", "mt.xlf", "--glossary", "swapped.csv")
    assert "1 of 1 glossary terms do not occur in the source" in done.stderr
    assert "are its columns swapped?" in done.stderr


def test_ids_are_named_beside_references_too(inside):
    done = inside("diagnose", "-r", "mt.xlf", "a=mt.xlf", "--show", "checks", "-q")
    assert "str.30   a       numbers-lost       42" in done.stdout
