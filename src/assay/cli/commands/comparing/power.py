"""`assay power`: could this test set show the difference at all, and how many segments would it take?"""

from __future__ import annotations

from assay.cli.questions import asks

EPILOG = """\
examples:
  assay power -r ref.txt a.txt b.txt                      could this set show the difference between these two?
  assay power -r ref.txt a.txt b.txt --segments 3000      and a set of 3000 segments?
  assay power evalset.xml --simulate --test sign          the same by simulation
  assay power evalset.xml --coverage                      do intervals cover the true value as often as they claim?
  assay power --difference 1 --deviation 8.5 --segments 500   from assumed numbers, without files
  assay power --win-rate 0.55 --segments 400              400 choices between two outputs: enough for 55 % of wins?
"""

Arguments, run = asks("power")
