"""Writes what follows from the imports and the maps of doors: `python tools/doors.py`.

The types of every front door, `__init__.pyi`, come from the map in its `__init__`. `tests/house/edges.tsv` lists who
imports what past a door: names that one neighbour alone needs, from their module in full. Tests hold both against the
source, so that nobody has to remember this; a new line of the list is where one asks whether it should be there.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from assay.doors import full_name

REPOSITORY = Path(__file__).parents[1]
SOURCE = REPOSITORY / "src"
EDGES = REPOSITORY / "tests" / "house" / "edges.tsv"


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
    lines = [
        f"from {home} import {name} as {name}"
        for home, names in sorted(homes.items())
        for name in names.split()
    ]
    return (
        "# Written by tools/doors.py from the map in __init__.py.\n"
        + "\n".join([*lines, "", "__all__: list[str]"])
        + "\n"
    )


def edges() -> str:
    """Return who imports what past a door, a line for each package and module: tab-separated."""
    past: dict[tuple[str, str], set[str]] = {}
    for path in sorted((SOURCE / "assay").rglob("*.py")):
        own = path.relative_to(SOURCE / "assay").parts[0].removesuffix(".py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for module, name in _imported(node):
                package = module.split(".")[1]
                if own not in (package, "__main__") and module.count(".") > 1:
                    past.setdefault((own, module), set()).add(name)
    rows = [(own, module, " ".join(sorted(names))) for (own, module), names in sorted(past.items())]
    return "".join("\t".join(row) + "\n" for row in [("package", "module", "names"), *rows])


def _imported(node: ast.AST) -> Iterator[tuple[str, str]]:
    """Yield modules of ours that a statement imports from, and the names; of a whole module, none."""
    if isinstance(node, ast.Import):
        yield from ((alias.name, "") for alias in node.names if alias.name.startswith("assay."))
    elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("assay."):
        for alias in node.names:
            inner = f"{node.module}.{alias.name}"
            yield (inner, "") if _is_module(inner) else (str(node.module), alias.name)


def _is_module(name: str) -> bool:
    place = SOURCE.joinpath(*name.split("."))
    return place.is_dir() or place.with_suffix(".py").is_file()


def main() -> None:
    """Write the types of all doors, and the list of imports past them."""
    for package in doors():
        stub_path(package).write_text(stub(package), encoding="utf-8")
    EDGES.write_text(edges(), encoding="utf-8")


if __name__ == "__main__":
    main()
