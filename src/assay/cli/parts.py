"""`--show PARTS`: which parts of a report are written; one option for all commands whose reports have parts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from assay.errors import OptionError

ALL, TABLE = "all", "table"
SUMMARISED = ("text", "markdown", "latex")  # formats for people, who want the whole only if they ask
TABULAR = ("csv",)  # formats for one table
A_SUMMARY = f"in {', '.join(SUMMARISED[:-1])} and {SUMMARISED[-1]} a summary, else {ALL}"
Part = TypeVar("Part", bound=str)


def words(parts: Sequence[str], default: str = ALL, *, table: bool = True) -> str:
    """Return what `--help` says of the option; a report with a main table shows that alone, if asked."""
    alone = f"; {TABLE} is one table alone, for a paper or a spreadsheet, and the default for csv"
    return (
        f"what to show, of {', '.join(parts)}, separated by commas, or {ALL}{alone if table else ''} "
        f"(default: {default})"
    )


def asks_table(text: str | None, form: str) -> bool:
    """Tell whether one table is wanted and nothing else: where it is named, or the format has room for no more."""
    return text == TABLE or (text is None and form in TABULAR)


def asks_summary(text: str | None, form: str) -> bool:
    """Tell whether the answer on one screen is wanted: where nothing is named, and people read it."""
    return text is None and form in SUMMARISED


def chosen(
    text: str | None, parts: Sequence[Part], default: Sequence[Part] | None = None, *, table: bool = True
) -> tuple[Part, ...]:
    """Return the parts that a command line names, in the order of the report; those of `default` if it names none."""
    if text is None or (text == TABLE and table):
        return tuple(parts if default is None else default)
    names = text.split(",")
    unknown = [name for name in names if name not in (*parts, ALL)]
    if TABLE in unknown and table:
        raise OptionError(f"--show {text}: {TABLE} is one table and nothing else; name it alone")
    if unknown:
        alone = f", {TABLE}" if table else ""
        raise OptionError(f"--show {unknown[0]}: a part is {', '.join(parts)}{alone}, or {ALL}")
    return tuple(part for part in parts if part in names or ALL in names)
