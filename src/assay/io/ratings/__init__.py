"""Readers and writers of judgement files, a module a format; `read_judgements` tells which it is.

Each of them keeps all that its file says: reading and writing gives the file back.
"""

from assay.io.ratings.checks import check_systems, checked
from assay.io.ratings.formats import FORMATS, Format, read_judgements, write_judgements

__all__ = ["FORMATS", "Format", "check_systems", "checked", "read_judgements", "write_judgements"]
