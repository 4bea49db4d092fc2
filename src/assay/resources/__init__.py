"""What a metric may draw on while it works, and what never shows in its figures: for now, processor cores."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Resources:
    """Means given to `Metric.prepare`."""

    threads: int = 0  # 0: all cores of this process
