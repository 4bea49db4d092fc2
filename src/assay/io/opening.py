"""Opening the user's files: plain or packed, `-` for standard input, one clear message for what cannot be read.

A file is gzip, xz or Zstandard when its first bytes say so (no UTF-8 text begins like that), whatever its name.
Bytes come in blocks, so that a file is never in memory as a whole unless a reader asks for it. A few bytes of a packed
file can stand for more than a machine can hold: what is read as a whole is bounded (`--max-size`, `size_limit`).
"""

from __future__ import annotations

import io
import os
import re
import sys
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice
from typing import Any, BinaryIO

from assay.errors import DependencyError, InputError, OptionError
from assay.io.checked.absent import advice_on_absent, advice_on_directory

BLOCK = 1 << 22  # bytes read at a time: many lines, little memory
# Bytes unpacked at a time where a library unpacks all it is given: up to 30,000 times as many
MORSEL = 1 << 12
STDIN = "-"
GZIP = b"\x1f\x8b"
PADDING = re.compile(rb"\x00+")
GATHERED = 1 << 18  # bytes of a block of a packed file, at least
GZIP_ONLY = zlib.MAX_WBITS | 16
XZ, ZSTD = b"\xfd7zXZ\x00", b"\x28\xb5\x2f\xfd"
# What a name may end in, and what it then promises
PACKED = {".gz": "gzip", ".xz": "xz", ".zst": "Zstandard"}
# As lists and dictionaries of Python the worst table of this size takes up about 6 GB
MAX_SIZE = "256M"
UNITS = {"": 0, "K": 10, "M": 20, "G": 30, "T": 40}  # powers of 2
SIZE = re.compile(r"([0-9]{1,15})([KMGT]?)(?:i?B)?", re.IGNORECASE)
MOST_LISTED = 12  # names in a message
_size_limit: ContextVar[str] = ContextVar("size_limit", default=MAX_SIZE)


@dataclass(frozen=True, eq=False)
class Source:
    """What a user names: a file, standard input, bytes in memory, or the rows of a frame.

    `name` is what messages call it, of a file its path. Functions of this module take a source or the path of a file.
    """

    name: str
    content: bytes | None = None
    rows: Sequence[Mapping[str, Any]] | None = None  # of a frame: no bytes stand for it
    encoding: str = ""  # what its bytes were in before they became UTF-8

    @classmethod
    def of(cls, named: str | os.PathLike[str] | Source) -> Source:
        """Return the source that a path names; a source is itself."""
        return named if isinstance(named, Source) else cls(os.fspath(named))

    @property
    def in_memory(self) -> bool:
        """Whether nothing need be opened to read it."""
        return self.content is not None or self.rows is not None

    def __str__(self) -> str:
        return self.name


Named = str | Source  # the path of a file, or a source


def parse_size(text: str) -> int:
    """Return the number of bytes that a size such as 256M, 2G or 500000 stands for."""
    match = SIZE.fullmatch(text.strip())
    if match is None:
        raise OptionError(f'"{shown(text)}" is not a size; write a number of bytes, such as 500K, 256M or 2G')
    return int(match[1]) << UNITS[match[2].upper()]


@contextmanager
def size_limit(size: str) -> Iterator[None]:
    """Allow files that are read as a whole to unpack to so much, such as "2G", and to no more."""
    parse_size(size)
    token = _size_limit.set(size)
    try:
        yield
    finally:
        _size_limit.reset(token)


def bounded(path: Named, parts: Iterable[bytes]) -> Iterator[bytes]:
    """Pass the blocks of a file on, up to the size that a file may have that is read as a whole."""
    limit, size = parse_size(_size_limit.get()), 0
    for part in parts:
        size += len(part)
        check_size(path, size, limit)
        yield part


def check_size(path: Named, size: int, limit: int | None = None) -> None:
    """Refuse a file that unpacks to more than may be read as a whole."""
    if size > (parse_size(_size_limit.get()) if limit is None else limit):
        raise InputError(
            f"{label(path)}: it is larger than {_size_limit.get()} when unpacked, and would be read as a "
            "whole; if that is right, raise the limit on the command line, as with --max-size 4G"
        )


def is_file(path: Named) -> bool:
    """Tell whether what a path names can be read more than once."""
    return Source.of(path).in_memory or os.path.isfile(str(path))


def is_folder(path: Named) -> bool:
    """Tell whether what a path names is a folder."""
    return not Source.of(path).in_memory and os.path.isdir(str(path))


def shown(text: str) -> str:
    """Return a path or name fit for a terminal: what cannot be printed is written as an escape."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def listed(names: Collection[str], most: int = MOST_LISTED) -> str:
    """List names that a file gives, the first of them where they are many, for a message: a, b and 3 more."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return f"{', '.join(map(shown, islice(names, most)))}{more}"


def label(path: Named) -> str:
    """Return what messages call a file: its path as the user gave it."""
    name = str(path)
    return "standard input" if name == STDIN else shown(name) or '""'


@contextmanager
def opened(path: Named) -> Iterator[BinaryIO]:
    """Open a file for reading bytes; standard input is left open for its owner to close."""
    source = Source.of(path)
    if source.rows is not None:
        raise InputError(f"{label(source)}: a frame is a table, and this is read from a file; name the file")
    if source.content is not None:
        yield io.BytesIO(source.content)
    elif source.name == STDIN:
        yield _stdin()
    else:
        with _open(source.name) as stream:
            yield stream


def check_rereadable(path: str) -> None:
    """Refuse pipes and devices, which cannot be hashed once they were read; directories have their own message."""
    if (
        path == STDIN
        or path.startswith("/dev/")
        or (os.path.exists(path) and not _is_file_or_directory(path))
    ):
        raise InputError(
            f"{label(path)} can be read only once, but a run file needs files that can be read again; write it "
            "to a file first"
        )


def _is_file_or_directory(path: str) -> bool:
    return os.path.isfile(path) or os.path.isdir(path)


def blocks(named: Named, stream: BinaryIO) -> Iterator[bytes]:
    """Yield the bytes of an open file, unpacked if they are gzip; no block is empty."""
    path = str(named)
    head = _read(path, stream)
    raw = chain([head] if head else [], iter(partial(_read, path, stream), b""))
    ending = os.path.splitext(path)[1]
    if head.startswith(GZIP):
        yield from _gathered(_unpacked(path, raw))
    elif head.startswith((XZ, ZSTD)):
        yield from _gathered(_decompressed(path, raw, _xz if head.startswith(XZ) else partial(_zstd, path)))
    elif head and ending in PACKED and not Source.of(named).in_memory:
        raise InputError(
            f"{label(path)}: not {PACKED[ending]}, though its name ends in {ending}; rename or compress it"
        )
    else:
        yield from raw


def contents(path: Named) -> bytes:
    """Return all bytes of a file; an empty file is an error, and one of more bytes than may be."""
    with opened(path) as stream:
        data = b"".join(bounded(path, blocks(path, stream)))
    if not data:
        raise empty_file(path)
    return data


def held(path: Named) -> Source:
    """Return a source that can be read more than once: standard input and pipes are read into memory."""
    source = Source.of(path)
    readable = (
        is_file(source)
        or os.path.isdir(source.name)
        or not (source.name == STDIN or os.path.exists(source.name))
    )
    return source if readable else replace(source, content=contents(source))


def head(path: Named) -> bytes:
    """Return the first block of a regular file, and nothing of what can be read only once."""
    if not is_file(path) or (isinstance(path, Source) and path.rows is not None):
        return b""
    with opened(path) as stream:
        return next(blocks(path, stream), b"")


def empty_file(path: Named) -> InputError:
    """Return the error for a file without a single byte of text."""
    return InputError(f"{label(path)}: the file is empty; check that the program that wrote it did not fail")


def _stdin() -> BinaryIO:
    stream: BinaryIO | None = getattr(sys.stdin, "buffer", None)
    if stream is None:
        raise InputError("standard input is closed; name a file instead of -")
    return stream


def _open(path: str) -> BinaryIO:
    try:
        return open(path, "rb")
    except FileNotFoundError:
        raise InputError(f"{label(path)}: no such file; {shown(advice_on_absent(path))}") from None
    except IsADirectoryError:
        raise InputError(
            f"{label(path)}: a directory, not a file; {shown(advice_on_directory(path))}"
        ) from None
    except PermissionError:
        raise InputError(
            f"{label(path)}: permission denied; make the file readable for you (chmod u+r)"
        ) from None
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from None


def _unreadable(path: str, error: Exception) -> InputError:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return InputError(f"{label(path)}: cannot be read: {reason}; check the path")


def _read(path: str, stream: BinaryIO) -> bytes:
    try:
        return stream.read(BLOCK)
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from None


def _unpacked(path: str, raw: Iterable[bytes]) -> Iterator[bytes]:
    """Unpack gzip data of any number of members; zero bytes may pad the end of one."""
    member, step = zlib.decompressobj(GZIP_ONLY), BLOCK
    for packed in raw:
        at = 0
        while (at := _past_padding(packed, at) if member.eof else at) < len(packed):
            if member.eof:
                # The library copies what is behind the end of a member: of a short one that must not be much.
                member, step = zlib.decompressobj(GZIP_ONLY), MORSEL
            rest = packed[at : at + step]
            at += len(rest)
            step = min(2 * step, BLOCK)
            while rest and not member.eof:
                yield from _inflated(path, member, rest)
                rest = member.unconsumed_tail
            at -= len(member.unused_data)
    yield from filter(None, [member.flush()])
    if not member.eof:
        raise InputError(f"{label(path)}: the gzip data end too early; the file is truncated, copy it again")


def _past_padding(packed: bytes, at: int) -> int:
    """Return the place of the first byte from a place on that is not zero."""
    padding = PADDING.match(packed, at)
    return at if padding is None else padding.end()


def _gathered(parts: Iterable[bytes]) -> Iterator[bytes]:
    """Join short parts: a file may be packed in a hundred thousand members of a line each."""
    held: list[bytes] = []
    size = 0
    for part in parts:
        held.append(part)
        size += len(part)
        if size >= GATHERED:
            yield b"".join(held)
            held, size = [], 0
    yield from filter(None, [b"".join(held)])


def _xz() -> Any:
    import lzma

    return lzma.LZMADecompressor(lzma.FORMAT_XZ)


def _zstd(path: str) -> Any:
    try:
        import zstandard
    except ImportError as error:
        raise DependencyError(
            f"{label(path)}: Zstandard needs a library: pip install 'mt-assay[zst]'"
        ) from error
    return zstandard.ZstdDecompressor().decompressobj()


def _decompressed(path: str, raw: Iterable[bytes], start: Callable[[], Any]) -> Iterator[bytes]:
    """Unpack xz or Zstandard data of any number of streams, each with a decompressor of its own."""
    stream = start()
    for packed in (block[at : at + MORSEL] for block in raw for at in range(0, len(block), MORSEL)):
        rest = packed
        while rest := rest.lstrip(b"\0") if stream.eof else rest:
            stream = start() if stream.eof else stream
            try:
                text = stream.decompress(rest)
            except Exception as error:  # each library has errors of its own
                raise InputError(
                    f"{label(path)}: damaged data ({error}); copy or compress it again"
                ) from None
            yield from filter(None, [text])
            rest = stream.unused_data if stream.eof else b""
    if not stream.eof:
        raise InputError(
            f"{label(path)}: the packed data end too early; the file is truncated, copy it again"
        )


def _inflated(path: str, member: zlib._Decompress, packed: bytes) -> Iterator[bytes]:
    try:
        text = member.decompress(packed, BLOCK)
    except zlib.error as error:
        raise InputError(f"{label(path)}: damaged gzip data ({error}); copy or compress it again") from None
    yield from filter(None, [text])
