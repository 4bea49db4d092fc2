# Written by tools/doors.py from the map in __init__.py.
from assay.stats.correlate import fisher_interval as fisher_interval
from assay.stats.correlate import gamma as gamma
from assay.stats.correlate import kendall as kendall
from assay.stats.correlate import mean_ranks as mean_ranks
from assay.stats.correlate import pearson as pearson
from assay.stats.correlate import spearman as spearman
from assay.stats.intervals import Interval as Interval
from assay.stats.intervals import bounds as bounds
from assay.stats.intervals import proportion as proportion
from assay.stats.intervals import t_interval as t_interval
from assay.stats.intervals import t_value as t_value
from assay.stats.sequential import KEPT as KEPT
from assay.stats.sequential import any_time_p as any_time_p
from assay.stats.settings import Correction as Correction
from assay.stats.settings import Settings as Settings
from assay.stats.standings import Standing as Standing
from assay.stats.standings import places as places
from assay.stats.standings import rank_ranges as rank_ranges
from assay.stats.tests import TOLERANCE as TOLERANCE
from assay.stats.tests import adjust as adjust
from assay.stats.tests import adjust_family as adjust_family
from assay.stats.tests import apart as apart
from assay.stats.tests import at_least as at_least
from assay.stats.tests import effect as effect
from assay.stats.tests import sign_p as sign_p
from assay.stats.tests import signs_p as signs_p

__all__: list[str]
