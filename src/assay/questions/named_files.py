"""Files that the arguments of a call name, in place of texts."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

from assay.io import texts_of
from assay.io.sides.beside import values_of

FILE_NAME = re.compile(r"\S*(/\S*|\.\w{1,8})")


def read_column(value: object, role: str = "system") -> object:
    """Read the lines of a file where a path is given among lists."""
    paths = paths_of(value)
    if paths is None or isinstance(value, Mapping):
        return value
    columns = [texts_of(path, role) for path in paths]
    return columns if isinstance(value, list | tuple) else columns[0]


def read_names(value: object) -> object:
    """Read the names of documents where a file of them is given."""
    path = path_of(value)
    return values_of(path, "document") if path else value


def paths_of(value: object) -> tuple[str, ...] | None:
    """Return the files that a value names as the command line would, None where it holds texts."""
    if isinstance(value, Mapping):
        paths = [path_of(path) for path in value.values()]
        return (
            tuple(f"{name}={path}" for name, path in zip(value, paths, strict=True)) if all(paths) else None
        )
    if isinstance(value, list | tuple):
        named = value and all(isinstance(path, os.PathLike) for path in value)
        return tuple(map(os.fspath, value)) if named else None
    path = path_of(value)
    return (path,) if path else None


def path_of(value: object) -> str | None:
    """Return the path that a value is, "" for no value, None for what is no path; a string must look like one."""
    if value is None:
        return ""
    if isinstance(value, os.PathLike):
        return str(os.fspath(value))
    if isinstance(value, str) and (os.path.exists(value) or FILE_NAME.fullmatch(value)):
        return value
    return None
