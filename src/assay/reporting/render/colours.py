"""One colour a system, the same in every figure and everywhere on a page."""

from __future__ import annotations

from collections.abc import Sequence

# Best first (Okabe and Ito 2008, without yellow and black): they can be told apart with every kind of colour blindness,
# on light and on dark.
SYSTEMS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8c6d1f", "#56b4e9", "#7a68ae", "#6b7280")
OTHERS = "#888888"  # of systems beyond: nobody tells twenty colours apart


def system_colours(systems: Sequence[str]) -> dict[str, str]:
    """Return the colour of every system, of names that stand best first."""
    colours = [*SYSTEMS, *[OTHERS] * len(systems)]
    return dict(zip(systems, colours, strict=False))
