"""What a file of texts is, before anybody has said so: its form, how many segments it has, and which texts are in it.

For people who drop files on a page: `open_set` is told what each file is there for, a sketch helps to say it. The
columns of a table are guessed by their names, as the message for a table without the standard names does.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from assay.data import EvalSet, Outputs
from assay.io.opening import contents, head
from assay.io.texts.columns import ROLES, Columns, likely_role
from assay.io.texts.inputs import HEAD, kind
from assay.io.texts.lines import marked_text, text_lines
from assay.io.texts.names import extension
from assay.io.texts.table import table_cells
from assay.io.units.unit_files import read_units

SAMPLE = 400  # texts by which a language can be told
SGML_KINDS = {"srcset": "source", "refset": "reference", "tstset": "system"}
SGML_KIND = re.compile("<(srcset|refset|tstset)[\\s>]", re.IGNORECASE)
SEGMENT = re.compile("<seg[\\s>]", re.IGNORECASE)


@dataclass(frozen=True)
class SketchPart:
    """One text of a file: a column of a table, a side of a translator's file, or all of a plain file."""

    name: str
    role: str  # one of ROLES, or "" where the file does not say
    texts: tuple[str, ...]  # the first of them
    language: str = ""  # as the file says


@dataclass(frozen=True)
class FileSketch:
    """A file as it is before its part in a set is known."""

    form: str  # "text", "table", "units", "xml" or "sgml"
    segments: int
    parts: tuple[SketchPart, ...]

    @property
    def whole_set(self) -> bool:
        """Whether the file alone may be an evaluation set, with references and outputs."""
        return self.form in ("table", "xml")


class _EveryColumn(Columns):
    """The columns of a table of which nothing is known yet: each is read."""

    def roles(self, column: str) -> list[tuple[str, str]]:
        return [("system", column)]


def sketch_file(path: str) -> FileSketch:
    """Look into a file of texts; what cannot be read is the error that other readers give."""
    form = kind(path, head(path)[:HEAD])
    if form == "units":
        return _units(path)
    if form == "xml":
        from assay.io.texts.wmt_xml import parse_xml

        return _set(*parse_xml(path, contents(path)))
    if form == "sgml":
        return _sgml(path)
    return _table(path) if form == "table" else _text(path)


def _text(path: str) -> FileSketch:
    lines = text_lines(marked_text(path, contents(path)))
    return FileSketch("text", len(lines), (SketchPart("", "", tuple(lines[:SAMPLE])),))


def _table(path: str) -> FileSketch:
    cells = table_cells(path, contents(path), _EveryColumn(needed=()), None)
    names = [name for _, name in cells.columns]
    roles = dict(zip(names, _roles(names), strict=True))
    parts = [
        SketchPart(name, roles[name], tuple(text or "" for text in column[:SAMPLE]))
        for (_, name), column in cells.columns.items()
    ]
    return FileSketch("table", len(cells.lines), tuple(parts))


def _roles(names: Sequence[str]) -> list[str]:
    """Guess what columns are there for; source and document are one column each."""
    roles = [likely_role(name) for name in names]
    for single in ("source", "document"):
        places = [place for place, role in enumerate(roles) if role == single]
        exact = [place for place in places if names[place] == single]
        for place in places:
            roles[place] = single if place == (exact or places)[0] else ""
    return roles


def _units(path: str) -> FileSketch:
    read = read_units(path)
    first = read.units[:SAMPLE]
    source, target = read.languages
    return FileSketch(
        "units",
        len(read.units),
        (
            SketchPart("source", "source", tuple(unit.source for unit in first), source),
            SketchPart("target", "", tuple(unit.target or "" for unit in first), target),
        ),
    )


def _set(evalset: EvalSet, outputs: Outputs) -> FileSketch:
    source, target = evalset.languages
    parts = [SketchPart("source", "source", tuple((evalset.source or ())[:SAMPLE]), source)]
    parts += [
        SketchPart(name, "reference", tuple(text or "" for text in column[:SAMPLE]), target)
        for name, column in evalset.references.items()
    ]
    parts += [SketchPart(name, "system", tuple(column[:SAMPLE]), target) for name, column in outputs.items()]
    return FileSketch("xml", len(evalset), tuple(part for part in parts if part.texts))


def _sgml(path: str) -> FileSketch:
    text = marked_text(path, contents(path))
    root = SGML_KIND.search(text)
    role = SGML_KINDS[root[1].lower()] if root else ""
    return FileSketch("sgml", len(SEGMENT.findall(text)), (SketchPart("", role, ()),))


def form_name(path: str, form: str) -> str:
    """Return what people call a file of this form, such as "XLSX" or "plain text"."""
    if form == "text":
        return "plain text"
    names = {"sgml": "mteval SGML", "xml": "WMT XML"}
    return names.get(form) or extension(path).removeprefix(".").upper() or form


__all__ = ["ROLES", "FileSketch", "SketchPart", "form_name", "sketch_file"]
