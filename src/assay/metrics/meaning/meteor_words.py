"""What METEOR knows of words: their form, stems, synsets, function words, paraphrases; all from the store."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from assay import kernel
from assay.metrics.meaning.meteor_parameters import NORMALISED, STEMMERS
from assay.resources import Resource, Resources, snowball_stemmer
from assay.text import Column

LISTS = "meteor-en"  # the resource with METEOR's lists of function words and abbreviations
NUMERIC_ONLY = "#NUMERIC_ONLY#"  # after an abbreviation that keeps its full stop before numbers
NO_ABBREVIATIONS = kernel.Abbreviations(np.zeros(0, np.uint64), np.zeros(0, np.uint8))


@dataclass(frozen=True)
class Sources:
    """The resources of the modules, "none" for one that is left out, and how they are used."""

    language: str
    stems: str
    synonyms: str
    paraphrases: str
    function_words: str
    characters: bool


@dataclass(frozen=True)
class Knowledge:
    """All that is looked up while a set is scored."""

    stem: Callable[[str], str] | None
    synsets: kernel.SynsetTable | None
    inflected: bool  # synsets of English base forms count as well
    paraphrases: kernel.ParaphraseTable
    function: frozenset[str]
    characters: bool

    def of(self, words: kernel.Texts) -> kernel.MeteorWords:
        """Look up distinct words."""
        column = Column(words.data, words.offsets)
        strings = list(column)
        lowered = map(str.lower, strings)
        function = np.fromiter((word in self.function for word in lowered), np.uint8, len(strings))
        sizes = np.fromiter(map(len, strings), np.int32, len(strings))
        stems = None if self.stem is None else _numbered([self.stem(word) for word in strings])
        synsets = (
            None if self.synsets is None else kernel.synset_ids(words, self.synsets, inflected=self.inflected)
        )
        return kernel.MeteorWords(function, sizes if self.characters else np.ones_like(sizes), stems, synsets)


def _numbered(stems: list[str]) -> kernel.Ids:
    numbers: dict[str, int] = {}
    return np.array([numbers.setdefault(stem, len(numbers)) for stem in stems], dtype=np.int32)


def open_knowledge(sources: Sources, resources: Resources) -> Knowledge:
    """Open the resources of the modules that are asked for."""
    language = sources.language
    return Knowledge(
        stem=None
        if sources.stems == "none"
        else snowball_stemmer(resources.get(sources.stems), STEMMERS[language]),
        synsets=None if sources.synonyms == "none" else _synsets(resources.get(sources.synonyms), language),
        inflected=language == "en",
        paraphrases=kernel.NO_PARAPHRASES
        if sources.paraphrases == "none"
        else _paraphrases(resources.get(sources.paraphrases)),
        function=_function_words(sources, resources),
        characters=sources.characters,
    )


@lru_cache(maxsize=8)
def _synsets(resource: Resource, language: str) -> kernel.SynsetTable:
    name = "synsets" if "synsets.keys.npy" in resource.files else f"synsets.{language}"
    table = resource.lookup(name)
    empty = np.zeros(0, np.uint64), np.zeros(1, np.int64), np.zeros(0, np.uint64)
    exceptions = resource.lookup("exceptions") if "exceptions.keys.npy" in resource.files else None
    bases = empty if exceptions is None else (exceptions.keys, exceptions.offsets, exceptions.values)
    return kernel.SynsetTable(table.keys, table.offsets, table.values, *bases)


@lru_cache(maxsize=8)
def _paraphrases(resource: Resource) -> kernel.ParaphraseTable:
    table = resource.lookup("paraphrases")
    longest = int(resource.array("paraphrases.longest")[0])
    return kernel.ParaphraseTable(
        table.keys, table.offsets, table.values, resource.array("paraphrases.filter"), longest
    )


def _function_words(sources: Sources, resources: Resources) -> frozenset[str]:
    if sources.function_words == "none":
        return frozenset()
    name, _, language = sources.function_words.partition("/")
    return _listed_words(resources.get(name), language or sources.language)


@lru_cache(maxsize=8)
def _listed_words(resource: Resource, language: str) -> frozenset[str]:
    name = "words.txt" if "words.txt" in resource.files else f"function.{language}.txt"
    listed = resource.lines(name) if name in resource.files else []
    return frozenset(word for line in listed for word in line.split())


@lru_cache(maxsize=8)
def _abbreviations(resource: Resource, language: str) -> kernel.Abbreviations:
    """Return the words of a language that keep their full stop."""
    kinds = {}
    for line in resource.lines(f"prefixes.{language}.txt"):
        word = line.partition(NUMERIC_ONLY)[0].strip()
        if word and not line.startswith("#"):
            kinds[word] = 2 if NUMERIC_ONLY in line else 1
    keys = kernel.text_hashes(Column.of(list(kinds)).texts)
    order = np.argsort(keys)
    return kernel.Abbreviations(keys[order], np.array(list(kinds.values()), dtype=np.uint8)[order])


def text_changer(rule: str, language: str, resources: Resources) -> Callable[[Column], Column]:
    """Return the function from text to words with a blank between two; `rule` is norm, nopunct, lower or none."""
    normalised = rule in ("norm", "nopunct")
    abbreviations = _abbreviations(resources.get(LISTS), language) if normalised else NO_ABBREVIATIONS
    apostrophes = NORMALISED[language] if normalised else None

    def change(column: Column) -> Column:
        texts = kernel.meteor_texts(
            column.texts,
            apostrophes,
            abbreviations,
            punctuation=rule != "nopunct",
            threads=resources.threads,
        )
        words = Column(texts.data, texts.offsets)
        return words if rule == "none" else words.lower()

    return change
