"""The formats of judgements, by name: how each is recognised, read and written.

A file's format is told by its first line; one that is of none is read as a spreadsheet (`sheets`). Whatever the
format, the same things are looked for in it (`checks`, `doubts`), and a format that cannot hold something of what it
should write refuses to write it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from assay.data import READING, Judgements, Layout, Preferences, Remark, Scale
from assay.errors import InputError, OptionError
from assay.io.opening import Content, empty_file, head, is_file, label, opened, shown
from assay.io.ratings import averages
from assay.io.ratings.capabilities import fitted, reduced
from assay.io.ratings.checks import checked
from assay.io.ratings.format import Format, ReadFormat
from assay.io.ratings.formats import (
    appraise,
    darr,
    esa,
    graded,
    graham,
    mqm,
    pearmut,
    ranking,
    seg_rating,
    tidy,
    wmt25,
)
from assay.io.ratings.lines import write_fields
from assay.io.ratings.sheets.grid import Grid, read_grid
from assay.io.ratings.sheets.reading import judgements_in, read_sheet
from assay.io.ratings.tables import CSV, SEMICOLON
from assay.io.studies.pearmut import recognises as is_campaign
from assay.io.texts.lines import UTF8_MARK, as_utf8, check_utf8, is_workbook, without_mark

# In the order in which they are tried.
FORMATS: dict[str, Format] = {
    form.name: form
    for form in (
        *tidy.FORMATS,
        esa.FORMAT,
        graham.FORMAT,
        *ranking.FORMATS,
        *graded.FORMATS,
        mqm.FORMAT,
        seg_rating.FORMAT,
        wmt25.FORMAT,
        darr.FORMAT,
        appraise.FORMAT,  # it has no header and comes last: it is told by what its fourth field holds
    )
}
ONLY_READ: dict[str, ReadFormat] = {form.name: form for form in (pearmut.FORMAT, averages.FORMAT)}
SHEET = "sheet"


def read_judgements(
    path: str,
    form: str | None = None,
    *,
    scale: Scale | None = None,
    set_aside: bool = False,
    columns: Sequence[str] = (),
    campaign: str | None = None,
) -> Judgements | Preferences:
    """Read a file of judgements; without `form` its format is told by its first line.

    What is of no format is read as a spreadsheet, of which `columns` may say which column is what. `scale` takes the
    place of the scheme's own; with `set_aside`, rows whose score is outside it are left out and counted instead of
    being an error. `campaign` is the one to read of a file that has several.
    """
    file, encoding = as_utf8(path)
    judgements = _read(file, form, columns, encoding, campaign)
    if encoding and not any(remark.kind == READING for remark in judgements.remarks):
        told = Remark(READING, len(judgements), (f"{encoding}, read as such",))
        judgements = replace(judgements, remarks=(told, *judgements.remarks))
    judgements = replace(judgements, path=str(path))
    if isinstance(judgements, Judgements):
        return checked(judgements, scale=scale, set_aside=set_aside)
    return judgements


def _read(
    path: str, form: str | None, columns: Sequence[str], encoding: str, campaign: str | None
) -> Judgements | Preferences:
    if campaign is not None:
        return _of_campaign(path, form, campaign)
    if columns and form not in (None, SHEET):
        raise OptionError(f"--columns applies to spreadsheets, but --from {form} fixes the columns")
    if form not in (None, SHEET):
        return (ONLY_READ.get(form or "") or format_named(form or "")).read(path)
    told = None if columns or form else _known_format(path) or _only_read(path)
    if told is not None:
        return told.read(path)
    if form or columns:
        return read_sheet(path, columns, encoding)
    if is_campaign(_start(path)):
        raise InputError(
            f"{label(path)}: a campaign of Pearmut, without answers; download the annotations as well and give these"
        )
    return _read_table(read_grid(path, (), encoding))


def _of_campaign(path: str, form: str | None, campaign: str) -> Judgements:
    """Read one campaign of a file that may have several."""
    if form != pearmut.FORM and (form or _only_read(path) is not pearmut.FORMAT):
        raise OptionError(
            f"{label(path)} is no database of campaigns, and no file of Pearmut's; leave out --campaign"
        )
    return pearmut.read(path, campaign)


def _only_read(path: str) -> ReadFormat | None:
    """Tell by its beginning which of the formats that are only read a file is of, if any."""
    start = _start(path)
    return next((form for form in ONLY_READ.values() if form.recognises(start)), None)


def _start(path: str) -> str:
    """Return what a file of text begins with; nothing of a workbook."""
    if is_workbook(path):
        return ""
    return without_mark(path, head(path).removeprefix(UTF8_MARK)).decode(errors="replace")


def _read_table(grid: Grid) -> Judgements | Preferences:
    """Read the table of a sheet: by the format that its header tells once titles are gone, else by its names."""
    columns = [*zip(grid.header, *(cells for _, cells in grid.flat_rows()), strict=True)]
    table = write_fields(columns, CSV, Layout(separators=(SEMICOLON,)))
    first = table.partition(b"\n")[0].decode()
    told = next((form for form in FORMATS.values() if form.recognises(first)), None)
    if told is None:
        return judgements_in(grid, {})
    judgements = told.read(Content(grid.table_name(), table))
    words = "; ".join([", ".join(grid.notes), f"the format {told.name}"])
    told_so = Remark(READING, len(grid.rows), (words,))
    if isinstance(judgements, Judgements) and judgements.line is not None:
        line = np.array([grid.rows[line - 2][0] for line in judgements.line.tolist()], dtype=np.int64)
        judgements = replace(judgements, line=line)
    return replace(judgements, remarks=(told_so, *judgements.remarks), layout=None)


def write_judgements(judgements: Judgements | Preferences, form: str, *, leave_out: bool = False) -> str:
    """Write judgements in a format; what it cannot hold is an error, or with `leave_out` a warning."""
    return encode_judgements(judgements, form, leave_out=leave_out).decode()


def encode_judgements(judgements: Judgements | Preferences, form: str, *, leave_out: bool = False) -> bytes:
    """Write judgements as `write_judgements` does, in UTF-8: a file of a million is never decoded."""
    chosen = format_named(form)
    if chosen.pairs != isinstance(judgements, Preferences):
        what, other = ("pairs", "single judgements") if chosen.pairs else ("single judgements", "pairs")
        raise InputError(f"the format {form} holds {what}, not {other}; choose another")
    if leave_out and chosen.reduced is not None:
        judgements = chosen.reduced(judgements)
    if chosen.holds is not None and isinstance(judgements, Judgements):
        judgements = reduced(judgements, chosen.holds) if leave_out else judgements
        judgements = fitted(judgements, chosen.holds)
    try:
        return chosen.write(judgements)
    except UnicodeEncodeError as error:
        sign = ord(error.object[error.start])
        raise InputError(
            f"the format {form} cannot hold a lone surrogate (U+{sign:04X}); write tidy-jsonl"
        ) from None


def format_named(name: str) -> Format:
    """Return a format by its name."""
    if name not in FORMATS:
        raise OptionError(
            f'unknown format "{shown(name)}"; the formats are {", ".join(FORMATS)}; and {", ".join(ONLY_READ)} and '
            f"{SHEET}, which are only read"
        )
    return FORMATS[name]


def recognised(path: str) -> ReadFormat:
    """Tell the format of a file of judgements by its first line; scores without raters are none."""
    told = _known_format(path) or _only_read(path)
    if told is None or told is averages.FORMAT:
        raise InputError(
            f"{label(path)}: the first line matches no known format of judgements; name the format"
        )
    return told


def _known_format(path: str) -> Format | None:
    if is_workbook(path):
        return None
    line = _first_line(path)
    return next((form for form in FORMATS.values() if form.recognises(line)), None)


def _first_line(path: str) -> str:
    with opened(path):  # a file that is not there has a message of its own
        start = without_mark(path, head(path).removeprefix(UTF8_MARK))  # the reader warns of it
    if not is_file(path):
        raise InputError(
            f"{label(path)}: the format cannot be detected in a file that can be read only once; name it"
        )
    first, _, _ = start.partition(b"\n")
    if not start:
        raise empty_file(path)
    check_utf8(path, first)
    return first.decode()
