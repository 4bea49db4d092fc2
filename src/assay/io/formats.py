"""What a format is, whatever it holds: how it is recognised, read and written.

A format is of one kind: sets of texts, judgements, scores, post-edits, studies of other programs, translators' units.
Each kind has a list of formats of ours, in the order in which they are tried (`HOMES`); another package offers more by
entry points, which are tried after ours:

    [project.entry-points."assay.formats"]
    mine = "my_package.mine:FORMAT"
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any, Generic, Literal, TypeVar, get_args

from assay.errors import DependencyError, InputError, OptionError
from assay.io.opening import label, shown
from assay.io.tables.head import Head

T = TypeVar("T")
Kind = Literal["sets", "judgements", "scores", "post-edits", "studies", "units"]
KINDS: tuple[Kind, ...] = get_args(Kind)
GROUP = "assay.formats"
PLACE = re.compile(r", (line|row) [2-9]|, (line|row) 1\d")
# Where the formats of a kind are listed, by name.
HOMES: dict[Kind, str] = {
    "sets": "assay.io.texts.formats",
    "judgements": "assay.io.ratings.registry",
    "scores": "assay.io.scores.files",
    "post-edits": "assay.io.postedits.registry",
    "studies": "assay.io.studies.recognition",
    "units": "assay.io.units.unit_files",
}


@dataclass(frozen=True)
class Sign:
    """What every file of a format has, declared as data: whether it fits is known without the format's own module.

    Other files may have it as well; the format itself is asked about those that do.
    """

    begins: str = ""  # a regular expression of its beginning, as text
    columns: tuple[str, ...] = ()  # names that are all among its columns

    def fits(self, head: Head) -> bool:
        """Tell whether a source has it."""
        begun = not self.begins or re.match(self.begins, head.start) is not None
        return begun and {*self.columns} <= {*head.header}


ANY = Sign()
JSON_SIGN = Sign(r"\ufeff*\s*[\[{]")
XML_SIGN = Sign(r"\ufeff*\s*<")


@dataclass(frozen=True)
class Format(Generic[T]):
    """A format of files."""

    kind: Kind
    name: str
    summary: str  # what lists and messages say of it
    recognises: Callable[[Head], bool]
    # Of a `Source`; where the columns of a table told the format, of this `Table`, whatever shape it was in.
    read: Callable[..., T]
    write: Callable[[Any], bytes] | None = None
    # A table whose columns may be called anything, and the like: what another kind has a format for is no such file.
    general: bool = field(default=False, kw_only=True)
    # Other kinds whose files they are as well
    also: tuple[Kind, ...] = field(default=(), kw_only=True)
    sign: Sign = field(default=ANY, kw_only=True)

    def fits(self, head: Head) -> bool:
        """Tell whether a source is of this format; `recognises` is asked only about one that has the sign."""
        return self.sign.fits(head) and self.recognises(head)


@dataclass(frozen=True)
class Taken:
    """How messages call what a kind of format holds, and which command takes it."""

    name: str
    command: str


TAKEN: dict[Kind, Taken] = {
    "judgements": Taken("judgements", "assay human"),
    "post-edits": Taken("post-edits", "assay postedit"),
    "scores": Taken("scores of metrics", "assay meta with --scores"),
    "studies": Taken("a study of another program", "assay campaign new"),
    "units": Taken("a translators' file", "assay score with -r, or assay diagnose"),
    "sets": Taken("texts of a set", "assay score"),
}


def formats_of(kind: Kind) -> dict[str, Format[Any]]:
    """Return the formats of a kind by name, in the order in which they are tried."""
    ours: dict[str, Format[Any]] = import_module(HOMES[kind]).FORMATS if kind in HOMES else {}
    return ours | {
        form.name: form for form in offered_formats() if form.kind == kind and form.name not in ours
    }


def all_formats() -> Iterator[Format[Any]]:
    """Yield every format of every kind."""
    for kind in KINDS:
        yield from formats_of(kind).values()


@cache
def offered_formats() -> tuple[Format[Any], ...]:
    """Return the formats of other packages; one that is none is an error that names its package."""
    from importlib.metadata import entry_points  # slow to import

    offered = []
    for offer in sorted(entry_points(group=GROUP), key=lambda offer: offer.name):
        package = f"{offer.dist.name}-{offer.dist.version}" if offer.dist else offer.value
        try:
            form = offer.load()
        except Exception as error:  # whatever the other package does wrong
            raise DependencyError(f"format {offer.name} of {package} cannot be loaded: {error}") from error
        if not isinstance(form, Format) or form.kind not in KINDS or form.name != offer.name:
            raise DependencyError(
                f"format {offer.name} of {package} must be an assay.io.Format of this name, of one of the kinds "
                f"{', '.join(KINDS)}"
            )
        offered.append(form)
    return tuple(offered)


def recognise(kind: Kind, head: Head) -> Format[Any] | None:
    """Return the first format of a kind that recognises a source by its beginning."""
    return next((form for form in formats_of(kind).values() if form.fits(head)), None)


def foreign_format(kind: Kind, head: Head, *, general: bool) -> Format[Any] | None:
    """Return a format of another kind that recognises a source; general ones only if they are asked for."""
    others = (
        form
        for other in TAKEN
        if other != kind
        for form in formats_of(other).values()
        if kind not in form.also
    )
    return next((form for form in others if (general or not form.general) and form.fits(head)), None)


def read_as(
    kind: Kind, head: Head, own: Format[Any] | None, read: Callable[[], T], *, sure: bool = False
) -> T:
    """Read a source as a kind; what is of another kind is refused by name, with the command that takes it.

    `own` is the format of this kind that recognised it, none where it would be read as a table of any columns. With
    `sure` somebody named the format, and nothing else is looked for.
    """
    if sure or (own is not None and not own.general):
        return read()
    other = foreign_format(kind, head, general=False)
    if other is not None:
        raise refusal(kind, head, other)
    try:
        return read()
    except InputError as error:
        other = foreign_format(kind, head, general=True)
        # What is wrong in a row was read as what was wanted; and nearly any file may be text.
        if other is None or PLACE.search(str(error)) or (own is not None and other.kind == "sets"):
            raise
        told = TAKEN[other.kind]
        raise InputError(f"{error}; if these are {told.name}, {told.command} reads them") from None


def refusal(kind: Kind, head: Head, other: Format[Any]) -> InputError:
    """Return the error for a source of another kind: what it is, and which command takes it."""
    told = TAKEN[other.kind]
    return InputError(
        f"{label(head.source)}: {told.name} ({other.name}: {other.summary}), where {TAKEN[kind].name} are wanted; "
        f"{told.command} reads them"
    )


def format_named(kind: Kind, name: str) -> Format[Any]:
    """Return a format of a kind by its name."""
    known = formats_of(kind)
    if name not in known:
        raise OptionError(f'unknown format "{shown(name)}"; the formats of {kind} are {", ".join(known)}')
    return known[name]
