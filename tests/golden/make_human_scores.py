"""Make golden figures of human scores with scipy and statsmodels: `python tests/golden/make_human_scores.py TOOL`.

TOOL is scipy, statsmodels or pandas (a campaign of direct assessments, with scipy's tests). The tool is the only one
imported beside numpy; nothing of ours is. The ratings are
made here from a fixed seed and stand in the file with the figures.
"""

import json
import sys
from importlib.metadata import version
from itertools import combinations
from typing import Any

import numpy as np
from golden_write import DATA


def ratings(number: int, raters: int, segments: int) -> list[tuple[str, str, str, float]]:
    """Return unbalanced ratings of three systems by raters of different severity."""
    rng = np.random.default_rng(20)
    severity, difficulty = rng.normal(0, 9, raters), rng.normal(0, 12, segments)
    found: list[tuple[str, str, str, float]] = []
    for _ in range(number):
        system, rater, segment = int(rng.integers(3)), int(rng.integers(raters)), int(rng.integers(segments))
        score = 60 + 4 * system + severity[rater] + difficulty[segment] + rng.normal(0, 8)
        found.append((f"rater{rater}", "ABC"[system], f"s{segment}", round(float(score))))
    return found


def scipy_cases() -> dict[str, Any]:
    """Return rank-sum, signed-rank and t tests of two samples, with ties."""
    from scipy import stats

    rng = np.random.default_rng(7)
    first, second = rng.integers(0, 30, 40).tolist(), rng.integers(3, 33, 40).tolist()
    apart = np.subtract(first, second)
    left = apart[apart != 0]
    rank = {
        side: stats.mannwhitneyu(first, second, alternative=side, method="asymptotic").pvalue
        for side in ("greater", "less", "two-sided")
    }
    return {
        "first": first,
        "second": second,
        "rank-sum": rank,
        "signed-rank": stats.wilcoxon(left, method="approx").pvalue,
        "t": stats.ttest_rel(first, second).pvalue,
        "interval": list(stats.ttest_rel(first, second).confidence_interval(0.95)),
        "z": stats.zscore(first, ddof=1).tolist(),
        "trimmed": stats.trim_mean(first, 0.1),
    }


def gls_errors(frame: Any, variances: Any, names: list[str], residual: float) -> list[float]:
    """Return the errors of generalised least squares (statsmodels' GLS) with the variances as estimated.

    Those that MixedLM prints come from a Hessian over all parameters and differ in the fourth digit.
    """
    import statsmodels.api as sm

    spread = residual * np.eye(len(frame))
    for name, variance in zip(names, variances, strict=True):
        column = frame[name].to_numpy()
        spread += variance * (column[:, None] == column)
    design = np.column_stack([(frame["system"] == system).astype(float) for system in "ABC"])
    fitted = sm.GLS(frame["score"].to_numpy(float), design, sigma=spread).fit()
    errors: list[float] = (fitted.bse / np.sqrt(fitted.scale)).tolist()
    return errors


def statsmodels_cases() -> dict[str, Any]:
    """Return the mixed model with crossed random effects, by REML and by ML."""
    import pandas
    import statsmodels.formula.api as smf

    rows = ratings(150, 5, 14)
    frame = pandas.DataFrame(rows, columns=["rater", "system", "segment", "score"]).assign(one=1)
    effects = {"rater": "0 + C(rater)", "segment": "0 + C(segment)"}
    model = smf.mixedlm("score ~ 0 + C(system)", frame, groups="one", vc_formula=effects)
    found: dict[str, Any] = {"rows": rows}
    for method in ("reml", "ml"):
        fitted = model.fit(reml=method == "reml", method="bfgs", gtol=1e-10, maxiter=500)
        found[method] = {
            "means": fitted.fe_params.tolist(),
            "errors": gls_errors(frame, fitted.vcomp, fitted.model.exog_vc.names, fitted.scale),
            **{
                name: float(value)
                for name, value in zip(fitted.model.exog_vc.names, fitted.vcomp, strict=True)
            },
            "residual": float(fitted.scale),
            "log_likelihood": float(fitted.llf),
        }
    return found


KINDS = ("genuine", "genuine", "repeat", "genuine", "degraded", "genuine", "genuine", "reference", "genuine")


def pandas_cases() -> dict[str, Any]:
    """Return raters, segments and systems of a campaign as WMT computes them: scores cut, z by rater, means of means.

    Mean and deviation of a rater are over genuine and repeated items, and so are the scores; what a rater has judged
    more than once is averaged first. The rank-sum test is
    one-sided, on segment means, and normal with a correction for continuity; the others are two-sided and paired.
    """
    import pandas

    rows = [(*row[:3], round(row[3] + 0.1 * (n % 7), 1)) for n, row in enumerate(ratings(260, 6, 12))]
    items = [KINDS[n % len(KINDS)] for n in range(len(rows))]
    frame = pandas.DataFrame(rows, columns=["rater", "system", "segment", "score"])
    frame["whole"] = np.trunc(frame["score"])
    used = frame[[item in ("genuine", "repeat") for item in items]].copy()
    raters = used.groupby("rater")["whole"].agg(["count", "mean", "std"])
    used["z"] = (used["whole"] - used["rater"].map(raters["mean"])) / used["rater"].map(raters["std"])
    once = used.groupby(["rater", "system", "segment"])[["z", "score"]].mean()
    segments = once.groupby(["system", "segment"]).mean()
    table = segments["z"].unstack("segment")
    return {
        "rows": rows,
        "items": items,
        "raters": {
            name: list(row) for name, row in zip(raters.index, raters.itertuples(index=False), strict=True)
        },
        "segments": [
            [*key, row.z, row.score] for key, row in zip(segments.index, segments.itertuples(), strict=True)
        ],
        "systems": {name: [float(row.mean()), int(row.count())] for name, row in table.iterrows()},
        "tests": [pair_tests(table, *pair) for pair in combinations(table.index, 2)],
    }


def pair_tests(table: Any, first: str, second: str) -> dict[str, Any]:
    """Return what scipy says of two systems: one-sided rank-sum for the better, and paired tests."""
    from scipy import stats

    better, worse = sorted((first, second), key=lambda name: -table.loc[name].mean())
    one, other = (table.loc[name] for name in (better, worse))
    apart = (one - other).dropna()
    rank = stats.mannwhitneyu(one.dropna(), other.dropna(), alternative="greater", method="asymptotic")
    return {
        "better": better,
        "worse": worse,
        "units": len(apart),
        "rank-sum": rank.pvalue,
        "t": stats.ttest_1samp(apart, 0).pvalue,
        "sign": stats.binomtest(int((apart > 0).sum()), len(apart)).pvalue,
        "signed-rank": stats.wilcoxon(apart).pvalue,
    }


CASES = {
    "scipy": (1e-12, scipy_cases),
    "statsmodels": (2e-4, statsmodels_cases),
    "pandas": (1e-9, pandas_cases),
}


def main(tool: str) -> None:
    """Write the file of one tool."""
    tolerance, cases = CASES[tool]
    about = {
        "tool": tool,
        "version": version(tool),
        "command": f"python tests/golden/make_human_scores.py {tool}",
        "tolerance": tolerance,
    }
    text = json.dumps(about | cases(), indent=1, default=float)
    (DATA / f"human-scores-{tool}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
