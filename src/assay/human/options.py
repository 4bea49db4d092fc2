"""What may be chosen about human judgements: how ratings become scores, systems a ranking, and raters are judged.

Nothing heavy is imported here, so that a command's help costs nothing. Tables of implementations elsewhere in the
package go by the names that the `Literal` types list; a law test holds them to it.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

from assay.comparison import drawn_unit
from assay.data import MqmWeights
from assay.errors import OptionError
from assay.options import check_choices, nested, option
from assay.stats import Correction, Settings

if TYPE_CHECKING:
    from assay.data import Scale

Part = Literal["ranking", "needed", "scores", "raters", "agreement", "remarks"]
Standardisation = Literal["raw", "centred", "equalised", "z", "z-all", "z-genuine"]
Item = Literal["genuine", "repeat", "degraded", "reference"]
Level = Literal["segment", "document"]
Test = Literal["auto", "permutation", "bootstrap", "t", "signed-rank", "sign", "rank-sum", "wmt"]
Sides = Literal["", "one", "two"]
Common = Literal["pair", "all"]
Method = Literal["trueskill", "wins", "bradley-terry"]
RankRanges = Literal["marginal", "joint"]
Rule = Literal["paired", "appraise", "graham"]
ControlTest = Literal["signed-rank", "t"]
Resampled = Literal["auto", "item", "segment", "document"]

# That a planned number of judgements is to have: the usual convention (Cohen 1988)
POWER = 0.8
PARTS: tuple[Part, ...] = get_args(Part)
SYSTEM_ITEMS: tuple[Item, ...] = ("genuine", "repeat")
RESAMPLED = ("permutation", "bootstrap")
RANK_SUMS = ("rank-sum", "wmt")
TESTS: Mapping[Test, str] = {
    "auto": "permutation if systems share segments, else rank-sum",
    "permutation": "approximate randomisation on common segments, two-sided",
    "bootstrap": "paired bootstrap on common segments, centred on the null, two-sided",
    "t": "paired t test on common segments, two-sided",
    "signed-rank": "Wilcoxon's signed-rank test on common segments, two-sided",
    "sign": "exact sign test on common segments, two-sided, ties excluded",
    "rank-sum": "Wilcoxon's rank-sum test on segment means, two-sided",
    "wmt": "Wilcoxon's rank-sum test on segment means, one-sided in favour of the leading system (WMT17-23)",
}

# What one major error costs under the usual weights of MQM (Freitag et al. 2021)
MAJOR_ERROR = 5.0


@dataclass(frozen=True)
class ScoreOptions:
    """How ratings become scores.

    `weights` turn marked errors into scores; without them MQM takes the present ones of Marot and other schemes the
    scores that were given. `items` are the kinds of items that count. `least_raters` is the number of raters that a
    system's segment must have had. `ignored_systems` are patterns of systems (`*-tutorial*`) whose ratings take no
    part at all, not even in standardisation. `truncate` cuts scores to whole numbers, as the campaigns' scripts did.
    """

    standardise: Standardisation = option(
        "raw", "standardise the scores of each rater", metavar="MODE", found=True
    )
    weights: str | MqmWeights | None = option(
        None,
        "weights of marked errors: a published set, or a TOML file",
        metavar="SET",
        found=True,
    )
    aspect: str | None = option(
        None, "the question, if several were asked; all: their mean", metavar="NAME", found=True
    )
    items: tuple[str, ...] = SYSTEM_ITEMS
    level: Level = "segment"
    truncate: bool = False
    least_raters: int = 1
    ignored_systems: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse options that do not exist."""
        check_choices(self)
        if self.level not in ("segment", "document"):
            raise OptionError(f"level={self.level!r} is not recognised; choose segment, document")
        unknown = [item for item in self.items if item not in (*SYSTEM_ITEMS, "degraded", "reference")]
        if unknown or not self.items:
            raise OptionError(f"items={self.items!r}: choose from genuine, repeat, degraded, reference")
        if self.least_raters < 1:
            raise OptionError(f"least_raters must be 1 or more, not {self.least_raters}")


@dataclass(frozen=True)
class RankOptions:
    """How systems are ranked, by ratings or by rankings of their outputs.

    `test` "auto" takes the test that suits the scores and says which. `sides` "" leaves one- or two-sided to the
    test: all but "wmt" are two-sided. `common` "pair" tests every pair on the segments that both
    were judged on, "all" takes only segments that all systems were judged on. Systems with fewer judged segments
    than `least` are left out and named. The mixed model is fitted to no more than `most_fitted` ratings.
    """

    scoring: ScoreOptions = nested(ScoreOptions)
    rule: Rule = option(
        "paired",
        "how raters fail quality control: a paired test on control items, or the rule of Appraise or Graham",
        found=True,
    )
    without_failed: bool = option(False, "exclude the raters who fail quality control", found=True)
    without: tuple[str, ...] = option(
        (), "exclude these raters, separated by commas", metavar="RATERS", found=True
    )
    test: Test = option(
        "auto",
        "the test for each pair of systems; auto: permutation if they share segments, else rank-sum",
        found=True,
    )
    unit: str = drawn_unit("; for rankings: judgement, screen, segment, document (auto where known) or rater")
    correction: Correction = option("holm", "correction for multiple comparisons", found=True)
    common: Common = option(
        "pair",
        "compare a pair on the segments judged for both, or on those judged for all systems",
        found=True,
    )
    least: int = option(
        2, "fewest judged segments for a system to be ranked", metavar="N", least=1, found=True
    )
    method: Method = option("trueskill", "how rankings of outputs become a ranking of systems", found=True)
    rank_ranges: RankRanges = option(
        "marginal",
        "for rankings: ranges of ranks with marginal or joint confidence",
        found=True,
    )
    difference: float | None = option(
        None,
        "difference of means to plan for, in place of the observed one (--show needed)",
        metavar="D",
        found=True,
    )
    sides: Sides = ""
    most_fitted: int = (
        # REML on more takes minutes, and the standard errors of so many are tiny anyway
        200_000
    )
    chance: Settings = nested(Settings)

    def __post_init__(self) -> None:
        """Refuse what no ranking can work with."""
        check_choices(self)
        if self.sides not in ("", "one", "two"):
            raise OptionError(f"sides={self.sides!r} is not recognised; choose one or two")
        if self.sides == "one" and self.test in ("auto", *RESAMPLED):
            raise OptionError(f"test={self.test} is two-sided; for sides=one use rank-sum, signed-rank or t")
        if self.sides == "two" and self.test == "wmt":
            raise OptionError("test=wmt is one-sided; the same test with sides=two is rank-sum")
        if self.difference is not None and not (self.difference > 0 and math.isfinite(self.difference)):
            raise OptionError(f"difference must be above 0, not {self.difference:g}")
        if self.least < 2:
            raise OptionError(f"least must be 2 or more judged segments, not {self.least}")

    @property
    def one_sided(self) -> bool:
        """Whether p-values are one-sided: for the system with the higher mean."""
        return self.sides == "one" or self.test == "wmt"


RATINGS_ONLY = ("standardise", "weights", "aspect", "rule", "without_failed", "test", "common", "least")
RANKINGS_ONLY = ("method", "rank_ranges")


def refuse_idle(options: RankOptions, *, ratings: bool) -> None:
    """Refuse an option that would change nothing, rather than let somebody believe that it did."""
    idle = RANKINGS_ONLY if ratings else RATINGS_ONLY
    these = (
        "rankings of outputs, but these are ratings"
        if ratings
        else "ratings, but these are rankings of outputs"
    )
    usual = RankOptions()
    for name in idle:
        where = "scoring" if hasattr(options.scoring, name) else ""
        chosen, default = (getattr(each, where) if where else each for each in (options, usual))
        if getattr(chosen, name) != getattr(default, name):
            raise OptionError(f"--{name.replace('_', '-')} applies to {these}; leave it out")


SHOWN_IN: Mapping[str, tuple[Part, ...]] = {  # the parts that an option changes
    "test": ("ranking", "needed"),
    "common": ("ranking", "needed"),
    "least": ("ranking", "needed"),
    "method": ("ranking", "needed"),
    "rank_ranges": ("ranking",),
    "unit": ("ranking", "needed", "raters", "agreement"),
    "correction": ("ranking", "needed", "scores"),
    "difference": ("needed",),
}


def refuse_unseen(options: RankOptions, parts: Collection[str]) -> None:
    """Refuse an option that changes none of the parts that were asked for."""
    usual, shown = RankOptions(), set(parts)
    for name, where in SHOWN_IN.items():
        if getattr(options, name) != getattr(usual, name) and not shown & set(where):
            raise OptionError(
                f"--{name.replace('_', '-')} has no effect on what is shown; it applies to --show {' or '.join(where)}"
            )
    if options.rule != usual.rule and not (options.without_failed or "raters" in shown):
        raise OptionError("--rule has no effect without --without-failed or --show raters")


@dataclass(frozen=True)
class AgreeOptions:
    """How the agreement of raters is measured: those measures that suit the scores unless some are named."""

    measures: tuple[str, ...] = option((), "measures of agreement", metavar="NAME")
    resampled: Resampled = option(
        "auto", "unit of resampling for the intervals; auto: documents where they are known, else segments"
    )
    scoring: ScoreOptions = nested(ScoreOptions)
    chance: Settings = nested(Settings)

    def __post_init__(self) -> None:
        """Refuse what is none of the choices."""
        check_choices(self)


@dataclass(frozen=True)
class ControlCheck:
    """What is asked of raters; `drop` and `spread` are taken from the raters unless given.

    A rater fails where a careful one would have passed with the probability `power`. With 0.8, the usual convention of
    planning, one careful rater in five would be blamed; so it is 0.95, as sure as the test that clears a rater.
    """

    test: ControlTest = "signed-rank"
    alpha: float = 0.05
    drop: float | None = None  # how much lower a careful rater scores degraded items
    spread: float | None = None  # standard deviation of original minus degraded
    power: float = 0.95  # below it a test that does not pass is no evidence
    reference: float | None = None  # the mean that reference items must reach
    seed: int = 12345

    def __post_init__(self) -> None:
        """Refuse what no check can work with."""
        if self.test not in ("signed-rank", "t"):
            raise OptionError(f"{self.test!r} is not a test of control items; choose signed-rank or t")
        for name, share in (("alpha", self.alpha), ("power", self.power)):
            if not 0 < share < 1:
                raise OptionError(f"{name} must lie between 0 and 1, not {share:g}")
        for name, size in (("drop", self.drop), ("spread", self.spread)):
            if size is not None and not (size > 0 and math.isfinite(size)):
                raise OptionError(f"{name} must be above 0, not {size:g}")

    def most_drop(self, scale: Scale) -> float:
        """Return the largest drop that is asked of a careful rater, however far the others go: a fifth of the scale."""
        return (scale.high - scale.low) / 5 if math.isfinite(scale.low) else MAJOR_ERROR

    def stated_reference(self, scale: Scale) -> float:
        """Return the mean that reference items must reach: the one given, else nine tenths of the scale."""
        if self.reference is not None:
            return self.reference
        best, worst = (scale.high, scale.low) if scale.higher_is_better else (scale.low, scale.high)
        return best - (best - worst) / 10 if math.isfinite(worst) else best - 1


@dataclass(frozen=True)
class FlagLimits:
    """What may be crossed before a rater is flagged."""

    seconds: float = 3.0  # active time per item, at least
    word_seconds: float = 0.1  # active time per word, at least, where words are known
    run: int = 8  # equal scores one after the other, at most
    modal: float = 0.5  # share of the most frequent score, at most
    spread: float = 0.05  # standard deviation as a share of the scale, at least
    correlation: float = 0.0  # with the mean of the others, at least
    # Items shared with others before a correlation says anything
    shared: int = 5
    agreement: float = (
        # Upper bound of that correlation, as a share of what it is for the other raters, at least
        0.5
    )
    ends: float = 0.8  # share of scores at the two ends of the scale, at most
    ratings: int = 10  # scores before shares and spreads say anything


@dataclass(frozen=True)
class RaterOptions:
    """How raters are judged; a `rule` other than our own is shown beside our verdict."""

    rule: Rule = option("paired", "a campaign's rule to show beside our own verdict")
    bins: int = option(10, "number of bins for the use of the scale", least=1)
    check: ControlCheck = ControlCheck()
    limits: FlagLimits = FlagLimits()
    scoring: ScoreOptions = nested(ScoreOptions)
    chance: Settings = nested(Settings)

    def __post_init__(self) -> None:
        """Refuse what is none of the choices."""
        check_choices(self)
