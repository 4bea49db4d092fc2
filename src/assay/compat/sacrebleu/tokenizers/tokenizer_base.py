"""What sacreBLEU's tokenisers have in common: a line in, tokens with a blank between them out, and a signature."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import lru_cache

from assay.text import Column, tokeniser_identity, tokenize

LINES = 2**16  # that are remembered, as many as in sacreBLEU


class BaseTokenizer(ABC):
    """Any tokeniser; programs derive their own from it."""

    @abstractmethod
    def signature(self) -> str:
        """Return the name that stands in signatures."""

    @abstractmethod
    def __call__(self, line: str) -> str:
        """Tokenise a line."""


class NamedTokenizer(BaseTokenizer):
    """A tokeniser of ours by its name, `tok`."""

    tok: str

    def __init__(self, tok: str | None = None) -> None:
        if tok is not None:  # a class for a name has it already
            self.tok = tok

    def signature(self) -> str:
        """Return the name with the version of what it depends on."""
        return tokeniser_identity(self.tok)

    def __call__(self, line: str) -> str:
        """Tokenise a line; white space at its end does not count."""
        return tokenised_line(self.tok, line)


@lru_cache(maxsize=LINES)
def tokenised_line(tok: str, line: str) -> str:
    """Tokenise one line with a tokeniser of ours."""
    return tokenize(Column.of([line]), tok, threads=1)[0]
