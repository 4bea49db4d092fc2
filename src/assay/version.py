"""The version of this installation: in signatures' company, run files and pages, and where `assay --version` looks.

A module of its own, so that packages need not import `assay` itself, which stands above all of them.
"""

from __future__ import annotations

__all__ = ["installed_version"]

# As in pyproject.toml: a test compares them. Asking the installation takes longer than scoring a small set.
VERSION = "0.1.0"


def installed_version() -> str:
    """Return the version of this program."""
    return VERSION
