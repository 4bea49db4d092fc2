"""Glossaries as pairs of a source term and the target terms that will do for it: TBX, TSV or CSV.

TBX (ISO 30042, of 2008 and 2019): a concept (termEntry, conceptEntry) has terms in several languages (langSet,
langSec). Every source term of a concept goes with all its target terms; the same source term of two concepts has the
target terms of both. Target terms whose status is deprecated or superseded are left out and counted.

Tables: tabs, commas or semicolons part the columns. Source and target terms are in the first two columns, or in those
of which a first line says so, as in `source term,target term`. A source term on several lines, or target terms with |
between them, has several translations that are right.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from assay.data import Term
from assay.errors import AssayWarning, InputError
from assay.io.opening import contents, label, shown
from assay.io.texts.lines import decoded
from assay.io.texts.names import extension
from assay.io.texts.rows import csv_fields, tsv_fields
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


Rows = list[tuple[int, list[str]]]  # the cells of a table, each row with its line
TBX_HEAD = 4096  # bytes in which a file says what it is


def read_glossary(path: str, languages: Languages | None = None) -> list[Term]:
    """Read the terms of a glossary in the order of the file; `languages` are chosen where TBX has several."""
    data = contents(path)
    if is_tbx(data[:TBX_HEAD]):
        return parse_tbx(path, data, *(languages or (None, None)))
    text = decoded(path, data)
    tabs = extension(path) != ".csv" and "\t" in text.partition("\n")[0]
    rows = _filled(tsv_fields(path, text)) if tabs else _csv_rows(path, text)
    source, target, first = _columns(rows)
    terms: dict[str, list[str]] = {}
    for line, cells in rows[first:]:
        if len(cells) <= max(source, target) or not cells[source].strip() or not cells[target].strip():
            raise InputError(
                f"{label(path)}, line {line}: a source term and a target term are needed; give both"
            )
        targets = [term.strip() for term in cells[target].split("|") if term.strip()]
        terms.setdefault(cells[source].strip(), []).extend(targets)
    if not terms:
        raise InputError(f"{label(path)}: no term in it; write a source term and a target term on every line")
    return [Term(name, tuple(dict.fromkeys(targets))) for name, targets in terms.items()]


def _csv_rows(path: str, text: str) -> Rows:
    """Split at commas or, where these leave lines with one cell and semicolons do not, at semicolons."""
    rows = _filled(csv_fields(path, text))
    if ";" in text and any(len(cells) < 2 for _, cells in rows):
        by_semicolons = _filled(csv_fields(path, text, ";"))
        if all(len(cells) > 1 for _, cells in by_semicolons):
            return by_semicolons
    return rows


def _filled(fields: Iterable[tuple[int, list[str]]]) -> Rows:
    return [(line, cells) for line, cells in fields if any(cell.strip() for cell in cells)]


def _columns(rows: Sequence[tuple[int, Sequence[str]]]) -> tuple[int, int, int]:
    """Return the columns of source and target, and the first row that is a term."""
    if rows:
        names = [cell.strip().lower() for cell in rows[0][1]]
        places = [[at for at, name in enumerate(names) if word in name] for word in ("source", "target")]
        if places[0] and places[1]:
            return places[0][0], places[1][0], 1
    return 0, 1, 0
