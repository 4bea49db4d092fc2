"""What `assay score --format tsv` and `--format json` write, read back with directions and signatures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from assay.data import Scores
from assay.errors import InputError, counted
from assay.io.checked.json_values import parse_json
from assay.io.opening import Named, contents, label
from assay.io.scores.wide import from_table, score_table
from assay.io.tables.head import Head
from assay.io.tables.table import Table
from assay.io.texts.lines import decoded, text_lines

# Our metrics that count errors; a table of TAB-separated values does not say so itself.
LOWER_IS_BETTER = frozenset(
    {"cder", "cer", "character", "eed", "hter", "lm", "mer", "per", "ter", "wer", "wil", "wmd"}
)


def recognises_tsv(head: Head) -> bool:
    """Tell from the first line of a file whether it is our TSV."""
    return head.first.startswith("# level:")


def recognises_json(head: Head) -> bool:
    """Tell from the first line of a file whether it is our JSON."""
    return head.first.startswith('{"schema":')


def read_tsv(path: Named) -> list[Scores]:
    """Read our TSV; lines that begin with "# " name the signatures of the metrics."""
    lines = text_lines(decoded(path, contents(path)))
    notes = [line for line in lines if line.startswith("# ")]
    signatures = {name: text for name, _, text in (note[2:].partition(": ") for note in notes) if "|" in text}
    header, *body = [line.split("\t") for line in lines[len(notes) :]] or [[]]
    for line, cells in enumerate(body, start=len(notes) + 2):
        if len(cells) != len(header):
            raise InputError(
                f"{label(path)}, line {line}: {counted(len(cells), 'cell')}, the header has {len(header)}"
            )
    columns = {name: [cells[at] for cells in body] for at, name in enumerate(header)}
    start = len(notes) + 2
    table = score_table(path, _by_unit(columns), range(start, start + len(body)))
    lower = {name for name, text in signatures.items() if _counts_errors(text)}
    return _directed(table, signatures, lower)


def _counts_errors(signature: str) -> bool:
    """Tell whether less is better; of a language model's logarithms more is."""
    return signature.partition("|")[0] in LOWER_IS_BETTER and "|measure:logprob|" not in signature


def read_json(path: Named) -> list[Scores]:
    """Read our JSON."""
    described, rows = _block(path)
    columns = {name: ["" if row.get(name) is None else str(row[name]) for row in rows] for name in described}
    table = score_table(path, _by_unit(columns), range(1, len(rows) + 1))
    signatures = {name: column["signature"] for name, column in described.items() if "signature" in column}
    lower = {name for name, column in described.items() if column.get("better") == "lower"}
    return _directed(table, signatures, lower)


def _block(path: Named) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the columns of the table by their names, and its rows."""
    try:
        blocks = parse_json(decoded(path, contents(path)))["blocks"]
        block = next(block for block in blocks if block.get("name") == "scores" and "rows" in block)
        described = {str(column["name"]): dict(column) for column in block["columns"]}
        return described, [dict(row) for row in block["rows"]]
    except (ValueError, KeyError, TypeError, AttributeError, StopIteration):
        raise InputError(
            f'{label(path)}: no table of scores in it; write it with "assay score --format json"'
        ) from None


def _by_unit(columns: dict[str, list[str]]) -> dict[str, list[str]]:
    """Let documents or blocks be the units where there are no segments."""
    unit = next((name for name in ("document", "block") if name in columns), "")
    if "segment" in columns or not unit:
        return columns
    return {"segment" if name == unit else name: cells for name, cells in columns.items()}


def _directed(table: Table, signatures: Mapping[str, str], lower: set[str]) -> list[Scores]:
    return [
        replace(scores, higher_is_better=scores.name not in lower, notes=(signatures[scores.name],))
        for scores in from_table(table, list(signatures))
    ]
