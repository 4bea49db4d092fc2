"""The files of a set, and what is wrong with them, as plain values: what, where, how bad, and what to do about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from assay.io import RawFile

Severity = Literal["error", "warning", "note"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")
SHOWN = 5  # lines that a sentence names


@dataclass(frozen=True)
class Trouble:
    """One kind of trouble in one file; `lines` are those it was found at, from 1, in the order of the file.

    An error makes scores wrong, a warning may, a note is good to know.
    """

    severity: Severity
    check: str
    file: str
    what: str
    advice: str
    lines: tuple[int, ...] = ()


def worst_first(troubles: Sequence[Trouble]) -> list[Trouble]:
    """Put errors before warnings and warnings before notes, else keep the order."""
    return sorted(troubles, key=lambda trouble: SEVERITIES.index(trouble.severity))


def lines_named(lines: Sequence[int]) -> str:
    """Write line numbers: "line 7", "lines 3, 4 and 9", "lines 1, 2, 3, 4, 5 and 12 more"."""
    if len(lines) == 1:
        return f"line {lines[0]}"
    if len(lines) <= SHOWN:
        return f"lines {', '.join(map(str, lines[:-1]))} and {lines[-1]}"
    return f"lines {', '.join(map(str, lines[:SHOWN]))} and {len(lines) - SHOWN} more"


def counted(number: int, singular: str, plural: str = "") -> str:
    """Write a number with its noun: 1 line, 2 lines."""
    return f"{number:,} {singular if number == 1 else plural or singular + 's'}"


@dataclass(frozen=True)
class SetFiles:
    """The files of a set by name; without references the source, and without that the first output, is the measure."""

    systems: Mapping[str, RawFile]
    references: Mapping[str, RawFile] = field(default_factory=dict)
    source: RawFile | None = None
    documents: tuple[RawFile, ...] = ()  # files of names of documents

    @property
    def measure(self) -> RawFile:
        """The file whose number of lines is right."""
        if self.references:
            return next(iter(self.references.values()))
        return self.source or next(iter(self.systems.values()))

    def all(self) -> list[RawFile]:
        """Return every file: references, source, outputs."""
        source = [self.source] if self.source is not None else []
        return [*self.references.values(), *source, *self.systems.values()]

    def level(self) -> SetFiles:
        """Return the files that have as many lines as the measure."""
        right = len(self.measure.lines)
        source = self.source if self.source is not None and len(self.source.lines) == right else None
        return SetFiles(_level(self.systems, right), _level(self.references, right), source)


def _level(files: Mapping[str, RawFile], lines: int) -> dict[str, RawFile]:
    return {name: file for name, file in files.items() if len(file.lines) == lines}
