"""Files with judgements of several language pairs: which rows are of which, and the rows of one of them.

Where all rows are of one pair, it is the `languages` of the judgements. Where they are not, the columns of the file are
kept as they are, and WMT 2025 begins the name of a segment with the pair.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from assay.data import Judgements, Preferences, Remark
from assay.errors import InputError, OptionError
from assay.io.opening import label, shown
from assay.io.ratings.spans import json_value
from assay.io.ratings.wmt25 import pair_of

# How the formats name the columns of the two languages, or the one of both.
COLUMNS = (
    ("source_language", "target_language"),
    ("srclang", "trglang"),
    ("Input.src", "Input.trg"),
    ("langs",),
)
EVERY = "all"

Rows = Judgements | Preferences


def pairs_of(found: Rows) -> list[str]:
    """Return the language pair of every row; none where the file does not say, or says the same of all."""
    for names in COLUMNS:
        if all(name in found.extra for name in names):
            columns = [list(map(_plain, found.extra[name])) for name in names]
            return ["-".join(cells) for cells in zip(*columns, strict=True)]
    if found.languages == ("", "") and found.segment.names and all(map(pair_of, found.segment.names)):
        return list(map(pair_of, found.segment.column()))
    return []


def _plain(cell: str) -> str:
    """Return what a cell says; columns of JSONL are kept as JSON."""
    value = json_value(cell) if cell.startswith('"') else cell
    return value if isinstance(value, str) else cell


def of_pair(found: Rows, pair: str | None) -> Rows:
    """Return the rows of one pair and count the others; several pairs of which none is named are refused."""
    rows = pairs_of(found)
    counts = Counter(rows)
    if pair is None and len(counts) > 1:
        raise InputError(
            f"{_named(found)}: {_listed(counts)}; choose one with --pair, or take {EVERY} together"
        )
    if pair is None or pair == EVERY:
        return found
    if not rows:
        return _known(found, pair)
    if pair not in counts:
        raise OptionError(f'{_named(found)}: no judgement of the pair "{shown(pair)}"; {_listed(counts)}')
    kept: Rows = found.where(np.array([row == pair for row in rows]))
    others = len(rows) - counts[pair]
    if not others:
        return kept
    return replace(
        kept, remarks=(*kept.remarks, Remark("judgements of other language pairs, left out", others, ()))
    )


def _known(found: Rows, pair: str) -> Rows:
    """Return the judgements of a file that is of one pair only, where that is the pair."""
    if "-".join(found.languages) != pair:
        there = "-".join(found.languages) if any(found.languages) else "none"
        raise OptionError(f'{_named(found)}: no judgement of the pair "{shown(pair)}"; it names {there}')
    return found


def _named(found: Rows) -> str:
    return label(found.path) or "judgements"


def _listed(counts: Counter[str]) -> str:
    listed: Sequence[str] = [f"{shown(name)} ({count})" for name, count in sorted(counts.items())]
    return f"judgements of {len(listed)} language pairs: {', '.join(listed)}"
