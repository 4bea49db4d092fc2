"""`assay diagnose`: why is it better? Word errors, buckets, n-grams, and findings in plain words."""

from __future__ import annotations

from assay.cli.check_notes import FlagsBeside
from assay.cli.questions import asks

EPILOG = """\
examples:
  assay diagnose -r ref.txt a.txt b.txt
  assay diagnose evalset.xml --base english --stem english -o why.html
  assay diagnose mt.xlf --glossary terms.csv --flags notes.tsv          source and target alone
  assay diagnose -r ref.txt -s src.txt a.txt b.txt --counts train.counts --links ref.txt=ref.align
"""

Arguments, run = asks("diagnose", beside=FlagsBeside)
