"""tercom's tokeniser, which TER uses."""

from __future__ import annotations

from functools import lru_cache

from assay.compat.sacrebleu.tokenizers.tokenizer_base import LINES, BaseTokenizer
from assay.text import Column, tercom


class TercomTokenizer(BaseTokenizer):
    """White space parts words, unless the text is to be normalised or to lose its punctuation."""

    def __init__(
        self,
        normalized: bool = False,
        no_punct: bool = False,
        asian_support: bool = False,
        case_sensitive: bool = False,
    ) -> None:
        self._options = (normalized, not no_punct, asian_support)
        self._case_sensitive = case_sensitive

    def signature(self) -> str:
        """Return the name that stands in signatures."""
        return "tercom"

    def __call__(self, line: str) -> str:
        """Tokenise a line."""
        return _tercom_line(line if self._case_sensitive else line.lower(), *self._options)


@lru_cache(maxsize=LINES)
def _tercom_line(line: str, normalize: bool, punctuation: bool, cjk: bool) -> str:
    column = Column.of([line])
    return tercom(column, normalize=normalize, punctuation=punctuation, cjk=cjk, threads=1)[0]
