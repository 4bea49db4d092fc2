"""`assay verify`: repeat the run of a run file, or hold it against an older one, and say what differs."""

from __future__ import annotations

from assay.cli.flags import SizeAlone
from assay.cli.questions import asks

EPILOG = """\
examples:
  assay compare -r ref.txt a.txt b.txt --run run.json
  assay verify run.json                      does it give the same results again?
  assay verify new.json --against old.json   what changed between two runs, and is it significant?
Exit code: 0 the same, 1 not, or an input changed. With --against it is 0.
"""

Arguments, run = asks("verify", recorded=False, manners=SizeAlone)
