"""What the metrics of words share: how text becomes words, and words the numbers that the kernel compares."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from assay import kernel
from assay.data import EvalSet
from assay.metrics.base import option
from assay.resources import Resources
from assay.text import Column, Grouped, check, identity, stem_column, stemmer_identity, tokenize

Number = Callable[[Sequence[str]], kernel.Tokens]


@dataclass(frozen=True)
class WordMetric:
    """The options that say what a word is."""

    tok: str = option("none", "tokeniser; none splits at white space")
    lowercase: bool = option(False, "lower-case both sides")
    stem: str = option("none", "Snowball stemmer: none, or a language such as english")

    def __post_init__(self) -> None:
        """Refuse names of no tokeniser or stemmer, and say which version of a tokeniser is meant."""
        check(self.tok)
        object.__setattr__(self, "stem", stemmer_identity(self.stem))
        object.__setattr__(self, "tok", identity(self.tok))

    def words(self, column: Column, threads: int) -> Column:
        """Turn text into words with one space between them."""
        column = column.lower() if self.lowercase else column
        return stem_column(tokenize(column, self.tok, threads), self.stem)

    def numbering(self, evalset: EvalSet, resources: Resources) -> Number:
        """Split the references once; return the function that numbers outputs beside them."""
        threads = resources.threads
        references = Grouped.of(evalset.references.values()).map(lambda column: self.words(column, threads))

        def number(outputs: Sequence[str]) -> kernel.Tokens:
            column = self.words(Column.of(outputs), threads)
            return kernel.token_ids(column.texts, references.column.texts, references.groups, threads=threads)

        return number
