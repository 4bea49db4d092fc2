"""What did people say of outputs? Rankings of systems that can be defended, and how far raters agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.errors import OptionError
from assay.human import PARTS, RankOptions
from assay.io import JudgementOptions
from assay.options import nested, option
from assay.questions.parts import ALL, TABLE, chosen_parts, show_option
from assay.questions.results import Converted, Result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.human import Ranking
    from assay.questions.given import Given
    from assay.reporting import Block


@dataclass(frozen=True)
class HumanQuestion:
    """Rank systems by human judgements; check the raters and how far they agree."""

    reading: JudgementOptions = nested(JudgementOptions)
    to: str | None = option(
        None, "write the judgements in this format, and nothing else", metavar="FORMAT", found=True
    )
    leave_out: bool = option(
        False,
        "with --to, leave out what FORMAT cannot hold, with a warning (default: refuse)",
        found=True,
    )
    show: str | None = show_option(PARTS)
    cite: bool = option(False, "add a sentence for a paper, and a BibTeX entry for every method", found=True)
    ranking: RankOptions = nested(RankOptions)

    def __post_init__(self) -> None:
        """Refuse parts that there are none of, and options that would change nothing."""
        chosen_parts(self.show, PARTS)
        if self.leave_out and not self.to:
            raise OptionError("--leave-out is for --to; leave it out")
        if self.to and (self.show is not None or self.ranking != RankOptions(chance=self.ranking.chance)):
            raise OptionError(
                "--to writes the judgements as they are; leave out --show and options of the ranking"
            )


@dataclass(frozen=True, repr=False)
class RankResult(Result):
    """Systems ranked by what people said; `ranking` holds the standings and all they rest on."""

    ranking: Ranking
    cite: bool = False

    has_table = True

    def report(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return the ranking, scores, raters, their agreement, and what was odd."""
        from assay.reporting.tables.human.ranking import human_report

        return human_report(self.ranking, pictures=pictures)

    def summary(self) -> Sequence[Block]:
        """Return who leads, whom to trust, what is missing, and one table."""
        from assay.reporting.tables.human.first_screen import human_summary

        return human_summary(self.ranking, citation=self.cite)

    def table(self, *, numbered: bool = False) -> Sequence[Block]:
        """Return means, intervals, ranks and clusters alone."""
        from assay.reporting.tables.human.first_screen import ranking_table_alone

        return ranking_table_alone(self.ranking, citation=self.cite)


def ask(question: HumanQuestion, given: Given) -> Result:
    """Read judgements, and report on them, or return them in another format."""
    from assay.data import Judgements
    from assay.human import rank
    from assay.io import encode_judgements, single_systems
    from assay.questions.judgements import read_people

    reading, people = read_people(question.reading, given, several_pairs=question.to is not None)
    if question.to:
        return Converted(encode_judgements(people, question.to, leave_out=question.leave_out))
    # Who chose a single system wants to be told that there is nothing to rank; a file that has one is reported on.
    asked = question.show not in (None, TABLE, ALL) or (
        reading.chooses_systems and isinstance(people, Judgements)
    )
    parts = chosen_parts(question.show, PARTS) if asked else None
    systems = () if isinstance(people, Judgements) else single_systems(people, reading)
    ranking = rank(people, question.ranking, parts, systems=systems)
    return RankResult(ranking, question.cite, show=question.show)
