"""What a report is made of: plain values that know nothing of any format.

A number stays a number in its block. How many digits a reader sees is said by the column's head, and only
the formats made for people round; the formats made for programs write every digit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

Fact = str | int | float | tuple[str, ...] | tuple[int, ...]

ARROWS = {"higher": "↑", "lower": "↓"}


@dataclass(frozen=True)
class Estimate:
    """A number with its interval, and a mark that says what may be claimed of it, such as `*`.

    `cluster` is the letter of a cluster of systems, which people are shown instead of the mark.
    """

    value: float
    low: float
    high: float
    mark: str = ""
    cluster: str = ""

    @property
    def sign(self) -> str:
        """Return what people are shown behind the number."""
        return self.cluster or self.mark


Value = str | float | int | Estimate | None


@dataclass(frozen=True)
class Heading:
    """A title; level 1 is the report's own."""

    text: str
    level: int = 1


@dataclass(frozen=True)
class Prose:
    """A paragraph of plain text, without markup."""

    text: str


@dataclass(frozen=True)
class Card:
    """A reason in a few words for the first screen of a page, with a picture of the systems' figures.

    `segments` are the numbers of segments that show it, `table` is the name of the table that has the figures.
    """

    title: str
    sentence: str
    strip: Figure | None = None
    segments: tuple[int, ...] = ()
    table: str = ""


@dataclass(frozen=True)
class Listing:
    """Sentences that stand one below the other, such as verdicts; a page may show the first of them as `cards`."""

    name: str
    title: str
    items: tuple[str, ...]
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True)
class Verbatim:
    """Text of another program, such as entries of a bibliography (`kind` bibtex), which no format may change."""

    name: str
    title: str
    text: str
    kind: str


def with_cautions(blocks: Sequence[Block], cautions: Sequence[str]) -> list[Block]:
    """Return a report with what its reader must know first below its title, before any figure."""
    start = 1 if blocks and isinstance(blocks[0], Heading) else 0
    listing = [Listing("cautions", "Cautions", tuple(cautions))] if cautions else []
    return [*blocks[:start], *listing, *blocks[start:]]


@dataclass(frozen=True)
class Head:
    """The head of a table's column: `name` for programs, `label` for people, and how its values are shown."""

    name: str
    label: str = ""
    align: Literal["left", "right"] = "left"
    digits: int = 2
    least: float = 0.0  # people are shown smaller positive numbers as `<least`
    better: Literal["higher", "lower"] | None = None
    signature: str = ""
    short_signature: str = ""  # what people are shown of it, unless they ask for all
    # The values are numbers of segments, with commas between: a page may link them
    segments: bool = False

    @property
    def heading(self) -> str:
        """Return the words above the column, with an arrow to the better end where there is one."""
        words = self.label or self.name
        return f"{words} {ARROWS[self.better]}" if self.better else words


class Signature(NamedTuple):
    """All that decided the figures of a metric, and the same as people are shown it."""

    label: str
    full: str
    short: str = ""

    @property
    def shown(self) -> str:
        """Return the short form where there is one."""
        return self.short or self.full


@dataclass(frozen=True)
class Table:
    """Rows of values under heads; `facts` are what a program wants to know of the table as a whole.

    In a `ranked` table rows compete, and people are shown the best value of a column in bold. `signed` are the metrics
    of a table that has them in rows; a column of one has its signature in its head.
    """

    name: str
    columns: tuple[Head, ...]
    rows: tuple[tuple[Value, ...], ...]
    title: str = ""
    notes: tuple[str, ...] = ()
    facts: Mapping[str, Fact] = field(default_factory=dict)
    # A page shows no more than its title until it is opened: a figure has the same
    folded: bool = False
    ranked: bool = False
    signed: tuple[Signature, ...] = ()
    heat: bool = (
        # A page shades the columns that have a better end, the fuller the better, and shows all rows
        False
    )

    def __post_init__(self) -> None:
        """Refuse what no format could write: ragged rows, or two columns of one name."""
        if len({head.name for head in self.columns}) < len(self.columns):
            raise ValueError(f"table {self.name}: two columns have the same name")
        if any(len(row) != len(self.columns) for row in self.rows):
            raise ValueError(f"table {self.name}: a row does not have {len(self.columns)} values")

    @property
    def signatures(self) -> list[Signature]:
        """Return the signatures of all columns and rows that have one."""
        heads = [head for head in self.columns if head.signature]
        columns = [Signature(head.label or head.name, head.signature, head.short_signature) for head in heads]
        return [*columns, *self.signed]


def with_full_signatures(blocks: Iterable[Block]) -> list[Block]:
    """Return a report whose signatures are shown to people in full, too."""
    return [_signed_in_full(block) if isinstance(block, Table) else block for block in blocks]


def _signed_in_full(table: Table) -> Table:
    columns = tuple(replace(head, short_signature="") for head in table.columns)
    return replace(table, columns=columns, signed=tuple(Signature(*each[:2]) for each in table.signed))


FigureKind = Literal[
    "against",
    "buckets",
    "curve",
    "differences",
    "grid",
    "heat",
    "histogram",
    "histograms",
    "intervals",
    "matrix",
    "ranking",
    "scatter",
    "strip",
]
FIGURES: Mapping[str, tuple[str, ...]] = {  # what the columns of a figure's data are, by kind
    # everyone against one system: words are better, worse or open
    "against": ("name", "value", "low", "high", "words"),
    # of one bucketing: words are those, leader for the system that the others are held against, or untested
    "buckets": ("bucket", "system", "value", "low", "high", "words", "count"),
    "curve": ("series", "x", "y", "mark"),
    "differences": ("row", "column", "value", "words", "label", "p"),
    "grid": ("row", "column", "words", "label"),  # a sign a pair and metric
    "heat": ("row", "column", "value", "label"),
    "histogram": ("low", "high", "count", "better"),
    "histograms": ("group", "low", "high", "count"),
    "intervals": ("group", "name", "value", "low", "high"),
    "matrix": ("row", "column", "value", "words", "label"),
    "ranking": ("name", "value", "low", "high", "letter"),
    "scatter": ("x", "y", "label", "group", "x_low", "x_high", "y_low", "y_high"),
    "strip": ("name", "value", "spoken_of"),  # 1 for what the words beside it are about, else 0
}


@dataclass(frozen=True)
class Figure:
    """A picture of the numbers in `data`, and the same in words for whoever cannot see it.

    `axis` names the axis that lies flat, `upright` the other one, where the kind has such axes. `systems` are those of
    the whole report, in the order that gives each its colour; a figure that is `folded` is opened by whoever wants it.
    Of rankings a page shows one at a time, and `tab` is what it is chosen by.
    """

    name: str
    kind: FigureKind
    title: str
    data: Table
    words: str
    axis: str = ""
    upright: str = ""
    systems: tuple[str, ...] = ()
    folded: bool = False
    tab: str = ""

    def __post_init__(self) -> None:
        """Refuse data that cannot be drawn as this kind of picture."""
        if tuple(head.name for head in self.data.columns) != FIGURES[self.kind]:
            raise ValueError(
                f"figure {self.name}: a {self.kind} has the columns {', '.join(FIGURES[self.kind])}"
            )


def drawn(kind: FigureKind, name: str, rows: Iterable[tuple[Value, ...]]) -> Table:
    """Return the data of a figure under the columns of its kind."""
    return Table(name, tuple(Head(column) for column in FIGURES[kind]), tuple(rows))


PieceKind = Literal["same", "right", "wrong"]


@dataclass(frozen=True)
class Piece:
    """A stretch of a text, blanks included; "right" and "wrong" differ from the other text beside it."""

    text: str
    kind: PieceKind = "same"


@dataclass(frozen=True)
class ExampleLine:
    """One text of an example under its name: source, reference or the output of a system with its score."""

    name: str
    pieces: tuple[Piece, ...]
    score: float | None = None


@dataclass(frozen=True)
class Example:
    """Texts of one segment, one below the other or side by side."""

    title: str
    lines: tuple[ExampleLine, ...]


@dataclass(frozen=True)
class Examples:
    """Segments worth looking at; `legend` says what the two kinds of marked words are."""

    name: str
    title: str
    items: tuple[Example, ...]
    legend: tuple[Piece, ...] = ()


@dataclass(frozen=True)
class AlignmentPlace:
    """One place of an alignment: a reference token, an output token, or both, and what leads from one to the other.

    At a jump there is no token: the output is read on somewhere else.
    """

    operation: Literal["match", "substitution", "insertion", "deletion", "jump"]
    reference: str | None
    output: str | None
    shift: int = 0  # the number of the shift that brought the output token here
    jump: int = 0  # the number of the jump, at one


@dataclass(frozen=True)
class Moved:
    """A shift, in its turn: words from position `start` on come to stand at `target` of what is left, from 0."""

    tokens: tuple[str, ...]
    start: int
    target: int


@dataclass(frozen=True)
class Jumped:
    """A jump: the output is left before position `source` and read on from `target`, from 0."""

    source: int
    target: int


@dataclass(frozen=True)
class Alignment:
    """How an output differs from a reference; outputs stand in the order after all shifts and jumps."""

    name: str
    places: tuple[AlignmentPlace, ...]
    shifts: tuple[Moved, ...] = ()
    title: str = ""
    facts: Mapping[str, Fact] = field(default_factory=dict)
    jumps: tuple[Jumped, ...] = ()

    def table(self) -> Table:
        """Return the same as a table, one row an operation, for formats that have no other form for it."""
        heads = (Head("operation"), Head("reference"), Head("output"), Head("shift", align="right"))
        rows = [
            (_operation(place), place.reference, place.output, place.shift or None) for place in self.places
        ]
        return Table(self.name, heads, tuple(rows), self.title, self.notes, self.facts)

    @property
    def notes(self) -> tuple[str, ...]:
        """Say in words what was shifted and which stretch of the output covers which, with positions from 1."""
        shifts = (
            f"shift {number}: {' '.join(shift.tokens)} from {shift.start + 1} to {shift.target + 1}"
            for number, shift in enumerate(self.shifts, start=1)
        )
        return (*shifts, *(self._stretches() if self.jumps else ()))

    def _stretches(self) -> Iterator[str]:
        """Say what is covered up to the first jump and after each; after the last there may be nothing left."""
        reference = 0
        starts = (0, *(jump.target for jump in self.jumps))
        for number, (stretch, output) in enumerate(zip(_parted(self.places), starts, strict=True)):
            ours, theirs = _spans(stretch, output, reference)
            reference += sum(place.reference is not None for place in stretch)
            words = f"output {ours} for reference {theirs}" if stretch else "to the end of the output"
            if stretch or number:
                yield f"jump {number}: {words}" if number else words


def _parted(places: Sequence[AlignmentPlace]) -> list[list[AlignmentPlace]]:
    """Part places at their jumps."""
    parts: list[list[AlignmentPlace]] = [[]]
    for place in places:
        if place.operation == "jump":
            parts.append([])
        else:
            parts[-1].append(place)
    return parts


def _spans(stretch: Sequence[AlignmentPlace], output: int, reference: int) -> tuple[str, str]:
    """Write the positions of both sides of a stretch from 1: 2-5, 2, or none."""
    ours = sum(place.output is not None for place in stretch)
    theirs = sum(place.reference is not None for place in stretch)
    return _range(output, ours), _range(reference, theirs)


def _range(start: int, length: int) -> str:
    return "none" if not length else f"{start + 1}-{start + length}" if length > 1 else f"{start + 1}"


def _operation(place: AlignmentPlace) -> str:
    return f"{place.operation} {place.jump}" if place.jump else place.operation


MARKS = {"match": "", "substitution": "S", "insertion": "I", "deletion": "D", "jump": "J"}


def mark(place: AlignmentPlace) -> str:
    """Return the sign of an operation: S, I, D, Jn for jump n, @n for words that shift n brought, or nothing."""
    number = f"{place.jump}" if place.jump else f"@{place.shift}" if place.shift else ""
    return MARKS[place.operation] + number


Block = Heading | Prose | Listing | Verbatim | Table | Figure | Examples | Alignment
