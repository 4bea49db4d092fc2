r"""PO, the catalogues of gettext: msgctxt, msgid, msgid_plural, msgstr, flags, obsolete entries (GNU gettext manual).

The id of an entry is its msgid with line ends and tabs written as \n and \t, and "CONTEXT|" before it where it has one.
An entry with plural forms is a row a form, "ID[0]", "ID[1]" and so on. A form's source is the singular for the first
of several forms, else the plural. The header is not read as a unit; obsolete entries (#~) are left out and counted.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from assay.errors import InputError
from assay.io.layout import Remarks
from assay.io.opening import empty_file, label, shown
from assay.io.texts.lines import check_utf8, without_mark
from assay.io.units.units import Unit, Units, missing_if_blank

PLAIN = "msgid a\n" * 10  # every charset of PO files writes these as ASCII does
CHARSET = re.compile(rb'"Content-Type:[^"\n]*charset=\s*([A-Za-z0-9_.:-]+)')
LANGUAGE = re.compile(r"^Language: *([\w@.-]+)", re.MULTILINE)
KEYWORD = re.compile(r"(msgctxt|msgid_plural|msgid|msgstr(?:\[\d{1,4}\])?)?[ \t]*(\".*)")
QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"\s*')
ESCAPE = re.compile(r"\\([0-7]{1,3}|x[0-9A-Fa-f]{1,2}|.)")
LETTERS = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v", '"': '"', "\\": "\\"}


@dataclass
class PoEntry:
    """One message; `place` is where in the text a comment of a translator may be added to it."""

    place: int
    line: int = 0
    texts: dict[str, str] = field(default_factory=dict)
    flags: set[str] = field(default_factory=set)

    @property
    def id(self) -> str:
        """Return the id of the entry, fit for a cell of a table."""
        context = self.texts.get("msgctxt")
        name = _escaped(self.texts["msgid"])
        return name if context is None else f"{_escaped(context)}|{name}"

    @property
    def is_header(self) -> bool:
        """Tell whether this is the entry with the file's own data."""
        return not self.texts["msgid"] and "msgctxt" not in self.texts

    def forms(self) -> list[tuple[str, str, str]]:
        """Return id, source and target of each plural form, or of the entry where it has none."""
        source, plural = self.texts["msgid"], self.texts.get("msgid_plural")
        if plural is None:
            return [(self.id, source, self.texts["msgstr"])]
        given = [(key[6:], text) for key, text in self.texts.items() if key.startswith("msgstr")]
        only = len(given) == 1
        return [
            (f"{self.id}{form}", plural if only or form != "[0]" else source, text) for form, text in given
        ]


@dataclass
class PoCatalogue:
    """The entries of a file, its text, and the encoding of the text."""

    path: str
    text: str
    encoding: str
    mark: bytes
    entries: list[PoEntry]
    obsolete: list[int]  # the lines of entries that are commented out


def parse_po(path: str, data: bytes, codes: str = "drop") -> Units:
    """Read PO from the bytes of a file."""
    catalogue = parse_catalogue(path, data)
    remarks = Remarks()
    units: list[Unit] = []
    target = ""
    for entry in catalogue.entries:
        if entry.is_header:
            target = next(iter(LANGUAGE.findall(entry.texts.get("msgstr", ""))), "")
            continue
        state = "fuzzy" if "fuzzy" in entry.flags else ""
        if state:
            remarks.add("fuzzy entries, which are read like any other", f"line {entry.line}")
        units += [
            Unit(name, source, missing_if_blank(source, text), entry.line, state=state)
            for name, source, text in entry.forms()
        ]
    for line in catalogue.obsolete:
        remarks.add("obsolete entries (#~), which are left out", f"line {line}")
    return Units(path, ("", target), tuple(units), remarks.taken())


def parse_catalogue(path: str, data: bytes) -> PoCatalogue:
    """Read the entries of a PO file with their places in its text."""
    body = without_mark(path, data)
    encoding = _encoding(path, body)
    try:
        text = body.decode(encoding)
    except UnicodeDecodeError as error:
        line = body.count(b"\n", 0, error.start) + 1
        raise InputError(
            f"{label(path)}, line {line}: not {encoding}, which the header names as its charset; correct one of them"
        ) from None
    if not text:
        raise empty_file(path)
    parser = _PoParser(path)
    for number, (place, raw) in enumerate(_lines(text), start=1):
        parser.take(number, place, raw)
    parser.finish()
    return PoCatalogue(path, text, encoding, data[: len(data) - len(body)], parser.entries, parser.obsolete)


def _encoding(path: str, body: bytes) -> str:
    charset = CHARSET.search(body)
    name = charset[1].decode("ascii") if charset and charset[1] != b"CHARSET" else "utf-8"
    try:
        encoding = codecs.lookup(name).name
        is_charset = PLAIN.encode(encoding) == PLAIN.encode("ascii")
    except (LookupError, UnicodeError):  # Python has codecs that are no charsets: undefined, punycode, idna
        is_charset = False
    if not is_charset:
        raise InputError(f'{label(path)}: the charset "{shown(name)}" is not known; convert it to UTF-8')
    if encoding == "utf-8":
        check_utf8(path, body)
    return encoding


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield every line, without its line feed, with the place of its first character."""
    place = 0
    for line in text.split("\n"):
        yield place, line
        place += len(line) + 1


class _PoParser:
    """Takes lines one by one and puts entries together."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.entries: list[PoEntry] = []
        self.obsolete: list[int] = []
        self.entry: PoEntry | None = None
        self.key = ""
        self.parts: list[str] = []  # of the text of that key
        self.where = ""

    def take(self, number: int, place: int, raw: str) -> None:
        """Read one line."""
        line = raw.removesuffix("\r")
        self.where = f"{label(self.path)}, line {number}"
        if not line.strip():
            self._close()
        elif line.startswith("#~"):
            self._close()
            if line.removeprefix("#~").lstrip().startswith("msgid "):
                self.obsolete.append(number)
        elif line.startswith("#"):
            self._comment(place, place + len(raw) + 1, line)
        elif match := KEYWORD.fullmatch(line.strip()):
            self._keyword(number, place, match[1], match[2])
        else:
            raise InputError(
                f'{self.where}: "{shown(line[:40])}" is not a line of PO; look for an unclosed quote'
            )

    def finish(self) -> None:
        """End the last entry."""
        self._close()

    def _comment(self, place: int, behind: int, line: str) -> None:
        if self._is_complete():
            self._close()
        entry = self._at(place)
        if line.startswith("#,"):
            entry.flags |= {flag.strip() for flag in line[2:].split(",")}
        elif entry.place == place and (line == "#" or line.startswith(("# ", "#\t"))):
            entry.place = behind

    def _keyword(self, number: int, place: int, key: str | None, quoted: str) -> None:
        match = QUOTED.fullmatch(quoted)
        if match is None:
            raise InputError(
                f'{self.where}: a quote is unclosed or not escaped; end the line with one, write \\" inside'
            )
        text = ESCAPE.sub(self._unescaped, match[1])
        if key is None:
            if self.entry is None or not self.key:
                raise InputError(f"{self.where}: a text without msgid or msgstr before it; remove it")
            self.parts.append(text)
            return
        self._end_text()
        if key in ("msgctxt", "msgid") and self._is_complete():
            self._close()
        entry = self._at(place)
        if key in entry.texts:
            raise InputError(f"{self.where}: a second {key} in one entry; separate entries by an empty line")
        entry.line = entry.line or number
        entry.texts[key] = ""  # until its last line
        self.key, self.parts = key, [text]

    def _is_complete(self) -> bool:
        """Tell whether the open entry has a msgstr, so that what follows begins another without an empty line."""
        return any(name.startswith("msgstr") for name in self._texts())

    def _texts(self) -> dict[str, str]:
        return {} if self.entry is None else self.entry.texts

    def _at(self, place: int) -> PoEntry:
        """Return the entry that is open, or open one here."""
        if self.entry is None:
            self.entry = PoEntry(place)
        return self.entry

    def _end_text(self) -> None:
        """Join the lines of a text, once: there may be any number of them."""
        if self.entry is not None and self.key:
            self.entry.texts[self.key] = "".join(self.parts)

    def _close(self) -> None:
        self._end_text()
        texts = self._texts()
        if self.entry is not None and texts:
            plural = "msgid_plural" in texts
            if "msgid" not in texts or ("msgstr[0]" if plural else "msgstr") not in texts:
                raise InputError(f"{self.where}: an entry ends without its msgid or msgstr; complete it")
            self.entries.append(self.entry)
        self.entry, self.key = None, ""

    def _unescaped(self, match: re.Match[str]) -> str:
        code = match[1]
        if code in LETTERS:
            return LETTERS[code]
        if code[0] in "01234567":
            return chr(int(code, 8))
        if code[0] == "x" and code[1:]:
            return chr(int(code[1:], 16))
        raise InputError(f"{self.where}: \\{shown(code)} is not a PO escape; write \\\\ for a backslash")


def _escaped(text: str) -> str:
    for letter, sign in (("\\", "\\"), ("n", "\n"), ("t", "\t"), ("r", "\r")):
        text = text.replace(sign, f"\\{letter}")
    return text
