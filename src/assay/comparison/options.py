"""What may be chosen about comparisons of systems and about power; light, so that `--help` need not wait."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

from assay.errors import OptionError
from assay.options import check_choices, declared, nested, option, same_option
from assay.stats import Correction, Settings

TestName = Literal[
    "permutation", "bootstrap", "sign", "t", "wilcoxon", "koehn", "sacrebleu-bs", "sacrebleu-ar"
]

AUTO = "auto"
CORRECTION_NAMES = {"holm": "Holm", "bh": "Benjamini-Hochberg"}  # as sentences write them
Part = Literal["claims", "method", "scores", "ranks", "pairs", "matrix"]
PARTS: tuple[Part, ...] = get_args(Part)
PowerPart = Literal["claims", "method", "pairs"]
POWER_PARTS: tuple[PowerPart, ...] = get_args(PowerPart)
# Segments on a page in which one system is furthest ahead, and as many for the other
PAGE_EXAMPLES = 5


def drawn_unit(also: str = "") -> Any:
    """Declare what is drawn as one; `also` names further units."""
    return option(
        AUTO,
        "unit of resampling: segment, document, block:K, or auto, which is documents where they are known "
        f"and matter, else segments{also} (default: auto)",
        metavar="UNIT",
        found=True,
    )


@dataclass(frozen=True)
class CompareOptions:
    """How systems are compared."""

    test: TestName = option(
        "permutation",
        "the paired test (default: permutation, that is approximate randomisation)",
        found=True,
    )
    unit: str = drawn_unit()
    baseline: str | None = option(
        None,
        "compare every system with this one only (default: all pairs)",
        metavar="NAME",
        found=True,
    )
    correction: Correction = option("holm", "correction for multiple comparisons (default: holm)", found=True)
    primary: str | None = option(
        None,
        "the metric that conclusions rest on, if there are several; choose it before you see results",
        metavar="METRIC",
        found=True,
    )
    settings: Settings = nested(Settings)

    def __post_init__(self) -> None:
        """Refuse what is no choice."""
        check_choices(self)


@dataclass(frozen=True)
class PowerOptions:
    """What is asked about power: of which set, for which difference, and how it is answered."""

    segments: int | None = option(
        None,
        "the size of the planned set, in units (default: that of the set given)",
        metavar="N",
        least=1,
        found=True,
    )
    difference: float | None = option(
        None, "the true difference (default: the observed one)", metavar="D", found=True
    )
    deviation: float | None = option(
        None,
        "without files: the standard deviation of the differences between segment scores",
        metavar="S",
        found=True,
    )
    win_rate: float | None = option(
        None,
        "without files: the share of decisions that the better system wins, ties left out, by the sign test",
        metavar="W",
        found=True,
    )
    power: float = option(0.8, "the statistical power wanted (default: 0.8)", metavar="P", found=True)
    simulate: bool = option(
        False,
        "estimate power by simulation: draw sets and test each with --test (slower)",
        found=True,
    )
    coverage: bool = option(False, "estimate the coverage of confidence intervals by simulation", found=True)
    trials: int = option(
        500, "sets drawn by --simulate and --coverage (default: 500)", metavar="N", least=1, found=True
    )
    test: TestName = option("permutation", "the paired test of --simulate (default: permutation)", found=True)
    pairs: int | None = option(
        None,
        "number of pairs to correct for (default: all pairs of the systems given)",
        metavar="N",
        least=1,
        found=True,
    )
    correction: Correction = same_option(CompareOptions, "correction")
    unit: str = drawn_unit()
    settings: Settings = nested(Settings)

    def __post_init__(self) -> None:
        """Refuse questions that contradict each other, and options without effect."""
        check_choices(self)
        self._refuse_idle()
        if self.simulate and self.coverage:
            raise OptionError("--simulate and --coverage answer different questions; give one of them")
        if self.difference is not None and (self.simulate or self.coverage):
            raise OptionError("--simulate uses the observed difference; leave --difference out")
        if self.deviation is not None and self.deviation < 0:
            raise OptionError(f"--deviation must be 0 or more, not {self.deviation:g}")
        if self.win_rate is not None and not 0 <= self.win_rate <= 1:
            raise OptionError(f"--win-rate must lie between 0 and 1, not {self.win_rate:g}")

    def _refuse_idle(self) -> None:
        """Refuse an option that would change nothing, rather than let somebody believe that it did."""
        tried = self.simulate or self.coverage
        idle = {
            "test": not self.simulate and "applies only to --simulate",
            "trials": not tried and "applies only to --simulate and --coverage",
            "pairs": (self.coverage or self.correction == "none")
            and "applies only with a correction, and there is none",
            "correction": self.coverage and "applies to tests, and --coverage makes none",
            "power": self.coverage and "applies to tests, and --coverage makes none",
        }
        usual = {each.name: each.default for each in declared(PowerOptions)}
        for name, why in idle.items():
            if why and getattr(self, name) != usual[name]:
                raise OptionError(f"--{name} {why}; leave it out")
        if self.settings.interval != usual["interval"] and not self.coverage:
            raise OptionError("--interval applies only to --coverage; leave it out")

    def _refuse_drawing(self) -> None:
        """Refuse what speaks of draws from outputs where there are none."""
        usual = Settings()
        drawing = {
            name: getattr(self.settings, name) != getattr(usual, name) for name in ("draws", "seed", "sample")
        }
        for name, idle in (drawing | {"unit": self.unit != AUTO}).items():
            if idle:
                raise OptionError(f"--{name} needs system outputs, and none are given; leave it out")

    def _check_assumed(self) -> None:
        """Refuse assumptions that are not enough to answer, or more than one answer takes."""
        if self.win_rate is None and None in (self.difference, self.deviation, self.segments):
            raise OptionError(
                "no system output given; name two files, or assume values with --difference, --deviation and "
                "--segments, or with --win-rate and --segments"
            )
        if self.win_rate is not None and (self.difference is not None or self.deviation is not None):
            raise OptionError(
                "--win-rate is for the sign test, --difference and --deviation for a test of means; "
                "give the one or the others"
            )
        if self.win_rate is not None and self.segments is None:
            raise OptionError("--win-rate needs --segments, the number of decisions")

    def together(self, systems: int = 2) -> int:
        """Return how many pairs of so many systems are tested together, at one level."""
        return 1 if self.correction == "none" else self.pairs or max(1, systems * (systems - 1) // 2)

    def check_outputs(self, given: bool) -> None:
        """Refuse what cannot be asked with the outputs of systems, or without."""
        for name, idle in (("deviation", self.deviation), ("win-rate", self.win_rate)):
            if given and idle is not None:
                raise OptionError(
                    f"--{name} is estimated from the outputs; leave it out, or leave the outputs out"
                )
        if not given:
            self._check_assumed()
        if not given:
            self._refuse_drawing()
        if not given and (self.simulate or self.coverage):
            raise OptionError("--simulate and --coverage resample system outputs; name the files")
