"""Scores of segments as judgements: what is left of ratings once nobody knows who gave them.

`SYSTEM<TAB>SCORE` a line as mt-metrics-eval keeps them (`*.mqm.seg.score`, `*.da-sqm.seg.score`), averaged MQM
(`system mqm_avg_score seg_id`), averaged direct assessment (`SYS SID RAW.SCR Z.SCR N`; the raw scores), and one number
a line, the scores of one system. Systems can be ranked by them; of raters and their agreement nothing can be said.
"""

from __future__ import annotations

import os
import re
import warnings

import numpy as np

from assay.data import GENUINE, READING, Codes, Judgements, Remark, Scale, Scores
from assay.errors import AssayWarning, InputError
from assay.io.opening import Named, Source, contents, label
from assay.io.ratings.format import rating_format
from assay.io.ratings.formats.graham import SEGMENT_NEEDED, read_segment_scores
from assay.io.scores.entries import UNKNOWN as ABSENT
from assay.io.scores.entries import number
from assay.io.scores.files import read_mtme
from assay.io.scores.mtme_files import recognises as is_mtme
from assay.io.scores.wmt import read_averaged, recognises_averaged
from assay.io.tables.head import Head, text_head
from assay.io.texts.lines import decoded, text_lines
from assay.io.texts.names import base_name

FORM = "segment-scores"
UNKNOWN = "(unknown)"
ONE_A_LINE = "one score per line"
LOOKED_AT = 20  # lines
NUMBER = re.compile(r"\s*-?\d+(\.\d+)?(e-?\d+)?\s*", re.ASCII | re.IGNORECASE)
MEANS = ("raw", "DA")  # what the averaged raw scores are called in tables and here


def system_of(path: Named) -> str:
    """Return what the only system of a file is called: the file without its ending."""
    name = base_name(path)
    return os.path.splitext(name)[0] or name


def recognises(head: Head) -> bool:
    """Tell by its first line whether a file holds scores of segments."""
    form = _form(head.first)
    if form == ONE_A_LINE:  # other files begin with a number, such as subtitles
        lines = head.start.rstrip("\r\n").split("\n")[:LOOKED_AT]
        return all(NUMBER.fullmatch(line) or line.strip().lower() in ABSENT for line in lines)
    return form != ""


def _form(first: str) -> str:
    head, words = text_head(Source(""), first), first.split()
    tests = {
        "averaged MQM": recognises_averaged(head),
        "averaged direct assessment": (
            {*SEGMENT_NEEDED} <= {*words} or {"SYS", "SEGID", "RAW.SCR"} <= {*words}
        ),
        "SYSTEM<TAB>SCORE a line": "\t" in first and is_mtme(head),
        ONE_A_LINE: bool(NUMBER.fullmatch(first)),
    }
    return next((name for name, fits in tests.items() if fits), "")


def read(path: Named) -> Judgements:
    """Read scores of segments, each as the judgement of a rater who is not known."""
    form = _form(text_lines(decoded(path, contents(path)))[0])
    scores = _read(path, form)
    if scores.values.size == 0:
        raise InputError(
            f"{label(path)}: scores of whole systems, which cannot be tested; give those of segments"
        )
    warnings.warn(
        f"{label(path)}: scores of segments without raters: neither raters nor their agreement can "
        "be assessed, and intervals ignore the variation between raters",
        AssayWarning,
        3,
    )
    return _judgements(path, form, scores)


def _read(path: Named, form: str) -> Scores:
    if form == "averaged MQM":
        return read_averaged(path)[0]
    if form == "averaged direct assessment":
        return read_segment_scores(path)[MEANS[0]]
    if form == ONE_A_LINE:
        file, lines = label(path), text_lines(decoded(path, contents(path)))
        values = [number(f"{file}, line {at}", line) for at, line in enumerate(lines, start=1)]
        names = tuple(str(at) for at in range(1, len(values) + 1))
        return Scores(form, (system_of(path),), names, np.array([values]))
    if form:
        return read_mtme(path)[0]
    raise InputError(
        f"{label(path)}: line 1 is not the score of a segment; write SYSTEM<TAB>SCORE, one line per segment"
    )


def _judgements(path: Named, form: str, scores: Scores) -> Judgements:
    systems, segments = np.nonzero(~np.isnan(scores.values))
    values = scores.values[systems, segments]
    rows = len(values)
    if not rows:
        raise InputError(f"{label(path)}: no segment has a score; check the file")
    scheme = "mqm" if values.max() <= 0 and values.min() < 0 else "da"
    within = scheme == "mqm" or (values.min() >= 0 and values.max() <= 100)
    told = f"{form}; {len(scores.systems)} systems, {len(scores.segments)} segments, {rows:,} scores; taken as {scheme}"
    return Judgements(
        scheme,
        rater=Codes.alike(UNKNOWN, rows),
        system=Codes(scores.systems, systems.astype(np.int32)),
        segment=Codes(scores.segments, segments.astype(np.int32)),
        score=values,
        item=Codes.alike(GENUINE, rows),
        aspect=Codes.alike("", rows),
        document=None if scores.document is None else scores.document.at(segments),
        path=str(path),
        remarks=(Remark(READING, rows, (told,)),),
        given=None if within else Scale(-np.inf, np.inf),  # standardised scores have no ends
    )


FORMAT = rating_format(FORM, "scores of segments without raters", recognises, read, also=("scores",))
