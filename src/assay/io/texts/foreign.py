"""What a file is that is no plain text: told by its beginning, and refused by name wherever plain text is read.

A file is taken for something else only where all of its beginning says so: one bracket, one tab or one pair of quotes
in a text is text. What has columns is read as a table where a set is read (`sides`); the rest is refused, and the
message says what to do.
"""

from __future__ import annotations

import csv
import re
import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass

from assay.data.runs import SCHEMA
from assay.errors import InputError
from assay.io.checked.json_values import JsonError, parse_json
from assay.io.opening import BLOCK, Named, Source, label
from assay.io.tables.names import text_role
from assay.io.texts.names import extension, unpacked_name

BEGINNING = 1 << 16  # characters that are looked at
SAMPLED = 200  # lines that are looked at
# Fewer lines that look alike are a coincidence. Set by hand.
FEWEST, FEWEST_QUOTED = 3, 5
CONTROL = bytes((*range(1, 8), *range(14, 27), *range(28, 32)))
CONTROLS = 0.02  # of the bytes, from which a file is no text; set by hand
RUN_AT = 200  # characters, within which a run file says so
# Of the lines of a log or a list look like it: others are messages in between
MOST = 0.9
LONGEST_WORDS = 4  # of the name of a column; set by hand
# Lines above the names of columns, and rows below them, by which a table with titles is told. Set by hand.
TITLES, FEWEST_ROWS = 20, 1
LONGEST_NAME = 60  # characters of the name of a column; a sentence is longer
WIDE = {
    b"\xff\xfe\x00\x00": "utf-32",
    b"\x00\x00\xfe\xff": "utf-32",
    b"\xff\xfe": "utf-16",
    b"\xfe\xff": "utf-16",
}
TAR, TAR_AT = b"ustar", 257
SIGNATURES = {
    b"%PDF-": "a PDF document",
    b"\xd0\xcf\x11\xe0": "a document of Office 97 to 2003",
    b"SQLite format 3\0": "an SQLite database",
    b"BZh": "packed with bzip2",
    b"7z\xbc\xaf\x27\x1c": "a 7-Zip archive",
    b"Rar!\x1a\x07": "a RAR archive",
    b"ARROW1": "a table of Arrow",
    b"\x93NUMPY": "an array of NumPy",
    b"\x89PNG": "an image",
    b"\xff\xd8\xff": "an image",
    b"\x7fELF": "a program",
    b"{\\rtf": "a document in RTF",
}
PACKAGES = {b"word/": "a document of Word", b"ppt/": "a presentation", b"xl/": "an XLSX workbook"}
OPEN_DOCUMENT = b"mimetypeapplication/vnd.oasis.opendocument."
CUE = re.compile(r"\s*(?:\d+\s*\n\s*)?\d+:\d\d:\d\d[,.]\d{1,3}[ \t]*-->[ \t]*\d+:\d\d:\d\d[,.]\d{1,3}")
ASS = re.compile(r"\s*\[Script Info\]", re.IGNORECASE)
FRAMES = re.compile(r"\{\d+\}\{\d+\}")
LISTED = re.compile(r"\s*\d+ *\|\|\| ")
FAIRSEQ = re.compile(r"[STHDPAWCEI]-\d+\t")
OPENNMT = re.compile(r"(?:SENT|PRED|GOLD) \d+: |PRED SCORE: ")
LEVEL = "DEBUG|INFO|WARN|WARNING|ERROR|CRITICAL"
STAMPED = re.compile(rf"\[?\d{{4}}-\d\d-\d\d[ T]\d\d:\d\d:\d\d|(?:{LEVEL}):[\w.]+:|\[(?:{LEVEL})\]")
HTML = re.compile(r"\s*<(?:!doctype\s+html|html)\b", re.IGNORECASE)
XML = re.compile(r"\s*(?:<\?xml\s|<!DOCTYPE\s)")
ROOT = re.compile(r"\s*<([A-Za-z_][\w.:-]*)(?:\s[^<>]*)?>")
NUMBER = re.compile(r"\d")
CELL = r'(?:"(?:[^"]|"")*"|[^",]*)'
QUOTED_ROW = re.compile(rf'(?=.*(?:^|,)"){CELL}(?:,{CELL})+')
QUOTED_LINE = re.compile(r'"(?:[^"\\]|""|\\.)*"')
SACREBLEU = re.compile(r'\s*\[?\s*\{\s*"name":\s*"[^"]*",\s*"score":')
OBJECT = re.compile(r'\s*(?:\{\s*"[^"\n]{0,100}"\s*:|\[\s*(?:\{\s*"|"))')
SEPARATORS = {"\t": "tabs", ",": "commas", ";": "semicolons"}
TABLES = {"\t": ".tsv", ",": ".csv", ";": ".csv"}  # what a file is called that is nothing else


@dataclass(frozen=True)
class Foreign:
    """What a file is, and what to do with it: `columns` can be read as a table, `rows` are a line a segment."""

    name: str
    way: str
    columns: bool = False
    rows: bool = False


def refuse_foreign(path: Named, start: bytes) -> None:
    """Refuse a file that is recognised as something else than plain text, by its first bytes."""
    found = foreign(path, start)
    if found is not None:
        raise InputError(f"{label(path)}: {found.name}, not plain text; {found.way}")


def refuse_no_list(path: Named, start: bytes, what: str) -> None:
    """Refuse a file that is recognised as something of which a line is not a row of a segment, as JSON or a log."""
    found = foreign(path, start)
    if found is not None and not found.rows:
        raise InputError(f"{label(path)}: {found.name}, not {what}, one a line; {found.way}")


def refused_if_foreign(path: Named, blocks: Iterable[bytes]) -> Iterator[bytes]:
    """Pass the blocks of a file on, if the first is not recognised as something else than plain text."""
    for place, block in enumerate(blocks):
        if place == 0:
            refuse_foreign(path, block)
        yield block


def foreign(path: Named, start: bytes, *, known: Callable[[str], object] = text_role) -> Foreign | None:
    """Tell by its first bytes, unpacked, what a file is that is no plain text; tables by columns of `known` names."""
    packed = binary(path, start)
    if packed is not None:
        return packed
    text = _text(start)
    if "\n" not in text and text.count("\r") >= FEWEST:
        return _old_lines(path)
    lines = [line for line in _lines(text, len(start)) if line.strip()][:SAMPLED]
    if not lines:
        return None
    return (
        _answered(path, text)
        or _json(text, lines, whole=len(start) < BLOCK)
        or _subtitles(text, lines)
        or _written(path, lines)
        or _marked_up(path, text)
        or _registered(path, text, lines)
        or _separated(path, lines, known)
    )


def _text(start: bytes) -> str:
    encoding = next((name for mark, name in WIDE.items() if start.startswith(mark)), "utf-8")
    text = start[: 4 * BEGINNING].decode(encoding, "replace")[:BEGINNING]
    return text.removeprefix("\ufeff").replace("\r\n", "\n")


def _lines(text: str, size: int) -> list[str]:
    """Return the lines of a beginning, without the last where it may be cut."""
    lines = text.split("\n")
    return lines[:-1] if len(lines) > 1 and (len(text) >= BEGINNING or size >= BLOCK) else lines


def command(*words: str) -> str:
    """Return a command as a shell takes it."""
    return " ".join(word if word in ("|", "<", ">") else shlex.quote(word) for word in words)


def text_name(path: Named, ending: str = ".txt") -> str:
    """Return a name for the text that is taken out of a file."""
    name = unpacked_name(str(path))
    start = name[: len(name) - len(extension(path))] or name
    return f"{start}{ending}" if f"{start}{ending}" != name else f"{start}.plain{ending}"


def binary(path: Named, start: bytes) -> Foreign | None:
    """Tell by its first bytes what a file is that holds no text at all, as a workbook or an archive; None of text."""
    save = "save it as plain text in UTF-8, one segment per line, in the program that it was written with"
    if start.startswith(b"PK\x03\x04"):
        return _package(path, start, save)
    if start.startswith(b"PAR1"):
        return Foreign(
            "a Parquet table", "name its column with --columns, as in --columns system=COLUMN", True
        )
    if start[TAR_AT : TAR_AT + len(TAR)] == TAR:
        return Foreign(
            "a tar archive", f"unpack it with {command('tar', '-xf', str(path))}, and name the files in it"
        )
    name = next((name for sign, name in SIGNATURES.items() if start.startswith(sign)), "")
    if name.startswith("packed"):
        return Foreign(name, f"unpack it with {command('bzip2', '-dk', str(path))}")
    if name.endswith("archive"):
        return Foreign(name, "unpack it, and name the files in it")
    if not name and _control_share(start) > CONTROLS:
        return Foreign("a binary file", "name the file with the text")
    return Foreign(name, save) if name else None


def _control_share(start: bytes) -> float:
    """Return the share of bytes that are control characters, of which text has hardly any; zeros may be UTF-16."""
    looked_at = start[:BEGINNING]
    return len(looked_at) and (len(looked_at) - len(looked_at.translate(None, CONTROL))) / len(looked_at)


def _old_lines(path: Named) -> Foreign:
    take = command("tr", "\\r", "\\n", "<", str(path), ">", text_name(path, ".lines.txt"))
    return Foreign("text whose lines end in carriage returns alone", f"write it with line feeds: {take}")


def _answered(path: Named, text: str) -> Foreign | None:
    """Tell what is an answer about texts, in JSON: of sacreBLEU, or a run file of ours."""
    if SACREBLEU.match(text):
        return Foreign("a score that sacreBLEU printed", "name the file of the output that it scored")
    if f'"{SCHEMA}"' in text[:RUN_AT] and text.lstrip().startswith("{"):
        verify = command("assay", "verify", str(path))
        return Foreign("a run file", f"{verify} repeats it; name the file of the output that it scored")
    return None


def _package(path: Named, start: bytes, save: str) -> Foreign:
    """Return what a ZIP archive is: Office programs write their documents as such."""
    name = next((name for inside, name in PACKAGES.items() if inside in start), "")
    if "workbook" in name or OPEN_DOCUMENT + b"spreadsheet" in start:
        return Foreign(
            "a workbook", "name its column with --columns, as in --columns system=COLUMN", columns=True
        )
    if name or OPEN_DOCUMENT in start:
        return Foreign(name or "an OpenDocument file", save)
    unpack = command("python3", "-m", "zipfile", "-e", str(path), ".")
    return Foreign("a ZIP archive", f"unpack it with {unpack}, and name the files in it")


def _json(text: str, lines: Sequence[str], *, whole: bool) -> Foreign | None:
    first = lines[0].lstrip()
    if not first.startswith(("{", "[")):
        return None
    name_it = "name the column with the text in --columns, as in --columns system=COLUMN"
    objects = sum(_parsed(line, dict) for line in lines)
    if len(lines) > 1 and first.startswith("{") and _parsed(first, dict) and objects * 2 >= len(lines):
        return Foreign("JSONL (an object in every line)", name_it, columns=True)
    if len(lines) >= FEWEST and all(_parsed(line, list) for line in lines):
        return Foreign(
            "a list of JSON in every line", "write it as JSONL, an object with names in every line"
        )
    is_json = (
        _parsed(text, (dict, list)) if whole and len(text) < BEGINNING else OBJECT.match(text) is not None
    )
    return Foreign("JSON", name_it, columns=True) if is_json else None


def _parsed(text: str, kind: type | tuple[type, ...]) -> bool:
    try:
        return isinstance(parse_json(text, nan=True), kind)
    except JsonError:
        # A name that comes twice, or a number too long, is an error in JSON, and not a text.
        return OBJECT.match(text) is not None and text.rstrip().endswith("}")


def _subtitles(text: str, lines: Sequence[str]) -> Foreign | None:
    if text.lstrip().startswith("WEBVTT") or CUE.match(text):
        name = "subtitles in WebVTT" if text.lstrip().startswith("WEBVTT") else "subtitles in SRT"
        return Foreign(name, "give it beside -r, where its cues are read as segments", columns=True)
    if ASS.match(text) or (len(lines) >= FEWEST and all(map(FRAMES.match, lines))):
        return Foreign("subtitles", "save them as SRT, which is read")
    return None


def _written(path: Named, lines: Sequence[str]) -> Foreign | None:
    """Tell what programs of translation write beside the translations: logs and lists."""
    name, out = str(path), text_name(path)
    if _share(LISTED, lines) >= MOST and len(lines) > 1:
        best = command("awk", "-F", r" *[|][|][|] *", "!seen[$1]++ {print $2}", name, ">", out)
        oracle = command("assay", "oracle", "-r", "REF", name)
        return Foreign(
            "an n-best list", f"{oracle} scores the list; the best of each are written with {best}"
        )
    marks = [match[0][0] for match in map(FAIRSEQ.match, lines) if match]
    if len(marks) > 1:
        mark = "D" if "D" in marks else "H"
        take = command("grep", f"^{mark}-", name, "|", "sort", "-t-", "-k2n", "|", "cut", "-f3-", ">", out)
        return Foreign("what fairseq-generate prints", f"take the outputs out of it with {take}")
    if sum(map(bool, map(OPENNMT.match, lines))) > 1:
        take = command("sed", "-n", "s/^PRED [0-9]*: //p", name, ">", out)
        return Foreign("a log of OpenNMT", f"take the outputs out of it with {take}")
    if len(lines) >= FEWEST and _share(STAMPED, lines) >= MOST:
        return Foreign("a log", "name the file that the translations were written to")
    return None


def _share(pattern: re.Pattern[str], lines: Sequence[str]) -> float:
    return sum(map(bool, map(pattern.match, lines))) / len(lines)


def _marked_up(path: Named, text: str) -> Foreign | None:
    if HTML.match(text):
        return Foreign("an HTML page", "save its text, one segment per line")
    if XML.match(text) or _is_element(text):
        return Foreign("XML", f"{command('assay', 'formats', str(path))} says what it holds")
    return None


def _is_element(text: str) -> bool:
    """Tell whether a text of several lines is one element of XML; lines of text may have elements of their own."""
    root = ROOT.match(text)
    if root is None:
        return False
    end = f"</{root[1]}>"
    return text.count(end) == 1 and text.rstrip().endswith(end) and end not in text.strip().partition("\n")[0]


def _separated(path: Named, lines: Sequence[str], known: Callable[[str], object]) -> Foreign | None:
    """Tell tables: by the names of columns in the first line, or by as many fields in every line."""
    for sign, name in SEPARATORS.items():
        if names_columns(lines, sign, named=extension(path) == TABLES[sign], known=known):
            return Foreign(
                f"a table with {name} between columns", "name the column with the text in --columns", True
            )
    if len(lines) >= FEWEST and all("\t" in line for line in lines):
        return _headless(path, {line.count("\t") for line in lines})
    sign = next(
        (sign for sign, ending in TABLES.items() if ending == extension(path) and sign in lines[0]), ""
    )
    if len(lines) >= FEWEST and sign and all(sign in line for line in lines):
        return Foreign(
            f"a table with {SEPARATORS[sign]} between columns, whose first line does not name its columns",
            "put a line with their names above it, such as source,system",
        )
    if len(lines) >= FEWEST and all(map(QUOTED_ROW.fullmatch, lines)):
        return Foreign(
            "CSV without a line that names its columns",
            "put a line with their names above it, such as source,system",
            rows=True,
        )
    if len(lines) >= FEWEST_QUOTED and all(map(QUOTED_LINE.fullmatch, lines)):
        take = command(
            "sed", "-e", 's/^"//', "-e", 's/"$//', "-e", 's/""/"/g', str(path), ">", text_name(path)
        )
        return Foreign("text with every line in quotes, as in CSV", f"take them off with {take}", rows=True)
    return None


def _headless(path: Named, tabs: Set[int]) -> Foreign:
    take = command("cut", f"-f{max(tabs) + 1}", str(path), ">", text_name(path))
    way = (
        f"take out the column with the text, the last as in {take}"
        if len(tabs) == 1
        else "give the text alone"
    )
    return Foreign("a table with tabs between columns, and no line that names them", way, rows=True)


def _registered(path: Named, text: str, lines: Sequence[str]) -> Foreign | None:
    """Ask the formats of other kinds, where every line has as many words, tabs or cells, and some are numbers."""
    signs = ("\t" if any("\t" in line for line in lines) else None, *"|;,:")
    widths = [{len(line.split(sign)) for line in lines} for sign in signs]
    even = any(len(each) == 1 and each != {1} for each in widths) and any(map(NUMBER.search, lines))
    if not even and not all("\t" in line for line in lines):
        return None
    # The readers of those formats read plain text, too.
    from assay.io.formats import TAKEN, foreign_format
    from assay.io.tables.head import text_head

    form = foreign_format("sets", text_head(Source.of(path), text), general=False)
    if form is None:
        return None
    told = TAKEN[form.kind]
    return Foreign(f"{told.name} ({form.name}: {form.summary})", f"{told.command} reads them", rows=True)


def names_columns(
    lines: Sequence[str], sign: str, *, named: bool = False, known: Callable[[str], object] = text_role
) -> bool:
    """Tell whether a line names columns: the first, or one below titles; a `named` table may have names of its own."""
    if lines[0].lower().lstrip('"').startswith("sep=") and len(lines) > 1:
        lines = lines[1:]
    if _is_header(lines, sign, named=named, known=known):
        return True
    for titles in range(1, min(TITLES, len(lines) - FEWEST_ROWS)):
        if sum(map(bool, map(str.strip, _fields(lines[titles - 1], sign)))) > 1:
            return False
        below = lines[titles:]
        width = len(_fields(below[0], sign))
        # A cell may go over several lines in a file that is called a table.
        if width > 1 and (named or all(len(_fields(line, sign)) == width for line in below)):
            return _is_header(below, sign, named=named, known=known)
    return False


def _is_header(lines: Sequence[str], sign: str, *, named: bool, known: Callable[[str], object]) -> bool:
    """Tell whether the first of some lines names the columns of the others."""
    header = _fields(lines[0], sign)
    if not all(name.strip() and len(name) <= LONGEST_NAME for name in header):
        return False
    names = sum(map(bool, map(known, header)))
    even = sum(len(_fields(line, sign)) == len(header) for line in lines) / len(lines)
    if named and names:
        return True
    several = len(header) > 1 and (named or len(lines) > 1) and not (named and any(map(_is_sentence, header)))
    return several and (even == 1 if named else names > 0 and (even >= MOST or names == len(header)))


def first_cells(start: bytes) -> list[str]:
    """Return all that may be the name of a column: the cells of the first lines, whatever separates them."""
    lines = _lines(_text(start), len(start))[:TITLES]
    return [cell.strip() for line in lines for sign in SEPARATORS for cell in _fields(line, sign)]


def _is_sentence(name: str) -> bool:
    """Tell whether a cell of a first line is text rather than the name of a column."""
    return len(name.split()) > LONGEST_WORDS or name.rstrip().endswith((".", "!", "?", "。"))


def _fields(line: str, sign: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=sign), [])
    except csv.Error:
        return line.split(sign)
