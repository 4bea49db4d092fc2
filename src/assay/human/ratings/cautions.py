"""What people should know before they read a ranking: references among the systems, and unlike sets of segments."""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence
from itertools import combinations

import numpy as np

from assay.data import Scores
from assay.errors import AssayWarning

# How campaigns name human translations: refA, ref-B, ref, reference, Human-A.0, HUMAN, wmt23.refA, synthetic_ref.
REFERENCE = re.compile(r"(^|[._-])(ref(erence)?|human)([._-]?[a-d0-9](\.\d)?)?$", re.IGNORECASE)
ENOUGH_SHARED = 0.5  # below it the rank-sum test, which sees all segments, is usually the more powerful
MOST_NAMES = 5


def references_among(systems: Sequence[str]) -> tuple[str, ...]:
    """Return the systems whose names are those of human translations."""
    return tuple(name for name in systems if REFERENCE.search(name))


def warn_of_references(systems: Sequence[str]) -> None:
    """Warn of human translations that are ranked with the systems: no system won if one of them did."""
    named = references_among(systems)
    if named and len(named) < len(systems):
        warnings.warn(
            f"{len(named)} of {len(systems)} ranked systems are named like a human translation: "
            f"{', '.join(named)}; --without-systems {','.join(named)} excludes them",
            AssayWarning,
            stacklevel=4,
        )


def shared_segments(scores: Scores) -> list[tuple[float, tuple[str, str], int]]:
    """Return every pair's common segments, as a share of those of the system with fewer, the smallest share first."""
    judged = scores.judged.astype(np.float32)  # counts below 2**24 are exact, in half the memory
    common = judged @ judged.T
    pairs = []
    for first, second in combinations(range(len(judged)), 2):
        both, fewer = int(common[first, second]), min(common[first, first], common[second, second])
        usable = both if both > 1 else 0  # one segment is no sample
        pairs.append(
            (usable / fewer if fewer else 0.0, (scores.systems[first], scores.systems[second]), both)
        )
    return sorted(pairs)


def warn_of_segments(scores: Scores) -> None:
    """Warn of systems that were judged on different segments: easier ones pass for a better system."""
    apart = [pair for pair in shared_segments(scores) if pair[0] < ENOUGH_SHARED]
    if apart:
        places = ", ".join(f"{a} and {b} ({both} in common)" for _, (a, b), both in apart[:MOST_NAMES])
        more = f" and {len(apart) - MOST_NAMES} more" if len(apart) > MOST_NAMES else ""
        warnings.warn(
            f"{len(apart)} pairs of systems were judged on different segments, so easier segments may "
            f"look like a better system: {places}{more}",
            AssayWarning,
            stacklevel=4,
        )
