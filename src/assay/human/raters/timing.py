"""Time that raters spent: the sum of what lies between two of their actions, without long pauses.

Appraise's status page counts time in the same way: starts and ends of all items of a rater are put in order, and
gaps of ten minutes or more are pauses. Where only the time of each item is known, the times are added up. A column in
which every time is 0 was not kept: it says nothing of anybody.
"""

from __future__ import annotations

import numpy as np

from assay.data import Array, Judgements

IDLE = 600.0  # seconds without any action that count as a pause


def time_spent(judgements: Judgements, idle: float = IDLE) -> Array:
    """Return the active seconds of every rater, by the number of the name; NaN where no time is known."""
    raters = len(judgements.rater.names)
    if judgements.start is not None and np.isfinite(judgements.start).any():
        return _between_actions(judgements, raters, idle)
    return item_seconds(judgements, raters)


def item_seconds(judgements: Judgements, raters: int) -> Array:
    """Return the sum of the seconds of every rater's items; NaN where none has any."""
    if judgements.seconds is None:
        return np.full(raters, np.nan)
    known = np.isfinite(judgements.seconds)
    if not judgements.seconds[known].any():
        return np.full(raters, np.nan)
    index = judgements.rater.index[known]
    total = np.bincount(index, judgements.seconds[known], raters)
    return np.where(np.bincount(index, minlength=raters) > 0, total, np.nan)


def _between_actions(judgements: Judgements, raters: int, idle: float) -> Array:
    start = np.asarray(judgements.start, dtype=np.float64)
    spent = np.zeros(len(start)) if judgements.seconds is None else np.nan_to_num(judgements.seconds)
    known = np.isfinite(start)
    times = np.concatenate([start[known], (start + spent)[known]])
    rater = np.tile(judgements.rater.index[known], 2)
    by_rater = np.lexsort((times, rater))
    gaps, same = np.diff(times[by_rater]), np.diff(rater[by_rater]) == 0
    counted = same & (gaps < idle)
    total = np.bincount(rater[by_rater][1:][counted], gaps[counted], raters)
    return np.where(np.bincount(rater, minlength=raters) > 0, total, np.nan)
