"""What a metric may draw on while it works, and what never shows in its figures: for now, processor cores.

    stats = metric.prepare(evalset, Resources(threads=2))

A package and not a module, because models and word lists, by name and checksum, will be kept here.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Resources:
    """Means given to `Metric.prepare`."""

    threads: int = 0  # 0: all cores of this process
