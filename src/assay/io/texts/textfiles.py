"""Plain text, one segment a line, read side by side in shards: memory does not grow with the files.

Lists of the n best outputs of a system have lines `NUMBER ||| TEXT ||| …`, as Moses, Joshua, cdec and MultEval write
them. Lines of a segment stand together, the best first; numbers rise by one, from 0 or from 1. What follows the text
(scores of the model) is passed over.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from assay.data import Codes, EvalSet, NBest, Outputs
from assay.data.evalset import SHARD
from assay.errors import AssayWarning, InputError, MismatchError, counted
from assay.io.opening import label, opened
from assay.io.texts.foreign import refused_if_foreign
from assay.io.texts.lines import Check, LineReader, as_they_are
from assay.io.texts.names import reference_paths, refuse_stdin_twice, system_paths
from assay.text import Column

# What a file is ("system", "reference", "source", "document") and its name
Role = tuple[str, str]


@dataclass(frozen=True)
class TextFiles:
    """Plain-text files of one evaluation set; a reference may be a directory, a system NAME=PATH.

    `documents` names a file with the name of the document of every segment: the whole line is the name, but a line
    DOMAIN<TAB>NAME names NAME (DOMAIN). With `names` given, `systems` are paths and nothing else.
    """

    systems: tuple[str, ...]
    references: tuple[str, ...]
    source: str | None = None
    documents: str | None = None
    names: tuple[str, ...] = ()

    def shards(self, rows: int = SHARD) -> Iterator[tuple[EvalSet, Outputs]]:
        """Yield the set in parts of `rows` segments, all with the same names and document numbers."""
        with ExitStack() as stack:
            readers = {
                role: LineReader(path, stack.enter_context(opened(path)), checked=_check_of(role))
                for role, path in self._paths().items()
            }
            documents: dict[str, int] = {}
            while parts := _aligned(readers, rows):
                yield _shard(parts, documents)
            _refuse_blank(readers)

    def _paths(self) -> dict[Role, str]:
        paths = {("reference", name): path for name, path in reference_paths(self.references).items()}
        paths |= {("system", name): path for name, path in system_paths(self.systems, self.names).items()}
        paths |= {("source", ""): self.source} if self.source is not None else {}
        paths |= {("document", ""): self.documents} if self.documents is not None else {}
        refuse_stdin_twice(paths.values())
        warn_of_outputs_as_references(paths)
        return paths


def _check_of(role: Role) -> Check:
    """Return what is made sure of a file: names of documents may be any lines, texts must be plain text."""
    return as_they_are if role[0] == "document" else refused_if_foreign


def read_texts(path: str) -> list[str]:
    """Return the lines of a plain-text file, one a segment; a file that is something else is refused by name."""
    with opened(path) as stream:
        return list(LineReader(path, stream, whole=True, checked=refused_if_foreign).take(sys.maxsize))


def read_lines(path: str) -> list[str]:
    """Return the lines of a file of any kind of text: a list of names, a log."""
    with opened(path) as stream:
        return list(LineReader(path, stream, whole=True).take(sys.maxsize))


def warn_of_outputs_as_references(paths: Mapping[Role, str]) -> None:
    """Speak up where an output is one of its own references, as in a folder that holds both."""
    for (kind, name), path in paths.items():
        if kind != "system" or not os.path.isfile(path):
            continue
        for (role, _), other in paths.items():
            if role == "reference" and os.path.isfile(other) and os.path.samefile(path, other):
                warnings.warn(
                    f"{name}: the output {path} is also a reference, so it scores "
                    "as perfect; keep outputs out of the reference folder",
                    AssayWarning,
                    stacklevel=2,
                )


def _aligned(readers: Mapping[Role, LineReader], rows: int) -> dict[Role, Column]:
    """Take the next rows of every file; nothing at the end of all, an error at the end of some."""
    parts = {role: reader.take(rows) for role, reader in readers.items()}
    if len(set(map(len, parts.values()))) > 1:
        raise mismatch(readers)
    return parts if any(map(len, parts.values())) else {}


def _refuse_blank(readers: Mapping[Role, LineReader]) -> None:
    """Refuse a reference without any text: no output can agree with it."""
    for (role, _), reader in readers.items():
        if role == "reference" and reader.blank:
            raise InputError(
                f"{label(reader.path)}: a reference of {counted(reader.lines, 'line')}, all empty; give the file with "
                "its text"
            )


def _shard(parts: Mapping[Role, Column], documents: dict[str, int]) -> tuple[EvalSet, Outputs]:
    references = {name: column for (kind, name), column in parts.items() if kind == "reference"}
    names = parts.get(("document", ""))
    evalset = EvalSet(
        name=next(iter(references)),
        languages=("", ""),
        source=parts.get(("source", "")),
        references=references,
        document=None if names is None else Codes.of(document_names(names), documents),
    )
    return evalset, {name: column for (kind, name), column in parts.items() if kind == "system"}


def document_names(lines: Sequence[str]) -> Sequence[str]:
    """Return names of documents; DOMAIN, tab, DOCUMENT, as mt-metrics-eval has them, are called DOCUMENT (DOMAIN)."""
    if isinstance(lines, Column) and b"\t" not in lines.data.tobytes():
        return lines
    cells = [line.split("\t") for line in lines]
    return [f"{each[1]} ({each[0]})" if len(each) == 2 and all(each) else "\t".join(each) for each in cells]


def mismatch(readers: Mapping[Role, LineReader]) -> MismatchError:
    """Return the error for files of different lengths, with the exact number of lines of each."""
    counts = [(reader, reader.count()) for reader in readers.values()]
    (yardstick, expected), *others = counts
    differing = [(reader, count) for reader, count in others if count != expected]
    (reader, count), *more = differing
    also = "".join(f"; {label(other.path)} has {lines}" for other, lines in more)
    return MismatchError(
        f"{label(reader.path)} has {counted(count, 'line')}, reference {label(yardstick.path)} has {expected}{also}; "
        f"{_advice((reader, yardstick), count - expected)}"
    )


def _advice(pair: Sequence[LineReader], excess: int) -> str:
    longer, shorter = pair if excess > 0 else reversed(pair)
    if abs(excess) != 1:
        return (
            "every file must have one line per segment, empty where there is no text: "
            'look for lines that were split, joined or left out; "assay check" says where'
        )
    if longer.ends_empty:
        return (
            f"{label(longer.path)} has an extra empty line at its end: "
            f"delete it, or add one to {label(shorter.path)} if it is a segment"
        )
    return f'a line is missing in {label(shorter.path)}: add it, empty if there was no output; "assay check" says where'


BAR = "|||"


def read_nbest(path: str) -> NBest:
    """Read a list of the n best outputs of every segment."""
    texts: list[str] = []
    starts: list[int] = []
    last: int | None = None
    for line, row in enumerate(read_lines(path), start=1):
        number, text = _entry(path, line, row)
        if number != last:
            _check_order(path, line, number, last)
            starts.append(len(texts))
            last = number
        texts.append(text)
    return NBest(label(path), tuple(texts), (*starts, len(texts)))


def _entry(path: str, line: int, row: str) -> tuple[int, str]:
    number, bar, rest = row.partition(BAR)
    if not bar or not (number.strip().isascii() and number.strip().isdecimal()) or len(number) > 18:
        raise InputError(
            f'{label(path)}, line {line}: not "NUMBER ||| TEXT |||", with the number of the segment; '
            "an n-best list has one line per output"
        )
    return int(number), rest.partition(BAR)[0].strip()


def _check_order(path: str, line: int, number: int, last: int | None) -> None:
    if number not in ((0, 1) if last is None else (last + 1,)):
        expected = "0 or 1" if last is None else f"{last} or {last + 1}"
        raise InputError(
            f"{label(path)}, line {line}: segment {number} where {expected} was expected; the lines of a segment "
            "must be adjacent, and no segment may be left out"
        )
