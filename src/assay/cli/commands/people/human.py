"""`assay human`: what people said of outputs, as rankings of systems that can be defended."""

from __future__ import annotations

from dataclasses import dataclass

from assay.cli import parts as shown
from assay.cli.answer import Answer
from assay.cli.flags import Manners
from assay.cli.output import OutputOptions
from assay.cli.running import RunOptions
from assay.errors import OptionError
from assay.extensions import with_judgements
from assay.human import PARTS, RankOptions
from assay.io import JudgementOptions
from assay.options import nested, option

EPILOG = """\
examples:
  assay human ratings.tsv
  assay human campaign.csv --standardise z --without-failed -o report.html
  assay human mqm.tsv --weights wmt22 --unit document
  assay human rankings.csv --method bradley-terry
  assay human campaign.csv --to tidy -o ratings.tsv
  assay human campaigns.db --campaign spring
"""


@dataclass(frozen=True)
class Arguments:
    """Rank systems by human judgements; check the raters and how far they agree."""

    reading: JudgementOptions = nested(JudgementOptions)
    to: str | None = option(None, "write the judgements in this format, and nothing else", metavar="FORMAT")
    leave_out: bool = option(
        False, "with --to, leave out what FORMAT cannot hold, with a warning (default: refuse)"
    )
    show: str | None = option(None, shown.words(PARTS, shown.A_SUMMARY), metavar="PARTS")
    cite: bool = option(False, "add a sentence for a paper, and a BibTeX entry for every method")
    ranking: RankOptions = nested(RankOptions)
    manners: Manners = nested(Manners)
    writing: OutputOptions = nested(OutputOptions)
    record: RunOptions = nested(RunOptions)

    def __post_init__(self) -> None:
        """Refuse parts that there are none of, and options that would change nothing."""
        shown.chosen(self.show, PARTS)
        if self.leave_out and not self.to:
            raise OptionError("--leave-out is for --to; leave it out")
        if self.to and (self.show is not None or self.ranking != RankOptions(chance=self.ranking.chance)):
            raise OptionError(
                "--to writes the judgements as they are; leave out --show and options of the ranking"
            )


def run(arguments: Arguments) -> Answer:
    """Read judgements, and report on them, or write them in another format."""
    from assay.data import Judgements
    from assay.human import rank
    from assay.io import encode_judgements, open_judgements, single_systems
    from assay.reporting import human_report, human_summary, ranking_table_alone

    reading = with_judgements(arguments.reading)
    judgements = open_judgements(reading, several_pairs=arguments.to is not None)
    if arguments.to:
        return Answer(ready=encode_judgements(judgements, arguments.to, leave_out=arguments.leave_out))
    # Who chose a single system wants to be told that there is nothing to rank; a file that has one is reported on.
    asked = arguments.show not in (None, shown.TABLE, shown.ALL) or (
        reading.chooses_systems and isinstance(judgements, Judgements)
    )
    parts = shown.chosen(arguments.show, PARTS) if asked else None
    systems = () if isinstance(judgements, Judgements) else single_systems(judgements, reading)
    ranking = rank(judgements, arguments.ranking, parts, systems=systems)
    form, summary = arguments.writing.form, None
    if shown.asks_table(arguments.show, form):
        summary = ranking_table_alone(ranking, citation=arguments.cite)
    elif shown.asks_summary(arguments.show, form):
        summary = human_summary(ranking, citation=arguments.cite)
    return Answer(human_report(ranking, pictures=form == "html"), summary)
