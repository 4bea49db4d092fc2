"""The formats of a report.

A new one is a module of this package, `render/docbook.py` with `render_docbook(blocks) -> str`, and its line in
`FORMATS`: the command line, the endings of `-o FILE` and the law tests, which ask every format for every block, follow.
A new kind of figure is a function `draw_KIND` in `render/drawings`, and its lines in `DRAWINGS` of `render/charts.py`
and in `FIGURES` of `blocks`.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from assay.reporting.blocks import Block

FORMATS: Mapping[str, tuple[str, ...]] = {  # and the endings of files that are written so
    "text": (),
    "json": (".json",),
    "tsv": (".tsv",),
    "csv": (".csv",),
    "markdown": (".md",),
    "latex": (".tex",),
    "html": (".html", ".htm"),
}
FOR_PROGRAMS = ("json", "tsv", "csv")  # they keep every digit, and names as they were given
ENDINGS = {ending: form for form, endings in FORMATS.items() for ending in endings}


def render_as(blocks: Sequence[Block], form: str) -> str:
    """Write blocks in a format; its module is imported now, not before."""
    written: str = getattr(import_module(f"assay.reporting.render.{form}"), f"render_{form}")(blocks)
    return written
