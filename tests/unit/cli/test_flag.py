"""`assay flag`, and translators' files as inputs of the program."""

from pathlib import Path

import pytest

REFERENCE = """<xliff version="1.2"><file original="o" source-language="en" target-language="de"><body>
<trans-unit id="1"><source>The <g id="1">ferry</g> is late.</source>
<target>Die <g id="1">Fähre</g> kommt spät.</target></trans-unit>
<trans-unit id="2"><source>Good night.</source><target>Gute Nacht.</target></trans-unit>
</body></file></xliff>
"""
NOTES = "id\tnote\tseverity\n2\tGruß fehlt\tminor\n"


@pytest.fixture(autouse=True)
def files(tmp_path: Path) -> None:
    (tmp_path / "ref.xlf").write_text(REFERENCE, encoding="utf-8", newline="")
    turned = REFERENCE.replace("Nacht", "Tag").splitlines(keepends=True)
    (tmp_path / "mt.xlf").write_text(
        "".join([turned[0], turned[3], *turned[1:3], turned[4]]), encoding="utf-8"
    )
    (tmp_path / "notes.tsv").write_text(NOTES, encoding="utf-8")


def test_notes_are_written_to_a_file(inside, tmp_path):
    done = inside("flag", "ref.xlf", "--notes", "notes.tsv", "-o", "out.xlf")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    note = '<note from="assay" annotates="target">[minor] Gruß fehlt</note>'
    written = (tmp_path / "out.xlf").read_bytes()
    assert written.decode().count(note) == 1
    assert written.decode().replace(note, "") == REFERENCE


def test_notes_are_written_to_standard_output(inside):
    done = inside("flag", "ref.xlf", "--notes", "notes.tsv")
    assert done.stdout.count("\n") == REFERENCE.count("\n")
    assert "Gruß fehlt</note></trans-unit>" in done.stdout


def test_input_is_not_overwritten_and_ids_must_be_there(inside, tmp_path):
    done = inside("flag", "ref.xlf", "--notes", "notes.tsv", "-o", "ref.xlf")
    assert done.returncode == 1
    assert "also an input" in done.stderr
    (tmp_path / "notes.tsv").write_text("id\tnote\n7\tx\n", encoding="utf-8")
    done = inside("flag", "ref.xlf", "--notes", "notes.tsv", "-o", "out.xlf")
    assert done.returncode == 1
    assert 'error: ref.xlf: 1 of 1 units of the notes are not in it, the first "7"' in done.stderr
    assert not (tmp_path / "out.xlf").exists()


def test_units_are_scored_by_id(inside):
    done = inside(
        "score", "-r", "ref.xlf", "mt.xlf", "-m", "wer", "--level", "segment", "--format", "tsv", "-q"
    )
    assert done.returncode == 0, done.stderr
    rows = [line.split("\t") for line in done.stdout.splitlines() if line and not line.startswith("#")]
    assert [float(row[-1]) for row in rows[1:]] == [0.0, 50.0]


def test_codes_may_count(inside):
    done = inside(
        "align", "-r", "ref.xlf", "mt.xlf", "-m", "wer", "--codes", "placeholders", "--segment", "1"
    )
    assert "{1}Fähre{/1}" in done.stdout
