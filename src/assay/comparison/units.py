"""What is drawn as one: a segment, a document, or a block of consecutive segments.

Segments of one document are not independent; drawn one by one they make a set look larger than it is. The
rows of a unit are added up before anything is drawn, so every test and interval follows.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from assay.data import Codes
from assay.errors import InputError, OptionError
from assay.metrics import Evaluation

MOST_DIGITS = 15  # of the size of a block: no set has more segments


def by_unit(evaluation: Evaluation, unit: str) -> Evaluation:
    """Return the same evaluation with a row a unit: "segment", "document" or "block:K".

    What is left over at the end joins the last block.
    """
    if unit == "segment":
        return evaluation
    codes = _documents(evaluation) if unit == "document" else _blocks(evaluation, unit)
    stats = {key: stats.collapse(codes) for key, stats in evaluation.stats.items()}
    return replace(evaluation, stats=stats, document=None)


def _documents(evaluation: Evaluation) -> Codes:
    if evaluation.document is None:
        raise InputError(
            "unit=document needs to know the document of each segment; give the documents, or use block:K"
        )
    present, index = np.unique(evaluation.document.index, return_inverse=True)
    names = tuple(evaluation.document.names[place] for place in present)
    return Codes(names, index.astype(np.int32))


def _blocks(evaluation: Evaluation, unit: str) -> Codes:
    kind, _, text = unit.partition(":")
    whole = text.isdecimal() and len(text) <= MOST_DIGITS and int(text)
    if kind != "block" or not whole:
        raise OptionError(
            f"unit={unit[:40]!r} is not recognised; choose auto, segment, document, or block:K such as block:20"
        )
    size, segments = int(text), count_units(evaluation)
    blocks = max(1, segments // size)
    index = np.minimum(np.arange(segments) // size, blocks - 1).astype(np.int32)
    return Codes(tuple(f"block {number}" for number in range(1, blocks + 1)), index)


def count_units(evaluation: Evaluation) -> int:
    """Return the number of units, which is the number of rows of every system under every metric."""
    return len(next(iter(evaluation.stats.values())).rows)


def check_units(evaluation: Evaluation, *, least: int = 2) -> int:
    """Return the number of units, and refuse fewer than can be resampled."""
    number = count_units(evaluation)
    if number < least:
        raise InputError(
            f"there is only {number} unit (segment, document or block) to "
            f"resample; an interval or a test needs at least {least}"
        )
    return number
