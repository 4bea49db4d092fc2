"""`assay check`: is anything wrong with the files? To be asked before any score.

Exit code 0 where nothing would make scores wrong, 1 where there are errors; warnings and notes do not change it.
"""

from __future__ import annotations

from assay.cli.questions import asks

EPILOG = """\
examples:
  assay check out.txt
  assay check a.txt b.txt -r ref.txt -s src.txt
  assay check a.txt -r ref.txt -s src.txt --language de --source-language en --train corpus.de.gz
Exit code 0: nothing that makes scores wrong; 1: errors.
"""

Arguments, run = asks("check")
