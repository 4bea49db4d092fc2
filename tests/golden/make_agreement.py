"""Make the golden figures of agreement.json with another tool: `python tests/golden/make_agreement.py krippendorff`.

The tool must be installed, and is the only one imported besides what it needs itself; nothing of ours is. Each case
is a line of the file. Tables are raters by items; null is a rating that is missing.
"""

import json
import sys
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from golden_write import DATA, write

INVENTED = json.loads((DATA / "agreement.json").read_text(encoding="utf-8"))
TABLES = INVENTED["tables"]


def krippendorff_cases() -> Iterator[dict[str, Any]]:
    """Yield alpha of every table and level."""
    import krippendorff
    import numpy as np

    for name, rows in TABLES.items():
        table = np.array(rows, dtype=float)
        for level in ("nominal", "ordinal", "interval", "ratio"):
            value = krippendorff.alpha(table, level_of_measurement=level)
            yield {"table": name, "measure": f"alpha-{level}", "value": float(value)}


def complete() -> Iterator[tuple[str, list[list[float]]]]:
    """Yield the tables in which no rating is missing."""
    yield from ((name, rows) for name, rows in TABLES.items() if not any(None in row for row in rows))


def scikit_learn_cases() -> Iterator[dict[str, Any]]:
    """Yield the mean kappa over pairs of raters, with all grades of the scale named."""
    from sklearn.metrics import cohen_kappa_score

    for name, rows in complete():
        if name not in INVENTED["grades"]:
            continue
        labels = INVENTED["grades"][name]
        for measure, weights in (
            ("kappa", None),
            ("kappa-linear", "linear"),
            ("kappa-quadratic", "quadratic"),
        ):
            found = [
                cohen_kappa_score(*pair, labels=labels, weights=weights) for pair in combinations(rows, 2)
            ]
            yield {"table": name, "measure": measure, "value": float(sum(found) / len(found))}


def statsmodels_cases() -> Iterator[dict[str, Any]]:
    """Yield Fleiss' kappa of the tables of grades."""
    import numpy as np
    from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa

    for name, rows in complete():
        if name in INVENTED["grades"]:
            counts, _ = aggregate_raters(np.array(rows).T)
            yield {"table": name, "measure": "fleiss", "value": float(fleiss_kappa(counts))}


def pingouin_cases() -> Iterator[dict[str, Any]]:
    """Yield the six intraclass correlations of every complete table."""
    import pandas
    import pingouin

    for name, rows in complete():
        long = pandas.DataFrame(
            [(rater, item, value) for rater, row in enumerate(rows) for item, value in enumerate(row)],
            columns=["rater", "item", "value"],
        )
        found = pingouin.intraclass_corr(long, targets="item", raters="rater", ratings="value")
        names = ("icc-1", "icc-2", "icc-3", "icc-1k", "icc-2k", "icc-3k")
        for measure, value in zip(names, found["ICC"], strict=True):
            yield {"table": name, "measure": measure, "value": float(value)}


def scipy_cases() -> Iterator[dict[str, Any]]:
    """Yield mean correlations over pairs of raters, and the tests of control items."""
    from scipy import stats

    kinds = {"pearson": stats.pearsonr, "spearman": stats.spearmanr, "kendall": stats.kendalltau}
    for name, rows in complete():
        for measure, function in kinds.items():
            found = [function(*pair)[0] for pair in combinations(rows, 2)]
            yield {"table": name, "measure": measure, "value": float(sum(found) / len(found))}
    for name, one in INVENTED["controls"].items():
        original, degraded = one["original"], one["degraded"]
        apart = [first - second for first, second in zip(original, degraded, strict=True)]
        exact = stats.PermutationMethod(n_resamples=10**6)
        yield _test(name, "signed-rank", stats.wilcoxon(apart, alternative="greater", method=exact))
        yield _test(name, "t", stats.ttest_rel(original, degraded, alternative="greater"))
        yield _test(name, "rank-sum", stats.mannwhitneyu(degraded, original, alternative="less"))


def _test(name: str, measure: str, result: Any) -> dict[str, Any]:
    return {"controls": name, "measure": measure, "value": float(result.pvalue)}


CASES = {
    "krippendorff": krippendorff_cases,
    "scikit-learn": scikit_learn_cases,
    "statsmodels": statsmodels_cases,
    "pingouin": pingouin_cases,
    "scipy": scipy_cases,
}


if __name__ == "__main__":
    write(__file__, sys.argv[1], 1e-9, cases=CASES[sys.argv[1]]())
