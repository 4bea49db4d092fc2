"""The units of a translator's file: source, target, state, one row a segment, whatever the format.

A target that is absent, or that has no text though its source has, is missing: `None`, not "". Where a file holds
several languages, two are meant: `--languages SOURCE,TARGET`, as in en,pt-BR. A tag stands for itself, in any case and
with "_" for "-", and where it is not in the file for the one variety of it that is: pt for pt-BR.

`Flow` reads a source or target with inline elements in it, as XLIFF and TMX have them. Elements that enclose text (g,
pc, hi, mrk) are transparent. Elements that hold native code (bpt, ept, ph, it, ut) or stand for it (x, bx, ex, sc, ec)
are codes: they become nothing or, if asked, a placeholder: {ID}, at its end {/ID}. Whatever stands inside native code
goes with it. In SDLXLIFF, text marked as deleted by a reviser is not text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from assay.data import Remark
from assay.errors import InputError, OptionError
from assay.io.opening import label, listed, shown

ALL_CODES = ("drop", "placeholders")  # what may become of inline codes


@dataclass(frozen=True)
class Unit:
    """One segment: `id` is that of its unit, with "/SEGMENT" or "[FORM]" behind it where the unit has several."""

    id: str
    source: str
    target: str | None
    line: int
    document: str = ""
    state: str = ""
    locked: bool = False
    approved: bool | None = None


@dataclass(frozen=True)
class Units:
    """The units of a file in its order, and what was noticed when it was read."""

    path: str
    languages: tuple[str, str]
    units: tuple[Unit, ...]
    remarks: tuple[Remark, ...] = ()

    def __post_init__(self) -> None:
        """Refuse two units of one name, and a file without any."""
        if not self.units:
            raise InputError(
                f"{label(self.path)}: no unit to translate in it; check that it is the right file"
            )
        seen: dict[str, int] = {}
        for unit, key in zip(self.units, self.keys(by_document=True), strict=True):
            if key in seen:
                raise InputError(
                    f'{label(self.path)}, line {unit.line}: unit "{shown(unit.id)}" was already in line {seen[key]}; '
                    "give every unit an id of its own"
                )
            seen[key] = unit.line

    def are_unique(self) -> bool:
        """Tell whether ids alone name every unit, without its document."""
        return len({unit.id for unit in self.units}) == len(self.units)

    def keys(self, *, by_document: bool) -> list[str]:
        """Return the name of every unit; `by_document` sets its document before it."""
        return [f"{unit.document}#{unit.id}" if by_document else unit.id for unit in self.units]


def missing_if_blank(source: str, target: str | None) -> str | None:
    """Return the target, or `None` where it has no text though its source has."""
    return None if target is not None and source.strip() and not target.strip() else target


def numbered(unit: str, parts: Sequence[str]) -> list[str]:
    """Return the ids of a unit's segments: that of the unit where there is but one."""
    return [unit] if len(parts) == 1 else [f"{unit}/{part}" for part in parts]


Languages = tuple[str, str]


def parse_languages(text: str) -> Languages:
    """Read the languages of source and target from the command line."""
    source, _, target = (part.strip() for part in text.partition(","))
    if not source or not target or "," in target or is_of(source, target):
        raise OptionError(
            f'--languages "{shown(text)}": write two languages separated by a comma, the source first, '
            "as in en,pt-BR"
        )
    return source, target


def is_of(language: str, wanted: str) -> bool:
    """Tell whether a language is the one that is wanted or, as en-GB of en, a variety of it."""
    have, want = _plain(language), _plain(wanted)
    return bool(want) and (have == want or have.startswith(f"{want}-"))


def main_language(language: str) -> str:
    """Return a language without its variety."""
    return _plain(language).partition("-")[0]


def chosen(path: str, languages: Sequence[str], wanted: str) -> str:
    """Return the language of a file that a tag stands for."""
    exact = [language for language in languages if _plain(language) == _plain(wanted)]
    fitting = exact or [language for language in languages if is_of(language, wanted)]
    if len(fitting) != 1:
        what = "no text in" if not fitting else "several varieties of"
        raise InputError(
            f'{label(path)}: {what} "{shown(wanted)}"; the file has {named(languages)}: name two of them with '
            "--languages SOURCE,TARGET"
        )
    return fitting[0]


def named(languages: Sequence[str]) -> str:
    """List languages for a message."""
    return listed(languages) or "none"


def _plain(language: str) -> str:
    return language.lower().replace("_", "-")


# What they hold is code of the original format
NATIVE = frozenset({"bpt", "ept", "ph", "it", "ut"})
ENDING = frozenset({"ept", "ex", "ec"})
ENCLOSING = frozenset({"g", "pc"})
CODES = NATIVE | ENDING | ENCLOSING | {"x", "bx", "sc"}
IDS = ("id", "rid", "startRef", "i", "x")
# For an end the code that it ends counts before its own
PARTNERS = ("startRef", "rid", "i", "id", "x")
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
