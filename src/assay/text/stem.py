"""Stems and synonyms: a column of tokens to one of their stems, or of the classes that their meanings make.

Stems are those of Snowball (snowballstemmer). Tokens are lower-cased first, as the stemmers expect. The languages are
those of the library; `porter` is the original Porter stemmer, `english` its successor. Stems change between versions of
the library, so a stemmer is known by language and version, as in `english-3.1.1`. `nltk` is NLTK's form of the Porter
stemmer, and `rouge` what rouge-score does: the same, for words of more than three letters; the version is that of NLTK.

Words that a list of synonyms pairs, directly or by way of others, are one class, and the first of them is its name.
Case never matters, and the stemmer is applied to the list as to the text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from assay.errors import DependencyError, OptionError
from assay.text.column import Column

NO_STEMMER = "none"
NLTK = "nltk"
ROUGE = "rouge"
# Letters of a word that rouge-score, as ROUGE-1.5.5, leaves alone
ROUGE_SHORT = 3


def stemmer_identity(name: str) -> str:
    """Return a stemmer as it stands in signatures, with its version; refuse one that is not installed."""
    if name == NO_STEMMER:
        return NO_STEMMER
    language, _, version = name.partition("-")
    word_stemmer(language)
    installed = _version("nltk" if language in (NLTK, ROUGE) else "snowballstemmer")
    if version not in ("", installed):
        raise DependencyError(f"stemmer {name} was asked for, {language}-{installed} is installed")
    return f"{language}-{installed}"


def stem_column(column: Column, language: str) -> Column:
    """Replace every token of a tokenised column by its stem; `none` leaves the column as it is."""
    if language == NO_STEMMER:
        return column
    stem_word = word_stemmer(language.partition("-")[0])
    stems: dict[str, str] = {}

    def stem(token: str) -> str:
        if token not in stems:
            stems[token] = stem_word(token.lower()) or token.lower()
        return stems[token]

    return Column.of([" ".join(map(stem, line.split(" "))) if line else "" for line in column])


@lru_cache(maxsize=2)
def _version(package: str) -> str:
    from importlib.metadata import version

    return version(package)


@lru_cache(maxsize=4)
def word_stemmer(language: str) -> Callable[[str], str]:
    """Return the function from a word in lower case to its stem."""
    if language in (NLTK, ROUGE):
        return _porter_stemmer(short=ROUGE_SHORT if language == ROUGE else 0)
    try:
        import snowballstemmer
    except ImportError as error:
        raise DependencyError("stems need snowballstemmer: pip install 'mt-assay[stem]'") from error
    if language not in snowballstemmer.algorithms():
        raise OptionError(
            f"unknown stemmer {language!r}; choose from none, {', '.join(snowballstemmer.algorithms())}"
        )
    stem: Callable[[str], str] = snowballstemmer.stemmer(language).stemWord
    return stem


def _porter_stemmer(short: int) -> Callable[[str], str]:
    """Return NLTK's form of the Porter stemmer; words of so many letters stay as they are."""
    try:
        from nltk.stem.porter import PorterStemmer
    except ImportError as error:
        raise DependencyError("the stems of NLTK and of rouge-score need nltk: pip install nltk") from error
    stemmer = PorterStemmer()
    return lambda word: stemmer.stem(word) if len(word) > short else word


def synonym_classes(pairs: Iterable[tuple[str, str]], stemmer: str) -> dict[str, str]:
    """Return the name of the class of every word (its stem, in lower case) that the list has."""
    words = stem_column(Column.of([" ".join(pair) for pair in pairs]).lower(), stemmer)
    parent: dict[str, str] = {}
    for line in words:
        first, second = (_root(parent, word) for word in line.split(" "))
        parent[second] = first
    return {word: _root(parent, word) for word in parent}


def _root(parent: dict[str, str], word: str) -> str:
    """Follow a word to the name of its class, shortening the way for the next time."""
    above = parent.setdefault(word, word)
    while above != parent[above]:
        parent[word] = word = above = parent[parent[above]]
    return above


def class_column(column: Column, stemmer: str, names: Mapping[str, str]) -> Column:
    """Replace every token by its lower-cased stem, and that by the name of its class where it has one."""
    stems = stem_column(column.lower(), stemmer)
    if not names:
        return stems
    return Column.of([" ".join(names.get(token, token) for token in line.split(" ")) for line in stems])
