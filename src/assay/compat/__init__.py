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

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.compat.evaluate import EvaluateMetric, compute_metrics, load_metric
    from assay.compat.frames import polars_score, register_duckdb
    from assay.compat.program.flow import run_sacrebleu
    from assay.compat.program.options import SacrebleuOptions

__all__ = [
    "EvaluateMetric",
    "SacrebleuOptions",
    "compute_metrics",
    "load_metric",
    "polars_score",
    "register_duckdb",
    "run_sacrebleu",
]
__getattr__, __dir__ = open_door(__name__)
