"""How a file of lines was laid out, and lines laid out like that again."""

from __future__ import annotations

from collections.abc import Iterable

from assay.data import Layout


def layout_of(text: str, columns: Iterable[str] = ()) -> Layout:
    """Return the layout of a text; the first line tells how lines end."""
    first, feed, _ = text.partition("\n")
    return Layout(tuple(columns), "\r\n" if feed and first.endswith("\r") else "\n", text.endswith("\n"))


def laid_out(lines: Iterable[str], layout: Layout | None) -> str:
    """Join lines as the layout says; without one, every line ends with a line feed."""
    given = layout or Layout()
    text = "".join(f"{line}{given.line_end}" for line in lines)
    return text if given.ends else text.removesuffix(given.line_end)
