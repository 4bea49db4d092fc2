"""Front doors: what a package exports is imported when it is first used, so that one command does not load all.

A package's `__init__` lists its exports as plain imports under `if TYPE_CHECKING:`, where editors and type checkers
read them, and ends with `__getattr__, __dir__, __all__ = open_door(__name__)`. The same lines are read here, once, when
the first name is asked for: there is no second list that could differ.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from importlib import import_module

__all__ = ["open_door"]


def open_door(package: str) -> tuple[Callable[[str], object], Callable[[], list[str]], list[str]]:
    """Return `__getattr__`, `__dir__` and `__all__` of a package, read off the imports that its source lists."""
    homes = _homes(package)

    def getattribute(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        exported = getattr(import_module(homes[name]), name)
        setattr(sys.modules[package], name, exported)  # the next look-up finds it without us
        return exported

    return getattribute, lambda: sorted({*vars(sys.modules[package]), *homes}), sorted(homes)


def _homes(package: str) -> dict[str, str]:
    """Return the module of every name that is imported under `if TYPE_CHECKING:`."""
    module = sys.modules[package]
    source = module.__loader__.get_source(package)  # type: ignore[union-attr]  # every loader of source has it
    blocks = [node for node in ast.parse(source).body if isinstance(node, ast.If)]
    imports = [line for block in blocks for line in block.body if isinstance(line, ast.ImportFrom)]
    return {name.name: line.module for line in imports if line.module for name in line.names}
