"""`assay power`: could this test set show the difference at all, and how many segments would it take?"""

from __future__ import annotations

from dataclasses import dataclass

from assay.cli import parts as shown
from assay.cli import sets
from assay.cli.answer import Answer
from assay.cli.flags import Manners
from assay.cli.output import OutputOptions
from assay.cli.running import RunOptions
from assay.comparison import POWER_PARTS, PowerOptions
from assay.errors import OptionError
from assay.io import FileOptions
from assay.metrics import MetricOptions
from assay.options import nested, option

EPILOG = """\
examples:
  assay power -r ref.txt a.txt b.txt                      could this set show the difference between these two?
  assay power -r ref.txt a.txt b.txt --segments 3000      and a set of 3000 segments?
  assay power evalset.xml --simulate --test sign          the same by simulation
  assay power evalset.xml --coverage                      do intervals cover the true value as often as they claim?
  assay power --difference 1 --deviation 8.5 --segments 500   from assumed numbers, without files
  assay power --win-rate 0.55 --segments 400              400 choices between two outputs: enough for 55 % of wins?
"""


@dataclass(frozen=True)
class Arguments:
    """Say how large a difference a test set can show, and how many segments it takes."""

    files: FileOptions = nested(FileOptions)
    metrics: MetricOptions = nested(MetricOptions)
    power: PowerOptions = nested(PowerOptions)
    show: str | None = option(None, shown.words(POWER_PARTS, shown.A_SUMMARY, table=False), metavar="PARTS")
    manners: Manners = nested(Manners)
    writing: OutputOptions = nested(OutputOptions)
    record: RunOptions = nested(RunOptions)

    def __post_init__(self) -> None:
        """Refuse questions that cannot be asked with outputs, or without."""
        shown.chosen(self.show, POWER_PARTS, table=False)
        self.power.check_outputs(given=bool(self.files.systems))
        if self.show is not None and (self.power.coverage or not self.files.systems):
            raise OptionError("--show is for the power of pairs of outputs; leave it out")
        if self.metrics.metric and not self.files.systems:
            raise OptionError("--metric is for the outputs of systems, and there are none; leave it out")


def run(arguments: Arguments) -> Answer:
    """Answer from assumed numbers, or from the outputs of systems."""
    from assay.comparison import assume_power, plan_power
    from assay.reporting import assumed_report, power_report, power_summary

    options = arguments.power
    if not arguments.files.systems:
        return Answer(assumed_report(assume_power(options), options.power))
    evaluation = sets.score_set(
        arguments.files,
        sets.chosen_metrics(arguments.metrics, arguments.files),
        arguments.manners,
        documents=options.unit == "document",
    )
    plan = plan_power(evaluation, options, bar=sets.progress_bar(arguments.manners))
    form, parts = arguments.writing.form, shown.chosen(arguments.show, POWER_PARTS, table=False)
    brief = shown.asks_summary(arguments.show, form) and not options.coverage and not plan.simulated
    return Answer(
        power_report(plan, parts, pictures=form == "html"),
        power_summary(plan) if brief else None,
        evaluations=[evaluation],
    )
