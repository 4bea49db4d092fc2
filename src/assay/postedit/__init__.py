"""Post-editing: what does it cost to repair a translation? Events to measures of effort, at every level.

    postedits = open_postedits(PostEditFiles(logs=("log.jsonl",)))          # io: any format
    study = measure_effort(postedits, EffortOptions(idle=120, pause=300))
    for system in study.systems:
        print(system.name, system.figures["hter"], system.figures["words_per_hour"])

- `measure_effort` (`EffortOptions` -> `EffortStudy`): HTER, AER, keys, time and pauses of systems, editors and
  documents as `Group`s; `Gain` over translation from scratch by a mixed model; learning and fatigue as a `Curve`; how
  far editors agree; `Triage` by metrics; the `Timeline` of one segment; `ColumnCheck`s of the file's own figures.
- `MEASURES` says what each measure is made of; all are functions of sums, the same at every level.
- `measure_rows` is the first step alone (`Measured`: quantities by row), `replay` the texts that events end in, and
  `effort_scores` turns measures into `Scores`, systems by segments, which metrics can be held against.
"""

from assay.doors import open_door

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.postedit.editors import EditorPair
    from assay.postedit.gain import Curve, Gain, Slope, Speed
    from assay.postedit.groups import KEY_NAMES, Group, effort_scores, group_rows
    from assay.postedit.measures import BY_NAME, MEASURES, EffortMeasure
    from assay.postedit.options import PARTS, EffortOptions
    from assay.postedit.quantities import Measured, measure_rows
    from assay.postedit.replaying import Replays, replay
    from assay.postedit.study import ColumnCheck, EffortStudy, PauseLine, measure_effort
    from assay.postedit.timeline import Timeline
    from assay.postedit.triage import FromScratch, Policy, Prediction, Triage

__all__ = [
    "BY_NAME",
    "KEY_NAMES",
    "MEASURES",
    "PARTS",
    "ColumnCheck",
    "Curve",
    "EditorPair",
    "EffortMeasure",
    "EffortOptions",
    "EffortStudy",
    "FromScratch",
    "Gain",
    "Group",
    "Measured",
    "PauseLine",
    "Policy",
    "Prediction",
    "Replays",
    "Slope",
    "Speed",
    "Timeline",
    "Triage",
    "effort_scores",
    "group_rows",
    "measure_effort",
    "measure_rows",
    "replay",
]
__getattr__, __dir__ = open_door(__name__)
