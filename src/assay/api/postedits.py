"""Post-editing effort for Python: what does it cost to repair translations?

Post-edits are a file in any format that `assay postedit` reads, several files, a frame with the columns `editor`,
`segment` and what was measured, or what `read_postedits` returned.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from assay.api.calls import read_keywords, takes
from assay.api.reading import file_of
from assay.api.results import Result, chosen_parts
from assay.data import PostEdits, Scores
from assay.io import PostEditFiles, open_postedits
from assay.io import read_scores as read_score_file
from assay.options import nested, option
from assay.postedit import PARTS, EffortOptions, EffortStudy, effort_scores, measure_effort
from assay.reporting import Block, effort_report, effort_summary

GIVEN = ("postedits", "scores")


@dataclass(frozen=True)
class EffortCall:
    """What `effort` may be asked."""

    files: PostEditFiles = nested(PostEditFiles)
    effort: EffortOptions = nested(EffortOptions)
    show: str | None = option(
        None, f"what to report, of {', '.join(PARTS)}, separated by commas (default: all)"
    )


@dataclass(frozen=True, repr=False)
class EffortResult(Result):
    """What post-editing costs; `study` holds every measure at every level, `parts` are those reported on."""

    study: EffortStudy
    parts: tuple[str, ...] = PARTS

    def report(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return effort by system, gain, editors, pauses, learning, agreement, triage, checks and rows."""
        return effort_report(self.study, self.parts, pictures=pictures)

    def summary(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return the answer on one screen; with pictures the report without its rows."""
        if pictures:
            return effort_report(
                self.study, [part for part in self.parts if part != "segments"], pictures=True
            )
        return effort_summary(self.study)

    def scores(self) -> list[Scores]:
        """Return the measures as scores, systems by segments, as metrics have them."""
        return effort_scores(self.study.measured)


@takes(EffortCall)
def effort(postedits: Any = (), *, scores: Any = (), **options: Any) -> EffortResult:
    """Measure what it costs to repair translations: time, keys, pauses, edits; by system, editor and document.

    `postedits` is a log or a table, several of them, a frame, or what `read_postedits` returned; texts before and after
    editing can be given as files with `mt` and `final`. `scores` are those of metrics that are to predict the effort.
    """
    wanted = read_keywords(EffortCall, options, GIVEN)
    rows = postedits if isinstance(postedits, PostEdits) else open_postedits(_files(wanted.files, postedits))
    listed = scores if isinstance(scores, list | tuple) else [scores]
    metrics = [metric for each in listed for metric in _metrics(each)]
    parts = chosen_parts(wanted.show, PARTS) if wanted.show is not None else PARTS
    return EffortResult(measure_effort(rows, wanted.effort, metrics), tuple(parts))


def read_postedits(postedits: Any, **options: Any) -> PostEdits:
    """Read post-edits from a log, a table or a frame, or from texts before and after editing."""
    return open_postedits(_files(read_keywords(PostEditFiles, options, GIVEN), postedits))


def _files(files: PostEditFiles, given: Any) -> PostEditFiles:
    listed = given if isinstance(given, list | tuple) else [given]
    return replace(files, logs=tuple(file_of(each, "postedits") for each in listed))


def _metrics(given: Any) -> list[Scores]:
    return [given] if isinstance(given, Scores) else read_score_file(file_of(given, "scores"))
