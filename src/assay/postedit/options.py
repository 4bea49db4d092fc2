"""What may be asked of post-edits: the idle rule, what a pause is, which words count. Nothing heavy is imported."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from assay.options import check_choices, option, same_option
from assay.stats import Settings

Part = Literal[
    "systems", "gain", "editors", "documents", "pauses", "curve", "agreement", "triage", "checks", "segments"
]
PARTS: tuple[str, ...] = get_args(Part)
Words = Literal["auto", "source", "final"]
BOOTSTRAP_DRAWS = 1000
# Seconds: longer than a look into a dictionary; TransCenter calls 60 s long, Pearmut counts at most 61
IDLE = 300.0


@dataclass(frozen=True)
class EffortOptions:
    """How time is counted, and what else is to be known."""

    idle: float = option(
        IDLE,
        f"a gap between two events of more than SECONDS is idle and does not count as work (default: {IDLE:g})",
        metavar="SECONDS",
        least=0,
        found=True,
    )
    pause: int = option(
        1000,
        "the least pause that counts, in milliseconds (default: 1000)",
        metavar="MS",
        least=1,
        found=True,
    )
    words: Words = option(
        "auto",
        "words that rates are per: of the source or of the final text (default: source where it is known)",
        found=True,
    )
    hter: str = option(
        "hter", "the metric of HTER with its options, such as hter:cap", metavar="METRIC", found=True
    )
    segment: str | None = option(
        None,
        "show the timeline and the edits of this segment, or SEGMENT/EDITOR",
        metavar="NAME",
        found=True,
    )
    draws: int = option(
        BOOTSTRAP_DRAWS,
        f"random draws for intervals (default: {BOOTSTRAP_DRAWS})",
        metavar="N",
        least=1,
        found=True,
    )
    seed: int = same_option(Settings, "seed")
    confidence: float = option(0.95, "confidence level of intervals (default: 0.95)", metavar="C", found=True)
    threads: int = same_option(Settings, "threads")

    def __post_init__(self) -> None:
        """Refuse what is none of the choices."""
        check_choices(self)
        _ = self.settings

    @property
    def settings(self) -> Settings:
        """What chance is allowed to do."""
        return Settings(self.draws, self.seed, self.confidence, threads=self.threads)
