"""Interfaces of other tools over ours, for programs that were written for them, and sacreBLEU's own program.

Each package below is a door of its own, with the names, arguments and printed text of the tool whose name it bears:

    from assay.compat import sacrebleu                  # in place of: import sacrebleu
    bleu = sacrebleu.corpus_bleu(hypotheses, [references])
    print(bleu)                                         # BLEU = 37.04 81.8/55.6/… (BP = 0.834 …), as sacreBLEU does
    sacrebleu.BLEU(references=[references]).corpus_score(hypotheses, None)

`load_metric` and `compute_metrics` are for programs written for `evaluate` and for trainers, `polars_score` and
`register_duckdb` for frames and SQL.

`run_sacrebleu(SacrebleuOptions(…))` is sacreBLEU's program: options to the text that it prints. Figures are the tool's
to the last digit; where they cannot be, the module and docs/compat.md say so.
"""

from assay.doors import open_door

HOMES = {
    "evaluate": "EvaluateMetric compute_metrics load_metric",
    "frames": "polars_score register_duckdb",
    "program.flow": "run_sacrebleu",
    "program.options": "SacrebleuOptions",
}
__getattr__, __dir__, __all__ = open_door(__name__, HOMES)
