"""What many questions say alike: `--show PARTS`, which parts of a report are wanted, and what is missing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from assay.errors import OptionError
from assay.options import option

NO_OUTPUTS = "no system output given; name one file or more, or one that holds a whole set"
ALL, TABLE = "all", "table"
# Formats for people, who want the whole only if they ask.
SUMMARISED = ("text", "markdown", "latex")
# Formats for one table.
TABULAR = ("csv",)
A_SUMMARY = f"in {', '.join(SUMMARISED[:-1])} and {SUMMARISED[-1]} a summary, else {ALL}"
Part = TypeVar("Part", bound=str)


def show_option(parts: Sequence[str], *, table: bool = True) -> Any:
    """Declare which parts of a report to show; one with a main table shows that alone, if asked."""
    alone = f"; {TABLE} is one table alone, for a paper or a spreadsheet, and the default for csv"
    words = (
        f"what to show, of {', '.join(parts)}, separated by commas, or {ALL}{alone if table else ''} "
        f"(default: {A_SUMMARY})"
    )
    return option(None, words, metavar="PARTS", found=True)


def chosen_parts(text: str | None, parts: Sequence[Part], *, table: bool = True) -> tuple[Part, ...]:
    """Return the parts that are named, in the order of the report; all if none are."""
    if text is None or (text == TABLE and table):
        return tuple(parts)
    names = text.split(",")
    unknown = [name for name in names if name not in (*parts, ALL)]
    if TABLE in unknown and table:
        raise OptionError(f"--show {text}: {TABLE} is one table and nothing else; name it alone")
    if unknown:
        alone = f", {TABLE}" if table else ""
        raise OptionError(f"--show {unknown[0]}: a part is {', '.join(parts)}{alone}, or {ALL}")
    return tuple(part for part in parts if part in names or ALL in names)
