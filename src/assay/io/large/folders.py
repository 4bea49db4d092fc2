"""Folders that are named as input as a whole: which files in them are read."""

from __future__ import annotations

import os

from assay.io.large.parts import ENDING
from assay.io.scores.mtme import PARTS


def is_read_of(folder: str, path: str) -> bool:
    """Tell whether a path is a part in a folder of parts, or one of the files that a test set's folder keeps apart."""
    inner = os.path.relpath(os.path.realpath(path), os.path.realpath(folder)).split(os.sep)
    return inner[0] in PARTS if len(inner) > 1 else inner[0].endswith(ENDING)
