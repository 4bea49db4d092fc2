# Written by tools/doors.py from the map in __init__.py.
from assay.api import MetricScores as MetricScores
from assay.api import Result as Result
from assay.api import Score as Score
from assay.api import agree as agree
from assay.api import align as align
from assay.api import bench_systems as bench_systems
from assay.api import check as check
from assay.api import compare as compare
from assay.api import correlate as correlate
from assay.api import diagnose as diagnose
from assay.api import effort as effort
from assay.api import estimate as estimate
from assay.api import formats as formats
from assay.api import gate as gate
from assay.api import learn as learn
from assay.api import pairwise as pairwise
from assay.api import power as power
from assay.api import rank as rank
from assay.api import read_judgements as read_judgements
from assay.api import read_postedits as read_postedits
from assay.api import read_run as read_run
from assay.api import read_scores as read_scores
from assay.api import read_set as read_set
from assay.api import read_texts as read_texts
from assay.api import report as report
from assay.api import score as score
from assay.api import score_grid as score_grid
from assay.errors import AssayError as AssayError
from assay.errors import AssayWarning as AssayWarning
from assay.version import __version__ as __version__

__all__: list[str]
