"""The rules by which campaigns kept or dropped raters, each by its name.

"paired" is the check of this project (quality). "appraise" is what Appraise's status page shows and its completion
code depends on: the z-scores of degraded items and of their originals, one-sided Mann-Whitney, p at most .01, and at
least 600 seconds in all. z-scores have the ranks of the scores, so standardising changes nothing. "graham" is the
filter of Graham et al. (2017): means in the order degraded, genuine, reference; references at 90 of 100 or above; no
run of more than eight equal scores; no task under 300 seconds; and a one-sided paired t test at .05. Their scripts
divide the time of tasks that were open at once; tasks are not told apart here unless their column is given.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from assay.data import DEGRADED, GENUINE, REFERENCE, Array, Codes, Judgements
from assay.errors import OptionError
from assay.human.options import ControlCheck, Rule
from assay.human.raters.controls import ByRater, ControlPairs, by_rater, joined, match_controls, time_spent
from assay.human.raters.quality import Verdict, check_raters, paired_t_p, rank_sum_p

APPRAISE_P, APPRAISE_SECONDS = 0.01, 600.0
GRAHAM_P, GRAHAM_SECONDS, GRAHAM_RUN = 0.05, 300.0, 8


@dataclass(frozen=True)
class Ruling:
    """What a rule says of a rater; `reasons` are what speaks against, "" in none of them."""

    rater: str
    rule: str
    verdict: Verdict
    p_value: float
    pairs: int
    reasons: tuple[str, ...]


def paired_rule(judgements: Judgements) -> tuple[Ruling, ...]:
    """Rule by the paired signed-rank test with power."""
    return tuple(
        Ruling(
            quality.rater,
            "paired",
            quality.verdict,
            quality.degraded.p_value,
            quality.degraded.pairs,
            () if quality.verdict == "pass" else (f"power {quality.degraded.power:.2f}",),
        )
        for quality in check_raters(judgements, ControlCheck()).raters
    )


def appraise_rule(judgements: Judgements) -> tuple[Ruling, ...]:
    """Rule as Appraise does: unpaired rank-sum at .01, and ten minutes of work."""
    pairs = match_controls(judgements, DEGRADED)
    seconds = time_spent(judgements)
    present = np.unique(judgements.rater.index).tolist()
    return tuple(_appraise(judgements, pairs, rater, float(seconds[rater])) for rater in present)


def _appraise(judgements: Judgements, pairs: ControlPairs, rater: int, seconds: float) -> Ruling:
    degraded, original = _of_rater(judgements, pairs, rater)
    sign = 1 if judgements.scale.higher_is_better else -1
    p_value = rank_sum_p(sign * original, sign * degraded) if len(degraded) else math.nan
    reasons = []
    if p_value > APPRAISE_P:
        reasons.append(f"p {p_value:.3g} is above {APPRAISE_P:g}")
    if seconds < APPRAISE_SECONDS:
        reasons.append(f"{seconds:.0f} s in total, under {APPRAISE_SECONDS:.0f}")
    return _ruled(judgements, rater, "appraise", (p_value, len(degraded)), reasons)


def graham_rule(judgements: Judgements, tasks: Codes | None = None) -> tuple[Ruling, ...]:
    """Rule as Graham's filter does; `tasks` says which task (HIT) a row belongs to, one a rater unless given."""
    pairs, raters = match_controls(judgements, DEGRADED), by_rater(judgements)
    shortest = _shortest_tasks(judgements, tasks)
    return tuple(_graham(raters, pairs, rater, float(shortest[rater])) for rater in raters.present)


def _graham(raters: ByRater, pairs: ControlPairs, rater: int, shortest: float) -> Ruling:
    judgements = raters.judgements
    degraded, original = _of_rater(judgements, pairs, rater)
    sign = 1 if judgements.scale.higher_is_better else -1
    p_value = paired_t_p(sign * (original - degraded)) if len(degraded) else math.nan
    means = {kind: sign * _mean(raters, kind, rater) for kind in (DEGRADED, GENUINE, REFERENCE)}
    wanted = sign * ControlCheck().stated_reference(judgements.scale)
    run = raters.longest_run(rater)
    against = {
        f"p {p_value:.3g} is above {GRAHAM_P:g}": p_value > GRAHAM_P,
        "degraded items are scored no lower than genuine ones": means[DEGRADED] >= means[GENUINE],
        "genuine items are scored no lower than references": means[GENUINE] >= means[REFERENCE],
        f"references have a mean of {sign * means[REFERENCE]:.1f}": means[REFERENCE] < wanted,
        f"a run of {run} equal scores": run > GRAHAM_RUN,
        f"a task in {shortest:.0f} s": shortest < GRAHAM_SECONDS,
    }
    reasons = [words for words, holds in against.items() if holds]
    return _ruled(judgements, rater, "graham", (p_value, len(degraded)), reasons)


def _ruled(
    judgements: Judgements, rater: int, rule: str, tested: tuple[float, int], reasons: list[str]
) -> Ruling:
    p_value, pairs = tested
    verdict: Verdict = "no controls" if not pairs else "fail" if reasons else "pass"
    return Ruling(judgements.rater.names[rater], rule, verdict, p_value, pairs, tuple(reasons))


def _of_rater(judgements: Judgements, pairs: ControlPairs, rater: int) -> tuple[Array, Array]:
    own = judgements.rater.index[pairs.control] == rater
    return judgements.score[pairs.control[own]], judgements.score[pairs.original[own]]


def _mean(raters: ByRater, kind: str, rater: int) -> float:
    scores = raters.scores(kind, rater)
    return float(scores.mean()) if len(scores) else math.nan


def _shortest_tasks(judgements: Judgements, tasks: Codes | None) -> Array:
    """Return the time of every rater's quickest task; NaN where no time is known."""
    if tasks is None:
        return time_spent(judgements)
    shortest = np.full(len(judgements.rater.names), np.nan)
    if judgements.seconds is not None:
        key = joined(judgements.rater, tasks)
        rater = np.zeros(int(key.max(initial=-1)) + 1, dtype=np.int64)
        rater[key] = judgements.rater.index
        np.fmin.at(shortest, rater, np.bincount(key, np.nan_to_num(judgements.seconds), len(rater)))
    return shortest


RULES: Mapping[Rule, Callable[[Judgements], tuple[Ruling, ...]]] = {
    "paired": paired_rule,
    "appraise": appraise_rule,
    "graham": graham_rule,
}


def rule_on_raters(judgements: Judgements, name: Rule) -> tuple[Ruling, ...]:
    """Apply a rule by its name."""
    if name not in RULES:
        raise OptionError(f"{name!r} is not a rule for raters; choose from {', '.join(RULES)}")
    return RULES[name](judgements)
