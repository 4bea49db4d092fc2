"""METEOR-WSD (Marie and Apidianaki 2015): the source chooses which sense of a reference word may match.

Source and reference are aligned word by word (IBM model 1, then a hidden Markov model, trained on the set itself). A
content word of the reference keeps those of its synsets that also hold its source word, the first in the order of the
resource; an output word matches it through these alone. A word without such a sense has all of its synsets, as in
METEOR. BabelNet, which the authors used, cannot be had: MultiWordNet stands in, whose synsets have the same numbers in
English, Spanish, Hebrew, Italian and Portuguese, or synsets of your own (`synsets-NAME`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from assay import kernel
from assay.errors import OptionError
from assay.resources import Resources
from assay.resources.store import Lookup, Resource
from assay.text import Column
from assay.text.column import Grouped

APART = {"multiwordnet": ("fr",)}  # languages whose synsets have numbers of their own
Kept = tuple[int, ...]


@dataclass(frozen=True)
class SenseSources:
    """The resource, the languages of the outputs and of the source, and how many senses a word keeps."""

    resource: str
    language: str
    source: str
    kept: int


@dataclass(frozen=True)
class Senses:
    """Rows of synsets, and for every word of every reference the place of its row, -1 where it has none."""

    rows: tuple[kernel.Offsets, NDArray[np.uint64]]
    chosen: NDArray[np.int32]

    def places(self, sentences: kernel.MeteorSentences) -> kernel.Ids:
        """Return the row of every word: that of the word itself, or one of ours, which follow those."""
        outputs = int(sentences.offsets[len(sentences.groups) - 1])
        rows = sentences.ids.copy()
        own = self.chosen >= 0
        rows[outputs:][own] = len(sentences.words.offsets) - 1 + self.chosen[own]
        return rows


def check_senses(name: str, language: str, source: str) -> None:
    """Refuse languages whose synsets have nothing in common."""
    for each in (language, source):
        if each in APART.get(name.partition("-")[0], ()):
            raise OptionError(f"meteor: the synsets of {each} in {name} have numbers of their own")


def choose_senses(
    source: Column,
    references: Grouped,
    sources: SenseSources,
    resources: Resources,
    function: NDArray[np.uint64],
) -> Senses:
    """Align the source with every reference, and keep the senses that both sides have."""
    resource = resources.get(sources.resource)
    repeated = np.repeat(np.arange(len(source)), np.diff(references.groups))
    theirs, theirs_of = _numbered(Column.of([source[int(row)] for row in repeated]))
    ours, ours_of = _numbered(references.column)
    linked = _linked(theirs, ours)
    common = _common_senses(resource, sources)
    is_function = np.isin(kernel.text_hashes(Column.of(ours_of).texts), function)
    numbers: dict[Kept, int] = {}
    chosen = np.full(len(ours.ids), -1, dtype=np.int32)
    for at, (word, other) in enumerate(zip(ours.ids.tolist(), linked.tolist(), strict=True)):
        kept = () if other < 0 or is_function[word] else common(ours_of[word], theirs_of[other])
        if kept:
            chosen[at] = numbers.setdefault(kept, len(numbers))
    sizes = [len(kept) for kept in numbers]
    values = np.array([synset for kept in numbers for synset in kept], dtype=np.uint64)
    return Senses((np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64), values), chosen)


def _numbered(column: Column) -> tuple[kernel.Side, list[str]]:
    """Number the words of a column, and spell each of them out."""
    ids, offsets, spans = kernel.column_ids(column.texts)
    data = column.data.tobytes()
    return kernel.Side(ids, offsets), [data[a:b].decode("utf-8", "surrogatepass") for a, b in spans.tolist()]


def _linked(source: kernel.Side, target: kernel.Side) -> NDArray[np.int32]:
    """Return for every target word the number of its source word, or -1."""
    places = kernel.align_words(source, target)
    starts = np.repeat(source.offsets[:-1], np.diff(target.offsets))
    linked = np.full(len(target.ids), -1, dtype=np.int32)
    linked[places >= 0] = source.ids[(starts + places)[places >= 0]]
    return linked


def _common_senses(resource: Resource, sources: SenseSources) -> Callable[[str, str], Kept]:
    """Return the function from a word and its source word to the synsets that hold both, in the order of the first."""
    ours, theirs = (_synsets_of(resource, language) for language in (sources.language, sources.source))

    @cache
    def common(word: str, other: str) -> Kept:
        known = set(theirs(other))
        return tuple(synset for synset in ours(word) if synset in known)[: sources.kept]

    return common


def synset_table(resource: Resource, name: str) -> Lookup:
    """Open a table of synsets; one without any word is of a store that an earlier version compiled."""
    table = resource.lookup(name)
    if not len(table.keys):
        raise resource.damaged(f"{name}.keys.npy", "holds no word")
    return table


def _synsets_of(resource: Resource, language: str) -> Callable[[str], Kept]:
    """Return the function from a word to its synsets in the order of the resource; English base forms come last."""
    table = synset_table(resource, f"synsets.{language}")
    nothing = np.zeros(0, np.uint64), np.zeros(1, np.int64), np.zeros(0, np.uint64)
    bases = kernel.SynsetTable(table.keys, table.offsets, table.values, *nothing)

    def synsets(word: str) -> Kept:
        texts = Column.of([word]).texts
        key = kernel.text_hashes(texts)[0]
        place = int(np.searchsorted(table.keys, key))
        listed: list[int] = []
        if place < len(table.keys) and table.keys[place] == key:
            listed = table.values[table.offsets[place] : table.offsets[place + 1]].tolist()
        further = kernel.synset_ids(texts, bases, inflected=language == "en")[1].tolist()
        return tuple(dict.fromkeys([*listed, *further]))

    return synsets
