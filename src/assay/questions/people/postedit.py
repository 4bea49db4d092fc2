"""What does it cost to repair these translations: time, keys, pauses, edits?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from assay.errors import OptionError
from assay.io import Named, PostEditFiles
from assay.options import check_choices, nested, option
from assay.postedit import PARTS
from assay.postedit.options import EffortOptions
from assay.questions.parts import chosen_parts, show_option
from assay.questions.results import Converted, Result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.data import PostEdits, Scores
    from assay.postedit import EffortStudy
    from assay.questions.given import Given
    from assay.reporting import Block


@dataclass(frozen=True)
class PostEditQuestion:
    """Measure what it costs to repair translations: time, keys, pauses, edits; by system, editor and document."""

    files: PostEditFiles = nested(PostEditFiles)
    effort: EffortOptions = nested(EffortOptions)
    scores: tuple[Named, ...] = option(
        (),
        "scores of a metric that is to predict the effort; repeat for more",
        metavar="FILE",
        reads=True,
        found=True,
    )
    lower: tuple[str, ...] = option(
        (), "metrics in FILEs for which lower is better", metavar="NAMES", found=True
    )
    to: Literal["log", "scores"] | None = option(
        None,
        "write the post-edits as our log, or the effort by segment as scores for assay meta, and nothing else",
        found=True,
    )
    show: str | None = show_option(PARTS)

    def __post_init__(self) -> None:
        """Refuse parts that there are none of, and options that would change nothing."""
        check_choices(self)
        chosen_parts(self.show, PARTS)
        if self.to and (self.show is not None or self.scores):
            raise OptionError("--to writes a file for other programs; leave out --show and --scores")


@dataclass(frozen=True, repr=False)
class EffortResult(Result):
    """What post-editing costs; `study` holds every measure at every level, `parts` are those reported on."""

    study: EffortStudy
    parts: tuple[str, ...] = PARTS

    has_table = True

    def report(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return effort by system, gain, editors, pauses, learning, agreement, triage, checks and rows."""
        from assay.reporting import effort_report

        return effort_report(self.study, self.parts, pictures=pictures)

    def summary(self) -> Sequence[Block]:
        """Return the answer on one screen."""
        from assay.reporting.tables.postedit.report import effort_summary

        return effort_summary(self.study)

    def table(self, *, numbered: bool = False) -> Sequence[Block]:
        """Return the effort by system alone."""
        from assay.reporting.tables.postedit.report import effort_table

        return effort_table(self.study)

    def scores(self) -> list[Scores]:
        """Return the measures as scores, systems by segments, as metrics have them."""
        from assay.postedit import effort_scores

        return effort_scores(self.study.measured)


def ask(question: PostEditQuestion, given: Given) -> Result:
    """Read post-edits, and report on the effort, or return them for other programs."""
    from assay.io import open_postedits, read_scores, split_names
    from assay.io.postedits.own import write_log
    from assay.postedit import measure_effort

    postedits = open_postedits(question.files) if given.postedits is None else given.postedits
    if question.to == "log":
        return Converted(write_log(postedits).encode())
    if question.to == "scores":
        return Converted(_score_file(postedits, question.effort))
    lower = split_names(question.lower)
    metrics = [metric for path in question.scores for metric in read_scores(path, None, lower)]
    study = measure_effort(postedits, question.effort, [*metrics, *given.scores])
    return EffortResult(study, chosen_parts(question.show, PARTS), show=question.show)


def _score_file(postedits: PostEdits, effort: EffortOptions) -> bytes:
    from assay.postedit.quantities import measure_rows
    from assay.reporting import render_as
    from assay.reporting.tables.postedit.tables import score_table

    return render_as([score_table(measure_rows(postedits, effort))], "json").encode()
