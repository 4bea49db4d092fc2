"""Links that are shown, to be passed on: they begin with what `--url` says, never with what a request says."""

from __future__ import annotations

from fastapi import Request


def link_to(request: Request, path: str) -> str:
    """Return the link to a page; a path alone where no `--url` was given, which a browser adds to where it is."""
    url: str = request.app.state.url
    return f"{url}{path}"
