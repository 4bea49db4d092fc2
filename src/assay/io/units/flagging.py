"""Notes written into translators' files, with every other byte left as it is.

Nothing is parsed and written again: the places of the notes are found, and the notes are inserted there.
"""

from assay.io.units.note_places import Note, flagged
from assay.io.units.po_notes import flag_po
from assay.io.units.xliff_notes import flag_xliff

__all__ = ["Note", "flag_po", "flag_xliff", "flagged"]
