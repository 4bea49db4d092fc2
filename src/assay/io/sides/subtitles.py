"""Subtitles in SRT and WebVTT as rows: a cue is a segment, called by the time at which it begins.

Lines of a cue are joined by a blank; marks in them, such as <i>, are text.
"""

from __future__ import annotations

import re

from assay.errors import InputError
from assay.io.opening import Source, contents, label
from assay.io.texts.lines import decoded

TIMES = re.compile(r"[ \t]*((?:\d+:)?\d?\d:\d\d[,.]\d{1,3})[ \t]*-->[ \t]*(?:\d+:)?\d?\d:\d\d[,.]\d{1,3}.*")


def read_cues(source: Source) -> list[dict[str, str]]:
    """Return the cues of a file, each with the time at which it begins and its text."""
    text = decoded(source, contents(source)).replace("\r\n", "\n")
    cues = []
    for block in re.split(r"\n[ \t]*\n", text):
        lines = block.strip("\n").split("\n")
        at = next((place for place, line in enumerate(lines[:2]) if TIMES.fullmatch(line)), None)
        match = None if at is None else TIMES.fullmatch(lines[at])
        if at is not None and match is not None:
            words = " ".join(line.strip() for line in lines[at + 1 :])
            cues.append({"id": match[1].replace(",", "."), "text": words})
    if not cues:
        raise InputError(f"{label(source)}: subtitles without a cue; check that the file is whole")
    return cues
