"""What people or metrics say of systems: a matrix of systems by segments, NaN where nothing is known.

A metric's score of a whole system need not be a mean of its segments (BLEU is not), so it may stand beside them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from assay.data.evalset import Array, Codes
from assay.errors import InputError, MismatchError


@dataclass(frozen=True)
class Scores:
    """Scores under one name; `totals` are those of whole systems where a file or a metric gives them."""

    name: str
    systems: tuple[str, ...]
    segments: tuple[str, ...]
    values: Array  # (systems, segments)
    totals: Array | None = None  # (systems,)
    higher_is_better: bool = True
    document: Codes | None = None  # one entry a segment
    domain: Codes | None = None
    notes: tuple[str, ...] = ()  # how they came about: weights, standardisation, reference
    # (systems,) by domain, as a file has them
    domain_totals: Mapping[str, Array] = field(default_factory=dict)
    # (systems,) by document, given or computed here
    document_totals: Mapping[str, Array] = field(default_factory=dict)
    # Totals are scores of all judged segments taken together, computed here
    pooled: bool = False

    def __post_init__(self) -> None:
        """Refuse a matrix that does not fit its names, and two systems or segments of one name."""
        if self.values.shape != (len(self.systems), len(self.segments)):
            raise MismatchError(
                f"{self.name}: scores of shape {self.values.shape} for {len(self.systems)} systems "
                f"and {len(self.segments)} segments"
            )
        for kind, names in (("systems", self.systems), ("segments", self.segments)):
            if len(set(names)) < len(names):
                again = next(name for number, name in enumerate(names) if name in names[:number])
                raise InputError(f'{self.name}: two {kind} are named "{again}"; rename one of them')

    @property
    def judged(self) -> NDArray[np.bool_]:
        """Where there is a score: systems by segments."""
        return ~np.isnan(self.values)

    def means(self) -> Array:
        """Return every system's mean over the segments that it has a score for; NaN without any."""
        judged = self.judged
        sums = np.where(judged, self.values, 0).sum(axis=1)
        with np.errstate(invalid="ignore"):
            return np.asarray(sums / judged.sum(axis=1))

    def for_systems(self, systems: Sequence[str]) -> Scores:
        """Return the scores of these systems, in this order; one that is not there is an error."""
        place = {name: row for row, name in enumerate(self.systems)}
        missing = [name for name in systems if name not in place]
        if missing:
            raise InputError(
                f'{self.name} has no scores of the system "{missing[0]}"; it has {", ".join(self.systems)}'
            )
        rows = [place[name] for name in systems]
        totals = None if self.totals is None else self.totals[rows]
        by_domain = {name: values[rows] for name, values in self.domain_totals.items()}
        by_document = {name: values[rows] for name, values in self.document_totals.items()}
        return replace(
            self,
            systems=tuple(systems),
            values=self.values[rows],
            totals=totals,
            domain_totals=by_domain,
            document_totals=by_document,
        )

    def for_segments(self, segments: Sequence[str]) -> Scores:
        """Return the scores of these segments, in this order, NaN for those it does not know; `totals` stay."""
        place = {name: column for column, name in enumerate(self.segments)}
        columns = np.array([place.get(name, -1) for name in segments], dtype=np.int64)
        values = np.full((len(self.systems), len(segments)), np.nan)
        values[:, columns >= 0] = self.values[:, columns[columns >= 0]]
        known = bool((columns >= 0).all())
        return replace(
            self,
            segments=tuple(segments),
            values=values,
            document=self.document.at(columns) if self.document is not None and known else None,
            domain=self.domain.at(columns) if self.domain is not None and known else None,
        )
