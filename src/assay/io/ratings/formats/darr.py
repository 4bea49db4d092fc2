"""daRR lists: pairs of outputs of a segment, the better one first, as the WMT metrics tasks published them.

`SID BETTER WORSE` and, in the published files, one column a metric with 1 where it agrees and 0 where it does not.
Cells are separated by blanks or tabs. A list has no ties and no raters.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from assay.data import Codes, Preferences
from assay.data.judgements import Layout
from assay.errors import AssayWarning, InputError, counted
from assay.io.formats import Sign
from assay.io.layout import Remarks, laid_out, layout_of
from assay.io.opening import Named, contents, label, shown
from assay.io.ratings.format import rating_format
from assay.io.tables.head import Head
from assay.io.texts.lines import decoded, text_lines

FORM = "darr"
NAMES = ("SID", "BETTER", "WORSE")
RANKS = ("system1rank", "system2rank")  # of files of pairs: BETTER and WORSE say it
NOBODY = ("", "daRR")  # raters of lists that have none


def recognises(head: Head) -> bool:
    """Tell from the first line of a file whether it is a daRR list."""
    return set(NAMES) <= set(head.first.split())


def read(path: Named) -> Preferences:
    """Read a daRR list; further columns are kept as they are."""
    text = decoded(path, contents(path))
    head, *rows = [line.split() for line in text_lines(text)]
    if not set(NAMES) <= set(head) or len(set(head)) < len(head):
        raise InputError(
            f"{label(path)}, line 1: the header of a daRR list is SID BETTER WORSE and names that come once, "
            f'not "{shown(" ".join(head)[:60])}"'
        )
    for number, cells in enumerate(rows, start=2):
        if len(cells) != len(head):
            raise InputError(
                f"{label(path)}, line {number}: {counted(len(cells), 'cell')}, the header has {len(head)}; "
                "look for a missing cell or a space in a name"
            )
    columns = dict(zip(head, zip(*rows, strict=True) if rows else [()] * len(head), strict=True))
    return _preferences(path, columns, layout_of(text, head, FORM))


def _preferences(path: Named, columns: Mapping[str, Sequence[str]], layout: Layout) -> Preferences:
    numbers: dict[str, int] = {}
    better = Codes.of(columns["BETTER"], numbers)
    worse = Codes.of(columns["WORSE"], numbers)
    rows = len(better)
    return Preferences(
        systems=tuple(numbers),
        first=better.index,
        second=worse.index,
        outcome=np.ones(rows, dtype=np.int8),
        rater=Codes.alike("", rows),
        segment=Codes.of(columns["SID"]),
        extra={name: list(column) for name, column in columns.items() if name not in NAMES},
        path=str(path),
        remarks=_remarked(path, list(zip(*(columns[name] for name in NAMES), strict=True))).taken(),
        layout=layout,
        as_shown=False,
    )


def _remarked(path: Named, pairs: list[tuple[str, ...]]) -> Remarks:
    remarks, file = Remarks(), label(path)
    seen: dict[tuple[str, ...], int] = {}
    for line, (segment, better, worse) in enumerate(pairs, start=2):
        where = f"{file}, line {line}"
        if better == worse:
            raise InputError(f'{where}: "{shown(better)}" is better than itself; name two systems')
        if (segment, better, worse) in seen:
            remarks.add("duplicate", f"{where}: repeats the pair of line {seen[segment, better, worse]}")
        if (segment, worse, better) in seen:
            remarks.add("contradiction", f"{where}: line {seen[segment, worse, better]} says the opposite")
        seen.setdefault((segment, better, worse), line)
    return remarks


def lost(preferences: Preferences) -> list[str]:
    """Name what a daRR list would lose of these pairs."""
    ties = int((preferences.outcome == 0).sum())
    losses = [f"{ties} of {len(preferences)} pairs that are ties"] if ties else []
    losses += ["the raters"] if set(preferences.rater.names) - {*NOBODY} else []
    losses += ["the screens"] if preferences.screen is not None else []
    return losses + (["the languages"] if preferences.languages != ("", "") else [])


def reduced(preferences: Preferences) -> Preferences:
    """Leave out what a daRR list cannot hold, with a warning that names it."""
    missing = lost(preferences)
    if not missing:
        return preferences
    warnings.warn(f"left out for the format {FORM}: {', '.join(missing)}", AssayWarning, 2)
    decided = preferences.where(preferences.outcome != 0)
    return replace(decided, rater=Codes.alike("", len(decided)), screen=None, languages=("", ""))


def write(preferences: Preferences) -> bytes:
    """Write a daRR list; ties, raters and screens have no place in it and are an error."""
    missing = lost(preferences)
    if missing:
        raise InputError(f"a daRR list cannot hold {', '.join(missing)}; leave it out, or write pairs")
    won = preferences.outcome > 0
    better = np.where(won, preferences.first, preferences.second).tolist()
    worse = np.where(won, preferences.second, preferences.first).tolist()
    systems = preferences.systems
    columns = [preferences.segment.column(), [systems[n] for n in better], [systems[n] for n in worse]]
    extra = {name: column for name, column in preferences.extra.items() if name not in RANKS}
    named = dict(zip(NAMES, columns, strict=True)) | extra
    layout = preferences.layout
    header = layout.columns if layout and set(layout.columns) == set(named) else tuple(named)
    rows = zip(*(named[name] for name in header), strict=True)
    return laid_out((" ".join(map(_word, row)) for row in [header, *rows]), layout).encode()


def _word(cell: str) -> str:
    if not cell or cell.split() != [cell]:
        raise InputError(f'"{shown(cell)}": a cell of a daRR list is one word without spaces; rename it')
    return cell


FORMAT = rating_format(
    FORM,
    "daRR list: SID BETTER WORSE",
    recognises,
    read,
    write,
    pairs=True,
    reduced=reduced,
    sign=Sign(r"[^\n]*BETTER"),
)
