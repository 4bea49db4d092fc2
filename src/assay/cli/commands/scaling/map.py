"""`assay map`: score the shards of a large set, each to a part that `assay merge` adds up."""

from __future__ import annotations

from assay.cli.output import NoFile
from assay.cli.questions import asks

EPILOG = """\
examples:
  assay map a=out/a b=out/b -r ref -o parts -m bleu -m chrf        folders with a file per shard
  assay map 'out/a.*.txt.gz' -r 'ref.*.txt.gz' -o parts            patterns: the shard is what * stands for
  assay map 'data/*.parquet' -o parts --rows                       tables that hold outputs and references
  assay map a=out/a b=out/b -s src -o parts -m kiwi                metrics that need no references
  assay map a=out/a -r ref -o parts --task $SLURM_ARRAY_TASK_ID/64 one share of 64
Then: assay merge parts
"""

Arguments, run = asks("map", recorded=False, writing=NoFile)
