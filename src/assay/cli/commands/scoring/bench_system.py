"""`assay bench-system`: what does a translation system cost to run, and what are its habits?"""

from __future__ import annotations

from assay.cli.questions import asks

EPILOG = """\
examples:
  assay bench-system -s src.txt -r ref.txt small='translate -m small' large='translate -m large'
  assay bench-system -s src.txt small='translate -m small' --size small=models/small --runs 5
  assay bench-system -s src.txt -r ref.txt plain='translate' terms='translate --terms t.csv' --glossary t.csv
"""

Arguments, run = asks("bench-system", recorded=False)
