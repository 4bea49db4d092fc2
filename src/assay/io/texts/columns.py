"""Which column of a table is what: by the standard header names, or as `--columns` says.

Standard names are `source`, `document`, `reference` or `reference:NAME`, and `system` or `system:NAME`, in upper or
lower case; where a table has none of them for a role, what people call such a column elsewhere (`tables.names`). Other
columns are left alone. With `--columns "reference=ref,system=mt1"` the roles it names are taken from those
columns alone, and the roles it does not name still from the standard ones.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from assay.errors import AssayWarning, InputError, OptionError
from assay.io.opening import listed, shown
from assay.io.tables.names import LIKELY, SET_ROLES, UNLIKELY, located

ROLES = ("source", "document", "reference", "system")
# Of an output, by people.
EDITED = re.compile(r"(?i)post.?edit|\bpe\b|edited|final|revi(s|ew)ed|corrected")
OUTPUTS = {"output": "system"}  # what the list of names calls the role of a system's output


@dataclass(frozen=True)
class Columns:
    """The columns of each role, by name; an empty role is looked up under its standard names."""

    source: str | None = None
    document: str | None = None
    references: tuple[str, ...] = ()
    systems: tuple[str, ...] = ()
    needed: tuple[str, ...] = ("reference", "system")  # roles without which there is nothing to do

    def wanted(self, role: str) -> tuple[str, ...]:
        """Return the columns that were named for a role."""
        single = {"source": self.source, "document": self.document}.get(role)
        many = {"reference": self.references, "system": self.systems}.get(role, ())
        return many if single is None else (single,)

    @property
    def inner(self) -> list[str]:
        """The columns that were named by a way into objects, such as doc.translation.en."""
        return [name for role in ROLES for name in self.wanted(role) if "." in name]

    def resolved(self, header: Sequence[str]) -> Columns:
        """Return the same for a table of these columns: a role without a standard name has the one that people use.

        So `src`, `ref` and `mt` or `hyp` are read as COMET and others call them, where nothing else has their roles.
        """
        taken = {role for role in ROLES if any(self._fits(role, name) for name in header)}
        spelt = {OUTPUTS.get(role, role): name for role, name in located(header, SET_ROLES).items()}
        chosen = {role: name for role, name in spelt.items() if role not in taken}
        return replace(
            self,
            source=self.source or chosen.get("source"),
            references=self.references or tuple(filter(None, [chosen.get("reference")])),
            systems=self.systems or tuple(filter(None, [chosen.get("system")])),
        )

    def roles(self, column: str) -> list[tuple[str, str]]:
        """Return the roles of a column, each with the name that the column then gives."""
        return [(role, _given_name(role, column)) for role in ROLES if self._fits(role, column)]

    def _fits(self, role: str, column: str) -> bool:
        if wanted := self.wanted(role):
            return column in wanted
        lower = column.lower()
        return lower == role or (role in ("reference", "system") and lower.startswith(f"{role}:"))

    def check(self, where: str, header: Sequence[str]) -> None:
        """Refuse a table without the columns that were named, without references or without systems."""
        absent = [name for role in ROLES for name in self.wanted(role) if name not in header]
        if absent:
            raise InputError(
                f"{where}: no column named {_listed(absent)}; found {_listed(header)}; "
                "correct --columns to one of these"
            )
        for name in set(self.references) & set(self.systems):
            warnings.warn(
                f"{where}: column {_listed([name])} is both a reference and a system, and would score as perfect",
                AssayWarning,
                stacklevel=2,
            )
        lacking = [r for r in self.needed if not any(self._fits(r, name) for name in header)]
        if lacking:
            raise InputError(
                f"{where}: no column is a {' or a '.join(lacking)}; found {_listed(header)}; "
                f"{_way_out(header, self.needed)}"
            )


def _way_out(header: Sequence[str], needed: Sequence[str]) -> str:
    """Say what to do about columns that are not known; a title over a table looks like one of a single column."""
    if len(header) < 2:
        return "a table begins with the names of its columns: delete what stands above them"
    texts = [name for name in header if likely_role(name) in ("system", "reference")]
    if "reference" in needed and len(texts) < 2:
        return "references in a file of their own are named with -r"
    return f"say which is which, as in {_suggestion(header, needed)}"


def parse_columns(texts: str | Sequence[str]) -> Columns:
    """Read `--columns` texts, ROLE=COLUMN,ROLE=COLUMN; a piece without "=" belongs to the name before it."""
    given: dict[str, list[str]] = {role: [] for role in ROLES}
    for text in [texts] if isinstance(texts, str) else texts:
        for role, column in _pieces(text):
            if column in given[role]:
                raise OptionError(f'--columns "{text}": {role}={column} is given twice')
            given[role].append(column)
    for role in ("source", "document"):
        if len(given[role]) > 1:
            raise OptionError(f"--columns: {role} may be one column only, not {_listed(given[role])}")
    single = {role: next(iter(given[role]), None) for role in ("source", "document")}
    return Columns(single["source"], single["document"], tuple(given["reference"]), tuple(given["system"]))


def _pieces(text: str) -> list[tuple[str, str]]:
    pieces: list[tuple[str, str]] = []
    for piece in text.split(","):
        role, equals, column = piece.partition("=")
        if not equals and pieces:
            pieces[-1] = (pieces[-1][0], f"{pieces[-1][1]},{piece}")
        elif role.strip() not in ROLES or not column:
            raise OptionError(
                f'--columns "{shown(text)}": "{shown(piece)}" is not ROLE=COLUMN; '
                f'the roles are {", ".join(ROLES)}, as in "reference=ref,system=mt"'
            )
        else:
            pieces.append((role.strip(), column))
    return pieces


def _given_name(role: str, column: str) -> str:
    if column.lower() == role:
        return role
    return shown(column[len(role) + 1 :] if column.lower().startswith(f"{role}:") else column) or column


def _listed(names: Iterable[str]) -> str:
    return listed([f'"{name}"' for name in names]) or "none"


def _suggestion(header: Sequence[str], needed: Sequence[str]) -> str:
    """Guess the roles from the names; one --columns each if a name has a comma."""
    edited = [name for name in header if likely_role(name) == "system" and EDITED.search(name)]
    guesses = [("reference" if name in edited else likely_role(name), name) for name in header]
    if output := located(header, SET_ROLES).get("output"):
        # Where people's own name for an output is there, what else may hold text is none.
        beside = [
            (role, name) for role, name in guesses if role in ("source", "reference") and name != output
        ]
        return _written([*beside, ("system", output)], needed)
    if "reference" in needed and not any(role == "reference" for role, _ in guesses):
        first = next((i for i, (role, _) in enumerate(guesses) if role == "system"), None)
        guesses = [
            ("reference", name) if i == first else (role, name) for i, (role, name) in enumerate(guesses)
        ]
    # Of several targets all but the first are outputs
    if not any(role == "system" for role, _ in guesses):
        further = [i for i, (role, _) in enumerate(guesses) if role == "reference"][1:]
        guesses = [("system" if i in further else role, name) for i, (role, name) in enumerate(guesses)]
    return _written(guesses, needed)


def _written(guesses: Sequence[tuple[str, str]], needed: Sequence[str]) -> str:
    # Of sources and documents there is one column.
    single = {role: name for role, name in reversed(guesses) if role in ("source", "document")}
    pieces = [f"{role}={shown(name)}" for role, name in guesses if role and single.get(role, name) == name]
    missing = [role for role in ("reference", "system") if role in needed and role not in dict(guesses)]
    pieces += [f"{role}=COLUMN" for role in missing]
    return f'--columns "{",".join(pieces)}"'


def likely_role(name: str) -> str:
    """Guess what a column is there for by its name; \"\" where it seems to hold no text."""
    lower = name.lower()
    for start, role in (LIKELY | {role: role for role in ROLES}).items():
        if lower.startswith(start):
            return role
    return "" if lower.startswith(UNLIKELY) or lower.endswith("id") or not lower else "system"
