"""What a reader noticed about a file, counted by kind, with the first places of each."""

from __future__ import annotations

from dataclasses import dataclass, field

from assay.data import Remark

PLACES = 5  # how many places of a kind are kept; all are counted


@dataclass
class Remarks:
    """Remarks of one reading; `taken` returns them in the order in which their kinds first came up."""

    counts: dict[str, int] = field(default_factory=dict)
    places: dict[str, list[str]] = field(default_factory=dict)

    def add(self, kind: str, place: str) -> None:
        """Count one more of a kind, and keep its place if it is among the first."""
        self.counts[kind] = self.counts.get(kind, 0) + 1
        kept = self.places.setdefault(kind, [])
        if len(kept) < PLACES:
            kept.append(place)

    def taken(self) -> tuple[Remark, ...]:
        """Return what was noticed."""
        return tuple(Remark(kind, count, tuple(self.places[kind])) for kind, count in self.counts.items())
