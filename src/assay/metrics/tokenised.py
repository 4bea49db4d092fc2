"""How text becomes words, and words the numbers that the kernel compares: what metrics of words share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from assay import kernel
from assay.data import Array, EvalSet
from assay.metrics.base import StatsFn
from assay.options import option
from assay.resources import Resources
from assay.text import Column, check_tokeniser, stem_column, stemmer_identity, tokeniser_identity, tokenize
from assay.text.column import Grouped

Number = Callable[[Sequence[str]], kernel.Tokens]


class Tokenised:
    """The options `tok` and `lowercase` at work.

    It is no dataclass and declares no option: fields of a base class come first, and signatures list a metric's own
    options in the order in which the metric declares them.
    """

    tok: str
    lowercase: bool

    def __post_init__(self) -> None:
        """Refuse a tokeniser that there is not, and spell out which version of it is meant."""
        check_tokeniser(self.tok)
        object.__setattr__(self, "tok", tokeniser_identity(self.tok))

    def words(self, column: Column, threads: int) -> Column:
        """Turn text into words with one space between them."""
        return tokenize(column.lower() if self.lowercase else column, self.tok, threads)

    def references(self, evalset: EvalSet, threads: int) -> Grouped:
        """Return the words of all references."""
        return Grouped.of(evalset.references.values()).map(lambda column: self.words(column, threads))

    def numbering(self, evalset: EvalSet, resources: Resources) -> Number:
        """Split the references once; return the function that numbers outputs beside them."""
        threads = resources.threads
        references = self.references(evalset, threads)

        def number(outputs: Sequence[str]) -> kernel.Tokens:
            column = self.words(Column.of(outputs), threads)
            return kernel.token_ids(column.texts, references.column.texts, references.groups, threads=threads)

        return number

    def on_tokens(
        self, evalset: EvalSet, resources: Resources, rows: Callable[[kernel.Tokens, int], Array]
    ) -> StatsFn:
        """Split the references once; return the function that numbers an output's words and computes its rows."""
        number = self.numbering(evalset, resources)
        return lambda outputs: rows(number(outputs), resources.threads)


@dataclass(frozen=True)
class WordMetric(Tokenised):
    """The options that say what a word is."""

    tok: str = option("none", "tokeniser; none splits at white space")
    lowercase: bool = option(False, "lower-case both sides")
    stem: str = option("none", "Snowball stemmer: none, or a language such as english")

    def __post_init__(self) -> None:
        """Refuse names of no tokeniser or stemmer, and say which versions are meant."""
        super().__post_init__()
        object.__setattr__(self, "stem", stemmer_identity(self.stem))

    def words(self, column: Column, threads: int) -> Column:
        """Turn text into words, or their stems, with one space between them."""
        return stem_column(super().words(column, threads), self.stem)
