"""The catalogue: every resource by name, with its package, version, checksum and licence (catalogue.toml)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib.resources import files

from assay.errors import OptionError


@dataclass(frozen=True)
class Entry:
    """One resource of the catalogue, or a family of them whose name ends in * and which are added from files."""

    name: str
    title: str
    licence: str
    languages: str
    serves: str  # the metrics that draw on it
    form: str  # how it is compiled
    package: str = ""
    version: str = ""
    sha256: str = ""  # of the package's file
    megabytes: int = 0
    keep: tuple[str, ...] = ()  # the files of the package that stay, as patterns
    flatten: bool = False  # leave out their folders
    revision: int = 1  # of what is compiled from the same package

    @property
    def compiled(self) -> str:
        """Return the version of what is compiled: that of the package, and which time it was done otherwise."""
        return self.version if self.revision == 1 else f"{self.version}-{self.revision}"

    @property
    def command(self) -> str:
        """Return the command that puts it into the store."""
        if self.package:
            return f"assay resources install {self.name}"
        return f"assay resources add {self.name} --from FILE"


@cache
def known_resources() -> dict[str, Entry]:
    """Return all entries by name, in the order of the file."""
    text = files("assay.resources").joinpath("catalogue.toml").read_text(encoding="utf-8")
    return {
        name: Entry(name, **{**told, "keep": tuple(told.get("keep", ()))})
        for name, told in tomllib.loads(text).items()
    }


def entry_of(name: str) -> Entry:
    """Return the entry of a resource; `vectors-en` is one of the family `vectors-*`."""
    entries = known_resources()
    if name in entries and not name.endswith("*"):
        return entries[name]
    family = next((each for each in entries.values() if _is_of(name, each)), None)
    if family is None:
        close = get_close_matches(name, entries, n=1)
        hint = f"did you mean {close[0]}?" if close else '"assay resources" lists all'
        raise OptionError(f"there is no resource {name}; {hint}")
    return Entry(**{**vars(family), "name": name})


def _is_of(name: str, family: Entry) -> bool:
    stem = family.name.removesuffix("*")
    rest = name.removeprefix(stem)
    plain = rest.replace("-", "").replace("_", "").replace(".", "").isalnum() and not rest.startswith(".")
    return stem != family.name and name.startswith(stem) and plain
