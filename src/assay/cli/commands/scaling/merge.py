"""`assay merge`: parts of all shards to one table, with the digits of `assay score`."""

from __future__ import annotations

from assay.cli.questions import asks

EPILOG = """\
examples:
  assay merge parts
  assay merge parts --expect shards.txt --format json
  assay merge parts --into merged          one part per system, which can stand in for all
"assay compare parts", "assay gate parts --baseline NAME" and "assay report parts" read parts, too.
"""

Arguments, run = asks("merge", recorded=False)
