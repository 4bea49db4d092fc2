"""Every metric by name, one line each, and other names for some of their settings."""

from assay.metrics.base import Metric
from assay.metrics.bleu import Bleu
from assay.metrics.cder import Cder
from assay.metrics.cer import Cer
from assay.metrics.character import Character
from assay.metrics.chrf import Chrf
from assay.metrics.eed import Eed
from assay.metrics.f import F
from assay.metrics.gleu import Gleu
from assay.metrics.gtm import Gtm
from assay.metrics.hter import Hter
from assay.metrics.impact import Impact
from assay.metrics.lebleu import Lebleu
from assay.metrics.nist import Nist
from assay.metrics.per import Per
from assay.metrics.precision import Precision
from assay.metrics.recall import Recall
from assay.metrics.ribes import Ribes
from assay.metrics.rouge import Rouge
from assay.metrics.ter import Ter
from assay.metrics.tolerant_bleu import TolerantBleu
from assay.metrics.wer import Wer

METRICS: dict[str, type[Metric]] = {
    Bleu.name: Bleu,
    Cder.name: Cder,
    Character.name: Character,
    Chrf.name: Chrf,
    Eed.name: Eed,
    Ter.name: Ter,
    Hter.name: Hter,
    Wer.name: Wer,
    Cer.name: Cer,
    Per.name: Per,
    Precision.name: Precision,
    Recall.name: Recall,
    F.name: F,
    Nist.name: Nist,
    Gleu.name: Gleu,
    Ribes.name: Ribes,
    Rouge.name: Rouge,
    Gtm.name: Gtm,
    Impact.name: Impact,
    Lebleu.name: Lebleu,
    TolerantBleu.name: TolerantBleu,
}

ALIASES: dict[str, str] = {
    "chrf++": "chrf:word_order=2",
    "wordf": "chrf:char_order=0,word_order=4",
}
