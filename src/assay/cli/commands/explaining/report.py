"""`assay report`: one page with the verdict, its reasons, and every segment to look at."""

from __future__ import annotations

from assay.cli.questions import asks

EPILOG = """\
examples:
  assay report -r ref.txt a.txt b.txt -o report.html
  assay report evalset.xml --baseline alder -o report.html
  assay report -r ref.txt -s src.txt a.txt b.txt --counts train.counts -o report.json
"""

Arguments, run = asks("report")
