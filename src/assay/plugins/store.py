"""The plug-ins that a user has added: one file each, in the user's data folder or where ASSAY_PLUGINS says.

A file holds how the plug-in is started, what it declared when it was added, and the checksum of its model. Scores are
computed only as long as all of this still holds: nothing drifts unseen.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from assay.errors import AssayError, DependencyError, InputError, OptionError
from assay.io import ShapeError, parse_json, shaped
from assay.plugins.declaration import Declaration, read_declaration
from assay.plugins.judge.call import JudgeCall
from assay.plugins.programs import ProgramCall
from assay.resources import data_folder
from assay.resources.store import file_digest

VARIABLE = "ASSAY_PLUGINS"
_NAME = re.compile(r"[a-z][a-z0-9+._-]{0,63}")


@dataclass(frozen=True)
class Plugin:
    """A plug-in that was added; `files` are names, sizes and times of its model, which a quick look can compare."""

    name: str
    call: ProgramCall | JudgeCall
    declaration: Declaration
    # As signatures name it: a folder's name and checksum, or the name that an endpoint knows
    model: str
    program: str  # as signatures name it, with the versions of its packages
    files: tuple[tuple[str, int, int], ...] = ()

    @property
    def settings(self) -> str:
        """What it was told, as signatures write it."""
        return self.call.settings() or "none"

    @property
    def identity(self) -> str:
        """All that decides its answers, besides the texts."""
        return f"{self.model} {self.program} {self.settings}"

    def check_model(self) -> None:
        """Refuse a model whose files are not those whose checksum was taken."""
        model = self.call.model if isinstance(self.call, ProgramCall) else None
        if model and model_files(model) != self.files and model_identity(model) != self.model:
            raise DependencyError(
                f"plug-in {self.name}: the files of {model} have changed since it was added; "
                f'add it again, so that signatures tell the models apart: "assay plugins add {self.name} …"'
            )


@dataclass(frozen=True)
class PluginFile:
    """What the file of a plug-in holds: one of the two ways to ask it, and what was known when it was added."""

    declaration: Mapping[str, Any]
    model: str
    program: str
    files: tuple[tuple[str, int, int], ...]
    judge: JudgeCall | None = None
    program_call: ProgramCall | None = None


def plugins_folder() -> Path:
    """Return the folder of all plug-ins, which need not exist yet."""
    chosen = os.environ.get(VARIABLE)
    return Path(chosen) if chosen else data_folder() / "assay" / "plugins"


def check_name(name: str) -> None:
    """Refuse a name that cannot stand in a specification."""
    if not _NAME.fullmatch(name):
        raise OptionError(f"{name!r} cannot be the name of a plug-in: use small letters, digits and - . _ +")


def plugin_names() -> list[str]:
    """Return the names of all plug-ins."""
    folder = plugins_folder()
    return sorted(path.stem for path in folder.glob("*.json")) if folder.is_dir() else []


def has_plugin(name: str) -> bool:
    """Say whether there is a plug-in of this name."""
    return bool(_NAME.fullmatch(name)) and _place(name).is_file()


def open_plugin(name: str) -> Plugin:
    """Read a plug-in; one that is not there is refused with those that are."""
    if not has_plugin(name):
        names = plugin_names()
        there = f"there are {', '.join(names)}" if names else "there are none"
        raise OptionError(
            f'there is no plug-in {name!r} in {plugins_folder()}; {there}; "assay plugins add" adds one'
        )
    path = _place(name)
    return _read(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=64)
def _read(path: Path, _: int) -> Plugin:
    try:
        held = shaped(PluginFile, parse_json(path.read_bytes()))
        call = held.judge or held.program_call
        if call is None:
            raise ShapeError("program_call is missing")
        declaration = read_declaration(held.declaration, f"plug-in {path.stem}")
    except (OSError, ValueError, AssayError) as error:
        raise DependencyError(
            f'{path} cannot be read ({error}); add the plug-in again: "assay plugins add {path.stem} …"'
        ) from None
    return Plugin(path.stem, call, declaration, held.model, held.program, held.files)


def write_plugin(plugin: Plugin) -> Path:
    """Put a plug-in into the folder, in place of one of the same name."""
    kind = "judge" if isinstance(plugin.call, JudgeCall) else "program_call"
    told = {
        kind: asdict(plugin.call),
        "declaration": plugin.declaration.plain(),
        "model": plugin.model,
        "program": plugin.program,
        "files": plugin.files,
    }
    path = _place(plugin.name)
    draft = path.with_suffix(f".{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_text(json.dumps(told, indent=1), encoding="utf-8")
        draft.replace(path)
    except OSError as error:
        raise DependencyError(f"{path}: cannot be written: {error.strerror or error}") from error
    finally:
        # A full disk, or Ctrl-C, leaves nothing beside the plug-ins.
        with suppress(OSError):
            draft.unlink()
    return path


def remove_plugin(name: str) -> None:
    """Take a plug-in out of the folder; its answers stay in the cache."""
    open_plugin(name)
    _place(name).unlink()


def _place(name: str) -> Path:
    return plugins_folder() / f"{name}.json"


def model_files(model: str) -> tuple[tuple[str, int, int], ...]:
    """Return names, sizes and times of the files of a model, which is a file or a folder."""
    path = Path(model)
    if not path.exists():
        raise InputError(f"{model}: no such file or folder; give --model the model's own")
    inside = [each for each in path.rglob("[!.]*") if each.is_file() and not _hidden(each.relative_to(path))]
    files = sorted(inside) if path.is_dir() else [path]
    if not files:
        raise InputError(f"{model}: the folder is empty; give --model the model's own")
    described = ((each, each.stat()) for each in files)
    names = {each: each.relative_to(path).as_posix() if path.is_dir() else each.name for each in files}
    return tuple((names[each], stat.st_size, stat.st_mtime_ns) for each, stat in described)


def _hidden(path: Path) -> bool:
    """Tell what downloads leave beside a model, such as .cache."""
    return any(part.startswith(".") for part in path.parts)


def model_identity(model: str) -> str:
    """Return a model as signatures name it: its own name, and twelve digits of the checksum of all its files."""
    path, total = Path(model).resolve(), hashlib.sha256()
    for name, _, _ in model_files(model):
        total.update(f"{name} {file_digest(path / name if path.is_dir() else path)}\n".encode())
    return f"{path.name}#{total.hexdigest()[:12]}"
