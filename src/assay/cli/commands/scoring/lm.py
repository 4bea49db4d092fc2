"""`assay lm`: a language model of n-grams, trained on plain text."""

from __future__ import annotations

from dataclasses import dataclass

from assay.cli.output import SameFormat
from assay.cli.questions import asks

EPILOG = """\
examples:
  assay lm corpus.en -o en.arpa
  assay lm news.en.gz talks.en.gz --order 3 --memory 2G -o en.arpa.gz
  assay score out.txt -m lm:model=en.arpa
Texts are tokenised as the texts that are to be scored, one sentence a line.
"""


@dataclass(frozen=True)
class NoManners:
    """Nothing: texts are streamed, and counted on disk."""


Arguments, run = asks("lm", recorded=False, manners=NoManners, writing=SameFormat)
