"""Names in sentences: some of many."""

from __future__ import annotations

from collections.abc import Sequence

MOST_NAMES = 8


def listed(names: Sequence[str], most: int = MOST_NAMES) -> str:
    """Name some of many."""
    shown = ", ".join(names[:most])
    return f"{shown} and {len(names) - most} more" if len(names) > most else shown
