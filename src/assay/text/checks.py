"""Signs that a text is not what a metric wants: so far, outputs that somebody has already tokenised."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from assay.text.column import Column


def count_tokenised(column: Sequence[str]) -> int:
    """Count the segments that end in a full stop of its own (" ."), the sign sacreBLEU looks for."""
    if not isinstance(column, Column):
        return sum(text.endswith(" .") for text in column)
    ends = column.offsets[1:][np.diff(column.offsets) >= 2]
    return int(np.count_nonzero((column.data[ends - 1] == ord(".")) & (column.data[ends - 2] == ord(" "))))
