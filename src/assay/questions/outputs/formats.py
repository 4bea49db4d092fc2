"""What is this file, and what can be done with it? Or: which formats are read?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from assay.options import option
from assay.questions.results import Listed
from assay.reporting import Block, Head, Heading, Prose, Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.io import Format
    from assay.io.texts.descriptions import FileDescription
    from assay.questions.given import Given


@dataclass(frozen=True)
class FormatsQuestion:
    """List the formats that are read, by what they hold; or say what files are, and which commands take them."""

    files: tuple[str, ...] = option((), "a file of any kind", metavar="FILE", positional="*", reads=True)


@dataclass(frozen=True, repr=False)
class FormatsResult(Listed):
    """What files are: `described` has a description of each; or, where no file was named, the formats `known`."""

    described: tuple[FileDescription, ...] = ()
    known: tuple[Format[Any], ...] = ()


def ask(question: FormatsQuestion, given: Given) -> FormatsResult:
    """Return the list of formats, or what files are."""
    from assay.io.formats import all_formats
    from assay.io.texts.descriptions import describe_file

    if not question.files:
        known = tuple(all_formats())
        return FormatsResult(tuple(_list(known)), known=known)
    described = tuple(map(describe_file, question.files))
    return FormatsResult(tuple(block for told in described for block in _page(told)), described=described)


def _list(known: Sequence[Format[Any]]) -> list[Block]:
    rows = [(form.kind, form.name, "yes" if form.write is not None else "", form.summary) for form in known]
    heads = (Head("kind"), Head("name"), Head("written"), Head("what it is"))
    return [
        Table("formats", heads, tuple(rows)),
        Prose('"assay formats FILE" says what a file is, and what can be done with it.'),
    ]


def _page(told: FileDescription) -> list[Block]:
    from assay.io import formats_of

    blocks: list[Block] = [Heading(told.path), Prose(f"It is {told.name}." if told.name else "")]
    kinds = [(kind, name, _summary(formats_of(kind), name)) for kind, name in told.formats.items()]
    if kinds:
        blocks += [Table("read as", (Head("kind"), Head("format"), Head("what it is")), tuple(kinds))]
    if told.columns:
        rows = tuple((name, role or "–") for name, role in told.columns.items())
        blocks += [Table("columns", (Head("column"), Head("recognised as")), rows)]
    if told.commands:
        commands = tuple((line,) for line in told.commands)
        blocks += [Table("what can be done with it", (Head("command"),), commands)]
    if any(word.isupper() for line in told.commands for word in line.split()):
        blocks += [Prose("A word in capitals stands for another file, or a name of your choice.")]
    return [*blocks, *([Prose(_sentence(told.advice))] if told.advice else [])]


def _summary(formats: object, name: str) -> str:
    form = formats.get(name) if isinstance(formats, dict) else None
    return form.summary if form is not None else "a table whose columns are told by their names"


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
