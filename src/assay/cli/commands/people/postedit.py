"""`assay postedit`: what does it cost to repair this translation?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from assay.cli import parts as shown
from assay.cli.answer import Answer
from assay.cli.flags import Manners
from assay.cli.output import OutputOptions
from assay.cli.running import RunOptions
from assay.errors import OptionError
from assay.io import PostEditFiles
from assay.options import check_choices, nested, option
from assay.postedit import PARTS, EffortOptions

EPILOG = """\
examples:
  assay postedit log.jsonl
  assay postedit *.per --pause 300 -o report.html
  assay postedit --mt mt.txt --final final.txt --times seconds.txt
  assay postedit log.jsonl --scores comet.tsv --show triage
  assay postedit log.jsonl --segment 12/anna -o segment-12.html
  assay postedit log.jsonl --to scores -o effort.json && assay meta effort.json --human hter --scores comet.tsv
"""


@dataclass(frozen=True)
class Arguments:
    """Measure what it costs to repair translations: time, keys, pauses, edits; by system, editor and document."""

    files: PostEditFiles = nested(PostEditFiles)
    effort: EffortOptions = nested(EffortOptions)
    scores: tuple[str, ...] = option(
        (),
        "scores of a metric that is to predict the effort; repeat for more",
        metavar="FILE",
        reads=True,
    )
    lower: tuple[str, ...] = option((), "metrics in FILEs for which lower is better", metavar="NAMES")
    to: Literal["log", "scores"] | None = option(
        None,
        "write the post-edits as our log, or the effort by segment as scores for assay meta, and nothing else",
    )
    show: str | None = option(None, shown.words(PARTS, shown.A_SUMMARY), metavar="PARTS")
    manners: Manners = nested(Manners)
    writing: OutputOptions = nested(OutputOptions)
    record: RunOptions = nested(RunOptions)

    def __post_init__(self) -> None:
        """Refuse parts that there are none of, and options that would change nothing."""
        check_choices(self)
        shown.chosen(self.show, PARTS)
        if self.to and (self.show is not None or self.scores):
            raise OptionError("--to writes a file for other programs; leave out --show and --scores")


def run(arguments: Arguments) -> Answer:
    """Read post-edits, and report on the effort, or write them for other programs."""
    from assay.io import open_postedits, read_scores, split_names, write_log
    from assay.postedit import measure_effort, measure_rows
    from assay.reporting import effort_report, effort_summary, effort_table, render_as, score_table

    postedits = open_postedits(arguments.files)
    if arguments.to == "log":
        return Answer(ready=write_log(postedits))
    if arguments.to == "scores":
        return Answer(ready=render_as([score_table(measure_rows(postedits, arguments.effort))], "json"))
    lower = split_names(arguments.lower)
    metrics = [metric for path in arguments.scores for metric in read_scores(path, None, lower)]
    study = measure_effort(postedits, arguments.effort, metrics)
    form, summary = arguments.writing.form, None
    if shown.asks_table(arguments.show, form):
        summary = effort_table(study)
    elif shown.asks_summary(arguments.show, form):
        summary = effort_summary(study)
    parts = shown.chosen(arguments.show, PARTS)
    return Answer(effort_report(study, parts, pictures=form == "html"), summary)
