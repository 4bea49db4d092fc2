"""`assay postedit`: what does it cost to repair this translation?"""

from __future__ import annotations

from assay.cli.questions import asks

EPILOG = """\
examples:
  assay postedit log.jsonl
  assay postedit *.per --pause 300 -o report.html
  assay postedit --mt mt.txt --final final.txt --times seconds.txt
  assay postedit log.jsonl --scores comet.tsv --show triage
  assay postedit log.jsonl --segment 12/anna -o segment-12.html
  assay postedit log.jsonl --to scores -o effort.json && assay meta effort.json --human hter --scores comet.tsv
"""

Arguments, run = asks("postedit")
