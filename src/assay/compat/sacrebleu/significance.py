"""sacreBLEU's paired tests: approximate randomisation and the paired bootstrap, draw by draw as there.

Programs get the p-values that they have published. For claims of their own, `assay.compare` has tests that hold their
level, and counts how many there were.
"""

# ruff: noqa: PLR0917 - the order of positional arguments is sacreBLEU's

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from assay.compat.sacrebleu.metrics.arguments import Streams
from assay.compat.sacrebleu.metrics.base import Metric
from assay.compat.sacrebleu.metrics.scores import Score, Signature
from assay.compat.sacrebleu.resampling import (
    Rows,
    bootstrap_scores,
    chosen_seed,
    drawn_sums,
    single_precision,
)
from assay.errors import OptionError

NamedSystems = Sequence[tuple[str, Sequence[str]]]
AnyMetric = Metric[Any]
# Shuffled at a time; a multiple of 32, the coins that the generator draws at once
TRIALS = 320


class Result:
    """The score of a system; with a test its p-value, with a bootstrap mean and half the width of the interval."""

    def __init__(
        self, score: float, p_value: float | None = None, mean: float | None = None, ci: float | None = None
    ) -> None:
        self.score = score
        self.p_value = p_value
        self.mean = mean
        self.ci = ci

    def __repr__(self) -> str:
        return ",".join(f"{name}={value!s}" for name, value in vars(self).items())


def estimate_ci(scores: Rows) -> tuple[float, float]:
    """Return the mean of scores and half the width of their 95% interval."""
    ordered = np.sort(scores)
    tail = len(ordered) // 40  # 2.5 % on either side
    return ordered.mean(), 0.5 * (ordered[len(ordered) - tail - 1] - ordered[tail])


def _bootstrap_resample(
    stats: Sequence[Sequence[float]], metric: AnyMetric, n_samples: int = 1000
) -> tuple[str, list[Score]]:
    """Return the seed, and the scores of so many draws of a system's segments."""
    return str(chosen_seed()).lower(), bootstrap_scores(stats, metric._compute_score_from_stats, n_samples)


def _compute_p_value(stats: Rows, real_difference: float) -> float:
    """Return the share of draws with a difference that is larger than the real one, that itself counted in."""
    return float((np.sum(stats > real_difference).item() + 1) / (len(stats) + 1))


class BaselineDraws(NamedTuple):
    """The first system under a metric: its statistics, and its result."""

    metric: AnyMetric
    stats: list[list[Any]]
    result: Result


class PairedTest:
    """Every system against the first; `n_samples` of 0 are 10000 trials (ar) or 1000 draws (bs).

    `n_ar_confidence` adds a bootstrap interval to the randomisation test: -1 none, 0 of 1000 draws. `n_jobs` has no
    effect: the kernel uses every core.
    """

    _DEFAULT_SAMPLES: Mapping[str, int] = {"ar": 10000, "bs": 1000}

    def __init__(
        self,
        named_systems: NamedSystems,
        metrics: Mapping[str, AnyMetric],
        references: Streams | None,
        test_type: str = "ar",
        n_samples: int = 0,
        n_ar_confidence: int = -1,
        n_jobs: int = 1,
    ) -> None:
        if test_type not in self._DEFAULT_SAMPLES:
            raise OptionError(f"unknown test type {test_type!r}; there are ar and bs")
        self.test_type = test_type
        self.named_systems = named_systems
        self.references = references
        self.n_jobs = n_jobs
        self.n_samples = n_samples if n_samples > 0 else self._DEFAULT_SAMPLES[test_type]
        self.n_ar_confidence = n_ar_confidence or self._DEFAULT_SAMPLES["bs"]
        self.n_systems = len(named_systems) - 1
        self._seed = chosen_seed()
        self._baselines: dict[str, BaselineDraws] = {}
        self._signatures: dict[str, Signature] = {}
        for metric in metrics.values():
            self._add_baseline(metric)

    def __call__(self) -> tuple[dict[str, Signature], dict[str, list[Any]]]:
        """Run the tests; return signatures, and the results of all systems by metric, the names under "System"."""
        scores: dict[str, list[Any]] = {"System": [name for name, _ in self.named_systems]}
        scores |= {name: [baseline.result] for name, baseline in self._baselines.items()}
        test = self._randomisation if self.test_type == "ar" else self._bootstrap
        for _, hypotheses in self.named_systems[1:]:
            for name, result in test(hypotheses):
                scores[name].append(result)
        return self._signatures, scores

    @property
    def _interval_draws(self) -> int:
        return self.n_samples if self.test_type == "bs" else self.n_ar_confidence

    def _add_baseline(self, metric: AnyMetric) -> None:
        stats = metric._extract_corpus_statistics(self.named_systems[0][1], self.references)
        score = metric._aggregate_and_compute(stats)
        result = Result(score.score)
        if self._interval_draws > 0:
            _, drawn = _bootstrap_resample(stats, metric, self._interval_draws)
            result.mean, result.ci = estimate_ci(np.array([each.score for each in drawn]))
        self._baselines[score.name] = BaselineDraws(metric, stats, result)
        self._signatures[score.name] = self._signature(metric)

    def _signature(self, metric: AnyMetric) -> Signature:
        signature = metric.get_signature()
        signature.update("seed", str(self._seed).lower())
        signature.update(self.test_type, self.n_samples)
        if self.n_ar_confidence > 0:
            signature.update("bs", self.n_ar_confidence)
        return signature

    def _bootstrap(self, hypotheses: Sequence[str]) -> Iterator[tuple[str, Result]]:
        """Draw segments; the differences of the draws, less their mean, are held against the real one."""
        for name, (metric, stats, baseline) in self._baselines.items():
            rows, score = self._statistics(metric, hypotheses)
            samples = [single_precision(stats), single_precision(rows)]
            rng = np.random.default_rng(self._seed)
            drawn = [
                [metric._compute_score_from_stats(sums).score for sums in pair]
                for pair in drawn_sums(samples, self.n_samples, rng)
            ]
            first, second = (np.array(scores) for scores in zip(*drawn, strict=True))
            differences = np.abs(second - first)
            p_value = _compute_p_value(differences - differences.mean(), abs(baseline.score - score))
            yield name, Result(score, p_value, *estimate_ci(second))

    def _randomisation(self, hypotheses: Sequence[str]) -> Iterator[tuple[str, Result]]:
        """Swap outputs by the toss of a coin; the differences are held against the real one."""
        for name, (metric, stats, baseline) in self._baselines.items():
            rows, score = self._statistics(metric, hypotheses)
            rng = np.random.default_rng(self._seed)
            differences = [
                abs(metric._shuffled_score(a) - metric._shuffled_score(b))
                for a, b in _shuffled(stats, rows, self.n_samples, rng)
            ]
            result = Result(score, _compute_p_value(np.array(differences), abs(baseline.score - score)))
            if self.n_ar_confidence > 0:
                sums = drawn_sums([single_precision(rows)], self.n_ar_confidence, rng)
                drawn = [metric._compute_score_from_stats(each).score for [each] in sums]
                result.mean, result.ci = estimate_ci(np.array(drawn))
            yield name, result

    def _statistics(self, metric: AnyMetric, hypotheses: Sequence[str]) -> tuple[list[list[Any]], float]:
        stats = metric._extract_corpus_statistics(hypotheses, self.references)
        return stats, metric._aggregate_and_compute(stats).score


def _shuffled(
    first: list[list[Any]], second: list[list[Any]], trials: int, rng: np.random.Generator
) -> Iterator[tuple[list[Any], list[Any]]]:
    """Yield the sums of both sides after each shuffle; whole numbers stay such, as in sacreBLEU."""
    kind = np.array(first).dtype
    a, b = (np.array(rows, dtype=np.float64) for rows in (first, second))
    for start in range(0, trials, TRIALS):
        coins = rng.integers(2, size=(min(TRIALS, trials - start), len(a)), dtype=bool).astype(np.float64)
        sums = (coins @ a + (1 - coins) @ b, (1 - coins) @ a + coins @ b)
        yield from zip(*(side.astype(kind).tolist() for side in sums), strict=True)
