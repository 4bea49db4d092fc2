"""Stems: a column of tokens to a column of their stems, by the Snowball stemmers (snowballstemmer).

Tokens are lower-cased first, as the stemmers expect. The languages are those of the library; `porter` is the
original Porter stemmer, `english` its successor.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from assay.errors import DependencyError, OptionError
from assay.text.column import Column

NONE = "none"


def check_stemmer(language: str) -> None:
    """Refuse a language that no stemmer knows."""
    if language != NONE:
        _stemmer(language)


def stem_column(column: Column, language: str) -> Column:
    """Replace every token of a tokenised column by its stem; `none` leaves the column as it is."""
    if language == NONE:
        return column
    stemmer = _stemmer(language)
    stems: dict[str, str] = {}

    def stem(token: str) -> str:
        found = stems.get(token)
        if found is None:
            found = stems[token] = stemmer.stemWord(token.lower()) or token.lower()
        return found

    return Column.of([" ".join(map(stem, line.split(" "))) if line else "" for line in column])


@lru_cache(maxsize=4)
def _stemmer(language: str) -> Any:
    try:
        import snowballstemmer
    except ImportError as error:
        raise DependencyError("stems need snowballstemmer: pip install 'mt-assay[stem]'") from error
    if language not in snowballstemmer.algorithms():
        raise OptionError(
            f"unknown stemmer {language!r}; there are none, {', '.join(snowballstemmer.algorithms())}"
        )
    return snowballstemmer.stemmer(language)
