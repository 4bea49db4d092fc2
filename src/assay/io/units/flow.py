"""The text of a source or target with inline elements in it, as XLIFF and TMX have them.

Elements that enclose text (g, pc, hi, mrk) are transparent. Elements that hold native code (bpt, ept, ph, it, ut) or
stand for it (x, bx, ex, sc, ec) are codes: they become nothing or, if asked, a placeholder: {ID}, at its end {/ID}.
Whatever stands inside native code goes with it. In SDLXLIFF, text marked as deleted by a reviser is not text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from assay.errors import InputError

NATIVE = frozenset({"bpt", "ept", "ph", "it", "ut"})  # what they hold is code of the original format
ENDING = frozenset({"ept", "ex", "ec"})
ENCLOSING = frozenset({"g", "pc"})
CODES = NATIVE | ENDING | ENCLOSING | {"x", "bx", "sc"}
IDS = ("id", "rid", "startRef", "i", "x")
PARTNERS = ("startRef", "rid", "i", "id", "x")  # for an end the code that it ends counts before its own
DELETED = "x-sdl-deleted"


class Flow:
    """Gathers one text: the whole of it, and that of each segment that is marked in it."""

    def __init__(self, codes: str) -> None:
        self.placeholders = codes == "placeholders"
        self.pieces: list[str] = []
        self.segments: dict[str, list[str]] = {}
        self.loose = False  # text outside any segment
        self._segment: list[str] | None = None
        self._open: list[tuple[str, str, bool]] = []  # kind, id, whether its content is hidden
        self._hidden = 0

    def start(self, element: str, attributes: Mapping[str, str], where: Callable[[], str]) -> None:
        """Enter an inline element."""
        kind = attributes.get("mtype", "") if element == "mrk" else ""
        hides = element in NATIVE or kind == DELETED
        if element in CODES and self.placeholders:
            self._put(_placeholder(element, attributes))
        elif element == "cp":
            self._put(_character(attributes.get("hex", ""), where))
        elif kind == "seg":
            self._start_segment(attributes.get("mid", ""), where)
        self._hidden += hides
        self._open.append((kind or element, attributes.get("id", ""), hides))

    def end(self) -> None:
        """Leave the inline element that was entered last."""
        name, code, hides = self._open.pop()
        self._hidden -= hides
        if name in ENCLOSING and self.placeholders:
            self._put(f"{{/{code}}}")
        if name == "seg":
            self._segment = None

    def text(self, text: str) -> None:
        """Add text, unless it is native code."""
        self._put(text)

    def joined(self) -> str:
        """Return the whole text."""
        return "".join(self.pieces)

    def _put(self, text: str) -> None:
        if self._hidden:
            return
        self.pieces.append(text)
        if self._segment is not None:
            self._segment.append(text)
        else:
            self.loose |= bool(text.strip())

    def _start_segment(self, name: str, where: Callable[[], str]) -> None:
        if self._segment is not None or name in self.segments:
            raise InputError(
                f"{where()}: segment {name} twice or inside another; give every segment a mid of its own"
            )
        self._segment = self.segments.setdefault(name, [])


def _placeholder(element: str, attributes: Mapping[str, str]) -> str:
    names = PARTNERS if element in ENDING else IDS
    code = next((attributes[name] for name in names if name in attributes), "")
    return f"{{/{code}}}" if element in ENDING else f"{{{code}}}"


def _character(digits: str, where: Callable[[], str]) -> str:
    try:
        return chr(int(digits, 16))
    except (ValueError, OverflowError):
        raise InputError(
            f'{where()}: <cp hex="…"> names no character; give its code in hexadecimal digits'
        ) from None
