# Written by tools/doors.py from the map in __init__.py.
from assay.postedit.editors import EditorPair as EditorPair
from assay.postedit.gain import Curve as Curve
from assay.postedit.gain import Gain as Gain
from assay.postedit.gain import Slope as Slope
from assay.postedit.gain import Speed as Speed
from assay.postedit.groups import KEY_NAMES as KEY_NAMES
from assay.postedit.groups import Group as Group
from assay.postedit.groups import effort_scores as effort_scores
from assay.postedit.groups import group_rows as group_rows
from assay.postedit.measures import BY_NAME as BY_NAME
from assay.postedit.measures import MEASURES as MEASURES
from assay.postedit.measures import EffortMeasure as EffortMeasure
from assay.postedit.options import PARTS as PARTS
from assay.postedit.options import EffortOptions as EffortOptions
from assay.postedit.playback import Replays as Replays
from assay.postedit.playback import replay as replay
from assay.postedit.quantities import Measured as Measured
from assay.postedit.quantities import measure_rows as measure_rows
from assay.postedit.study import ColumnCheck as ColumnCheck
from assay.postedit.study import EffortStudy as EffortStudy
from assay.postedit.study import PauseLine as PauseLine
from assay.postedit.study import measure_effort as measure_effort
from assay.postedit.timeline import Timeline as Timeline
from assay.postedit.triage import FromScratch as FromScratch
from assay.postedit.triage import Policy as Policy
from assay.postedit.triage import Prediction as Prediction
from assay.postedit.triage import Triage as Triage

__all__: list[str]
