"""The units of a translator's file: source, target, state, one row a segment, whatever the format.

A target that is absent, or that has no text though its source has, is missing: `None`, not "".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.data import Remark
from assay.errors import InputError
from assay.io.opening import label, shown

ALL_CODES = ("drop", "placeholders")  # what may become of inline codes


@dataclass(frozen=True)
class Unit:
    """One segment: `id` is that of its unit, with "/SEGMENT" or "[FORM]" behind it where the unit has several."""

    id: str
    source: str
    target: str | None
    line: int
    document: str = ""
    state: str = ""
    locked: bool = False
    approved: bool | None = None


@dataclass(frozen=True)
class Units:
    """The units of a file in its order, and what was noticed when it was read."""

    path: str
    languages: tuple[str, str]
    units: tuple[Unit, ...]
    remarks: tuple[Remark, ...] = ()

    def __post_init__(self) -> None:
        """Refuse two units of one name, and a file without any."""
        if not self.units:
            raise InputError(
                f"{label(self.path)}: no unit to translate in it; check that it is the right file"
            )
        seen: dict[str, int] = {}
        for unit, key in zip(self.units, self.keys(by_document=True), strict=True):
            if key in seen:
                raise InputError(
                    f'{label(self.path)}, line {unit.line}: unit "{shown(unit.id)}" was in line {seen[key]} before; '
                    "give every unit an id of its own"
                )
            seen[key] = unit.line

    def are_unique(self) -> bool:
        """Tell whether ids alone name every unit, without its document."""
        return len({unit.id for unit in self.units}) == len(self.units)

    def keys(self, *, by_document: bool) -> list[str]:
        """Return the name of every unit; `by_document` sets its document before it."""
        return [f"{unit.document}#{unit.id}" if by_document else unit.id for unit in self.units]


def missing_if_blank(source: str, target: str | None) -> str | None:
    """Return the target, or `None` where it has no text though its source has."""
    return None if target is not None and source.strip() and not target.strip() else target


def numbered(unit: str, parts: Sequence[str]) -> list[str]:
    """Return the ids of a unit's segments: that of the unit where there is but one."""
    return [unit] if len(parts) == 1 else [f"{unit}/{part}" for part in parts]
