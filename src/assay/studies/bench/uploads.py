"""Files on their way to the bench: what they may be called, how large they may be, and why they are refused."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Self

from assay.errors import InputError

UNFIT = re.compile(r"[\x00-\x1f\x7f/\\]")
LONGEST_NAME = 120  # bytes, which every file system takes
GONE = "there are no such files here; they may have been deleted in the meantime: drop them again"


class BenchFullError(InputError):
    """More was given than the bench takes."""


class NoSuchFilesError(InputError):
    """There is nothing under this key, or nothing any more."""

    def __init__(self, message: str = GONE) -> None:
        super().__init__(message)


class Upload:
    """A file that is coming in; it counts once all of it is there."""

    def __init__(self, path: Path, room: int, limit: int, ended: Callable[[], None]) -> None:
        self.path, self.draft = path, path.parent.with_name(f"upload-{secrets.token_hex(8)}")
        self.room, self.limit, self.ended = room, limit, ended
        self.handle = self.draft.open("xb")

    def __enter__(self) -> Self:
        return self

    def write(self, data: bytes) -> None:
        """Add bytes; more than there is room for are refused."""
        self.room -= len(data)
        if self.room < 0:
            raise BenchFullError(
                f"{self.path.name}: too large; the files of a set may have {self.limit >> 20} MB together: pack it as "
                ".gz, leave out what need not be compared, or use assay report on the command line"
            )
        self.handle.write(data)

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            self.handle.close()
            if kind is None:
                os.replace(self.draft, self.path)
        except FileNotFoundError:
            raise NoSuchFilesError from None
        finally:
            self.draft.unlink(missing_ok=True)
            self.ended()


def file_name(name: str, present: Sequence[str]) -> str:
    """Return a name for a file that is a plain name anywhere, on a command line too."""
    last = UNFIT.sub("_", name.replace("\\", "/").rpartition("/")[2]).lstrip(".- ")
    plain = last.encode()[-LONGEST_NAME:].decode(errors="ignore") or "file"
    stem, dot, ending = plain.partition(".")
    number = 1
    while plain in present:
        number += 1
        plain = f"{stem}-{number}{dot}{ending}"
    return plain
