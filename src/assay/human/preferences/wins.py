"""Who stands where by preferences: wins and losses, draws of the judgements, ranges of ranks, and clusters.

Judgements are drawn one by one, as at WMT, or all those of a rater, a document, a segment or a screen as one, since
they are not independent. A system's rank range leaves out 2.5 % of the draws at each end (25 of 1000; rounded up), and
a cluster ends where no range below overlaps with any above (Bojar et al. 2013). Such a range holds by itself; ranges
that hold for all systems at once are wider. Documents and raters are often few: intervals and ranges are then as wide
as Student's, and of fewer than six, whose draws cannot go as far, there are none.

Expected wins (Koehn 2012; WMT 2013): the mean over opponents of wins / (wins + losses); ties do not count, and an
opponent without a decided pair is left out. The sign test of a pair drops ties as well.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from assay.data import Array, Preferences
from assay.errors import AssayWarning, InputError, OptionError
from assay.io import listed
from assay.kernel import PreferenceCells, resample_counts
from assay.stats import Interval, Settings, Standing, adjust, bounds, proportion, rank_ranges, sign_p
from assay.stats.intervals import expanded
from assay.stats.standings import clusters_of_ranges

UNITS = ("judgement", "screen", "segment", "document", "rater")
FEW = ("document", "rater")  # units of which there are often few
LEAST_FEW = 6  # Student's interval of fewer reaches beyond all draws
TOO_FEW = "are too few for intervals and ranges of ranks"


@dataclass(frozen=True)
class PreferenceRanking:
    """Systems in order, best first, and how they came to stand there."""

    method: str
    standings: tuple[Standing, ...]
    unit: str
    draws: int
    seed: int
    confidence: float
    judgements: int
    ties: int
    notes: tuple[str, ...] = ()
    joint: bool = False  # whether the ranges of ranks hold all together

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems, best first."""
        return tuple(standing.system for standing in self.standings)

    @property
    def clusters(self) -> tuple[tuple[str, ...], ...]:
        """The systems of each cluster, best cluster first."""
        numbers = sorted({standing.cluster for standing in self.standings})
        return tuple(
            tuple(standing.system for standing in self.standings if standing.cluster == number)
            for number in numbers
        )


@dataclass(frozen=True)
class JudgedPairs:
    """Judgements as the kernel takes them, and the systems that they number, in alphabetical order."""

    systems: tuple[str, ...]
    cells: PreferenceCells
    unit: str

    def counts(self) -> NDArray[np.int64]:
        """Return how many judgements fall into every cell."""
        return np.bincount(self.cells.cells, minlength=self.cells.number).astype(np.int64)

    def drawn(self, settings: Settings) -> NDArray[np.int64]:
        """Return the counts of every draw: (draws, cells)."""
        kind, size = settings.drawn(len(self.cells.offsets) - 1)
        draws, seed, threads = settings.bootstrap_draws, settings.seed, settings.threads
        if self.unit != "judgement":
            return resample_counts(self.cells, draws, seed, kind=kind, size=size, threads=threads)
        # Judgements of one cell are alike, so the counts can be drawn at once, however many judgements there are.
        rng, counts = np.random.default_rng(seed), self.counts()
        if kind == "without-replacement":
            return np.asarray(rng.multivariate_hypergeometric(counts, size, draws, method="marginals"))
        return np.asarray(rng.multinomial(size, counts / counts.sum(), draws))


def gather_pairs(preferences: Preferences, unit: str = "judgement") -> JudgedPairs:
    """Number the systems that were judged, and gather their judgements by unit.

    Neither the order in which systems are listed nor which of a pair was shown first changes anything.
    """
    if unit not in UNITS:
        raise OptionError(f"unit={unit!r} is not recognised; choose from {', '.join(UNITS)}")
    _check(preferences)
    systems, number = _present(preferences)
    first, second = number[preferences.first], number[preferences.second]
    # A pair may have been shown either way round; its sign is that of the name that comes first.
    outcome = np.where(first < second, preferences.outcome, -preferences.outcome)
    i, j = np.minimum(first, second), np.maximum(first, second)
    cells = (3 * (i * len(systems) - i * (i + 1) // 2 + j - i - 1) + outcome + 1).astype(np.int32)
    order, offsets = _gathered(unit_index(preferences, unit))
    numbered = PreferenceCells(np.ascontiguousarray(cells[order]), offsets, len(systems))
    return JudgedPairs(systems, numbered, unit)


def _gathered(index: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the rows in the order of their units, and where each unit that has any begins."""
    sizes = np.bincount(index)
    order = np.argsort(index, kind="stable")
    return order, np.concatenate([[0], np.cumsum(sizes[sizes > 0])]).astype(np.int64)


def _check(preferences: Preferences) -> None:
    if not len(preferences):
        name = preferences.path or "the list of preferences"
        raise InputError(f"{name} holds no judgement to rank by; look for skipped ranks (-1)")
    if (preferences.first == preferences.second).any():
        row = int(np.flatnonzero(preferences.first == preferences.second)[0])
        name = preferences.systems[int(preferences.first[row])]
        where = preferences.path or "the list of preferences"
        raise InputError(
            f'{where}: pair {row + 1} compares the system "{name}" with itself; leave such pairs out'
        )


def _present(preferences: Preferences) -> tuple[tuple[str, ...], NDArray[np.int64]]:
    """Return the judged systems in alphabetical order, and the number of every name among them."""
    seen = np.zeros(len(preferences.systems), dtype=bool)
    seen[preferences.first] = seen[preferences.second] = True
    unseen = [name for name, met in zip(preferences.systems, seen, strict=True) if not met]
    if unseen:
        warnings.warn(
            f"without any judgement, and not in the ranking: {listed(unseen)}", AssayWarning, stacklevel=3
        )
    systems = sorted(name for name, met in zip(preferences.systems, seen, strict=True) if met)
    place = {name: number for number, name in enumerate(systems)}
    return tuple(systems), np.array([place.get(name, -1) for name in preferences.systems], dtype=np.int64)


def unit_index(preferences: Preferences, unit: str) -> NDArray[np.int64]:
    """Return the number of the unit that every judgement belongs to."""
    if unit == "judgement":
        return np.arange(len(preferences))
    columns = {"rater": preferences.rater, "segment": preferences.segment}
    codes = (columns | {"screen": preferences.screen, "document": preferences.document})[unit]
    if codes is None:
        unknown = {"screen": "what was judged side by side", "document": "the document of every segment"}
        raise InputError(f"unit={unit} needs to know {unknown[unit]}; use segment or rater")
    return codes.index.astype(np.int64)


def drawn_by_default(preferences: Preferences) -> str:
    """Return documents where they are known and there are several of several segments, else segments."""
    document = preferences.document
    if document is None:
        return "segment"
    documents, segments = (len(np.unique(codes.index)) for codes in (document, preferences.segment))
    return "document" if 1 < documents < segments else "segment"


def too_few(preferences: Preferences, unit: str) -> bool:
    """Tell whether there are so few units of a kind of which there are often few that no draw of them says anything."""
    return unit in FEW and len(np.unique(unit_index(preferences, unit))) < LEAST_FEW


def cell_matrices(counts: NDArray[np.int64], systems: int) -> tuple[Array, Array]:
    """Return wins (row over column) and ties from the counts of cells: (…, cells) to twice (…, systems, systems)."""
    i, j = np.triu_indices(systems, 1)
    wins = np.zeros((*counts.shape[:-1], systems, systems))
    ties = np.zeros_like(wins)
    # Cells are losses, ties and wins of the first of each pair, three by three.
    wins[..., j, i], wins[..., i, j] = counts[..., 0::3], counts[..., 2::3]
    ties[..., i, j] = ties[..., j, i] = counts[..., 1::3]
    return wins, ties


def preference_ranking(
    judgements: JudgedPairs,
    method: str,
    scores: Array,
    drawn: Array,
    settings: Settings,
    *,
    notes: Sequence[str] = (),
    joint: bool = False,
) -> PreferenceRanking:
    """Return the ranking by some scores, with what draws of the judgements make of them."""
    if settings.interval == "bca":
        raise OptionError("interval=bca is not available for rankings by preference; use percentile or basic")
    asked, units = settings.confidence, len(judgements.cells.offsets) - 1
    if judgements.unit in FEW and units > 1:
        settings = replace(settings, confidence=expanded(asked, units))
    low, high = rank_ranges(drawn, settings.confidence, joint=joint)
    if judgements.unit in FEW and units < LEAST_FEW:
        low, high = np.ones_like(low), np.full_like(high, len(high))
        drawn = np.full_like(drawn, np.nan)
        notes = (*notes, f"{units} {judgements.unit}s {TOO_FEW}")
    # A system without a decided pair has no score, and comes last rather than anywhere.
    order = np.argsort(np.where(np.isnan(scores), np.inf, -scores), kind="stable")
    clusters = clusters_of_ranges(low[order], high[order])
    counts = judgements.counts()
    wins, ties = cell_matrices(counts, len(judgements.systems))
    each = (wins + wins.T + ties).sum(axis=1)
    standings = []
    for system, cluster in zip(order.tolist(), clusters, strict=True):
        name, score, ranks = (
            judgements.systems[system],
            float(scores[system]),
            (int(low[system]), int(high[system])),
        )
        ends = _bounds(score, drawn[:, system], settings)
        standings.append(Standing(name, score, *ranks, cluster, *ends, judged=int(each[system])))
    return PreferenceRanking(
        method,
        tuple(standings),
        judgements.unit,
        len(drawn),
        settings.seed,
        asked,
        int(counts.sum()),
        int(counts[1::3].sum()),
        tuple(notes),
        joint,
    )


def _bounds(score: float, drawn: Array, settings: Settings) -> tuple[float, float]:
    known = drawn[~np.isnan(drawn)]
    return bounds(score, known, settings) if len(known) else (float("nan"), float("nan"))


@dataclass(frozen=True)
class WinMatrix:
    """How often the system of the row was preferred to that of the column, and how often neither was."""

    systems: tuple[str, ...]
    wins: Array
    ties: Array

    def expected(self) -> Array:
        """Return the expected wins of every system; NaN for one without a decided pair."""
        return expected(self.wins)

    def shares(self) -> Array:
        """Return the share of the decided pairs that the row won; NaN where there is none."""
        return _shares(self.wins)


def win_matrix(preferences: Preferences) -> WinMatrix:
    """Count the wins and ties of every pair of systems; systems stand in alphabetical order."""
    pairs = gather_pairs(preferences)
    return WinMatrix(pairs.systems, *cell_matrices(pairs.counts(), len(pairs.systems)))


def _shares(wins: Array) -> Array:
    decided = wins + np.swapaxes(wins, -1, -2)
    with np.errstate(invalid="ignore"):
        return np.asarray(np.where(decided > 0, wins / decided, np.nan))


def expected(wins: Array) -> Array:
    """Return expected wins from counts of wins: (…, systems, systems) to (…, systems)."""
    shares = _shares(wins)
    met = ~np.isnan(shares)
    with np.errstate(invalid="ignore"):
        return np.asarray(np.where(met, shares, 0).sum(axis=-1) / met.sum(axis=-1))


@dataclass(frozen=True)
class PairTest:
    """The sign test of two systems; wins, losses and ties are the first's, in units."""

    first: str
    second: str
    wins: int
    losses: int
    ties: int
    # Of the decided units, by Wilson; None where none is decided
    share: Interval | None
    p_value: float
    adjusted: float


def pair_tests(
    preferences: Preferences, *, unit: str = "judgement", correction: str = "holm", confidence: float = 0.95
) -> list[PairTest]:
    """Return the sign test of every pair of systems that was judged.

    Under a unit other than the judgement, the judgements of a pair that belong to one unit count as one: for
    whom most of them speak. That is right where they depend on each other, such as those of one segment.
    """
    systems = gather_pairs(preferences).systems
    signs = _signs(preferences, unit, systems)
    p_values = np.array([sign_p(values) for _, _, values in signs])
    adjusted = adjust(p_values, correction)
    return [
        _pair_test(systems, sign, float(p_value), float(after), confidence)
        for sign, p_value, after in zip(signs, p_values, adjusted, strict=True)
    ]


_Signs = tuple[int, int, Array]


def _signs(preferences: Preferences, unit: str, systems: tuple[str, ...]) -> list[_Signs]:
    """Return for every judged pair what each unit says: 1, 0 or -1."""
    place = {name: number for number, name in enumerate(systems)}
    number = np.array([place.get(name, 0) for name in preferences.systems], dtype=np.int64)
    first, second = number[preferences.first], number[preferences.second]
    outcome = np.where(first < second, preferences.outcome, -preferences.outcome)
    pair = np.minimum(first, second) * len(systems) + np.maximum(first, second)
    index = unit_index(preferences, unit)
    # One number for pair and unit together: a sort of integers is faster than one of rows.
    both, inverse = np.unique(pair * (index.max() + 1) + index, return_inverse=True)
    sums = np.sign(np.bincount(inverse, weights=outcome))
    pairs, starts = np.unique(both // (index.max() + 1), return_index=True)
    parts = np.split(sums, starts[1:])
    return [
        (pair // len(systems), pair % len(systems), part)
        for pair, part in zip(pairs.tolist(), parts, strict=True)
    ]


def _pair_test(
    systems: tuple[str, ...], sign: _Signs, p_value: float, adjusted: float, confidence: float
) -> PairTest:
    first, second, values = sign
    wins, losses = int((values > 0).sum()), int((values < 0).sum())
    share = proportion(wins, wins + losses, confidence) if wins + losses else None
    ties = len(values) - wins - losses
    return PairTest(systems[first], systems[second], wins, losses, ties, share, p_value, adjusted)


def rank_by_wins(
    preferences: Preferences, settings: Settings, unit: str = "judgement", *, joint: bool = False
) -> PreferenceRanking:
    """Rank systems by expected wins, with bootstrap intervals, rank ranges and clusters."""
    pairs = gather_pairs(preferences, unit)
    systems = len(pairs.systems)
    scores = expected(cell_matrices(pairs.counts(), systems)[0])
    drawn = expected(cell_matrices(pairs.drawn(settings), systems)[0])
    return preference_ranking(pairs, "expected wins", scores, drawn, settings, joint=joint)
