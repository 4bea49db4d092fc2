"""The formats of judgements, by name: how each is recognised, read and written.

A file's format is told by its first line. Whatever the format, the same things are looked for in it (`checks`), and a
format that cannot hold something of what it should write refuses to write it.
"""

from __future__ import annotations

import re

from assay.data import Judgements, Preferences, Scale
from assay.errors import InputError, OptionError
from assay.io.opening import empty_file, head, is_file, label, opened
from assay.io.ratings.capabilities import fitted, reduced
from assay.io.ratings.checks import checked
from assay.io.ratings.format import ColumnMap, Field, Format
from assay.io.ratings.formats import (
    appraise,
    darr,
    esa,
    graded,
    graham,
    mqm,
    ranking,
    seg_rating,
    tidy,
    wmt25,
)
from assay.io.ratings.tables import header_of, kind_of
from assay.io.texts.lines import UTF8_MARK, check_utf8, without_mark

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
# What people call the columns of a tidy table.
TIDY = ColumnMap(
    (*graded.OUTPUT[:3], Field("score", ("score", "rating", "grade", "da", "value", "points"))), any_case=True
)
SCORES = re.compile(r"(\S+\t){1,2}(-?[\d.]+(e-?\d+)?|None)|(.*\s)?(RAW\.SCR|Z\.SCR|SCR|mqm_avg_score)(\s.*)?")


def read_judgements(
    path: str, form: str | None = None, *, scale: Scale | None = None, set_aside: bool = False
) -> Judgements | Preferences:
    """Read a file of judgements; without `form` its format is told by its first line.

    `scale` takes the place of the scheme's own; with `set_aside`, rows whose score is outside it are left out and
    counted instead of being an error.
    """
    judgements = (format_named(form) if form else recognised(path)).read(path)
    if isinstance(judgements, Judgements):
        return checked(judgements, scale=scale, set_aside=set_aside)
    return judgements


def write_judgements(judgements: Judgements | Preferences, form: str, *, leave_out: bool = False) -> str:
    """Write judgements in a format; what it cannot hold is an error, or with `leave_out` a warning."""
    chosen = format_named(form)
    if chosen.pairs != isinstance(judgements, Preferences):
        what, other = ("pairs", "single judgements") if chosen.pairs else ("single judgements", "pairs")
        raise InputError(f"the format {form} holds {what}, not {other}; choose another")
    if leave_out and chosen.reduced is not None:
        judgements = chosen.reduced(judgements)
    if chosen.holds is not None and isinstance(judgements, Judgements):
        judgements = reduced(judgements, chosen.holds) if leave_out else judgements
        judgements = fitted(judgements, chosen.holds)
    return _encodable(chosen.write(judgements), form)


def format_named(name: str) -> Format:
    """Return a format by its name."""
    if name not in FORMATS:
        raise OptionError(f'unknown format "{name}"; the formats are {", ".join(FORMATS)}')
    return FORMATS[name]


def recognised(path: str) -> Format:
    """Tell the format of a file by its first line."""
    with opened(path):  # a file that is not there has a message of its own
        start = without_mark(path, head(path).removeprefix(UTF8_MARK))  # the reader warns of it
    if not is_file(path):
        raise InputError(f"{label(path)}: the format of what can be read only once cannot be told; name it")
    first, _, _ = start.partition(b"\n")
    if not start:
        raise empty_file(path)
    check_utf8(path, first)
    line = first.decode()
    told = next((form for form in FORMATS.values() if form.recognises(line)), None)
    if told is None:
        known = "; ".join(f"{form.name}: {form.summary}" for form in FORMATS.values())
        raise InputError(
            f"{label(path)}: the first line is of no known format of judgements; {_advice(line)} name the format, or "
            f"convert the file to one of these: {known}"
        )
    return told


def _advice(first: str) -> str:
    """Say what the first line looks like, where it looks like something."""
    line = first.rstrip("\r")
    if re.fullmatch("sep=.", line):
        return f'"{line}" is for a spreadsheet only: remove the line;'
    if "\r" in line:
        return "lines end with a carriage return alone: convert the line ends;"
    places = TIDY.located(header_of(line))
    missing = [name for name in tidy.NEEDED if name not in places]
    if len(missing) <= 1 and kind_of(line):
        called = ", ".join(places[name] for name in tidy.NEEDED if name in places)
        lacking = f", and add {missing[0]}" if missing else ""
        return f"a table of ratings calls its columns {', '.join(tidy.NEEDED)}: rename {called}{lacking};"
    if SCORES.fullmatch(line):
        return "it looks like scores, which assay meta reads;"
    return ""


def _encodable(text: str, form: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise InputError(
            f"the format {form} cannot hold a lone surrogate (U+{ord(text[error.start]):04X}); write tidy-jsonl"
        ) from None
    return text
