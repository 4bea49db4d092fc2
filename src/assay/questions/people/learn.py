"""Which combination of metrics agrees best with people? Weights are learnt, and tried on what they have not seen."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from assay.errors import OptionError
from assay.human import ScoreOptions
from assay.io import FileOptions
from assay.meta.options import HumanOptions, LearnOptions
from assay.metrics import FeatureOptions, MetricOptions
from assay.options import nested, option
from assay.questions.results import Result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.data import Preferences, Remark, Scores
    from assay.io import CombinedModel
    from assay.meta import Learnt
    from assay.metrics import Evaluation
    from assay.questions.given import Given
    from assay.reporting import Block

    Learning = tuple[Scores | Preferences, Evaluation, Sequence[Remark]]


@dataclass(frozen=True)
class LearnQuestion:
    """Learn a combination of metrics from human judgements, and try it on what it has not seen."""

    people: HumanOptions = nested(HumanOptions)
    files: FileOptions = nested(FileOptions)
    metrics: MetricOptions = nested(MetricOptions)
    scoring: ScoreOptions = nested(ScoreOptions)
    learning: LearnOptions = nested(LearnOptions)
    features: FeatureOptions = nested(FeatureOptions)
    model: str | None = option(
        None,
        "write the model to MODEL, for -m combined:model=MODEL",
        flag="-o --model",
        metavar="MODEL",
        writes=True,
    )

    def __post_init__(self) -> None:
        """Refuse features where metrics are named."""
        if not self.learning.hter and self.features != FeatureOptions():
            raise OptionError("--source-lm, --target-lm, --bitext and --tok are for --hter; -m names its own")


@dataclass(frozen=True, repr=False)
class LearnResult(Result):
    """A combination of metrics; `learnt` holds the model and every method on data that it had not seen."""

    learnt: Learnt
    evaluation: Evaluation
    path: str | None = None

    @property
    def model(self) -> CombinedModel:
        """The model: members with their weights, and the card."""
        return self.learnt.model

    @property
    def model_file(self) -> str:
        """The model as its file has it, for the metric `combined:model=FILE`."""
        from assay.io.models.combinations import combined_model_file

        return combined_model_file(self.model)

    @property
    def evaluations(self) -> Sequence[Evaluation]:
        """The scores of the members."""
        return (self.evaluation,)

    def report(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return the methods beside the best single member, the weights, and the limits."""
        from assay.reporting.tables.meta.learning import learn_report

        return learn_report(self.learnt, self.path)

    def save_model(self, path: str | os.PathLike[str]) -> None:
        """Write the model, for the metric `combined:model=PATH`."""
        from assay.io import write_file

        write_file(os.fspath(path), self.model_file)


def ask(question: LearnQuestion, given: Given) -> LearnResult:
    """Score the outputs, read the judgements, and learn."""
    from assay.meta.learning.learn import learn_combination

    read = _postedited if question.learning.hter else _judged
    people, evaluation, remarks = read(question, given)
    learnt = learn_combination(
        people, evaluation, question.learning, data=_data(question, given), remarks=remarks
    )
    return LearnResult(learnt, evaluation, question.model)


def _judged(question: LearnQuestion, given: Given) -> Learning:
    """Score the outputs, and read what people said of them, unless it has been read."""
    from assay.data import Preferences, Scores
    from assay.extensions import with_judgements
    from assay.meta.sources import read_judged
    from assay.questions.scoring import score_set

    given.refuse_nothing()
    metrics = given.chosen_metrics(question.metrics)
    evaluation = score_set(given, metrics, question.learning.settings.threads)
    if isinstance(given.judgements, Scores | Preferences):
        return given.judgements, evaluation, ()
    people, remarks = read_judged(with_judgements(question.people), evaluation, scoring=question.scoring)
    return people, evaluation, remarks


def _postedited(question: LearnQuestion, given: Given) -> Learning:
    """Read post-edits, and score the outputs that they were made from."""
    from assay.meta.reading.postedited import read_postedited, score_postedited
    from assay.resources import Resources

    files = given.as_files() if given.is_given else question.files
    if files is None:
        raise OptionError("--hter reads post-edits and outputs from files; give paths")
    postedited = read_postedited(question.people.judgements, files, question.people.form)
    named = given.metrics is not None or question.metrics.metric
    metrics = given.chosen_metrics(question.metrics) if named else []
    resources = Resources(threads=question.learning.settings.threads)
    evaluation = score_postedited(postedited, metrics, question.features, resources)
    return postedited.human, evaluation, postedited.remarks


def _data(question: LearnQuestion, given: Given) -> Mapping[str, object]:
    """Name what the model was learnt from: files by their names and checksums."""
    from assay.io import STDIN, fingerprint

    files = given.as_files() if given.is_given else question.files
    paths = [question.people.judgements, *(files.paths() if files is not None else ())]
    digests = {os.path.basename(path): fingerprint(path).sha256 for path in paths if os.path.isfile(path)}
    digests |= {path: "" for path in paths if path == STDIN}
    return {"files": digests, "languages": question.files.languages or question.people.pair or ""}
