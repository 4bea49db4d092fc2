"""`assay nist-table`: what NIST learns from all references of a set, as a file for scoring its shards alone."""

from __future__ import annotations

from typing import Any

from assay.cli.output import SameFormat
from assay.cli.questions import asks
from assay.errors import OptionError

EPILOG = """\
examples:
  assay nist-table ref/*.txt -o set.table
  assay score out/17.txt -r ref/17.txt -m nist:table=set.table
"""


def _refuse_nowhere(arguments: Any) -> None:
    if arguments.writing.path is None:
        raise OptionError("where does the table go? name a file with -o")


Arguments, run = asks("nist-table", recorded=False, check=_refuse_nowhere, writing=SameFormat)
