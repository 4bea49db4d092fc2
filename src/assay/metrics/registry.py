"""Every metric by name, one line each, and other names for some of their settings."""

from assay.metrics.base import Metric
from assay.metrics.bleu import Bleu
from assay.metrics.cder import Cder
from assay.metrics.character import Character
from assay.metrics.chrf import Chrf
from assay.metrics.eed import Eed
from assay.metrics.ter import Ter

METRICS: dict[str, type[Metric]] = {
    Bleu.name: Bleu,
    Cder.name: Cder,
    Character.name: Character,
    Chrf.name: Chrf,
    Eed.name: Eed,
    Ter.name: Ter,
}

ALIASES: dict[str, str] = {
    "chrf++": "chrf:word_order=2",
    "wordf": "chrf:char_order=0,word_order=4",
}
