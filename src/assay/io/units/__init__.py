"""Translators' files: XLIFF, TMX, PO, TBX, and notes written into them."""
