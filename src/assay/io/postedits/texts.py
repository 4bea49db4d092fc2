"""Post-edits as texts alone: XLIFF with the machine translation and the final target, or two files side by side.

In XLIFF 1.2 the machine translation is the first `alt-trans` of a unit with a target, in 2.x the first match of the
module `matches`. Files side by side are plain text, one segment a line, or translators' files, joined by their ids.
A third file may have seconds, one number a line; NA where nobody looked at the clock.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from assay.data import Array, Codes, PostEdits, numbered_ids
from assay.errors import InputError, MismatchError, OptionError, counted
from assay.io.layout import Remarks
from assay.io.opening import Named, contents, head, label, shown
from assay.io.postedits.tables import remark_untimed
from assay.io.scores.entries import number
from assay.io.sides.beside import values_of
from assay.io.sides.matching import fitted, row_names
from assay.io.sides.side import complete, read_side
from assay.io.texts.inputs import kind
from assay.io.texts.names import system_paths
from assay.io.units.unit_files import read_bilingual_units
from assay.io.units.units import Flow, Unit
from assay.io.units.xliff import XliffReader
from assay.io.xml_parsing import split_name

PROPOSALS = ("alt-trans", "match")


class ProposalReader(XliffReader):
    """Reads the units of an XLIFF file, and of each the target of its first proposal."""

    def __init__(self, path: Named) -> None:
        super().__init__(str(path), "drop")
        self.proposals: dict[int, str] = {}  # by the line of the unit
        self.inside = 0  # depth below a proposal
        self.proposal: Flow | None = None

    def start(self, element: str, attributes: dict[str, str]) -> None:
        """Begin a proposal, or what every XLIFF file has."""
        name = split_name(element).local
        if self.inside:
            self.inside += 1
            if self.proposal is not None:
                self.proposal.start(name, attributes, self.where)
            elif name == "target" and self.unit is not None and self.unit.line not in self.proposals:
                self.proposal = Flow(self.codes)
                self.since = self.inside
        elif name in PROPOSALS:
            self.inside = 1
        else:
            super().start(element, attributes)

    def end(self, element: str) -> None:
        """End what was begun."""
        if not self.inside:
            super().end(element)
            return
        if self.proposal is not None and self.inside == self.since:
            if self.unit is not None:
                self.proposals[self.unit.line] = self.proposal.joined()
            self.proposal = None
        elif self.proposal is not None:
            self.proposal.end()
        self.inside -= 1

    def text(self, text: str) -> None:
        """Add to the proposal or the side that is open."""
        if self.proposal is not None:
            self.proposal.text(text)
        elif not self.inside:
            super().text(text)


def read_proposals(path: Named) -> PostEdits:
    """Read an XLIFF file: the proposals of its units are the machine translation, the targets final."""
    reader = ProposalReader(path)
    reader.parse(contents(path))
    lines = reader.proposals
    rows = [unit for unit in reader.units if _line(unit, reader) in lines and unit.target is not None]
    if not rows:
        raise InputError(
            f"{label(path)}: no unit has both a proposal (alt-trans or match) and a target; give machine translation "
            "and final texts in two files with --mt and --final"
        )
    remarks = Remarks()
    for unit in reader.units:
        if unit not in rows:
            remarks.add(
                "units without a proposal or a target, left out", f'unit "{shown(unit.id)}", line {unit.line}'
            )
    documents = [unit.document for unit in rows]
    return PostEdits(
        editor=Codes.alike("editor", len(rows)),
        system=Codes.alike("mt", len(rows)),
        segment=Codes.of([unit.id for unit in rows]),
        scratch=np.zeros(len(rows), dtype=bool),
        document=Codes.of(documents) if all(documents) else None,
        source=[unit.source for unit in rows],
        mt=[lines[_line(unit, reader)] for unit in rows],
        final=[unit.target for unit in rows],
        languages=reader.languages,
        path=str(path),
        form="xliff",
        remarks=remarks.taken(),
    )


def _line(unit: Unit, reader: ProposalReader) -> int:
    """Return the line of the unit that a segment belongs to; in version 2 segments have lines of their own."""
    if unit.line in reader.proposals:
        return unit.line
    return (
        max((line for line in reader.proposals if line <= unit.line), default=-1)
        if reader.version == "2"
        else -1
    )


def read_side_by_side(mt: str, final: str, source: str | None = None, times: str | None = None) -> PostEdits:
    """Read machine translation and final texts from two files, and seconds from a third."""
    if kind(mt, head(mt)) == "units" and kind(final, head(final)) == "units":
        if source is not None:
            raise OptionError("translators' files hold the source themselves; leave out --source")
        text = read_bilingual_units([f"mt={mt}", f"final={final}"])
        texts, ids, sources = dict(text.outputs), list(text.ids), text.source
    else:
        texts, sources, ids = _texts_of_sides(mt, final, source)
    seconds, remarks = None if times is None else _seconds(times, ids), Remarks()
    remark_untimed(remarks, [f"line {number}" for number in range(1, len(ids) + 1)], seconds)
    return PostEdits(
        editor=Codes.alike("editor", len(ids)),
        system=Codes.alike(next(iter(system_paths([mt]))), len(ids)),
        segment=Codes.of(ids),
        scratch=np.zeros(len(ids), dtype=bool),
        source=list(sources) or None,
        mt=list(texts["mt"]),
        final=list(texts["final"]),
        seconds=seconds,
        order=np.arange(1.0, len(ids) + 1),
        path=f"{mt}, {final}",
        form="texts",
        remarks=remarks.taken(),
    )


def _texts_of_sides(
    mt: str, final: str, source: str | None
) -> tuple[dict[str, Sequence[str]], Sequence[str], list[str]]:
    """Return machine translation and final texts, the source, and what segments are called."""
    measure = read_side(mt, "system")
    edited = fitted(read_side(final, "final"), measure, "final text")
    sources: Sequence[str] = []
    if source is not None:
        sources = complete(fitted(read_side(source, "source"), measure, "source"), "source")
    texts = {"mt": complete(measure, "system"), "final": complete(edited, "final")}
    return texts, sources, list(row_names(measure) or numbered_ids(len(measure)))


def _seconds(path: str, ids: Sequence[str]) -> Array:
    cells, rows = values_of(path, "seconds", ids), len(ids)
    if len(cells) != rows:
        raise MismatchError(
            f"{label(path)} has {counted(len(cells), 'line')} for {counted(rows, 'segment')}; give one number "
            "per segment"
        )
    seconds = np.array(
        [number(f"{label(path)}, line {line}", cell) for line, cell in enumerate(cells, start=1)]
    )
    if (seconds < 0).any():
        line = int((seconds < 0).argmax()) + 1
        raise InputError(f"{label(path)}, line {line}: a time below 0; write seconds, or NA")
    return seconds
