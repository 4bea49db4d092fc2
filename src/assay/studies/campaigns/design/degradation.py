"""Degraded outputs, which a careful annotator scores below the original: recipes of the campaigns, by length n.

- graham2015 (Graham et al. 2015): words are deleted, the first is kept. 1 of 2-3, 2 of 4-5, 3 of 6-8, 4 of 9-15, 5 of
  16-20, a fifth of more, rounded up. A single word becomes a bare article.
- graham2016 (Graham et al. 2017; WMT16-18): words are replaced by a phrase of another text. A single word as a whole,
  1 of 2-3, 2 of 4-5, 3 of 6-7, 4 of 8-14, 5 of 15-19, a quarter of more, rounded down, for which at most six words are
  put in; from n = 5 on neither the first nor the last.
- appraise: 2 of 2-5, 3 of 6-8, 4 of 9-15, 5 of 16-20, 6 of more are replaced. Where its comments and its code disagree,
  we do what the code does, for that is what campaigns ran: a replacement may begin with the first word and never
  reaches the last, and a single word becomes two (the comments say one). Twice as many where characters are counted.
- wmt24 (Kocmi et al. 2024): in every sentence a phrase of 2 to 6 words of another text takes the place of as many.

Chinese, Japanese and Korean are counted in characters. Single words that are put in are in lower case; punctuation at
the ends of what is replaced stays, and that of what is put in is left out. The result never equals the original, and
where it was damaged is kept: what was put in, or for a deletion the words on both sides of the gap.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from assay.studies.campaigns.design.options import Recipe
from assay.studies.campaigns.graphemes import splits_character
from assay.studies.campaigns.values import PlantedSpan

# Phrases that are tried before a text stays as it is; after half of them shorter ones will do
TRIALS = 100
MOST_PUT_IN = 6  # words of a phrase of graham2016
BY_CHARACTER = ("zh", "ja", "ko")
ARTICLES = {
    "en": "the",
    "de": "der",
    "nl": "de",
    "fr": "le",
    "es": "el",
    "it": "il",
    "pt": "o",
    "ro": "un",
    "ca": "el",
    "da": "en",
    "sv": "en",
    "no": "en",
    "nb": "en",
    "hu": "a",
    "el": "ο",
    "he": "ה",
    "ar": "ال",
}
# Not in 3.5
SENTENCE = re.compile(r"\S.*?(?:[.!?…؟।]+[\"'”’»)\]]*(?=\s|$)|[。！？]+[」』”’）]*|$)", re.DOTALL)

Place = tuple[int, int]  # start and end in the text


@dataclass(frozen=True)
class Change:
    """A place of the original that is gone, and how many characters were put in for it."""

    start: int
    end: int
    put_in: int


@dataclass(frozen=True)
class Damaged:
    """A degraded text, where it was damaged, and what was taken out of the original."""

    text: str
    planted: tuple[PlantedSpan, ...]
    changes: tuple[Change, ...]


@dataclass(frozen=True)
class _Rule:
    """How many words go, at most how many come in, and where it may begin: first and last start of k of n words."""

    removed: Callable[[int, np.random.Generator], int]
    starts: Callable[[int, int], tuple[int, int]]
    put_in: Callable[[int], int] = lambda removed: removed
    doubled: bool = False


def degrade(
    text: str, donors: Sequence[str], recipe: Recipe, language: str, random: np.random.Generator
) -> Damaged | None:
    """Return a text with a part of it damaged; None where that cannot be done, as with an empty one."""
    by_character = is_by_character(language)
    if recipe == "graham2015":
        return _delete(text, language, by_character, random)
    if recipe == "wmt24":
        return _inject(text, donors, by_character, random)
    return _replace(text, donors, _RULES[recipe], by_character, random)


def is_by_character(language: str) -> bool:
    """Tell whether texts of a language are counted in characters, not in words."""
    return _main_part(language) in BY_CHARACTER


def is_part(damaged: str, text: str) -> bool:
    """Tell whether a text is another from which something in one place was deleted."""
    gone = len(text) - len(damaged)
    kept = next(
        (at for at, pair in enumerate(zip(damaged, text, strict=False)) if pair[0] != pair[1]), len(damaged)
    )
    return gone > 0 and damaged[kept:] == text[kept + gone :]


def _main_part(language: str) -> str:
    return re.split("[-_]", language, maxsplit=1)[0].lower()


def pieces(text: str, by_character: bool) -> list[Place]:
    """Return where the words of a text are, or the characters that are no blanks."""
    if not by_character:
        return [match.span() for match in re.finditer(r"\S+", text)]
    places, start = [], 0
    for end in range(1, len(text) + 1):
        if not splits_character(text, end):
            places += [(start, end)] if not text[start:end].isspace() else []
            start = end
    return places


def _stepped(steps: Sequence[tuple[int, int]], beyond: Callable[[int], int]) -> Callable[[int], int]:
    """Return a rule of lengths: the number that goes with the first bound that n does not pass."""
    return lambda n: next((number for most, number in steps if n <= most), beyond(n))


_GRAHAM2015 = _stepped(((3, 1), (5, 2), (8, 3), (15, 4), (20, 5)), lambda n: math.ceil(n / 5))
_GRAHAM2016 = _stepped(((3, 1), (5, 2), (7, 3), (14, 4), (19, 5)), lambda n: n // 4)
_APPRAISE = _stepped(((5, 2), (8, 3), (15, 4), (20, 5)), lambda _: 6)
_RULES: Mapping[str, _Rule] = {
    "graham2016": _Rule(
        lambda n, _: _GRAHAM2016(n),
        lambda n, k: (1, n - k - 1) if n >= 5 else (0, n - k),
        lambda removed: min(removed, MOST_PUT_IN),
    ),
    "appraise": _Rule(lambda n, _: _APPRAISE(n), lambda n, k: (0, max(0, n - k - 1)), doubled=True),
    "wmt24": _Rule(lambda _, random: int(random.integers(2, 7)), lambda n, k: (0, max(0, n - k))),
}


def _delete(text: str, language: str, by_character: bool, random: np.random.Generator) -> Damaged | None:
    """Delete words, never the first; a single word becomes an article where the language has one."""
    places = pieces(text, by_character)
    n = len(places)
    if n == 1:
        article = ARTICLES.get(_main_part(language), "")
        if not article or article == text:
            return None
        return Damaged(article, (PlantedSpan(0, len(article)),), (Change(0, len(text), len(article)),))
    if not n:
        return None
    number = _GRAHAM2015(n)
    first = int(random.integers(1, n - number + 1))
    before, cut = places[first - 1], places[first][0]
    after = places[first + number] if first + number < n else None
    if after is None:
        return Damaged(text[: before[1]], (PlantedSpan(*before),), (Change(before[1], len(text), 0),))
    damaged = text[:cut] + text[after[0] :]
    planted = PlantedSpan(before[0], cut + after[1] - after[0])
    return Damaged(damaged, (planted,), (Change(cut, after[0], 0),)) if damaged != text else None


def _replace(
    text: str, donors: Sequence[str], rule: _Rule, by_character: bool, random: np.random.Generator
) -> Damaged | None:
    """Put a phrase of another text in the place of some words; None if no phrase makes a difference."""
    places = pieces(text, by_character)
    n = len(places)
    if not n or not donors:
        return None
    for trial in range(TRIALS):
        wanted = rule.removed(n, random) * (2 if rule.doubled and by_character else 1)
        removed = min(wanted, n)
        low, high = rule.starts(n, removed)
        first = int(random.integers(low, max(low, high) + 1))
        donor = donors[int(random.integers(len(donors)))]
        phrase = _phrase(donor, rule.put_in(wanted), by_character, random, shorter=trial >= TRIALS // 2)
        start, end = _inside(text, places[first][0], places[first + removed - 1][1])
        damaged = text[:start] + phrase + text[end:]
        if phrase and " ".join(damaged.split()) != " ".join(text.split()):
            planted = PlantedSpan(start, start + len(phrase))
            return Damaged(damaged, (planted,), (Change(start, end, len(phrase)),))
    return None


def _phrase(
    donor: str, number: int, by_character: bool, random: np.random.Generator, *, shorter: bool
) -> str:
    """Return so many words of a text without punctuation at the ends; "" if it has not, unless fewer will do."""
    places = pieces(donor, by_character)
    number = min(number, len(places)) if shorter else number
    if not 0 < number <= len(places):
        return ""
    first = int(random.integers(len(places) - number + 1))
    start, end = _inside(donor, places[first][0], places[first + number - 1][1])
    phrase = donor[start:end]
    # Punctuation that stood alone is gone
    if len(pieces(phrase, by_character)) != number and not shorter:
        return ""
    return phrase.lower() if number == 1 and not by_character else phrase


def _inside(text: str, start: int, end: int) -> Place:
    """Return a place without the punctuation at its ends; one that is nothing else stays."""
    first, last = start, end
    while first < last and unicodedata.category(text[first]).startswith("P"):
        first += 1
    while last > first and unicodedata.category(text[last - 1]).startswith("P"):
        last -= 1
    return (first, last) if first < last else (start, end)


def _inject(
    text: str, donors: Sequence[str], by_character: bool, random: np.random.Generator
) -> Damaged | None:
    """Damage every sentence that can be."""
    parts: list[str] = []
    planted: list[PlantedSpan] = []
    changes: list[Change] = []
    end = 0
    for sentence in SENTENCE.finditer(text):
        parts.append(text[end : sentence.start()])
        damaged = _replace(sentence[0], donors, _RULES["wmt24"], by_character, random)
        at = sum(map(len, parts))
        planted += (
            [PlantedSpan(at + span.start, at + span.end) for span in damaged.planted] if damaged else []
        )
        for change in damaged.changes if damaged else ():
            place = sentence.start() + change.start, sentence.start() + change.end
            changes.append(Change(*place, change.put_in))
        parts.append(damaged.text if damaged else sentence[0])
        end = sentence.end()
    return Damaged("".join(parts) + text[end:], tuple(planted), tuple(changes)) if planted else None
