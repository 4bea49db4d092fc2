"""Rankings of outputs as scores of whole systems, so that metrics can be correlated with them, as WMT did to 2016.

A system's score is that of `assay human`: TrueSkill's, of all comparisons.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from assay.data import Preferences, Scores
from assay.human import RankOptions, rank
from assay.meta.options import TASKS, CorrelateOptions

WHOLE_TASKS = "sys:pearson,sys:accuracy"  # of systems judged as wholes, where tasks are not named


def of_whole_systems(options: CorrelateOptions) -> CorrelateOptions:
    """Return what may be asked where people judged systems as wholes: without tasks named, those on systems."""
    return replace(options, tasks=WHOLE_TASKS) if options.tasks == TASKS else options


def scores_of_rankings(preferences: Preferences) -> Scores:
    """Return what rankings say of systems as scores, of no segment."""
    options = RankOptions()
    standings = rank(preferences, options, ("ranking",)).standings
    systems = tuple(standing.system for standing in standings)
    totals = np.array([standing.score for standing in standings], dtype=np.float64)
    notes = (f"scores of systems by {options.method}",)
    return Scores("rankings", systems, (), np.empty((len(systems), 0)), totals, notes=notes)
