"""Every metric by name, one line each, and other names for some of their settings."""

from assay.metrics.base import Metric
from assay.metrics.bleu import Bleu
from assay.metrics.chrf import Chrf
from assay.metrics.gleu import Gleu
from assay.metrics.gtm import Gtm
from assay.metrics.impact import Impact
from assay.metrics.nist import Nist
from assay.metrics.ribes import Ribes
from assay.metrics.rouge import Rouge
from assay.metrics.ter import Ter

METRICS: dict[str, type[Metric]] = {
    Bleu.name: Bleu,
    Chrf.name: Chrf,
    Ter.name: Ter,
    Nist.name: Nist,
    Gleu.name: Gleu,
    Ribes.name: Ribes,
    Rouge.name: Rouge,
    Gtm.name: Gtm,
    Impact.name: Impact,
}

ALIASES: dict[str, str] = {
    "chrf++": "chrf:word_order=2",
    "wordf": "chrf:char_order=0,word_order=4",
}
