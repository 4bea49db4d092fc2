"""Interfaces of other tools over ours, for programs that were written for them; nothing is computed here.

Each tool is a package of its own, entered as that tool is: `from assay.compat.sacrebleu import corpus_bleu` where a
program said `from sacrebleu import corpus_bleu`. Figures are the tool's to the last digit; where they cannot be,
docs/compat.md says so.
"""
