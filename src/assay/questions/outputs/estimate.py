"""What can be said of outputs without references?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from assay.errors import OptionError, counted
from assay.io import FileOptions
from assay.metrics import block_size
from assay.metrics.options import EstimateOptions, level_option
from assay.options import nested, same_option
from assay.stats import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.data import EvalSet, Outputs
    from assay.metrics import Beside
    from assay.questions.given import Given
    from assay.questions.outputs.estimates import EstimateResult


@dataclass(frozen=True)
class EstimateQuestion:
    """Estimate the quality of outputs from themselves, their source, and each other."""

    files: FileOptions = nested(FileOptions)
    estimating: EstimateOptions = nested(EstimateOptions)
    level: str = level_option()
    threads: int = same_option(Settings, "threads")

    def __post_init__(self) -> None:
        """Refuse what is no level, and references."""
        block_size(self.level)
        if self.files.reference:
            raise OptionError("assay estimate is for outputs without references; with -r use assay score")


def ask(question: EstimateQuestion, given: Given) -> EstimateResult:
    """Estimate every output; then how alike they are to what there is beside them."""
    from assay.data import join_shards
    from assay.metrics import spec_of
    from assay.metrics.unreferenced.estimates import estimate_quality
    from assay.questions.outputs.estimates import EstimateResult
    from assay.questions.specifications import parse_metrics
    from assay.resources import Resources

    given.refuse_nothing()
    asked = question.estimating
    if given.metrics is not None:
        asked = replace(asked, metric=tuple(map(spec_of, parse_metrics(given.metrics))))
    evalset, outputs = join_shards(list(given.unreferenced()))
    beside = _beside(asked, evalset, list(outputs)) if given.beside is None else given.beside(list(outputs))
    resources = Resources(threads=question.threads)
    estimates = estimate_quality(evalset, outputs, asked, beside, resources)
    return EstimateResult(estimates, question.level)


def _beside(asked: EstimateOptions, evalset: EvalSet, systems: Sequence[str]) -> Beside:
    """Read the files that outputs are compared with."""
    from assay.io import texts_of
    from assay.metrics import Beside

    others = {path: texts_of(path, "system", evalset.ids) for path in asked.pseudo_reference}
    return Beside(others, _back_translations(asked.back_translation, evalset, systems))


def _back_translations(paths: Sequence[str], evalset: EvalSet, systems: Sequence[str]) -> Outputs:
    """Read the back-translation of every output, which are named in their order."""
    from assay.io import texts_of

    if paths and len(paths) != len(systems):
        raise OptionError(
            f"--back-translation is given {counted(len(paths), 'time')} for {counted(len(systems), 'output')}; give it "
            "once for each, in their order"
        )
    return {
        system: texts_of(path, "source", evalset.ids) for system, path in zip(systems, paths, strict=False)
    }
