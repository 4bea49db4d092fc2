"""Pairs of systems: does a metric order them as people do, and is it as sure as people are?

Pairwise accuracy (Kocmi et al. 2021) is the share of pairs of systems that metric and people order alike. Pairs of
several language pairs are pooled by their counts, never by averaging shares. A pair on which both tie is right, one on
which only one of them ties is wrong. On request only pairs count that people tell apart significantly: of the others,
nobody knows the right order.

Soft pairwise accuracy (Thompson et al. 2024): for every pair of systems the one-sided p-value that the first is better
comes from a paired permutation test on segment scores, once of people and once of the metric; SPA is 1 less the mean
distance of the two. The same coins serve all pairs and both sides. As in the paper a draw that equals the observed
difference counts, and 1 is not added to the counts. Where all signs can be tried, they are.

Missing cells: each pair is tested on the segments that people judged, and the metric scored, for both of its systems.
mt-metrics-eval drops missing cells from flat vectors, which pairs the wrong segments when different systems miss
different ones. Systems are taken in the order of their names: ties make SPA depend (slightly) on the order.

Where people, or the metric, give all systems the same score in every segment, SPA is undefined. Every draw equals what
was observed then, all p-values are 1, and the figure of mt-metrics-eval depends on the names: if two systems swap
theirs, .975 becomes .025.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from assay import kernel
from assay.data import Array, Scores
from assay.errors import InputError
from assay.meta.material import align, upward
from assay.meta.options import DRAWS
from assay.stats import TOLERANCE, Interval, Settings, proportion


@dataclass(frozen=True)
class PairwiseAccuracy:
    """Pairs of systems that are ordered alike, of all pairs that count."""

    metric: str
    agreed: int
    pairs: int
    not_significant: int = 0  # pairs left out because people do not tell them apart
    # Ordered otherwise than by people, the better one by people first
    wrong: tuple[tuple[str, str], ...] = ()

    @property
    def value(self) -> float:
        """The share, NaN without pairs."""
        return self.agreed / self.pairs if self.pairs else math.nan

    def interval(self, settings: Settings | None = None) -> Interval:
        """Return Wilson's interval; it takes pairs for independent, which those of one system are not."""
        options = settings or Settings()
        return proportion(self.agreed, self.pairs, options.confidence)

    def __add__(self, other: PairwiseAccuracy) -> PairwiseAccuracy:
        """Pool two language pairs."""
        return PairwiseAccuracy(
            self.metric,
            self.agreed + other.agreed,
            self.pairs + other.pairs,
            self.not_significant + other.not_significant,
            self.wrong + other.wrong,
        )


def pairwise_accuracy(
    metric: str,
    systems: Sequence[str],
    human: Array,
    scores: Array,
    *,
    p_values: Mapping[tuple[str, str], float] | None = None,
    alpha: float = 0.05,
) -> PairwiseAccuracy:
    """Compare the order of systems by people and by a metric, one score a system, higher better.

    With `p_values` of pairs (either order of names), only pairs with p below `alpha` count. Systems without a score
    on one side are in no pair.
    """
    known = np.flatnonzero(~(np.isnan(human) | np.isnan(scores)))
    agreed, pairs, unsure = 0, 0, 0
    wrong = []
    for a, b in combinations(known.tolist(), 2):
        if p_values is not None and _p_value(p_values, systems[a], systems[b]) >= alpha:
            unsure += 1
            continue
        pairs += 1
        if np.sign(human[a] - human[b]) == np.sign(scores[a] - scores[b]):
            agreed += 1
        else:
            wrong.append((systems[a], systems[b]) if human[a] >= human[b] else (systems[b], systems[a]))
    return PairwiseAccuracy(metric, agreed, pairs, unsure, tuple(wrong))


def _p_value(p_values: Mapping[tuple[str, str], float], first: str, second: str) -> float:
    return p_values[first, second] if (first, second) in p_values else p_values[second, first]


Pair = tuple[str, str]


@dataclass(frozen=True)
class SoftAccuracy:
    """SPA and the p-values behind it, a pair of systems a place."""

    metric: str
    # NaN without pairs, or where people or the metric tell no two systems apart
    value: float
    pairs: tuple[Pair, ...]
    human_p: tuple[float, ...]
    metric_p: tuple[float, ...]
    segments: tuple[int, ...]  # compared segments of every pair
    permutations: int  # 0 where all signs were tried
    seed: int
    skipped: tuple[Pair, ...] = ()  # pairs without a common segment


def soft_pairwise_accuracy(
    human: Scores,
    metric: Scores,
    settings: Settings | None = None,
    *,
    systems: Sequence[str] | None = None,
) -> SoftAccuracy:
    """Return the SPA of a metric; `settings` give the number of permutations (1000) and the seed."""
    return soft_pairwise_accuracies(human, [metric], settings, systems=systems)[0]


def soft_pairwise_accuracies(
    human: Scores,
    metrics: Sequence[Scores],
    settings: Settings | None = None,
    *,
    systems: Sequence[str] | None = None,
) -> list[SoftAccuracy]:
    """Return the SPA of several metrics, each on the cells that it shares with people, all from the same coins."""
    options = settings or Settings()
    return [_accuracy(human, metric, options, systems) for metric in metrics]


def _accuracy(
    human: Scores, metric: Scores, settings: Settings, systems: Sequence[str] | None
) -> SoftAccuracy:
    names = sorted(align(human, metric, systems).systems)
    both = align(human, metric, names)
    if len(names) < 2:
        raise InputError(
            f"{metric.name}: SPA needs at least two systems; for one system use --tasks seg:pearson:none"
        )
    first, second = np.triu_indices(len(names), 1)
    judged = both.judged
    shared = judged[first] & judged[second]
    differences = np.concatenate(
        [np.where(shared, side[first] - side[second], 0.0) for side in (both.human, both.metric)]
    )
    used = judged.any(axis=0)
    p_values = sign_flip_p(np.ascontiguousarray(differences[:, used].T), settings)
    human_p, metric_p = p_values[: len(first)], p_values[len(first) :]
    tested = np.asarray(shared.any(axis=1))
    # Without pairs nothing differs, either
    defined = all(side.any() for side in np.split(differences, 2))
    value = 1 - float(np.abs(human_p - metric_p)[tested].mean()) if defined else math.nan
    pairs = [(names[a], names[b]) for a, b in zip(first, second, strict=True)]
    return SoftAccuracy(
        both.metric_name,
        value,
        tuple(pair for pair, there in zip(pairs, tested, strict=True) if there),
        tuple(human_p[tested].tolist()),
        tuple(metric_p[tested].tolist()),
        tuple(shared.sum(axis=1)[tested].tolist()),
        0 if _exhaustive(int(used.sum()), settings) else settings.draws or DRAWS,
        settings.seed,
        tuple(pair for pair, there in zip(pairs, tested, strict=True) if not there),
    )


def _exhaustive(segments: int, settings: Settings) -> bool:
    return segments < 20 and 2**segments <= (settings.draws or DRAWS)


def sign_flip_p(differences: Array, settings: Settings) -> Array:
    """Return for every column of (segments, columns) how often signs by chance give as large a sum or a larger one."""
    if not len(differences):
        return np.full(differences.shape[1], np.nan)
    if _exhaustive(len(differences), settings):
        every = np.arange(2 ** len(differences))[:, None] >> np.arange(len(differences)) & 1
        turned = every.astype(np.float64) @ differences
    else:
        draws = settings.draws or DRAWS
        turned = kernel.resample_sums(
            differences, draws, settings.seed, kind="coin", threads=settings.threads
        )
    noise = TOLERANCE * np.abs(differences).sum(axis=0)
    # A sum with some signs turned is the sum less twice what was turned: no smaller where that is not positive.
    return np.asarray((2 * turned <= noise).mean(axis=0))


def human_p_values(
    human: Scores, settings: Settings | None = None, *, systems: Sequence[str] | None = None
) -> dict[Pair, float]:
    """Return the two-sided p-value of every pair of systems by people's scores, names in order.

    Each pair on the segments that both have; 1 is added to both counts, since here a p-value is a claim.
    """
    options = settings or Settings()
    names = sorted(human.systems if systems is None else systems)
    values = upward(human.for_systems(names))
    first, second = np.triu_indices(len(names), 1)
    differences = np.nan_to_num(values[first] - values[second]).T
    draws = options.permutation_draws
    turned = kernel.resample_sums(
        np.ascontiguousarray(differences), draws, options.seed, kind="coin", threads=options.threads
    )
    sums, noise = differences.sum(axis=0), TOLERANCE * np.abs(differences).sum(axis=0)
    reached = (np.abs(sums - 2 * turned) >= np.abs(sums) - noise).sum(axis=0)
    p_values = (reached + 1) / (draws + 1)
    return {(names[a], names[b]): float(p) for a, b, p in zip(first, second, p_values, strict=True)}
