"""`assay paraphrases`: phrases that may stand for each other, from a bitext or a phrase table."""

from __future__ import annotations

from assay.cli.flags import SizeAlone
from assay.cli.output import SameFormat
from assay.cli.questions import asks

EPILOG = """\
examples:
  assay paraphrases corpus.de corpus.en -o paraphrases-en.gz
  assay paraphrases corpus.de corpus.en --phrase-table phrase-table.gz --corpus references.en -o paraphrases-en.gz
  assay resources add paraphrases-en --from paraphrases-en.gz
The paraphrases are those of the second language. Texts are tokenised, one sentence a line.
"""

Arguments, run = asks("paraphrases", recorded=False, manners=SizeAlone, writing=SameFormat)
