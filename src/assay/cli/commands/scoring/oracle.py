"""`assay oracle`: how good would a system be if the best of its n outputs were always chosen?"""

from __future__ import annotations

from assay.cli.questions import asks

EPILOG = """\
examples:
  assay oracle system.nbest -r ref.txt
  assay oracle system.nbest -r refA.txt -r refB.txt -m bleu -m ter
A line of the list is NUMBER ||| TEXT ||| …, the outputs of a segment together, the best first.
"""

Arguments, run = asks("oracle")
