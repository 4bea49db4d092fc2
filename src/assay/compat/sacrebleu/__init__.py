"""sacreBLEU's programming interface (2.6.0) over our metrics: change the import line, keep the program.

Names, arguments, fields and printed text are sacreBLEU's; the figures come from `assay.metrics`. We depart
from it where it would hide an error or claim too much:

- lists of different lengths, a flat list of references and a segment without any reference are refused;
- the signature ends in `version:assay-<version>`, since sacreBLEU did not compute the figure;
- no model is ever fetched: the SentencePiece tokenisers are given as `tokenize="spm:PATH"`.
"""

from assay.compat.sacrebleu.functions import (
    corpus_bleu,
    corpus_chrf,
    corpus_ter,
    raw_corpus_bleu,
    sentence_bleu,
    sentence_chrf,
    sentence_ter,
)
from assay.compat.sacrebleu.metrics import BLEU, CHRF, METRICS, TER
from assay.compat.sacrebleu.scores import (
    BLEUScore,
    CHRFScore,
    SacrebleuScore,
    Signature,
    TERScore,
    __version__,
)

Score = SacrebleuScore  # by the name that sacreBLEU gives it

__all__ = [
    "BLEU",
    "CHRF",
    "METRICS",
    "TER",
    "BLEUScore",
    "CHRFScore",
    "Score",
    "Signature",
    "TERScore",
    "__version__",
    "corpus_bleu",
    "corpus_chrf",
    "corpus_ter",
    "raw_corpus_bleu",
    "sentence_bleu",
    "sentence_chrf",
    "sentence_ter",
]
