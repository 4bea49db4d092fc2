"""`assay bench-system`: what does a translation system cost to run, and what are its habits?"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from assay.cli import parts as shown
from assay.cli.answer import Answer
from assay.cli.flags import Manners
from assay.cli.output import OutputOptions
from assay.efficiency import EfficiencyOptions
from assay.errors import OptionError
from assay.metrics import MetricOptions
from assay.options import nested, option

EPILOG = """\
examples:
  assay bench-system -s src.txt -r ref.txt small='translate -m small' large='translate -m large'
  assay bench-system -s src.txt small='translate -m small' --size small=models/small --runs 5
  assay bench-system -s src.txt -r ref.txt plain='translate' terms='translate --terms t.csv' --glossary t.csv
"""


@dataclass(frozen=True)
class Arguments:
    """Run translation systems, and say what they cost: start-up, speed, latency, memory, size; and their habits.

    A system is a command that reads a segment a line and writes its translation a line.
    """

    commands: tuple[str, ...] = option(
        (), "a system: its name and the command that a shell runs", metavar="NAME=COMMAND", positional="*"
    )
    source: str | None = option(
        None, "the file of source segments", metavar="SRC", flag="-s --source", reads=True
    )
    reference: tuple[str, ...] = option(
        (), "a file of references; repeat for more", metavar="REF", flag="-r --reference", reads=True
    )
    metrics: MetricOptions = nested(MetricOptions)
    efficiency: EfficiencyOptions = nested(EfficiencyOptions)
    manners: Manners = nested(Manners)
    writing: OutputOptions = nested(OutputOptions)

    def __post_init__(self) -> None:
        """Refuse to start without a source, or with options that would change nothing."""
        if self.source is None:
            raise OptionError("no source given; name the file of source segments with -s")
        if self.metrics.metric and not self.reference:
            raise OptionError("--metric needs references; name them with -r")


def run(arguments: Arguments) -> Answer:
    """Measure every command, score what it wrote, and report on both."""
    from dataclasses import fields
    from inspect import unwrap

    from assay.api import bench_systems
    from assay.cli import watch
    from assay.io import read_texts

    asked = {each.name: getattr(arguments.efficiency, each.name) for each in fields(arguments.efficiency)}
    benched = unwrap(bench_systems)(  # whose errors would speak of keywords
        arguments.commands,
        read_texts(arguments.source or ""),
        {path: read_texts(path) for path in arguments.reference} or None,
        arguments.metrics.parse(),
        threads=arguments.manners.threads,
        step=partial(watch.step, quiet=arguments.manners.quiet),
        **asked,
    )
    evaluations = [] if benched.evaluation is None else [benched.evaluation]
    form = arguments.writing.form
    summary = benched.summary() if shown.asks_summary(None, form) else None
    return Answer(benched.report(pictures=form == "html"), summary, evaluations=evaluations)
