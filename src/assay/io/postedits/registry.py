"""Post-edits from any file: the format is told by its first bytes, or given."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import partial
from typing import Any

from assay.data import READING, PostEdits, Remark
from assay.data.postedits import join_postedits
from assay.errors import InputError, OptionError, counted
from assay.io.formats import ANY, XML_SIGN, Format, Sign, formats_of, read_as, recognise
from assay.io.opening import Named, Source, held, is_folder, label
from assay.io.options import PostEditFiles
from assay.io.postedits import critt, own, pet, stanford, tables, texts
from assay.io.tables.head import Head, head_of, look_at
from assay.io.tables.reading import Given
from assay.io.tables.table import CSV
from assay.io.units.unit_files import form_of

_effort_format = partial(Format[PostEdits], "post-edits")


def _table(name: str, summary: str, form: tables.TableForm) -> Format[PostEdits]:
    return _effort_format(
        name,
        summary,
        partial(tables.fits, form),
        partial(tables.read_effort_table, form=form, name=name),
        # Columns of our own table may be called otherwise.
        sign=ANY if form is tables.PLAIN else Sign(columns=form.needed),
    )


# In the order in which they are tried.
FORMATS: dict[str, Format[Any]] = {
    form.name: form
    for form in (
        _effort_format(
            "assay-log",
            "our own log: JSON lines",
            own.recognises,
            own.read_log,
            lambda postedits: own.write_log(postedits).encode(),
            sign=Sign(r"\{"),
        ),
        _effort_format("pet", "log of PET: .per, XML", pet.recognises, pet.read_pet, sign=XML_SIGN),
        _effort_format(
            "xliff",
            "XLIFF with machine translation as a proposal and the final target",
            lambda head: form_of(head.start.encode("utf-8", "replace")) == "xliff",
            texts.read_proposals,
            sign=XML_SIGN,
        ),
        _table("divemt", "DivEMT: one row a unit", tables.DIVEMT),
        _table("per2csv", "table of Toral et al. 2018, made of logs of PET", tables.NOVEL),
        _effort_format(
            "stanford",
            "Green et al. 2013: trans_frame.csv, with the texts beside it",
            partial(tables.fits, stanford.FORM),
            stanford.read_stanford,
            sign=Sign(columns=stanford.FORM.needed),
        ),
        _effort_format(
            "critt-kd",
            "CRITT and Translog: keystrokes, .kd",
            lambda head: {*critt.NEEDED} <= {*head.header},
            critt.read_keystrokes,
            sign=Sign(columns=tuple(critt.NEEDED)),
        ),
        _table("critt-sg", "CRITT and Translog: segments, .sg", tables.CRITT),
        replace(_table("table", "a table: editor, segment, and what there is", tables.PLAIN), general=True),
    )
}


def read_postedits(path: Named, form: str | None = None) -> PostEdits:
    """Read post-edits; what was recognised in the file is the first remark."""
    source = held(path)
    formats = formats_of("post-edits")
    if form is not None and form not in formats:
        raise OptionError(f'post-edits of the form "{form}" are not known; choose from {", ".join(formats)}')
    if form is not None:
        return _read(formats[form], source)
    head = look_at(source)
    told = recognise("post-edits", head)
    return read_as("post-edits", head, told, lambda: _read(*_recognised(source, head, told)))


def _read(form: Format[Any], given: Given) -> PostEdits:
    postedits: PostEdits = form.read(given)
    return replace(postedits, remarks=(_reading(postedits, form.name), *postedits.remarks))


def _recognised(source: Source, head: Head, told: Format[Any] | None) -> tuple[Format[Any], Given]:
    """Return the format of a source, and what its reader takes: the source, or the table that told the format."""
    if told is not None:
        return told, source
    table = tables.read_cells(source)
    told = recognise("post-edits", head_of(table.header, source, head.shape, CSV, table.top))
    if told is None:
        raise InputError(f"{label(source)}: {tables.NO_TABLE}: {', '.join(formats_of('post-edits'))}")
    return told, table


def _reading(postedits: PostEdits, form: str) -> Remark:
    """Say what a file was taken for, and what it has."""
    known = formats_of("post-edits")
    summary = known[form].summary if form in known else "texts side by side"
    kinds = {
        "final texts": postedits.final is not None,
        "machine translation": postedits.mt is not None,
        "times": postedits.seconds is not None or postedits.events is not None,
        "counts of keys": bool(postedits.keys) or postedits.key_total is not None,
        "events": postedits.events is not None,
    }
    figures = ", ".join(name for name, there in kinds.items() if there) or "no figures"
    return Remark(
        READING,
        1,
        (f"{label(postedits.path)}: {form} ({summary}), {counted(len(postedits), 'row')} with {figures}",),
    )


def open_postedits(options: PostEditFiles) -> PostEdits:
    """Read the post-edits that options name: logs and tables together, or texts side by side."""
    if options.mt is not None or options.final is not None:
        return _open_texts(options)
    if not options.logs:
        raise OptionError("no post-edits; name a log, or two files of text with --mt and --final")
    for name in ("source", "times"):
        if getattr(options, name) is not None:
            raise OptionError(f"--{name} is for texts that --mt and --final name; leave it out")
    return join_postedits([read_postedits(path, options.form) for path in _files(options.logs)])


def _files(paths: tuple[Named, ...]) -> list[Named]:
    """Return the files that are named; of a folder those that PET wrote."""
    files: list[Named] = []
    for path in paths:
        if is_folder(path):
            logs = sorted(name for name in os.listdir(str(path)) if name.endswith((".per", ".jsonl")))
            if not logs:
                raise InputError(
                    f"{label(path)}: a folder without a log (.per, .jsonl); name the files in it"
                )
            files += [os.path.join(str(path), name) for name in logs]
        else:
            files.append(path)
    return files


def _open_texts(options: PostEditFiles) -> PostEdits:
    if options.mt is None or options.final is None:
        raise OptionError(
            "--mt and --final go together: what the system wrote, and what the editor made of it"
        )
    if options.logs or options.form is not None:
        raise OptionError("--mt and --final name all there is; leave out logs and --from")
    postedits = texts.read_side_by_side(options.mt, options.final, options.source, options.times)
    return replace(postedits, remarks=(_reading(postedits, "texts"), *postedits.remarks))
