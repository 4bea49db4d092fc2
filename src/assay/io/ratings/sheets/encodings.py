"""Files as spreadsheet programs save them, for readers of UTF-8: UTF-16 by its mark, and Windows-1252.

"Unicode text" of Excel is UTF-16 with a mark, its plain CSV is Windows-1252 in Western Europe and America. A file that
is no UTF-8 counts as Windows-1252 only if not one of its characters is UTF-8 of several bytes: a UTF-8 file with a
damaged byte stays damaged.
"""

from __future__ import annotations

import codecs
import re

from assay.errors import InputError
from assay.io.opening import Content, blocks, contents, head, is_file, label, opened
from assay.io.texts.lines import WIDE_MARKS

WINDOWS = "Windows-1252"
ZIP = b"PK\x03\x04"  # what a workbook begins with
OLD_WORKBOOK = b"\xd0\xcf\x11\xe0"  # of Excel 97 to 2003
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
SEVERAL_BYTES = re.compile(rb"[\xc3-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")


def is_workbook(path: str) -> bool:
    """Tell whether a file is an XLSX workbook, or at least a ZIP archive as these are."""
    return head(path).startswith(ZIP)


def as_utf8(path: str) -> tuple[str, str]:
    """Return a file that can be read as UTF-8, and the encoding that it was in where it was another."""
    if not is_file(path) or is_workbook(path):
        return path, ""
    start = head(path)
    if start.startswith(OLD_WORKBOOK):
        raise InputError(f"{label(path)}: a workbook of an old kind (XLS); save it as XLSX or CSV")
    wide = next((name for mark, name in WIDE_MARKS.items() if start.startswith(mark)), "")
    if wide.startswith("UTF-16"):
        return _content(path, _wide_text(path)), "UTF-16"
    if wide or start.lstrip().startswith((b"{", b"[")) or _is_utf8(path):
        return path, ""
    text = _windows_text(contents(path))
    return (path, "") if text is None else (_content(path, text), WINDOWS)


def _content(path: str, text: str) -> Content:
    return Content(path.removesuffix(".gz"), text.encode())


def _wide_text(path: str) -> str:
    try:
        return contents(path).decode("utf-16")
    except UnicodeDecodeError as error:
        raise InputError(
            f"{label(path)}: it begins like UTF-16 but is not ({error.reason}); save it as UTF-8"
        ) from None


def _is_utf8(path: str) -> bool:
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
