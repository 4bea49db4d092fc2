"""What METEOR knows of words: their form, stems, synsets, function words, paraphrases; all from the store."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from assay import kernel
from assay.metrics.meaning.meteor.parameters import NORMALISED, STEM_TABLES, STEMMERS
from assay.metrics.meaning.meteor.senses import Senses, SenseSources, choose_senses, synset_table
from assay.metrics.meaning.meteor.similar import Similarity, similar_words
from assay.resources import Resources
from assay.resources.stemming import Stemming, snowball_stemming, stemming_by, table_stemming
from assay.resources.store import Resource
from assay.text import Column
from assay.text.column import Grouped
from assay.text.stem import word_stemmer

# The resource with METEOR's lists of function words and abbreviations
LISTS = "meteor-en"
NLTK = "nltk"  # the stemmer of the package, which is in no store
# References of a set that leads to nearly every page of the English table of paraphrases
LARGE = 1000
# After an abbreviation that keeps its full stop before numbers
NUMERIC_ONLY = "#NUMERIC_ONLY#"
NO_ABBREVIATIONS = kernel.Abbreviations(np.zeros(0, np.uint64), np.zeros(0, np.uint8))
Hashes = NDArray[np.uint64]
_EMPTY = np.zeros(0, np.uint64), np.zeros(1, np.int64), np.zeros(0, np.uint64)
NO_SYNSETS = kernel.SynsetTable(*_EMPTY, *_EMPTY)
SynsetRows = tuple[kernel.Offsets, Hashes]


@dataclass(frozen=True)
class Sources:
    """The resources of the modules, "none" for one that is left out, and how they are used."""

    language: str
    stems: str
    synonyms: str
    paraphrases: str
    function_words: str
    characters: bool
    lowered: bool  # words are in lower case already
    like_nltk: (
        # Synonyms are those of stems, and in a reference the lemmas themselves, with their capitals
        bool
    )
    vectors: Similarity | None
    senses: SenseSources | None


@dataclass(frozen=True)
class Knowledge:
    """All that is looked up while a set is scored."""

    sources: Sources
    stems: Stemming | None
    synsets: kernel.SynsetTable | None
    lemmas: kernel.SynsetTable
    paraphrases: kernel.ParaphraseTable
    function: Hashes  # in rising order
    senses: Senses | None

    def of(self, sentences: kernel.MeteorSentences) -> kernel.MeteorWords:
        """Look up the words of sentences."""
        words = Column(*sentences.words)
        sizes = _characters(words) if self.sources.characters else np.ones(len(words), np.int32)
        stems = None if self.stems is None else _numbered(self.stems(words))
        synsets, senses = self._synonyms(sentences)
        return kernel.MeteorWords(self._is_function(words), sizes, stems, synsets, senses)

    def _is_function(self, words: Column) -> kernel.Bytes:
        hashes = kernel.text_hashes((words if self.sources.lowered else words.lower()).texts)
        if not len(self.function):
            return np.zeros(len(hashes), np.uint8)
        places = np.searchsorted(self.function, hashes).clip(max=len(self.function) - 1)
        return np.asarray(self.function[places] == hashes, np.uint8)

    def _synonyms(self, sentences: kernel.MeteorSentences) -> tuple[SynsetRows | None, kernel.Ids | None]:
        """Return rows of synsets, and which one each word of a sentence has where it is not that of the word."""
        vectors = self.sources.vectors
        if self.synsets is None and vectors is None:
            return None, None
        words = self._stemmed(sentences.words) if self.sources.like_nltk else sentences.words
        rows = self._synsets(words, inflected=self.sources.language == "en")
        if vectors is not None:
            rows = _joined(rows, *similar_words(sentences, vectors))
        if self.sources.like_nltk:
            return _stacked(rows, kernel.synset_ids(words, self.lemmas, inflected=False)), _other_rows(
                sentences
            )
        if self.senses is not None:
            return _stacked(rows, self.senses.rows), self.senses.places(sentences)
        return rows, None

    def _stemmed(self, words: kernel.Texts) -> kernel.Texts:
        """Return stems, which NLTK's second stage hands on to the third in place of the words."""
        if self.stems is None:
            return words
        return Column.of(list(map(word_stemmer(NLTK), Column(*words)))).texts

    def _synsets(self, words: kernel.Texts, *, inflected: bool) -> SynsetRows:
        if self.synsets is None:
            return np.zeros(len(words.offsets), np.int64), np.zeros(0, np.uint64)
        return kernel.synset_ids(words, self.synsets, inflected=inflected)


def _other_rows(sentences: kernel.MeteorSentences) -> kernel.Ids:
    """Return a second row for every word of a reference."""
    outputs = int(sentences.offsets[len(sentences.groups) - 1])
    rows = sentences.ids.copy()
    rows[outputs:] += len(sentences.words.offsets) - 1
    return rows


def _stacked(rows: SynsetRows, more: SynsetRows) -> SynsetRows:
    return np.concatenate([rows[0], rows[0][-1] + more[0][1:]]), np.concatenate([rows[1], more[1]])


def _joined(rows: SynsetRows, owners: kernel.Ids, numbers: Hashes) -> SynsetRows:
    """Add numbers to the rows of their owners."""
    sizes = np.diff(rows[0])
    everyone = np.concatenate([np.repeat(np.arange(len(sizes)), sizes), owners])
    order = np.argsort(everyone, kind="stable")
    counts = np.bincount(everyone, minlength=len(sizes))
    return np.concatenate([[0], np.cumsum(counts)]).astype(np.int64), np.concatenate([rows[1], numbers])[
        order
    ]


def _characters(words: Column) -> kernel.Ids:
    starts = np.concatenate([[0], np.cumsum((words.data & 0xC0) != 0x80)])
    return np.diff(starts[words.offsets]).astype(np.int32)


def _numbered(stems: Hashes) -> kernel.Ids:
    """Return a number for each distinct stem, as `np.unique` does, without the modules that it imports first."""
    order = np.argsort(stems)
    ordered = stems[order]
    numbers = np.zeros(len(stems), np.int32)
    numbers[order[1:]] = np.cumsum(ordered[1:] != ordered[:-1])
    return numbers


def open_knowledge(
    sources: Sources, resources: Resources, references: Grouped, source: Column | None
) -> Knowledge:
    """Open the resources of the modules that are asked for."""
    synsets, lemmas = None, NO_SYNSETS
    if sources.synonyms != "none":
        resource = resources.get(sources.synonyms)
        synsets = _synsets(resource, sources.language)
        lemmas = _table(resource, "lemmas") if sources.like_nltk else NO_SYNSETS
    function = _function_words(sources, resources)
    senses = None
    if sources.senses is not None and source is not None:
        senses = choose_senses(source, references, sources.senses, resources, function)
    return Knowledge(
        sources=sources,
        stems=None if sources.stems == "none" else _stemming(sources, resources),
        synsets=synsets,
        lemmas=lemmas,
        paraphrases=kernel.NO_PARAPHRASES
        if sources.paraphrases == "none"
        else _paraphrases(resources.get(sources.paraphrases), whole=len(references.column) >= LARGE),
        function=function,
        senses=senses,
    )


def _stemming(sources: Sources, resources: Resources) -> Stemming:
    if sources.stems.partition("-")[0] == NLTK:
        return stemming_by(word_stemmer(NLTK))
    resource = resources.get(sources.stems)
    if sources.language in STEM_TABLES:
        return table_stemming(resource, STEM_TABLES[sources.language])
    return snowball_stemming(resource, STEMMERS[sources.language])


@lru_cache(maxsize=8)
def _synsets(resource: Resource, language: str) -> kernel.SynsetTable:
    return _table(resource, "synsets" if "synsets.keys.npy" in resource.files else f"synsets.{language}")


def _table(resource: Resource, name: str) -> kernel.SynsetTable:
    table = synset_table(resource, name) if name.startswith("synsets.") else resource.lookup(name)
    exceptions = resource.lookup("exceptions") if "exceptions.keys.npy" in resource.files else None
    bases = NO_SYNSETS[3:] if exceptions is None else (exceptions.keys, exceptions.offsets, exceptions.values)
    return kernel.SynsetTable(table.keys, table.offsets, table.values, *bases)


# The arrays of a table of paraphrases, and the types of their numbers.
PARAPHRASES = {"slots": "u8", "places": "u4", "homes": "i8"}


@lru_cache(maxsize=8)
def _paraphrases(resource: Resource, *, whole: bool) -> kernel.ParaphraseTable:
    """Open a table; `whole` brings all of it into memory now, page after page."""
    slots, places, homes = (resource.array(f"paraphrases.{part}", kind) for part, kind in PARAPHRASES.items())
    table = kernel.ParaphraseTable(slots, places, homes)
    if not table.is_whole():
        raise resource.damaged("paraphrases.slots.npy", "is no table of paraphrases")
    if whole:
        table.touch()
    return table


def _function_words(sources: Sources, resources: Resources) -> Hashes:
    if sources.function_words == "none":
        return np.zeros(0, np.uint64)
    name, _, language = sources.function_words.partition("/")
    return _listed_words(resources.get(name), language or sources.language)


@lru_cache(maxsize=8)
def _listed_words(resource: Resource, language: str) -> Hashes:
    name = "words.txt" if "words.txt" in resource.files else f"function.{language}.txt"
    listed = resource.lines(name) if name in resource.files else []
    return np.sort(kernel.text_hashes(Column.of([word for line in listed for word in line.split()]).texts))


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
