"""Writes the version wherever files repeat it: `python tools/repeated_version.py`, after a change of it in the source.

The build reads it off that file. The citation, the recipe for conda and the examples of the documentation, which are
run and compared, cannot: a test holds them against it, so that nobody has to remember this.
"""

from __future__ import annotations

import re
from pathlib import Path

from assay.version import __version__

ROOT = Path(__file__).parents[1]
VERSION = r"\d+\.\d+\.\d+"
# What stands before the version, by the files that repeat it.
REPEATED = {
    "CITATION.cff": r"^version: ",
    "packaging/conda/meta.yaml": r"^\{% set version = \"",
    "action.yml": r"assay@v",
    "README.md": r"mt_assay-",
    "docs/**/*.md": r"\"version\": \"assay-|version:assay-|\bv:|assay@v",
}


def paths() -> dict[Path, str]:
    """Return the files that repeat the version, each with what stands before it there."""
    return {path: before for pattern, before in REPEATED.items() for path in sorted(ROOT.glob(pattern))}


def renewed(text: str, before: str) -> str:
    """Return a text with this version wherever it repeats one."""
    return re.sub(rf"({before}){VERSION}", rf"\g<1>{__version__}", text, flags=re.MULTILINE)


def main() -> None:
    """Write the version into every file that repeats it."""
    for path, before in paths().items():
        text = path.read_text(encoding="utf-8")
        if renewed(text, before) != text:
            path.write_text(renewed(text, before), encoding="utf-8")
            print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
