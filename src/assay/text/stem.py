"""Stems: a column of tokens to a column of their stems, by the Snowball stemmers (snowballstemmer).

Tokens are lower-cased first, as the stemmers expect. The languages are those of the library; `porter` is the
original Porter stemmer, `english` its successor. Stems change between versions of the library, so a stemmer is
known by language and version, as in `english-3.1.1`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from assay.errors import DependencyError, OptionError
from assay.text.column import Column

NONE = "none"


def stemmer_identity(name: str) -> str:
    """Return a stemmer as it stands in signatures, with its version; refuse one that is not installed."""
    if name == NONE:
        return NONE
    language, _, version = name.partition("-")
    _stemmer(language)
    installed = _version()
    if version not in ("", installed):
        raise DependencyError(f"stemmer {name} was asked for, {language}-{installed} is installed")
    return f"{language}-{installed}"


def stem_column(column: Column, language: str) -> Column:
    """Replace every token of a tokenised column by its stem; `none` leaves the column as it is."""
    if language == NONE:
        return column
    stemmer = _stemmer(language.partition("-")[0])
    stems: dict[str, str] = {}

    def stem(token: str) -> str:
        if token not in stems:
            stems[token] = stemmer.stemWord(token.lower()) or token.lower()
        return stems[token]

    return Column.of([" ".join(map(stem, line.split(" "))) if line else "" for line in column])


@lru_cache(maxsize=1)
def _version() -> str:
    from importlib.metadata import version

    return version("snowballstemmer")


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
