"""Which language a text is in, without a network or a model file: the script first, then little words and letters.

A script of one language answers at once (Greek, Hangul). Otherwise every little word and telling letter of
`profiles` adds to the languages it is found in, log2(1 + languages / languages that share it), half of it for one
letter. The answer is the language with the highest sum, or "" for unknown where there is little text, little
evidence, or a close second.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from assay.diagnosis.checks import profiles
from assay.diagnosis.words.scripts import NUMBERS, SCRIPTS, code_points, rows_of, script_counts
from assay.diagnosis.words.tokens import Words, number_words
from assay.errors import OptionError

Array = NDArray[np.float32]

# set by hand, not fitted; what they get right on WMT23 and TED talks stands in docs/diagnose-checks.md
LEAST_LETTERS = 12
LEAST_LETTERS_DENSE = 4  # of a script with a language of its own
LEAST_EVIDENCE = 6.0  # two little words that few other languages have
MARGIN = 0.2  # of the best score, by which the second must fall behind
SCRIPT_SHARE = 0.6  # of the letters, for a script to be that of the text
# Of a telling letter beside a little word: names have foreign letters
LETTER_WEIGHT = 0.5
MOST_LETTERS = 4  # of one kind in a text; more add nothing

WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
LANGUAGES = tuple(dict.fromkeys([*profiles.WORDS, *profiles.ALONE.values()]))
PLACES = {language: place for place, language in enumerate(LANGUAGES)}
# Of ISO 639-2 and 639-3, and of languages that are not told apart
_OTHER_TAGS = (
    "en=eng de=deu,ger fr=fra,fre es=spa it=ita pt=por nl=nld,dut sv=swe da=dan no=nor,nob,nb,nn fi=fin "
    "pl=pol cs=ces,cze sk=slk,slo sl=slv hr=hrv,bos,bs hu=hun ro=ron,rum tr=tur id=ind vi=vie et=est "
    "lv=lav lt=lit ca=cat ru=rus uk=ukr bg=bul sr=srp ar=ara fa=fas,per,pes ur=urd hi=hin mr=mar el=ell "
    "he=heb,iw ja=jpn ko=kor zh=zho,chi,cmn th=tha ka=kat hy=hye bn=ben ta=tam te=tel km=khm my=mya "
    "am=amh"
)
LONG_TAGS = {
    other: tag
    for tag, others in (pair.split("=") for pair in _OTHER_TAGS.split())
    for other in others.split(",")
}
_NAMES = (
    "en=English de=German fr=French es=Spanish it=Italian pt=Portuguese nl=Dutch sv=Swedish da=Danish "
    "no=Norwegian fi=Finnish pl=Polish cs=Czech sk=Slovak sl=Slovene hr=Croatian hu=Hungarian ro=Romanian "
    "tr=Turkish id=Indonesian vi=Vietnamese et=Estonian lv=Latvian lt=Lithuanian ca=Catalan ru=Russian "
    "uk=Ukrainian bg=Bulgarian sr=Serbian ar=Arabic fa=Persian ur=Urdu hi=Hindi mr=Marathi el=Greek "
    "he=Hebrew ja=Japanese ko=Korean zh=Chinese th=Thai"
)
NAMES = dict(pair.split("=") for pair in _NAMES.split())


def language_tag(text: str) -> str:
    """Return the two-letter tag of a language: de for de, deu, de-DE or de_DE; refuse one that we cannot tell."""
    first = re.split(r"[-_]", text.strip().lower())[0]
    language = LONG_TAGS.get(first, first)
    if language not in PLACES:
        raise OptionError(
            f"{text!r} is not a language that can be detected; choose from {', '.join(sorted(LANGUAGES))}"
        )
    return language


def language_name(language: str) -> str:
    """Return the English name of a language, its tag where there is none in the list."""
    return NAMES.get(language, language)


def script_of(language: str) -> str:
    """Return the script in which a language is mostly written; "none" if we do not know."""
    for script, languages in profiles.OF_SCRIPT.items():
        if language in languages:
            return script
    return next((script for script, alone in profiles.ALONE.items() if alone == language), "none")


@dataclass(frozen=True)
class Evidence:
    """What speaks for every language (columns, as in LANGUAGES) in every text (rows)."""

    scores: Array
    # The script of most letters; "none" where no script has enough of them
    script: tuple[str, ...]
    letters: NDArray[np.int64]

    def best(self) -> list[str]:
        """Return the language of every text, "" where that cannot be said."""
        if not len(self.scores):
            return []
        order = np.partition(self.scores, -2, axis=1)
        first, second = order[:, -1], order[:, -2]
        sure = (first >= LEAST_EVIDENCE) & (first - second >= MARGIN * first)
        places = self.scores.argmax(axis=1)
        return [
            LANGUAGES[place] if known else ""
            for place, known in zip(places.tolist(), sure.tolist(), strict=True)
        ]


def evidence(
    texts: Sequence[str], words: Words | None = None, counts: NDArray[np.int64] | None = None
) -> Evidence:
    """Weigh every text of a column; words and letters by script may be given where they are there already."""
    listed = list(texts)
    words = number_words([listed], "13a")[0] if words is None else words
    counts = script_counts(code_points(listed)) if counts is None else counts
    letters = counts.sum(axis=1)
    merged = counts.copy()
    merged[:, NUMBERS["kana"]] += np.where(_japanese(counts), counts[:, NUMBERS["han"]], 0)
    merged[:, NUMBERS["han"]] -= np.where(_japanese(counts), counts[:, NUMBERS["han"]], 0)
    main = merged.argmax(axis=1) if len(merged) else np.zeros(0, dtype=np.int64)
    enough = merged[np.arange(len(main)), main] >= np.maximum(SCRIPT_SHARE * letters, LEAST_LETTERS_DENSE)
    scripts = tuple(
        SCRIPTS[place] if known else "none"
        for place, known in zip(main.tolist(), enough.tolist(), strict=True)
    )
    scores = _word_scores(words) + _letter_scores([text.lower() for text in listed])
    return Evidence(np.maximum(_within(scores, scripts, letters), 0), scripts, letters)


def identify(texts: Sequence[str]) -> list[str]:
    """Return the language of every text; "" is unknown."""
    return evidence(texts).best()


def language_of(texts: Sequence[str]) -> str:
    """Return the language of most texts of a column that can be told; "" where fewer than half of them agree."""
    known = Counter(language for language in identify(texts) if language)
    if not known:
        return ""
    language, count = known.most_common(1)[0]
    return language if 2 * count > known.total() else ""


def _japanese(counts: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Say where Han stands in Japanese: one letter in twenty at least is Kana."""
    kana, han = counts[:, NUMBERS["kana"]], counts[:, NUMBERS["han"]]
    return (kana > 0) & (20 * kana >= han)


def _within(scores: Array, scripts: Sequence[str], letters: NDArray[np.int64]) -> Array:
    """Keep the languages of the text's script, and only where there is enough text."""
    kinds = sorted(set(scripts))
    codes = np.array([kinds.index(script) for script in scripts], dtype=np.int64)
    allowed = np.zeros((len(kinds), len(LANGUAGES)), dtype=np.float32)
    sure = np.zeros_like(allowed)
    for row, script in enumerate(kinds):
        for language in profiles.OF_SCRIPT.get(script, ()):
            allowed[row, PLACES[language]] = 1
        if script in profiles.ALONE:
            sure[row, PLACES[profiles.ALONE[script]]] = 2 * LEAST_EVIDENCE
    if not len(codes):
        return scores
    long = (letters >= LEAST_LETTERS)[:, None]
    return np.asarray(np.where(long, scores * allowed[codes], 0) + sure[codes], dtype=np.float32)


@cache
def _known_words() -> tuple[dict[str, int], Array]:
    """Return the number of every little word, and what it adds to every language."""
    speakers: dict[str, set[str]] = {}
    for language, words in profiles.WORDS.items():
        for word in words.split():
            speakers.setdefault(word, set()).add(language)
    weights = np.zeros((len(speakers), len(LANGUAGES)), dtype=np.float32)
    number = np.array([len(languages) for languages in speakers.values()])
    weight = np.log2(1 + len(profiles.WORDS) / number)
    weight *= np.where([len(word) > 1 for word in speakers], 1.0, 0.5)
    rows = np.repeat(np.arange(len(speakers)), number)
    places = [PLACES[language] for languages in speakers.values() for language in languages]
    weights[rows, places] = weight[rows]
    return {word: row for row, word in enumerate(speakers)}, weights


@lru_cache(maxsize=4)
def _known_in(vocabulary: tuple[str, ...]) -> NDArray[np.int64]:
    """Return which little word every word of a vocabulary is, or begins with, such as l' in l'eau; -1 for none."""
    numbers, _ = _known_words()
    lowered = [word.lower() for word in vocabulary]
    known = [numbers.get(word, -1) for word in lowered]
    for place, word in enumerate(lowered):
        if known[place] < 0 and not word.isalpha() and (parts := WORD.match(word)):
            known[place] = numbers.get(parts[0], -1)
    return np.array(known, dtype=np.int64)


def _word_scores(words: Words) -> Array:
    _, weights = _known_words()
    known = _known_in(words.vocabulary)[words.ids]
    told = known >= 0
    scores = np.zeros((len(words), len(LANGUAGES)), dtype=np.float32)
    if told.any():
        present, starts = np.unique(words.segments()[told], return_index=True)
        scores[present] = np.add.reduceat(weights[known[told]], starts, axis=0)
    return scores


@cache
def _telling() -> tuple[NDArray[np.uint8], Array]:
    """Return the group of every code point, 0 for none, and what a letter of each group adds to every language."""
    groups = np.zeros(0x110000, dtype=np.uint8)
    weights = np.zeros((len(profiles.LETTERS) + 1, len(LANGUAGES)), dtype=np.float32)
    for row, (letters, text) in enumerate(profiles.LETTERS.items(), start=1):
        languages = text.split()
        groups[[ord(letter) for letter in letters]] = row
        rivals = profiles.OF_SCRIPT[script_of(languages[0])]
        for language in rivals:
            weights[row, PLACES[language]] = -1.0
        for language in languages:
            weights[row, PLACES[language]] = np.log2(1 + len(rivals) / len(languages))
    return groups, LETTER_WEIGHT * weights


def _letter_scores(lowered: Sequence[str]) -> Array:
    groups, weights = _telling()
    points, lengths = code_points(lowered)
    kinds = groups[points]
    told = np.flatnonzero(kinds)
    rows = rows_of(told, lengths)
    flat = np.bincount(rows * len(weights) + kinds[told], minlength=len(lengths) * len(weights))
    counts = np.minimum(flat.reshape(len(lengths), len(weights)), MOST_LETTERS)
    return np.asarray(counts.astype(np.float32) @ weights)
