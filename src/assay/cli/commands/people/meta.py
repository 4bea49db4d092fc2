"""`assay meta`: which metric agrees with people, and is the difference between two metrics real?"""

from __future__ import annotations

from assay.cli.questions import asks

EPILOG = """\
examples:
  assay meta ratings.tsv evalset.xml -m bleu -m chrf
  assay meta mqm.tsv --scores comet.seg.score --scores metricx.jsonl -o report.html
  assay meta wmt23 --pair en-de --human mqm --reference-name refA --test boot-both
  assay meta wmt23 --tasks wmt23
  assay meta campaigns.db --campaign spring -m bleu -m chrf
"""

Arguments, run = asks("meta")
