"""The version of this program: in signatures' company, run files and pages, and where `assay --version` looks.

It is written here and nowhere else: the build reads it off this file. A module of its own, so that packages need not
import `assay` itself, which stands above all of them.
"""

from __future__ import annotations

__all__ = ["__version__", "installed_version"]

__version__ = "0.2.0"


def installed_version() -> str:
    """Return the version of this program."""
    return __version__
