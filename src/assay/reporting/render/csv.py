"""Tables as comma-separated values for spreadsheets and data frames (RFC 4180): every digit, the first line the names.

A report with one table is a file that any program opens as it is. Where there are several, an empty line parts them.
What is no table is left out, for the format has no place for it: `tsv` and `json` lose nothing. Columns are as in
`tsv`: an estimate is NAME, NAME.low, NAME.high and NAME.mark.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from assay.reporting.blocks import Alignment, Block, Examples, Figure, Table
from assay.reporting.render.tsv import columns_of, examples_table, rows_of


def render_csv(blocks: Sequence[Block]) -> str:
    """Write all tables, one below the other."""
    return "\n".join(_table(table) for table in map(_table_of, blocks) if table is not None)


def _table_of(block: Block) -> Table | None:
    match block:
        case Table():
            return block
        case Figure():
            return block.data
        case Alignment():
            return block.table()
        case Examples():
            return examples_table(block)
        case _:
            return None


def _table(table: Table) -> str:
    written = io.StringIO()
    lines = csv.writer(written, lineterminator="\n")
    lines.writerow(columns_of(table))
    lines.writerows(
        ["" if value is None else value if isinstance(value, str) else repr(value) for value in row]
        for row in rows_of(table)
    )
    return written.getvalue()
