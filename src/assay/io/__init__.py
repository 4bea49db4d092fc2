"""Readers: the user's files to evaluation sets and outputs, each as columns with one row a segment.

Plain text is streamed (`TextFiles`); tables, mteval SGML, WMT XML and translators' files are read whole.
`open_inputs` decides which it is. Whatever a file holds, a reader returns columns or raises an `AssayError` that
says where, what, what next; what stops nothing but should be known is an `AssayWarning`. A reader is imported when
it is first asked for.
"""

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.io.texts.columns import Columns, parse_columns
    from assay.io.texts.inputs import open_inputs
    from assay.io.texts.sgml import read_sgml
    from assay.io.texts.table import read_table
    from assay.io.texts.textfiles import TextFiles
    from assay.io.texts.wmt_xml import read_xml
    from assay.io.units.languages import parse_languages
    from assay.io.units.tbx import read_tbx
    from assay.io.units.unit_files import read_units

__all__ = [
    "Columns",
    "TextFiles",
    "open_inputs",
    "parse_columns",
    "parse_languages",
    "read_sgml",
    "read_table",
    "read_tbx",
    "read_units",
    "read_xml",
]

_HOMES = {
    "Columns": "columns",
    "TextFiles": "textfiles",
    "open_inputs": "inputs",
    "parse_columns": "columns",
    "parse_languages": "languages",
    "read_sgml": "sgml",
    "read_table": "table",
    "read_tbx": "tbx",
    "read_units": "unit_files",
    "read_xml": "wmt_xml",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    return globals()[name]
