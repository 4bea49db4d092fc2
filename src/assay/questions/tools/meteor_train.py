"""Which parameters of METEOR agree best with human scores or rankings?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.errors import InputError, MismatchError, OptionError, counted
from assay.io import FileOptions, listed
from assay.metrics.meaning.meteor.train_options import TrainOptions
from assay.options import nested, option, same_option
from assay.questions.parts import NO_OUTPUTS
from assay.questions.results import Result
from assay.stats import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.metrics import Evaluation, Judged, Meteor, Trained
    from assay.questions.given import Given
    from assay.reporting import Block


@dataclass(frozen=True)
class MeteorTrainQuestion:
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
    threads: int = same_option(Settings, "threads")

    def without_outputs(self) -> str:
        """Say what is missing where there are no outputs."""
        return NO_OUTPUTS


@dataclass(frozen=True, repr=False)
class MeteorTrainResult(Result):
    """The settings that agree best with people, the best first."""

    metric: Meteor
    trained: Trained

    def report(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return the settings beside those that METEOR has now."""
        from assay.reporting.tables.meta.learning import training_report

        return training_report(self.metric, self.trained)


def ask(question: MeteorTrainQuestion, given: Given) -> MeteorTrainResult:
    """Score the outputs, read the judgements, and search."""
    from assay.metrics.meaning.meteor.training import parse_meteor, train_meteor
    from assay.questions.scoring import score_set

    if bool(question.scores) == bool(question.rankings):
        raise OptionError("give human judgements: either --scores or --rankings")
    metric = parse_meteor(question.metric)
    judged = _judged(question, score_set(given, [metric], question.threads))
    return MeteorTrainResult(metric, train_meteor(metric, judged, question.chosen))


def _judged(question: MeteorTrainQuestion, evaluation: Evaluation) -> Judged:
    """Return the statistics of all outputs, one after the other, with their judgements."""
    import numpy as np

    from assay.metrics import Judged

    stats = {system: each.rows for (_, system), each in evaluation.stats.items()}
    rows, size = np.concatenate(list(stats.values())), len(next(iter(stats.values())))
    if question.rankings is not None:
        places = {system: number * size for number, system in enumerate(stats)}
        return Judged(rows, pairs=np.array(_pairs(question.rankings, places, size)).reshape(-1, 2))
    if len(question.scores) != len(stats):
        raise MismatchError(
            f"{len(stats)} outputs and {len(question.scores)} files of scores; give --scores once for each output"
        )
    return Judged(rows, scores=np.concatenate([_numbers(path, size) for path in question.scores]))


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
