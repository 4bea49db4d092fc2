"""`assay formats`: the formats that are read, or what a file is and what can be done with it."""

from __future__ import annotations

from dataclasses import dataclass

from assay.cli.answer import Answer
from assay.cli.output import OutputOptions
from assay.options import nested, option
from assay.reporting import Block, Head, Heading, Prose, Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.io import FileDescription

EPILOG = """\
examples:
  assay formats
  assay formats hyp.jsonl      what is it, and what can be done with it?
  assay hyp.jsonl              the same
"""


@dataclass(frozen=True)
class Arguments:
    """List the formats that are read, by what they hold; or say what files are, and which commands take them."""

    files: tuple[str, ...] = option((), "a file of any kind", metavar="FILE", positional="*", reads=True)
    writing: OutputOptions = nested(OutputOptions)


def run(arguments: Arguments) -> Answer:
    """Return the list of formats, or what files are."""
    from assay.io import describe_file

    if not arguments.files:
        return Answer(_list())
    return Answer([block for path in arguments.files for block in _page(describe_file(path))])


def _list() -> list[Block]:
    from assay.io import all_formats

    rows = [
        (form.kind, form.name, "yes" if form.write is not None else "", form.summary)
        for form in all_formats()
    ]
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
