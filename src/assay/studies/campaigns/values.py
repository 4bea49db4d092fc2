"""What a campaign consists of, as frozen values: a protocol, what is shown, the plan, and the log of what happened.

A protocol is declared as data (a file in `protocols/files`): steps that show some texts and ask some fields. A plan
lays outputs out on screens (`Item`) and screens in bundles, which are leased to annotators as wholes. What happens is
a list of events; the state of a campaign is a fold over it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from assay.data import GENUINE

FieldKind = Literal["slider", "points", "yes-no", "choice", "rank", "spans", "tags", "text", "question"]
Role = Literal["source", "reference", "output", "context", "text"]
# One output a screen, several of one segment, a document
Arrangement = Literal["output", "outputs", "document"]
CALIBRATION = "calibration"  # a genuine item that every annotator judges
# An item whose answer is told afterwards; no part of the evaluation
TUTORIAL = "tutorial"
# The "system" of translations from scratch, which has made nothing
SCRATCH = "scratch"


@dataclass(frozen=True)
class Tick:
    """A labelled place on a scale, or a band of it; `text` is a key of the wording."""

    at: float
    text: str
    to: float | None = None  # the end of a band that begins at `at`


@dataclass(frozen=True)
class Category:
    """A class of errors, and those below it; `text` is a key of the wording."""

    name: str
    text: str
    below: tuple[Category, ...] = ()
    whole: bool = False  # concerns the whole segment, such as non-translation
    sides: tuple[str, ...] = ("target",)  # "source", where it may be marked there
    note: bool = False  # wants a remark in words


@dataclass(frozen=True)
class ResponseField:
    """Something that an annotator is asked for: once a screen, or for every unit on it."""

    name: str
    kind: FieldKind
    question: str = ""  # a key of the wording, as all texts here
    each: bool = True  # asked of every unit; else once of the screen
    required: bool = True
    aspect: str = ""  # of the judgement that it becomes
    low: float = 0
    high: float = 100
    by: float = 1  # between two values of a scale
    ticks: tuple[Tick, ...] = ()
    shows_number: bool = False
    options: tuple[Tick, ...] = ()  # of a choice; `at` is what is stored
    severities: tuple[str, ...] = ()
    # Of spans; of tags, whose answer is a list of their names
    categories: tuple[Category, ...] = ()
    sides: tuple[str, ...] = ("target",)  # where spans may be marked: "target", "source", "missing"
    proposed: bool = False  # spans that start as a program has proposed them
    ties: bool = True  # of a ranking
    longest: int = 2000  # characters of a text
    prefilled: bool = False  # a text that starts as the output
    # The field of this step that it follows from: asked unless that is 0, and then 0 itself
    after: str = ""
    log: Literal["none", "full", "blind"] = (
        # How editing it is logged; "blind": classes and lengths alone
        "none"
    )


@dataclass(frozen=True)
class Step:
    """What is shown and asked at a time; once a step is answered it is locked, and the next one is shown.

    A step with a field of kind "question" is gone through once for every question of the item (`steps_of`).
    """

    shows: tuple[Role, ...]
    fields: tuple[ResponseField, ...]
    note: str = ""
    # The time until it is answered is a result, such as reading time
    timed: bool = False


@dataclass(frozen=True)
class Protocol:
    """How outputs are judged: all that a page, a check of answers and an export need to know."""

    name: str
    version: str
    scheme: str  # of the judgements it gives: a name of `assay.data.SCALES`
    arrangement: Arrangement
    steps: tuple[Step, ...]
    wording: Mapping[str, Mapping[str, str]]  # language to key to text
    title: str = "title"
    most_outputs: int = 1
    revisable: bool = True  # earlier screens of a bundle may be corrected
    may_skip: bool = True
    # Asked about once: {"score_without_span": 80}
    hints: Mapping[str, float] = field(default_factory=dict)
    stops: Mapping[str, float] = field(default_factory=dict)  # refused, by the same names

    @property
    def proposing(self) -> ResponseField | None:
        """The field that starts with proposed errors, if there is one."""
        fields = (each for step in self.steps for each in step.fields)
        return next((each for each in fields if each.proposed), None)

    @property
    def logged(self) -> ResponseField | None:
        """The field whose editing is logged, if there is one."""
        fields = (each for step in self.steps for each in step.fields)
        return next((each for each in fields if each.log != "none"), None)


@dataclass(frozen=True)
class PlantedSpan:
    """Where a degraded text was damaged, in code points of the text shown."""

    start: int
    end: int


@dataclass(frozen=True)
class ProposedSpan:
    """An error that a program has proposed: as it would be marked, in code points of the text shown."""

    start: int
    end: int
    severity: str
    side: str = "target"
    category: str = ""


@dataclass(frozen=True)
class JudgedText:
    """One text to be judged: an output, and all systems that made it.

    In what is stored (responses, positions) the units of an item are "u1", "u2", … in the order of `Item.units`,
    whatever order an annotator saw them in; `positions` then has the place, from 1, of each.
    """

    # -1: none of the set's, as in a tutorial, which brings its own source and reference
    segment: int
    systems: tuple[str, ...]
    text: str
    planted: tuple[PlantedSpan, ...] = ()
    source: str | None = None  # in place of the segment's
    reference: str | None = None
    proposed: tuple[ProposedSpan, ...] = ()  # errors that are marked already when it is shown


@dataclass(frozen=True)
class Question:
    """A question on a text, with what counts as a right answer; choices are shown in random order."""

    text: str
    kind: Literal["choice", "short", "cloze"]
    level: str  # "facts", "relations", "intent"
    accepted: tuple[str, ...]
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class Item:
    """One screen: what is on it, what it is there for, and what it is a control of."""

    number: int
    units: tuple[JudgedText, ...]
    # GENUINE, REPEAT, DEGRADED, REFERENCE, FILLER, CALIBRATION or TUTORIAL
    kind: str = GENUINE
    document: str = ""
    original: int | None = None  # the item that a repeat or a degraded one belongs to
    questions: tuple[Question, ...] = ()
    # Of a tutorial: responses and the words that explain
    expected: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Passage:
    """Screens of a bundle that are read as one text: a document, or a part of it, in one system's translation.

    A control or its original may stand among them as a guest, away from its own place in a document. What is shown
    around a screen is then what the screens before and after it show.
    """

    screens: int
    # Items that stand here, and whose segment has its place elsewhere
    guests: tuple[int, ...] = ()
    # Nothing is shown before its first screen and after its last
    whole: bool = False


@dataclass(frozen=True)
class Bundle:
    """Screens that one annotator does together, leased as a whole."""

    number: int
    items: tuple[int, ...]
    copies: int = 1  # by how many annotators; 0: by every one of them, first
    in_order: bool = False  # as the document has them; else shuffled for each annotator
    # Of bundles with the same name an annotator does one: a text in one condition
    square: str = ""
    passages: tuple[Passage, ...] = ()  # one after the other, where screens follow documents


@dataclass(frozen=True)
class CampaignPlan:
    """All screens and bundles of a campaign, made from a seed; bundles that everybody does stand first."""

    items: tuple[Item, ...]
    bundles: tuple[Bundle, ...]
    seed: int
    # controls that are shown around other screens in the place of their originals; None in plans of before that
    standing: tuple[int, ...] | None = None


@dataclass(frozen=True)
class CampaignTexts:
    """What a campaign is about: segments with their source, references and documents, and what systems made of them."""

    languages: tuple[str, str]
    source: tuple[str, ...]
    reference: tuple[str | None, ...]
    document: tuple[str, ...]
    outputs: Mapping[str, tuple[str, ...]]
    segments: tuple[str, ...]  # what the files call them, or their numbers
    questions: Mapping[str, tuple[Question, ...]] = field(default_factory=dict)  # on a document
    # System to the errors that a program proposes, segment by segment
    proposals: Mapping[str, tuple[tuple[ProposedSpan, ...], ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Campaign:
    """A campaign as it was set up; it never changes."""

    name: str
    protocol: Protocol
    texts: CampaignTexts
    plan: CampaignPlan
    # Language of the interface, minutes of a lease, consent, completion codes, what is shown
    settings: Mapping[str, Any]


@dataclass(frozen=True)
class Event:
    """Something that happened: the log is a list of these, in order, and nothing is ever taken out of it."""

    number: int
    at: float  # seconds since 1970, by the clock of the server
    campaign: str
    kind: str
    actor: str  # the annotator's name; "admin", "system"
    key: str  # chosen by the client: what is sent twice is stored once
    payload: Mapping[str, Any]
