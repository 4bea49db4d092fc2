"""Front doors: what a package exports is imported when it is first used, so that one command does not load all.

A package's `__init__` maps each of its modules to the names that it exports, and hands the map to `open_door`:

    HOMES = {"intervals": "Interval bounds t_interval", "settings": "Settings"}
    __getattr__, __dir__, __all__ = open_door(__name__, HOMES)

Nothing else is read at run time, so that any loader will do: pytest's, a zip, compiled files alone, a frozen program.
Editors and type checkers read `__init__.pyi` beside it, which `python tools/doors.py` writes from the map and a house
test holds against it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module

__all__ = ["MissingNameError", "full_name", "open_door", "open_wide_door"]


def open_door(
    package: str, homes: Mapping[str, str], advice: str = ""
) -> tuple[Callable[[str], object], Callable[[], list[str]], list[str]]:
    """Return `__getattr__`, `__dir__` and `__all__` of a package that maps its modules to the names they export.

    `advice` names a function, as module:function, that says what was meant by a name that is none of them.
    """
    home_of = {name: full_name(package, home) for home, names in homes.items() for name in names.split()}

    def export(name: str) -> object:
        home = home_of.get(name)
        if home is None:
            raise MissingNameError(package, name, advice)
        exported = getattr(import_module(home), name)
        # The next look-up finds it without us.
        setattr(sys.modules[package], name, exported)
        return exported

    return export, lambda: sorted({*vars(sys.modules[package]), *home_of}), sorted(home_of)


def open_wide_door(
    package: str, homes: Mapping[str, str], more: str, advice: str = ""
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` of a package whose map others add to, where they are asked last.

    `more` names a function, as module:function, that returns what they add. The whole map is `HOMES`, and
    `__all__` goes by it.
    """
    own = open_door(package, homes, advice)[0]
    known = {name for names in homes.values() for name in names.split()}

    def whole() -> dict[str, str]:
        module, _, called = more.partition(":")
        return {**homes, **getattr(import_module(module), called)()}

    def export(name: str) -> object:
        # The import system asks for names with underscores that no package has.
        if name in known or (name.startswith("_") and name != "__all__"):
            return own(name)
        if name == "HOMES":
            return whole()
        exported, _, names = open_door(package, whole(), advice)
        return names if name == "__all__" else exported(name)

    def listed() -> list[str]:
        return open_door(package, whole(), advice)[1]()

    return export, listed


class MissingNameError(AttributeError):
    """A package has no such name. What was meant is looked for when somebody reads it, for imports ask as well."""

    def __init__(self, package: str, name: str, advice: str) -> None:
        super().__init__(f"module {package!r} has no attribute {name!r}")
        self._wanted, self._advice = name, advice

    def __str__(self) -> str:
        """Return what is missing, and what was meant where somebody can tell."""
        missing = super().__str__()
        if not self._advice or self._wanted.startswith("_"):
            return missing
        module, _, called = self._advice.partition(":")
        words = getattr(import_module(module), called)(self._wanted)
        return f"{missing}; {words}" if words else missing


def full_name(package: str, home: str) -> str:
    """Return the name by which a module of the map is imported: it stands in the package, or names another in full."""
    return home if home.startswith("assay.") else f"{package}.{home}"
