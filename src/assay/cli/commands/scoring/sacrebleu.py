"""`assay sacrebleu`: sacreBLEU's program with its command line and its output (docs/decisions/008 says why)."""

from __future__ import annotations

import sys

from assay.cli import output, terminal
from assay.compat import SacrebleuOptions

EPILOG = """\
examples:
  assay sacrebleu ref.txt -i out.txt -m bleu chrf ter -f text
  assay sacrebleu -t wmt24 -l en-de -i out.txt -b -w 2
  assay sacrebleu ref.txt -i base.txt new.txt -m bleu chrf --paired-bs -f text
Exit code: sacreBLEU's: 0 an answer, 1 bad input, 2 a bad command line, 17 lines that fall into different fields.
"""


Arguments = SacrebleuOptions


def print_answer(options: SacrebleuOptions) -> int:
    """Print what sacreBLEU prints, and return its exit code; its formats leave no room for ours."""
    from assay.compat import run_sacrebleu

    printed = run_sacrebleu(options, coloured=terminal.coloured(sys.stdout))
    output.write_ready(printed.text, None)
    if printed.complaint:
        terminal.say("error", printed.complaint)
    return printed.code
