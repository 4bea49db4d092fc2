"""A report as one document: what was warned of on the way, and systems by the names that people read."""

from __future__ import annotations

from collections.abc import Sequence

from assay.reporting.blocks import Block, with_cautions
from assay.reporting.render.formats import FOR_PROGRAMS
from assay.reporting.wording import for_people

# Formats of rows alone, which have no place for a sentence.
ROWS_ALONE = ("tsv", "csv")


def composed(
    blocks: Sequence[Block], form: str, cautions: Sequence[str], systems: Sequence[str]
) -> Sequence[Block]:
    """Return blocks as a format is to have them, with cautions where it has room for them.

    Only programs are given the whole names of systems.
    """
    whole = with_cautions(blocks, () if form in ROWS_ALONE else cautions)
    return whole if form in FOR_PROGRAMS else for_people(whole, systems)
