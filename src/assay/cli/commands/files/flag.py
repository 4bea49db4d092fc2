"""`assay flag`: write notes on units into a translator's file, and change nothing else in it."""

from __future__ import annotations

from dataclasses import dataclass

from assay.cli.asking import asks
from assay.cli.flags import Manners
from assay.cli.output import SameFormat
from assay.options import same_option

EPILOG = """\
examples:
  assay flag mt.xlf --notes notes.tsv -o flagged.xlf
  assay flag de.po --notes notes.tsv > flagged.po
notes.tsv has the columns id, note and, if wanted, severity. A unit may have several notes.
"""


@dataclass(frozen=True)
class SizeAlone:
    """What may be said of how a file is read."""

    max_size: str = same_option(Manners, "max_size")


Arguments, run = asks("flag", recorded=False, manners=SizeAlone, writing=SameFormat)
