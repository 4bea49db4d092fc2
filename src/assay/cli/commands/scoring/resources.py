"""`assay resources`: word lists, tables and models: what there is, what is in the store, and whether it is whole."""

from __future__ import annotations

from assay.cli.questions import asks

EPILOG = """\
examples:
  assay resources
  assay resources install meteor-en snowball
  assay resources add synonyms-de --from /usr/share/mythes/th_de_DE_v2.dat
  assay resources check
Only install fetches anything: it asks pip for a package by exact version, and takes it only if its checksum is the one
that the catalogue names.
"""

Arguments, run = asks("resources", recorded=False)
