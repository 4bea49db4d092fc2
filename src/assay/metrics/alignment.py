"""Alignments: how each output differs from the reference that it was scored against, word by word.

An edit metric has a method `align` beside `prepare`. The operations of a segment are those that its statistics
count. In TER and HTER words are shifted first, and the operations are those on the words in their new order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol, runtime_checkable

from assay import kernel
from assay.data.evalset import EvalSet
from assay.resources import Resources
from assay.text.column import Column, Grouped

Operation = Literal["match", "substitution", "insertion", "deletion"]
OPERATIONS: tuple[Operation, ...] = (
    "match",
    "substitution",
    "insertion",
    "deletion",
)  # in the kernel's order


@dataclass(frozen=True)
class Shift:
    """`length` words from `start` on are taken out and come to stand at `target` of what is left."""

    start: int
    length: int
    target: int


@dataclass(frozen=True)
class Alignment:
    """One segment: tokens as they were compared, and what leads from one side to the other.

    `reference` is the place of the reference among all of the set. An insertion is a token of the output too
    many, a deletion a token of the reference that the output lacks.
    """

    output_tokens: tuple[str, ...]
    reference_tokens: tuple[str, ...]
    reference: int
    operations: tuple[Operation, ...]
    shifts: tuple[Shift, ...] = ()

    @property
    def edits(self) -> int:
        """Return the number of shifts and of operations that change something."""
        return len(self.shifts) + len(self.operations) - self.operations.count("match")

    @property
    def moves(self) -> tuple[tuple[int, int], ...]:
        """Return, in the order after all shifts, each token's place in the output and its last shift's number, or 0."""
        order = [(place, 0) for place in range(len(self.output_tokens))]
        for number, shift in enumerate(self.shifts, start=1):
            end = shift.start + shift.length
            span = [(place, number) for place, _ in order[shift.start : end]]
            rest = order[: shift.start] + order[end:]
            order = rest[: shift.target] + span + rest[shift.target :]
        return tuple(order)

    def pairs(self) -> Iterable[tuple[Operation, int | None, int | None]]:
        """Yield each operation with the places of its reference token and of its (shifted) output token."""
        reference = output = 0
        for operation in self.operations:
            ours = None if operation == "deletion" else output
            theirs = None if operation == "insertion" else reference
            yield operation, theirs, ours
            output += ours is not None
            reference += theirs is not None


AlignFn = Callable[[Sequence[str]], list[Alignment]]


@runtime_checkable
class Aligning(Protocol):
    """A metric that can say how an output differs from its reference."""

    def align(self, evalset: EvalSet, resources: Resources) -> AlignFn:
        """Do once what only the references need; return outputs -> one alignment a segment."""


@dataclass(frozen=True)
class Compared:
    """Both sides as they were compared, and how a text of theirs is split into tokens."""

    outputs: Column
    references: Grouped
    split: Callable[[str], Sequence[str]]


def split_words(line: str) -> list[str]:
    """Split tokenised text."""
    return line.split(" ") if line else []


def present(evalset: EvalSet) -> list[list[int]]:
    """Return for each segment the places of the references that it has."""
    columns = list(evalset.references.values())
    return [
        [place for place, text in enumerate(texts) if text is not None]
        for texts in zip(*columns, strict=True)
    ]


def read(found: kernel.Alignments, compared: Compared, places: Sequence[Sequence[int]]) -> list[Alignment]:
    """Turn the kernel's arrays into one value a segment; `places` are those of the references compared."""
    ends, shift_ends = found.offsets.tolist(), found.shift_offsets.tolist()
    codes, shifts, chosen = found.operations.tolist(), found.shifts.tolist(), found.chosen.tolist()
    first = compared.references.groups.tolist()
    return [
        Alignment(
            tuple(compared.split(output)),
            tuple(compared.split(compared.references.column[first[row] + chosen[row]])),
            places[row][chosen[row]],
            tuple(OPERATIONS[code] for code in codes[ends[row] : ends[row + 1]]),
            tuple(Shift(*shift) for shift in shifts[shift_ends[row] : shift_ends[row + 1]]),
        )
        for row, output in enumerate(compared.outputs)
    ]


def placed(found: Alignment, reference: int) -> Alignment:
    """Return an alignment with another place for its reference."""
    return replace(found, reference=reference)
