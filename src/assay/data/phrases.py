"""Phrases and what they correspond to: phrase tables of two languages, and paraphrases in one."""

from __future__ import annotations

from typing import NamedTuple


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
