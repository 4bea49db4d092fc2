"""Writes the types of every front door, `__init__.pyi`, from the map in its `__init__`: `python tools/doors.py`.

A test holds the files against the maps, so that nobody has to remember this.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from assay.doors import full_name

SOURCE = Path(__file__).parents[1] / "src"


def doors() -> Iterator[str]:
    """Yield the packages that have a door."""
    for path in sorted((SOURCE / "assay").glob("**/__init__.py")):
        if "open_door(" in path.read_text(encoding="utf-8"):
            yield ".".join(path.parent.relative_to(SOURCE).parts)


def stub_path(package: str) -> Path:
    """Return where the types of a door stand."""
    return SOURCE.joinpath(*package.split("."), "__init__.pyi")


def stub(package: str) -> str:
    """Return the types of a door: its names, imported from where they are."""
    homes = {full_name(package, home): names for home, names in import_module(package).HOMES.items()}
    lines = [f"from {home} import {name} as {name}" for home in sorted(homes) for name in homes[home].split()]
    return (
        "# Written by tools/doors.py from the map in __init__.py.\n"
        + "\n".join([*lines, "", "__all__: list[str]"])
        + "\n"
    )


def main() -> None:
    """Write the types of all doors."""
    for package in doors():
        stub_path(package).write_text(stub(package), encoding="utf-8")


if __name__ == "__main__":
    main()
