"""Small workbooks of LibreOffice (OpenDocument 1.2), written part by part: what is read here was not written by us."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from xml.sax.saxutils import escape

OFFICE = "urn:oasis:names:tc:opendocument:xmlns"
SPACES = " ".join(f'xmlns:{name}="{OFFICE}:{name}:1.0"' for name in ("office", "table", "text"))
TYPE = "application/vnd.oasis.opendocument.spreadsheet"
MANIFEST = (
    f'<?xml version="1.0"?><manifest:manifest xmlns:manifest="{OFFICE}:manifest:1.0">'
    f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{TYPE}"/></manifest:manifest>'
)
# What LibreOffice writes behind a table with styles: all the rows that a sheet has, and nothing in them.
REST = (
    '<table:table-row table:number-rows-repeated="1048000">'
    '<table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
)


def cell(value: object) -> str:
    """Return a cell as the program writes it."""
    if isinstance(value, str):
        return f'<table:table-cell office:value-type="string"><text:p>{escape(value)}</text:p></table:table-cell>'
    return f'<table:table-cell office:value-type="float" office:value="{value}"><text:p/></table:table-cell>'


def open_document(rows: Sequence[Sequence[object]], rest: str = REST) -> bytes:
    """Return a workbook with one sheet."""
    body = "".join(f"<table:table-row>{''.join(map(cell, row))}</table:table-row>" for row in rows)
    content = (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-content {SPACES} office:version="1.2"><office:body>'
        f'<office:spreadsheet><table:table table:name="Sheet1">{body}{rest}</table:table></office:spreadsheet>'
        "</office:body></office:document-content>"
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as parts:
        parts.writestr("mimetype", TYPE)
        parts.writestr("content.xml", content)
        parts.writestr("META-INF/manifest.xml", MANIFEST)
    return out.getvalue()
