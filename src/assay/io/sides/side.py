"""One side of a set in a file of its own, in plain text or in a table of any shape: outputs, references or sources.

A table is JSONL, TSV, CSV, a workbook, Parquet, JSON or subtitles; the column with the text is known by its name, or
named with `--columns`. In objects a dot leads on (`doc.translation.en`), and a list of one text is that text.
References may be a list or an object of several (`refs` of WMT25 and WMT26). Rows may have ids, by which sides are
joined (`joining`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from assay.errors import InputError, counted
from assay.io.checked.json_values import JsonError, parse_json
from assay.io.formats import foreign_format, refusal
from assay.io.opening import Named, Source, contents, head, held, label, listed, shown
from assay.io.sides.subtitles import read_cues
from assay.io.tables.cells import inside, only
from assay.io.tables.head import Head, head_of, look_at, shape_of
from assay.io.tables.headed import Wanted, read_headed
from assay.io.tables.names import exact_column, key_of, text_role
from assay.io.tables.records import Record, Records, read_frame, read_json_lines, read_parquet
from assay.io.tables.spellings import SPELLINGS
from assay.io.tables.table import Table
from assay.io.texts.columns import Columns
from assay.io.texts.foreign import command, foreign
from assay.io.texts.lines import as_utf8
from assay.io.texts.textfiles import read_texts
from assay.text import Column

KEYS = ("row_document", "row_id")  # what rows are joined by
NAMED = {
    "system": "system_text",
    "reference": "reference_text",
    "source": "source_text",
    "final": "final_text",
    "text": "plain_text",
}
Known = Callable[[str], object]  # whether a column of this name is looked for
NO_NAMES = "a table whose first line does not name its columns; put a line with names above it, such as source,system"
Texts = Sequence[str | None]
Key = tuple[str, ...]


@dataclass(frozen=True)
class TextTable:
    """A table of texts; `records` are its rows where their values may be more than texts."""

    table: Table
    beginning: Head
    records: Sequence[Record] | None = None

    @property
    def header(self) -> tuple[str, ...]:
        """The names of its columns."""
        return self.table.header

    def __len__(self) -> int:
        return len(self.table)

    def values(self, name: str) -> list[Any]:
        """Return a column as values; a dot leads on into objects and lists."""
        if self.records is None:
            return list(self.table.column(name))
        way = [name] if name in self.header else name.split(".")
        return [inside(record, way) for record in self.records]


@dataclass(frozen=True)
class Side:
    """The texts of a file, by name; `keys` are its ids by their role, `rows` which of its table are here."""

    path: str
    texts: Mapping[str, Texts]
    keys: Mapping[str, Sequence[str]] = field(default_factory=dict)
    table: TextTable | None = None
    rows: Sequence[int] = ()

    def __len__(self) -> int:
        return len(next(iter(self.texts.values())))

    def where(self, row: int) -> str:
        """Return file and place of a row."""
        return (
            f"{label(self.path)}, line {row + 1}"
            if self.table is None
            else self.table.table.where(self.rows[row])
        )

    def joined_by(self, roles: Sequence[str]) -> list[Key]:
        """Return what every row is joined by: its ids, and which of the rows with these ids it is."""
        seen: Counter[Key] = Counter()
        keys = []
        for key in zip(*(self.keys[role] for role in roles), strict=True):
            keys.append((*key, str(seen[key])))
            seen[key] += 1
        return keys

    def at(self, rows: Sequence[int]) -> Side:
        """Return some rows, in this order."""
        return replace(
            self,
            texts={name: [column[row] for row in rows] for name, column in self.texts.items()},
            keys={role: [column[row] for row in rows] for role, column in self.keys.items()},
            rows=[self.rows[row] for row in rows] if self.table is not None else (),
        )

    def column(self, role: str) -> list[str] | None:
        """Return another column of the table of these texts, by what its name says."""
        name = None if self.table is None else exact_column(self.table.header, role)
        if self.table is None or name is None:
            return None
        cells = self.table.table.column(name)
        return [cells[row] for row in self.rows]


def is_tabular(path: Named) -> bool:
    """Tell by its beginning whether a file is no plain text, but has columns that can be read."""
    found = foreign(path, head(path))
    return found is not None and found.columns


def read_side(path: str, role: str, columns: Columns | None = None, missing: str | None = None) -> Side:
    """Read the texts of a file for a role ("system", "reference", "source"), whatever shape it is in."""
    if not is_tabular(path):
        return Side(path, {"": Column.of(read_texts(path))})
    return table_side(path, role, columns, missing)


def table_side(path: Named, role: str, columns: Columns | None = None, missing: str | None = None) -> Side:
    """Read the texts of a table for a role."""
    roles = columns or Columns()
    table = table_of_texts(path, roles.wanted(role))
    name = _column(table, role, roles.wanted(role))
    if not roles.wanted(role):
        _refuse_other_kinds(table, name)
    keys = {
        key: list(table.table.column(column)) for key in KEYS if (column := exact_column(table.header, key))
    }
    return Side(str(path), _texts(table, name, role, missing), keys, table, range(len(table)))


def source_beside(reference: Side) -> Side | None:
    """Return the source that stands in the table of references, None if there is none."""
    own = [name for name in SPELLINGS["source_text"] if name not in SPELLINGS["reference_text"]]
    header = () if reference.table is None else reference.table.header
    name = next((column for key in own for column in header if key_of(column) == key), None)
    if reference.table is None or name is None:
        return None
    texts = _texts(reference.table, name, "source", None)
    side = replace(reference, texts=texts, rows=range(len(reference.table)), keys={}).at(reference.rows)
    return None if None in side.texts[""] else replace(side, keys=reference.keys)


def complete(side: Side, role: str) -> Sequence[str]:
    """Return the texts of a side that has one for every row."""
    (column,) = side.texts.values()
    if isinstance(column, Column):
        return column
    for row, text in enumerate(column):
        if text is None:
            raise InputError(
                f"{side.where(row)}: the text of the {role} is missing; give it, or an empty text"
            )
    return Column.of([text or "" for text in column])


def table_of_texts(path: Named, wanted: Sequence[str] = (), known: Known = text_role) -> TextTable:
    """Read a table of any shape, in which columns are looked for by these names or by what they hold."""
    source = as_utf8(held(path))
    if shape_of(source) == "text":
        return _of_text(source, wanted, known)
    if shape_of(source) == "frame":
        return _of_records(read_frame(source))
    if shape_of(source) == "parquet":
        return _of_records(read_parquet(source))
    return _of_table(read_headed(source, _wanted(wanted, known)))


def _of_text(source: Source, wanted: Sequence[str], known: Known) -> TextTable:
    found, told = foreign(source, head(source), known=known), look_at(source)
    name = found.name if found is not None else ""
    if name.startswith("subtitles"):
        return _of_records(read_frame(replace(source, rows=read_cues(source))), told)
    if name == "JSON":
        return _of_records(read_frame(replace(source, rows=_records(source))), told)
    if name.startswith("JSONL"):
        return _of_records(read_json_lines(source), told)
    return _of_table(read_headed(source, _wanted(wanted, known)), told)


def _wanted(columns: Sequence[str], known: Known) -> Wanted:
    tops = [column.partition(".")[0] for column in columns]
    return Wanted(lambda name: name in tops or bool(known(name)), no_table=NO_NAMES)


def _of_records(records: Records, told: Head | None = None) -> TextTable:
    return replace(_of_table(records.texts(), told), records=records.rows)


def _of_table(table: Table, told: Head | None = None) -> TextTable:
    return TextTable(table, told or head_of(table.header, table.source, "text", table.kind, table.top))


def _refuse_other_kinds(given: TextTable, name: str) -> None:
    """Refuse judgements, scores and post-edits, which may have texts, too, but not one text a segment."""
    # Beside a source or a reference, what is called a system is its text; beside numbers alone it is its name.
    names = key_of(name) == "system" and not {*map(text_role, given.header)} & {
        "source_text",
        "reference_text",
    }
    other = foreign_format("sets", given.beginning, general=names)
    if other is not None:
        raise refusal("sets", given.beginning, other)


def _records(source: Source) -> list[Mapping[str, Any]]:
    """Return the rows of one value of JSON: a list of objects or of texts, or an object with one such list."""
    try:
        value = parse_json(contents(source), nan=True)
    except JsonError as error:
        raise InputError(f"{label(source)}: not JSON ({error}); write it again") from None
    lists = list(filter(_is_rows, value.values())) if isinstance(value, dict) else [value]
    if isinstance(value, dict) and not lists:
        return [value]
    if len(lists) != 1 or not _is_rows(lists[0]):
        formats = command("assay", "formats", str(source))
        raise InputError(
            f"{label(source)}: JSON without one list of texts or of objects; {formats} says what it holds"
        )
    return [row if isinstance(row, dict) else {"text": row} for row in lists[0]]


def _is_rows(value: object) -> bool:
    return (
        isinstance(value, list)
        and bool(value)
        and (all(isinstance(row, dict) for row in value) or all(isinstance(row, str) for row in value))
    )


def _column(table: TextTable, role: str, wanted: Sequence[str]) -> str:
    """Return the column of a role: as named, by its name, or the only one that holds text."""
    for name in wanted:
        if name in table.header or name.partition(".")[0] in table.header:
            return name
    exact = [name for name in table.header if name.partition(":")[0] == role and not wanted]
    if len(exact) == 1:
        return exact[0]
    known = exact_column(table.header, NAMED[role])
    if known is not None and not wanted:
        return known
    if role == "text":
        return _only_text(table)
    found = ", ".join(f'"{shown(name)}"' for name in _named(table))
    if wanted:
        raise InputError(f"{table.table.header_place}: no column named {listed(wanted)}; found {found}")
    example = next(iter(_named(table)), "COLUMN")
    raise InputError(
        f"{table.table.header_place}: no column is known to hold the text of a {role}; found {found}; say which with "
        f"{command('--columns', f'{role}={example}')}, or put a line with names above these if they are none"
    )


def _only_text(table: TextTable) -> str:
    """Return the only column that may hold texts, where no other side says which are meant."""
    texts = [name for name in table.header if text_role(name)]
    if len(texts) != 1:
        which = f" ({listed(texts)})" if texts else ""
        raise InputError(
            f"{table.table.header_place}: {counted(len(texts), 'column')} may hold the text{which}; call the one that "
            "is meant text, or write it alone, one text a line"
        )
    return texts[0]


def _named(table: TextTable) -> list[str]:
    """Return the names by which columns can be asked for, those of objects with a dot; texts first."""
    names: list[tuple[bool, str]] = []
    for name in table.header:
        value = table.values(name)[0] if len(table) else ""
        names += [(is_text, dotted) for dotted, is_text in _leaves(name, value)]
    keys = {key_of(name) for role in KEYS for name in SPELLINGS[role]}
    return [name for _, name in sorted(names, key=lambda each: not each[0] or key_of(each[1]) in keys)]


def _leaves(name: str, value: object) -> Iterable[tuple[str, bool]]:
    if not isinstance(value, dict):
        return [(name, isinstance(value, str))]
    return [leaf for key, inner in value.items() for leaf in _leaves(f"{name}.{key}", inner)]


def _texts(table: TextTable, name: str, role: str, missing: str | None) -> dict[str, Texts]:
    """Return the texts of a column, by the names of several references."""
    values = table.values(name)
    several = role == "reference" and any(isinstance(only(value), list) for value in values)
    spread: dict[str, list[str | None]] = {}
    for row, value in enumerate(values):
        for own, text in _spread(value, role, several=several):
            if text is not None and not isinstance(text, str):
                raise InputError(
                    f'{table.table.where(row)}: "{shown(name)}" is {_kind(text)}, not a text; name a column of '
                    "texts with --columns, one inside an object with a dot, as in --columns "
                    f"{role}={_named(table)[0]}"
                )
            if own not in spread:
                spread[own] = [None] * len(values)
            spread[own][row] = None if text == missing else text
    if not spread:
        raise InputError(f'{table.table.header_place}: "{shown(name)}" holds no text in any row')
    return dict(spread)


def _spread(value: object, role: str, *, several: bool) -> Iterable[tuple[str, object]]:
    """Return the texts in a value: a list of one text is that text; references may be several, by name or number."""
    value = only(value)
    if role == "reference" and isinstance(value, dict):
        return [(str(name), _reference(text)) for name, text in value.items()]
    if several:
        return [
            (str(number), text)
            for number, text in enumerate(value if isinstance(value, list) else [value], 1)
        ]
    return [("", value)]


def _reference(value: object) -> object:
    """Return the text of a reference that WMT wraps: {"ref": TEXT}."""
    return value.get("ref") if isinstance(value, dict) else value


def _kind(value: object) -> str:
    return {dict: "an object", list: "a list", bool: "true or false"}.get(type(value), "a number")
