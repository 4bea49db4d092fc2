"""Notes written into translators' files, with every other byte left as it is.

Nothing is parsed and written again: the places of the notes are found, and the notes are inserted there.
"""

from assay.data.flags.notes import Note, flagged
from assay.data.flags.po import flag_po
from assay.data.flags.xliff import flag_xliff

__all__ = ["Note", "flag_po", "flag_xliff", "flagged"]
