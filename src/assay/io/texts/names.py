"""What the files of a command line are called: systems by file or as NAME=PATH, references by file."""

from __future__ import annotations

import glob
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import takewhile

from assay.errors import InputError
from assay.io.opening import PACKED, STDIN, Named, label, shown


def base_name(path: Named) -> str:
    """Return the name of a file without its directory."""
    name = str(path)
    return "stdin" if name == STDIN else shown(os.path.basename(name))


def stem(path: Named) -> str:
    """Return the name of a file without its directory, `.gz` (or `.xz`, `.zst`) and `.txt`."""
    name = base_name(path)
    return unpacked_name(name).removesuffix(".txt") or name


def unpacked_name(name: str) -> str:
    """Return the name that a packed file has when it is unpacked."""
    start, ending = os.path.splitext(name)
    return start if ending in PACKED else name


def extension(path: Named) -> str:
    """Return the extension in lower case, that below `.gz`, `.xz` or `.zst` if there is one."""
    return os.path.splitext(unpacked_name(str(path).lower()))[1]


def split_name(argument: str) -> tuple[str | None, str]:
    """Split NAME=PATH; an argument that is itself the path of a file has no name.

    Where a name has the sign, too, as in lr=0.1=out.txt, the path begins where there is a file of this name.
    """
    pieces = argument.split("=")
    splits = [("=".join(pieces[:at]), "=".join(pieces[at:])) for at in range(1, len(pieces))]
    if not splits or not all(splits[0]) or os.path.exists(argument):
        return None, argument
    name, path = next((split for split in splits if os.path.exists(split[1])), splits[0])
    return shown(name), path


def system_paths(arguments: Sequence[str], names: Sequence[str] = ()) -> dict[str, str]:
    """Return the path of every system by its name; refuse two systems of one name."""
    if names and len(names) != len(arguments):
        raise InputError(f"{len(names)} system names for {len(arguments)} systems; give one name each")
    pairs = list(zip(names, arguments, strict=True)) if names else [split_name(text) for text in arguments]
    paths = [path for _, path in pairs]
    refuse_stdin_twice(paths)
    for default in (stem, base_name, *_folder_names(paths)):
        chosen = [name or default(path) for name, path in pairs]
        if len(set(chosen)) == len(chosen):
            return dict(zip(chosen, paths, strict=True))
    raise duplicate_systems([name or base_name(path) for name, path in pairs], paths)


def _folder_names(paths: Sequence[str]) -> Iterator[Callable[[str], str]]:
    """Yield names of folders, the nearest first, for files of one name: out/a/en-es.txt and out/b/en-es.txt."""
    deepest = min((os.path.normpath(path).count(os.sep) for path in paths), default=0)
    if len(set(map(os.path.basename, paths))) == 1:
        for depth in range(2, deepest + 2):
            yield partial(_folder, depth)


def _folder(depth: int, path: str) -> str:
    return shown(os.path.normpath(path).split(os.sep)[-depth])


def with_baseline(systems: Sequence[str], baseline: str) -> tuple[tuple[str, ...], str]:
    """Return systems and the name of a baseline, which may be the path of one of them, or of one more."""
    named = system_paths(systems)
    if baseline in named or not os.path.isfile(split_name(baseline)[1]):
        return tuple(systems), baseline
    target = os.path.realpath(split_name(baseline)[1])
    same = [name for name, path in named.items() if os.path.realpath(path) == target]
    if same:
        return tuple(systems), same[0]
    every = (*systems, baseline)
    return every, list(system_paths(every))[-1]


def told_apart(systems: Sequence[str], baseline: str, path: str) -> tuple[tuple[str, ...], str]:
    """Return systems and the name of a baseline at a path; where one has its name, folders tell them apart."""
    taken = system_paths(systems)
    if baseline not in taken or path in taken.values():
        return tuple(systems), baseline
    *names, last = system_paths((*systems, path))
    return tuple(f"{name}={split_name(each)[1]}" for name, each in zip(names, systems, strict=True)), last


def duplicate_systems(names: Sequence[str], paths: Sequence[str]) -> InputError:
    """Return the error for systems of one name; `names` must hold one at least twice."""
    twice = next(name for name, count in Counter(names).items() if count > 1)
    files = [path for name, path in zip(names, paths, strict=True) if name == twice]
    if len(set(files)) == 1:
        return InputError(f"{label(files[0])}: given twice as an output; name every output once")
    return InputError(
        f'{" and ".join(map(label, files))}: {len(files)} systems named "{twice}"; '
        f'give them different names as NAME=PATH, as in "{twice}-1={shown(files[0])}"'
    )


def reference_paths(arguments: Iterable[str]) -> dict[str, str]:
    """Return the path of every reference by its name; a directory stands for the files in it."""
    paths = [path for argument in arguments for path in expanded(argument)]
    if not paths:
        raise InputError("no reference given; name at least one with -r")
    count = Counter(map(base_name, paths))
    named = {base_name(path) if count[base_name(path)] == 1 else shown(path): path for path in paths}
    if len(named) < len(paths):
        path = Counter(paths).most_common(1)[0][0]
        raise InputError(f"{label(path)}: given twice as a reference; name every reference once")
    return named


def expanded(path: str) -> list[str]:
    """Return the files a directory holds, sorted by name without hidden ones; a file stands for itself."""
    if not os.path.isdir(path):
        return [path]
    try:
        inside = [os.path.join(path, name) for name in sorted(os.listdir(path)) if not name.startswith(".")]
    except OSError as error:
        raise InputError(f"{label(path)}: the directory cannot be read: {error.strerror}") from None
    files = [file for file in inside if os.path.isfile(file)]
    if not files:
        raise InputError(f"{label(path)}: no file in this directory; put one file per reference into it")
    return files


def refuse_stdin_twice(paths: Iterable[str | None]) -> None:
    """Standard input can be read once only."""
    if sum(path == STDIN for path in paths) > 1:
        raise InputError("standard input (-) is given more than once; write one of the two to a file")


def run_files(groups: Sequence[Sequence[str]]) -> dict[str, dict[str, str]]:
    """Return the files of every system's runs by the name of the run."""
    systems: dict[str, dict[str, str]] = {}
    for group in groups:
        name, first = split_name(group[0])
        paths = [path for argument in (first, *group[1:]) for path in _matching(argument)]
        system = name or _common_name(paths)
        if system in systems:
            raise InputError(
                f'two systems named "{system}"; give them different names, as in --runs NAME={paths[0]} …'
            )
        systems[system] = {f"{system}.{number}": path for number, path in enumerate(paths, start=1)}
    _refuse_copies([path for named in systems.values() for path in named.values()])
    return systems


def _refuse_copies(paths: list[str]) -> None:
    """Refuse one file as two runs: it would count twice, and make a system look steadier than it is."""
    seen: set[str] = set()
    for path in paths:
        target = os.path.realpath(path)
        if target in seen:
            raise InputError(f"{path}: given as two runs; name the output of every run once")
        seen.add(target)


def _matching(argument: str) -> list[str]:
    """Return the files that a pattern stands for; a file that is there stands for itself."""
    if os.path.exists(argument) or not glob.has_magic(argument):
        return [argument]
    paths = sorted(glob.glob(argument))
    if not paths:
        raise InputError(f"{argument}: no file matches this pattern")
    return paths


def _common_name(paths: list[str]) -> str:
    """Return what the names of all files begin with, less marks and "run" or "seed" at its end."""
    names = [stem(path) for path in paths]
    alike = takewhile(lambda column: len(set(column)) == 1, zip(*names, strict=False))
    common = "".join(letters[0] for letters in alike)
    return re.sub(r"[-._]*(run|seed)?[-._]*$", "", common) or common or names[0]
