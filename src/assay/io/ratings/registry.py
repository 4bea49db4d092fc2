"""The formats of judgements, by name: how each is recognised, read and written.

A file's format is told by its first line; one that is of none is read as a spreadsheet (`sheets`). Whatever the
format, the same things are looked for in it (`checks`, `doubts`), and a format that cannot hold something of what it
should write refuses to write it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from assay.data import READING, Judgements, Preferences, Remark, Scale
from assay.errors import InputError, OptionError
from assay.io.formats import Format, formats_of, read_as, recognise
from assay.io.opening import Named, Source, label, shown
from assay.io.ratings import averages
from assay.io.ratings.capabilities import fitted, reduced
from assay.io.ratings.checks import checked
from assay.io.ratings.format import RatingFormat, rating_format
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
from assay.io.ratings.sheets.reading import judgements_in, read_sheet, sheet_table
from assay.io.studies.pearmut import recognises as is_campaign
from assay.io.tables.head import Head, head_of, look_at
from assay.io.tables.reading import Given
from assay.io.tables.table import CSV, Table
from assay.io.texts.lines import as_utf8

# In the order in which they are tried.
FORMATS: dict[str, Format[Any]] = {
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
        # It has no header: it is told by what its fourth field holds
        appraise.FORMAT,
        pearmut.FORMAT,
        averages.FORMAT,
    )
}
SHEET = "sheet"


def read_judgements(
    path: Named,
    form: str | None = None,
    *,
    scale: Scale | None = None,
    set_aside: bool = False,
    columns: Sequence[str] = (),
    campaign: str | None = None,
) -> Judgements | Preferences:
    """Read judgements; without `form` the format of a file is told by its beginning.

    What is of no format is read as a spreadsheet, of which `columns` may say which column is what. `scale` takes the
    place of the scheme's own; with `set_aside`, rows whose score is outside it are left out and counted instead of
    being an error. `campaign` is the one to read of a file that has several.
    """
    source = as_utf8(path)
    judgements = _read(source, form, columns, campaign)
    if source.encoding and not any(remark.kind == READING for remark in judgements.remarks):
        told = Remark(READING, len(judgements), (f"{source.encoding}, read as such",))
        judgements = replace(judgements, remarks=(told, *judgements.remarks))
    judgements = replace(judgements, path=str(path))
    if isinstance(judgements, Judgements):
        return checked(judgements, scale=scale, set_aside=set_aside)
    return judgements


def _read(
    source: Source, form: str | None, columns: Sequence[str], campaign: str | None
) -> Judgements | Preferences:
    if campaign is not None:
        return _of_campaign(source, form, campaign)
    if columns and form not in (None, SHEET):
        raise OptionError(f"--columns applies to spreadsheets, but --from {form} fixes the columns")
    if form or columns:
        return read_sheet(source, columns) if form in (None, SHEET) else format_named(form or "").read(source)
    head = look_at(source)
    told = recognise("judgements", head)
    if told is None and is_campaign(head):
        raise InputError(
            f"{label(source)}: a campaign of Pearmut, without answers; download the annotations as well and give "
            "these, or take its texts by assay campaign new"
        )

    def read() -> Judgements | Preferences:
        return _read_table(sheet_table(source), head) if told is None else _judgements(told, source)

    return read_as("judgements", head, told, read)


def _judgements(form: Format[Any], given: Given) -> Judgements | Preferences:
    judgements: Judgements | Preferences = form.read(given)
    return judgements


def _of_campaign(source: Source, form: str | None, campaign: str) -> Judgements:
    """Read one campaign of a file that may have several."""
    if form != pearmut.FORM and (form or recognise("judgements", look_at(source)) is not pearmut.FORMAT):
        raise OptionError(
            f"{label(source)} is no database of campaigns, and no file of Pearmut's; leave out --campaign"
        )
    return pearmut.read(source, campaign)


def _read_table(table: Table, head: Head) -> Judgements | Preferences:
    """Read the table of a sheet: by the format that its header tells once titles are gone, else by its names."""
    told = recognise("judgements", head_of(table.header, head.source, head.shape, CSV, table.top))
    if told is None:
        return judgements_in(table, {})
    judgements = _judgements(told, table.on_one_line())
    words = "; ".join([", ".join(table.notes), f"the format {told.name}"])
    told_so = Remark(READING, len(table), (words,))
    return replace(judgements, remarks=(told_so, *judgements.remarks), layout=None)


def write_judgements(judgements: Judgements | Preferences, form: str, *, leave_out: bool = False) -> str:
    """Write judgements in a format; what it cannot hold is an error, or with `leave_out` a warning."""
    return encode_judgements(judgements, form, leave_out=leave_out).decode()


def encode_judgements(judgements: Judgements | Preferences, form: str, *, leave_out: bool = False) -> bytes:
    """Write judgements as `write_judgements` does, in UTF-8: a file of a million is never decoded."""
    chosen = _written_as(form)
    written = chosen.write
    assert written is not None  # of the formats that are written
    if chosen.pairs != isinstance(judgements, Preferences):
        what, other = ("pairs", "single judgements") if chosen.pairs else ("single judgements", "pairs")
        raise InputError(f"the format {form} holds {what}, not {other}; choose another")
    if leave_out and chosen.reduced is not None:
        judgements = chosen.reduced(judgements)
    if chosen.holds is not None and isinstance(judgements, Judgements):
        judgements = reduced(judgements, chosen.holds) if leave_out else judgements
        judgements = fitted(judgements, chosen.holds)
    try:
        return written(judgements)
    except UnicodeEncodeError as error:
        sign = ord(error.object[error.start])
        raise InputError(
            f"the format {form} cannot hold a lone surrogate (U+{sign:04X}); write tidy-jsonl"
        ) from None


def _written_as(name: str) -> RatingFormat:
    """Return a format of judgements that can be written."""
    chosen = format_named(name)
    if chosen.write is None:
        raise _no_format(name)
    if isinstance(chosen, RatingFormat):
        return chosen
    return rating_format(chosen.name, chosen.summary, chosen.recognises, chosen.read, chosen.write)


def format_named(name: str) -> Format[Any]:
    """Return a format by its name."""
    formats = formats_of("judgements")
    if name not in formats:
        raise _no_format(name)
    return formats[name]


def _no_format(name: str) -> OptionError:
    formats = formats_of("judgements").values()
    written = [form.name for form in formats if form.write is not None]
    read = [form.name for form in formats if form.write is None]
    what = "cannot be written: the format" if name in read else "unknown format"
    return OptionError(
        f'{what} "{shown(name)}"; the formats are {", ".join(written)}; and {", ".join(read)} and '
        f"{SHEET}, which are only read"
    )


def recognised(path: Named) -> Format[Any]:
    """Tell the format of a file of judgements by its first line; scores without raters are none."""
    told = recognise("judgements", look_at(Source.of(path)))
    if told is None or told is averages.FORMAT:
        raise InputError(
            f"{label(path)}: the first line matches no known format of judgements; name the format"
        )
    return told
