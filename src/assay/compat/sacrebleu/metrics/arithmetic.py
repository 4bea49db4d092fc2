"""BLEU, chrF and TER of one row of counts, step by step as sacreBLEU does it.

`assay.metrics` computes them of many rows at once, from text. Programs written for sacreBLEU compute them of one row, a
sentence or counts of their own, in loops where arrays cost more than the sum itself; and the counts may be any, such as
no 2-grams but three 3-grams. They may also be NumPy's numbers of single precision, as in a bootstrap, and then every
step has the precision that it has there. A test holds the two equal.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

ZERO = -9999999999  # sacreBLEU's logarithm of 0
ROUNDING = 1e-9
TINY = 1e-16  # what chrF++.py puts for an order without n-grams


@dataclass
class BleuCounts:
    """Matches and n-grams of the orders from 1, the lengths of the output and of the closest references."""

    matches: Any
    ngrams: Any
    sys_len: int
    ref_len: int
    orders: int

    def brevity_penalty(self) -> float:
        """Return the factor for short output."""
        if self.sys_len >= self.ref_len:
            return 1.0
        return math.exp(1 - self.ref_len / self.sys_len) if self.sys_len > 0 else 0.0


def bleu_of_counts(
    counts: BleuCounts, method: str, value: float, effective_order: bool
) -> tuple[float, list[float], float]:
    """Return BLEU, precisions and brevity penalty; add-k leaves its k in the counts, as sacreBLEU's have it, too."""
    penalty = counts.brevity_penalty()
    precisions, score = [0.0] * counts.orders, 0.0
    if any(counts.matches):
        if method == "add-k":
            _add_k(counts, value)
        precisions, present = _precisions(counts, method, value)
        used = precisions[:present] if effective_order else precisions
        logs = [math.log(precision) if precision else ZERO for precision in used]
        score = penalty * math.exp(sum(logs) / len(logs)) if logs else 0.0
    return 100.0 if 100 < score < 100 + ROUNDING else score, precisions, penalty


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


def chrf_of_counts(counts: Sequence[Any], beta: float, mean_f: bool) -> float:
    """Return chrF of n-grams of output, reference and both, order by order."""
    factor, orders, present = beta**2, len(counts) // 3, 0
    precisions, recalls, scores = 0.0, 0.0, 0.0
    for n in range(orders):
        output, reference, match = counts[3 * n : 3 * n + 3]
        precision = match / output if output > 0 else TINY
        recall = match / reference if reference > 0 else TINY
        scores += _f_score(precision, recall, factor, TINY)
        if output > 0 and reference > 0:
            precisions, recalls, present = precisions + precision, recalls + recall, present + 1
    if mean_f:
        return 100 * scores / orders
    return 100 * _f_score(precisions / present, recalls / present, factor, 0.0) if present else 0.0


def _f_score(precision: float, recall: float, factor: float, empty: float) -> float:
    weighted = factor * precision + recall
    return (1 + factor) * precision * recall / weighted if weighted > 0 else empty


def ter_of_counts(edits: float, length: float) -> float:
    """Return TER; an empty reference makes 100 of any edit, 0 of none."""
    if length > 0:
        return 100 * (edits / length)
    return 100.0 if edits > 0 else 0.0
