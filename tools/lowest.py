"""Writes the lowest version of every dependency that pyproject.toml allows: `python tools/lowest.py`.

`packaging/lowest.txt` is a file of constraints for pip. `tools/installed.py` tests the program with it, and a house
test holds it against pyproject.toml.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
CONSTRAINTS = ROOT / "packaging" / "lowest.txt"
# Extras for those who change the program: what is newest is tested.
DEVELOPMENT = {"bench", "dev", "site", "wide"}


def extras() -> dict[str, list[str]]:
    """Return the extras for users, and what each of them requires."""
    listed: dict[str, list[str]] = _project()["project"]["optional-dependencies"]
    return {name: needed for name, needed in listed.items() if name not in DEVELOPMENT}


def constraints() -> str:
    """Return the file."""
    project = _project()
    requirements = [
        *project["build-system"]["requires"],
        *project["project"]["dependencies"],
        *(requirement for needed in extras().values() for requirement in needed),
    ]
    return "# Written by tools/lowest.py from pyproject.toml.\n" + "".join(
        f"{line}\n" for line in sorted(set(map_lowest(requirements)))
    )


def map_lowest(requirements: list[str]) -> Iterator[str]:
    """Yield each requirement at its lowest version; the extras of our own stand for what they require."""
    for requirement in requirements:
        if requirement.startswith("mt-assay["):
            continue
        found = re.match(r"([\w.-]+)(?:\[[\w,]+\])?>=([\w.]+)", requirement)
        if found is None:
            raise SystemExit(
                f"pyproject.toml: {requirement} has no lowest version; write it as NAME>=VERSION"
            )
        yield f"{found[1]}=={found[2]}"


def _project() -> dict[str, dict]:  # type: ignore[type-arg]
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


if __name__ == "__main__":
    CONSTRAINTS.write_text(constraints(), encoding="utf-8")
