"""Could this test set show the difference at all, and how many segments would it take?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.comparison import POWER_PARTS
from assay.comparison.options import PowerOptions
from assay.errors import OptionError
from assay.io import FileOptions
from assay.metrics import MetricOptions
from assay.options import nested
from assay.questions.parts import chosen_parts, show_option
from assay.questions.results import Result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.comparison import AssumedPower, PowerPlan, WinPower
    from assay.metrics import Evaluation
    from assay.questions.given import Given
    from assay.reporting import Block


@dataclass(frozen=True)
class PowerQuestion:
    """Say how large a difference a test set can show, and how many segments it takes."""

    files: FileOptions = nested(FileOptions)
    metrics: MetricOptions = nested(MetricOptions)
    power: PowerOptions = nested(PowerOptions)
    show: str | None = show_option(POWER_PARTS, table=False)

    def __post_init__(self) -> None:
        """Refuse what is no part of the report."""
        chosen_parts(self.show, POWER_PARTS, table=False)

    def check_given(self, given: Given) -> None:
        """Refuse what cannot be asked with outputs, or without."""
        self.power.check_outputs(given=given.is_given)
        if self.show is not None and (self.power.coverage or not given.is_given):
            raise OptionError("--show is for the power of pairs of outputs; leave it out")
        if (self.metrics.metric or given.metrics is not None) and not given.is_given:
            raise OptionError("--metric is for the outputs of systems, and there are none; leave it out")


@dataclass(frozen=True, repr=False)
class PowerResult(Result):
    """What a set can show: a plan from the outputs of systems, or from assumed numbers."""

    plan: PowerPlan | AssumedPower | WinPower
    options: PowerOptions
    scored: Evaluation | None = None

    def report(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return how often the difference would be found, the least that would be, and the units it takes."""
        from assay.comparison import AssumedPower, WinPower
        from assay.reporting.tables.comparison.power import assumed_report, power_report

        if isinstance(self.plan, AssumedPower | WinPower):
            return assumed_report(self.plan, self.options.power)
        parts = chosen_parts(self.show, POWER_PARTS, table=False)
        return power_report(self.plan, parts, pictures=pictures)

    def summary(self) -> Sequence[Block]:
        """Return the answer for every pair in a line; what was simulated is shown whole."""
        from assay.comparison import PowerPlan
        from assay.reporting.tables.comparison.power_screen import power_summary

        if isinstance(self.plan, PowerPlan) and not self.options.coverage and not self.plan.simulated:
            return power_summary(self.plan)
        return self.report()

    @property
    def evaluations(self) -> Sequence[Evaluation]:
        """The statistics that the plan rests on."""
        return () if self.scored is None else (self.scored,)


def ask(question: PowerQuestion, given: Given) -> PowerResult:
    """Answer from assumed numbers, or from the outputs of systems."""
    from assay.comparison.systems import assume_power, plan_power
    from assay.questions.scoring import score_set

    question.check_given(given)
    options = question.power
    if not given.is_given:
        return PowerResult(assume_power(options), options)
    evaluation = score_set(
        given,
        given.chosen_metrics(question.metrics),
        options.settings.threads,
        documents=options.unit == "document",
    )
    plan = plan_power(evaluation, options, bar=given.asker.draws)
    return PowerResult(plan, options, evaluation, show=question.show)
