# Written by tools/doors.py from the map in __init__.py.
from assay.postedit.groups import effort_scores as effort_scores
from assay.postedit.measures import MEASURES as MEASURES
from assay.postedit.options import PARTS as PARTS
from assay.postedit.study import EffortStudy as EffortStudy
from assay.postedit.study import measure_effort as measure_effort

__all__: list[str]
