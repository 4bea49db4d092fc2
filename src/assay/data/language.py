"""What is known of language beside the texts: sentences with their analysis, phrase tables, and paraphrases.

A sentence has base form, part of speech, head and relation of every word, and perhaps roles. Phrases correspond to
phrases of another language in a phrase table, and to others of their own as paraphrases.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

ROOT = -1  # the head of a word that depends on no other


@dataclass(frozen=True)
class Parse:
    """The words of a text in columns; a text of several sentences has several roots.

    `roles` are the semantic roles that a file gives, of each word pairs of a predicate's place and a label.
    """

    forms: tuple[str, ...] = ()
    lemmas: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    heads: tuple[int, ...] = ()  # places from 0, ROOT for none
    relations: tuple[str, ...] = ()
    roles: tuple[tuple[tuple[int, str], ...], ...] = ()

    def __len__(self) -> int:
        return len(self.forms)

    @classmethod
    def join(cls, parses: Iterable[Parse]) -> Parse:
        """Put sentences one behind the other."""
        whole = cls()
        for each in parses:
            shift = len(whole)
            whole = cls(
                whole.forms + each.forms,
                whole.lemmas + each.lemmas,
                whole.tags + each.tags,
                whole.heads + tuple(head if head == ROOT else head + shift for head in each.heads),
                whole.relations + each.relations,
                whole.roles + tuple(tuple((at + shift, role) for at, role in roles) for roles in each.roles),
            )
        return whole

    def children(self) -> list[list[int]]:
        """Return the dependents of each word, in their order."""
        below: list[list[int]] = [[] for _ in self.forms]
        for place, head in enumerate(self.heads):
            if head != ROOT:
                below[head].append(place)
        return below


def text_key(text: str) -> str:
    """Return what a text and its parse have in common: its characters without white space."""
    return "".join(text.split())


@dataclass(frozen=True)
class ParseStore:
    """Parses by their texts, and the first digits of the checksum of the file they come from."""

    sentences: Mapping[str, Parse]
    digest: str = ""

    def find(self, text: str) -> Parse | None:
        """Return the parse of a text, which may be several sentences; nothing where one of them is not there."""
        key = text_key(text)
        if not key:
            return Parse()
        if key in self.sentences:
            return self.sentences[key]
        parts = self._parts(key)
        return None if parts is None else Parse.join(self.sentences[part] for part in parts)

    def _parts(self, key: str) -> Sequence[str] | None:
        """Return sentences that make up a text, the fewest that reach each place."""
        lengths = sorted({len(sentence) for sentence in self.sentences})
        before: dict[int, int] = {0: 0}
        queue = [0]
        for start in queue:
            for end in (start + length for length in lengths if start + length <= len(key)):
                if end not in before and key[start:end] in self.sentences:
                    before[end] = start
                    queue.append(end)
        if len(key) not in before:
            return None
        ends = [len(key)]
        while ends[-1]:
            ends.append(before[ends[-1]])
        return [key[start:end] for end, start in itertools.pairwise(ends)][::-1]


class PhrasePair(NamedTuple):
    """A row of a phrase table: a phrase f, its translation e, and how likely each is given the other."""

    source: str
    target: str
    source_given_target: float
    target_given_source: float


class Paraphrase(NamedTuple):
    """A phrase, another that may stand for it, and how likely that is."""

    phrase: str
    paraphrase: str
    probability: float
