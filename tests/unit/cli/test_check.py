"""`assay check` as a user runs it."""

import json
import os
import re
from pathlib import Path

import pytest

from support.program import HARBOUR, Run

REFERENCE = "The ferry leaves at noon.\nThe harbour is full of boats.\nNobody knows the captain.\n"
OUTPUT = "The ferry departs at noon.\nThe port is full of ships.\nNo one knows the captain.\n"


def write(folder: Path, **files: str | bytes) -> None:
    for name, text in files.items():
        (folder / f"{name}.txt").write_bytes(text if isinstance(text, bytes) else text.encode())


def test_good_files(inside: Run, tmp_path: Path) -> None:
    write(tmp_path, a=OUTPUT, ref=REFERENCE)
    done = inside("check", "a.txt", "-r", "ref.txt")
    assert (done.returncode, done.stderr) == (0, "")
    assert "No problem was found" in done.stdout


def test_the_example_set_has_no_errors(inside: Run) -> None:
    systems = [str(HARBOUR / f"{name}.en.txt") for name in ("alder", "drift")]
    done = inside("check", *systems, "-r", str(HARBOUR / "reference-a.en.txt"))
    assert done.returncode == 0
    assert "Errors" not in done.stdout


def test_errors_exit_with_one_and_are_reported(inside: Run, tmp_path: Path) -> None:
    write(tmp_path, a=OUTPUT + "One more.\n", ref=REFERENCE)
    done = inside("check", "a.txt", "-r", "ref.txt", "--format", "json")
    assert done.returncode == 1
    assert "line-count" in json.dumps(json.loads(done.stdout))
    assert done.stderr == ""


def test_files_that_other_commands_refuse(inside: Run, tmp_path: Path) -> None:
    write(tmp_path, a=OUTPUT.encode().replace(b"noon", b"n\xf6on"), ref=REFERENCE)
    assert "not UTF-8" in inside("score", "a.txt", "-r", "ref.txt").stderr
    done = inside("check", "a.txt", "-r", "ref.txt")
    assert done.returncode == 1
    assert "1 byte is not UTF-8; the first is 0xF6 in line 1, byte 23" in done.stdout


def test_the_error_of_other_commands_names_this_one(inside: Run, tmp_path: Path) -> None:
    write(tmp_path, a="a\nb\n", ref="a\nb\nc\n", more="a\nb\nc\nd\ne\n")
    assert '"assay check" says where' in inside("score", "a.txt", "-r", "ref.txt").stderr
    assert '"assay check" says where' in inside("score", "more.txt", "-r", "ref.txt").stderr


def test_a_file_alone_and_warnings_exit_with_zero(inside: Run, tmp_path: Path) -> None:
    write(tmp_path, a="one\u2028two\nthree\n")
    done = inside("check", "a.txt")
    assert done.returncode == 0
    assert "a.txt, line 1: U+2028 (line separator) inside 1 line; replace it" in done.stdout


def test_leakage(inside: Run, tmp_path: Path) -> None:
    write(tmp_path, a=OUTPUT, ref=REFERENCE, train="Nothing.\nthe harbour is full of boats\n")
    done = inside("check", "a.txt", "-r", "ref.txt", "--train", "train.txt")
    assert done.returncode == 0
    assert "ref.txt, line 2: 1 line is in the training text train.txt as a whole (33.3 %)" in done.stdout
    assert inside("check", "a.txt", "--train", "train.txt").returncode == 2


def test_languages(inside: Run, tmp_path: Path) -> None:
    write(tmp_path, a=OUTPUT, ref=REFERENCE)
    done = inside("check", "a.txt", "-r", "ref.txt", "--language", "de")
    assert done.returncode == 1
    assert "in a language other than German" in done.stdout
    wrong = inside("check", "a.txt", "-r", "ref.txt", "--language", "klingon")
    assert (wrong.returncode, "not a language that can be detected" in wrong.stderr) == (2, True)


def test_tables_are_checked_too(inside: Run, tmp_path: Path) -> None:
    rows = ["source\treference\tsystem:a"]
    rows += [f"Der Satz {n}\tThe sentence {n}\tThe sentence {n}" for n in range(13, 18)]
    (tmp_path / "set.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    done = inside("check", "set.tsv")
    assert done.returncode == 1
    assert "is identical to" in done.stdout


def test_diagnose_checks_outputs_against_their_source_and_a_glossary(inside: Run, tmp_path: Path) -> None:
    (tmp_path / "terms.csv").write_text("Hafen,dock\n", encoding="utf-8")
    systems = [str(HARBOUR / f"{name}.en.txt") for name in ("alder", "drift")]
    texts = ["-r", str(HARBOUR / "reference-a.en.txt"), "-s", str(HARBOUR / "source.de.txt")]
    done = inside("diagnose", *systems, *texts, "-m", "chrf", "--draws", "200", "--glossary", "terms.csv")
    assert done.returncode == 0
    assert "Checks against the source, in per cent of segments" in done.stdout
    assert "glossary terms missed" in done.stdout


def test_missing_files_are_said(inside: Run) -> None:
    done = inside("check", "nowhere.txt")
    assert done.returncode == 1
    assert "no such file" in done.stderr


XLIFF = """<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="a" source-language="en" target-language="de" datatype="plaintext"><body>
<trans-unit id="1"><source>The ferry leaves at noon.</source><target>Die Fähre fährt um zwölf.</target></trans-unit>
<trans-unit id="2"><source>Nobody knows the old captain.</source><target>{}</target></trans-unit>
</body></file></xliff>
"""


def test_a_bilingual_file_is_checked_without_a_reference(inside: Run, tmp_path: Path) -> None:
    (tmp_path / "mt.xlf").write_text(XLIFF.format("Nobody knows the old captain."), encoding="utf-8")
    done = inside("check", "mt.xlf", "--run", "run.json")
    assert "equal-to-source" in done.stdout
    assert inside("verify", "run.json").returncode == 0
    (tmp_path / "other.xlf").write_text(XLIFF.format("Niemand").replace('id="2"', 'id="3"'), encoding="utf-8")
    done = inside("check", "mt.xlf", "other.xlf")
    assert "warning: other.xlf: 2 units are in only one of it and mt.xlf" in done.stderr
    assert "empty-lines" in done.stdout
    assert inside("check", "mt.xlf", "-s", "mt.xlf").returncode == 2


def test_a_reference_that_a_table_does_not_have_is_no_empty_line(inside: Run, tmp_path: Path) -> None:
    (tmp_path / "set.tsv").write_text(
        "reference:A\treference:B\tsystem\nThe ferry.\tNONE\tA boat.\nOne captain.\tA captain.\tTwo captains.\n"
    )
    assert "empty" not in inside("check", "set.tsv", "--missing", "NONE").stdout
    (tmp_path / "set.tsv").write_text(
        "reference:A\treference:B\tsystem\nThe ferry.\t\tA boat.\nOne captain.\tA captain.\tTwo captains.\n"
    )
    assert "B, line 1: 1 line is empty" in inside("check", "set.tsv").stdout


def test_the_lines_of_the_file_of_documents_are_counted(inside: Run, tmp_path: Path) -> None:
    write(tmp_path, a=OUTPUT, ref=REFERENCE, docs="one\none\n")
    done = inside("check", "a.txt", "-r", "ref.txt", "--docs", "docs.txt")
    assert done.returncode == 1
    assert "docs.txt: 2 lines, and ref.txt has 3" in done.stdout
    assert inside("check", "a.txt", "-r", "ref.txt", "--docs", "nowhere").returncode == 1


def test_an_empty_training_text_shows_nothing(inside: Run, tmp_path: Path) -> None:
    write(tmp_path, a=OUTPUT, ref=REFERENCE, train="")
    done = inside("check", "a.txt", "-r", "ref.txt", "--train", "train.txt")
    assert done.returncode == 1
    assert "train.txt: the file is empty" in done.stderr
    os.mkfifo(tmp_path / "pipe")
    for once in ("-", "pipe"):
        done = inside("check", "a.txt", "-r", "ref.txt", "--train", once)
        assert done.returncode == 2
        assert "a training text is read several times" in done.stderr


def test_a_table_beside_references_is_plain_text_as_for_other_commands(inside: Run, tmp_path: Path) -> None:
    write(tmp_path, ref=REFERENCE)
    (tmp_path / "out.tsv").write_text("One line.\n")
    done = inside("check", "out.tsv", "-r", "ref.txt")
    assert "out.tsv: 1 line, and ref.txt has 3" in done.stdout


def harbour_lines(name: str) -> list[str]:
    return (HARBOUR / f"{name}.en.txt").read_text(encoding="utf-8").splitlines()


BROKEN = {
    "copy": (lambda lines, ref: ref, "equal-to-reference", "is identical to the reference"),
    "shuffled": (lambda lines, ref: sorted(lines), "unrelated-lines", "no better than other lines"),
    "numbered": (
        lambda lines, ref: [f"{row}. {line}" for row, line in enumerate(lines, 1)],
        "numbered-lines",
        "lines begin with line numbers",
    ),
    "slipped": (lambda lines, ref: [*lines[:20], *lines[21:], "x"], "out-of-step", "out of step with the"),
}


@pytest.mark.parametrize("broken", BROKEN)
def test_what_makes_scores_wrong_is_an_error_here_and_a_warning_where_scores_are_made(
    inside: Run, tmp_path: Path, broken: str
) -> None:
    make, check, words = BROKEN[broken]
    lines, reference = harbour_lines("alder"), harbour_lines("reference-a")
    write(tmp_path, a="\n".join(make(lines, reference)) + "\n", b="\n".join(lines) + "\n")
    write(tmp_path, ref="\n".join(reference) + "\n")
    files = ("a.txt", "b.txt", "-r", "ref.txt")
    done = inside("check", *files, "--format", "tsv")
    assert done.returncode == 1
    assert re.search(rf"error\t{check}\ta.txt", done.stdout)
    for command in (("score", *files), ("compare", *files, "-m", "chrf"), ("report", *files, "-m", "chrf")):
        [warning] = [line for line in inside(*command).stderr.splitlines() if line.startswith("warning: a: ")]
        assert words in warning
        assert '("assay check a.txt b.txt -r ref.txt" says more)' in warning


def test_what_is_warned_of_stands_in_the_document(inside: Run, tmp_path: Path) -> None:
    write(tmp_path, a=(HARBOUR / "reference-a.en.txt").read_bytes())
    inside("score", "a.txt", "-r", str(HARBOUR / "reference-a.en.txt"), "-o", "scores.html", "-q")
    assert "every line is identical to the reference" in (tmp_path / "scores.html").read_text(
        encoding="utf-8"
    )


def test_a_contaminated_reference_is_named_with_what_to_do(inside: Run, shared_dir: Path) -> None:
    folder = shared_dir / "data" / "wmt23"
    outputs = sorted(map(str, (folder / "system-outputs" / "he-en").glob("[!r]*.txt")))
    reference = str(folder / "references" / "he-en.refA.txt")
    report = " ".join(inside("check", *outputs, "-r", reference).stdout.split())
    assert "193 lines are equal to the reference" in report
    assert (
        "(23.5 %), 108 of them among the 641 that have 10 words or more; if the reference was made" in report
    )
    assert re.search(r"ONLINE-B\.txt: unusually close to \S+refA\.txt \([\d.]+ robust", report)
    assert "BLEU 75.1, and 70.0 against the nearest system, GTCOM_Peter" in report
    pair = [path for path in outputs if "ONLINE-B" in path or "GPT4" in path]
    said = inside("compare", *pair, "-r", reference, "-m", "bleu", "--draws", "100").stderr
    assert (
        "ONLINE-B: 50 of the 251 lines of 10 words or more among the 320 examined (19.9 %) are equal" in said
    )
    other = str(folder / "references" / "he-en.refB.txt")
    assert inside("score", *outputs, "-r", other, "-m", "chrf").stderr == ""


@pytest.mark.parametrize(
    ("name", "text", "more"),
    [
        ("set.tsv", "source\tsystem:a\nDas ist gut.\tThat is good.\nEs regnet.\tNA\n", ()),
        (
            "set.csv",
            "sep=;\nsrc;mt\nDas ist gut.;That is good.\nEs regnet.;NA\n",
            ("--columns", "source=src,system=mt"),
        ),
        (
            "set.jsonl",
            '{"source": "Gut.", "system": "Good."}\n{"source": "Es regnet.", "system": "NA"}\n',
            (),
        ),
        ("set.po", 'msgid "Good"\nmsgstr "Gut"\n\nmsgid "It rains"\nmsgstr "NA"\n', ()),
    ],
)
def test_source_and_outputs_are_enough(
    inside: Run, tmp_path: Path, name: str, text: str, more: tuple[str, ...]
) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    done = inside("check", name, *more)
    assert (done.returncode, done.stderr) == (0, "")
    assert "line 2: 1 line is a placeholder for missing text" in done.stdout


def test_a_table_without_outputs_is_told_how_to_name_them(inside: Run, tmp_path: Path) -> None:
    (tmp_path / "set.csv").write_text("quelle;x\nGut.;Good.\n", encoding="utf-8")
    done = inside("check", "set.csv")
    assert done.returncode == 1
    assert 'found "quelle", "x"; say which is which, as in --columns "source=quelle,system=x"' in done.stderr
