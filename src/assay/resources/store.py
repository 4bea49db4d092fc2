"""The store: a folder a resource, each with a manifest that names its version and the size and checksum of its files.

It is in the user's data folder; the environment variable ASSAY_RESOURCES moves it, and so does `--resources` for one
command. Opening a resource compares the sizes of its files with the manifest; `assay resources check` the checksums.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Annotated

from assay.errors import DependencyError, ResourceMissingError
from assay.io import Within, parse_json, shaped
from assay.resources.catalogue import entry_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import numpy as np
    from numpy.typing import NDArray

VARIABLE = "ASSAY_RESOURCES"
MANIFEST = "manifest.json"
_store: ContextVar[str | None] = ContextVar("store", default=None)


@contextmanager
def store_at(folder: str | None) -> Iterator[None]:
    """Use another store meanwhile; None leaves it where it is."""
    token = _store.set(folder if folder is not None else _store.get())
    try:
        yield
    finally:
        _store.reset(token)


def store_folder() -> Path:
    """Return the folder of all resources, which need not exist yet."""
    chosen = _store.get() or os.environ.get(VARIABLE)
    return Path(chosen) if chosen else data_folder() / "assay" / "resources"


def data_folder() -> Path:
    """Return the folder where programs of this system keep data of the user."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")


@dataclass(frozen=True)
class Lookup:
    """Values by the hash of a phrase, in order of the hashes: those of keys[i] are values[offsets[i]:offsets[i + 1]].

    Hashes are the kernel's `text_hashes` of words with a blank between them. What the values are, the resource says.
    """

    keys: NDArray[np.uint64]
    offsets: NDArray[np.int64]
    values: NDArray[np.uint64]


@dataclass(frozen=True, eq=False)
class Resource:
    """A resource that is in the store; the same object as long as nothing is installed in its place."""

    name: str
    version: str
    folder: Path
    files: Mapping[str, Mapping[str, Any]]

    @property
    def identity(self) -> str:
        """Return the name that signatures call it by."""
        return f"{self.name}-{self.version}"

    def path(self, name: str) -> Path:
        """Return the path of one of its files."""
        if name not in self.files:
            raise DependencyError(f"resource {self.identity} has no file {name}; {self._again}")
        return self.folder / name

    def array(self, name: str, types: str = "f i u", dimensions: int = 1) -> NDArray[Any]:
        """Return one of its arrays, memory-mapped: nothing is read before it is used."""
        from assay.io.checked.arrays import ArrayError, read_array

        path = self.path(f"{name}.npy")
        try:
            return read_array(path, types, dimensions=dimensions, mapped=True)
        except ArrayError as error:
            raise self.damaged(path.name, str(error)) from None

    def lookup(self, name: str) -> Lookup:
        """Return one of its tables, memory-mapped; offsets are read, for they must lie within the values."""
        import numpy as np

        types = {"keys": "u8", "offsets": "i8", "values": "u8"}
        table = Lookup(*(self.array(f"{name}.{part}", kind) for part, kind in types.items()))
        ends = table.offsets
        if len(ends) != len(table.keys) + 1 or (ends[0], ends[-1]) != (0, len(table.values)):
            raise self.damaged(f"{name}.offsets.npy", "does not fit the keys and values")
        if (np.diff(ends) < 0).any():
            raise self.damaged(f"{name}.offsets.npy", "goes backwards")
        return table

    def lines(self, name: str) -> list[str]:
        """Return the lines of one of its text files."""
        try:
            return self.path(name).read_text(encoding="utf-8").splitlines()
        except ValueError:
            raise self.damaged(name, "is no text in UTF-8") from None

    @property
    def _again(self) -> str:
        return f'install it again: "{entry_of(self.name).command}"'

    def check_sizes(self) -> None:
        """Refuse a resource of which a file is gone or was cut short."""
        for name, told in self.files.items():
            path = f"{self.folder}/{name}"
            there = os.path.isfile(path)
            if not there or os.path.getsize(path) != told["bytes"]:
                raise self.damaged(name, "has another size" if there else "is gone")

    def damaged(self, name: str, state: str) -> DependencyError:
        """Return what is said of a file that is not what was installed."""
        return DependencyError(
            f"resource {self.identity} is damaged: {name} {state} in {self.folder}; {self._again}"
        )


@dataclass(frozen=True)
class Resources:
    """Means given to `Metric.prepare`: threads, and the store of word lists, tables and models."""

    threads: int = 0  # 0: all cores of this process
    store: str | None = None  # None: where `store_folder` says

    def get(self, name: str) -> Resource:
        """Open a resource; `meteor-en-1.2` means this version and no other."""
        with store_at(self.store):
            return open_resource(name)


def open_resource(name: str) -> Resource:
    """Open a resource of the store, by its name or by its identity."""
    resource = _find(name)
    if resource is None:
        raise ResourceMissingError(
            f'resource {name} is not in {store_folder()}; put it there: "{entry_of(name).command}"'
        )
    resource.check_sizes()
    return resource


def _find(name: str) -> Resource | None:
    """Return the resource of a name or identity; another version of it is not the one that was asked for."""
    for resource in list_installed():
        if name in (resource.name, resource.identity):
            return resource
        if name.startswith(f"{resource.name}-") and entry_of(resource.name).package:
            raise DependencyError(f"resource {name} was asked for, {resource.identity} is installed")
    return None


def list_installed() -> list[Resource]:
    """Return what is in the store, by name."""
    folder = store_folder()
    manifests = sorted(folder.glob(f"[!.]*/{MANIFEST}")) if folder.is_dir() else []
    return [_read(path, path.stat().st_mtime_ns) for path in manifests]


@dataclass(frozen=True)
class ListedFile:
    """What a manifest says of a file."""

    bytes: Annotated[int, Within(0)]
    sha256: Annotated[str, Within(64, 64)]


@dataclass(frozen=True)
class Manifest:
    """What the manifest of a resource has to say."""

    version: str
    files: Mapping[str, ListedFile]


@lru_cache(maxsize=64)
def _read(path: Path, _: int) -> Resource:
    try:
        told = parse_json(path.read_bytes())
        manifest = shaped(Manifest, told)
        return Resource(path.parent.name, manifest.version, path.parent, told["files"])
    except (OSError, ValueError) as error:
        again = entry_of(path.parent.name).command
        raise DependencyError(f'{path} cannot be read ({error}); install it again: "{again}"') from None


def is_installed(name: str) -> bool:
    """Say whether a resource is in the store."""
    return _find(name) is not None


def installed_identity(name: str) -> str:
    """Return a resource as signatures name it, with its version; only its name where it is not in the store.

    A name that has a version already is refused if another version is in the store.
    """
    resource = _find(name)
    return name if resource is None else resource.identity


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
