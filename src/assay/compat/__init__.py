"""Interfaces of other tools over ours, for programs that were written for them; nothing is computed here.

Each module below is a door of its own, with the names, arguments and printed text of the tool whose name it bears:

    from assay.compat import sacrebleu                  # in place of: import sacrebleu
    bleu = sacrebleu.corpus_bleu(hypotheses, [references])
    print(bleu)                                         # BLEU = 37.04 81.8/55.6/… (BP = 0.834 …), as sacreBLEU does
    sacrebleu.BLEU(references=[references]).corpus_score(hypotheses, None)

Figures are the tool's to the last digit; where they cannot be, the module and docs/compat.md say so.
"""
