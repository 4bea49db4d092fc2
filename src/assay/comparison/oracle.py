"""The oracle: how good would a system be if the best of its n outputs were chosen for every segment?

The choice is made for the score of the whole set. It starts from the output that is best by itself, then goes from
segment to segment, takes whichever output lifts the score of all together, and ends when none does; and once more from
the first outputs, so that it is never below them. Where the score is a mean over segments that is the best choice there
is; elsewhere (BLEU, chrF, TER) it is one that no single exchange improves: a lower bound of the best, in practice equal
or close to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from assay.data import Array, EvalSet, NBest
from assay.errors import MismatchError, counted
from assay.metrics import Metric, StatsFn, short_signature_of, signature_of
from assay.resources import Resources

ROUNDING = 1e-12  # a lift of the score that is no rounding
# Over all segments; each but the last lifts the score, and three or four are the rule
MOST_PASSES = 20


@dataclass(frozen=True)
class Oracle:
    """Scores of the first outputs, of the best and of the worst choice under one metric, and where the best stood."""

    metric: Metric
    signature: str
    first: float
    best: float
    worst: float
    # Of every segment, the place of the best choice in its list, from 0
    chosen: tuple[int, ...]
    short_signature: str = ""

    @property
    def mean_place(self) -> float:
        """The mean place of the chosen outputs in their lists, from 1."""
        return float(np.mean(self.chosen)) + 1

    @property
    def kept(self) -> float:
        """The share of segments whose first output is the chosen one."""
        return float(np.mean(np.array(self.chosen) == 0))


def find_oracles(
    evalset: EvalSet, nbest: NBest, metrics: Sequence[Metric], resources: Resources = Resources()
) -> list[Oracle]:
    """Return the oracle of an n-best list under every metric."""
    if len(nbest) != len(evalset):
        raise MismatchError(
            f"{nbest.name} has lists for {counted(len(nbest), 'segment')}, the references have {len(evalset)}"
        )
    widened = _widened(evalset, np.repeat(np.arange(len(nbest)), np.diff(nbest.starts)))
    return [_oracle(metric, metric.prepare(widened, resources), evalset, nbest) for metric in metrics]


def _widened(evalset: EvalSet, segment: NDArray[np.int64]) -> EvalSet:
    """Repeat the references of every segment for each of its outputs."""
    references = {
        name: [column[row] for row in segment.tolist()] for name, column in evalset.references.items()
    }
    return replace(evalset, source=None, references=references, document=None)


def _oracle(metric: Metric, count: StatsFn, evalset: EvalSet, nbest: NBest) -> Oracle:
    rows = count(nbest.texts)
    starts = np.array(nbest.starts[:-1])
    sign = 1 if metric.higher_is_better else -1
    best, worst = (_choose(metric, rows, nbest.starts, direction) for direction in (sign, -sign))
    scores = [float(metric.score(rows[chosen].sum(axis=0))) for chosen in (starts, best, worst)]
    counts = evalset.reference_counts()
    chosen = tuple((best - starts).tolist())
    full, short = signature_of(metric, counts), short_signature_of(metric, counts)
    return Oracle(metric, full, scores[0], scores[1], scores[2], chosen, short_signature=short)


def _choose(metric: Metric, rows: Array, starts: Sequence[int], sign: int) -> NDArray[np.int64]:
    """Return the row chosen for every segment: `sign` times the score of all is as high as exchanges make it.

    Exchanges go from the outputs that are best by themselves and from the first ones, so that no choice is worse than
    what the system itself put first.
    """
    alone = sign * metric.score(rows)
    by_itself = np.array([start + int(np.argmax(alone[start:end])) for start, end in pairwise(starts)])
    choices = [_exchanged(metric, rows, starts, sign, begun) for begun in (by_itself, np.array(starts[:-1]))]
    reached = [sign * float(metric.score(rows[choice].sum(axis=0))) for choice in choices]
    return choices[1] if reached[1] > reached[0] + ROUNDING else choices[0]


def _exchanged(
    metric: Metric, rows: Array, starts: Sequence[int], sign: int, begun: NDArray[np.int64]
) -> NDArray[np.int64]:
    chosen, total = begun.copy(), rows[begun].sum(axis=0)
    for _ in range(MOST_PASSES):
        changed = False
        for segment, (start, end) in enumerate(pairwise(starts)):
            others = total - rows[chosen[segment]]
            scores = sign * metric.score(others + rows[start:end])
            place = start + int(np.argmax(scores))
            if scores[place - start] > scores[chosen[segment] - start] + ROUNDING:
                chosen[segment], total, changed = place, others + rows[place], True
        if not changed:
            break
    return chosen
