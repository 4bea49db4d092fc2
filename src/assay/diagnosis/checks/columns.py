"""A column of text with what several checks ask of it, and the language and script that outputs should be in.

What is asked of a column is made when it is first asked for. Outputs should be in the language that the user says, else
in that of the references, else in that of most outputs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from assay.diagnosis.checks.language import Evidence, evidence, language_of, language_tag, script_of
from assay.diagnosis.checks.repetition import loops
from assay.diagnosis.checks.source_compare import TextParts, signs, take_apart
from assay.diagnosis.words.scripts import SPACELESS, Points, code_points, main_script, script_counts
from assay.diagnosis.words.tokens import Words, number_words
from assay.errors import OptionError


@dataclass(frozen=True)
class CheckedColumn:
    """Source or output: its texts, its words by white space and punctuation, and what is read off them."""

    texts: Sequence[str]
    words: Words

    @cached_property
    def points(self) -> Points:
        """The code points of all texts."""
        return code_points(self.texts)

    @cached_property
    def scripts(self) -> NDArray[np.int64]:
        """How many letters of every script each text has."""
        return script_counts(self.points)

    @cached_property
    def script(self) -> str:
        """The script of most letters."""
        return main_script(self.scripts)

    @cached_property
    def told(self) -> Evidence:
        """What speaks for which language."""
        return evidence(self.texts, self.words, self.scripts)

    @cached_property
    def languages(self) -> list[str]:
        """The language of every text, "" for unknown."""
        return self.told.best()

    @cached_property
    def parts(self) -> list[TextParts]:
        """Markup and figures of every text."""
        return [
            take_apart(text, sign) for text, sign in zip(self.texts, signs(self.points).tolist(), strict=True)
        ]

    @cached_property
    def loops(self) -> NDArray[np.int64]:
        """How many words of each text stand in loops; characters, in scripts without blanks."""
        counts = loops(self.words)
        if self.script in SPACELESS:
            counts = counts + loops(number_words([self.texts], "char")[0], characters=True)
        return counts


MOST = 200  # texts that are looked at to tell a language


@dataclass(frozen=True)
class Expected:
    """The languages of source and target, "" where unknown, and the script of the target."""

    source_language: str
    language: str
    script: str


def expected(languages: tuple[str, str], source: Sequence[str], target: Sequence[str]) -> Expected:
    """Take the languages that are given, and tell the others from texts."""
    sources, targets = list(source[:MOST]), list(target[:MOST])
    language = _given(languages[1]) or language_of(targets)
    script = script_of(language) if _given(languages[1]) else main_script(script_counts(code_points(targets)))
    return Expected(_given(languages[0]) or language_of(sources), language, script)


def _given(text: str) -> str:
    """Return the tag of a language that a file names; "" for one that we cannot tell."""
    try:
        return language_tag(text) if text else ""
    except OptionError:
        return ""
