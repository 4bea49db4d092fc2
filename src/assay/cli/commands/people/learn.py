"""`assay learn`: weights of metrics that agree best with people, written as a metric of its own."""

from __future__ import annotations

import os
from dataclasses import dataclass

from assay.cli import sets
from assay.cli.answer import Answer
from assay.cli.flags import Manners
from assay.cli.judged import from_campaign
from assay.cli.output import OutputOptions
from assay.errors import OptionError
from assay.human import ScoreOptions
from assay.io import FileOptions
from assay.meta import HumanOptions, LearnOptions
from assay.metrics import FeatureOptions, MetricOptions
from assay.options import nested, option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from assay.data import Preferences, Remark, Scores
    from assay.metrics import Evaluation

EPILOG = """\
examples:
  assay learn ratings.tsv evalset.xml -m chrf++ -m ter -m bleu:effective_order -o mine.json
  assay learn human.txt out.txt -r ref.txt -m chrf++ -m ter --method svr -o mine.json
  assay score -r ref.txt new.txt -m combined:model=mine.json
  assay learn edited.txt out.txt -s src.txt --hter -o effort.json
HUMAN is what assay meta reads, or one number a line for one output.
"""


@dataclass(frozen=True)
class ReportOptions(OutputOptions):
    """Where the report goes: -o is the model."""

    output: str | None = option(
        None,
        "write the report to FILE, whole or not at all (default: standard output)",
        flag="--report",
        metavar="FILE",
        writes=True,
    )


@dataclass(frozen=True)
class Arguments:
    """Learn a combination of metrics from human judgements, and try it on what it has not seen."""

    people: HumanOptions = nested(HumanOptions)
    files: FileOptions = nested(FileOptions)
    metrics: MetricOptions = nested(MetricOptions)
    scoring: ScoreOptions = nested(ScoreOptions)
    asked: LearnOptions = nested(LearnOptions)
    features: FeatureOptions = nested(FeatureOptions)
    model: str | None = option(
        None,
        "write the model to MODEL, for -m combined:model=MODEL",
        flag="-o --model",
        metavar="MODEL",
        writes=True,
    )
    manners: Manners = nested(Manners)
    writing: ReportOptions = nested(ReportOptions)

    def __post_init__(self) -> None:
        """Refuse a call without outputs."""
        if not self.asked.hter:
            sets.check_outputs(self.files)
            if self.features != FeatureOptions():
                raise OptionError(
                    "--source-lm, --target-lm, --bitext and --tok are for --hter; -m names its own"
                )


def run(arguments: Arguments) -> Answer:
    """Score the outputs, read the judgements, and learn."""
    from assay.io import combined_model_file
    from assay.meta import learn_combination
    from assay.reporting import learn_report

    people, evaluation, remarks = _postedited(arguments) if arguments.asked.hter else _judged(arguments)
    learnt = learn_combination(people, evaluation, arguments.asked, data=_data(arguments), remarks=remarks)
    model = arguments.model
    return Answer(
        learn_report(learnt, model),
        beside=[] if model is None else [(model, combined_model_file(learnt.model))],
        evaluations=[evaluation],
    )


def _judged(arguments: Arguments) -> tuple[Scores | Preferences, Evaluation, Sequence[Remark]]:
    """Score the outputs, and read what people said of them."""
    from assay.meta import read_judged

    metrics = sets.chosen_metrics(arguments.metrics, arguments.files)
    evaluation = sets.score_set(arguments.files, metrics, arguments.manners)
    people, remarks = read_judged(from_campaign(arguments.people), evaluation, scoring=arguments.scoring)
    return people, evaluation, remarks


def _postedited(arguments: Arguments) -> tuple[Scores, Evaluation, Sequence[Remark]]:
    """Read post-edits, and score the outputs that they were made from."""
    from assay.meta import read_postedited, score_postedited
    from assay.resources import Resources

    postedited = read_postedited(arguments.people.judgements, arguments.files, arguments.people.form)
    named = sets.chosen_metrics(arguments.metrics, arguments.files) if arguments.metrics.metric else []
    resources = Resources(threads=arguments.manners.threads)
    return (
        postedited.human,
        score_postedited(postedited, named, arguments.features, resources),
        postedited.remarks,
    )


def _data(arguments: Arguments) -> Mapping[str, object]:
    """Name what the model was learnt from: files by their names and checksums."""
    from assay.io import STDIN, fingerprint

    paths = [str(arguments.people.judgements), *arguments.files.paths()]
    files = {os.path.basename(path): fingerprint(path).sha256 for path in paths if os.path.isfile(path)}
    files |= {path: "" for path in paths if path == STDIN}
    return {"files": files, "languages": arguments.files.languages or arguments.people.pair or ""}
