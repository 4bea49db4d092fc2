"""Every metric by name, one line each, and other names for some of their settings."""

from assay.metrics.base import Metric
from assay.metrics.bleu import Bleu
from assay.metrics.chrf import Chrf
from assay.metrics.lebleu import Lebleu
from assay.metrics.ter import Ter
from assay.metrics.tolerant_bleu import TolerantBleu

METRICS: dict[str, type[Metric]] = {
    Bleu.name: Bleu,
    Chrf.name: Chrf,
    Lebleu.name: Lebleu,
    Ter.name: Ter,
    TolerantBleu.name: TolerantBleu,
}

ALIASES: dict[str, str] = {
    "chrf++": "chrf:word_order=2",
    "wordf": "chrf:char_order=0,word_order=4",
}
