"""sacreBLEU's programming interface (2.6.0) over our metrics: change the import line, keep the program.

Modules, names, arguments, fields and printed text are sacreBLEU's; the figures come from `assay.metrics`. We depart
from it where it would hide an error or claim too much:

- lists of different lengths, a flat list of references and a segment without any reference are refused;
- the signature ends in `version:assay-<version>`, since sacreBLEU did not compute the figure, while `__version__` is
  that of the interface, which programs compare with what they need;
- nothing is ever fetched: test sets and SentencePiece models are those that sacreBLEU has left on this machine.
"""

from assay.compat.sacrebleu.compat import (
    corpus_bleu,
    corpus_chrf,
    corpus_ter,
    raw_corpus_bleu,
    sentence_bleu,
    sentence_chrf,
    sentence_ter,
)
from assay.compat.sacrebleu.dataset import DATASETS
from assay.compat.sacrebleu.metrics import METRICS
from assay.compat.sacrebleu.metrics.bleu import BLEU, BLEUScore
from assay.compat.sacrebleu.metrics.chrf import CHRF, CHRFScore
from assay.compat.sacrebleu.metrics.helpers import extract_char_ngrams, extract_word_ngrams
from assay.compat.sacrebleu.metrics.scores import Score, Signature
from assay.compat.sacrebleu.metrics.ter import TER, TERScore
from assay.compat.sacrebleu.utils import (
    SACREBLEU_DIR,
    download_test_set,
    get_available_testsets,
    get_langpairs_for_testset,
    get_reference_files,
    get_source_file,
    smart_open,
)
from assay.compat.sacrebleu.version import __version__

__all__ = [
    "BLEU",
    "CHRF",
    "DATASETS",
    "METRICS",
    "SACREBLEU_DIR",
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
    "download_test_set",
    "extract_char_ngrams",
    "extract_word_ngrams",
    "get_available_testsets",
    "get_langpairs_for_testset",
    "get_reference_files",
    "get_source_file",
    "raw_corpus_bleu",
    "sentence_bleu",
    "sentence_chrf",
    "sentence_ter",
    "smart_open",
]
