"""Paired tests of two systems or many: one set of draws for all systems and metrics, one comparison a pair.

Approximate randomisation (Noreen 1989; Riezler and Maxwell 2005) swaps the two systems in each unit by a coin
and counts the draws with a difference at least as large as the one observed. The bootstrap counts the draws
whose difference lies as far from the mean of all draws as the observed one lies from 0. Both add 1 to both
counts, so that no p-value is 0, and count ties: identical systems have p = 1. MultEval and sacreBLEU count
only draws that are strictly larger, which gives identical systems the smallest p-value there is.

`permutation`, `bootstrap`, `sign`, `t` and `wilcoxon` reject a true null about as often as they say; `koehn` and the
two modes of sacreBLEU 2.6, which are followed draw for draw, are there for comparison with published figures, and warn.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from assay.comparison.pairs import (
    MEANS,
    SIGNS_OF_ALL,
    SIGNS_OF_UNTIED,
    Basis,
    Comparison,
    Pair,
    exact_p,
    shares,
    swapped,
    swaps_all,
)
from assay.comparison.resampling import (
    Progress,
    Scores,
    batches,
    bootstrap,
    check_units,
    count_units,
    score_units,
    takes_t,
)
from assay.data import Array
from assay.errors import InputError, OptionError
from assay.metrics import Evaluation
from assay.stats import Settings, adjust, adjust_family, at_least, bounds, effect, sign_p
from assay.stats.tests import t_p, wilcoxon_p


def permutation_p(
    evaluation: Evaluation, settings: Settings, pairs: Sequence[Pair], progress: Progress | None = None
) -> list[float]:
    """Return the two-sided p-value of randomisation for each pair, all from the same coins, or all that can fall."""
    if swaps_all(count_units(evaluation), settings):
        if progress:
            progress(settings.permutation_draws)
        return [exact_p(evaluation, pair) for pair in pairs]
    draws = settings.permutation_draws
    observed = [pair.difference(evaluation) for pair in pairs]
    totals = {key: stats.sums for key, stats in evaluation.stats.items()}
    reached = np.zeros(len(pairs), dtype=np.int64)
    for batch in batches(evaluation, settings, draws, coins=True):
        for place, pair in enumerate(pairs):
            reached[place] += at_least(swapped(pair, batch, totals), observed[place])
        if progress:
            progress(batch.draws)
    return [(int(count) + 1) / (draws + 1) for count in reached]


def shift_p(difference: float, drawn: Array) -> float:
    """Return the two-sided p-value of the bootstrap, the draws shifted to a mean of 0."""
    # Where all draws are the same but for rounding, none of them is far from their mean.
    noise = 1e-12 * float(np.abs(drawn).max(initial=0.0))
    shifted = drawn - drawn.mean()
    return (at_least(np.where(np.abs(shifted) <= noise, 0.0, shifted), difference) + 1) / (len(drawn) + 1)


def koehn_p(difference: float, drawn: Array) -> float:
    """Return one less the share of draws that the better system wins, 1 added to both counts."""
    if difference == 0:
        return 1.0
    lost = int((np.sign(drawn) != np.sign(difference)).sum())
    return (lost + 1) / (len(drawn) + 1)


COINS_AT_ONCE = 1 << 22  # 32 MiB of them, each a float64 in the products
# The generator tosses so many at once: batches of whole words leave its stream alone
COINS_IN_A_WORD = 32


def sacrebleu_bootstrap(
    evaluation: Evaluation, settings: Settings, progress: Progress | None = None
) -> Scores:
    """Return the scores of every draw of `paired-bs`, by metric and system."""
    random = np.random.default_rng(settings.seed)
    number, draws = count_units(evaluation), settings.bootstrap_draws
    # sacreBLEU keeps statistics in single precision (significance.py), and its draws are to be met to the digit.
    rows = {key: stats.rows.astype(np.float32) for key, stats in evaluation.stats.items()}
    sums = {key: np.empty((draws, matrix.shape[1])) for key, matrix in rows.items()}
    for draw in range(draws):
        taken = random.choice(number, size=number, replace=True)
        for key, matrix in rows.items():
            sums[key][draw] = matrix[taken].sum(axis=0)
        if progress:
            progress(1)
    return {key: key[0].score(drawn) for key, drawn in sums.items()}


def sacrebleu_bootstrap_p(difference: float, drawn: Array) -> float:
    """Return the p-value of `paired-bs`."""
    # sacreBLEU takes sizes first and their mean off afterwards, which is not centring on the null: so p is too small.
    sizes = np.abs(drawn)
    return (int((sizes - sizes.mean() > abs(difference)).sum()) + 1) / (len(drawn) + 1)


def sacrebleu_randomisation_p(
    evaluation: Evaluation, settings: Settings, pairs: Sequence[Pair], progress: Progress | None = None
) -> list[float]:
    """Return the p-value of `paired-ar` for each pair."""
    random = np.random.default_rng(settings.seed)
    number, draws = count_units(evaluation), settings.permutation_draws
    above = np.zeros(len(pairs), dtype=np.int64)
    step = COINS_IN_A_WORD * max(1, COINS_AT_ONCE // (COINS_IN_A_WORD * number))
    for start in range(0, draws, step):
        coins = random.integers(2, size=(min(step, draws - start), number), dtype=bool).astype(np.float64)
        for place, pair in enumerate(pairs):
            drawn = _shuffled(evaluation, pair, coins)
            # Strictly above, as in sacreBLEU: draws that tie with the observed difference do not count.
            above[place] += int((np.abs(drawn) > abs(_observed(evaluation, pair))).sum())
        if progress:
            progress(len(coins))
    return [(int(count) + 1) / (draws + 1) for count in above]


def _observed(evaluation: Evaluation, pair: Pair) -> float:
    first, second = pair.scores(evaluation)
    return first - second


def _shuffled(evaluation: Evaluation, pair: Pair, coins: Array) -> Array:
    first = evaluation.stats[pair.metric, pair.first].rows
    second = evaluation.stats[pair.metric, pair.second].rows
    swapped = coins @ first + (1 - coins) @ second
    other = (1 - coins) @ first + coins @ second
    return np.asarray(pair.metric.score(swapped) - pair.metric.score(other))


__all__ = ["TESTS", "Comparison", "Test", "compare_pairs", "p_values"]

PairedP = Callable[[Evaluation, Settings, Sequence[Pair], Progress | None], list[float]]
DrawnP = Callable[[float, Array], float]
UnitP = Callable[[Array], float]

# Whose pairs are all compared: 4,950 under each metric, about a minute for three
MOST_SYSTEMS = 100


@dataclass(frozen=True)
class Test:
    """A paired test: a p-value from coins, from bootstrap draws, or from the scores of units."""

    name: str
    words: str  # what sentences call it
    help: str
    exact: tuple[str, str] | None = None  # both, where all ways to swap units are tried
    coins: PairedP | None = None
    drawn: DrawnP | None = None
    unit: UnitP | None = None
    basis: Basis = Basis()
    bootstrap: Callable[[Evaluation, Settings, Progress | None], Scores] = bootstrap
    warning: str = ""

    def is_exact(self, units: int, settings: Settings) -> bool:
        """Tell whether the p-value of so many units counts all ways to swap them."""
        return self.exact is not None and swaps_all(units, settings)

    def draws(self, settings: Settings, units: int) -> int:
        """Return the number of draws that the p-value of so many units rests on, 0 where it needs none."""
        drawn = settings.permutation_draws if self.coins else settings.bootstrap_draws
        return 0 if self.unit else 1 << units if self.is_exact(units, settings) else drawn

    def work(self, settings: Settings) -> int:
        """Return the number of draws in all, with those of the interval: what a progress bar counts to."""
        return settings.bootstrap_draws + (settings.permutation_draws if self.coins else 0)


TESTS: Mapping[str, Test] = {
    test.name: test
    for test in (
        Test(
            "permutation",
            "paired approximate randomisation",
            "approximate randomisation, two-sided",
            ("exact paired randomisation", "exact randomisation, two-sided"),
            coins=permutation_p,
            basis=SIGNS_OF_ALL,
        ),
        Test(
            "bootstrap",
            "the paired bootstrap",
            "paired bootstrap centred on the null, two-sided",
            drawn=shift_p,
        ),
        Test(
            "sign",
            "the sign test",
            "exact sign test on units, two-sided, ties excluded",
            unit=sign_p,
            basis=SIGNS_OF_UNTIED,
        ),
        Test("t", "the paired t test", "paired t test on unit scores, two-sided", unit=t_p, basis=MEANS),
        Test(
            "wilcoxon",
            "Wilcoxon's signed-rank test",
            "Wilcoxon's signed-rank test on unit scores, two-sided",
            unit=wilcoxon_p,
            basis=SIGNS_OF_UNTIED,
        ),
        Test(
            "koehn",
            "Koehn's one-sided paired bootstrap",
            "share of bootstrap resamples in which the better system does not win, one-sided",
            drawn=koehn_p,
            warning="koehn is one-sided: if either system may be the better "
            "one, its false-positive rate at the 5 % level is about 10 %",
        ),
        Test(
            "sacrebleu-bs",
            "sacreBLEU's paired-bs",
            "sacreBLEU's --paired-bs, with its generator",
            drawn=sacrebleu_bootstrap_p,
            bootstrap=sacrebleu_bootstrap,
            warning="sacrebleu-bs repeats sacreBLEU: its p-value is about half the two-sided one, its "
            "false-positive rate at the 5 % level is about 10 %, and identical systems come out as "
            "significantly different",
        ),
        Test(
            "sacrebleu-ar",
            "sacreBLEU's paired-ar",
            "sacreBLEU's --paired-ar, with its generator",
            coins=sacrebleu_randomisation_p,
            basis=SIGNS_OF_ALL,
            warning="sacrebleu-ar repeats sacreBLEU: ties are not counted, so identical systems come out as "
            "significantly different",
        ),
    )
}


def compare_pairs(
    evaluation: Evaluation,
    test: str,
    settings: Settings,
    *,
    correction: str = "holm",
    baseline: str | None = None,
    progress: Progress | None = None,
    drawn: Scores | None = None,
) -> list[Comparison]:
    """Compare all pairs of systems, or all systems with the baseline, under every metric.

    The comparisons come metric by metric; a p-value is adjusted for the number of pairs of its metric.
    Against a baseline, the difference is the system's score minus the baseline's. The scores of the bootstrap are
    taken from `drawn` where they have been made before.
    """
    chosen = _test(test)
    check_units(evaluation)
    names = _names(evaluation, baseline)
    adjust(np.ones(1), correction)
    pairs = [Pair(metric, *two) for metric in evaluation.metrics for two in names]
    draws = chosen.bootstrap(evaluation, settings, progress) if drawn is None else drawn
    seen = _Seen(score_units(evaluation), draws)
    p_values = _p_values(chosen, evaluation, settings, pairs, seen=seen, progress=progress)
    comparisons = [
        _comparison(chosen, evaluation, settings, pair, seen=seen, p_value=p_value)
        for pair, p_value in zip(pairs, p_values, strict=True)
    ]
    return [
        comparison
        for metric in evaluation.metrics
        for comparison in adjust_family((each for each in comparisons if each.metric == metric), correction)
    ]


def p_values(evaluation: Evaluation, test: str, settings: Settings, pairs: Sequence[Pair]) -> list[float]:
    """Return the p-values of some pairs and nothing else: what a simulation wants, many times over."""
    chosen = _test(test)
    seen = _Seen(
        score_units(evaluation) if chosen.unit else {},
        chosen.bootstrap(evaluation, settings, None) if chosen.drawn else {},
    )
    return _p_values(chosen, evaluation, settings, pairs, seen=seen, progress=None)


@dataclass(frozen=True)
class _Seen:
    """The scores that a test looks at: of every unit, and of every bootstrap draw."""

    units: Scores
    draws: Scores


def _test(name: str) -> Test:
    if name not in TESTS:
        raise OptionError(f"test={name!r} is not recognised; choose from {', '.join(TESTS)}")
    return TESTS[name]


def check_baseline(baseline: str | None, systems: Iterable[str]) -> None:
    """Refuse a baseline that is none of the systems."""
    names = list(systems)
    if baseline is not None and baseline not in names:
        # Tables leave shared endings off
        whole = [name for name in names if name.startswith(f"{baseline}.")]
        meant = f'; write "{whole[0]}"' if len(whole) == 1 else ""
        raise OptionError(f"baseline {baseline!r} is not among the systems {', '.join(names)}{meant}")


def check_number(systems: Collection[str], baseline: str | None = None) -> None:
    """Refuse more systems than all pairs of them can be compared in minutes, unless all stand beside a baseline."""
    if baseline is None and len(systems) > MOST_SYSTEMS:
        pairs = len(systems) * (len(systems) - 1) // 2
        raise InputError(
            f"{len(systems)} systems make {pairs:,} pairs, and at most {MOST_SYSTEMS} can be compared pair by pair; "
            "give fewer, or compare all with one (--baseline)"
        )


def _names(evaluation: Evaluation, baseline: str | None) -> list[tuple[str, str]]:
    if len(evaluation.systems) < 2:
        raise InputError("there is only one system; a comparison needs two or more")
    if baseline is None:
        return list(combinations(evaluation.systems, 2))
    check_baseline(baseline, evaluation.systems)
    return [(system, baseline) for system in evaluation.systems if system != baseline]


def _p_values(
    test: Test,
    evaluation: Evaluation,
    settings: Settings,
    pairs: Sequence[Pair],
    *,
    seen: _Seen,
    progress: Progress | None,
) -> list[float]:
    if test.coins:
        return test.coins(evaluation, settings, pairs, progress)
    if test.unit:
        return [test.unit(pair.of(seen.units)) for pair in pairs]
    if test.drawn is None:
        raise ValueError(f"{test.name} gives no p-value")
    return [test.drawn(pair.difference(evaluation), pair.of(seen.draws)) for pair in pairs]


def _comparison(
    test: Test, evaluation: Evaluation, settings: Settings, pair: Pair, *, seen: _Seen, p_value: float
) -> Comparison:
    drawn, by_units = pair.of(seen.draws), pair.of(seen.units)
    difference = pair.difference(evaluation)
    low, high = _interval(evaluation, pair, drawn, settings)
    wins, losses, ties = shares(pair.sign * (by_units if test.unit else drawn))
    first, second = pair.scores(evaluation)
    return Comparison(
        metric=pair.metric,
        first=pair.first,
        second=pair.second,
        score_first=first,
        score_second=second,
        difference=difference,
        low=low,
        high=high,
        p_value=p_value,
        adjusted=p_value,
        wins=wins,
        losses=losses,
        ties=ties,
        effect=effect(by_units),
        test=test.name,
        draws=test.draws(settings, len(by_units)),
        units=len(by_units),
        basis=test.basis,
        exact=test.is_exact(len(by_units), settings),
    )


def _interval(evaluation: Evaluation, pair: Pair, drawn: Array, settings: Settings) -> tuple[float, float]:
    """Return the bounds of the difference: Student's over few units, else from the draws."""
    difference = pair.difference(evaluation)
    if takes_t(count_units(evaluation), settings):
        return pair.spread(evaluation).bounds(difference, settings.confidence)
    left_out = pair.without_each(evaluation) if settings.interval == "bca" else None
    return bounds(difference, drawn, settings, left_out)
