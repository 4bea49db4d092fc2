"""Marked errors as a reader meets them, one by one, and the columns that they end as."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from assay.data import Codes, Spans

SEVERITIES = ("no-error", "neutral", "minor", "major", "critical", "hotw-test")


class Span(NamedTuple):
    """One marked error; `end` is exclusive, and -1 stands for a place that is not known."""

    start: int
    end: int
    side: str
    severity: str
    category: str
    extra: tuple[str, ...] = ()


@dataclass
class SpanRows:
    """Spans of one row of judgements after the other; every span has an entry for each name in `extra`."""

    extra: tuple[str, ...] = ()
    spans: list[Span] = field(default_factory=list)
    offsets: list[int] = field(default_factory=lambda: [0])

    def add(self, span: Span) -> None:
        """Add an error to the row under way."""
        self.spans.append(span)

    def end_row(self) -> None:
        """Close the row under way, with or without errors."""
        self.offsets.append(len(self.spans))

    def columns(self) -> Spans:
        """Return the spans of all rows."""
        starts, ends, sides, severities, categories, extras = (
            zip(*self.spans, strict=True) if self.spans else [()] * 6
        )
        return Spans(
            np.array(self.offsets, dtype=np.int64),
            np.array(starts, dtype=np.int32),
            np.array(ends, dtype=np.int32),
            Codes.of(sides),
            Codes.of(severities),
            Codes.of(categories),
            {name: [values[number] for values in extras] for number, name in enumerate(self.extra)},
        )


def is_known_severity(severity: str) -> bool:
    """Tell whether a severity is one of those in use; upper and lower case, blank and hyphen are the same."""
    return folded(severity) in SEVERITIES


@lru_cache(maxsize=4096)
def folded(label: str) -> str:
    """Return a label as it is compared: lower case, with hyphens for blanks and low lines."""
    return label.strip().lower().replace(" ", "-").replace("_", "-")
