"""Front doors: what a package exports is imported when it is first used, so that one command does not load all.

A package's `__init__` lists its exports as plain imports under `if TYPE_CHECKING:`, where editors and type checkers
read them, and ends with `__getattr__, __dir__ = open_door(__name__)`. The same lines are read here when the first name
is asked for. A house test holds `__all__`, which type checkers want besides, against them.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module

__all__ = ["open_door"]


def open_door(package: str) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` of a package, read off the imports that its source lists."""

    def export(name: str) -> object:
        home = None if name.startswith("__") else _homes(package).get(name)
        if home is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        exported = getattr(import_module(home), name)
        setattr(sys.modules[package], name, exported)  # the next look-up finds it without us
        return exported

    return export, lambda: sorted({*vars(sys.modules[package]), *_homes(package)})


@cache
def _homes(package: str) -> dict[str, str]:
    """Return the module of every name that is imported under `if TYPE_CHECKING:`."""
    loader = sys.modules[package].__loader__
    source = loader.get_source(package)  # type: ignore[union-attr]  # every loader of source has it
    blocks = [node for node in ast.parse(source).body if isinstance(node, ast.If)]
    imports = [line for block in blocks for line in block.body if isinstance(line, ast.ImportFrom)]
    return {name.name: line.module for line in imports if line.module for name in line.names}
