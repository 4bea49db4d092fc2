"""Agreement on rankings by the kappa of WMT: between raters, and of raters with themselves.

Two judgements of the same two outputs agree if they prefer the same one, or both neither. P(A) is the share of pairs
of judgements that agree; P(E), what chance gives, is t^2 + 2 ((1 - t) / 2)^2 for a share t of ties; kappa is
(P(A) - P(E)) / (1 - P(E)). The script behind the published figures goes wrong in two places: it takes (A, B) and
(B, A) for different pairs, and counts one rater's judgements of the same pair as agreement between raters.
`published` repeats it, `order-free` repairs the first, `corrected` both. Intervals are a bootstrap over segments.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.data import Array, Preferences
from assay.errors import InputError, OptionError
from assay.kernel import resample_sums
from assay.stats import Settings, bounds

# Order of the pair ignored, one rater's pairs left out between raters
FORMS: Mapping[str, tuple[bool, bool]] = {
    "published": (False, False),
    "order-free": (True, False),
    "corrected": (True, True),
}
Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class RankingKappa:
    """A kappa, the counts it is made of, and the bounds of its interval; NaN where nothing can be compared."""

    whose: str  # "inter" or "intra"
    form: str
    agree: int
    comparable: int
    ties: int
    total: int
    low: float
    high: float

    @property
    def p_agree(self) -> float:
        """The share of comparable pairs of judgements that agree."""
        return self.agree / self.comparable if self.comparable else float("nan")

    @property
    def p_chance(self) -> float:
        """The agreement that chance would give."""
        return float(_chance(np.array(self.ties), np.array(self.total)))

    @property
    def kappa(self) -> float:
        """The share of the agreement beyond chance that was reached."""
        return float(_kappa(np.array([self.agree, self.comparable, self.ties, self.total], dtype=np.float64)))


def ranking_kappas(preferences: Preferences, settings: Settings) -> list[RankingKappa]:
    """Return the kappa between raters and within raters in every form."""
    return [
        ranking_kappa(preferences, whose, form, settings) for whose in ("inter", "intra") for form in FORMS
    ]


def ranking_kappa(preferences: Preferences, whose: str, form: str, settings: Settings) -> RankingKappa:
    """Return one kappa: "inter" or "intra", in the form "published", "order-free" or "corrected"."""
    if whose not in ("inter", "intra") or form not in FORMS:
        raise OptionError(
            f'"{whose}", "{form}" is not a kappa; choose inter or intra, and {", ".join(FORMS)}'
        )
    if not len(preferences):
        raise InputError(f"{preferences.path or 'the list of preferences'} holds no judgement")
    any_order, others_only = FORMS[form]
    item, outcome = _items(preferences, any_order)
    sums = (
        _inter(preferences, item, outcome, others_only)
        if whose == "inter"
        else _intra(preferences, item, outcome)
    )
    agree, comparable, ties, total = sums.sum(axis=0).astype(int).tolist()
    low, high = _interval(sums, settings)
    return RankingKappa(whose, form, agree, comparable, ties, total, low, high)


def _chance(ties: Array, total: Array) -> Array:
    with np.errstate(invalid="ignore", divide="ignore"):
        share = ties / total
    return np.asarray(share**2 + 2 * ((1 - share) / 2) ** 2)


def _kappa(sums: Array) -> Array:
    """Return kappa from agree, comparable, ties, total: (…, 4) to (…)."""
    with np.errstate(invalid="ignore", divide="ignore"):
        reached, chance = sums[..., 0] / sums[..., 1], _chance(sums[..., 2], sums[..., 3])
        return np.asarray((reached - chance) / (1 - chance))


def _items(preferences: Preferences, any_order: bool) -> tuple[Numbers, Numbers]:
    """Return the number of what each judgement is about (segment and pair), and its outcome."""
    first, second = preferences.first.astype(np.int64), preferences.second.astype(np.int64)
    outcome = preferences.outcome.astype(np.int64)
    if any_order:
        outcome = np.where(first <= second, outcome, -outcome)
        first, second = np.minimum(first, second), np.maximum(first, second)
    systems = len(preferences.systems)
    item = (preferences.segment.index.astype(np.int64) * systems + first) * systems + second
    return _numbered(item), outcome


def _numbered(keys: Numbers) -> Numbers:
    return np.asarray(np.unique(keys, return_inverse=True)[1], dtype=np.int64)


def _agreements(group: Numbers, outcome: Numbers, segment: Numbers, segments: int) -> Array:
    """Return per segment how many pairs of judgements of one group agree, and how many there are."""
    groups = int(group.max(initial=-1)) + 1
    by_outcome = np.bincount(group * 3 + outcome + 1, minlength=3 * groups).reshape(groups, 3)
    whose = np.zeros(groups, dtype=np.int64)
    whose[group] = segment
    agree = (by_outcome * (by_outcome - 1) // 2).sum(axis=1)
    number = by_outcome.sum(axis=1)
    counts = (agree, number * (number - 1) // 2)
    return np.stack([np.bincount(whose, weights=count, minlength=segments) for count in counts], axis=1)


def _of_rater(preferences: Preferences, item: Numbers) -> Numbers:
    key = item * len(preferences.rater.names) + preferences.rater.index
    return _numbered(key)


def _inter(preferences: Preferences, item: Numbers, outcome: Numbers, others_only: bool) -> Array:
    segment, segments = preferences.segment.index.astype(np.int64), len(preferences.segment.names)
    pairs = _agreements(item, outcome, segment, segments)
    if others_only:
        pairs = pairs - _agreements(_of_rater(preferences, item), outcome, segment, segments)
    return np.concatenate([pairs, _ties(outcome, segment, segments)], axis=1)


def _intra(preferences: Preferences, item: Numbers, outcome: Numbers) -> Array:
    """Count ties where a rater has judged any pair of a segment twice, as the published figures do."""
    segment, segments = preferences.segment.index.astype(np.int64), len(preferences.segment.names)
    own = _of_rater(preferences, item)
    twice = np.bincount(own)[own] > 1
    visit = preferences.rater.index.astype(np.int64) * segments + segment
    repeated = np.isin(visit, visit[twice])
    pairs = _agreements(own, outcome, segment, segments)
    return np.concatenate([pairs, _ties(outcome[repeated], segment[repeated], segments)], axis=1)


def _ties(outcome: Numbers, segment: Numbers, segments: int) -> Array:
    tied = np.bincount(segment, weights=outcome == 0, minlength=segments)
    return np.stack([tied, np.bincount(segment, minlength=segments)], axis=1)


def _interval(sums: Array, settings: Settings) -> tuple[float, float]:
    used = np.ascontiguousarray(sums[sums[:, 3] > 0])
    estimate = float(_kappa(sums.sum(axis=0)))
    if len(used) < 2 or np.isnan(estimate):
        return float("nan"), float("nan")
    kind, size = settings.drawn(len(used))
    draws, seed, threads = settings.bootstrap_draws, settings.seed, settings.threads
    drawn = resample_sums(used, draws, seed, kind=kind, size=size, threads=threads)
    kappas = _kappa(drawn)
    return bounds(estimate, kappas[~np.isnan(kappas)], settings, _left_out(used))


def _left_out(sums: Array) -> Array:
    kappas = _kappa(sums.sum(axis=0) - sums)
    return np.asarray(kappas[~np.isnan(kappas)])
