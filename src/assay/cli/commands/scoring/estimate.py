"""`assay estimate`: what can be said of outputs without references."""

from __future__ import annotations

from dataclasses import dataclass

from assay.cli import sets
from assay.cli.answer import Answer
from assay.cli.flags import Manners
from assay.cli.output import OutputOptions
from assay.errors import OptionError
from assay.io import FileOptions
from assay.metrics import EstimateOptions, block_size, level_option
from assay.options import nested

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

EPILOG = """\
examples:
  assay estimate -s src.txt a.txt b.txt
  assay estimate -s src.txt out.txt --source-lm de.arpa --target-lm en.arpa --bitext corpus.de --bitext corpus.en
  assay estimate -s src.txt out.txt --model qe.json --level segment --format tsv
  assay estimate -s src.txt mine.txt --pseudo-reference online-a.txt --back-translation mine.back.txt
"""


@dataclass(frozen=True)
class Arguments:
    """Estimate the quality of outputs from themselves, their source, and each other."""

    files: FileOptions = nested(FileOptions)
    estimating: EstimateOptions = nested(EstimateOptions)
    level: str = level_option()
    manners: Manners = nested(Manners)
    writing: OutputOptions = nested(OutputOptions)

    def __post_init__(self) -> None:
        """Refuse what is no level, a call without outputs, and references."""
        block_size(self.level)
        sets.check_outputs(self.files)
        if self.files.reference:
            raise OptionError("assay estimate is for outputs without references; with -r use assay score")


def run(arguments: Arguments) -> Answer:
    """Estimate, and show the figures of every output; then how alike they are to what there is beside them."""
    from assay.data import join_shards
    from assay.io import open_unreferenced, read_texts
    from assay.metrics import Beside, estimate_quality
    from assay.reporting import estimate_report
    from assay.resources import Resources

    evalset, outputs = join_shards(list(open_unreferenced(arguments.files)))
    asked = arguments.estimating
    pseudo = {path: read_texts(path) for path in asked.pseudo_reference}
    back = _by_system(list(outputs), asked.back_translation)
    beside = Beside(pseudo, {system: read_texts(path) for system, path in back.items()})
    resources = Resources(threads=arguments.manners.threads)
    estimates = estimate_quality(evalset, outputs, asked, beside, resources)
    return Answer(
        estimate_report(estimates, arguments.level),
        evaluations=[estimates.evaluation, *estimates.likeness.values()],
    )


def _by_system(systems: list[str], paths: Sequence[str]) -> dict[str, str]:
    """Return which back-translation is whose."""
    if paths and len(paths) != len(systems):
        from assay.errors import counted

        raise OptionError(
            f"--back-translation is given {counted(len(paths), 'time')} for {counted(len(systems), 'output')}; give it "
            "once for each, in their order"
        )
    return dict(zip(systems, paths, strict=False))
