"""Make golden figures of significance and power: `python tests/golden/make_significance.py sacrebleu`.

Tools are sacreBLEU (paired tests, blocks, runs of a system), scipy (tests, quantiles, exact power) and statsmodels
(intervals of proportions); nothing of ours is imported. The systems are made from sentences.json by rule, the numbers
are invented here.
"""

import sys
from collections.abc import Iterator
from math import ceil, sqrt
from typing import Any

import numpy as np
from golden_write import write
from make_sentences import OUTPUTS, STREAMS

REFERENCE = STREAMS[0]


def without(every: int, start: int) -> list[str]:
    """Return the outputs without every so-manieth word."""
    return [" ".join(w for at, w in enumerate(line.split()) if (at + start) % every) for line in OUTPUTS]


SYSTEMS = {
    "output": OUTPUTS,
    "second": [other or output for other, output in zip(STREAMS[1], OUTPUTS, strict=True)],
    "cut": without(5, 0),
    "same": OUTPUTS,
}
RUNS = {
    "whole": [without(9, start) for start in (1, 2, 4)],
    "short": [without(4, start) for start in (1, 2, 3)],
}
ROWS = {
    "plain": [3.5, -1, 0, 2, 2, 4.25, -0.5, 1, 1, 0, 6, -2, 1.5, 3, 0.25, -1.25, 2.5, 5, -3, 1],
    "even": [1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -7],
    "one-sided": [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8],
    "mqm": [0, 0, -1, -5, 0, 0, 1, 0, 5, 0, -1, -1, 0, 6, 0, -25, 0, 1, 1.1, 0.1, -4.9, 0, 0, 2, 10],
}


# --- sacreBLEU ----------------------------------------------------------------------------------------------


def paired() -> Iterator[dict[str, Any]]:
    """Yield scores and p-values against the first system; the seed is sacreBLEU's own, 12345."""
    from sacrebleu.metrics.bleu import BLEU
    from sacrebleu.metrics.chrf import CHRF
    from sacrebleu.significance import PairedTest

    for test in ("bs", "ar"):
        metrics = {"bleu": BLEU(references=[REFERENCE]), "chrf": CHRF(references=[REFERENCE])}
        scores: Any = PairedTest(list(SYSTEMS.items()), metrics, None, test)()[1]
        for metric, name in (("bleu", "BLEU"), ("chrf", "chrF2")):
            for system, outcome in zip(SYSTEMS, scores[name], strict=True):
                yield {
                    "test": test,
                    "metric": metric,
                    "system": system,
                    "score": float(outcome.score),
                    "p": outcome.p_value and float(outcome.p_value),
                }


def draws() -> Iterator[dict[str, Any]]:
    """Yield what Koehn's counting and plain percentiles make of sacreBLEU's statistics and its draws.

    The draws are those of sacreBLEU, default_rng(12345).choice(n, (1000, n)), or half as many segments each.
    """
    from sacrebleu.metrics.bleu import BLEU

    bleu, count = BLEU(), len(OUTPUTS)
    rows = {
        name: np.array(bleu._extract_corpus_statistics(lines, [REFERENCE])) for name, lines in SYSTEMS.items()
    }
    for name in ("second", "cut"):
        case: dict[str, Any] = {"system": name}
        for size, drawn in (("full", count), ("half", count // 2)):
            places = np.random.default_rng(12345).choice(count, (1000, drawn))
            system, base = (
                np.array([bleu._compute_score_from_stats(row).score for row in rows[key][places].sum(axis=1)])
                for key in (name, "output")
            )
            case[size] = np.percentile(system, [2.5, 97.5]).tolist()
            if size == "full":
                apart = system - base
                case["win"], case["loss"] = float((apart > 0).mean()), float((apart < 0).mean())
                case["difference"] = np.percentile(apart, [2.5, 97.5]).tolist()
                case["error"] = float(apart.std(ddof=1))
                shifted = np.abs(apart - apart.mean()) >= abs(bleu_difference(bleu, rows, name))
                case["shift"] = float((shifted.sum() + 1) / 1001)
        yield case


def bleu_difference(bleu: Any, rows: dict[str, Any], name: str) -> float:
    """Return how much more BLEU a system has than the baseline."""
    system, base = (bleu._compute_score_from_stats(rows[key].sum(axis=0)).score for key in (name, "output"))
    return float(system - base)


def blocks() -> Iterator[dict[str, Any]]:
    """Yield how many blocks of segments a system wins and loses, and scipy's p-value; a rest is left out."""
    from sacrebleu.metrics.bleu import BLEU
    from scipy.stats import binomtest

    for system in ("second", "cut"):
        for size in (2, 5, 10):
            starts = range(0, len(OUTPUTS) - size + 1, size)
            scores = [
                [
                    BLEU().corpus_score(lines[start : start + size], [REFERENCE[start : start + size]]).score
                    for start in starts
                ]
                for lines in (SYSTEMS[system], OUTPUTS)
            ]
            apart = np.round(np.subtract(scores[0], scores[1]), 9)
            plus, minus = int((apart > 0).sum()), int((apart < 0).sum())
            p_value = float(binomtest(plus, plus + minus).pvalue)
            yield {
                "system": system,
                "size": size,
                "blocks": len(starts),
                "plus": plus,
                "minus": minus,
                "p": p_value,
            }


def runs() -> Iterator[dict[str, Any]]:
    """Yield every run's BLEU and what numpy and scipy make of them: mean, deviation, Welch's t."""
    from sacrebleu.metrics.bleu import BLEU
    from scipy.stats import ttest_ind

    scores = {
        name: [BLEU(tokenize="none").corpus_score(lines, [REFERENCE]).score for lines in texts]
        for name, texts in RUNS.items()
    }
    for name, values in scores.items():
        yield {
            "system": name,
            "runs": values,
            "mean": float(np.mean(values)),
            "s_opt": float(np.std(values, ddof=1)),
        }
    yield {"welch": float(ttest_ind(*scores.values(), equal_var=False).pvalue)}


# --- scipy --------------------------------------------------------------------------------------------------


def differences() -> Iterator[dict[str, Any]]:
    """Yield tests of differences, all two-sided: zeros are dropped by sign and signed-rank.

    Signed-rank is exact without ties and normal with them, as scipy does it for more than a dozen differences.
    """
    from scipy import stats

    z = stats.norm.ppf(0.975) + stats.norm.ppf(0.8)
    for name, values in ROWS.items():
        array = np.array(values, dtype=float)
        left = array[array != 0]
        ranked = "approx" if len(set(np.abs(left))) < len(left) else "exact"
        error = float(stats.sem(array))
        exact = {"n_resamples": 10_000, "random_state": 1, "permutation_type": "samples"}
        flipped = stats.permutation_test((array, np.zeros_like(array)), lambda a, b: np.mean(a - b), **exact)
        yield {
            "name": name,
            "values": values,
            "t": float(stats.ttest_1samp(array, 0).pvalue),
            "sign": float(stats.binomtest(int((left > 0).sum()), len(left)).pvalue),
            "signed-rank": float(stats.wilcoxon(left, method=ranked).pvalue),
            "sign-flip": float(flipped.pvalue),
            "error": error,
            "detectable": float(z * error),
            "needed": {
                str(size): max(2, ceil(len(array) * (z * error / size) ** 2)) for size in (0.25, 1.0, 4.0)
            },
        }


def sign_powers() -> Iterator[dict[str, Any]]:
    """Yield the chance that a two-sided sign test at 5 % rejects, summed over all outcomes."""
    from scipy.stats import binom, binomtest

    for number in (5, 6, 40, 101):
        rejected = [k for k in range(number + 1) if binomtest(k, number).pvalue <= 0.05]
        for rate in (0.5, 0.55, 0.7, 1.0):
            yield {"units": number, "rate": rate, "power": float(binom.pmf(rejected, number, rate).sum())}


def quantiles() -> Iterator[dict[str, Any]]:
    """Yield Student's t of two-sided intervals, and the fewest wins that a sign test finds significant."""
    from scipy.stats import binomtest, t

    for units in (2, 8, 50, 250):
        for confidence in (0.9, 0.95, 0.99):
            wins = [
                k
                for k in range(units // 2 + 1, units + 1)
                if binomtest(k, units).pvalue <= round(1 - confidence, 2)
            ]
            value = float(t.ppf((1 + confidence) / 2, units - 1))
            yield {
                "units": units,
                "confidence": confidence,
                "t": value,
                "fewest_wins": min(wins, default=None),
            }


# --- statsmodels --------------------------------------------------------------------------------------------


def proportions() -> Iterator[dict[str, Any]]:
    """Yield intervals of shares: Wilson, Clopper-Pearson, the t interval of 0 and 1, and the endless bootstrap's."""
    from scipy.stats import binom, t
    from statsmodels.stats.proportion import proportion_confint

    for successes, number in ((0, 12), (1, 12), (12, 12), (33, 50), (455, 700)):
        for confidence in (0.9, 0.95, 0.99):
            alpha, share = 1 - confidence, successes / number
            reach = t.ppf(1 - alpha / 2, number - 1) * sqrt(share * (1 - share) / (number - 1))
            yield {
                "successes": successes,
                "number": number,
                "confidence": confidence,
                "wilson": [float(end) for end in proportion_confint(successes, number, alpha, "wilson")],
                "exact": [float(end) for end in proportion_confint(successes, number, alpha, "beta")],
                "t": [float(share - reach), float(share + reach)],
                "bootstrap": (binom.ppf([alpha / 2, 1 - alpha / 2], number, share) / number).tolist(),
            }


PARTS = {
    "sacrebleu": {"paired": paired, "draws": draws, "blocks": blocks, "runs": runs},
    "scipy": {"differences": differences, "sign_powers": sign_powers, "quantiles": quantiles},
    "statsmodels": {"proportions": proportions},
}

if __name__ == "__main__":
    write(__file__, sys.argv[1], 1e-9, **{name: cases() for name, cases in PARTS[sys.argv[1]].items()})
