"""`assay plugins`: the programs and judges that are metrics of the user's: added, listed, shown, tested, removed."""

from __future__ import annotations

from assay.cli.questions import asks

EPILOG = """\
examples:
  assay plugins add comet --python ~/envs/comet/bin/python --model ~/models/wmt22-comet-da
  assay plugins add kiwi --runner comet --python ~/envs/comet/bin/python --model ~/models/wmt22-cometkiwi-da
  assay plugins add gpt --judge mqm --endpoint https://host/v1 --model NAME --key-variable JUDGE_KEY --prices 0.15/0.60
  assay plugins add mine --runner mine.py
  assay plugins test mine
  assay score -r ref.txt -s src.txt a.txt b.txt -m comet
"""

Arguments, run = asks("plugins", recorded=False)
