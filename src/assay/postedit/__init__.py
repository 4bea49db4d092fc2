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

HOMES = {
    "groups": "effort_scores",
    "measures": "MEASURES",
    "options": "PARTS",
    "study": "EffortStudy measure_effort",
}
__getattr__, __dir__, __all__ = open_door(__name__, HOMES)
