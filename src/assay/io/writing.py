"""Writing the user's files: a file is whole or not there at all, whatever happens meanwhile."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from assay.errors import AssayError
from assay.io.drafts import draft_of


def write_file(path: str, content: str | bytes | Iterable[bytes]) -> None:
    """Write a file as a whole, or into a pipe or device, which must never be replaced; parts as they come."""
    text = content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content
    raw = (text,) if isinstance(text, bytes) else text
    try:
        if will_be_file(path):
            _replace(os.path.realpath(path), raw)  # a link stays a link
        else:
            _write_into(path, raw)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise AssayError(f"{path} cannot be written: {error.strerror}") from error


def will_be_file(path: str) -> bool:
    """Tell whether a path is, or will be, a file that is replaced as a whole; devices and pipes are not."""
    return os.path.isfile(path) or not os.path.exists(path)


def make_private(path: str) -> None:
    """Make a file that secrets go into, if there is none, for this user alone; what is written later keeps that."""
    # Who writes it will say why it cannot be.
    with suppress(OSError):
        Path(path).touch(0o600)


def check_writable(path: str, option: str = "-o") -> None:
    """Refuse a path that is a directory, or lies where no file can be made."""
    if os.path.isdir(path):
        raise AssayError(f"{path} is a directory; give {option} the name of a file")
    folder = os.path.dirname(path) or os.curdir
    if not os.path.isdir(folder):
        raise AssayError(f"{path} cannot be written: there is no directory {folder}; make it first")
    target = os.path.realpath(path)
    if will_be_file(path) and not os.access(os.path.dirname(target), os.W_OK | os.X_OK):
        raise AssayError(f"{path} cannot be written: you may not write in the directory {folder}")


def _write_into(target: str, content: Iterable[bytes]) -> None:
    with open(target, "wb") as handle:
        handle.writelines(content)


def _replace(target: str, content: Iterable[bytes]) -> None:
    """Write a file beside the target, with its permissions, and give it the target's name once it is complete."""
    with draft_of(target) as draft, open(draft, "wb") as handle:
        handle.writelines(content)
        if os.path.exists(target):
            os.chmod(draft, stat.S_IMODE(os.stat(target).st_mode))
