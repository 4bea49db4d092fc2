"""How systems are ranked by human scores: which test, over which units, corrected in which way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from assay.errors import OptionError
from assay.stats import Settings, adjust

Sides = Literal["", "one", "two"]
Common = Literal["pair", "all"]
RESAMPLED = ("permutation", "bootstrap")
TESTS = {
    "rank-sum": "Wilcoxon's rank-sum test on segment means, one-sided (WMT17-23)",
    "signed-rank": "Wilcoxon's signed-rank test on common segments, two-sided",
    "t": "paired t test on common segments, two-sided",
    "sign": "sign test on common segments, exact, two-sided, ties dropped",
    "permutation": "approximate randomisation on common segments, two-sided",
    "bootstrap": "paired bootstrap on common segments, shifted to the null, two-sided",
}


@dataclass(frozen=True)
class RankSettings:
    """How systems are ranked.

    `sides` "" leaves one- or two-sided to the test. `common` "pair" tests every pair on the segments that both
    were judged on, "all" takes only segments that all systems were judged on. Systems with fewer judged
    segments than `least` are left out and named.
    """

    test: str = "rank-sum"
    sides: Sides = ""
    correction: str = "holm"
    unit: str = "segment"
    common: Common = "pair"
    least: int = 2
    chance: Settings = Settings()

    def __post_init__(self) -> None:
        """Refuse options that do not exist."""
        for name, value, known in (
            ("test", self.test, tuple(TESTS)),
            ("sides", self.sides, get_args(Sides)),
            ("common", self.common, get_args(Common)),
        ):
            if value not in known:
                raise OptionError(f"{name}={value!r} is not known; it is {', '.join(filter(None, known))}")
        if self.test in RESAMPLED and self.sides == "one":
            raise OptionError(f"test={self.test} is two-sided; for sides=one take rank-sum, signed-rank or t")
        if self.least < 2:
            raise OptionError(f"least must be 2 or more judged segments, not {self.least}")
        adjust(np.ones(1), self.correction)

    @property
    def one_sided(self) -> bool:
        """Whether p-values are one-sided: for the system with the higher mean."""
        return self.sides == "one" or (self.sides == "" and self.test == "rank-sum")


DEFAULTS = RankSettings()
