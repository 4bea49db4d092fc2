"""Scores of segments are those of the whole shard, in however many batches it is read; other columns stay."""

import json
from pathlib import Path

import pyarrow
import pyarrow.parquet
import pytest

from assay import score
from assay.engine.mapping import MapTask
from assay.engine.segments import write_segments
from assay.errors import AssayWarning, InputError
from assay.io.texts import batches

HYPOTHESES = [
    "the red house",
    "a tree",
    "",
    "the ship sails \u201cnow\u201d",
    "the tree and the house",
    "no",
    "a red tree",
]
REFERENCES = ["the red house", "the tree", "a sea", "the ship sails now", "", "no", "the red tree falls"]
METRICS = ("chrf", "nist")


@pytest.fixture(autouse=True)
def few_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "FEW", 3)


def rows() -> list[dict[str, object]]:
    pairs = zip(REFERENCES, HYPOTHESES, strict=True)
    return [{"reference": ref, "system:a": hyp, "note": f"n{at} "} for at, (ref, hyp) in enumerate(pairs)]


def write_tsv(path: Path, lines_end: str = "\n") -> None:
    lines = ["\t".join(rows()[0]), *("\t".join(map(str, row.values())) for row in rows())]
    path.write_bytes(lines_end.join(lines).encode())


def write_jsonl(path: Path) -> None:
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows()), encoding="utf-8")


def write_parquet(path: Path) -> None:
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows()), path)


def scored(path: Path, *metrics: str) -> Path:
    task = MapTask(
        "s", {"": str(path)}, (), None, None, (), None, metrics, str(path.parent / "out"), threads=1
    )
    (path.parent / "out").mkdir()
    assert write_segments(task).segments == len(HYPOTHESES)
    return path.parent / "out" / f"s{path.suffix}"


def expected(metric: str) -> list[float]:
    return list(map(float, score(HYPOTHESES, REFERENCES, metric).segments))


def test_tsv(tmp_path: Path) -> None:
    write_tsv(tmp_path / "s.tsv", "\r\n")
    header, *lines = scored(tmp_path / "s.tsv", *METRICS).read_text(encoding="utf-8").split("\n")[:-1]
    assert header == "reference\tsystem:a\tnote\tchrf\tnist"
    wanted = zip(rows(), *map(expected, METRICS), strict=True)
    assert lines == ["\t".join([*map(str, row.values()), *map(repr, scores)]) for row, *scores in wanted]


def test_jsonl(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "s.jsonl")
    lines = scored(tmp_path / "s.jsonl", *METRICS).read_text(encoding="utf-8").splitlines()
    wanted = zip(rows(), *map(expected, METRICS), strict=True)
    assert [json.loads(line) for line in lines] == [
        row | dict(zip(METRICS, scores, strict=True)) for row, *scores in wanted
    ]


def test_parquet(tmp_path: Path) -> None:
    write_parquet(tmp_path / "s.parquet")
    table = pyarrow.parquet.read_table(scored(tmp_path / "s.parquet", *METRICS))
    assert table.drop_columns(list(METRICS)).to_pylist() == rows()
    assert [table[metric].to_pylist() for metric in METRICS] == list(map(expected, METRICS))


def test_lines_that_look_quoted_are_counted_over_all_batches(tmp_path: Path) -> None:
    lines = ['"a ""b"" c"\ta' if at in (2, 5) else "a\ta" for at in range(7)]
    (tmp_path / "s.tsv").write_text("\n".join(["reference\tsystem:a", *lines]), encoding="utf-8")
    with pytest.warns(AssayWarning, match=r"2 of 8 lines look quoted as in CSV \(first: line 4\)"):
        scored(tmp_path / "s.tsv", "chrf")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('"reference"\t"system:a"\n"a"\t"b\nc"\n', "cells in quotes"),
        ("reference\tsystem:a\n", "a header but no rows"),
        ("reference\tsystem:a\n" + "a\tb\n" * 4 + "a\n", "line 6: 1 field, the header has 2"),
        ("reference\tsystem:a\n" + "a\tb\n" * 4 + "a\tb\\xff\n", "line 6, byte 4: 0xFF is not UTF-8"),
        ("", "empty"),
    ],
)
@pytest.mark.filterwarnings("ignore::assay.errors.AssayWarning")
def test_tables_that_are_refused(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "s.tsv").write_bytes(text.replace("\\xff", "\xff").encode("latin-1"))
    with pytest.raises(InputError, match=message):
        scored(tmp_path / "s.tsv", "chrf")


def test_a_parquet_file_without_rows_is_refused(tmp_path: Path) -> None:
    empty = pyarrow.Table.from_pylist(rows()).slice(0, 0)
    pyarrow.parquet.write_table(empty, tmp_path / "s.parquet")
    with pytest.raises(InputError, match="no rows"):
        scored(tmp_path / "s.parquet", "chrf")
