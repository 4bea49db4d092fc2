"""Which program's study a file is, if any; what cannot be read is told, with what to do."""

from __future__ import annotations

import re

from assay.errors import InputError
from assay.io.opening import contents, head, label
from assay.io.options import FileOptions
from assay.io.studies import anthea, pearmut
from assay.io.studies.gathering import Study
from assay.io.texts.lines import UTF8_MARK, decoded
from assay.io.texts.names import split_name

BATCHES = re.compile(r'\s*\[\s*\{\s*"(?:items|task)"\s*:')
PROGRAMS = (pearmut, anthea)


def read_study(files: FileOptions) -> Study | None:
    """Return the texts of a study of another program, from a file that stands alone; nothing for any other."""
    others = (files.reference, files.source, files.docs, files.columns)
    if len(files.systems) != 1 or any(others):
        return None
    path = split_name(files.systems[0])[1]
    start = head(path).removeprefix(UTF8_MARK).decode(errors="replace")
    _refuse_batches(path, start)
    program = next((each for each in PROGRAMS if each.recognises(start)), None)
    return None if program is None else program.read(path, decoded(path, contents(path)))


def _refuse_batches(path: str, start: str) -> None:
    """Refuse batches of Appraise: items there are drawn, doubled and degraded, and no longer a set."""
    if BATCHES.match(start) and '"sourceText"' in start:
        raise InputError(
            f"{label(path)}: batches of Appraise, in which items are drawn, repeated and degraded already; give the "
            "texts that they were made of, as in -s SOURCE -r REFERENCE SYSTEM …, and the layout with --layout appraise"
        )
