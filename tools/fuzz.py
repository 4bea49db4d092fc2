"""A fuzzer of every reader: `make fuzz`, or `python tools/fuzz.py --seconds 60 --seed 1`.

Files of the examples, and small ones written here, are damaged at random and read. A reader may return or raise an
AssayError; anything else is a bug, and the file that shows it is kept. The same seed and rounds make the same files.
"""

from __future__ import annotations

import argparse
import gzip
import io
import json
import random
import sys
import tempfile
import time
import traceback
import warnings
import zipfile
from collections.abc import Callable, Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from itertools import count
from pathlib import Path

# Small models, stores and plug-ins are those of the tests, and so is what reads them.
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from assay.cli.main import main as assay
from assay.errors import AssayError
from assay.io import (
    FileOptions,
    JudgementOptions,
    open_judgements,
    open_set,
    read_glossary,
    read_links,
    read_run,
    read_scores,
    read_units,
    read_weights,
    size_limit,
)
from assay.io.conllu import read_parses
from assay.io.knowledge import read_counts, read_pairs
from assay.io.lexicons import read_phrase_table
from assay.io.units.notes import read_notes
from support.found_files import found_files

CONLLU = """\
# text = Gehn wir ans Meer
1\tGehn\tgehen\tVERB\t_\t_\t0\troot\t_\t_
2\twir\twir\tPRON\t_\t_\t1\tnsubj\t_\tRole=1:A0
3-4\tans\t_\t_\t_\t_\t_\t_\t_\t_
3\tan\tan\tADP\t_\t_\t5\tcase\t_\t_
4\tdas\tder\tDET\t_\t_\t5\tdet\t_\t_
5\tMeer\tMeer\tNOUN\t_\t_\t1\tobl\t_\t_

"""
EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
HARBOUR = EXAMPLES / "harbour"
Read = Callable[[str], object]
MOST_BYTES = "8M"  # that a damaged file may unpack to
LONGEST = 20_000  # bytes of a seed: damage has to hit something
XLIFF = """<?xml version="1.0"?><xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file
original="a" source-language="de" target-language="en" datatype="plaintext"><body><trans-unit id="1"><source>Das
<g id="1">Haus</g></source><target state="translated">The <g id="1">house</g></target><note>x</note></trans-unit>
</body></file></xliff>"""
TMX = """<?xml version="1.0"?><tmx version="1.4"><header creationtool="a" creationtoolversion="1" segtype="sentence"
o-tmf="a" adminlang="en" srclang="de" datatype="plaintext"/><body><tu tuid="1"><tuv xml:lang="de"><seg>Haus</seg></tuv>
<tuv xml:lang="en"><seg>house</seg></tuv></tu></body></tmx>"""
PO = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n#, fuzzy\nmsgctxt "c"\nmsgid "a"\nmsgstr "b"\n'
TOML = 'seed = 7\nmetrics = ["bleu"]\n[systems]\nbase = "alder.en.txt"\n[data]\nreferences = "reference-a.en.txt"\n'
TABLE = "segment\tsource\treference\tbase\n1\tHaus\thouse\thouse\n2\tTag\tday\t\n"
SCORES = '{"system": "a", "segment": 1, "bleu": 3.5}\n{"system": "b", "segment": 1, "bleu": null}\n'
ODD = (
    *(
        b"\0",
        b"\xff",
        b"\xef\xbb\xbf",
        b"\r",
        b"\n\n",
        b"\t\t",
        b'"',
        b"<",
        b"&#0;",
        b"\x1b[31m",
        b"\xf0\x9f\x98\x80",
    ),
    *(
        b"nan",
        b"-1",
        b"1e400",
        b"9" * 30,
        b"9" * 5000,
        b"[" * 2000,
        b"{" * 2000,
        b"0x",
        b"\xed\xa0\x80",
        b"null",
        b"NaN",
        b"{}",
        b"[[]]",
        b'"\\ud800"',
        b"1" + b"0" * 400,
    ),
)


def texts(path: str) -> object:
    """Read outputs beside a reference that is as it should be."""
    return [len(part) for part, _ in open_set(FileOptions((path,), (str(HARBOUR / "reference-a.en.txt"),)))]


def whole_set(path: str) -> object:
    """Read a file that is a whole set."""
    return [len(part) for part, _ in open_set(FileOptions((path,)))]


def judgements(path: str) -> object:
    """Read ratings in whatever format they are."""
    return open_judgements(JudgementOptions(path))


def configuration(path: str) -> object:
    """Score with a configuration file."""
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()), chdir(HARBOUR):
        try:
            return assay(["score", "--config", path])
        except SystemExit as refusal:
            return refusal.code


def verified(path: str) -> object:
    """Read a run file, and hold it against itself."""
    read_run(path)
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        return assay(["verify", path, "--against", path])


def seeds(folder: Path) -> list[tuple[str, bytes, Read]]:
    """Return files that are as they should be: name, content, and what reads them."""
    run = folder / "seed-run.json"
    files = [str(HARBOUR / name) for name in ("reference-a.en.txt", "alder.en.txt", "birch.en.txt")]
    words = ["-r", *files, "-m", "bleu", "--draws", "20", "--run-segments", "--run", str(run)]
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        assay(["compare", *words])
    plain: list[tuple[str, bytes, Read]] = [
        ("a.txt", (HARBOUR / "alder.en.txt").read_bytes(), texts),
        ("a.txt.gz", gzip.compress((HARBOUR / "alder.en.txt").read_bytes(), mtime=0), texts),
        ("set.xml", (EXAMPLES / "harbour.xml").read_bytes()[:LONGEST], whole_set),
        ("set.tsv", TABLE.encode(), whole_set),
        ("set.jsonl", b'{"source": "a", "reference": "b", "base": "c"}\n' * 3, whole_set),
        ("a.xlf", XLIFF.encode(), read_units),
        ("a.tmx", TMX.encode(), read_units),
        ("a.po", PO.encode(), read_units),
        ("s.jsonl", SCORES.encode(), read_scores),
        ("s.seg.score", b"a\t0.5\na\tNone\nb\t0.25\nb\t1\n", read_scores),
        ("run.json", run.read_bytes(), verified),
        ("c.toml", TOML.encode(), configuration),
        ("w.toml", b'[[rule]]\nseverity = "major"\nweight = 5\n[[rule]]\nweight = 1\n', read_weights),
        ("counts.tsv", b"the\t500\nhouse\t3\n", read_counts),
        ("links.txt", b"0-0 1-2\n\n2-1\n", read_links),
        ("parses.conllu", CONLLU.encode(), read_parses),
        ("table.txt", b"le bac ||| the ferry ||| 0.9 0.1 0.8 0.1\n" * 3, read_phrase_table),
        ("pairs.tsv", b"big\tlarge\nhouse\thome\n", read_pairs),
        ("notes.tsv", b"id\tnote\tseverity\n1\tlate\tminor\n", read_notes),
        ("terms.tsv", b"source\ttarget\nHaus\thouse\n", read_glossary),
        ("set.xlsx", workbook(), whole_set),
    ]
    for name in ("ratings.tsv", "mqm.tsv", "rankings.csv"):
        plain.append((name, b"".join((HARBOUR / name).read_bytes().splitlines(True)[:60]), judgements))
    return plain + [(found.name, found.content, found.read) for found in found_files()]


def workbook() -> bytes:
    """Return a small table as XLSX, written by hand so that no package is needed for it."""
    sheet = (
        '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1">'
        '<c r="A1" t="inlineStr"><is><t>reference</t></is></c><c r="B1" t="inlineStr"><is><t>base</t></is></c></row>'
        '<row r="2"><c r="A2" t="inlineStr"><is><t>a</t></is></c><c r="B2"><v>1</v></c></row></sheetData></worksheet>'
    )
    book = (
        '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.'
        'openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="s" sheetId="1" r:id="r1"/></sheets>'
        "</workbook>"
    )
    links = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" '
        'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" '
        'Target="worksheets/sheet1.xml"/></Relationships>'
    )
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, text in (("workbook", book), ("_rels/workbook", links), ("worksheets/sheet1", sheet)):
            archive.writestr(f"xl/{name}.xml" + (".rels" if "rels" in name else ""), text)
    return packed.getvalue()


def damaged(content: bytes, chance: random.Random) -> bytes:
    """Change a file in a few places."""
    damage = bytearray(content)
    for _ in range(chance.choice((1, 1, 2, 4, 8))):
        at, end = sorted(chance.randrange(len(damage) + 1) for _ in range(2))
        end = min(end, at + chance.choice((1, 4, 40, 4000)))
        match chance.randrange(6):
            case 0:
                damage[at:at] = chance.choice(ODD)
            case 1:
                del damage[at:end]
            case 2:
                damage[at:at] = damage[at:end] * chance.choice((1, 2, 50))
            case 3:
                damage[at:end] = bytes(chance.randrange(256) for _ in range(end - at))
            case 4:
                damage[at:end] = chance.choice(ODD)
            case _:
                lines = bytes(damage).splitlines(True)
                chance.shuffle(lines)
                damage = bytearray(b"".join(lines))
    return bytes(damage)


def bugs(folder: Path, seed: int, goes_on: Callable[[int], bool]) -> Iterator[str]:
    """Damage and read files as long as it goes on; yield the name of each that shows a bug, with the traceback."""
    chance, files = random.Random(seed), seeds(folder)
    for number in count():
        if not goes_on(number):
            return
        name, content, read = files[number % len(files)]
        path = folder / name
        path.write_bytes(damaged(content, chance))
        with warnings.catch_warnings(), size_limit(MOST_BYTES):
            warnings.simplefilter("ignore")
            warnings.simplefilter("error", RuntimeWarning)  # of numpy, about figures that are none
            try:
                read(str(path))
            except AssayError:
                pass
            except Exception:
                kept = path.rename(folder / f"bug-{seed}-{number}-{name}")
                yield f"{kept}\n{traceback.format_exc()}"


def main() -> int:
    """Look for bugs for some seconds, or some rounds, and say how many there are."""
    parser = argparse.ArgumentParser(description="Damage files at random and read them.")
    parser.add_argument("--seconds", type=float, default=60, help="how long (default: 60)")
    parser.add_argument("--rounds", type=int, help="how many files, however long that takes")
    parser.add_argument("--seed", type=int, default=1, help="of the damage (default: 1)")
    chosen = parser.parse_args()
    folder, begun, rounds = Path(tempfile.mkdtemp(prefix="assay-fuzz-")), time.monotonic(), 0

    def goes_on(number: int) -> bool:
        nonlocal rounds
        rounds = number
        in_time = time.monotonic() - begun < chosen.seconds
        return number < chosen.rounds if chosen.rounds is not None else in_time

    shown = list(bugs(folder, chosen.seed, goes_on))
    print(*shown, sep="\n", end="")
    print(json.dumps({"files": rounds, "bugs": len(shown), "seed": chosen.seed, "kept in": str(folder)}))
    return 1 if shown else 0


if __name__ == "__main__":
    sys.exit(main())
