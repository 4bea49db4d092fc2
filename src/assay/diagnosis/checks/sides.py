"""A column of text with what several checks ask of it, each made when it is first asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from assay.diagnosis.checks.language import Evidence, evidence
from assay.diagnosis.checks.loops import loops
from assay.diagnosis.checks.scripts import SPACELESS, Points, code_points, main_script, script_counts
from assay.diagnosis.checks.source_compare import Apart, apart, signs
from assay.diagnosis.words.tokens import Words, numbered


@dataclass(frozen=True)
class Side:
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
    def apart(self) -> list[Apart]:
        """Markup and figures of every text."""
        return [apart(text, sign) for text, sign in zip(self.texts, signs(self.points).tolist(), strict=True)]

    @cached_property
    def loops(self) -> NDArray[np.int64]:
        """How many words of each text stand in loops; characters, in scripts without blanks."""
        found = loops(self.words)
        if self.script in SPACELESS:
            found = found + loops(numbered([self.texts], "char")[0], characters=True)
        return found
