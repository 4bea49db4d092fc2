"""What stands beside a set, and texts that stand alone, are tables of every shape, too; by ids where both have them."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest
from table_shapes import SHAPES, Rows

from assay.cli.main import main
from assay.errors import AssayWarning, InputError
from assay.io import read_glossary, texts_of
from assay.io.knowledge import read_counts, read_domains
from assay.io.large.grids import read_groups
from assay.io.models.language_models import train_arpa
from assay.io.sides.beside import Beside, values_of
from assay.io.sides.joining import read_references
from assay.io.units.notes import read_notes

REFERENCE = (
    "The café is closed.",
    "Yes, please; gladly.",
    "No way to go.",
    "The boat is late.",
    "We saw it.",
)
SOURCE = ("Das Café ist zu.", "Ja, bitte; gern.", "Nein, nie.", "Das Boot ist spät.", "Wir sahen es.")
ALDER = ("The café is shut.", "Yes; please.", "No way to go.", "The boat is late.", "We see it.")
BIRCH = ("The café closed.", "Yes, gladly.", "Nope.", "The ship is late.", "We saw that.")
DOCUMENTS = ("häfen", "häfen", "law", "law", "law")
NUMBERS = ("1", "2", "3", "4", "5")
XLIFF = """<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="boats" source-language="de" target-language="en" datatype="plaintext"><body>
<trans-unit id="1"><source>Das Café.</source><target>The café.</target></trans-unit>
<trans-unit id="2"><source>Das Boot.</source><target>The boat.</target></trans-unit>
</body></file></xliff>
"""


def rows(*columns: tuple[str, Sequence[object]]) -> Rows:
    names = tuple(name for name, _ in columns)
    return (names, *zip(*(cells for _, cells in columns), strict=True))


def column(name: str, cells: Sequence[object]) -> Rows:
    return rows(("segment", NUMBERS), (name, cells))


# What is read, the table, and what comes of it; none of it is what a reader of ours said.
READ: Mapping[str, tuple[Callable[[str], object], Rows, object]] = {
    "outputs": (lambda path: list(texts_of(path, "system")), column("hypothesis", ALDER), list(ALDER)),
    "references": (
        lambda path: [list(texts) for texts in read_references([path]).references.values()],
        column("reference", REFERENCE),
        [list(REFERENCE)],
    ),
    "source": (lambda path: list(texts_of(path, "source")), column("source", SOURCE), list(SOURCE)),
    "edited": (lambda path: list(texts_of(path, "final")), column("post-edit", ALDER), list(ALDER)),
    "text": (lambda path: list(texts_of(path, "text")), column("text", ALDER), list(ALDER)),
    "documents": (
        lambda path: values_of(path, "document"),
        column("document", DOCUMENTS),
        list(DOCUMENTS),
    ),
    "domains": (read_domains, column("domain", DOCUMENTS), list(DOCUMENTS)),
    "seconds": (
        lambda path: list(map(float, values_of(path, "seconds"))),
        column("seconds", (3.5, 4, 5, 6, 7.25)),
        [3.5, 4, 5, 6, 7.25],
    ),
    "counts": (read_counts, rows(("word", ("café", "the")), ("count", (3, 900))), {"café": 3, "the": 900}),
    "terms": (
        lambda path: [(term.source, term.targets) for term in read_glossary(path)],
        rows(("source", ("Café", "Boot")), ("target", ("café", "boat|ship"))),
        [("Café", ("café",)), ("Boot", ("boat", "ship"))],
    ),
    "notes": (
        lambda path: {name: [str(note) for note in notes] for name, notes in read_notes(path).items()},
        rows(("id", ("1", "2")), ("note", ("wrong: é", "nice")), ("severity", ("major", ""))),
        {"1": ["[major] wrong: é"], "2": ["nice"]},
    ),
    "groups": (
        # What a group is called is shown as it was written.
        lambda path: {
            language: {kind.lower(): group for kind, group in groups.items()}
            for language, groups in read_groups(path).items()
        },
        rows(("language", ("de", "fr")), ("family", ("Gérmanic", "Romance"))),
        {"de": {"family": "Gérmanic"}, "fr": {"family": "Romance"}},
    ),
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("kind", READ)
def test_what_is_read_beside_a_set_is_alike_in_every_shape(kind: str, shape: str, tmp_path: Path) -> None:
    read, table, expected = READ[kind]
    ending, write = SHAPES[shape]
    path = tmp_path / f"table{ending}"
    path.write_bytes(write(table))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", AssayWarning)
        assert read(str(path)) == expected


HYPOTHESES = column("hypothesis", ALDER)
# Every command that takes a side of a set, or what stands beside it; T is the table.
COMMANDS: Mapping[str, tuple[Rows, str]] = {
    "score": (HYPOTHESES, "score -r ref a=T -m chrf -q"),
    "score, reference": (column("reference", REFERENCE), "score -r T a -m chrf -q"),
    "score, source": (column("source", SOURCE), "score -r ref -s T a -m chrf -q"),
    "score, documents": (
        column("document", DOCUMENTS),
        "score -r ref a --docs T -m chrf --level document -q",
    ),
    "score, alone": (
        rows(("id", NUMBERS), ("source", SOURCE), ("reference", REFERENCE), ("system:red", ALDER)),
        "score T -m chrf -q",
    ),
    "check": (HYPOTHESES, "check -r ref a=T"),
    "check, training text": (column("text", REFERENCE), "check -r ref a --train T"),
    "check, alone": (rows(("id", NUMBERS), ("source", SOURCE), ("system:red", ALDER)), "check T"),
    "compare": (HYPOTHESES, "compare -r ref a=T b -m chrf -q"),
    "diagnose": (HYPOTHESES, "diagnose -r ref a=T b"),
    "diagnose, alone": (rows(("id", NUMBERS), ("source", SOURCE), ("system:red", ALDER)), "diagnose T"),
    "diagnose, counts": (
        rows(("word", ("café", "the")), ("count", (3, 9))),
        "diagnose -r ref a b --counts T",
    ),
    "diagnose, domains": (column("domain", DOCUMENTS), "diagnose -r ref a b --domains T"),
    "diagnose, terms": (
        rows(("source", ("Café", "Boot")), ("target", ("café", "ship"))),
        "diagnose -r ref -s src a b --glossary T",
    ),
    "gate": (HYPOTHESES, "gate -r ref --baseline b a=T -m chrf --margin 90"),
    "gate, baseline": (HYPOTHESES, "gate -r ref --baseline a=T b -m chrf --margin 90"),
    "align": (HYPOTHESES, "align -r ref a=T"),
    "estimate": (HYPOTHESES, "estimate -s src a=T -q"),
    "estimate, others": (HYPOTHESES, "estimate -s src b --pseudo-reference T -q"),
    "oracle": (column("reference", REFERENCE), "oracle -r T nbest -m chrf"),
    "lm": (column("text", REFERENCE), "lm T --order 2"),
    "map": (HYPOTHESES, "map -r ref a=T -m chrf -o parts -q"),
    "meta": (HYPOTHESES, "meta human.tsv -r ref a=T b -m chrf -q"),
    "campaign": (HYPOTHESES, "campaign check x -s src a=T"),
    "campaign, source": (column("source", SOURCE), "campaign check x -s T a"),
    "postedit": (HYPOTHESES, "postedit --mt T --final ref"),
    "postedit, final": (column("final", REFERENCE), "postedit --mt a --final T"),
    "postedit, times": (column("seconds", (3.5, 4, 5, 6, 7)), "postedit --mt a --final ref --times T"),
    "flag": (rows(("id", ("1",)), ("note", ("wrong",))), "flag x.xlf --notes T"),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, lines in (("ref", REFERENCE), ("src", SOURCE), ("a", ALDER), ("b", BIRCH)):
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    ratings = [
        f"{rater}\t{system}\t{number}\t{best - place}\n"
        for rater in ("ann", "ben")
        for system, best in (("a", 80), ("b", 60))
        for place, number in enumerate(NUMBERS)
    ]
    (tmp_path / "human.tsv").write_text(
        "".join(["rater\tsystem\tsegment\tscore\n", *ratings]), encoding="utf-8"
    )
    lists = [
        f"{place} ||| {text} ||| 1\n"
        for place, both in enumerate(zip(ALDER, BIRCH, strict=True))
        for text in both
    ]
    (tmp_path / "nbest").write_text("".join(lists), encoding="utf-8")
    (tmp_path / "x.xlf").write_text(XLIFF, encoding="utf-8")
    return tmp_path


def said(command: str, name: str, capsys: pytest.CaptureFixture[str]) -> str:
    """Return what a command prints, with the name of its table left out."""
    assert main([re.sub(r"\bT$", name, word) for word in command.split()]) == 0, capsys.readouterr().err
    # A text is called by its name without .txt.
    out = re.sub(rf"\b{name.removesuffix('.txt')}\b", "T", capsys.readouterr().out.replace(name, "T"))
    return re.sub(r"[─═\s]+", " ", out)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_takes_a_table_where_it_takes_lines(
    command: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, words = COMMANDS[command]
    answers = {}
    for shape in ("csv", "title row", "UTF-16", "jsonl", "xlsx"):
        ending, write = SHAPES[shape]
        (folder / f"table{ending}").write_bytes(write(table))
        answers[shape] = said(words, f"table{ending}", capsys)
    assert {shape for shape, answer in answers.items() if answer != answers["csv"]} == set()


def test_a_table_says_what_lines_say(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A table whose rows are lines of another file gives what that file gives."""
    lines: Mapping[Beside, Sequence[object]]
    lines = {"document": DOCUMENTS, "domain": DOCUMENTS, "seconds": (3.5, 4, 5, 6, 7)}
    for role, cells in lines.items():
        (folder / "lines").write_text("".join(f"{cell}\n" for cell in cells), encoding="utf-8")
        (folder / "t.csv").write_bytes(SHAPES["csv"][1](column(role, cells)))
        assert values_of("lines", role) == values_of("t.csv", role)
    (folder / "lines").write_text("".join(f"{line}\n" for line in ALDER), encoding="utf-8")
    (folder / "t.csv").write_bytes(SHAPES["csv"][1](HYPOTHESES))
    assert said("estimate -s src b --pseudo-reference T -q", "t.csv", capsys) == said(
        "estimate -s src b --pseudo-reference T -q", "lines", capsys
    )


SHUFFLED = (4, 2, 0, 1, 3)


@pytest.mark.parametrize(
    ("name", "cells", "command"),
    [
        ("hypothesis", ALDER, "score -r ref.tsv a=T -m chrf -q"),
        ("hypothesis", ALDER, "compare -r ref.tsv a=T b -m chrf -q"),
        ("hypothesis", ALDER, "score -r ref other.tsv a=T -m chrf -q"),
        ("document", DOCUMENTS, "score -r ref.tsv a --docs T -m chrf --level document -q"),
        ("domain", DOCUMENTS, "diagnose -r ref.tsv a b --domains T"),
        ("source", SOURCE, "check -r ref.tsv a -s T"),
        ("hypothesis", ALDER, "estimate -s src.tsv b.tsv --pseudo-reference T -q"),
        ("final", REFERENCE, "postedit --mt b.tsv --final T"),
        ("seconds", (3.5, 4, 5, 6, 7), "postedit --mt b.tsv --final ref --times T"),
    ],
)
def test_rows_with_ids_are_joined_by_them_whatever_their_order(
    name: str, cells: Sequence[object], command: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ids = tuple(f"s{number}" for number in NUMBERS)
    beside = (("ref", "reference", REFERENCE), ("src", "source", SOURCE), ("b", "hypothesis", BIRCH))
    for file, role, texts in (*beside, ("other", "hypothesis", BIRCH)):
        (folder / f"{file}.tsv").write_bytes(SHAPES["tsv"][1](rows(("segment", ids), (role, texts))))
    answers = []
    for order in (range(5), SHUFFLED):
        table = rows(("segment", [ids[at] for at in order]), (name, [cells[at] for at in order]))
        (folder / "t.jsonl").write_bytes(SHAPES["jsonl"][1](table))
        answers.append(said(command, "t.jsonl", capsys))
    assert answers[0] == answers[1]


def test_a_text_for_a_language_model_is_never_braces_and_keys(folder: Path) -> None:
    (folder / "t.jsonl").write_bytes(SHAPES["jsonl"][1](column("text", REFERENCE)))
    made = [b"".join(train_arpa([path], 2, 1 << 30)) for path in ("t.jsonl", "ref")]
    assert made[0] == made[1]
    (folder / "two.jsonl").write_bytes(SHAPES["jsonl"][1](rows(("source", SOURCE), ("target", ALDER))))
    with pytest.raises(InputError, match="2 columns may hold the text"):
        b"".join(train_arpa(["two.jsonl"], 2, 1 << 30))


@pytest.mark.parametrize("option", ["--labels ref=T", "--links ref=T", "--base file --bases ref=T"])
@pytest.mark.parametrize("shape", ["jsonl", "xlsx", "parquet"])
def test_what_has_no_column_of_its_own_refuses_tables_by_name(
    option: str, shape: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ending, write = SHAPES[shape]
    (folder / f"t{ending}").write_bytes(write(column("labels", REFERENCE)))
    words = f"diagnose -r ref -s src a b {option}".replace("T", f"t{ending}").split()
    assert main(words) == 1
    assert "write these alone, one line a segment" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--docs", "--domains", "--counts"])
def test_a_table_without_the_column_is_refused_by_its_columns(
    option: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "t.jsonl").write_bytes(SHAPES["jsonl"][1](column("colour", NUMBERS)))
    assert main(["diagnose", "-r", "ref", "a", "b", option, "t.jsonl"]) == 1
    told = capsys.readouterr().err
    assert "no column is called" in told
    assert "colour" in told
