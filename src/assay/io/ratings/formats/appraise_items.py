"""What Appraise's items are of: which segment of which document, and which of them only fill up a task.

Item numbers count the rows of a user's batch, not segments, once documents are shown whole. Campaigns that do so name
documents `DOC#SYSTEM`, and there a segment is called `DOC#k`: the k-th of the document as it was shown, that is of
one run of item numbers. A batch has a fixed size, so the last document of one may go on in the next: a run that is
shorter than others of its document is a part. Batches are cut from one list and given out in the order of the
accounts (ErrorSpanAnnotation, `mqm_human_wmt.py`), so parts that together are the whole document stand in that order.
On the published WMT23 ESA campaign all 16 documents that were cut are such, and of the 38 spans marked in them one
lies outside its output, in a document of which lines were left out. Parts that are not the whole document together
cannot be placed, and are called `DOC#SYSTEM@RATER#ITEM`: they match no others.

Tutorials (`…-tutorial…`), documents shown again to fill a batch (`#duplicate1`, `#dup`) and parts of documents for
the same purpose (`#incomplete`) are filler. The campaigns' own scripts leave all of it out of scores
(ErrorSpanAnnotation, `annotations.py`; wmt24-news-systems, `humeval/tools.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

import numpy as np

from assay.data import FILLER, GENUINE, Codes, Judgements
from assay.io.opening import shown
from assay.io.ratings.checks import remark

DOCUMENT_ID = "document_id"  # what `extra` calls documents as they were written
ITEM_NUMBER = "item_number"
MARKS = re.compile(r"(#(bad|dup(licate)?|incomplete)\d*)+$")
FILLING = re.compile(r"#(dup(licate)?|incomplete)\d*$")
AGAIN = re.compile(r"#dup(licate)?\d*$")
FILLED = "#duplicate1"
TUTORIAL = "tutorial"
NUMBER = re.compile("[0-9]{1,9}")
IN_ORDER = "part of a document, placed by the order of the accounts"
APART = "part of a document that stands alone"


def document_name(name: str) -> str:
    """Return a document's name without the system and the marks behind it."""
    return name.partition("#")[0]


def unmarked(name: str) -> str:
    """Return a document's name without what says that it is degraded or filler."""
    return MARKS.sub("", name)


def with_items(judgements: Judgements) -> Judgements:
    """Tell filler from genuine items, and name segments by document and place where item numbers do not."""
    return _with_segments(_with_filler(judgements))


def unheld_items(judgements: Judgements) -> str:
    """Return in words what would be read otherwise than it is written: documents and tutorials go by names."""
    documents = judgements.document.names if judgements.document is not None else ()
    marked = next((name for name in documents if document_name(name) != name), None)
    if marked is not None:
        return f'the document "{shown(marked)}", since a system is named behind #'
    back = _with_filler(judgements)
    taught = np.flatnonzero(back.item.among([FILLER]) & judgements.item.among([GENUINE]))
    if len(taught):
        row = int(taught[0])
        return f'genuine judgements of "{shown(judgements.system.column()[row])}", since tutorials are told by name'
    return ""


def with_marked_filler(judgements: Judgements) -> Judgements:
    """Mark the documents of filler that nothing tells as such, so that it is read as filler again."""
    filler = judgements.item.among([FILLER])
    named = _with_filler(replace(judgements, item=Codes.alike(GENUINE, len(judgements)))).item.among([FILLER])
    if not (filler & ~named).any():
        return judgements
    documents = judgements.document.column() if judgements.document is not None else [""] * len(judgements)
    rows = zip(documents, (filler & ~named).tolist(), strict=True)
    return replace(judgements, document=Codes.of([name + FILLED * bare for name, bare in rows]))


def _with_filler(judgements: Judgements) -> Judgements:
    documents = judgements.extra.get(DOCUMENT_ID) or (
        judgements.document.column() if judgements.document else [""] * len(judgements)
    )
    filling = np.array([bool(FILLING.search(name)) or TUTORIAL in name.lower() for name in documents], bool)
    filling |= judgements.system.among(name for name in judgements.system.names if TUTORIAL in name.lower())
    filling &= judgements.item.among([GENUINE])
    if not filling.any():
        return judgements
    items = zip(judgements.item.column(), filling.tolist(), strict=True)
    return replace(judgements, item=Codes.of([FILLER if is_filler else item for item, is_filler in items]))


@dataclass(frozen=True)
class _Run:
    """Items that a rater saw one after the other of one document: where their numbers begin, and how many."""

    rater: str
    document: str  # as it was written
    first: int
    size: int

    def is_copy_of(self, run: _Run) -> bool:
        """Tell whether this is the other run degraded, or shown again from its beginning."""
        same = (self.rater, unmarked(self.document)) == (run.rater, run.document)
        return same and (
            self.size == run.size or (self.size < run.size and bool(AGAIN.search(self.document)))
        )


def _with_segments(judgements: Judgements) -> Judgements:
    """Name segments by their places in documents, where documents are shown whole."""
    documents, numbers = judgements.extra.get(DOCUMENT_ID, []), judgements.segment.column()
    shown_whole = any("#" in unmarked(name) for name in documents)
    if not shown_whole or not all(NUMBER.fullmatch(number) for number in numbers):
        return judgements
    items = [int(number) for number in numbers]
    runs = dict(_runs(judgements.rater.column(), documents, items))
    longest = _longest(runs)
    starts = _starts(list(runs), longest)
    names, cut, placed = [""] * len(items), np.zeros(len(items), bool), np.zeros(len(items), bool)
    for run, rows in runs.items():
        original, start = starts[run]
        cut[rows], placed[rows] = run.size < longest[document_name(run.document)], start is not None
        for row in rows:
            names[row] = _segment(original, start, items[row] - run.first)
    named = replace(judgements, segment=Codes.of(names), extra={**judgements.extra, ITEM_NUMBER: numbers})
    for kind, parts in ((IN_ORDER, cut & placed), (APART, cut & ~placed)):
        named = remark(named, kind, np.flatnonzero(parts), lambda row: f"segment {shown(names[row])}")
    return named


def _segment(run: _Run, start: int | None, place: int) -> str:
    if start is None:
        return f"{run.document}@{run.rater}#{run.first + place}"
    return f"{document_name(run.document)}#{start + place + 1}"


def _runs(
    raters: Sequence[str], documents: Sequence[str], items: Sequence[int]
) -> Iterator[tuple[_Run, list[int]]]:
    """Yield the runs of item numbers that a rater saw of a document, each with its rows."""
    keys = [(raters[row], documents[row], items[row]) for row in range(len(items))]
    rows = sorted(range(len(keys)), key=keys.__getitem__)
    for (rater, document), group in groupby(rows, key=lambda row: keys[row][:2]):
        of_document = list(group)
        breaks = [
            at for at, (row, after) in enumerate(pairwise(of_document), 1) if items[after] > items[row] + 1
        ]
        for start, end in pairwise([0, *breaks, len(of_document)]):
            run = of_document[start:end]
            yield _Run(rater, document, items[run[0]], items[run[-1]] - items[run[0]] + 1), run


def _longest(runs: Iterable[_Run]) -> dict[str, int]:
    longest: dict[str, int] = {}
    for run in runs:
        document = document_name(run.document)
        longest[document] = max(run.size, longest.get(document, 0))
    return longest


def _starts(runs: Sequence[_Run], longest: Mapping[str, int]) -> dict[_Run, tuple[_Run, int | None]]:
    """Return for each run the one that it shows, and how many segments of its document come before; None: unknown."""
    starts: dict[_Run, tuple[_Run, int | None]] = {}
    originals = sorted(
        (run for run in runs if unmarked(run.document) == run.document), key=lambda run: run.document
    )
    for document, group in groupby(originals, key=lambda run: run.document):
        whole = longest[document_name(document)]
        parts = []
        for run in group:
            starts[run] = run, 0 if run.size == whole else None
            parts += [run] if run.size < whole else []
        # A name that is longer comes later, so that r10 follows r9.
        parts.sort(key=lambda run: (len(run.rater), run.rater))
        if len({run.rater for run in parts}) == len(parts) and sum(run.size for run in parts) == whole:
            before = 0
            for run in parts:
                starts[run] = run, before
                before += run.size
    for run in runs:
        if run not in starts:
            of_document = [original for original in originals if run.is_copy_of(original)]
            whole = longest[document_name(run.document)]
            alone = run, 0 if run.size == whole else None
            starts[run] = starts[of_document[0]] if len(of_document) == 1 else alone
    return starts
