"""The SentencePiece tokenisers of spBLEU; their models are looked for where sacreBLEU keeps them."""

from __future__ import annotations

from assay.compat.sacrebleu.storage import SPM_MODELS, spm_model
from assay.compat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer, tokenised_line


class TokenizerSPM(BaseTokenizer):
    """The tokeniser of a model that is in sacreBLEU's folder."""

    def __init__(self, key: str = "spm") -> None:
        self.name = SPM_MODELS[key][1]
        self.tok = f"spm:{spm_model(key)}"

    def signature(self) -> str:
        """Return the name of the model."""
        return self.name

    def __call__(self, line: str) -> str:
        """Tokenise a line into pieces of words."""
        return tokenised_line(self.tok, line)


class Flores101Tokenizer(TokenizerSPM):
    """The tokeniser of FLORES-101."""

    def __init__(self) -> None:
        super().__init__("flores101")


class Flores200Tokenizer(TokenizerSPM):
    """The tokeniser of FLORES-200."""

    def __init__(self) -> None:
        super().__init__("flores200")


class spBLEU1KTokenizer(TokenizerSPM):  # noqa: N801 - the name is sacreBLEU's
    """The tokeniser of spBLEU-1K."""

    def __init__(self) -> None:
        super().__init__("spBLEU-1K")
