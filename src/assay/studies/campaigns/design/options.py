"""What may be chosen about the design of a campaign; nothing heavy is imported here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from assay.errors import OptionError
from assay.options import check_choices, option

Layout = Literal["pool", "hit100-graham", "appraise", "appraise-document", "wmt24-esa"]
Recipe = Literal["graham2015", "graham2016", "appraise", "wmt24"]
MOST_SEGMENTS = {"appraise-document": 70, "wmt24-esa": 10}  # of a document; longer ones are cut
CONTROLS = "controls"
Order = Literal["auto", "shuffled", "document"]


@dataclass(frozen=True)
class DesignOptions:
    """How outputs are laid out on screens and screens in bundles.

    A bundle is what one annotator does in one go. `overlap`, `repeats`, `degraded` and `references` are shares of the
    genuine screens where they are below 1, else numbers: of the whole plan for `overlap`, of each bundle for controls.
    The layouts of campaigns bring their own bundles and controls, so that these options are for the pool alone.
    """

    layout: Layout = option("pool", "how tasks are made: a pool, or the tasks of a campaign")
    copies: int = option(1, "annotators for every task", metavar="K", least=1)
    overlap: float = option(
        0.0,
        "screens with one more annotator, for agreement: a share below 1 or a number",
        metavar="N",
        least=0,
    )
    calibration: int = option(0, "screens that every annotator judges first", metavar="N", least=0)
    repeats: float = option(
        0.0, "repeated screens in a task: a share below 1 or a number", metavar="N", least=0, group=CONTROLS
    )
    degraded: float = option(
        0.0, "degraded screens in a task: a share below 1 or a number", metavar="N", least=0, group=CONTROLS
    )
    references: float = option(
        0.0,
        "references as controls in a task: a share below 1 or a number",
        metavar="N",
        least=0,
        group=CONTROLS,
    )
    recipe: Recipe = option("appraise", "how texts are degraded", group=CONTROLS)
    square: bool = option(False, "every annotator sees a text in one condition: Latin squares")
    bundle: int = option(10, "screens in a task of the pool", metavar="N", least=1)
    outputs: int = option(0, "outputs on a screen; 0: as many as the protocol allows", metavar="N", least=0)
    order: Order = option("auto", "screens shuffled, or in the order of documents; auto: by the protocol")
    segments: int = option(0, "cut documents to so many segments; 0: whole", metavar="N", least=0)
    sample: int = option(0, "judge a random sample of so many segments; 0: all", metavar="N", least=0)
    seed: int = option(1, "seed of all that is random", metavar="N", least=0)

    def __post_init__(self) -> None:
        """Refuse what no plan can be made of."""
        check_choices(self)
        if self.square and self.calibration:
            raise OptionError(
                "calibration shows everybody some texts in one condition, which a Latin square has in all of them; "
                "choose one of the two"
            )
        if self.layout != "pool":
            for name in ("overlap", "repeats", "degraded", "references", "square"):
                if getattr(self, name):
                    raise OptionError(
                        f"{name} belongs to the pool; the layout {self.layout} has its own controls"
                    )

    def fitted(self) -> DesignOptions:
        """Return the options with what the layout asks for: its order, and the longest document that it knows."""
        if self.layout not in MOST_SEGMENTS:
            return replace(self, order="shuffled") if self.layout != "pool" else self
        most = MOST_SEGMENTS[self.layout]
        return replace(self, order="document", segments=min(self.segments or most, most))


def number_of(wanted: float, total: int) -> int:
    """Return how many a share below 1, or else a number, asks for."""
    if 0 < wanted < 1:
        return min(total, max(1, round(wanted * total)))
    return min(total, round(wanted))
