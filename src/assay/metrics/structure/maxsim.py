"""MAXSIM: n-grams of base forms, matched exactly and then by likeness (Chan and Ng 2008, as recalled).

N-grams match in three steps: equal in base forms and parts of speech; of those left, equal in base forms; of those
left, one to one with the largest sum of similarities. Two words are as similar as they agree in part of speech and in
meaning; n-grams have the mean of their words, and 0 where a pair of words agrees in neither. Each n has an F-score that
leans on recall, a segment the mean over n, a corpus the mean over segments. `relations` adds dependencies as one more
kind of n-gram (the variant n+d). The paper's constants are recalled, so that each is an option.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from assay.data import ROOT, Array, EvalSet, Parse
from assay.errors import DependencyError
from assay.io.knowledge import read_pairs
from assay.metrics.base import StatsFn, check_range, ratio
from assay.metrics.structure.matching import best_matching, check_sizes
from assay.metrics.structure.parsed import Parsed
from assay.options import option
from assay.resources import Resources
from assay.text.stem import synonym_classes

# n-grams that are left on both sides: more take many seconds
_MOST = 1_000
_WITH_DIGEST = re.compile(r"(.+)#([0-9a-f]{12})")
Word = tuple[str, str]  # base form and part of speech
Unit = tuple[str, tuple[Word, ...]]  # a relation, "" for an n-gram, and its words


@dataclass(frozen=True)
class Maxsim(Parsed):
    """Words, pairs of words and dependencies that are equal or alike, matched one to one."""

    name: ClassVar[str] = "maxsim"
    higher_is_better: ClassVar[bool] = True
    fits_corpus: ClassVar[bool] = False

    order: int = option(3, "longest n-gram, in words")
    relations: bool = option(False, "match dependencies, too (n+d)")
    alpha: float = option(0.9, "weight of recall in the F-score")
    tag_weight: float = option(
        0.5, "weight of the part of speech in the similarity of words, that of meaning the rest"
    )
    lemma_credit: float = option(
        1.0, "what n-grams count that are equal in base forms and not in parts of speech"
    )
    references: Literal["best", "mean"] = option(
        "best", "of several references, the best score or the mean of all"
    )
    synonyms: str | None = option(
        None, "file of synonyms, two base forms with a tab between them a line", reads=True
    )

    def __post_init__(self) -> None:
        """Refuse numbers without meaning, and say which list of synonyms is meant."""
        super().__post_init__()
        check_range(self, 1, 10, "order")
        check_range(self, 0, 1, "alpha", "tag_weight", "lemma_credit")
        if self.synonyms is not None:
            path, digest, _ = _named_synonyms(self.synonyms)
            object.__setattr__(self, "synonyms", f"{path}#{digest}")

    @property
    def label(self) -> str:
        """Return MaxSim, MaxSim n+d."""
        return "MaxSim n+d" if self.relations else "MaxSim"

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the score, and how many segments there are."""
        return ("sum", "segments")

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Parse the references once."""
        classes = _named_synonyms(self.synonyms)[2] if self.synonyms is not None else {}
        return self.on_parses(evalset, lambda output, others: self._row(output, others, classes))

    def _row(self, output: Parse, references: Sequence[Parse], classes: Mapping[str, str]) -> list[float]:
        own = self._units(output)
        scores = [self._score(own, self._units(parse), classes) for parse in references]
        return [max(scores) if self.references == "best" else sum(scores) / len(scores), 1.0]

    def _units(self, parse: Parse) -> list[Counter[Unit]]:
        """Count the n-grams of every order, then the dependencies if asked for."""
        words = list(zip(map(str.lower, parse.lemmas), parse.tags, strict=True))
        units = [
            Counter(("", tuple(words[at : at + n])) for at in range(len(words) - n + 1))
            for n in range(1, self.order + 1)
        ]
        arcs = zip(parse.relations, parse.heads, words, strict=True)
        tree = Counter[Unit]((relation, (words[head], word)) for relation, head, word in arcs if head != ROOT)
        return [*units, tree] if self.relations else units

    def _score(
        self, own: list[Counter[Unit]], other: list[Counter[Unit]], classes: Mapping[str, str]
    ) -> float:
        """Return the mean F over all kinds of units that either side has."""
        scores = []
        for mine, theirs in zip(own, other, strict=True):
            if mine or theirs:
                matches = self._matches(mine, theirs, classes)
                precision, recall = matches / max(mine.total(), 1), matches / max(theirs.total(), 1)
                mean = self.alpha * precision + (1 - self.alpha) * recall
                scores.append(precision * recall / mean if mean else 0.0)
        return sum(scores) / len(scores) if scores else 1.0

    def _matches(self, own: Counter[Unit], other: Counter[Unit], classes: Mapping[str, str]) -> float:
        equal = own & other
        own, other = own - equal, other - equal
        matches = float(equal.total())
        forms, other_forms = _by_forms(own), _by_forms(other)
        for form in forms.keys() & other_forms.keys():
            mine, theirs = forms[form], other_forms[form]
            shared = min(len(mine), len(theirs))
            matches += self.lemma_credit * shared
            own.subtract(mine[:shared])
            other.subtract(theirs[:shared])
        left, right = list(own.elements()), list(other.elements())
        check_sizes(left, right, _MOST)
        weights = np.array([[self._likeness(mine, theirs, classes) for theirs in right] for mine in left])
        return matches + float(
            sum(weights[pair] for pair in best_matching(weights.reshape(len(left), len(right))))
        )

    def _likeness(self, own: Unit, other: Unit, classes: Mapping[str, str]) -> float:
        if own[0] != other[0]:
            return 0.0
        total = 0.0
        for (lemma, tag), (other_lemma, other_tag) in zip(own[1], other[1], strict=True):
            meaning = classes.get(lemma, lemma) == classes.get(other_lemma, other_lemma)
            likeness = self.tag_weight * (tag == other_tag) + (1 - self.tag_weight) * meaning
            if not likeness:
                return 0.0
            total += likeness
        return total / len(own[1])

    def score(self, totals: Array) -> Array:
        """Return the mean over segments on the scale of 0 to 100."""
        totals = np.asarray(totals, dtype=np.float64)
        return 100 * ratio(totals[..., 0], totals[..., 1])


def _by_forms(units: Counter[Unit]) -> dict[tuple[str, ...], list[Unit]]:
    """Group units by relation and base forms, the parts of speech aside."""
    groups: dict[tuple[str, ...], list[Unit]] = {}
    for unit in units.elements():
        groups.setdefault((unit[0], *(lemma for lemma, _ in unit[1])), []).append(unit)
    return groups


def _named_synonyms(name: str) -> tuple[str, str, Mapping[str, str]]:
    """Return a path, its checksum, and of each word the name of its class; refuse another file than asked for."""
    named = _WITH_DIGEST.fullmatch(name)
    path, digest = named.groups() if named else (name, None)
    pairs = read_pairs(path)
    if digest not in (None, pairs.digest):
        raise DependencyError(f"{path} is not the list that was asked for: its checksum is not {digest}")
    return path, pairs.digest, synonym_classes(pairs.words, "none")
