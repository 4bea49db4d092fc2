"""What chance is allowed to do: how many draws, from which seed, how large, and how sure an interval is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from assay.errors import OptionError
from assay.options import check_choices, option

IntervalMethod = Literal["auto", "percentile", "basic", "bca"]
Sample = Literal["full", "half", "half-without"]
Correction = Literal["holm", "bh", "none"]
BOOTSTRAP_DRAWS, PERMUTATION_DRAWS = 1000, 10_000
# A bound on time, set by hand: p-values are then exact to three digits
MOST_DRAWS = 10_000_000
MOST_THREADS = 1024  # a slip of the keyboard, not a machine


@dataclass(frozen=True)
class Settings:
    """The options that every test and interval shares; `draws=0` leaves the number to the test."""

    draws: int = option(
        0,
        f"random draws (default: {PERMUTATION_DRAWS} for permutation, {BOOTSTRAP_DRAWS} for the bootstrap and for "
        "intervals)",
        metavar="N",
        least=1,
        found=True,
    )
    seed: int = option(
        12345, "seed of the random number generator (default: 12345)", metavar="N", least=0, found=True
    )
    confidence: float = option(
        0.95,
        "confidence level of intervals; p-values below 1 - C are significant (default: 0.95)",
        metavar="C",
        found=True,
    )
    interval: IntervalMethod = option(
        "auto",
        "the kind of interval: of the bootstrap, or auto, which is percentile, and Student's t in comparisons over "
        "fewer than 30 units (default: auto)",
        found=True,
    )
    sample: Sample = option(
        "full",
        "size of a bootstrap sample; half sizes are for comparison with other tools (default: full)",
        found=True,
    )
    threads: int = option(
        0, "threads to use (default: every core)", metavar="N", least=0, most=MOST_THREADS, found=True
    )

    def __post_init__(self) -> None:
        """Refuse what no test can work with."""
        if not 0 <= self.draws <= MOST_DRAWS:
            raise OptionError(
                f"draws must be from 1 to {MOST_DRAWS:,}, or 0 for the test's own number, not {self.draws}"
            )
        if not 0 <= self.seed < 2**64:
            raise OptionError(f"seed must be a whole number from 0 to 2^64 - 1, not {self.seed}")
        if not 0 < self.confidence < 1:
            raise OptionError(f"confidence must lie between 0 and 1, such as 0.95, not {self.confidence:g}")
        check_choices(self)

    @property
    def bootstrap_draws(self) -> int:
        """The number of draws of a bootstrap."""
        return self.draws or BOOTSTRAP_DRAWS

    @property
    def bootstrap_interval(self) -> str:
        """The kind of interval that is taken from the draws of a bootstrap."""
        return "percentile" if self.interval == "auto" else self.interval

    @property
    def permutation_draws(self) -> int:
        """The number of draws of a permutation test."""
        return self.draws or PERMUTATION_DRAWS

    @property
    def alpha(self) -> float:
        """What the confidence leaves to error, such as 0.05."""
        return round(1 - self.confidence, 12)

    def drawn(self, units: int) -> tuple[str, int]:
        """Return how a bootstrap draws from so many units: the kernel's kind, and the size of a sample."""
        half = max(1, units // 2)
        if self.sample == "half-without":
            return "without-replacement", half
        return "with-replacement", half if self.sample == "half" else units
