"""The formats of judgements, by name: how each is recognised, read and written.

A file's format is told by its first line. Whatever the format, the same things are looked for in it (`checks`), and a
format that cannot hold something of what it should write refuses to write it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from assay.data import Judgements, Preferences, Scale
from assay.errors import InputError, OptionError
from assay.io.opening import empty_file, head, is_file, label, opened
from assay.io.ratings import (
    answers,
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
from assay.io.ratings.capabilities import Holds, reduced
from assay.io.ratings.checks import checked
from assay.io.ratings.headers import NAMES, columns_of
from assay.io.ratings.tables import CSV, JSONL, TSV, header_of, kind_of
from assay.io.texts.lines import UTF8_MARK, check_utf8, without_mark


@dataclass(frozen=True)
class Format:
    """A format of judgement files."""

    name: str
    summary: str
    recognises: Callable[[str], bool]  # by the first line, without its line feed
    read: Callable[[str], Judgements | Preferences]
    write: Callable[[Any], str]  # of what `read` returns
    holds: Holds | None = None  # what it can hold, `None` for everything or where `write` itself knows
    pairs: bool = False  # whether it is of Preferences


_ALL = (
    Format("tidy", "our own table, TSV", partial(tidy.recognises, kind=TSV), tidy.read, tidy.write),
    Format("tidy-csv", "our own table, CSV", partial(tidy.recognises, kind=CSV), tidy.read, tidy.write_csv),
    Format(
        "tidy-jsonl",
        "our own table, JSONL",
        partial(tidy.recognises, kind=JSONL),
        tidy.read,
        tidy.write_jsonl,
    ),
    Format("esa", "error span annotation, JSONL", esa.recognises, esa.read, esa.write, esa.HOLDS),
    Format(
        "graham",
        "direct assessment, one rating a row (HITId, WorkerId, …)",
        graham.recognises,
        graham.read,
        graham.write,
        graham.HOLDS,
    ),
    Format(
        "ranking",
        "WMT ranking of several outputs a row, CSV",
        ranking.recognises,
        ranking.read,
        ranking.write,
        ranking.HOLDS,
    ),
    Format(
        "pairs",
        "WMT ranking of pairs, also collapsed, CSV",
        ranking.recognises_pairs,
        ranking.read_pairs,
        ranking.write_pairs,
        pairs=True,
    ),
    Format(
        "adequacy-fluency",
        "grades of adequacy and fluency, CSV or TSV",
        graded.recognises,
        graded.read,
        graded.write,
        graded.HOLDS,
    ),
    Format(
        "comprehension",
        "answers to questions about texts, CSV or TSV",
        answers.recognises_comprehension,
        answers.read_comprehension,
        answers.write_comprehension,
        answers.COMPREHENSION_HOLD,
    ),
    Format(
        "yes-no",
        "correct or not, CSV or TSV",
        answers.recognises_yes_no,
        answers.read_yes_no,
        answers.write_yes_no,
        answers.YES_NO_HOLD,
    ),
    Format("mqm", "MQM, one marked error a line, TSV", mqm.recognises, mqm.read, mqm.write, mqm.HOLDS),
    Format(
        "seg-rating",
        "marked errors of mt-metrics-eval, .seg.rating",
        seg_rating.recognises,
        seg_rating.read,
        seg_rating.write,
        seg_rating.HOLDS,
    ),
    Format("wmt25", "WMT 2025, one segment a line, JSONL", wmt25.recognises, wmt25.read, wmt25.write),
    Format("darr", "daRR list: SID BETTER WORSE", darr.recognises, darr.read, darr.write, pairs=True),
    # Appraise has no header and comes last: it is told by what its fourth field holds.
    Format(
        "appraise",
        "Appraise export, CSV without a header",
        appraise.recognises,
        appraise.read,
        appraise.write,
        appraise.HOLDS,
    ),
)
SCORE_NAMES = ("score", "rating", "grade", "da", "value", "points")
SCORES = re.compile(r"(\S+\t){1,2}(-?[\d.]+(e-?\d+)?|None)|(.*\s)?(RAW\.SCR|Z\.SCR|SCR|mqm_avg_score)(\s.*)?")
FORMATS: dict[str, Format] = {form.name: form for form in _ALL}


def read_judgements(
    path: str, form: str | None = None, *, scale: Scale | None = None, set_aside: bool = False
) -> Judgements | Preferences:
    """Read a file of judgements; without `form` its format is told by its first line.

    `scale` takes the place of the scheme's own; with `set_aside`, rows whose score is outside it are left out and
    counted instead of being an error.
    """
    found = (format_named(form) if form else recognised(path)).read(path)
    return checked(found, scale=scale, set_aside=set_aside) if isinstance(found, Judgements) else found


def write_judgements(x: Judgements | Preferences, form: str, *, leave_out: bool = False) -> str:
    """Write judgements in a format; what it cannot hold is an error, or with `leave_out` a warning."""
    found = format_named(form)
    if found.pairs != isinstance(x, Preferences):
        what, other = ("pairs", "single judgements") if found.pairs else ("single judgements", "pairs")
        raise InputError(f"the format {form} holds {what}, not {other}; choose another")
    if leave_out and found.holds is not None and isinstance(x, Judgements):
        x = reduced(x, found.holds)
    if leave_out and found.name == darr.FORM and isinstance(x, Preferences):
        x = darr.reduced(x)
    return _encodable(found.write(x), form)


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
    found = next((form for form in FORMATS.values() if form.recognises(line)), None)
    if found is None:
        known = "; ".join(f"{form.name}: {form.summary}" for form in FORMATS.values())
        raise InputError(
            f"{label(path)}: the first line is of no known format of judgements; {_advice(line)} name the format, or "
            f"convert the file to one of these: {known}"
        )
    return found


def _advice(first: str) -> str:
    """Say what the first line looks like, where it looks like something."""
    line = first.rstrip("\r")
    if re.fullmatch("sep=.", line):
        return f'"{line}" is for a spreadsheet only: remove the line;'
    if "\r" in line:
        return "lines end with a carriage return alone: convert the line ends;"
    header = header_of(line)
    roles = {role: columns_of(header, names) for role, names in {**NAMES, "score": SCORE_NAMES}.items()}
    missing = [name for name in tidy.NEEDED if not roles[name]]
    if len(missing) <= 1 and kind_of(line):
        called = ", ".join(next(iter(roles[name].values())) for name in tidy.NEEDED if roles[name])
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
