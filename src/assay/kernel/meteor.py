"""METEOR: text as it compares it, what it knows of words, and its alignments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import assay.kernel._native as native
from assay.kernel.columns import (
    Bytes,
    Ids,
    Matrix,
    Offsets,
    Texts,
    bounded,
    check_groups,
    check_ids,
    check_offsets,
    check_texts,
    cores,
)
from assay.kernel.edits import packed, room_for
from assay.kernel.text import column_ids

Hashes = NDArray[np.uint64]
APOSTROPHES = ("alone", "english", "french")
METEOR_MODULES = ("exact", "stem", "synonym", "paraphrase")
METEOR_SEARCHES = ("beam", "stages", "greedy")
METEOR_COLUMNS = 7 + 4 * len(METEOR_MODULES)
LAST_PARAPHRASE = np.uint32(1 << 31)  # a bit of the last paraphrase of a phrase
FREE_SLOTS = 4  # at the end of a table
PAGE = 4096  # bytes, of memory, on most machines
# Of phrases, that a table tells apart: 0, which none has, 1, up to 15 and more
LENGTHS = 16
MOST_SYNSETS = 16  # of a word, on the average of a text


class Abbreviations(NamedTuple):
    """Hashes of words in rising order, and for each 1 (keeps its full stop) or 2 (keeps it before numbers)."""

    keys: Hashes
    kinds: Bytes


class SynsetTable(NamedTuple):
    """Synsets by the hash of a word, and hashes of base forms by that of an inflected one; both sorted."""

    keys: Hashes
    offsets: Offsets
    values: Hashes
    exception_keys: Hashes
    exception_offsets: Offsets
    exception_values: Hashes


class ParaphraseTable(NamedTuple):
    """Phrases and their beginnings by hash, with the paraphrases of each, as native/paraphrases.h lays them out."""

    slots: Hashes
    values: NDArray[np.uint32]
    homes: Offsets

    @classmethod
    def of(cls, phrases: Hashes, paraphrases: Hashes, beginnings: Hashes) -> ParaphraseTable:
        """Make a table of pairs; `beginnings` are the hashes of all that a phrase of either side begins with."""
        sides = phrases, paraphrases, beginnings
        keys = np.unique(np.concatenate(sides))
        lengths = (keys & np.uint64(LENGTHS - 1)).astype(np.int64)
        # A third stays free
        homes = np.append(0, np.cumsum(np.bincount(lengths, minlength=LENGTHS) * 3 // 2))
        places = np.empty(len(keys), np.int64)
        order = np.argsort(lengths, kind="stable")
        sizes = np.diff(homes)[lengths].astype(np.uint64)
        wanted = homes[lengths] + ((keys >> np.uint64(32)) * sizes >> np.uint64(32)).astype(np.int64)
        steps = np.arange(len(keys))
        places[order] = steps + np.maximum.accumulate(wanted[order] - steps)
        slots = np.zeros(max(int(places.max(initial=-1)) + 1, int(homes[-1])) + FREE_SLOTS, np.uint64)
        values, bits = _fill(slots, *(places[np.searchsorted(keys, side)] for side in sides))
        slots[places] |= keys << np.uint64(bits + 2)
        return cls(slots, values, homes)

    def touch(self) -> None:
        """Read something of every page, in order, so that nobody waits for one that a text leads to."""
        for part in (self.slots, self.values):
            part[:: PAGE // part.itemsize].max(initial=0)

    def is_whole(self) -> bool:
        """Say whether all homes are slots, and the last slots are empty."""
        steps = np.diff(self.homes)
        within = len(steps) == LENGTHS and self.homes[0] == 0 and (steps >= 0).all()
        return bool(
            within
            and self.homes[-1] <= len(self.slots) - FREE_SLOTS
            and not self.slots[-FREE_SLOTS:].any()
            and len(self.values)
        )


def _fill(slots: Hashes, first: Offsets, second: Offsets, begun: Offsets) -> tuple[NDArray[np.uint32], int]:
    """Write to slots what they tell apart from hashes; return the places of paraphrases, and the bits for one."""
    order = np.argsort(first, kind="stable")
    owners, starts = np.unique(first[order], return_index=True)
    values = np.append(0, second[order]).astype(np.uint32)
    values[np.append(starts[1:], len(order))] |= LAST_PARAPHRASE
    bits = len(values).bit_length()
    slots[begun] |= np.uint64(2 << bits)
    slots[second] |= np.uint64(1 << bits)
    slots[owners] |= (starts + 1).astype(np.uint64) | np.uint64(1 << bits)
    return values, bits


NO_PARAPHRASES = ParaphraseTable(
    np.zeros(FREE_SLOTS, np.uint64), np.zeros(1, np.uint32), np.zeros(LENGTHS + 1, np.int64)
)


@dataclass(frozen=True)
class MeteorWords:
    """What METEOR knows of each word of a call; None leaves a module out.

    Rows of synsets are those of the words, and may be followed by others; then `senses` has a row for every word of
    every sentence.
    """

    function: Bytes
    sizes: Ids
    stems: Ids | None = None
    synsets: tuple[Offsets, Hashes] | None = None
    senses: Ids | None = None


@dataclass(frozen=True)
class MeteorSentences:
    """Outputs and then references, as numbers of `words`, which are distinct."""

    ids: Ids
    offsets: Offsets
    groups: Offsets
    words: Texts


def meteor_texts(
    texts: Texts,
    apostrophes: str | None,
    abbreviations: Abbreviations,
    *,
    punctuation: bool = True,
    threads: int = 0,
) -> Texts:
    """Normalise a column by one of `APOSTROPHES`; None splits at Java's white space and nowhere else."""
    check_offsets(*texts)
    rule = -1 if apostrophes is None else APOSTROPHES.index(apostrophes)
    if len(abbreviations.keys) != len(abbreviations.kinds):
        raise ValueError("every abbreviation needs its kind")
    room = room_for(2 * np.diff(texts.offsets))
    buffer, counts = np.empty(room[-1], dtype=np.uint8), np.zeros(len(room) - 1, dtype=np.int64)
    native.meteor_texts(*texts, rule, *abbreviations, punctuation, cores(threads), room, buffer, counts)
    return Texts(*packed(buffer, room, counts))


def meteor_sentences(hyp: Texts, ref: Texts, groups: Offsets) -> MeteorSentences:
    """Number the words of all outputs and references; both columns have one blank between words."""
    check_texts(hyp, ref, groups)
    start, stop = hyp.offsets[0], hyp.offsets[-1]
    data = np.concatenate([hyp.data[start:stop], ref.data[ref.offsets[0] : ref.offsets[-1]]])
    later = ref.offsets[1:] - ref.offsets[0] + (stop - start)
    texts = Texts(data, np.concatenate([hyp.offsets - start, later]))
    ids, offsets, spans = column_ids(texts)
    return MeteorSentences(ids, offsets, groups, _gathered(data, spans))


def _gathered(data: Bytes, spans: Offsets) -> Texts:
    """Return the pieces of a buffer one after the other."""
    sizes = spans[:, 1] - spans[:, 0]
    offsets = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(sizes)])
    places = np.repeat(spans[:, 0] - offsets[:-1], sizes) + np.arange(offsets[-1])
    return Texts(data[places], offsets)


def phrase_hashes(texts: Texts) -> tuple[Hashes, Offsets]:
    """Return for each row the hashes of its first word, its first two, up to its own, and where those of a row stand.

    Words have one blank between them. They are part of the form of compiled tables of paraphrases.
    """
    check_offsets(*texts)
    blanks = np.concatenate([[0], np.cumsum(texts.data == ord(" "))])[texts.offsets]
    offsets = (blanks - blanks[0] + np.arange(len(blanks))).astype(np.int64)
    hashes = np.empty(offsets[-1], dtype=np.uint64)
    native.hash_phrases(*texts, hashes)
    return hashes, offsets


def synset_ids(words: Texts, table: SynsetTable, *, inflected: bool) -> tuple[Offsets, Hashes]:
    """Return the synsets of each word in rising order; `inflected` adds those of its English base forms."""
    check_offsets(*words)
    for keys, offsets in (table[:2], table[3:5]):
        if len(offsets) != len(keys) + 1:
            raise ValueError("a table has one more offset than keys")
    counts = np.zeros(len(words.offsets) - 1, dtype=np.int64)
    ids = np.empty(MOST_SYNSETS * len(counts), dtype=np.uint64)
    while True:
        native.synset_ids(
            *(*words, table.keys, table.offsets, table.values),
            *(table.exception_keys, table.exception_offsets, table.exception_values),
            *(inflected, counts, ids),
        )
        if (size := int(counts.sum())) <= len(ids):
            return room_for(counts), ids[:size]
        ids = np.empty(size, dtype=np.uint64)  # once more, with room for all


@bounded
def meteor_rows(
    sentences: MeteorSentences,
    known: MeteorWords,
    table: ParaphraseTable = NO_PARAPHRASES,
    *,
    beam: int = 40,
    search: str = "beam",
    threads: int = 0,
) -> Matrix:
    """Return a row a reference: lengths and function words of output and reference, matches by module, chunks, matches.

    Matches of a module are content words of the output and of the reference, then function words of both. The search is
    one of `METEOR_SEARCHES`: that of 1.5, that of 2005 (a module after the other with the fewest crossings), NLTK's.
    """
    out = np.empty((int(sentences.groups[-1]), METEOR_COLUMNS))
    native.meteor_rows(
        *_arrays(sentences, known, table), beam, METEOR_SEARCHES.index(search), cores(threads), out
    )
    return out


@bounded
def meteor_matches(
    sentences: MeteorSentences,
    known: MeteorWords,
    table: ParaphraseTable = NO_PARAPHRASES,
    *,
    beam: int = 40,
    search: str = "beam",
    threads: int = 0,
) -> tuple[NDArray[np.int32], Offsets]:
    """Return the matches of each reference, in its order: module, start and length in it, and in the output."""
    rows = len(sentences.groups) - 1
    room = room_for(np.diff(sentences.offsets)[rows:])
    matches, counts = np.empty((int(room[-1]), 5), dtype=np.int32), np.zeros(len(room) - 1, dtype=np.int64)
    native.meteor_matches(
        *_arrays(sentences, known, table),
        *(beam, METEOR_SEARCHES.index(search), cores(threads), room, matches.reshape(-1), counts),
    )
    return packed(matches, room, counts)


_Arrays = tuple[
    Ids, Offsets, Offsets, Bytes, Offsets,
    Ids, Ids, Offsets, Hashes, Bytes, Ids,
    Hashes, NDArray[np.uint32], Offsets,
]  # fmt: skip


def _arrays(sentences: MeteorSentences, known: MeteorWords, table: ParaphraseTable) -> _Arrays:
    """Return all that the kernel takes, checked."""
    rows, words = len(sentences.groups) - 1, len(sentences.words.offsets) - 1
    check_offsets(sentences.ids, sentences.offsets)
    check_offsets(*sentences.words)
    check_groups(sentences.groups, rows, len(sentences.offsets) - 1 - rows)
    check_ids(sentences.ids, words)
    stems = np.zeros(0, dtype=np.int32) if known.stems is None else known.stems
    synset_offsets, synsets = known.synsets or (np.zeros(1, dtype=np.int64), np.zeros(0, dtype=np.uint64))
    sizes = {len(known.function), len(known.sizes), *([len(stems)] if known.stems is not None else [])}
    if words and sizes != {words}:
        raise ValueError("every word needs what is known of it")
    check_ids(stems, words)
    senses = sentences.ids if known.senses is None else known.senses
    if known.synsets is not None:
        check_offsets(synsets.view(np.uint8), synset_offsets)
        if len(synset_offsets) <= words or synset_offsets[-1] > len(synsets):
            raise ValueError("every word needs its synsets")
        check_ids(senses, len(synset_offsets) - 1)
    if len(senses) != len(sentences.ids):
        raise ValueError("every word of a sentence needs a row of synsets")
    if not table.is_whole():
        raise ValueError("a table of paraphrases has slots for all homes, and empty ones after them")
    return (
        *(sentences.ids, sentences.offsets, sentences.groups, sentences.words.data, sentences.words.offsets),
        *(stems, senses, synset_offsets, synsets, known.function, known.sizes),
        *table,
    )
