"""What PyInstaller must know to freeze a program that uses Assay: the entry point `hook_folders` names their folder.

Modules are imported by name when they are first used, which nobody sees who reads the imports; `hook-assay.py` names
them.
"""

from __future__ import annotations

from pathlib import Path

__all__ = ["hook_folders"]


def hook_folders() -> list[str]:
    """Return the folders in which PyInstaller looks for hooks."""
    return [str(Path(__file__).parent)]
