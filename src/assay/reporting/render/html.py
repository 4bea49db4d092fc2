"""Blocks as one HTML file that needs nothing else: style, script and pictures inside, nothing fetched."""

from __future__ import annotations

from collections.abc import Sequence

from assay.reporting.blocks import Block
from assay.reporting.page.shell import shell
from assay.reporting.render.html_blocks import asset, fragments, legend, style_sheet


def render_html(blocks: Sequence[Block]) -> str:
    """Write a whole page; its title is the first heading."""
    return shell(blocks)


def report_style() -> str:
    """Return the style sheet of report pages, for a page that links it as a file."""
    return style_sheet() + asset("page/page.css")


def render_blocks(blocks: Sequence[Block]) -> str:
    """Write blocks for a page that has the style sheet of reports already."""
    return f"{legend(blocks)}\n{fragments(blocks)}"


def render_fragment(blocks: Sequence[Block]) -> str:
    """Write blocks for a page of somebody else, such as a notebook: the style holds for nothing but them."""
    style = style_sheet().replace(":root", ":scope").replace("\nbody {", "\n:scope {")
    return f'<div class="assay"><style>@scope (.assay) {{{style}}}</style>\n{render_blocks(blocks)}\n</div>'
