"""Readers: the user's files to evaluation sets and outputs, each as columns with one row a segment.

Plain text is streamed (`TextFiles`); tables, mteval SGML, WMT XML and translators' files are read whole.
`open_inputs` decides which it is. Whatever a file holds, a reader returns columns or raises an `AssayError` that
says where, what, what next; what stops nothing but should be known is an `AssayWarning`.
"""

from assay.data.readers.columns import Columns, parse_columns
from assay.data.readers.inputs import open_inputs
from assay.data.readers.languages import parse_languages
from assay.data.readers.sgml import read_sgml
from assay.data.readers.table import read_table
from assay.data.readers.tbx import read_tbx
from assay.data.readers.textfiles import TextFiles
from assay.data.readers.unit_files import read_units
from assay.data.readers.wmt_xml import read_xml

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
