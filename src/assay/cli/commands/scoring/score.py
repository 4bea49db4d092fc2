"""`assay score`: read outputs and references, evaluate, and write one table of systems by metrics."""

from __future__ import annotations

import warnings
from dataclasses import dataclass

from assay.cli import parts, sets
from assay.cli.answer import Answer
from assay.cli.flags import Manners
from assay.cli.output import OutputOptions
from assay.cli.running import RunOptions
from assay.engine import GridOptions
from assay.errors import AssayWarning, OptionError
from assay.io import FileOptions
from assay.metrics import MetricOptions, block_size, level_option
from assay.options import nested

EPILOG = """\
examples:
  assay score -r ref.txt a.txt b.txt
  assay score -r refA.txt -r refB.txt base=out/1.txt big=out/2.txt -m bleu:lowercase -m chrf++
  assay score 'bitext/*.parquet' --columns reference=source,system=back -m chrf -m length --level segment -o scored/
  assay score --grid 'out/{system}/{pair}.txt' --references 'ref/{target}.txt' -m chrf -o grid.html
  assay score evalset.xml --level document --format tsv -o scores.tsv
"assay metrics" lists the metrics, "assay metrics bleu" the options of one.
"""


@dataclass(frozen=True)
class Arguments:
    """Score outputs against references: one table, systems by metrics."""

    files: FileOptions = nested(FileOptions)
    metrics: MetricOptions = nested(MetricOptions)
    grid: GridOptions = nested(GridOptions)
    level: str = level_option()
    manners: Manners = nested(Manners)
    writing: OutputOptions = nested(OutputOptions)
    record: RunOptions = nested(RunOptions)

    def __post_init__(self) -> None:
        """Refuse what is no level, a call without outputs, and files beside a grid."""
        block_size(self.level)
        if self.grid.grid is not None:
            self._check_grid()
            return
        sets.check_outputs(self.files)

    def _check_grid(self) -> None:
        """Refuse what a grid has no use for."""
        files = self.files
        idle = {"outputs": files.systems, "-r": files.reference, "-s": files.source}
        name = next((name for name, given in idle.items() if given), None)
        if name is not None:
            raise OptionError(
                f"--grid finds its files by patterns (--references, --sources, --docs); leave out {name}"
            )
        if self.level != "corpus":
            raise OptionError(f"--level {self.level}: a grid has scores of whole outputs; leave it out")
        if self.writing.is_folder:
            raise OptionError(f"-o {self.writing.output}: the answer is one file; --parts names a folder")
        if self.metrics.plugins.cache or self.metrics.plugins.budget:
            raise OptionError("--cache and --budget hold in one process, and --grid works in several")


def run(arguments: Arguments) -> Answer:
    """Evaluate what the command line asks for."""
    from assay.reporting import score_report, score_results

    if arguments.grid.grid is not None:
        return _score_grid(arguments)
    if arguments.level == "segment" and arguments.writing.is_folder:
        return _score_shards(arguments)
    merged = sets.merged_set(arguments.files, arguments.metrics)
    if merged is not None and arguments.level != "corpus":
        raise OptionError(f"--level {arguments.level}: parts hold sums of blocks; leave the level out")
    evaluation = merged or sets.score_set(
        arguments.files,
        sets.chosen_metrics(arguments.metrics, arguments.files),
        arguments.manners,
        documents=arguments.level == "document",
        keep=arguments.level != "corpus" or arguments.record.run_segments,
    )
    blocks = score_report(evaluation, arguments.level)
    return Answer(
        blocks, results=lambda: score_results(evaluation, arguments.level), evaluations=[evaluation]
    )


def _score_shards(arguments: Arguments) -> Answer:
    """Write the scores of segments shard by shard, each beside what the shard holds."""
    from assay.cli import watch
    from assay.engine import EngineOptions, score_segments

    folder, manners = arguments.writing.path or "", arguments.manners
    sets.warn_of_references(arguments.files)
    with watch.shards(quiet=manners.quiet) as progress:
        mapped = score_segments(
            arguments.files,
            sets.chosen_metrics(arguments.metrics, arguments.files),
            folder,
            EngineOptions(workers=manners.threads),
            resources=manners.resources,
            progress=progress,
        )
    return Answer(ready=watch.done(mapped), folder=True)


def _score_grid(arguments: Arguments) -> Answer:
    """Score systems by directions, and say on one screen what comes of it."""
    from assay.cli import watch
    from assay.engine import EngineOptions, score_grid
    from assay.reporting import cell_table, grid_holes, grid_report, grid_summary

    manners, form = arguments.manners, arguments.writing.form
    with watch.shards(quiet=manners.quiet) as progress:
        grid = score_grid(
            arguments.grid,
            arguments.metrics.parse(),
            EngineOptions(workers=manners.threads),
            documents=arguments.files.docs,
            resources=manners.resources,
            progress=progress,
        )
    if parts.asks_table(None, form):  # which has no place for words
        for words in grid_holes(grid):
            warnings.warn(words, AssayWarning, stacklevel=2)
        return Answer([cell_table(grid)], inputs=grid.paths)
    summary = grid_summary(grid, whole=form != "text") if parts.asks_summary(None, form) else None
    return Answer(grid_report(grid), summary, inputs=grid.paths)
