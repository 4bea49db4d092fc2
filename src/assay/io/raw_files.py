"""Any file as lines of text, however broken: for `assay check`, which must read what the other readers refuse.

Lines end as everywhere, at a line feed with or without a carriage return. A byte that is not UTF-8 is kept as a lone
surrogate (Python's "surrogateescape") and noted with its place; a byte-order mark is taken off and noted; UTF-16 and
UTF-32 are decoded where a mark announces them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from assay.io.opening import blocks, opened
from assay.io.texts.lines import UTF8_MARK, WIDE_MARKS, text_lines

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
        data = b"".join(blocks(path, stream))
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
    """Yield the lines of a file one after the other, so that a training text need not fit into memory."""
    with opened(path) as stream:
        held = b""
        for block in blocks(path, stream):
            lines = (held + block).split(b"\n")
            held = lines.pop()
            yield from _texts(lines)
        yield from _texts([held] if held else [])


def _texts(lines: Sequence[bytes]) -> Iterator[str]:
    yield from (line.removesuffix(b"\r").decode("utf-8", "replace") for line in lines)
