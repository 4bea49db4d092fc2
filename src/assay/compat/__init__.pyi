# Written by tools/doors.py from the map in __init__.py.
from assay.compat.evaluate import EvaluateMetric as EvaluateMetric
from assay.compat.evaluate import compute_metrics as compute_metrics
from assay.compat.evaluate import load_metric as load_metric
from assay.compat.frames import polars_score as polars_score
from assay.compat.frames import register_duckdb as register_duckdb
from assay.compat.program.flow import run_sacrebleu as run_sacrebleu
from assay.compat.program.options import SacrebleuOptions as SacrebleuOptions

__all__: list[str]
