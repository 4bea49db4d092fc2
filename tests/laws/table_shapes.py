"""One table in every shape that people keep tables in, as bytes and as frames."""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import openpyxl
import pandas
import polars
import pyarrow
import pyarrow.parquet

from support.hugging_face import Dataset
from support.open_documents import open_document

Rows = Sequence[Sequence[object]]


def text(rows: Rows, separator: str = ",", end: str = "\n") -> str:
    out = io.StringIO()
    csv.writer(out, delimiter=separator, lineterminator=end).writerows(rows)
    return out.getvalue()


def tabs(rows: Rows) -> str:
    return "".join("\t".join(map(str, row)) + "\n" for row in rows)


def comma(rows: Rows) -> Rows:
    """Return rows whose numbers have a decimal comma, as spreadsheets write them between semicolons."""
    return [
        [str(cell).replace(".", ",") if isinstance(cell, float) else cell for cell in row] for row in rows
    ]


def capital(rows: Rows) -> Rows:
    return [[str(name)[:1].upper() + str(name)[1:] for name in rows[0]], *rows[1:]]


def renamed(rows: Rows) -> Rows:
    return [["seg_id" if name == "segment" else name for name in rows[0]], *rows[1:]]


def objects(rows: Rows) -> list[dict[str, object]]:
    return [dict(zip(map(str, rows[0]), row, strict=True)) for row in rows[1:]]


def workbook(rows: Rows) -> bytes:
    book, out = openpyxl.Workbook(), io.BytesIO()
    assert book.active is not None
    for row in rows:
        book.active.append(list(row))
    book.save(out)
    return out.getvalue()


def parquet(rows: Rows) -> bytes:
    out = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(objects(rows)), out)
    return out.getvalue()


def json_lines(rows: Rows) -> bytes:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in objects(rows)).encode()


SHAPES: Mapping[str, tuple[str, Callable[[Rows], bytes]]] = {
    "csv": (".csv", lambda rows: text(rows).encode()),
    "tsv": (".tsv", lambda rows: tabs(rows).encode()),
    "semicolons": (".csv", lambda rows: text(comma(rows), ";").encode()),
    "byte-order mark": (".csv", lambda rows: b"\xef\xbb\xbf" + text(rows).encode()),
    "UTF-16": (".txt", lambda rows: tabs(rows).encode("utf-16")),
    "sep=;": (".csv", lambda rows: ("sep=;\n" + text(comma(rows), ";")).encode()),
    "title row": (".csv", lambda rows: ("What we measured in June\n\n" + text(rows)).encode()),
    "Latin-1": (".csv", lambda rows: text(rows).encode("latin-1")),
    "capital heads": (".csv", lambda rows: text(capital(rows)).encode()),
    "seg_id": (".csv", lambda rows: text(renamed(rows)).encode()),
    "jsonl": (".jsonl", json_lines),
    "xlsx": (".xlsx", workbook),
    "ods": (".ods", open_document),
    "parquet": (".parquet", parquet),
    "gz": (".csv.gz", lambda rows: gzip.compress(text(rows).encode())),
    "line ends of Windows": (".csv", lambda rows: text(rows, end="\r\n").encode()),
}
FRAMES: Mapping[str, Callable[[Rows], Any]] = {
    "pandas": lambda rows: pandas.DataFrame(objects(rows)),
    "polars": lambda rows: polars.DataFrame(objects(rows)),
    "pyarrow": lambda rows: pyarrow.Table.from_pylist(objects(rows)),
    "dataset": lambda rows: Dataset({name: list(column) for name, *column in zip(*rows, strict=True)}),
}
