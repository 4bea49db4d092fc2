"""What is recognised as something else is never read as plain text: not beside -r, not in check, not in Python."""

from __future__ import annotations

import io
import json
import os
import tarfile
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from format_files import POSTEDITS, SCORES, STUDIES, UNITS, judgement_files

import assay
from assay.cli.main import main
from assay.errors import InputError
from assay.io.sides.beside import texts_of
from assay.io.texts.foreign import foreign

ROOT = Path(__file__).resolve().parents[2]
HARBOUR = ROOT / "examples" / "harbour"
SHARED = ROOT.parent / "shared" / "data"
LINES = (HARBOUR / "alder.en.txt").read_text(encoding="utf-8").splitlines()
REFERENCE = (HARBOUR / "reference-a.en.txt").read_text(encoding="utf-8").splitlines()
SOURCE = (HARBOUR / "source.de.txt").read_text(encoding="utf-8").splitlines()
FILES: dict[str, tuple[str, str]] = {
    f"{kind}-{name}": file
    for kind, files in {
        "judgements": judgement_files(),
        "scores": SCORES,
        "postedits": POSTEDITS,
        "studies": STUDIES,
        "units": UNITS,
    }.items()
    for name, file in files.items()
}


def archive() -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as tar:
        tar.add(HARBOUR / "alder.en.txt")
    return out.getvalue()


def zipped(name: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as package:
        package.writestr(name, "<w/>")
    return out.getvalue()


def cues(number: int, line: str) -> str:
    return f"{number}\n00:00:{number % 60:02},{number // 60:03} --> 00:01:59,000\n{line}\n\n"


def cue(number: int, line: str) -> bytes:
    return f"00:{number // 60:02}:{number % 60:02}.000 --> 01:00:00.000\n{line}\n\n".encode()


def listed(pattern: str) -> bytes:
    rows = enumerate(zip(SOURCE, LINES, strict=True))
    return "".join(pattern.format(n=n, s=s, h=h, q=h.replace('"', '""')) for n, (s, h) in rows).encode()


# Whose texts can be read, and what comes of it; all of them hold the outputs of the first system.
READ: Mapping[str, bytes] = {
    "hyp.jsonl": b"".join(json.dumps({"id": n, "mt": h}).encode() + b"\n" for n, h in enumerate(LINES)),
    "hyp.txt": b"".join(json.dumps({"translation": h}).encode() + b"\n" for h in LINES),
    "hyp.json": json.dumps(LINES).encode(),
    "objects.json": json.dumps(
        [{"hypothesis": [h], "doc_id": n} for n, h in enumerate(LINES)], indent=1
    ).encode(),
    "hyp.tsv": b"source\toutput\n" + listed("{s}\t{h}\n"),
    "hyp.csv": b"id,hyp\n" + listed('{n},"{q}"\n'),
    "hyp.srt": "".join(cues(n, h) for n, h in enumerate(LINES, start=1)).encode(),
    "hyp.vtt": b"WEBVTT\n\n" + b"".join(cue(n, h) for n, h in enumerate(LINES)),
}
# What is refused, and what the message calls it.
REFUSED: Mapping[str, tuple[bytes, str]] = {
    "headless.txt": (listed("{s}\t{h}\n"), "tabs between columns"),
    "logprob.txt": (listed("-0.{n}\t{h}\n"), "tabs between columns"),
    "headless.csv": (listed('"{n}","{q}"\n'), "does not name its columns"),
    "quoted.txt": (listed('"{q}"\n'), "in quotes"),
    "lists.txt": (b"".join(json.dumps([h]).encode() + b"\n" for h in LINES), "a list of JSON"),
    "score.json": (json.dumps({"name": "BLEU", "score": 1.5, "signature": "x"}, indent=1).encode(), "name"),
    "nbest": (listed("{n} ||| {h} ||| -1.5\n{n} ||| {h} x ||| -2\n"), "n-best list"),
    "generate.txt": (
        listed("S-{n}\t{s}\nH-{n}\t-0.5\t{h}\nD-{n}\t-0.5\t{h}\nP-{n}\t-0.1\n"),
        "fairseq-generate",
    ),
    "onmt": (listed("SENT {n}: ['a']\nPRED {n}: {h}\nPRED SCORE: -1.2\n\n"), "OpenNMT"),
    "marian.log": (listed("[2026-01-01 12:00:00] Best translation {n} : {h}\n"), "a log"),
    "page.html": (b"<!DOCTYPE html>\n<html><body>\n" + listed("<p>{h}</p>\n") + b"</body></html>\n", "HTML"),
    "tei.xml": (b"<text>\n" + listed("<s>{h}</s>\n") + b"</text>\n", "XML"),
    "out.tar.gz": (archive(), "tar archive"),
    "out.zip": (zipped("alder.en.txt"), "ZIP archive"),
    "out.docx": (zipped("word/document.xml"), "Word"),
    "out.pdf": (b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", "PDF"),
    "study.db": (b"SQLite format 3\0" + bytes(84), "SQLite"),
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ref.en").write_text("".join(f"{line}\n" for line in REFERENCE), encoding="utf-8")
    return tmp_path


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Run a command that must fail with one line, and return the line."""
    code = main(list(words))
    said = capsys.readouterr()
    assert (code, said.out) == (1, "")
    line = [line for line in said.err.splitlines() if line.startswith("error: ")]
    assert len(line) == 1, said.err
    return line[0]


@pytest.mark.parametrize("name", READ)
def test_texts_in_another_shape_are_the_same_texts(name: str, folder: Path) -> None:
    (folder / name).write_bytes(READ[name])
    assert list(texts_of(name, "system")) == LINES
    expected = assay.score(LINES, REFERENCE, "chrf").score
    assert assay.score(Path(name), Path("ref.en"), "chrf").score == expected
    assert assay.score(Path(name), REFERENCE, "chrf").score == expected


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_text_is_refused_by_name(
    name: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content, called = REFUSED[name]
    (folder / name).write_bytes(content)
    for command in (("score", "-m", "chrf"), ("check",), ("compare", "-m", "chrf")):
        other = [str(HARBOUR / "birch.en.txt")] if command[0] == "compare" else []
        line = refused(capsys, *command, "-r", "ref.en", name, *other)
        assert called in line, line
        assert name in line, line
    refused(capsys, "score", "-m", "chrf", "-r", name, str(HARBOUR / "birch.en.txt"))
    refused(capsys, "campaign", "check", "x", "-s", "ref.en", name)
    for call in (
        lambda: assay.score(Path(name), Path("ref.en"), "chrf"),
        lambda: assay.score(Path(name), REFERENCE, "chrf"),
        lambda: assay.read_texts(name),
    ):
        with pytest.raises(InputError):
            call()


# Its texts stand beside its scores, and are read.
WITH_TEXTS = ("scores-comet",)
# A number in every line may be a text.
NUMBERS = ("judgements-segment-scores",)


@pytest.mark.parametrize("name", [name for name in FILES if name not in (*WITH_TEXTS, *NUMBERS)])
def test_a_file_of_another_kind_is_not_scored_as_text(
    name: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, content = FILES[name]
    (folder / file).write_text(content, encoding="utf-8")
    lines = len(content.splitlines())
    (folder / "same.en").write_text("a line of text\n" * lines, encoding="utf-8")
    line = refused(capsys, "score", "-m", "chrf", "-r", "same.en", file)
    assert "extra empty line" not in line
    assert "a line is missing" not in line
    assert f"has {lines} lines" not in line
    refused(capsys, "check", "-r", "same.en", file)


COMMANDS = {
    "nbest": "nbest.txt",
    "generate.txt": "generate.plain.txt",
    "onmt": "onmt.txt",
    "quoted.txt": "quoted.plain.txt",
    "logprob.txt": "logprob.plain.txt",
}


@pytest.mark.parametrize("name", COMMANDS)
def test_what_a_message_proposes_gives_the_texts(name: str, folder: Path) -> None:
    (folder / name).write_bytes(REFUSED[name][0])
    found = foreign(name, REFUSED[name][0])
    assert found is not None
    starts = ("awk ", "grep ", "sed ", "cut ")
    command = found.way[min(at for start in starts if (at := found.way.find(start)) >= 0) :]
    assert os.system(command) == 0
    assert (folder / COMMANDS[name]).read_text(encoding="utf-8").splitlines() == LINES


PLAIN: Mapping[str, Callable[[], list[str]]] = {
    "one line in braces": lambda: ['{"a": 1}', *LINES],
    "a line that begins with a bracket": lambda: ["[Applause] Thank you.", *LINES],
    "some tabs": lambda: [line.replace(" ", "\t", 1) if n % 2 else line for n, line in enumerate(LINES)],
    "some quotes": lambda: [f'"{line}"' if n % 2 else line for n, line in enumerate(LINES)],
    "commas": lambda: [f"Yes, {line}" for line in LINES],
    "elements": lambda: [f"<p>{line}</p>" for line in LINES],
    "one line with a tab": lambda: ["a\tb"],
    "a quoted line": lambda: ['"Yes," she said.', '"No."'],
    "numbers": lambda: [str(n) for n in range(30)],
    "a time in some lines": lambda: ["00:00:01 he left", "At 2026-01-01 12:00:00 it began", "so"],
    "bars": lambda: ["a ||| b", "1 ||| c", "d"],
    "a word that is the name of a column": lambda: ["source", "target, text", "reference"],
}


@pytest.mark.parametrize("name", PLAIN)
def test_text_with_such_signs_here_and_there_is_text(name: str) -> None:
    content = "".join(f"{line}\n" for line in PLAIN[name]()).encode()
    for path in ("out.txt", "out", "out.de"):
        assert foreign(path, content) is None


def test_no_plain_text_of_ours_is_taken_for_something_else() -> None:
    paths = [*HARBOUR.glob("*.txt"), *(ROOT / "examples").glob("*.txt")]
    assert len(paths) > 6
    assert [str(path) for path in paths if foreign(str(path), path.read_bytes()[: 1 << 20])] == []


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared data are not here")
def test_no_plain_text_of_shared_data_is_taken_for_something_else() -> None:
    endings = ("*.txt", "*.sys", "*.ref", "*.src", "*.tgt", "*.out", "*.en", "*.de", "*.sk")
    paths = [path for ending in endings for path in SHARED.rglob(ending) if ".meta." not in path.name]
    assert len(paths) > 20
    taken = {}
    for path in paths:
        with path.open("rb") as file:
            found = foreign(str(path), file.read(1 << 20))
        if found is not None:
            taken[str(path)] = found.name
    assert taken == {}


def test_standard_input_is_looked_at_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(READ["hyp.jsonl"])))
    assert "standard input: JSONL" in refused(capsys, "score", "-m", "chrf", "-r", "ref.en", "-")
