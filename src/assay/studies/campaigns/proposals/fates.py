"""What annotators did with proposed errors, told from what was proposed and what they marked in the end.

A mark that equals a proposal is an accepted one. Of the others, a mark and a proposal on the same side that overlap
are one error that was changed; each counts once, the pairs with the largest overlap first, and all marks that something
is missing overlap. Further marks were added, further proposals deleted. So accepted, changed and added are all marks,
and accepted, changed and deleted are all proposals, whatever a browser says.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.data import Codes, Judgements, Spans
from assay.studies.campaigns.values import JudgedText, ProposedSpan

Numbers = NDArray[np.int64]
ACCEPTED, CHANGED, ADDED, DELETED = range(4)
FATES = ("accepted", "changed", "added", "deleted")


@dataclass(frozen=True)
class ProposalFates:
    """What became of the marks and of the proposals of rows; numbers are those of FATES."""

    spans: Spans
    span_fate: Numbers
    proposals: Sequence[tuple[ProposedSpan, ...]]  # row by row
    offsets: Numbers  # where those of each row are in `proposal_fate`
    proposal_fate: Numbers

    def told(self) -> Spans:
        """Return the marks with what each is: accepted, changed or added."""
        names = Codes(FATES, self.span_fate.astype(np.int32)).column()
        return replace(self.spans, extra={**self.spans.extra, "proposal": names})

    def columns(self) -> dict[str, list[str]]:
        """Return columns of rows: how many of each fate, and the proposals with theirs."""
        marks = self._counted(self.spans.rows(), self.span_fate)
        proposed = self._counted(
            np.repeat(np.arange(len(self.proposals)), np.diff(self.offsets)), self.proposal_fate
        )
        counts = {FATES[fate]: (proposed if fate == DELETED else marks)[fate] for fate in range(len(FATES))}
        return {
            **{name: list(map(str, each.tolist())) for name, each in counts.items()},
            "proposals": self._listed(),
        }

    def _counted(self, rows: Numbers, fates: Numbers) -> Numbers:
        size = len(self.proposals)
        return np.bincount(fates * size + rows, minlength=len(FATES) * size).reshape(len(FATES), size)

    def _listed(self) -> list[str]:
        """Return the proposals of every row as JSON; rows of one output mostly say the same."""
        fates, ends, known = self.proposal_fate.tolist(), self.offsets.tolist(), {}
        listed = []
        for row, spans in enumerate(self.proposals):
            key = id(spans), tuple(fates[ends[row] : ends[row + 1]])
            if key not in known:
                known[key] = _json(spans, key[1])
            listed.append(known[key])
        return listed


def _json(spans: Sequence[ProposedSpan], fates: Sequence[int]) -> str:
    plain = [{**asdict(span), "fate": FATES[fate]} for span, fate in zip(spans, fates, strict=True)]
    return json.dumps([{name: part for name, part in span.items() if part != ""} for span in plain])


def fates_of(spans: Spans, unit: Numbers, units: Sequence[JudgedText]) -> ProposalFates:
    """Tell what became of proposals; `unit` is that of every row, as a place in `units`."""
    proposals = [units[place].proposed for place in unit.tolist()]
    offsets = np.concatenate([[0], np.cumsum([*map(len, proposals)])]).astype(np.int64)
    proposed = _columns([span for row in proposals for span in row], spans)
    row = spans.rows()
    mark, proposal = _pairs(row, offsets)
    overlap, same = _compared(_own_columns(spans)[:, mark], proposed[:, proposal])
    order = np.lexsort((proposal, mark, -overlap, ~same, row[mark]))
    order = order[overlap[order] > 0]
    span_fate, proposal_fate = np.full(len(spans), ADDED), np.full(int(offsets[-1]), DELETED)
    while len(order):
        # The best pair that each row has left
        _, first = np.unique(row[mark[order]], return_index=True)
        best = order[first]
        span_fate[mark[best]] = proposal_fate[proposal[best]] = np.where(same[best], ACCEPTED, CHANGED)
        order = order[(span_fate[mark[order]] == ADDED) & (proposal_fate[proposal[order]] == DELETED)]
    return ProposalFates(spans, span_fate, proposals, offsets, proposal_fate)


def _pairs(row: Numbers, offsets: Numbers) -> tuple[Numbers, Numbers]:
    """Return every mark, given by its row, with every proposal of that row."""
    counts = np.diff(offsets)[row]
    before = np.cumsum(counts) - counts
    mark = np.repeat(np.arange(len(row)), counts)
    return mark, np.repeat(offsets[row] - before, counts) + np.arange(int(counts.sum()))


def _own_columns(spans: Spans) -> Numbers:
    codes = (spans.side, spans.severity, spans.category)
    return np.array([spans.start, spans.end, *(each.index for each in codes)], dtype=np.int64)


def _columns(proposed: Sequence[ProposedSpan], spans: Spans) -> Numbers:
    """Return proposals as numbers, names as the marks have them; -1 for a name that no mark has."""
    names: Mapping[str, Codes] = {"side": spans.side, "severity": spans.severity, "category": spans.category}
    numbers = {part: {name: at for at, name in enumerate(codes.names)} for part, codes in names.items()}
    rows = [
        (each.start, each.end, *(numbers[part].get(getattr(each, part), -1) for part in names))
        for each in proposed
    ]
    return np.array(rows, dtype=np.int64).reshape(-1, 5).T


def _compared(marks: Numbers, proposals: Numbers) -> tuple[Numbers, NDArray[np.bool_]]:
    """Return how many characters pairs of a mark and a proposal share, and whether they are the same error."""
    shared = np.minimum(marks[1], proposals[1]) - np.maximum(marks[0], proposals[0])
    placeless = (marks[0] < 0) & (proposals[0] < 0)
    same_side = marks[2] == proposals[2]
    return np.where(same_side, np.where(placeless, 1, shared), 0), (marks == proposals).all(axis=0)


@dataclass(frozen=True)
class ProposalCounts:
    """What somebody did with the errors that were proposed to them."""

    annotator: str
    outputs: int
    accepted: int
    changed: int
    deleted: int
    added: int

    @property
    def proposed(self) -> int:
        """How many errors were proposed."""
        return self.accepted + self.changed + self.deleted


def count_fates(judgements: Judgements) -> tuple[ProposalCounts, ...]:
    """Count by annotator what judgements say of proposals; nothing where they say nothing of them."""
    if not all(name in judgements.extra for name in FATES):
        return ()
    rater = judgements.rater
    sums: dict[str, Any] = {
        name: np.bincount(rater.index, np.array(judgements.extra[name], dtype=np.float64), len(rater.names))
        for name in FATES
    }
    outputs = np.bincount(rater.index, minlength=len(rater.names))
    return tuple(
        ProposalCounts(name, int(outputs[at]), **{fate: int(sums[fate][at]) for fate in FATES})
        for at, name in enumerate(rater.names)
    )
