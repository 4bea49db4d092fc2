"""Laws of few documents: whoever tests or draws swaps whole documents, and says where nothing can be significant."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

import assay
from assay.cli.commands import COMMANDS
from assay.cli.main import main
from assay.options import declared

WORDS = [f"{kind}{place}" for place in range(5) for kind in ("boat", "tide", "lamp")]
SIZE = 8
PLAIN = ["-r", "ref.txt", "a=a.txt", "b=b.txt", "--docs", "docs.txt", "-m", "wer"]
# How each command that draws units is asked of the same texts; `compare --runs` is another flow of the same command.
ASKED = {
    "compare": [*PLAIN],
    "compare --runs": [
        *("-r", "ref.txt", "--docs", "docs.txt", "-m", "wer", "--draws", "100"),
        *("--runs", "a=a.txt", "a2.txt", "a3.txt", "--runs", "b=b.txt", "b2.txt", "b3.txt"),
    ],
    "power": [*PLAIN],
    "diagnose": [*PLAIN, "--draws", "100"],
    "report": [*PLAIN, "--draws", "100"],
    "gate": ["--baseline", "b.txt", "-r", "ref.txt", "a.txt", "--docs", "docs.txt", "-m", "wer"],
    "human": ["ratings.tsv"],
}
DOCUMENTS = [2, 3, 5, 9]


@pytest.fixture
def ask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., list[dict[str, object]]]:
    """Return a function that asks a command of so many documents, and returns the blocks of its answer."""
    monkeypatch.chdir(tmp_path)

    def asked(command: str, documents: int, *more: str) -> list[dict[str, object]]:
        _write(documents)
        main([command.split(maxsplit=1)[0], *ASKED[command], *more, "-q", "--format", "json"])
        return list(json.loads(capsys.readouterr().out)["blocks"])

    return asked


def _write(documents: int) -> None:
    """Write texts in which either system leaves out words all through some documents: neither is better."""
    chance = random.Random(documents)
    lines = [chance.choices(WORDS, k=12) for _ in range(documents * SIZE)]
    careless = [place % 2 for place in range(documents)]
    for number, name in enumerate(("a", "b", "a2", "b2", "a3", "b3")):
        texts = [
            line[: 7 if careless[row // SIZE] == number % 2 else 11 - number // 2]
            for row, line in enumerate(lines)
        ]
        _lines(f"{name}.txt", [" ".join(line) for line in texts])
    _lines("ref.txt", [" ".join(line) for line in lines])
    _lines("docs.txt", [f"d{row // SIZE}" for row in range(len(lines))])
    judged = [
        f"anna\t{system}\t{row}\td{row // SIZE}\t{(50 if careless[row // SIZE] == at else 80) + chance.random():.3f}"
        for row in range(len(lines))
        for at, system in enumerate("ab")
    ]
    _lines("ratings.tsv", ["rater\tsystem\tsegment\tdocument\tscore", *judged])


def _lines(name: str, lines: list[str]) -> None:
    Path(name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def _units(blocks: object) -> Iterator[str]:
    """Yield the unit of every table that names one."""
    for block in blocks if isinstance(blocks, list) else []:
        if block.get("block") == "table" and isinstance(block.get("unit"), str):
            yield block["unit"]


def test_every_command_with_a_unit_is_asked() -> None:
    drawing = {
        name
        for name, command in COMMANDS.items()
        if hasattr(command.load(), "Arguments")
        and any(each.name == "unit" for each in declared(command.load().Arguments))
    }
    assert {"compare", "gate", "power"} <= drawing
    # What draws annotators, items or units of other kinds declares another default.
    of_documents = {
        name
        for name in drawing
        for each in declared(COMMANDS[name].load().Arguments)
        if each.name == "unit" and each.default == "auto"
    }
    assert of_documents <= {name.split()[0] for name in ASKED}


@pytest.mark.parametrize("documents", DOCUMENTS)
@pytest.mark.parametrize("command", ASKED)
def test_few_documents_are_the_unit_wherever_they_are_known(
    ask: Callable[..., list[dict[str, object]]], command: str, documents: int
) -> None:
    blocks = ask(command, documents)
    units = set(_units(blocks))
    assert "segment" not in units
    assert "document" in units or "Unit of resampling: document" in json.dumps(blocks)


@pytest.mark.parametrize("documents", [2, 3, 5])
@pytest.mark.parametrize("command", ["compare", "report", "diagnose"])
def test_where_nothing_can_be_significant_the_first_screen_says_so(
    ask: Callable[..., list[dict[str, object]]], command: str, documents: int
) -> None:
    said = json.dumps(ask(command, documents))
    least = 2.0 ** (1 - documents)
    assert f"Nothing could be significant here: with {documents} documents" in said
    assert f"the smallest possible p-value is {least:.2g}" in said
    assert "--unit segment" in said
    assert "Nothing could be significant" not in json.dumps(ask(command, documents, "--unit", "segment"))


def test_grids_take_documents_by_direction(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    _write(6)
    for name in ("x-a", "x-b"):
        for folder, text in (("out/a", "a"), ("out/b", "b"), ("ref", "ref"), ("docs", "docs")):
            Path(folder).mkdir(parents=True, exist_ok=True)
            Path(folder, name).write_bytes(Path(f"{text}.txt").read_bytes())
    patterns = "out/{system}/{pair}", "ref/{pair}"
    known = assay.score_grid(*patterns, "wer", documents="docs/{pair}")
    unknown = assay.score_grid(*patterns, "wer")
    assert {pair.units for pair in known.grid.pairs} == {6}
    assert {pair.units for pair in unknown.grid.pairs} == {6 * SIZE}
    assert "Documents are not known" in str(unknown)
    assert "Documents are not known" not in str(known)
    # Documents of one name are the same in both directions, which are copies: their average is no surer than either.
    (one, _), (average,) = known.grid.pairs, known.grid.average_pairs
    assert np.isclose(average.error, one.error)
    assert np.isclose(average.p_value, one.p_value)
