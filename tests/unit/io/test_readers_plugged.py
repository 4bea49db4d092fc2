"""Readers of other packages: found by entry points, read by every command, held to laws."""

from __future__ import annotations

import gzip
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from assay.cli.main import main
from assay.errors import DependencyError, InputError
from assay.io import FileOptions, check_reader, open_set
from assay.io import readers as plugged
from assay.io.readers import open_reader

READERS = """
from assay.data import EvalSet
from assay.errors import InputError


class Bars:
    name = "bars"
    endings = (".bars",)
    example = b"ja|yes|yes\\nnein|no|not\\n"

    def read(self, path, content):
        rows = [line.split("|") for line in content.decode("utf-8", "replace").splitlines()]
        if not rows or any(len(row) != 3 for row in rows):
            raise InputError(f"{path}: every line must have three parts")
        source, reference, output = map(list, zip(*rows))
        return EvalSet(path, ("", ""), source, {"reference": reference}, None), {"bars": output}


class Careless(Bars):
    name = "careless"
    endings = (".careless", ".txt")

    def read(self, path, content):
        rows = [line.split("|") for line in content.decode("utf-8").splitlines()]
        return EvalSet(path, ("", ""), None, {"r": [row[1] for row in rows]}, None), {"x": [row[2] for row in rows]}


class Short(Bars):
    name = "short"
    endings = (".short",)

    def read(self, path, content):
        evalset, outputs = super().read(path, content)
        return evalset, {"short": outputs["bars"][1:]}


class Nameless(Bars):
    name = "other"
"""
Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Install a distribution as an installer would leave it, and read files beside it."""

    def put(package: str, *names: str) -> None:
        info = tmp_path / f"{package}-2.1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 2.1\n")
        lines = [f"{name} = plugged_bars:{name.capitalize()}" for name in names]
        (info / "entry_points.txt").write_text("\n".join(["[assay.readers]", *lines, ""]))
        (tmp_path / "plugged_bars.py").write_text(READERS.replace("\\\\", "\\"))

    _forget()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    yield put
    monkeypatch.undo()
    sys.modules.pop("plugged_bars", None)
    _forget()


def _forget() -> None:
    plugged.reader_offers.cache_clear()
    plugged.open_reader.cache_clear()


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_file_of_another_format_is_scored(
    install: Install, capsys: pytest.CaptureFixture[str], pack: Callable[[bytes], bytes]
) -> None:
    install("their-readers", "bars")
    name = "set.bars" if pack is bytes else "set.bars.gz"
    Path(name).write_bytes(pack(b"ja|yes|yes\nnein|no|not\n"))
    assert main(["score", name, "-m", "exact", "--format", "csv"]) == 0
    assert capsys.readouterr().out == "system,exact\nbars,50.0\n"
    Path("broken.bars").write_bytes(b"ja|yes\n")
    assert main(["score", "broken.bars"]) == 1
    assert "every line must have three parts" in capsys.readouterr().err


def test_what_a_reader_does_wrong_is_said_with_its_name(install: Install) -> None:
    install("their-readers", "careless", "short")
    Path("set.careless").write_bytes(b"ja|yes\n")
    with pytest.raises(InputError, match=r"set\.careless: the reader careless failed \(IndexError"):
        list(open_set(FileOptions(("set.careless",))))
    Path("set.short").write_bytes(b"ja|yes|yes\n")
    with pytest.raises(InputError, match="returned 0 outputs of short for 1 segment"):
        list(open_set(FileOptions(("set.short",))))


def test_laws_are_told_by_the_command(install: Install, capsys: pytest.CaptureFixture[str]) -> None:
    install("their-readers", "bars", "careless")
    assert main(["plugins", "test", "bars"]) == 0
    assert "bars keeps all 6 laws." in capsys.readouterr().out
    assert main(["plugins", "test", "careless"]) == 1
    told = capsys.readouterr().out
    assert "careless breaks 3 of 6 laws." in told
    assert ".txt is read by Assay itself" in told
    assert main(["plugins"]) == 0
    assert "their-readers-2.1" in capsys.readouterr().out


def test_readers_that_cannot_be_told_apart_are_refused(install: Install) -> None:
    install("their-readers", "bars")
    install("our-readers", "bars")
    with pytest.raises(DependencyError, match="offered by 2 packages"):
        open_reader("bars")
    with pytest.raises(DependencyError, match="no package offers"):
        open_reader("nosuch")


def test_a_reader_must_be_called_as_it_is_offered(install: Install) -> None:
    install("their-readers", "nameless")
    with pytest.raises(DependencyError, match="must have the name nameless"):
        open_reader("nameless")


def test_a_reader_without_an_example_keeps_no_law(install: Install) -> None:
    install("their-readers", "bars")
    reader = open_reader("bars")
    reader.__class__.example = b""
    verdicts = check_reader(reader)
    assert verdicts["it has an example, and reads it"] == "example is not the bytes of a file"
