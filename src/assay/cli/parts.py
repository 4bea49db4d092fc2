"""`--show PARTS`: which parts of a report are written; one option for all commands whose reports have parts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from assay.errors import OptionError

ALL = "all"
SUMMARISED = ("text", "markdown", "latex")  # formats for people, who want the whole only if they ask
A_SUMMARY = f"in {', '.join(SUMMARISED[:-1])} and {SUMMARISED[-1]} a summary, else all"
Part = TypeVar("Part", bound=str)


def words(parts: Sequence[str], default: str = ALL) -> str:
    """Return what `--help` says of the option."""
    return f"what to show, of {', '.join(parts)}, separated by commas, or {ALL} (default: {default})"


def chosen(
    text: str | None, parts: Sequence[Part], default: Sequence[Part] | None = None
) -> tuple[Part, ...]:
    """Return the parts that a command line names, in the order of the report; those of `default` if it names none."""
    if text is None:
        return tuple(parts if default is None else default)
    names = text.split(",")
    unknown = [name for name in names if name not in (*parts, ALL)]
    if unknown:
        raise OptionError(f"--show {unknown[0]}: a part is {', '.join(parts)}, or {ALL}")
    return tuple(part for part in parts if part in names or ALL in names)
