"""`assay estimate`: what can be said of outputs without references."""

from __future__ import annotations

from assay.cli.questions import asks

EPILOG = """\
examples:
  assay estimate -s src.txt a.txt b.txt
  assay estimate -s src.txt out.txt --source-lm de.arpa --target-lm en.arpa --bitext corpus.de --bitext corpus.en
  assay estimate -s src.txt out.txt --model qe.json --level segment --format tsv
  assay estimate -s src.txt mine.txt --pseudo-reference online-a.txt --back-translation mine.back.txt
"""

Arguments, run = asks("estimate", recorded=False)
