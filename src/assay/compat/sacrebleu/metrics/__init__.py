"""sacreBLEU's metrics: BLEU, chrF and TER."""

from assay.compat.sacrebleu.metrics.bleu import BLEU, BLEUScore
from assay.compat.sacrebleu.metrics.chrf import CHRF, CHRFScore
from assay.compat.sacrebleu.metrics.ter import TER, TERScore

METRICS = {"BLEU": BLEU, "CHRF": CHRF, "TER": TER}

__all__ = ["BLEU", "CHRF", "METRICS", "TER", "BLEUScore", "CHRFScore", "TERScore"]
