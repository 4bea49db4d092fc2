"""`assay score`: read outputs and references, evaluate, and write one table of systems by metrics."""

from __future__ import annotations

from dataclasses import dataclass

from assay.cli import sets
from assay.cli.answer import Answer
from assay.cli.flags import Manners
from assay.cli.output import OutputOptions
from assay.cli.running import RunOptions
from assay.errors import OptionError
from assay.io import FileOptions
from assay.metrics import MetricOptions, block_size
from assay.options import nested, option

EPILOG = """\
examples:
  assay score -r ref.txt a.txt b.txt
  assay score -r refA.txt -r refB.txt base=out/1.txt big=out/2.txt -m bleu:lowercase -m chrf++
  assay score 'bitext/*.parquet' --columns reference=source,system=back -m chrf -m length --level segment -o scored/
  assay score evalset.xml --level document --format tsv -o scores.tsv
"assay metrics" lists the metrics, "assay metrics bleu" the options of one.
"""


@dataclass(frozen=True)
class Arguments:
    """Score outputs against references: one table, systems by metrics."""

    files: FileOptions = nested(FileOptions)
    metrics: MetricOptions = nested(MetricOptions)
    level: str = option(
        "corpus",
        "level of the scores: corpus, document, segment, or block:K (every K consecutive segments)",
        metavar="LEVEL",
    )
    manners: Manners = nested(Manners)
    writing: OutputOptions = nested(OutputOptions)
    record: RunOptions = nested(RunOptions)

    def __post_init__(self) -> None:
        """Refuse what is no level, and a call without outputs."""
        block_size(self.level)
        if not self.files.systems:
            raise OptionError(sets.NO_OUTPUT)


def run(arguments: Arguments) -> Answer:
    """Evaluate what the command line asks for."""
    from assay.reporting import score_report, score_results

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
