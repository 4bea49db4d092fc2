"""`assay human`: what people said of outputs, as rankings of systems that can be defended."""

from __future__ import annotations

from assay.cli.questions import asks

EPILOG = """\
examples:
  assay human ratings.tsv
  assay human campaign.csv --standardise z --without-failed -o report.html
  assay human mqm.tsv --weights wmt22 --unit document
  assay human rankings.csv --method bradley-terry
  assay human campaign.csv --to tidy -o ratings.tsv
  assay human campaigns.db --campaign spring
"""

Arguments, run = asks("human")
