"""What to do about a file that is not there: the file that was meant, or how what was typed is written instead.

What is proposed was looked for: a name that is proposed is that of a file, and all parts of a list are files.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable
from difflib import SequenceMatcher
from glob import glob

# Of two names without their endings, of which one may be meant; set by hand
ALIKE = 0.6
WORDS = 3  # from which what was typed may be a sentence; set by hand
ADDRESS = re.compile(r"[a-z][a-z0-9+.-]+://", re.IGNORECASE)
PATTERN = re.compile(r"[*?]|\[[^]]+\]|\{[^}]*,[^}]*\}")
BETWEEN = re.compile(r"[,;:]")
CHECK = "check the path"


def advice_on_absent(path: str) -> str:
    """Say what to write instead of a path at which there is nothing."""
    if not path:
        return "a name is empty; " + CHECK
    tried: tuple[Callable[[str], str], ...] = (_address, _unfinished, _several, _pattern, _cut, _sentence)
    return next((words for words in (advise(path) for advise in tried) if words), "") or _near(path)


def advice_on_directory(path: str) -> str:
    """Say what to write instead of a directory where a file is wanted: a file in it, or all its files as a grid."""
    for folder, inside, files in os.walk(path):
        inside[:] = sorted(name for name in inside if not name.startswith("."))
        shown = sorted(name for name in files if not name.startswith("."))
        if shown and os.path.dirname(os.path.relpath(os.path.join(folder, shown[0]), path)):
            example = shlex.quote(os.path.join(folder, shown[0]))
            return (
                f"name files in it, such as {example}; assay score --grid scores them all (assay help score)"
            )
        if shown:
            return f"name a file in it, such as {shlex.quote(os.path.join(folder, shown[0]))}"
    return "there is no file in it"


def _address(path: str) -> str:
    if not ADDRESS.match(path):
        return ""
    fetch = f"curl -O {shlex.quote(path)}" if path.lower().startswith("http") else "the program for it"
    return f"addresses are not read; download it first, with {fetch}, and name the file"


def _unfinished(path: str) -> str:
    return "write NAME=PATH without a blank" if path.endswith("=") else ""


def _several(path: str) -> str:
    parts = [part.strip() for part in BETWEEN.split(path)]
    if len(parts) < 2 or not all(map(os.path.exists, parts)):
        return ""
    apart = " ".join(map(shlex.quote, parts))
    return f"these are several files: name each by itself, as in {apart} (-r before every reference)"


def _pattern(path: str) -> str:
    if not PATTERN.search(path):
        return ""
    if glob(path):
        return "it is a pattern, which the shell replaces by names: write it without quotation marks"
    return "no file matches this pattern; " + CHECK


def _cut(path: str) -> str:
    """Say that a name was cut at a blank, where there is a file whose name goes on with one."""
    directory, name = os.path.split(path)
    whole = sorted(other for other in _names(directory) if other.startswith(f"{name} "))
    if not name or not whole:
        return ""
    return f"put a name with blanks into quotation marks: {shlex.quote(os.path.join(directory, whole[0]))}"


def _sentence(path: str) -> str:
    if len(path.split()) < WORDS or os.path.dirname(path):
        return ""
    return "if it is a text, write it into a file, one segment a line, and name the file"


def _near(path: str) -> str:
    """Propose the file nearest by its name, in the folder that was named or the one that is nearest to it."""
    folder, missing = _first_missing(path)
    nearest = _nearest(missing, _names(folder))
    rest = os.path.relpath(path, os.path.join(folder, missing))
    meant = os.path.normpath(os.path.join(folder, nearest, rest)) if nearest else ""
    if meant and os.path.exists(meant):
        return f'did you mean "{meant}"?'
    if rest == os.curdir:
        return CHECK
    return f'there is no directory "{os.path.join(folder, missing)}" either; {CHECK}'


def _first_missing(path: str) -> tuple[str, str]:
    """Return the deepest folder of a path that is there, and the name that is missing in it."""
    folder, name = os.path.split(os.path.normpath(path))
    while folder and not os.path.isdir(folder):
        folder, name = os.path.split(folder)
    return folder, name


def _nearest(name: str, names: list[str]) -> str:
    """Return the name most like another, in their stems as well; nothing where none is like it."""
    alike = {
        other: SequenceMatcher(None, name.lower(), other.lower()).ratio()
        for other in names
        if SequenceMatcher(None, _stem(name), _stem(other)).ratio() >= ALIKE
    }
    return max(alike, key=lambda other: alike[other], default="")


def _stem(name: str) -> str:
    return name.lower().partition(".")[0] or name


def _names(folder: str) -> list[str]:
    try:
        return os.listdir(folder or os.curdir)
    except OSError:
        return []
