"""How far do raters agree, with each other and with themselves?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.human import AgreeOptions
from assay.io import JudgementOptions
from assay.options import nested
from assay.questions.results import Result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.human import RaterAgreement
    from assay.questions.given import Given
    from assay.reporting import Block


@dataclass(frozen=True)
class AgreeQuestion:
    """Measure how far raters agree, with each other and with themselves."""

    reading: JudgementOptions = nested(JudgementOptions)
    agreement: AgreeOptions = nested(AgreeOptions)


@dataclass(frozen=True, repr=False)
class AgreeResult(Result):
    """How far raters agree; `agreement` holds every measure that their judgements allow."""

    agreement: RaterAgreement

    def report(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return the measures with intervals, of all raters and of each."""
        from assay.reporting import agreement_blocks

        return agreement_blocks(self.agreement)


def ask(question: AgreeQuestion, given: Given) -> AgreeResult:
    """Read judgements, and measure agreement."""
    from assay.human import agree
    from assay.questions.judgements import read_people

    return AgreeResult(agree(read_people(question.reading, given)[1], question.agreement))
