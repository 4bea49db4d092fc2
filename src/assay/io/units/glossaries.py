"""Glossaries as pairs of a source term and the target terms that will do for it: TBX, TSV or CSV.

TBX (ISO 30042, of 2008 and 2019): a concept (termEntry, conceptEntry) has terms in several languages (langSet,
langSec). Every source term of a concept goes with all its target terms; the same source term of two concepts has the
target terms of both. Target terms whose status is deprecated or superseded are left out and counted.

Tables are of any shape. Source and target terms are in the first two columns, or in those that are called so, as in
`source term,target term`. A source term on several lines, or target terms with | between them, has several translations
that are right.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from assay.data import Term
from assay.errors import AssayWarning, InputError
from assay.io.opening import Source, contents, head, held, label, shown
from assay.io.tables.headed import TOP, Row, Wanted, read_rows
from assay.io.tables.names import BRACKETS, key_of
from assay.io.tables.spellings import SPELLINGS
from assay.io.units.tmx import LANG
from assay.io.units.units import Languages, is_of, named
from assay.io.xml_parsing import PROLOGUE, XmlReader, first_text, split_name

ROOTS = ("martif", "tbx")
CONCEPTS = ("termEntry", "conceptEntry")
LANGUAGES = ("langSet", "langSec")
TERMS = ("tig", "ntig", "termSec", "termGrp")
STATUSES = ("administrativeStatus", "normativeAuthorization")
REFUSED = ("deprecated", "superseded")

TBX_ROOT = re.compile(rf"\ufeff?{PROLOGUE}<(?:[\w.-]+:)?(?:martif|tbx)\b")


@dataclass
class TbxTerm:
    """A term of a concept."""

    language: str
    text: str = ""
    status: str = ""


@dataclass
class Concept:
    """The terms of one entry."""

    terms: list[TbxTerm] = field(default_factory=list)

    def of(self, language: str) -> list[TbxTerm]:
        """Return the terms in a language, or in a variety of it."""
        return [term for term in self.terms if term.text and is_of(term.language, language)]


def is_tbx(start: bytes) -> bool:
    """Tell by its first bytes whether a file is TBX."""
    return TBX_ROOT.match(first_text(start)) is not None


def read_tbx(path: str, source: str | None = None, target: str | None = None) -> list[Term]:
    """Read a TBX file; where it has more than two languages, `source` and `target` must say which are meant."""
    return parse_tbx(path, contents(path), source, target)


def parse_tbx(path: str, data: bytes, source: str | None = None, target: str | None = None) -> list[Term]:
    """Read TBX from the bytes of a file."""
    reader = _TbxReader(path)
    reader.parse(data)
    first, second = _pair(reader, source, target)
    pairs: dict[str, dict[str, None]] = {}
    refused = 0
    for concept in reader.concepts:
        terms = concept.of(second)
        good = [term.text for term in terms if not term.status.startswith(REFUSED)]
        refused += len(terms) - len(good)
        for term in concept.of(first) if good else ():
            pairs.setdefault(term.text, {}).update(dict.fromkeys(good))
    if refused:
        warnings.warn(
            f"{label(path)}: {refused} deprecated or superseded target terms are left out",
            AssayWarning,
            stacklevel=2,
        )
    if not pairs:
        raise InputError(
            f'{label(path)}: no concept has terms in both "{shown(first)}" and "{shown(second)}"'
        )
    return [Term(term, tuple(targets)) for term, targets in pairs.items()]


def _pair(reader: _TbxReader, source: str | None, target: str | None) -> tuple[str, str]:
    """Return the languages asked for, else the language of the file itself and the only other one."""
    languages = list(dict.fromkeys(term.language for concept in reader.concepts for term in concept.terms))
    first = source or next(
        (name for name in languages if is_of(name, reader.language)), next(iter(languages), "")
    )
    others = [name for name in languages if not is_of(name, first)]
    if target is None and len(others) != 1:
        raise InputError(
            f"{label(reader.path)}: {len(languages)} languages ({named(languages)}), but only a source and "
            "a target can be used; name them with --languages SOURCE,TARGET"
        )
    return first, target or others[0]


class _TbxReader(XmlReader):
    """Receives the elements of the file in order and collects concepts."""

    outer_doctype = True

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.root = False
        self.language = ""
        self.concepts: list[Concept] = []
        self.within = ""
        self.term: TbxTerm | None = None
        self.pieces: list[str] | None = None
        self.depth = 0  # below a term or status whose text is gathered
        self.what = ""

    def start(self, element: str, attributes: dict[str, str]) -> None:
        """Begin a concept, a language, a term or the status of a term."""
        name = split_name(element).local
        if self.pieces is not None:
            self.depth += 1
        elif not self.root:
            self._start_root(name, attributes)
        elif name in CONCEPTS:
            self.concepts.append(Concept())
        elif name in LANGUAGES:
            self.within = attributes.get(LANG) or attributes.get("lang", "")
        elif name in TERMS:
            self._start_term()
        elif name == "term" or (self.term is not None and _is_status(name, attributes)):
            self.pieces, self.what, self.depth = [], name, 0

    def end(self, element: str) -> None:
        """Keep a term or status that is complete."""
        name = split_name(element).local
        if self.pieces is None:
            self.term = None if name in ("tig", "ntig", "termSec") else self.term
        elif self.depth:
            self.depth -= 1
        else:
            self._keep(" ".join("".join(self.pieces).split()))
            self.pieces = None

    def text(self, text: str) -> None:
        """Add to the term or status that is open."""
        if self.pieces is not None:
            self.pieces.append(text)

    def _start_root(self, name: str, attributes: dict[str, str]) -> None:
        if name not in ROOTS:
            raise InputError(
                f"{self.where()}: the outermost element is <{shown(name)}>, not <martif> or <tbx>; give TBX"
            )
        self.root = True
        self.language = attributes.get(LANG, "")

    def _start_term(self) -> None:
        if self.term is None and self.concepts:
            self.term = TbxTerm(self.within)
            self.concepts[-1].terms.append(self.term)

    def _keep(self, text: str) -> None:
        if self.term is None:
            raise InputError(f"{self.where()}: a <term> outside any language of a concept; move it there")
        if self.what == "term":
            self.term.text = text
        else:
            self.term.status = text


def _is_status(name: str, attributes: dict[str, str]) -> bool:
    return name in STATUSES or (name == "termNote" and attributes.get("type") in STATUSES)


TBX_HEAD = 4096  # bytes in which a file says what it is
BAR = "|"
WANTED = Wanted(
    lambda name: bool(_side_of(name)),
    # Terms may have any sign in them, and glossaries be made of any first line.
    needed=lambda _: True,
    quotes="loose",
)


def read_glossary(path: str, languages: Languages | None = None) -> list[Term]:
    """Read the terms of a glossary in the order of the file; `languages` are chosen where TBX has several."""
    given = held(path)
    if is_tbx(head(given)[:TBX_HEAD]):
        return parse_tbx(path, contents(given), *(languages or (None, None)))
    terms: dict[str, list[str]] = {}
    for where, source, target in _pairs_of(given):
        if not source.strip() or not target.strip():
            raise InputError(f"{where}: a source term and a target term are needed; give both")
        targets = [term.strip() for term in target.split(BAR) if term.strip()]
        terms.setdefault(source.strip(), []).extend(targets)
    if not terms:
        raise InputError(f"{label(path)}: no term in it; write a source term and a target term on every line")
    return [Term(name, tuple(dict.fromkeys(targets))) for name, targets in terms.items()]


def _pairs_of(given: Source) -> Iterator[tuple[str, str, str]]:
    """Yield where each pair of terms is, the source term, and the target terms."""
    table = read_rows(given, WANTED)
    rows = [row for row in table.rows if any(cell.strip() for cell in row[1])]
    at, (first, second) = _names_at(rows)
    for number, cells in rows[at:]:
        source, target = (cells[place] if place < len(cells) else "" for place in (first, second))
        yield f"{label(given)}, {table.unit} {number}", source, target


def _names_at(rows: Sequence[Row]) -> tuple[int, tuple[int, int]]:
    """Return where terms begin, and the columns of source and target: those that are called so, or the first two."""
    for at, (_, cells) in enumerate(rows[:TOP]):
        sides = [_side_of(name) for name in cells]
        if "source" in sides and "target" in sides:
            return at + 1, (sides.index("source"), sides.index("target"))
        # Above the names of columns there are titles; two cells are a pair of terms.
        if sum(map(bool, map(str.strip, cells))) > 1:
            break
    return 0, (0, 1)


def _side_of(name: str) -> str:
    """Return "source" or "target" by the name of a column, "" where it says neither."""
    key = key_of(BRACKETS.sub("", name))
    for side in ("source", "target"):
        if key in SPELLINGS[f"{side}_term"] or side in key:
            return side
    return ""
