"""`assay explain`: how does a metric come to its figure for this very sentence?"""

from __future__ import annotations

from assay.cli.questions import asks

EPILOG = """\
examples:
  assay explain "the boat was late on Monday" -r "the ferry was late on Monday"
  assay explain A="the boat was late" B="late was the ferry" -r "the ferry was late" -r "the boat came late" -m bleu
  assay explain out.txt -r ref.txt --segment 3 -m ter -m chrf --format html -o segment.html
Outputs and references are sentences in quotes, or files.
"""

Arguments, run = asks("explain", recorded=False)
