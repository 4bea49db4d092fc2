"""Files of a few bytes that unpack to very much: refused with a message, whatever they are said to be."""

import gzip
import lzma
from collections.abc import Callable
from pathlib import Path

import pytest

from assay.cli.main import main
from assay.errors import InputError, OptionError
from assay.io import (
    contents,
    parse_size,
    read_glossary,
    read_judgements,
    read_labels,
    read_links,
    read_run,
    read_scores,
    read_table,
    read_texts,
    read_units,
    read_weights,
    size_limit,
)
from assay.io.knowledge import read_counts, read_pairs
from assay.io.opening import blocks, opened
from assay.io.raw_files import raw_lines, read_raw
from assay.io.texts.sgml import read_sgml
from assay.io.texts.wmt_xml import parse_xml

READERS: dict[str, tuple[Callable[[str], object], bytes]] = {
    "a.tsv": (read_table, b"reference\tsystem\n" + b"r\ts\n" * 100_000),
    "a.csv": (read_table, b"reference,system\n" + b"r,s\n" * 100_000),
    "a.jsonl": (read_table, b'{"reference": "r", "system": "s"}\n' * 100_000),
    "a.xml": (lambda path: parse_xml(path, contents(path)), b"<dataset>" + b" " * 1_000_000),
    "a.sgm": (lambda path: read_sgml([path], [path], None), b"<refset>" + b" " * 1_000_000),
    "a.xlf": (read_units, b'<xliff version="1.2">' + b" " * 1_000_000),
    "a.tmx": (read_units, b'<tmx version="1.4">' + b" " * 1_000_000),
    "a.po": (read_units, b'msgid ""\nmsgstr ""\n' + b"\n" * 1_000_000),
    "a.tbx": (read_glossary, b'<martif type="TBX">' + b" " * 1_000_000),
    "terms.tsv": (read_glossary, b"a\tb\n" * 100_000),
    "ratings.tsv": (read_judgements, b"system\trater\tsegment\tscore\n" + b"a\tb\t1\t2\n" * 100_000),
    "scores.tsv": (read_scores, b"system\tsegment\tm\n" + b"a\t1\t0.5\n" * 100_000),
    "run.json": (read_run, b'{"schema": "assay-run"' + b" " * 1_000_000 + b"}"),
    "weights.toml": (read_weights, b"major = 5\n" + b"\n" * 1_000_000),
    "labels.txt": (read_labels, b"a b\n" * 100_000),
    "links.txt": (read_links, b"0-0\n" * 100_000),
    "counts.txt": (read_counts, b"a\t1\n" * 100_000),
    "pairs.tsv": (read_pairs, b"a\tb\n" * 100_000),
    "lines.txt": (read_texts, b"a\n" * 200_000),
    "raw.txt": (read_raw, b"a\n" * 200_000),
}


@pytest.mark.parametrize("name", READERS)
def test_no_reader_unpacks_more_than_it_may(tmp_path: Path, name: str) -> None:
    read, body = READERS[name]
    path = tmp_path / f"{name}.gz"
    path.write_bytes(gzip.compress(body))
    with (
        size_limit("100K"),
        pytest.raises(InputError, match=rf"{name}\.gz: it is larger than 100K when unpacked"),
    ):
        read(str(path))


def test_a_line_of_a_training_text_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("assay.io.texts.lines.LONGEST_LINE", 1 << 20)
    path = tmp_path / "train.txt.gz"
    path.write_bytes(gzip.compress(b"a" * (1 << 23)))
    with pytest.raises(InputError, match="a line is longer than 1 MiB"):
        list(raw_lines(str(path)))


def test_the_limit_is_an_option(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.tsv"
    path.write_bytes(b"reference\tsystem\n" + b"r\ts\n" * 100)
    assert main(["score", str(path), "-m", "chrf", "--max-size", "1K", "--no-config"]) == 0
    assert main(["score", str(path), "-m", "chrf", "--max-size", "100", "--no-config"]) == 1
    assert "a.tsv: it is larger than 100 when unpacked" in capsys.readouterr().err
    assert main(["score", str(path), "--max-size", "many", "--no-config"]) == 2
    assert (
        '"many" is not a size; write a number of bytes, such as 500K, 256M or 2G' in capsys.readouterr().err
    )


def test_the_limit_ends_with_its_block(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"a\n" * 100)
    with size_limit("10"), pytest.raises(InputError):
        contents(str(tmp_path / "a.txt"))
    assert len(contents(str(tmp_path / "a.txt"))) == 200


@pytest.mark.parametrize(("text", "size"), [("0", 0), ("500K", 512000), ("2g", 2 << 30), (" 1MiB ", 1 << 20)])
def test_sizes(text: str, size: int) -> None:
    assert parse_size(text) == size


@pytest.mark.parametrize("text", ["", "M", "-1", "1.5G", "1e9", "9" * 30, "1P", "١"])
def test_what_is_no_size(text: str) -> None:
    with pytest.raises(OptionError, match="is not a size"):
        parse_size(text)


def test_no_memory_is_a_message(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def fail(*_: object) -> int:
        raise MemoryError

    monkeypatch.setattr("assay.cli.execution.run_command", fail)
    assert main(["score", "a.txt"]) == 1
    assert "error: there is not enough memory for these files" in capsys.readouterr().err


def test_a_dictionary_of_parquet_counts_as_what_it_stands_for(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    import pyarrow

    texts = pyarrow.array(["a" * 1000] * 20_000).dictionary_encode()
    parquet.write_table(pyarrow.table({"reference": texts, "system": texts}), tmp_path / "a.parquet")
    assert (tmp_path / "a.parquet").stat().st_size < 50_000
    with size_limit("10M"), pytest.raises(InputError, match=r"a\.parquet: it is larger than 10M"):
        read_table(str(tmp_path / "a.parquet"))


@pytest.mark.parametrize("ending", ["xz", "zst"])
def test_what_is_unpacked_comes_in_small_parts(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"a.txt.{ending}"
    path.write_bytes(_packed(ending, 1 << 28))
    with opened(str(path)) as stream:
        assert len(next(blocks(str(path), stream))) <= 1 << 27
    with size_limit("1M"), pytest.raises(InputError, match="it is larger than 1M when unpacked"):
        contents(str(path))


def _packed(ending: str, size: int) -> bytes:
    if ending == "xz":
        packer = lzma.LZMACompressor(preset=0)
    else:
        packer = pytest.importorskip("zstandard").ZstdCompressor().compressobj()
    return b"".join([*(packer.compress(bytes(1 << 20)) for _ in range(size >> 20)), packer.flush()])
