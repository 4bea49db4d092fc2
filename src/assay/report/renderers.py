"""The formats a report can be written in; a new one is a module with `render` and a line here."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from assay.report import json, latex, markdown, text, tsv
from assay.report.blocks import Block

RENDERERS: dict[str, Callable[[Sequence[Block]], str]] = {
    "text": text.render,
    "json": json.render,
    "tsv": tsv.render,
    "markdown": markdown.render,
    "latex": latex.render,
}
