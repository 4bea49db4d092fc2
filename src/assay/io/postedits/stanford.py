"""The study of Green, Heer and Manning (2013): `trans_frame.LANGUAGE.csv`, and the texts that lie beside it.

`ui_id` 1 is a translation without help, 2 post-editing. Times are milliseconds; pauses are those of 300 ms or more, and
of a second or more (`1s`), as the frame counts them among all events. Where `source.en.txt`, its `meta` file,
`translations/USER.tgt.txt` and `google-translate/DOCUMENT.de` lie beside the frame, texts and documents are read.
"""

from __future__ import annotations

import glob
import os
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from assay.data import Array, Codes, PostEdits
from assay.data.postedits import SCRATCH
from assay.errors import InputError
from assay.io.opening import label
from assay.io.postedits.tables import MILLI, TableForm, read_effort_table
from assay.io.tables.reading import Given
from assay.io.texts.textfiles import read_lines, read_texts

FORM = TableForm(
    needed=("src_id", "ui_id", "user_id", "event_keyboard_cnt", "pause_cnt"),
    text={"editor": "user_id", "segment": "src_id", "task": "ui_id"},
    figures={
        "time": ("seconds", MILLI),
        "tgt_len": ("final_words", 1.0),
        "event_keyboard_cnt": ("key_total", 1.0),
        "event_mouse_cnt": ("mouse", 1.0),
        "pause_cnt": ("given pause_cnt", 1.0),
        "pause_cnt1s": ("given pause_cnt1s", 1.0),
        "pause_ratio": ("given pause_ratio", 1.0),
        "pause_ratio1s": ("given pause_ratio1s", 1.0),
        "edit_distance": ("given edit_distance", 1.0),
        "rank": ("given rank", 1.0),
    },
    scratch=("1",),
)
SYSTEM = "google-translate"


def read_stanford(given: Given) -> PostEdits:
    """Read the frame, and texts where they lie beside it."""
    frame = read_effort_table(given, FORM, "stanford")
    names = [SCRATCH if bare else SYSTEM for bare in frame.scratch]
    others = {name: column for name, column in frame.given.items() if not name.startswith("pause")}
    frame = replace(frame, system=Codes.of(names), pauses=_pauses(frame), given=others)
    return _with_texts(frame, os.path.dirname(frame.path)) if os.path.isfile(frame.path) else frame


def _pauses(frame: PostEdits) -> dict[int, tuple[Array, Array]]:
    """Return pauses as counts and seconds; the frame has their share of the time."""
    seconds = frame.seconds if frame.seconds is not None else np.full(len(frame), np.nan)
    return {
        threshold: (frame.given[f"pause_cnt{name}"], frame.given[f"pause_ratio{name}"] * seconds)
        for threshold, name in ((300, ""), (1000, "1s"))
        if f"pause_cnt{name}" in frame.given and f"pause_ratio{name}" in frame.given
    }


def _with_texts(frame: PostEdits, folder: str) -> PostEdits:
    """Add the texts of the study; without the file of sources there are none."""
    sources = os.path.join(folder, "source.en.txt")
    if not os.path.isfile(sources):
        return frame
    source = read_texts(sources)
    places = [_place(frame, row, len(source)) for row in range(len(frame))]
    documents = _documents(os.path.join(folder, "source.en.meta.txt"), len(source))
    mt = _suggestions(folder, documents)
    finals = {name: _translation(folder, name, len(source)) for name in frame.editor.names}
    editors = frame.editor.column()
    return replace(
        frame,
        source=[source[place] for place in places],
        document=Codes.of([documents[place] for place in places]) if documents else None,
        mt=[
            None if bare or mt is None else mt[place]
            for bare, place in zip(frame.scratch, places, strict=True)
        ],
        final=[finals[name][place] for name, place in zip(editors, places, strict=True)],
    )


def _place(frame: PostEdits, row: int, sources: int) -> int:
    name = frame.segment.names[frame.segment.index[row]]
    if not (name.isascii() and name.isdigit() and len(name) < 10) or int(name) >= sources:
        raise InputError(
            f"{label(frame.path)}: the source {name} is not among the {sources} of source.en.txt beside it; "
            "give the frame of the same study"
        )
    return int(name)


def _documents(path: str, sources: int) -> list[str]:
    names = [line.partition("\t")[0] for line in read_lines(path)] if os.path.isfile(path) else []
    return names if len(names) == sources else []


def _suggestions(folder: str, documents: Sequence[str]) -> list[str] | None:
    """Return the suggestion for every source, document by document."""
    lines: list[str] = []
    for document in dict.fromkeys(documents):
        paths = glob.glob(
            os.path.join(glob.escape(os.path.join(folder, SYSTEM)), f"{glob.escape(document)}.*")
        )
        if len(paths) != 1:
            return None
        lines += read_texts(paths[0])
    return lines if documents and len(lines) == len(documents) else None


def _translation(folder: str, editor: str, sources: int) -> list[str | None]:
    path = os.path.join(folder, "translations", f"{editor}.tgt.txt")
    lines: list[str | None] = [*read_texts(path)] if os.path.isfile(path) else []
    return lines if len(lines) == sources else [None] * sources
