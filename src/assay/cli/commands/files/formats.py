"""`assay formats`: the formats that are read, or what a file is and what can be done with it."""

from __future__ import annotations

from dataclasses import dataclass

from assay.cli.questions import asks

EPILOG = """\
examples:
  assay formats
  assay formats hyp.jsonl      what is it, and what can be done with it?
  assay hyp.jsonl              the same
"""


@dataclass(frozen=True)
class NoManners:
    """Nothing: files are looked at, and not read."""


Arguments, run = asks("formats", recorded=False, manners=NoManners)
