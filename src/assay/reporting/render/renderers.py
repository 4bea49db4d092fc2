"""The formats of a report; a new one is a module of this package with `render_NAME`, and its name here."""

from __future__ import annotations

from importlib import import_module
from typing import Literal, get_args

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from assay.reporting.blocks import Block

    Renderer = Callable[[Sequence[Block]], str]

Form = Literal["text", "json", "tsv", "markdown", "latex", "html"]
FORMATS = get_args(Form)


def renderer(form: str) -> Renderer:
    """Return the function that writes blocks in a format; its module is imported now, not before."""
    render: Renderer = getattr(import_module(f"assay.reporting.render.{form}"), f"render_{form}")
    return render
