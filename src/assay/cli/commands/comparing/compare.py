"""`assay compare`: is one system really better than another? Scores, intervals, tests, and what may be claimed."""

from __future__ import annotations

from assay.cli.questions import asks

EPILOG = """\
examples:
  assay compare -r ref.txt base=a.txt big=b.txt
  assay compare evalset.xml --baseline alder --test bootstrap -m chrf -o report.html
  assay compare evalset.xml --show table --cite -o scores.tex
  assay compare parts                                      what assay map wrote
  assay compare -r ref.txt --runs A=a1.txt a2.txt a3.txt --runs B=b1.txt b2.txt b3.txt
"assay power" says how large a difference the set can show at all.
"""

Arguments, run = asks("compare")
