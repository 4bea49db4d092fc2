"""`assay score`: read outputs and references, evaluate, and write one table of systems by metrics."""

from __future__ import annotations

from typing import Any

from assay.cli.answer import Answer
from assay.cli.questions import ask, asks, given_by
from assay.errors import OptionError

EPILOG = """\
examples:
  assay score -r ref.txt a.txt b.txt
  assay score -r refA.txt -r refB.txt base=out/1.txt big=out/2.txt -m bleu:lowercase -m chrf++
  assay score 'bitext/*.parquet' --columns reference=source,system=back -m chrf -m length --level segment -o scored/
  assay score --grid 'out/{system}/{pair}.txt' --references 'ref/{target}.txt' -m chrf -o grid.html
  assay score evalset.xml --level document --format tsv -o scores.tsv
"assay metrics" lists the metrics, "assay metrics bleu" the options of one.
"""


def _refuse_folder(arguments: Any) -> None:
    if arguments.asked.grid.grid is not None and arguments.writing.is_folder:
        raise OptionError(f"-o {arguments.writing.output}: the answer is one file; --parts names a folder")


Arguments, _ = asks("score", check=_refuse_folder)


def run(arguments: Any) -> Answer:
    """Evaluate what the command line asks for; a folder takes the scores of segments shard by shard."""
    if arguments.asked.level == "segment" and arguments.writing.is_folder:
        return _score_shards(arguments)
    return ask("score", arguments)


def _score_shards(arguments: Any) -> Answer:
    """Write the scores of segments shard by shard, each beside what the shard holds."""
    from assay.engine import EngineOptions
    from assay.engine.flow import score_segments
    from assay.questions import MapResult

    given, question = given_by(arguments), arguments.asked
    given.warn_of_references()
    with given.asker.mapped() as progress:
        mapped = score_segments(
            question.files,
            given.chosen_metrics(question.metrics),
            arguments.writing.path or "",
            EngineOptions(workers=question.threads),
            resources=arguments.manners.resources,
            progress=progress,
        )
    return Answer(ready=MapResult(mapped).ready, folder=True)
