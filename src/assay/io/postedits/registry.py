"""Post-edits from any file: the format is told by its first bytes, or given."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from assay.data import READING, PostEdits, Remark, join_postedits
from assay.errors import InputError, OptionError, counted
from assay.io.opening import blocks, empty_file, label, opened
from assay.io.options import PostEditFiles
from assay.io.postedits import critt, own, pet, stanford, tables, texts
from assay.io.units.unit_files import form_of
from assay.io.xml_parsing import first_text


@dataclass(frozen=True)
class PosteditForm:
    """A format of post-edits: what it is, how it begins, and its reader."""

    summary: str
    recognises: Callable[[str], bool]
    read: Callable[[str], PostEdits]


def _table(name: str, summary: str, form: tables.TableForm) -> PosteditForm:
    return PosteditForm(
        summary, partial(_fits, form), partial(tables.read_effort_table, form=form, name=name)
    )


def _fits(form: tables.TableForm, start: str) -> bool:
    return tables.fits(form, start.partition("\n")[0])


def _is_keystrokes(start: str) -> bool:
    return {*critt.NEEDED} <= {*tables.header_of(start.partition("\n")[0])}


# In the order in which they are tried.
FORMS: dict[str, PosteditForm] = {
    "assay-log": PosteditForm("our own log: JSON lines", own.recognises, own.read_log),
    "pet": PosteditForm("log of PET: .per, XML", pet.recognises, pet.read_pet),
    "xliff": PosteditForm(
        "XLIFF with machine translation as a proposal and the final target",
        lambda start: form_of(start.encode("utf-8", "replace")) == "xliff",
        texts.read_proposals,
    ),
    "divemt": _table("divemt", "DivEMT: one row a unit", tables.DIVEMT),
    "per2csv": _table("per2csv", "table of Toral et al. 2018, made of logs of PET", tables.NOVEL),
    "stanford": PosteditForm(
        "Green et al. 2013: trans_frame.csv, with the texts beside it",
        lambda start: tables.fits(stanford.FORM, start.partition("\n")[0]),
        stanford.read_stanford,
    ),
    "critt-kd": PosteditForm("CRITT and Translog: keystrokes, .kd", _is_keystrokes, critt.read_keystrokes),
    "critt-sg": _table("critt-sg", "CRITT and Translog: segments, .sg", tables.CRITT),
    "table": _table("table", "TSV or CSV: editor, segment, and what there is", tables.PLAIN),
}


def read_postedits(path: str, form: str | None = None) -> PostEdits:
    """Read post-edits; what was recognised in the file is the first remark."""
    if form is not None and form not in FORMS:
        raise OptionError(f'post-edits of the form "{form}" are not known; choose from {", ".join(FORMS)}')
    chosen = form or _recognised(path)
    postedits = FORMS[chosen].read(path)
    return replace(postedits, remarks=(_reading(postedits, chosen), *postedits.remarks))


def _recognised(path: str) -> str:
    with opened(path) as stream:
        start = next(blocks(path, stream), b"")
    if not start:
        raise empty_file(path)
    text = first_text(start[:65536]).removeprefix("\ufeff")
    for name, form in FORMS.items():
        if form.recognises(text):
            return name
    raise InputError(
        f"{label(path)}: not recognised as post-edits by its first line; give a log or a table with the columns "
        f"editor, segment and what was measured, or name the format with --from: {', '.join(FORMS)}"
    )


def _reading(postedits: PostEdits, form: str) -> Remark:
    """Say what a file was taken for, and what it has."""
    summary = FORMS[form].summary if form in FORMS else "texts side by side"
    kinds = {
        "final texts": postedits.final is not None,
        "machine translation": postedits.mt is not None,
        "times": postedits.seconds is not None or postedits.events is not None,
        "counts of keys": bool(postedits.keys) or postedits.key_total is not None,
        "events": postedits.events is not None,
    }
    known = ", ".join(name for name, there in kinds.items() if there) or "no figures"
    return Remark(
        READING,
        1,
        (f"{label(postedits.path)}: {form} ({summary}), {counted(len(postedits), 'row')} with {known}",),
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


def _files(paths: tuple[str, ...]) -> list[str]:
    """Return the files that are named; of a folder those that PET wrote."""
    files = []
    for path in paths:
        if os.path.isdir(path):
            logs = sorted(name for name in os.listdir(path) if name.endswith((".per", ".jsonl")))
            if not logs:
                raise InputError(
                    f"{label(path)}: a folder without a log (.per, .jsonl); name the files in it"
                )
            files += [os.path.join(path, name) for name in logs]
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
