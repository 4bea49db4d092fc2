"""Make golden figures of correlations and permutation tests with scipy: `python tests/golden/make_meta.py`.

Only scipy and numpy are imported; nothing of ours is. The values below were made up for this purpose.
"""

import json
from itertools import combinations
from typing import Any

import numpy as np
import scipy
from golden_write import DATA
from scipy import stats

from support.assertions import untyped

COLUMNS = {
    "no ties": ([4, 9, 2, 7, 1, 8, 3], [0.31, 0.92, 0.15, 0.4, 0.22, 0.71, 0.35]),
    "ties on both sides": ([3, 3, 5, 1, 1, 1, 4, 2], [0.5, 0.4, 0.9, 0.1, 0.1, 0.3, 0.9, 0.3]),
    "ties of people": ([0, 0, 0, -1, -5, -1, 0, -25, -6], [0.91, 0.88, 0.95, 0.7, 0.6, 0.82, 0.79, 0.2, 0.3]),
    "against": ([1, 2, 3, 4, 5, 6], [9, 7, 8, 5, 5, 1]),
    "two values": ([0, 1, 0, 1, 1, 0, 0, 1, 1, 1], [0, 1, 1, 1, 0, 0, 0, 1, 0, 1]),
    "long": (
        [-1, 0, -6, -2, 0, -5, -11, 0, -1, -1, -7, 0, -25, -3, -2, -1, 0, 0, -5, -10],
        [71, 80, 64, 70, 77, 69, 52, 81, 80, 66, 59, 78, 31, 66, 75, 71, 80, 62, 68, 57],
    ),
}
PAIRS = {
    "clear": ([0.8, 0.9, 0.7, 1.0, 0.6, 0.9], [0.2, 0.3, 0.1, 0.4, 0.0, 1.0]),
    "even": ([3, 1, 2, 2, 4, 1, 5], [2, 2, 1, 2, 4, 2, 5]),
}


Table = list[list[Any]]
SYSTEMS = ("a", "b", "c", "d")
HUMAN: Table = [
    [0, -1, -5, 0, -2, -1, None, 0, -6],
    [-1, -1, -10, -1, 0, -1, -3, 0, -6],
    [0, -5, -5, -2, -2, -25, 0, -1, None],
    [-3, -6, -1, -2, -4, -1, -1, -5, -7],
]
METRIC: Table = [
    [0.91, 0.8, 0.62, 0.88, 0.7, 0.74, 0.5, 0.9, 0.41],
    [0.84, 0.81, 0.33, 0.79, 0.93, 0.74, 0.61, 0.9, 0.52],
    [0.91, 0.59, 0.6, 0.75, 0.7, 0.12, 0.85, 0.83, 0.3],
    [0.7, 0.55, 0.66, 0.77, 0.48, 0.71, 0.8, 0.64, 0.41],
]


def correlations(human: list[float], metric: list[float]) -> dict[str, float]:
    """Return what scipy says of two columns."""
    return {
        "pearson": stats.pearsonr(human, metric).statistic,
        "spearman": stats.spearmanr(human, metric).statistic,
        "tau-b": stats.kendalltau(human, metric, variant="b").statistic,
        "tau-c": stats.kendalltau(human, metric, variant="c").statistic,
        "somers-d": stats.somersd(human, metric).statistic,
        "pearson_low": stats.pearsonr(human, metric).confidence_interval(0.9).low,
        "pearson_high": stats.pearsonr(human, metric).confidence_interval(0.9).high,
    }


def sign_flips(first: list[float], second: list[float]) -> float:
    """Return the exact one-sided p-value of the paired permutation test."""
    found = stats.permutation_test(
        (np.array(first), np.array(second)),
        lambda a, b: np.sum(a - b),
        permutation_type="samples",
        alternative="greater",
        n_resamples=np.inf,
    )
    return float(found.pvalue)


def grouped() -> dict[str, float]:
    """Return correlations over all cells, and their means over segments and over systems, where they are defined."""
    human, metric = (np.array(table, dtype=float) for table in (HUMAN, METRIC))
    functions = {"pearson": stats.pearsonr, "spearman": stats.spearmanr, "tau-b": stats.kendalltau}
    groups = {
        "none": [(human.ravel(), metric.ravel())],
        "item": list(zip(human.T, metric.T, strict=True)),
        "system": list(zip(human, metric, strict=True)),
    }
    found = {}
    for grouping, pairs in groups.items():
        for name, function in functions.items():
            there = [(x[~np.isnan(x)], y[~np.isnan(x)]) for x, y in pairs]
            values = [function(x, y).statistic for x, y in there if np.ptp(x) and np.ptp(y)]
            found[f"{name} {grouping}"] = float(np.mean(values))
    return found | {"pearson of differences": pairwise_pearson(human, metric)}


def pairwise_pearson(human: Any, metric: Any) -> float:
    """Return Pearson's r over the differences of all pairs of systems within segments, each pair both ways."""
    pairs = [(a, b) for a in range(len(human)) for b in range(len(human)) if a != b]
    x, y = (np.concatenate([side[a] - side[b] for a, b in pairs]) for side in (human, metric))
    return float(stats.pearsonr(x[~np.isnan(x)], y[~np.isnan(x)]).statistic)


def soft_accuracy() -> dict[str, object]:
    """Return the exact one-sided p-values of every pair of systems on both sides, and one less their mean distance."""
    sides = []
    for table in (HUMAN, METRIC):
        p_values = []
        for a, b in combinations(range(len(SYSTEMS)), 2):
            both = [n for n, cells in enumerate(zip(HUMAN[a], HUMAN[b], strict=True)) if None not in cells]
            p_values.append(sign_flips([table[a][n] for n in both], [table[b][n] for n in both]))
        sides.append(p_values)
    human, metric = sides
    return {
        "human_p": human,
        "metric_p": metric,
        "value": float(1 - np.mean(np.abs(np.subtract(human, metric)))),
    }


def main() -> None:
    """Write the figures beside this script."""
    figures = {
        "tool": "scipy",
        "version": scipy.__version__,
        "command": "python tests/golden/make_meta.py",
        "tolerance": 1e-12,
        "columns": {
            name: {
                "human": human,
                "metric": metric,
                "expected": correlations(untyped(human), untyped(metric)),
            }
            for name, (human, metric) in COLUMNS.items()
        },
        "pairs": {
            name: {"first": first, "second": second, "p_value": sign_flips(untyped(first), untyped(second))}
            for name, (first, second) in PAIRS.items()
        },
        "table": {"systems": SYSTEMS, "human": HUMAN, "metric": METRIC, "correlations": grouped()},
        "soft": soft_accuracy(),
    }
    (DATA / "meta-scipy.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
