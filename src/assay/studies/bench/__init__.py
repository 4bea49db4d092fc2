"""The bench: files that people drop on a page become the report that `assay report` writes, without a terminal.

`roles` says what files are and makes the words of a command line from it, `recognition` does so in a process of its
own, and `desk` keeps files and reports, runs the program on them with limits, and deletes them in time. Nothing here
knows of the web: the routes are in `assay.studies.app`.
"""

from assay.studies.bench.desk import Bench, BenchLimits, JobState
from assay.studies.bench.roles import OFFERED, ROLES, ChosenFile, RecognisedFile, offered_metrics
from assay.studies.bench.uploads import BenchFullError, NoSuchFilesError

__all__ = [
    "OFFERED",
    "ROLES",
    "Bench",
    "BenchFullError",
    "BenchLimits",
    "ChosenFile",
    "JobState",
    "NoSuchFilesError",
    "RecognisedFile",
    "offered_metrics",
]
