"""`assay meteor-train`: parameters of METEOR that agree best with human scores or rankings."""

from __future__ import annotations

from assay.cli.questions import asks

EPILOG = """\
examples:
  assay meteor-train out.txt -r ref.txt --scores human.txt
  assay meteor-train a.txt b.txt c.txt -r ref.txt --rankings rankings.txt --metric meteor:language=de
Scores are one number a line, a file for every output. A line of rankings is SEGMENT BETTER WORSE, segments from 1.
"""

Arguments, run = asks("meteor-train", recorded=False)
