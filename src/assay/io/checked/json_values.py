"""JSON from anywhere: the one place where it is parsed, so that no document does more harm than to be refused.

Beyond what RFC 8259 says, refused are what nests deeper than a stack holds, whole numbers that no float can hold, a
name that comes twice in an object (Python takes the last in silence), and NaN and Infinity, which Python writes and
JSON does not know, unless a reader allows them. What is refused is a `JsonError` that says so in words; whoever reads a
file names it. What values a document has to hold is declared, see `shapes`.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from typing import Any, NoReturn

from assay.errors import InputError
from assay.io.opening import Named, contents, label, shown

MOST_DEPTH = 100  # no format that we know of goes beyond 12
MOST_DIGITS = 300  # a float has at most 309
# Every so many characters are looked at for a number that may be too long; this many digits in a row are one.
STRIDE, SAMPLED = 20, re.compile(r"[0-9]{14}")
QUOTED = 40  # characters of a name that a message shows
NO_MARKS = bytes(sorted(set(range(256)) - set(b'"[]{}')))


class JsonError(ValueError):
    """What is wrong with a text that should be JSON, without its place."""


def parse_json(text: str | bytes, *, nan: bool = False) -> Any:
    """Return the value of a JSON text, with NaN and Infinity where they are allowed; refuse it with a `JsonError`."""
    plain = text if isinstance(text, str) else _decoded(text)
    if plain.count("[") + plain.count("{") > MOST_DEPTH and _depth(plain) > MOST_DEPTH:
        raise JsonError(f"it is nested more than {MOST_DEPTH} deep")
    long = SAMPLED.search(plain[::STRIDE]) is not None
    try:
        return _DECODERS[nan, long](plain)
    except RecursionError:  # where little of the stack is left
        raise JsonError("it is nested too deeply") from None
    except json.JSONDecodeError as error:
        raise JsonError(str(error)) from None


def read_json(path: Named, advice: str, *, nan: bool = False) -> Any:
    """Return the value of a JSON file; an error names the file and ends with what to do."""
    data = contents(path)
    try:
        return parse_json(data.removeprefix(b"\xef\xbb\xbf"), nan=nan)
    except JsonError as error:
        raise InputError(f"{label(path)}: not JSON ({error}); {advice}") from None


def _decoded(text: bytes) -> str:
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError as error:
        raise JsonError(f"byte {error.start + 1} is no UTF-8") from None


def _depth(text: str) -> int:
    """Return how deep a text nests: brackets outside of strings, counted up and down."""
    import numpy as np  # a small document does without

    unescaped = text.encode("utf-8", "surrogatepass").replace(b"\\\\", b"").replace(b'\\"', b"")
    outside = b"".join(unescaped.translate(None, NO_MARKS).split(b'"')[::2])
    signs = np.frombuffer(outside, dtype=np.uint8)
    steps = np.where((signs == ord("[")) | (signs == ord("{")), 1, -1)
    return int(np.cumsum(steps).max(initial=0))


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        name = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise JsonError(f'the name "{shown(name[:QUOTED])}" comes twice')
    return members


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise JsonError(f"a number has {len(digits.lstrip('-'))} digits")
    return int(digits)


def _no_constant(name: str) -> NoReturn:
    raise JsonError(f"{name} is a number for Python, and nothing that JSON knows")


def _decoder(*, nan: bool, long: bool) -> Callable[[str], Any]:
    return json.JSONDecoder(
        object_pairs_hook=_members,
        parse_constant=None if nan else _no_constant,
        parse_int=_whole if long else None,  # a call for every number, which takes time
    ).decode


# Made once: to make one for every line takes as long as to read the line.
_DECODERS = {(nan, long): _decoder(nan=nan, long=long) for nan in (False, True) for long in (False, True)}
