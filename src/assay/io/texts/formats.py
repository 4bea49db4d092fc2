"""The formats of sets of texts: whole sets in one file, and files that are given beside others.

`read` gives a whole set and its outputs; a file of one side (plain text, a table of one system) makes a set only with
others, and is read here as outputs without references.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from assay.data import EvalSet, Outputs, numbered_ids
from assay.io.formats import Format, Sign, offered_formats
from assay.io.opening import Named, contents, label
from assay.io.sides.beside import texts_of
from assay.io.tables.head import Head
from assay.io.tables.names import text_role
from assay.io.texts.columns import Columns
from assay.io.texts.foreign import foreign
from assay.io.texts.names import stem
from assay.io.texts.table import parse_table

Set = tuple[EvalSet, Outputs]


def _is_whole(told: Head) -> bool:
    columns = Columns().resolved(told.header)
    roles = {role for name in told.header for role, _ in columns.roles(name)}
    return {"reference", "system"} <= roles


def _is_wmt(told: Head) -> bool:
    return {"doc_id", "src_text", "refs"} <= {*told.header}


def _is_side(told: Head) -> bool:
    found = _foreign(told)
    return (
        bool(told.header) and any(map(text_role, told.header)) and (found is None or "subtitles" not in found)
    )


def _foreign(told: Head) -> str | None:
    found = foreign(told.source, told.start.encode()) if told.start else None
    return None if found is None else found.name


def _starts(told: Head, *marks: str) -> bool:
    start = told.start[:4096].lower()
    return told.shape == "text" and any(f"<{mark}" in start for mark in marks)


def _is_plain(told: Head) -> bool:
    if told.shape != "text" or not told.start.strip() or _foreign(told) is not None:
        return False
    return not any(form.fits(told) for form in offered_formats() if form.kind == "sets")


def _read_xml(path: Named) -> Set:
    from assay.io.texts.wmt_xml import parse_xml

    return parse_xml(str(path), contents(path))


def _read_sgml(path: Named) -> Set:
    """Read references; sources and outputs are told to be such, for they make no set alone."""
    from assay.io.texts.sgml import read_sgml

    return read_sgml([str(path)], [])


def _read_table(path: Named) -> Set:
    return parse_table(path, contents(path))


def _read_side(path: Named, role: str = "system") -> Set:
    texts = texts_of(str(path), role)
    ids = numbered_ids(len(texts))
    return EvalSet(label(path), ("", ""), None, {}, None, ids), {stem(path): texts}


_set_format = partial(Format[Set], "sets")

# In the order in which they are tried.
FORMATS: dict[str, Format[Any]] = {
    form.name: form
    for form in (
        _set_format(
            "wmt-xml",
            "XML of WMT since 2021: sources, references and outputs",
            lambda told: _starts(told, "dataset"),
            _read_xml,
            sign=Sign(r"[^<]*<"),
        ),
        _set_format(
            "mteval",
            "mteval SGML of NIST and WMT until 2020: one file a side",
            lambda told: _starts(told, "srcset", "refset", "tstset"),
            _read_sgml,
            sign=Sign(r"[^<]*<"),
        ),
        _set_format(
            "table",
            "a table of a whole set: reference, system, source, document",
            _is_whole,
            _read_table,
            general=True,
        ),
        _set_format(
            "wmt-jsonl",
            "sources and references of WMT25 and WMT26: JSONL with doc_id, src_text, refs",
            _is_wmt,
            partial(_read_side, role="reference"),
            sign=Sign(columns=("doc_id", "src_text", "refs")),
        ),
        _set_format(
            "texts",
            "a table of one side: a text, and an id where there is one; also of WMT25 and WMT26",
            _is_side,
            _read_side,
            general=True,
        ),
        _set_format(
            "subtitles",
            "SRT and WebVTT: a cue is a segment",
            lambda told: "subtitles in" in (_foreign(told) or ""),
            _read_side,
            sign=Sign(r"\ufeff*\s*(?:WEBVTT|\d)"),
        ),
        _set_format("plain-text", "plain text: one segment a line", _is_plain, _read_side, general=True),
    )
}
