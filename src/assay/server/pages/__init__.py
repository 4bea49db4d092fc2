"""The pages: templates, style sheets and scripts, which are files of the package. Nothing is built, nothing fetched."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

HERE = Path(__file__).parent
STATIC = HERE / "static"


def render_page(name: str, **context: object) -> str:
    """Return a page as HTML; whatever is put into it is escaped."""
    return _environment().get_template(f"{name}.html").render(**context)


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(HERE / "templates"), autoescape=True, undefined=StrictUndefined
    )
