"""BLEU of one row of counts, step by step as sacreBLEU does it.

`assay.metrics` computes BLEU of many rows at once, from text. Programs written for sacreBLEU compute it of one row, a
sentence or counts of their own, in loops where arrays cost more than the sum itself; and the counts may be any, such as
no 2-grams but three 3-grams. A test holds the two equal.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from assay.compat.sacrebleu.scores import BLEUScore

ZERO = -9999999999  # sacreBLEU's logarithm of 0
ROUNDING = 1e-9


@dataclass
class BleuCounts:
    """Matches and n-grams of the orders from 1, the lengths of the output and of the closest references."""

    matches: list[float]
    ngrams: list[float]
    sys_len: int
    ref_len: int
    orders: int

    def brevity_penalty(self) -> float:
        """Return the factor for short output."""
        if self.sys_len >= self.ref_len:
            return 1.0
        return math.exp(1 - self.ref_len / self.sys_len) if self.sys_len > 0 else 0.0


def bleu_of_counts(counts: BleuCounts, method: str, value: float, effective_order: bool) -> BLEUScore:
    """Return BLEU; add-k leaves its k in the counts, as those that sacreBLEU shows have it, too."""
    penalty = counts.brevity_penalty()
    precisions, score = [0.0] * counts.orders, 0.0
    if any(counts.matches):
        if method == "add-k":
            _add_k(counts, value)
        precisions, present = _precisions(counts, method, value)
        used = precisions[:present] if effective_order else precisions
        logs = [math.log(precision) if precision else ZERO for precision in used]
        score = penalty * math.exp(sum(logs) / len(logs)) if logs else 0.0
    return BLEUScore(
        100.0 if 100 < score < 100 + ROUNDING else score,
        counts.matches,
        counts.ngrams,
        precisions,
        penalty,
        counts.sys_len,
        counts.ref_len,
    )


def _add_k(counts: BleuCounts, k: float) -> None:
    """Add k to every order above 1, up to the first that has no n-gram even so."""
    for n in range(counts.orders):
        if n:
            counts.matches[n] += k
            counts.ngrams[n] += k
        if not counts.ngrams[n]:
            return


def _precisions(counts: BleuCounts, method: str, value: float) -> tuple[list[float], int]:
    """Return precisions in per cent, and how many orders there are before the first without n-grams."""
    precisions, halved = [0.0] * counts.orders, 1.0
    for n in range(counts.orders):
        if not counts.ngrams[n]:
            return precisions, n
        if counts.matches[n]:
            precisions[n] = 100.0 * counts.matches[n] / counts.ngrams[n]
        elif method == "exp":
            halved *= 2
            precisions[n] = 100.0 / (halved * counts.ngrams[n])
        elif method == "floor":
            precisions[n] = 100.0 * value / counts.ngrams[n]
    return precisions, counts.orders
