"""Whether a resource of the store is still what was installed: sizes and checksums of its files."""

from __future__ import annotations

import hashlib
from pathlib import Path

from assay.errors import DependencyError
from assay.resources.store import Resource


def check_resource(resource: Resource) -> str:
    """Return what is wrong with a resource, "" if nothing is."""
    try:
        resource.check_sizes()
    except DependencyError as error:
        return str(error)
    changed = [
        name for name, told in resource.files.items() if file_digest(resource.folder / name) != told["sha256"]
    ]
    return f"changed since it was installed: {', '.join(changed)}" if changed else ""


def file_digest(path: Path) -> str:
    """Return the SHA-256 checksum of a file."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
