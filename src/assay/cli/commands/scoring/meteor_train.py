"""`assay meteor-train`: parameters of METEOR that agree best with human scores or rankings."""

from __future__ import annotations

from dataclasses import dataclass

from assay.cli import sets
from assay.cli.answer import Answer
from assay.cli.flags import Manners
from assay.cli.output import OutputOptions
from assay.errors import InputError, MismatchError, OptionError, counted
from assay.io import FileOptions, listed
from assay.metrics import TrainOptions
from assay.options import nested, option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.metrics import Evaluation, Judged

EPILOG = """\
examples:
  assay meteor-train out.txt -r ref.txt --scores human.txt
  assay meteor-train a.txt b.txt c.txt -r ref.txt --rankings rankings.txt --metric meteor:language=de
Scores are one number a line, a file for every output. A line of rankings is SEGMENT BETTER WORSE, segments from 1.
"""


@dataclass(frozen=True)
class Arguments:
    """Find METEOR's parameters that agree best with people, on a grid, by its stored statistics."""

    files: FileOptions = nested(FileOptions)
    scores: tuple[str, ...] = option(
        (),
        "human scores of an output, a number a line, NaN where there is none; one file for each output, in their order",
        metavar="FILE",
        reads=True,
    )
    rankings: str | None = option(
        None, "human rankings: SEGMENT BETTER WORSE, with the names of outputs", metavar="FILE", reads=True
    )
    metric: str = option(
        "meteor", "METEOR with its options, whose parameters are to be trained", flag="-m --metric"
    )
    chosen: TrainOptions = nested(TrainOptions)
    manners: Manners = nested(Manners)
    writing: OutputOptions = nested(OutputOptions)

    def __post_init__(self) -> None:
        """Refuse a call without outputs, or with anything but one kind of judgements."""
        sets.check_outputs(self.files)
        if bool(self.scores) == bool(self.rankings):
            raise OptionError("give human judgements: either --scores or --rankings")


def run(arguments: Arguments) -> Answer:
    """Score the outputs, read the judgements, and search."""
    from assay.metrics import parse_meteor, train_meteor
    from assay.reporting import training_report

    metric = parse_meteor(arguments.metric)
    evaluation = sets.score_set(arguments.files, [metric], arguments.manners)
    judged = _judged(arguments, evaluation)
    return Answer(training_report(metric, train_meteor(metric, judged, arguments.chosen)))


def _judged(arguments: Arguments, evaluation: Evaluation) -> Judged:
    """Return the statistics of all outputs, one after the other, with their judgements."""
    import numpy as np

    from assay.metrics import Judged

    stats = {system: each.rows for (_, system), each in evaluation.stats.items()}
    rows, size = np.concatenate(list(stats.values())), len(next(iter(stats.values())))
    if arguments.rankings is not None:
        places = {system: number * size for number, system in enumerate(stats)}
        return Judged(rows, pairs=np.array(_pairs(arguments.rankings, places, size)).reshape(-1, 2))
    if len(arguments.scores) != len(stats):
        raise MismatchError(
            f"{len(stats)} outputs and {len(arguments.scores)} files of scores; give --scores once for each output"
        )
    return Judged(rows, scores=np.concatenate([_numbers(path, size) for path in arguments.scores]))


def _numbers(path: str, size: int) -> list[float]:
    from assay.io import read_labels

    numbers = []
    for number, cells in enumerate(read_labels(path), start=1):
        try:
            numbers.append(float(cells[0]) if len(cells) == 1 else float(""))
        except ValueError:
            raise InputError(f"{path}, line {number}: a score is one number, or NaN") from None
    if len(numbers) != size:
        raise MismatchError(
            f"{path} has {counted(len(numbers), 'score')}, the outputs have {counted(size, 'segment')}"
        )
    return numbers


def _pairs(path: str, places: dict[str, int], size: int) -> list[tuple[int, int]]:
    from assay.io import read_labels

    pairs = []
    for number, cells in enumerate(read_labels(path), start=1):
        if len(cells) != len(("segment", "better", "worse")) or not cells[0].isdecimal():
            raise InputError(f"{path}, line {number}: a line is SEGMENT BETTER WORSE")
        segment, better, worse = int(cells[0]), *(places.get(name) for name in cells[1:])
        if better is None or worse is None:
            raise InputError(f"{path}, line {number}: there is no such output; there are {listed(places)}")
        if not 1 <= segment <= size:
            raise InputError(f"{path}, line {number}: segment {segment} is none of the {size}")
        pairs.append((better + segment - 1, worse + segment - 1))
    return pairs
