"""Shards of a large set: which files belong together, from folders, patterns and single files.

Outputs and references of one shard are found by its name: in a folder the name of the file without its endings, in a
pattern what its wildcards stand for (`out/a.*.txt` and `ref/*.txt.gz` both have the shard 0017). Without references,
each file is a table that holds outputs and references itself, or outputs are for metrics that need none.
"""

from __future__ import annotations

import fnmatch
import glob
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from assay.errors import InputError
from assay.io.bilingual import are_outputs
from assay.io.opening import label, shown
from assay.io.options import FileOptions
from assay.io.texts.names import base_name, expanded, split_name, stem, unpacked_name

# The name of a shard that is a single file, until others say how it is called
ALONE = ""
WHOLE = "all"  # and how it is called where systems share no text
NAMED = 6  # shards that a message names


@dataclass(frozen=True)
class ShardFiles:
    """The files of a shard: outputs by system and references; or one table of all, and then no system is named."""

    name: str
    systems: Mapping[str, str]
    references: tuple[str, ...]
    source: str | None = None
    docs: str | None = None

    @property
    def options(self) -> FileOptions:
        """What to read."""
        systems = tuple(f"{name}={path}" if name else path for name, path in self.systems.items())
        return FileOptions(systems, self.references, self.source, self.docs)

    def roles(self, system: str = "") -> dict[str, str]:
        """Return the files that one system's part depends on, by what they are; of a table that is one."""
        references = {f"reference{number}": path for number, path in enumerate(self.references, start=1)}
        others = {"source": self.source, "document": self.docs}
        path = self.systems.get(system) or next(iter(self.systems.values()))
        return {"system": path, **references, **{name: path for name, path in others.items() if path}}


def find_shards(options: FileOptions, *, alone: bool = False) -> list[ShardFiles]:
    """Return the shards of the set that options name, in the order of their names; refuse what has no counterpart.

    `alone` are outputs that need no references.
    """
    if not options.reference and not _are_outputs(options.systems):
        _refuse_beside_tables(options)
        return _tables(options.systems)
    if not options.reference and not alone:
        raise InputError(f"{label(options.systems[0])}: no reference is given; name at least one with -r")
    columns: dict[tuple[str, str], dict[str, str]] = {}
    for number, pattern in enumerate(options.reference, start=1):
        columns["reference", str(number)] = files_by_shard(pattern)
    for argument in options.systems:
        name, pattern = split_name(argument)
        key = ("system", name or system_name(pattern))
        if key in columns:
            raise InputError(f'two systems named "{key[1]}"; give them different names as NAME={pattern}')
        columns[key] = files_by_shard(pattern)
    for role, path in (("source", options.source), ("docs", options.docs)):
        columns |= {(role, ""): files_by_shard(path)} if path is not None else {}
    _check_names(columns)
    return [_shard(name, columns) for name in sorted(next(iter(columns.values())))]


def _are_outputs(systems: Sequence[str]) -> bool:
    """Tell by the first shard of each whether systems are outputs in text, rather than tables of whole sets."""
    shards = [files_by_shard(split_name(argument)[1]) for argument in systems]
    return all(shards) and are_outputs([next(iter(files.values())) for files in shards])


def _shard(name: str, columns: Mapping[tuple[str, str], Mapping[str, str]]) -> ShardFiles:
    paths = {key: files[name] for key, files in columns.items()}
    references = tuple(path for (role, _), path in paths.items() if role == "reference")
    source = paths.get(("source", ""))
    shared = [*references, *([source] if source else [])]
    return ShardFiles(
        name or (stem(shared[0]) if shared else WHOLE),
        {system: path for (role, system), path in paths.items() if role == "system"},
        references,
        source,
        paths.get(("docs", "")),
    )


def _refuse_beside_tables(options: FileOptions) -> None:
    """Refuse texts beside tables; whoever names a source means text, which needs references here."""
    for flag, given in (("-s", options.source), ("--docs", options.docs)):
        if given is not None:
            raise InputError(
                f"{flag} {given}: shards of text need references, too; name them with -r, or give tables that hold all"
            )


def _tables(arguments: Sequence[str]) -> list[ShardFiles]:
    shards: dict[str, ShardFiles] = {}
    for argument in arguments:
        for name, path in files_by_shard(argument).items():
            own = name or shard_name(path)
            if own in shards:
                other = next(iter(shards[own].systems.values()))
                raise InputError(
                    f"{label(path)} and {label(other)} are both shard {own}; rename one of them, or give them "
                    "in one folder"
                )
            shards[own] = ShardFiles(own, {"": path}, ())
    return [shards[name] for name in sorted(shards)]


def files_by_shard(pattern: str) -> dict[str, str]:
    """Return the files that a folder, a pattern or a path stands for, by the name of the shard."""
    if os.path.isdir(pattern):
        files = {shard_name(path): path for path in expanded(pattern)}
        if len(files) < len(expanded(pattern)):
            raise InputError(f"{label(pattern)}: two files of one name but for their endings; rename one")
        return files
    if os.path.exists(pattern) or not glob.has_magic(pattern):
        return {ALONE: pattern}
    paths = [path for path in sorted(glob.glob(pattern, recursive=True)) if os.path.isfile(path)]
    if not paths:
        raise InputError(f"{shown(pattern)}: no file matches this pattern; put it in quotes, and check it")
    matched = {_wildcards(pattern, path): path for path in paths}
    return matched if len(matched) == len(paths) else {path: path for path in paths}


def shard_name(path: str) -> str:
    """Return the name of a file without its folder and endings."""
    return os.path.splitext(unpacked_name(base_name(path)))[0] or base_name(path)


def system_name(pattern: str) -> str:
    """Return what a system is called whose shards are in a folder or match a pattern."""
    if os.path.isdir(pattern):
        return base_name(os.path.normpath(pattern))
    if not glob.has_magic(pattern):
        return stem(pattern)
    folder, last = os.path.split(pattern)
    start = re.split(r"[*?\[]", last)[0].strip("-._")
    return shown(start) if start and not glob.has_magic(start) else base_name(folder) or "system"


def _wildcards(pattern: str, path: str) -> str:
    """Return what the wildcards of a pattern stand for in a path, in a row."""
    pieces = re.split(r"(\*\*/|\*|\?|\[[^]]*\])", pattern)
    ways = {"**/": "(.*?)", "*": "([^/]*)", "?": "([^/])"}
    parts = [
        ways.get(piece) or (f"({fnmatch.translate(piece)[4:-3]})" if at % 2 else re.escape(piece))
        for at, piece in enumerate(pieces)
    ]
    match = re.fullmatch("".join(parts), path)
    return shown("-".join(group.strip("/") for group in match.groups())) if match else path


def _check_names(columns: Mapping[tuple[str, str], Mapping[str, str]]) -> None:
    """Refuse shards that some texts have and others have not."""
    (first, _), expected = next(iter(columns)), next(iter(columns.values())).keys()
    for (role, name), files in columns.items():
        missing, strange = sorted(expected - files.keys()), sorted(files.keys() - expected)
        if missing or strange:
            said = [f"{_listed(missing)} missing"] if missing else []
            said += [f"{_listed(strange)} not among those of the first {first}"] if strange else []
            raise InputError(
                f"{' '.join(filter(None, (role, name)))}: {' and '.join(said)}; every shard needs a file of "
                "every text, under the same name"
            )


def _listed(names: Sequence[str]) -> str:
    named = ", ".join(name or "a single file" for name in names[:NAMED])
    return f"{'shard' if len(names) == 1 else 'shards'} {named}{' …' if len(names) > NAMED else ''}"
