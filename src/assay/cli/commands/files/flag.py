"""`assay flag`: write notes on units into a translator's file, and change nothing else in it."""

from __future__ import annotations

from assay.cli.flags import SizeAlone
from assay.cli.output import SameFormat
from assay.cli.questions import asks

EPILOG = """\
examples:
  assay flag mt.xlf --notes notes.tsv -o flagged.xlf
  assay flag de.po --notes notes.tsv > flagged.po
notes.tsv has the columns id, note and, if wanted, severity. A unit may have several notes.
"""


Arguments, run = asks("flag", recorded=False, manners=SizeAlone, writing=SameFormat)
