"""Tables in TOML: files of users, with errors that name the file and show what such a file looks like, and our own."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from assay.errors import InputError
from assay.io.opening import contents, label, shown


def read_toml(path: str | Path, example: str) -> dict[str, Any]:
    """Read a file of the user's; what is not TOML is an error that ends with the example."""
    return _parsed(path, contents(str(path)), example)


def packaged_toml(path: Path) -> dict[str, Any]:
    """Read a file that is part of this program: no input of the user's, so that no run file names it."""
    return _parsed(path, path.read_bytes(), "install the program again")


def _parsed(path: str | Path, data: bytes, example: str) -> dict[str, Any]:
    try:
        return tomllib.loads(data.decode("utf-8"))
    except RecursionError:
        raise InputError(f"{label(str(path))} is nested too deeply; {example}") from None
    except ValueError as error:  # TOML that is none, bytes that are no UTF-8, a number of thousands of digits
        raise InputError(f"{label(str(path))} is not TOML: {shown(str(error))}; {example}") from None
