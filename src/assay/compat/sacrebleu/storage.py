"""Where sacreBLEU keeps what it has fetched: test sets and the models of tokenisers. Nothing is fetched here."""

from __future__ import annotations

import os

from assay.errors import DependencyError

# Tokeniser to the file in sacreBLEU's folder of models, and its name in signatures
SPM_MODELS = {
    "spm": ("sacrebleu_tokenizer_spm.model", "flores101"),
    "flores101": ("sacrebleu_tokenizer_spm.model", "flores101"),
    "flores200": ("flores200sacrebleuspm", "flores200"),
    "spBLEU-1K": ("spbleu-1k_tokenizer_spm.model", "spBLEU-1K"),
}


def sacrebleu_directory() -> str:
    """Return the folder that `$SACREBLEU` names, or the one in the user's home."""
    return os.environ.get("SACREBLEU") or os.path.join(os.path.expanduser("~"), ".sacrebleu")


def spm_model(name: str) -> str:
    """Return the path of the SentencePiece model of a tokeniser, as sacreBLEU has left it."""
    path = os.path.join(sacrebleu_directory(), "models", SPM_MODELS[name][0])
    if not os.path.isfile(path):
        raise DependencyError(
            f"tokenizer {name}: there is no model at {path}, and nothing is downloaded here; put it there (sacreBLEU "
            'does on first use), or give a model of your own, tokenize="spm:PATH"'
        )
    return path
