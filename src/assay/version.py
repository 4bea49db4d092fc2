"""The version of this installation: in signatures' company, run files and pages, and where `assay --version` looks.

A module of its own, so that packages need not import `assay` itself, which stands above all of them.
"""

from __future__ import annotations

from functools import cache

__all__ = ["installed_version"]


@cache
def installed_version() -> str:
    """Return the version of the installed distribution."""
    from importlib.metadata import version  # slow to import, and most calls never ask

    return version("mt-assay")
