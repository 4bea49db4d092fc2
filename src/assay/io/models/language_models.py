"""Language models of n-grams, as ARPA files, plain or gzip; KenLM's binary files are recognised and refused."""

from __future__ import annotations

import numpy as np

from assay import kernel
from assay.errors import InputError
from assay.io.opening import contents, label

KENLM = b"mmap lm http://kheafield.com/code"


def read_language_model(path: str) -> kernel.LanguageModel:
    """Read a model; an error says in which line something is wrong."""
    data = contents(path)
    if data.startswith(KENLM):
        raise InputError(
            f"{label(path)} is a binary file of KenLM; give the ARPA file that build_binary made it from, or train "
            "a model with assay lm"
        )
    try:
        return kernel.read_arpa(np.frombuffer(data, dtype=np.uint8))
    except kernel.BadModelError as error:
        raise InputError(f"{label(path)}: {error}; copy the file again") from None


def arpa_file(model: kernel.LanguageModel) -> bytes:
    """Return the text of a model."""
    return b"".join(kernel.arpa_parts(model))
