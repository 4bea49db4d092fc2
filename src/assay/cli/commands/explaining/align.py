"""`assay align`: read outputs and references, align each output with its best reference, and show the operations."""

from __future__ import annotations

from assay.cli.questions import asks

EPILOG = """\
examples:
  assay align out.txt -r ref.txt --segment 1-5
  assay align out.txt -r ref.txt -m wer:lowercase --errors-only
  assay align a.txt b.txt -r ref.txt -m cer --format html -o edits.html
S substitution, I insertion, D deletion, @1 moved by the first shift. Only edit metrics align; meteor lists which words
it pairs, and by what.
"""

Arguments, run = asks("align")
