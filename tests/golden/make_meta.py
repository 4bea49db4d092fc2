"""Make golden figures of correlations and permutation tests with scipy: `python tests/golden/make_meta.py`.

Only scipy and numpy are imported; nothing of ours is. The values below were made up for this purpose.
"""

import json

import numpy as np
import scipy
from golden_write import DATA
from scipy import stats

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


def main() -> None:
    """Write the figures beside this script."""
    figures = {
        "tool": "scipy",
        "version": scipy.__version__,
        "command": "python tests/golden/make_meta.py",
        "tolerance": 1e-12,
        "columns": {
            name: {"human": human, "metric": metric, "expected": correlations(human, metric)}
            for name, (human, metric) in COLUMNS.items()
        },
        "pairs": {
            name: {"first": first, "second": second, "p_value": sign_flips(first, second)}
            for name, (first, second) in PAIRS.items()
        },
    }
    (DATA / "meta-scipy.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
