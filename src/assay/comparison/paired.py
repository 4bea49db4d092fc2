"""Paired tests of two systems or many: one set of draws for all systems and metrics, one comparison a pair.

`permutation`, `bootstrap`, `sign`, `t` and `wilcoxon` reject a true null about as often as they say; `koehn`
and the two modes of sacreBLEU are there for comparison with published figures, and warn.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from assay.comparison.draw_scores import Progress, Scores, bootstrap, score_units, scores_without_each
from assay.comparison.pairs import Comparison, Pair, shares
from assay.comparison.resampling_tests import (
    koehn_p,
    permutation_p,
    sacrebleu_bootstrap,
    sacrebleu_bootstrap_p,
    sacrebleu_randomisation_p,
    shift_p,
)
from assay.comparison.units import check_units
from assay.data import Array
from assay.errors import InputError, OptionError
from assay.metrics import Evaluation, Metric
from assay.stats import Settings, adjust, bounds, effect, sign_p, t_p, wilcoxon_p

__all__ = ["TESTS", "Comparison", "Test", "compare_pairs", "p_values"]

PairedP = Callable[[Evaluation, Settings, Sequence[Pair], Progress | None], list[float]]
DrawnP = Callable[[float, Array], float]
UnitP = Callable[[Array], float]

MOST_SYSTEMS = 100  # whose pairs are all compared: 4,950 under each metric, about a minute for three


@dataclass(frozen=True)
class Test:
    """A paired test: a p-value from coins, from bootstrap draws, or from the scores of units."""

    name: str
    help: str
    coins: PairedP | None = None
    drawn: DrawnP | None = None
    unit: UnitP | None = None
    bootstrap: Callable[[Evaluation, Settings, Progress | None], Scores] = bootstrap
    warning: str = ""

    def draws(self, settings: Settings) -> int:
        """Return the number of draws that the p-value rests on, 0 where there is no chance in it."""
        if self.unit:
            return 0
        return settings.permutation_draws if self.coins else settings.bootstrap_draws

    def work(self, settings: Settings) -> int:
        """Return the number of draws in all, with those of the interval: what a progress bar counts to."""
        return settings.bootstrap_draws + (settings.permutation_draws if self.coins else 0)


TESTS: Mapping[str, Test] = {
    test.name: test
    for test in (
        Test("permutation", "approximate randomisation, two-sided", coins=permutation_p),
        Test("bootstrap", "paired bootstrap centred on the null, two-sided", drawn=shift_p),
        Test("sign", "exact sign test on units, two-sided, ties excluded", unit=sign_p),
        Test("t", "paired t test on unit scores, two-sided", unit=t_p),
        Test("wilcoxon", "Wilcoxon's signed-rank test on unit scores, two-sided", unit=wilcoxon_p),
        Test(
            "koehn",
            "share of bootstrap resamples in which the better system does not win, one-sided",
            drawn=koehn_p,
            warning="koehn is one-sided: if either system may be the better "
            "one, its false-positive rate at the 5 % level is about 10 %",
        ),
        Test(
            "sacrebleu-bs",
            "sacreBLEU's --paired-bs, with its generator",
            drawn=sacrebleu_bootstrap_p,
            bootstrap=sacrebleu_bootstrap,
            warning="sacrebleu-bs repeats sacreBLEU: its p-value is about half the two-sided one, its "
            "false-positive rate at the 5 % level is about 10 %, and identical systems come out as "
            "significantly different",
        ),
        Test(
            "sacrebleu-ar",
            "sacreBLEU's --paired-ar, with its generator",
            coins=sacrebleu_randomisation_p,
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
        for comparison in _adjusted(comparisons, metric, correction)
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
        whole = [name for name in names if name.startswith(f"{baseline}.")]  # tables leave shared endings off
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
    low, high = bounds(difference, drawn, settings, _left_out(evaluation, pair, settings))
    wins, losses, ties = shares(pair, by_units if test.unit else drawn)
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
        draws=test.draws(settings),
        units=len(by_units),
    )


def _left_out(evaluation: Evaluation, pair: Pair, settings: Settings) -> Array | None:
    if settings.interval != "bca":
        return None
    first = scores_without_each(evaluation, (pair.metric, pair.first))
    return first - scores_without_each(evaluation, (pair.metric, pair.second))


def _adjusted(comparisons: Sequence[Comparison], metric: Metric, correction: str) -> list[Comparison]:
    family = [comparison for comparison in comparisons if comparison.metric == metric]
    values = adjust(np.array([comparison.p_value for comparison in family]), correction).tolist()
    return [replace(comparison, adjusted=p_value) for comparison, p_value in zip(family, values, strict=True)]
