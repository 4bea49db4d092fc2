"""Lines of text, one segment each, straight from bytes to columns: no Python string is made for a line.

Only a line feed, or a carriage return and a line feed, ends a line. A carriage return elsewhere, U+0085,
U+2028, vertical tab and form feed are text. A last line without its line feed counts; a line feed at the end
of the file adds none.

Files as spreadsheet programs save them are made UTF-8 first (`as_utf8`). "Unicode text" of Excel is UTF-16 with a mark,
its plain CSV is Windows-1252 in Western Europe and America. A file that is no UTF-8 counts as Windows-1252 only if not
one of its characters is UTF-8 of several bytes: a UTF-8 file with a damaged byte stays damaged.
"""

from __future__ import annotations

import codecs
import re
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import BinaryIO

from assay import kernel
from assay.errors import AssayWarning, InputError
from assay.io.opening import (
    Named,
    Source,
    blocks,
    bounded,
    contents,
    empty_file,
    head,
    is_file,
    label,
    opened,
)
from assay.text import Column

# Bytes: 64 MiB without a line feed is no text of segments, and would fill the memory
LONGEST_LINE = 1 << 26
UTF8_MARK = b"\xef\xbb\xbf"
WIDE_MARKS = {
    b"\xff\xfe\x00\x00": "UTF-32LE",
    b"\x00\x00\xfe\xff": "UTF-32BE",
    b"\xff\xfe": "UTF-16LE",
    b"\xfe\xff": "UTF-16BE",
}
Check = Callable[[Named, Iterable[bytes]], Iterable[bytes]]
HEAD = 1000  # bytes that are looked at
FEWEST_ZEROS = 16  # a stray one is text
# Of them are 0 in UTF-16 of any script with blanks and digits; text in UTF-8 has none
WIDE_ZEROS = 0.2


def as_they_are(path: Named, raw: Iterable[bytes]) -> Iterable[bytes]:  # a check of any file
    """Pass the blocks of a file on, whatever they are."""
    return raw


class LineReader:
    """An open file that gives its lines as columns of as many rows as asked for; `whole` if that will be all.

    `checked` passes the blocks of the file on, and may refuse them.
    """

    def __init__(
        self, path: str, stream: BinaryIO, *, whole: bool = False, checked: Check = as_they_are
    ) -> None:
        self.path = path
        self.lines = 0
        self.ends_empty = False
        self.blank = True  # as long as no line has text
        raw = checked(path, blocks(path, stream))
        self._columns = columns(path, bounded(path, raw) if whole else raw)
        self._ready: deque[Column] = deque()

    def take(self, rows: int) -> Column:
        """Return the next lines: as many as asked for, or what is left at the end of the file."""
        while sum(map(len, self._ready)) < rows and self._fetch():
            pass
        return Column.joined(list(self._portions(rows)))

    def count(self) -> int:
        """Return the number of lines of the whole file, reading what is left of it."""
        self._ready.clear()
        while self._fetch():
            self._ready.clear()
        return self.lines

    def _fetch(self) -> bool:
        column = next(self._columns, None)
        if column is None:
            return False
        self._ready.append(column)
        self.lines += len(column)
        self.ends_empty = bool(column.offsets[-1] == column.offsets[-2])
        self.blank = self.blank and not len(column.data)
        return True

    def _portions(self, rows: int) -> Iterator[Column]:
        while rows and self._ready:
            column = self._ready.popleft()
            if len(column) > rows:
                self._ready.appendleft(column[rows:])
            yield column[:rows]
            rows -= min(rows, len(column))


def columns(path: Named, raw: Iterable[bytes]) -> Iterator[Column]:
    """Yield the lines of a file, a block at a time; refuse what is not UTF-8 and a file without a line."""
    lines = 0
    for text in whole_lines(path, raw):
        body = text if lines else without_mark(path, text)
        check_utf8(path, body, lines)
        if body:
            column = split_lines(body)
            lines += len(column)
            yield column
    if not lines:
        raise empty_file(path)


def split_lines(text: bytes) -> Column:
    """Turn bytes into a column with one row a line, without the line ends."""
    return Column(*kernel.split_lines(text))


def decoded(path: Named, data: bytes) -> str:
    """Return a whole file as text, under the same rules as its lines: UTF-8, a byte-order mark dropped."""
    body = without_mark(path, data)
    check_utf8(path, body)
    if not body:
        raise empty_file(path)
    return body.decode("utf-8")


def marked_text(path: Named, data: bytes) -> str:
    """Return a whole file as text: UTF-8, or UTF-16 and UTF-32 where a mark announces it, as spreadsheets write it."""
    for mark, encoding in WIDE_MARKS.items():
        if data.startswith(mark):
            warnings.warn(f"{label(path)}: the file is {encoding}, and was read as such", AssayWarning, 2)
            return _wide_text(path, data, encoding)
    return decoded(path, data)


def text_lines(text: str) -> list[str]:
    """Split text into its lines by the rules above."""
    lines = text.split("\n")
    last = lines.pop()
    return [line.removesuffix("\r") for line in lines] + ([last] if last else [])


def bare(line: str) -> str:
    """Return a line without what ends it."""
    return line[:-1].removesuffix("\r") if line.endswith("\n") else line


def text_blocks(path: Named) -> Iterator[str]:
    """Yield a file that may be large as text, many whole lines at a time."""
    before, body = 0, b""
    with opened(path) as stream:
        for place, block in enumerate(whole_lines(path, blocks(path, stream))):
            body = without_mark(path, block) if place == 0 else block
            check_utf8(path, body, before)
            before += body.count(b"\n")
            yield body.decode("utf-8")
    if not body:
        raise empty_file(path)


def text_column(strings: list[str | None]) -> Column | list[str | None]:
    """Return a column of text, or the list as it is where it has holes."""
    whole = [text for text in strings if text is not None]
    return Column.of(whole) if len(whole) == len(strings) else strings


def without_mark(path: Named, text: bytes) -> bytes:
    """Drop a UTF-8 byte-order mark, with a warning, and refuse UTF-16 and UTF-32."""
    for mark, encoding in WIDE_MARKS.items():
        if text.startswith(mark):
            raise InputError(
                f"{label(path)}: the file is {encoding}, not UTF-8; "
                f"convert it with iconv -f {encoding[:-2]} -t UTF-8"
            )
    if text[:HEAD].count(0) > max(FEWEST_ZEROS, WIDE_ZEROS * len(text[:HEAD])):
        encoding = "UTF-16BE" if text.startswith(b"\0") else "UTF-16LE"
        raise InputError(
            f"{label(path)}: zero bytes between characters: the file seems to be {encoding}, not UTF-8; "
            f"convert it with iconv -f {encoding} -t UTF-8"
        )
    if not text.startswith(UTF8_MARK):
        return text
    warnings.warn(f"{label(path)}: the byte-order mark at the start of the file was ignored", AssayWarning, 2)
    return text[len(UTF8_MARK) :]


def check_utf8(path: Named, text: bytes, lines_before: int = 0) -> None:
    """Refuse bytes that are not UTF-8, and say which and where."""
    if kernel.is_utf8(text):
        return
    try:
        text.decode("utf-8")
    except UnicodeDecodeError as error:
        line = lines_before + text.count(b"\n", 0, error.start) + 1
        place = error.start - text.rfind(b"\n", 0, error.start)
        raise InputError(
            f"{label(path)}, line {line}, byte {place}: 0x{text[error.start]:02X} is not UTF-8 "
            f"({error.reason}); repair the line, or convert the file to UTF-8, perhaps with "
            "iconv -f WINDOWS-1252 -t UTF-8"
        ) from None


def whole_lines(path: Named, raw: Iterable[bytes]) -> Iterator[bytes]:
    """Cut blocks behind their last line feed, so that no line and no character is in two of them."""
    held: list[bytes] = []
    size = 0
    for block in raw:
        cut = block.rfind(b"\n") + 1
        if cut:
            yield b"".join([*held, block[:cut]])
            held, size = [], 0
        held.append(block[cut:])
        size += len(block) - cut
        if size > LONGEST_LINE:
            raise InputError(
                f"{label(path)}: a line is longer than {LONGEST_LINE >> 20} MiB; "
                "give a text file with one segment per line"
            )
    if any(held):
        yield b"".join(held)


WINDOWS = "Windows-1252"
ZIP = b"PK\x03\x04"  # what a workbook begins with
OLD_WORKBOOK = b"\xd0\xcf\x11\xe0"  # of Excel 97 to 2003
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
SEVERAL_BYTES = re.compile(rb"[\xc3-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")


def as_utf8(path: Named) -> Source:
    """Return a source that can be read as UTF-8; its `encoding` is what it was in where it was in another."""
    source = Source.of(path)
    if source.encoding or source.rows is not None or not is_file(source):
        return source
    start = head(source)
    if start.startswith((ZIP, OLD_WORKBOOK)):
        return source
    wide = next((name for mark, name in WIDE_MARKS.items() if start.startswith(mark)), "")
    if wide:
        return _decoded(source, _wide_text(source, contents(source), wide), wide)
    if start.lstrip().startswith((b"{", b"[")) or _is_utf8(source):
        return source
    text = _windows_text(contents(source))
    return source if text is None else _decoded(source, text, WINDOWS)


def _decoded(source: Source, text: str, encoding: str) -> Source:
    return replace(source, content=text.encode(), encoding=encoding)


def _wide_text(path: Named, data: bytes, encoding: str) -> str:
    """Return a text without the mark that says its encoding."""
    mark = next(mark for mark, name in WIDE_MARKS.items() if name == encoding)
    try:
        return data[len(mark) :].decode(encoding)
    except UnicodeDecodeError as error:
        raise InputError(
            f"{label(path)}, byte {error.start + len(mark) + 1}: not {encoding} ({error.reason}), though its "
            "first bytes say so; save it again as UTF-8"
        ) from None


def _is_utf8(path: Source) -> bool:
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        with opened(path) as stream:
            for block in blocks(path, stream):
                decoder.decode(block)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def _windows_text(data: bytes) -> str | None:
    if SEVERAL_BYTES.search(data):
        return None
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError:
        return None
    return None if CONTROL.search(text) else text
