"""Lines of text as sacreBLEU reads them: in any encoding, ended by line feeds alone, or by carriage returns as well."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from typing import IO, Any

from assay.errors import InputError, OptionError
from assay.io.opening import contents, label


def encoded_lines(path: str, encoding: str = "utf-8", *, returns: bool = False) -> list[str]:
    """Return the lines of a file without what ends them; with `returns` a carriage return ends a line, too."""
    try:
        text = contents(path).decode(encoding)
    except UnicodeDecodeError as error:
        raise InputError(
            f"{label(path)}: byte {error.start + 1} is not {encoding}; name the encoding with --encoding"
        ) from None
    except LookupError:
        raise OptionError(
            f"{encoding!r} is not an encoding that Python knows; give one such as utf-8 or latin-1"
        ) from None
    if returns:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.removesuffix("\n").split("\n")


def open_encoded(path: str, mode: str = "rt", encoding: str = "utf-8") -> IO[Any]:
    """Open a text file, packed if its name ends in .gz, whose lines end at line feeds alone."""
    opening: Callable[..., IO[Any]] = gzip.open if path.endswith(".gz") else open
    return opening(path, mode=mode, encoding=encoding, newline="\n")
