"""What an explanation may be asked: of which metrics and segments, and how many edits to name."""

from __future__ import annotations

from dataclasses import dataclass

from assay.metrics import AlignOptions
from assay.options import option, same_option

EXPLAINED = ("bleu", "wer", "ter", "chrf")
# Segments that are explained where nobody says which.
A_FEW = 5


@dataclass(frozen=True)
class ExplainOptions:
    """Which metrics to explain, on which segments, and how many single edits to name."""

    metric: tuple[str, ...] = option(
        (),
        "a metric to explain, with its options: bleu, chrf, ter, wer, cer, cder or meteor; repeat for more "
        f"(default: {', '.join(EXPLAINED)})",
        flag="-m --metric",
        metavar="METRIC",
        found=True,
    )
    segment: str | None = same_option(AlignOptions, "segment")
    edits: int = option(
        3,
        "edits of a single word to name, those that improve the score most; 0 names none",
        least=0,
        most=100,
        found=True,
    )

    def __post_init__(self) -> None:
        """Refuse what is no segment."""
        self.rows()

    def rows(self) -> range | None:
        """Return the rows that N or N-M stands for; nothing stands for all."""
        return AlignOptions(segment=self.segment).rows()
