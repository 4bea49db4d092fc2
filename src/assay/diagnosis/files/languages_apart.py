"""Is an output in another language than its reference, or a part of it? Cheap evidence first, then line by line.

Little words of languages (`checks.profiles`) are looked up among the words that were found already, for a whole sample
at once. An output that has far fewer of those of its reference's language, or letters of another script, is looked at
line by line, as `assay check` does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from assay.diagnosis.checks import profiles
from assay.diagnosis.checks.language import LANGUAGES, PLACES, evidence
from assay.diagnosis.files.appearance import Appearance
from assay.diagnosis.files.pairing import SampledLines
from assay.diagnosis.words.scripts import family
from assay.kernel import line_words
from assay.text import Column

# Set on the text sets of WMT13 to WMT23, TED and MLQE-PE: docs/check.md has the figures.
# Little words of its language a word, from which a column tells what it is in
SPEAKING = 0.1
# Of the reference's share of these: below it an output is looked at line by line
KEPT = 0.8
SCRIPTS_APART = (
    # Share of letters in other scripts than the reference's, from which it is looked at so, too
    0.1
)
# Of the best language's share of little words: a second with more leaves it open
CLEAR = 0.8
MOSTLY = 0.5  # of the letters, for a script to be that of a column
OF_SCRIPT = {1: "el", 3: "hy", 4: "he", 7: "ja", 8: "zh", 9: "ko"}  # by the ranges of `appearance`
# Of the table of little words: of some 1,700 a few share a slot, and one of each is left out.
SLOTS = 1 << 18


@dataclass(frozen=True)
class Speech:
    """What a sample of a column says of its language: the share of little words of every language, and scripts."""

    shares: NDArray[np.float64]
    scripts: NDArray[np.float64]

    @classmethod
    def of(cls, sampled: SampledLines, look: Appearance) -> Speech:
        """Look the words of a sample up."""
        slots, hashes, spoken = _little_words()
        keys = sampled.words.keys
        rows = slots[keys & np.uint32(SLOTS - 1)]
        found = rows[hashes[rows] == keys]
        counts = np.bincount(found, minlength=len(hashes)) @ spoken
        return cls(counts / max(1, len(keys)), look.scripts)

    @property
    def language(self) -> str:
        """The language of a whole column, "" where little words and scripts leave it open."""
        second, best = np.sort(self.shares)[-2:].tolist()
        if best >= SPEAKING and second <= CLEAR * best:
            return LANGUAGES[int(self.shares.argmax())]
        return OF_SCRIPT.get(int(self.scripts.argmax()), "") if self.scripts.max() >= MOSTLY else ""

    def differs(self, reference: Speech) -> bool:
        """Tell whether a column may be in another language than its reference, at least in part."""
        if np.abs(self.scripts - reference.scripts).sum() / 2 > SCRIPTS_APART:
            return True
        language = int(reference.shares.argmax())
        share = reference.shares[language]
        return bool(share >= SPEAKING and self.shares[language] < KEPT * share)


@cache
def _little_words() -> tuple[NDArray[np.int32], NDArray[np.uint32], NDArray[np.float64]]:
    """Return the row of the word in every slot, the hash of every row's word, and the languages that use it.

    Row 0 is no word: its hash belongs in another slot than those that lead to it.
    """
    every = sorted({word for words in profiles.WORDS.values() for word in words.split()})
    known = line_words(Column.of(every).texts)
    single = np.diff(known.ends) == 1
    words = [word for word, whole in zip(every, single.tolist(), strict=True) if whole]
    hashes = np.concatenate([[0], known.keys[known.ends[:-1][single]]]).astype(np.uint32)
    slots = np.zeros(SLOTS, dtype=np.int32)
    slots[hashes[1:] & np.uint32(SLOTS - 1)] = np.arange(1, len(hashes))
    spoken = np.zeros((len(hashes), len(LANGUAGES)))
    row = {word: at for at, word in enumerate(words, start=1)}
    for language, text in profiles.WORDS.items():
        spoken[[row[word] for word in text.split() if word in row], PLACES[language]] = 1
    return slots, hashes, spoken


def lines_apart(output: Sequence[str], reference: Sequence[str]) -> tuple[str, dict[str, list[int]]]:
    """Return the language of the reference, and by other languages the lines that are in these, from 0.

    A line whose reference is in the same language is not apart. Where languages cannot be told, scripts are taken.
    """
    for languages, others in zip(
        _languages_and_scripts(output), _languages_and_scripts(reference), strict=True
    ):
        known = Counter(filter(None, others))
        if not known:
            continue
        [(language, _)] = known.most_common(1)
        own = (language, *family(language), "")
        apart: dict[str, list[int]] = {}
        for row, (one, other) in enumerate(zip(languages, others, strict=True)):
            if one not in own and one != other:
                apart.setdefault(one, []).append(row)
        if apart:
            return language, apart
    return "", {}


def _languages_and_scripts(texts: Sequence[str]) -> tuple[list[str], list[str]]:
    told = evidence(texts)
    return told.best(), ["" if script == "none" else script for script in told.script]
