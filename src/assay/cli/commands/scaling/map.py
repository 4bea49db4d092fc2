"""`assay map`: score the shards of a large set, each to a part that `assay merge` adds up."""

from __future__ import annotations

from dataclasses import dataclass, replace

from assay.cli import sets
from assay.cli.answer import Answer
from assay.cli.flags import Manners
from assay.cli.output import NoFile
from assay.engine import EngineOptions, MapOptions
from assay.errors import OptionError
from assay.io import FileOptions
from assay.metrics import MetricOptions
from assay.options import nested

EPILOG = """\
examples:
  assay map a=out/a b=out/b -r ref -o parts -m bleu -m chrf        folders with a file per shard
  assay map 'out/a.*.txt.gz' -r 'ref.*.txt.gz' -o parts            patterns: the shard is what * stands for
  assay map 'data/*.parquet' -o parts --rows                       tables that hold outputs and references
  assay map a=out/a b=out/b -s src -o parts -m kiwi                metrics that need no references
  assay map a=out/a -r ref -o parts --task $SLURM_ARRAY_TASK_ID/64 one share of 64
Then: assay merge parts
"""


@dataclass(frozen=True)
class Arguments:
    """Score the shards of a large set, each to a part; parts that are there are kept."""

    files: FileOptions = nested(FileOptions)
    metrics: MetricOptions = nested(MetricOptions)
    mapping: MapOptions = nested(MapOptions)
    work: EngineOptions = nested(EngineOptions)
    manners: Manners = nested(Manners)
    writing: NoFile = nested(NoFile)

    def __post_init__(self) -> None:
        """Refuse a call without shards."""
        if not self.files.systems:
            raise OptionError("no shard given; name folders, patterns in quotes, or files")


def run(arguments: Arguments) -> Answer:
    """Map what the command line names."""
    from assay.cli import watch
    from assay.engine import map_shards

    work = arguments.work
    if arguments.manners.threads and not work.workers:
        work = replace(work, workers=arguments.manners.threads)
    sets.warn_of_references(arguments.files)
    with watch.shards(quiet=arguments.manners.quiet) as progress:
        mapped = map_shards(
            arguments.files,
            sets.chosen_metrics(arguments.metrics, arguments.files),
            arguments.mapping,
            work,
            resources=arguments.manners.resources,
            progress=progress,
        )
    return Answer(ready=watch.done(mapped))
