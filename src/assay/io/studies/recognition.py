"""Which program's study a file is, if any; what cannot be read is told, with what to do."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from assay.errors import InputError
from assay.io.formats import JSON_SIGN, Format, recognise
from assay.io.opening import Source, is_file, label
from assay.io.options import FileOptions
from assay.io.studies import anthea, pearmut
from assay.io.studies.study_texts import Study
from assay.io.tables.head import Head, look_at
from assay.io.texts.names import split_name

BATCHES = re.compile(r'\s*\[\s*\{\s*"(?:items|task)"\s*:')
_study_format = partial(Format[Study], "studies")
FORMATS: dict[str, Format[Any]] = {
    "pearmut": _study_format(
        "pearmut",
        "a campaign of Pearmut, JSON, without answers",
        pearmut.recognises,
        pearmut.read,
        sign=JSON_SIGN,
    ),
    "anthea": _study_format(
        "anthea", "a project of Anthea: JSON, then TSV", anthea.recognises, anthea.read, sign=JSON_SIGN
    ),
}


def read_study(files: FileOptions) -> Study | None:
    """Return the texts of a study of another program, from a file that stands alone; nothing for any other."""
    others = (files.reference, files.source, files.docs, files.columns)
    if len(files.systems) != 1 or any(others):
        return None
    source = Source.of(split_name(files.systems[0])[1])
    if not is_file(source):
        return None
    head = look_at(source)
    _refuse_batches(head)
    told = recognise("studies", head)
    if told is None:
        return None
    study: Study = told.read(source)
    return study


def _refuse_batches(head: Head) -> None:
    """Refuse batches of Appraise: items there are drawn, doubled and degraded, and no longer a set."""
    if BATCHES.match(head.start) and '"sourceText"' in head.start:
        raise InputError(
            f"{label(head.source)}: batches of Appraise, in which items are drawn, repeated and degraded already; "
            "give the texts that they were made of, as in -s SOURCE -r REFERENCE SYSTEM …, and the layout with "
            "--layout appraise"
        )
