"""ROUGE (Lin 2004; Lin and Och 2004): F-score of common subsequences, skip-bigrams or n-grams.

The default follows the published formulas; `form=1.5.5` does what the program ROUGE-1.5.5 does where the two
differ: it divides by too much in ROUGE-W recall, counts runs that only the reference has together, forgets the
last word in ROUGE-SU, and takes the best reference by recall. A corpus score is the mean over segments, not
the mean of bootstrap samples that the program prints. Words are ASCII letters and digits, as there.

`kind=lsum` is rouge-score's rougeLsum: sentences of a segment stand on lines of their own. A segment of one line has
the ROUGE-L that it has anyway, so that only the others are looked at line by line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from assay import kernel
from assay.data import Array, EvalSet
from assay.metrics.base import StatsFn, best_rows, check_range, f_by_ratio, ratio
from assay.metrics.tokenised import Tokenised
from assay.options import option
from assay.resources import Resources
from assay.text import Column, stem_column, stemmer_identity, tokenize
from assay.text.column import Grouped

# Beyond, lengths to this power, twice, are no longer numbers
_HIGHEST_WEIGHT = 5.0
# İ and the Kelvin sign, in lower case i and k
_BECOME_ASCII = ("\u0130".encode(), "\u212a".encode())
_MEASURES = {"r": 0, "p": 1, "f": 2}


@dataclass(frozen=True)
class Rouge(Tokenised):
    """F-score of common subsequences, skip-bigrams or n-grams, mean over segments."""

    name: ClassVar[str] = "rouge"
    higher_is_better: ClassVar[bool] = True
    fits_corpus: ClassVar[bool] = False

    kind: Literal["l", "lsum", "w", "s", "su", "n"] = option(
        "l",
        "l: longest common subsequence; lsum: over several lines; w: weighted; s: skip-bigrams; su: with "
        "unigrams; n: n-grams",
    )
    order: int = option(1, "kind=n: length of the n-grams")
    gap: int = option(-1, "kind=s, su: most words between the two words of a skip-bigram; -1: any number")
    # 1.2, as the DUC evaluations ran ROUGE-1.5.5 (-w 1.2)
    weight: float = option(1.2, "kind=w: k words in a row count as k to this power")
    form: Literal["definition", "1.5.5"] = option(
        "definition", "the published formulas, or what ROUGE-1.5.5 does where it differs"
    )
    measure: Literal["f", "r", "p"] = option("f", "F-score, recall or precision")
    balance: Literal["alpha", "ratio"] = option(
        "alpha", "weights in F: by alpha; or beta = precision / recall, Lin and Och's form for translation"
    )
    alpha: float = option(0.5, "weight of precision in F, from 0 to 1")
    multi: Literal["best", "average"] = option(
        "best", "several references: the best one, or all counts together"
    )
    stem: str = option(
        "none",
        "stemmer: none, a language of Snowball's, porter as in ROUGE-1.5.5, or rouge as in rouge-score",
    )
    tok: str = option(
        "rouge", "tokeniser: none, 13a, intl, char, zh, unicode, rouge, ja-mecab, ko-mecab, spm:PATH"
    )
    lowercase: bool = option(True, "lower-case both sides")

    def __post_init__(self) -> None:
        """Refuse numbers without meaning, and spell out which tokeniser is meant."""
        check_range(self, 1, 100, "order")
        check_range(self, -1, 1e6, "gap")
        check_range(self, 1, _HIGHEST_WEIGHT, "weight")
        check_range(self, 0, 1, "alpha")
        object.__setattr__(self, "stem", stemmer_identity(self.stem))
        super().__post_init__()

    @property
    def label(self) -> str:
        """Return ROUGE-L, ROUGE-W-1.2, ROUGE-S*, ROUGE-SU4, ROUGE-2 and the like."""
        gap = "*" if self.gap < 0 else str(self.gap)
        kinds = {
            "l": "L",
            "lsum": "Lsum",
            "w": f"W-{self.weight:g}",
            "s": f"S{gap}",
            "su": f"SU{gap}",
            "n": str(self.order),
        }
        return f"ROUGE-{kinds[self.kind]}" + ("" if self.measure == "f" else f" {self.measure.upper()}")

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the scores, whichever is asked for, and the number of segments."""
        return ("recall", "precision", "f", "segments")

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Tokenise the references once."""
        if self.kind != "lsum":
            return self.on_tokens(evalset, resources, self._rows)
        number, threads = self.numbering(evalset, resources), resources.threads
        references = Grouped.of(evalset.references.values()).column

        def rows(outputs: Sequence[str]) -> Array:
            tokens = number(outputs)
            counts = self._counts(tokens, "l", threads)
            segment = np.repeat(np.arange(tokens.rows), np.diff(tokens.groups)).tolist()
            for row, (place, reference) in enumerate(zip(segment, references, strict=True)):
                if "\n" in outputs[place] or "\n" in reference:
                    counts[row] = summary_counts(self._lines(outputs[place]), self._lines(reference))
            return self._scored(counts, tokens.groups)

        return rows

    def _lines(self, text: str) -> list[list[str]]:
        lines = [line for line in text.split("\n") if line]
        return [line.split() for line in self.words(Column.of(lines), 1)]

    def words(self, column: Column, threads: int) -> Column:
        """Turn text into words, or their stems, with one space between them."""
        if self.lowercase and self.tok == "rouge" and not _becomes_ascii(column):
            # words of ASCII alone: they are the same if lower-cased afterwards, which is much quicker
            return stem_column(tokenize(column, self.tok, threads).lower(), self.stem)
        return stem_column(super().words(column, threads), self.stem)

    @property
    def _script(self) -> bool:
        return self.form == "1.5.5"

    def _rows(self, tokens: kernel.Tokens, threads: int) -> Array:
        return self._scored(self._counts(tokens, self.kind, threads), tokens.groups)

    def _counts(self, tokens: kernel.Tokens, kind: str, threads: int) -> Array:
        """Return a row a reference: matches, and the number of units of the reference and of the output."""
        return kernel.rouge_counts(
            tokens,
            kind,
            order=self.order,
            gap=self.gap,
            weight=self.weight,
            script=self._script,
            threads=threads,
        )

    def _scored(self, counts: Array, groups: NDArray[np.int64]) -> Array:
        """Return a row a segment: recall, precision and F of its best reference or of all, and 1."""
        shares = ratio(counts[:, 0], counts[:, 1])
        if self.kind == "w" and self._script:
            counts[:, 1] **= self.weight  # it weighs a length that has been weighed
        if len(groups) < 2:
            return np.zeros((0, 4))
        if self.multi == "average":
            counts = np.add.reduceat(counts, groups[:-1], axis=0)
        scores = self._scores(counts)
        if self.multi == "best":
            by_recall = (shares, scores[:, 2])
            by_f = (scores[:, 2], scores[:, 0])
            scores = scores[best_rows(groups, *(by_recall if self._script else by_f))]
        return np.column_stack([scores, np.ones(len(groups) - 1)])

    def _scores(self, counts: Array) -> Array:
        """Turn matches and numbers of units into recall, precision and F."""
        recall, precision = ratio(counts[:, 0], counts[:, 1]), ratio(counts[:, 0], counts[:, 2])
        if self.kind == "w":
            recall, precision = recall ** (1 / self.weight), precision ** (1 / self.weight)
        if self.balance == "ratio":
            f = f_by_ratio(precision, recall)
        else:
            f = ratio(precision * recall, (1 - self.alpha) * precision + self.alpha * recall)
        return np.column_stack([recall, precision, f])

    def score(self, totals: Array) -> Array:
        """Return the mean over segments on the scale of 0 to 100."""
        totals = np.asarray(totals, dtype=np.float64)
        return 100 * ratio(totals[..., _MEASURES[self.measure]], totals[..., 3])


def _becomes_ascii(column: Column) -> bool:
    """Tell whether text has a character that is no ASCII letter until it is lower-cased."""
    text = column.data.tobytes()
    return any(character in text for character in _BECOME_ASCII)


# ROUGE-L of texts of several sentences, one a line (Lin 2004, section 3.2), as ROUGE-1.5.5 and rouge-score count it:
# each sentence of the reference is compared with each of the output. The words of the reference that any of these
# common subsequences has count together (their union), but no word counts more often than it stands in either text.
Sentences = Sequence[Sequence[str]]


def summary_counts(output: Sentences, reference: Sentences) -> tuple[int, int, int]:
    """Return the words of the reference that count as found, and the numbers of words of reference and output."""
    left = Counter(word for sentence in output for word in sentence)
    matched = 0
    for sentence in reference:
        union = set().union(*(_common_places(sentence, other) for other in output))
        for place in sorted(union):
            if left[sentence[place]] > 0:
                left[sentence[place]] -= 1
                matched += 1
    return matched, sum(map(len, reference)), sum(map(len, output))


def _common_places(reference: Sequence[str], output: Sequence[str]) -> set[int]:
    """Return the places in the reference of one longest common subsequence: of equals, the one rouge-score traces."""
    lengths = [[0] * (len(output) + 1)]
    for word in reference:
        above, row = lengths[-1], [0]
        for at, other in enumerate(output):
            row.append(above[at] + 1 if word == other else max(above[at + 1], row[at]))
        lengths.append(row)
    places, at, other_at = set(), len(reference), len(output)
    while at and other_at:
        if reference[at - 1] == output[other_at - 1]:
            at, other_at = at - 1, other_at - 1
            places.add(at)
        elif lengths[at][other_at - 1] > lengths[at - 1][other_at]:
            other_at -= 1
        else:
            at -= 1
    return places
