"""Glossary terms: where the source has one, does the output have its translation?

Terms are found without regard to case, as whole words; up to three more letters at the end of a word are taken for an
ending. In scripts without blanks between words a term may stand anywhere. Where one term lies inside another that the
source has there, the longer one counts.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.data import Term
from assay.diagnosis.words.scripts import SPACELESS, code_points, main_script, script_counts
from assay.errors import AssayWarning

# Letters, set by hand: most endings of European languages are no longer
ENDING = 3
WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Wanted:
    """A term that a segment's source has, so that its output should have one of the translations."""

    segment: int
    term: Term


def wanted_terms(source: Sequence[str], terms: Sequence[Term]) -> list[Wanted]:
    """Return every term of a glossary that the source has, once a segment."""
    index = _Index(terms)
    return [Wanted(row, term) for row, text in enumerate(source) for term in index.terms_in(text)]


def missed_terms(outputs: Sequence[str], wanted: Sequence[Wanted]) -> list[Wanted]:
    """Return the terms whose translation is not in the output."""
    patterns = {
        term: _pattern(term.targets) for term in dict.fromkeys(term_wanted.term for term_wanted in wanted)
    }
    return [
        term_wanted
        for term_wanted in wanted
        if patterns[term_wanted.term].search(outputs[term_wanted.segment]) is None
    ]


def warn_of_unused(terms: Sequence[Term], wanted: Sequence[Wanted], source: Sequence[str]) -> None:
    """Speak up about terms that the source never has, and say so where the columns seem to be swapped."""
    used = {entry.term for entry in wanted}
    unused = [term for term in terms if term not in used]
    if not unused:
        return
    told = f"{len(unused):,} of {len(terms):,} glossary terms do not occur in the source"
    turned = [Term(target, (term.source,)) for term in terms for target in term.targets]
    swapped = {entry.term.targets for entry in wanted_terms(source, turned)}
    if len(swapped) > len(used):
        told += f", but the translations of {len(swapped):,} are: are its columns swapped?"
    else:
        told += f', such as "{unused[0].source}"; they check nothing'
    warnings.warn(told, AssayWarning, stacklevel=2)


def count_terms(terms: Sequence[Wanted], segments: int) -> NDArray[np.int64]:
    """Return how many terms every segment has."""
    rows = np.array([term.segment for term in terms], dtype=np.int64)
    return np.bincount(rows, minlength=segments).astype(np.int64)


class _Index:
    """Terms by their first word, so that a text is held only against terms that can be in it."""

    def __init__(self, terms: Sequence[Term]) -> None:
        self.by_start: dict[str, list[tuple[Term, re.Pattern[str]]]] = {}
        self.anywhere: list[tuple[Term, re.Pattern[str]]] = []
        for term in terms:
            first = WORD.search(term.source.lower())
            entry = term, _pattern((term.source,))
            if first is None or _dense(term.source):
                self.anywhere.append(entry)
            else:
                self.by_start.setdefault(first[0][: self._key(first[0])], []).append(entry)

    @staticmethod
    def _key(word: str) -> int:
        return min(len(word), 4)

    def terms_in(self, text: str) -> list[Term]:
        starts = {word[:size] for word in WORD.findall(text.lower()) for size in range(1, 5)}
        entries = [entry for start in starts for entry in self.by_start.get(start, ())] + self.anywhere
        spans = [(term, match.span()) for term, pattern in entries for match in pattern.finditer(text)]
        outer = [term for term, span in spans if not any(_inside(span, other) for _, other in spans)]
        return sorted(dict.fromkeys(outer), key=lambda term: term.source)


def _inside(span: tuple[int, int], other: tuple[int, int]) -> bool:
    return span != other and other[0] <= span[0] and span[1] <= other[1]


def _dense(term: str) -> bool:
    return main_script(script_counts(code_points([term]))) in SPACELESS


def _pattern(forms: Sequence[str]) -> re.Pattern[str]:
    return re.compile("|".join(map(_form, sorted(forms, key=len, reverse=True))), re.IGNORECASE)


def _form(form: str) -> str:
    if _dense(form):
        return re.escape(form)
    words = [re.escape(word) + (rf"\w{{0,{ENDING}}}" if word[-1:].isalpha() else "") for word in form.split()]
    return r"(?<!\w)" + r"\s+".join(words) + r"(?!\w)"
