"""Any file as lines of text, however broken: for `assay check`, which must read what the other readers refuse.

Lines end as everywhere, at a line feed with or without a carriage return. A byte that is not UTF-8 is kept as a lone
surrogate (Python's "surrogateescape") and noted with its place; a byte-order mark is taken off and noted; UTF-16 and
UTF-32 are decoded where a mark announces them. A set that is no plain text is read by its readers, and its columns
count as files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from assay.data import join_shards
from assay.errors import InputError, OptionError
from assay.io.opening import blocks, bounded, contents, head, label, opened
from assay.io.options import FileOptions
from assay.io.sides.beside import texts_of
from assay.io.sides.joining import read_bilingual_sides
from assay.io.sides.side import is_tabular
from assay.io.texts.columns import Columns, parse_columns
from assay.io.texts.foreign import refuse_foreign, refuse_no_list
from assay.io.texts.inputs import kind, open_set, refuse_other_kinds
from assay.io.texts.lines import UTF8_MARK, WIDE_MARKS, text_lines, whole_lines
from assay.io.texts.names import expanded, reference_paths, refuse_stdin_twice, split_name, system_paths
from assay.io.texts.table import table_cells
from assay.io.units.unit_files import read_without_references
from assay.io.units.units import parse_languages

ESCAPED = re.compile("[\udc80-\udcff]")


@dataclass(frozen=True)
class BadByte:
    """A byte that is not UTF-8: its line, its place in the line in bytes, both from 1, and its value."""

    line: int
    place: int
    value: int


@dataclass(frozen=True)
class RawFile:
    """The lines of a file, and what was wrong on the way to them."""

    path: str
    lines: tuple[str, ...]
    encoding: str = "UTF-8"
    mark: bool = False  # a UTF-8 byte-order mark
    bad: tuple[BadByte, ...] = ()  # the first of every line that has some
    bad_count: int = 0
    returns: int = 0  # lines that end in a carriage return and a line feed
    ends: bool = True  # the last line has its line feed
    absent: frozenset[int] = frozenset()  # lines, from 1, that stand for what a table does not have


def read_raw(path: str) -> RawFile:
    """Read a file whatever is in it; only one that cannot be opened is an error."""
    with opened(path) as stream:
        data = b"".join(bounded(path, blocks(path, stream)))
    for mark, encoding in WIDE_MARKS.items():
        if data.startswith(mark):
            text = data[len(mark) :].decode(encoding, "replace")
            return RawFile(path, tuple(text_lines(text)), encoding, ends=text.endswith("\n"))
    body = data.removeprefix(UTF8_MARK)
    text = body.decode("utf-8", "surrogateescape")
    lines = tuple(text_lines(text))
    bad = [] if text.isascii() else list(_bad_bytes(lines))
    return RawFile(
        path,
        lines,
        mark=len(body) < len(data),
        bad=tuple(bad),
        bad_count=sum(len(ESCAPED.findall(lines[byte.line - 1])) for byte in bad),
        returns=body.count(b"\r\n"),
        ends=not body or body.endswith(b"\n"),
    )


def _bad_bytes(lines: Sequence[str]) -> Iterator[BadByte]:
    """Yield the first byte of every line that was kept as a lone surrogate."""
    for number, line in enumerate(lines, start=1):
        match = None if line.isascii() else ESCAPED.search(line)
        if match is not None:
            place = len(line[: match.start()].encode("utf-8", "surrogateescape")) + 1
            yield BadByte(number, place, ord(match[0]) - 0xDC00)


def raw_lines(path: str) -> Iterator[str]:
    """Yield the lines of a file, or the texts of a table, so that a training text of lines need not fit into memory."""
    if is_tabular(path):
        yield from texts_of(path, "text")
        return
    refuse_no_list(path, head(path), "training text")
    with opened(path) as stream:
        for block in whole_lines(path, blocks(path, stream)):
            yield from _texts(block.removesuffix(b"\n").split(b"\n"))


def _texts(lines: Sequence[bytes]) -> Iterator[str]:
    yield from (line.removesuffix(b"\r").decode("utf-8", "replace") for line in lines)


@dataclass(frozen=True)
class RawSet:
    """The files of a set by name; without references the source, and without that the first output, is the measure."""

    systems: Mapping[str, RawFile]
    references: Mapping[str, RawFile] = field(default_factory=dict)
    source: RawFile | None = None
    documents: tuple[RawFile, ...] = ()  # files of names of documents

    @property
    def measure(self) -> RawFile:
        """The file whose number of lines is right."""
        if self.references:
            return next(iter(self.references.values()))
        return self.source or next(iter(self.systems.values()))

    def all(self) -> list[RawFile]:
        """Return every file: references, source, outputs."""
        source = [self.source] if self.source is not None else []
        return [*self.references.values(), *source, *self.systems.values()]

    def level(self) -> RawSet:
        """Return the files that have as many lines as the measure."""
        right = len(self.measure.lines)
        source = self.source if self.source is not None and len(self.source.lines) == right else None
        return RawSet(_level(self.systems, right), _level(self.references, right), source)


def _level(files: Mapping[str, RawFile], lines: int) -> dict[str, RawFile]:
    return {name: file for name, file in files.items() if len(file.lines) == lines}


def read_raw_set(files: FileOptions) -> RawSet:
    """Read the files that the options name, with all that a check should see of them."""
    if len(files.systems) == 1 and not (files.reference or files.source or files.columns):
        refuse_other_kinds(split_name(files.systems[0])[1])
    kinds = _kinds(files)
    if kinds == {"text"} and not (files.columns or files.missing):
        return _plain_files(files)
    documents = (_raw_list(files.docs),) if files.docs else ()
    if kinds == {"sides"} and not files.reference:
        return _bilingual_sides(files)
    if kinds == {"units"} and not files.reference:
        return _bilingual_files(files)
    if kinds == {"table"} and len(files.systems) == 1 and not (files.source or files.docs):
        return _table(files)
    evalset, outputs = join_shards(list(open_set(files)))
    return RawSet(
        {name: RawFile(name, tuple(column)) for name, column in outputs.items()},
        {name: _with_holes(name, column) for name, column in evalset.references.items()},
        None if evalset.source is None else RawFile("source", tuple(evalset.source)),
        documents,
    )


def _kinds(files: FileOptions) -> set[str]:
    paths = [split_name(text)[1] for text in files.systems]
    paths += [path for text in files.reference for path in expanded(text)]
    beside = files.reference or files.source
    kinds = {kind(path, head(path)) for path in [*paths, *([files.source] if files.source else [])]}
    if beside and not any(map(is_tabular, [*paths, *([files.source] if files.source else [])])):
        # A file that is called a table and holds plain text is read as such beside others.
        kinds = {"text" if name == "table" else name for name in kinds}
    elif beside and kinds <= {"text", "table"}:
        kinds = {"sides"}
    return kinds


def _plain_files(files: FileOptions) -> RawSet:
    systems = system_paths(files.systems)
    references = reference_paths(files.reference) if files.reference else {}
    refuse_stdin_twice([*systems.values(), *references.values(), files.source])
    return RawSet(
        {name: _raw(path) for name, path in systems.items()},
        {name: _raw(path) for name, path in references.items()},
        _raw(files.source) if files.source else None,
        (_raw_list(files.docs),) if files.docs else (),
    )


def _raw(path: str) -> RawFile:
    refuse_foreign(path, head(path))
    return replace(read_raw(path), path=label(path))


def _raw_list(path: str) -> RawFile:
    return replace(read_raw(path), path=label(path))


def _bilingual_sides(files: FileOptions) -> RawSet:
    """Read outputs and their source, tables among them."""
    columns = parse_columns(files.columns) if files.columns else None
    texts = read_bilingual_sides(files.systems, files.source or "", files.docs, columns)
    systems = {name: RawFile(name, tuple(column)) for name, column in texts.outputs.items()}
    return RawSet(systems, {}, RawFile("source", tuple(texts.source)))


def _bilingual_files(files: FileOptions) -> RawSet:
    """Read translators' files without a reference: each holds the source of its target."""
    if files.source is not None or files.docs is not None:
        raise OptionError(
            "translators' files hold source and documents themselves; leave out the files for them"
        )
    languages = None if files.languages is None else parse_languages(files.languages)
    source, outputs = read_without_references(files.systems, files.codes, languages)
    systems = {name: RawFile(name, tuple(column)) for name, column in outputs.items()}
    return RawSet(systems, {}, RawFile("source", tuple(source)))


def _table(files: FileOptions) -> RawSet:
    """Read a table of a whole set; references may be missing, some of them or all."""
    (path,) = files.systems
    columns = replace(parse_columns(files.columns) if files.columns else Columns(), needed=("system",))
    cells = table_cells(path, contents(path), columns, files.missing)
    if not cells.lines:
        raise InputError(f"{label(path)}: a header but no rows; add one row per segment")
    texts = {key: _with_holes(key[1], column) for key, column in cells.columns.items()}
    return RawSet(
        {name: file for (role, name), file in texts.items() if role == "system"},
        {name: file for (role, name), file in texts.items() if role == "reference"},
        next((file for (role, _), file in texts.items() if role == "source"), None),
    )


def _with_holes(name: str, column: Sequence[str | None]) -> RawFile:
    """Return a column of references as a file; a reference that is not there is no empty line."""
    absent = frozenset(number for number, text in enumerate(column, start=1) if text is None)
    return RawFile(name, tuple(text or "" for text in column), absent=absent)
