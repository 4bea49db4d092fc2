"""What every answer can do, whoever reads it: its faces, and which of them is shown when.

A result wraps what a flow computed. It has up to four faces: the `report` with all that was asked for, the `summary` on
one screen, the `table` alone for a paper or a spreadsheet, and the `results` as typed figures for run files. `shown` is
the one rule which of them a format shows; the command line, Python, a notebook and a saved file all go by it, so that
they never say different things. All else a result can do is read off its blocks.
"""

from __future__ import annotations

import json
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from importlib import import_module
from itertools import chain
from typing import Any, ClassVar

from assay.errors import DependencyError, InputError, OptionError
from assay.questions.parts import SUMMARISED, TABLE, TABULAR

# A question is imported for the help of its command, which must not wait for reports.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from assay.data import Results, SegmentBuckets
    from assay.metrics import Evaluation
    from assay.reporting import Block, Table
    from assay.reporting.blocks import Figure

    Pages = Callable[[Sequence[Block]], Iterable[tuple[str | None, str]]]

PLAIN_ENDING = {".txt": "text"}


@dataclass(frozen=True, repr=False)
class Result(ABC):
    """An answer: printed it is what the command writes, and every table of its report is a frame."""

    # Words of `show` that name parts of the report, the summary, or a table; what was warned of on the way.
    show: str | None = field(default=None, kw_only=True)
    cautions: tuple[str, ...] = field(default=(), kw_only=True)

    # A result whose `table` is another than its report.
    has_table: ClassVar[bool] = False

    @abstractmethod
    def report(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return all that was asked for; with pictures, as a page has it."""

    def summary(self) -> Sequence[Block]:
        """Return the answer on one screen, where the whole would be too long for people."""
        return self.report()

    def table(self, *, numbered: bool = False) -> Sequence[Block]:
        """Return the main table alone, for a paper; `numbered` for a spreadsheet, whose cells are numbers."""
        return self.report()

    def for_people(self) -> Sequence[Block]:
        """Return the parts that were asked for, as people read them."""
        return self.report()

    def whole(self, form: str) -> Sequence[Block]:
        """Return all that a format has room for: what run files keep, whatever is shown."""
        return self.report(pictures=form == "html")

    def results(self) -> Results | None:
        """Return the figures as run files keep them."""
        return None

    @property
    def evaluations(self) -> Sequence[Evaluation]:
        """The statistics of segments that the answer rests on."""
        return ()

    @property
    def buckets(self) -> Sequence[SegmentBuckets]:
        """The segments of every bucket that run files keep."""
        return ()

    def pages(self, path: str | None) -> Pages | None:
        """Return what makes files of the blocks of a page, where a page has further ones beside it."""
        return None

    @property
    def inputs(self) -> Sequence[str]:
        """Files that were read besides those that options name."""
        return ()

    @property
    def holds(self) -> bool:
        """Whether a program that asked may go on: nothing failed that the question is about."""
        return True

    @property
    def ready(self) -> str | bytes | None:
        """The answer, where it is no report but a file for other programs, or a line that says what was done."""
        return None

    def ready_for(self, path: str | None) -> str | bytes | Iterator[bytes] | None:
        """Return an answer that is already in its format, as the file of this name has it."""
        return self.ready

    def beside(self, path: str | None) -> Sequence[tuple[str, str]]:
        """Return further files that belong to that one: paths and texts."""
        return ()

    @property
    def is_secret(self) -> bool:
        """Whether a file of it is for this user alone."""
        return False

    def shown(self, form: str, *, filed: bool = False) -> Sequence[Block]:
        """Return the face that a format shows, in a file or on a screen: the one rule, for every reader."""
        if self.has_table and (self.show == TABLE or (self.show is None and form in TABULAR)):
            return self.table(numbered=form in TABULAR)
        if form not in SUMMARISED:
            return self.whole(form)
        return self.summary() if self.show is None else self.for_people()

    def composed(self, form: str, *, filed: bool = False) -> Sequence[Block]:
        """Return what is shown as people read it, with what was warned of on the way.

        Text on a screen goes without that: whoever reads it has seen the warnings.
        """
        from assay.reporting import composed

        cautions = () if form == "text" and not filed else self.cautions
        return composed(self.shown(form, filed=filed), form, cautions, self.systems)

    def written(self, form: str) -> str:
        """Return the text that `--format` writes."""
        from assay.reporting import render_as

        return render_as(self.composed(form), form)

    @property
    def systems(self) -> list[str]:
        """The systems that the answer is about, by the names they have in files."""
        return [system for evaluation in self.evaluations for system in evaluation.systems]

    @property
    def blocks(self) -> Sequence[Block]:
        """The report as plain values: headings, sentences, tables."""
        return tuple(self.report())

    @property
    def tables(self) -> dict[str, list[Table]]:
        """The tables of the report by name; some names, such as those of alignments, have several."""
        from assay.reporting import Table
        from assay.reporting.blocks import Alignment

        tables: dict[str, list[Table]] = {}
        for block in self.blocks:
            table = block.table() if isinstance(block, Alignment) else block
            if isinstance(table, Table):
                tables.setdefault(table.name, []).append(table)
        return tables

    @property
    def figures(self) -> dict[str, Figure]:
        """The figures of the report by name."""
        from assay.reporting.blocks import Figure

        return {block.name: block for block in self.report(pictures=True) if isinstance(block, Figure)}

    def __str__(self) -> str:
        from assay.reporting import render_text

        return render_text(self.composed("text")).removesuffix("\n")

    def __repr__(self) -> str:
        about = [f"{len(self.systems)} systems"] if len(self.systems) > 1 else []
        about += [metric.label for evaluation in self.evaluations for metric in evaluation.metrics]
        of = f" of {', '.join(dict.fromkeys(about))}" if about else ""
        return f"<{type(self).__name__}{of}; print it, or see .tables and .report()>"

    def _repr_html_(self) -> str:
        from assay.reporting import for_people
        from assay.reporting.render.html import render_fragment

        first_screen = [*self.summary(), *list(self.figures.values())[:1]]
        return render_fragment(for_people(first_screen, self.systems))

    def to_dict(self) -> dict[str, Any]:
        """Return the report as plain values with every digit: what the command line writes as JSON."""
        plain: dict[str, Any] = json.loads(self.written("json"))
        return plain

    def to_pandas(self, table: str | None = None) -> Any:
        """Return a table of the report, the first unless one is named, as a pandas DataFrame."""
        return _library("pandas").DataFrame(self._columns(table))

    def to_polars(self, table: str | None = None) -> Any:
        """Return a table of the report, the first unless one is named, as a Polars DataFrame."""
        return _library("polars").DataFrame(self._columns(table), strict=False)

    def to_arrow(self, table: str | None = None) -> Any:
        """Return a table of the report, the first unless one is named, as a table of pyarrow."""
        return _library("pyarrow").table(self._columns(table))

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Give the first table of the report to whatever reads Arrow: DuckDB, Polars, pandas, …"""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def save(self, path: str | os.PathLike[str], format: str | None = None) -> None:
        """Write the report to a file, whole or not at all, in the format that its name ends in."""
        from assay.io import check_writable, make_private
        from assay.reporting import ENDINGS, FORMATS

        target = os.fspath(path)
        endings = PLAIN_ENDING | ENDINGS
        form = format or endings.get(os.path.splitext(target)[1].lower(), "")
        if not form:
            raise OptionError(
                f"{target}: the name of a report ends in {', '.join(endings)}; or say format={'|'.join(FORMATS)}"
            )
        if form not in FORMATS:
            raise OptionError(f"format={form!r} is not recognised; choose from {', '.join(FORMATS)}")
        check_writable(target, "save")
        if self.is_secret:
            make_private(target)
        self._save(target, form)

    def _save(self, path: str, form: str) -> None:
        from assay.io import write_file
        from assay.reporting import render_as

        write_file(path, render_as(self.composed(form, filed=True), form))

    def plot(self, figure: str | None = None, *, ax: Any = None) -> Any:
        """Draw a figure of the report, the first unless one is named: an SVG for notebooks.

        Given matplotlib axes, draw on these, and return them.
        """
        from assay.questions.pictures import Picture, draw_on

        chosen = _named(self.figures, figure, "figure")
        return Picture(chosen) if ax is None else draw_on(chosen, ax)

    def _columns(self, name: str | None) -> dict[str, list[object]]:
        return _frame_columns(_named(self.tables, name, "table"))


@dataclass(frozen=True, repr=False)
class Converted(Result):
    """What was given, in a format of other programs: `content` is the file, which printed is its text."""

    content: bytes

    @property
    def ready(self) -> bytes:
        """The file."""
        return self.content

    def report(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return nothing: a file for other programs is no report."""
        return ()

    def written(self, form: str) -> str:
        """Return the text of the file, whatever the format of answers."""
        return self.content.decode("utf-8")

    def __str__(self) -> str:
        return self.written("text").rstrip("\n")

    def save(self, path: str | os.PathLike[str], format: str | None = None) -> None:
        """Write the file, whole or not at all."""
        from assay.io import check_writable, write_file

        if format is not None:
            raise OptionError(f"format={format!r}: the format was chosen by to=; leave it out")
        check_writable(os.fspath(path), "save")
        write_file(os.fspath(path), (self.content,))

    def _repr_html_(self) -> str:
        return f"<pre>{escape(self.written('text'))}</pre>"


@dataclass(frozen=True, repr=False)
class Written(Result):
    """A file for programs, made while it is written: `parts` makes it, packed or not; `about` says what it is."""

    parts: Callable[[bool], Iterable[bytes]]
    about: str

    def ready_for(self, path: str | None) -> Iterator[bytes]:
        """Return the file in parts, packed where its name says so."""
        parts = iter(self.parts((path or "").endswith(".gz")))
        # The first part comes when all is read, and whatever is wrong has been refused.
        return chain([next(parts)], parts)

    def written(self, form: str) -> str:
        """Return the text of the file, whatever the format of answers."""
        return b"".join(self.parts(False)).decode("utf-8")

    def report(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return what the file is."""
        from assay.reporting import Prose

        return [Prose(f"{self.about}.")]

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.about}>"

    def save(self, path: str | os.PathLike[str], format: str | None = None) -> None:
        """Write the file, whole or not at all; packed where its name ends in .gz."""
        from assay.io import check_writable, write_file

        if format is not None:
            raise OptionError(f"format={format!r}: the file has a format of its own; leave it out")
        target = os.fspath(path)
        check_writable(target, "save")
        write_file(target, self.ready_for(target))


@dataclass(frozen=True, repr=False)
class Listed(Result):
    """What was found or done, in blocks; `line` stands in their place where an answer is a line for other programs."""

    found: tuple[Block, ...] = ()
    fine: bool = True
    line: str | None = None

    @property
    def ready(self) -> str | None:
        """The line, where it is all there is."""
        return self.line

    @property
    def holds(self) -> bool:
        """Whether nothing that was looked at is broken."""
        return self.fine

    def report(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return what was found or done."""
        from assay.reporting import Prose

        return self.found if self.line is None else (Prose(self.line.rstrip("\n")),)


def _named(known: Mapping[str, Any], name: str | None, kind: str) -> Any:
    """Return the entry of a name, the first without one; say what there is where there is none such."""
    if not known:
        raise InputError(f"there is no {kind} in this result")
    if name is not None and name not in known:
        raise OptionError(f"there is no {kind} {name!r} in this result; there are {', '.join(known)}")
    return known[next(iter(known)) if name is None else name]


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise DependencyError(f"{name} is not installed; pip install {name}") from None


def _frame_columns(tables: Sequence[Table]) -> dict[str, list[object]]:
    """Put tables of one name below each other; what tells them apart, such as the segment, comes first."""
    facts = [
        {name: fact for name, fact in table.facts.items() if not isinstance(fact, tuple)} for table in tables
    ]
    apart = [name for name in facts[0] if any(other.get(name) != facts[0][name] for other in facts[1:])]
    rows = [
        {name: of_table.get(name) for name in apart} | _row(table, row)
        for table, of_table in zip(tables, facts, strict=True)
        for row in table.rows
    ]
    names = dict.fromkeys(name for row in rows for name in row) or [head.name for head in tables[0].columns]
    return {name: [row.get(name) for row in rows] for name in names}


def _row(table: Table, row: Sequence[object]) -> dict[str, object]:
    """Return the cells of a row by column; an estimate takes three, with the ends of its interval."""
    from assay.reporting.blocks import Estimate

    cells: dict[str, object] = {}
    for head, cell in zip(table.columns, row, strict=True):
        if isinstance(cell, Estimate):
            cells |= {head.name: cell.value, f"{head.name}.low": cell.low, f"{head.name}.high": cell.high}
        else:
            cells[head.name] = cell
    return cells
