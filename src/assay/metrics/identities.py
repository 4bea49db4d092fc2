"""Files and folders that decide a figure, as signatures name them: the path, # and the first digits of a checksum."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from assay.errors import DependencyError
from assay.io import fingerprint

_WITH_DIGEST = re.compile(r"(.+)#([0-9a-f]{12})")


def plain_path(name: str) -> str:
    """Return the path without its checksum."""
    match = _WITH_DIGEST.fullmatch(name)
    return match[1] if match else name


def with_digest(name: str, digest: str) -> str:
    """Return the path with its checksum; another one than that in the name is refused."""
    match = _WITH_DIGEST.fullmatch(name)
    if match and match[2] != digest:
        raise DependencyError(f"{match[1]} is not what was asked for: its checksum is not {match[2]}")
    return f"{plain_path(name)}#{digest}"


def file_identity(name: str) -> str:
    """Return the path of a file with its checksum."""
    path = plain_path(name)
    try:
        return with_digest(name, _digest(path, Path(path).stat().st_mtime_ns))
    except OSError as error:
        raise DependencyError(f"{path}: {error.strerror}; check the path") from error


@lru_cache(maxsize=16)
def _digest(path: str, _: int) -> str:
    return fingerprint(path).sha256[:12]
