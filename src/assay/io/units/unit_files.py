"""Translators' files (XLIFF, SDLXLIFF, TMX, PO) as one set: joined by the ids of their units, never by position.

The target of a file is an output or, after -r, a reference; its source is the source. A row is a unit that has a
reference, in the order of the first file that has it. What is missing or left over is counted in a warning; a unit
that an output does not have, or not translated, is an empty output.
"""

from __future__ import annotations

import re
import warnings
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from assay.data import Bilingual, Codes, EvalSet, Outputs
from assay.errors import AssayWarning, InputError, OptionError, counted
from assay.io.formats import XML_SIGN, Format, Sign
from assay.io.opening import Named, contents, label, shown
from assay.io.tables.head import Head
from assay.io.texts.lines import text_column
from assay.io.texts.names import base_name, extension, reference_paths, refuse_stdin_twice, system_paths
from assay.io.texts.textfiles import warn_of_outputs_as_references
from assay.io.units.units import ALL_CODES, Languages, Unit, Units, main_language
from assay.io.xml_parsing import PROLOGUE, first_text
from assay.text import Column

ENDINGS = {
    **dict.fromkeys((".xlf", ".xliff", ".sdlxliff", ".mqxliff", ".mxliff"), "xliff"),
    ".tmx": "tmx",
    ".po": "po",
    ".pot": "po",
}
ROOT = re.compile(rf"\ufeff?{PROLOGUE}<(?:[\w.-]+:)?(xliff|tmx)\b")
CATALOGUE = re.compile(r'\ufeff?(?>#.*\n|\s+)*+msg(?:id|ctxt)\s+"')
UnitsById = Mapping[str, Unit]
# States of XLIFF 1.2 and 2 and of SDLXLIFF in which a target is no translation yet, or was turned down.
UNFINISHED = frozenset(
    {"new", "needs-translation", "needs-adaptation", "needs-l10n", "initial"}
    | {"Unspecified", "Draft", "RejectedTranslation", "RejectedSignOff"}
)


def form_of(start: bytes) -> str | None:
    """Tell by its first bytes whether a file is "xliff", "tmx" or "po", or none of them."""
    text = first_text(start)
    root = ROOT.match(text)
    return root[1] if root else "po" if CATALOGUE.match(text) else None


def _is(form: str, head: Head) -> bool:
    return form_of(head.start.encode("utf-8", "replace")) == form


def read_units(
    path: Named, codes: str = "drop", form: str | None = None, languages: Languages | None = None
) -> Units:
    """Read a translator's file.

    `codes` says what becomes of inline codes, `form` what the file is, if it does not show, `languages` which two are
    meant where it has several.
    """
    if codes not in ALL_CODES:
        raise OptionError(f"codes={codes}: inline codes can be {' or '.join(ALL_CODES)}")
    data = contents(path)
    chosen = form or form_of(data[:4096]) or ENDINGS.get(extension(path))
    if chosen is None:
        raise InputError(
            f"{label(path)}: neither XLIFF, TMX nor PO; files of units can be combined only with each other, "
            "and are joined by id"
        )
    return _parser(chosen, languages)(str(path), data, codes)


def _parser(form: str, languages: Languages | None) -> Callable[[str, bytes, str], Units]:
    """Import the parser of a format; most sets are plain text and want none of them."""
    if form == "tmx":
        from assay.io.units.tmx import parse_tmx

        return partial(parse_tmx, languages=languages)
    if form == "po":
        from assay.io.units.po import parse_po as parser
    else:
        from assay.io.units.xliff import parse_xliff as parser
    return parser


def read_unit_files(
    systems: Sequence[str],
    references: Sequence[str],
    codes: str = "drop",
    languages: Languages | None = None,
) -> tuple[EvalSet, Outputs]:
    """Read the set that translators' files make up."""
    targets, outputs = reference_paths(references), system_paths(systems)
    refuse_stdin_twice([*targets.values(), *outputs.values()])
    roles = {("reference", name): path for name, path in targets.items()}
    warn_of_outputs_as_references(roles | {("system", name): path for name, path in outputs.items()})
    files, rows = _read([*targets.values(), *outputs.values()], codes, languages)
    for path in dict.fromkeys(targets.values()):
        _warn_of_unfinished(path, rows[path])
    keys = _keys([rows[path] for path in targets.values()], next(iter(targets.values())))
    evalset = _evalset({name: rows[path] for name, path in targets.items()}, keys, files)
    return evalset, {name: _output(path, rows[path], keys) for name, path in outputs.items()}


def read_without_references(
    systems: Sequence[str], codes: str = "drop", languages: Languages | None = None
) -> tuple[Column, Outputs]:
    """Read the source and the targets of translators' files; a row is a unit of the first file."""
    text = read_bilingual_units(systems, codes, languages)
    return Column.of(text.source), {name: Column.of(column) for name, column in text.outputs.items()}


def read_bilingual_units(
    systems: Sequence[str], codes: str = "drop", languages: Languages | None = None
) -> Bilingual:
    """Read translators' files as a text without references; a row is a unit of the first file, under its own id."""
    outputs = system_paths(systems)
    files, rows = _read(list(outputs.values()), codes, languages)
    first = rows[files[0].path]
    for path, units in rows.items():
        if apart := len(units.keys() ^ first.keys()):
            are = "is" if apart == 1 else "are"
            _warn(
                f"{label(path)}: {counted(apart, 'unit')} {are} in only one of it and {label(files[0].path)}"
            )
    texts = {
        name: [rows[path][key].target or "" if key in rows[path] else "" for key in first]
        for name, path in outputs.items()
    }
    source = [unit.source for unit in first.values()]
    documents = [unit.document for unit in first.values()]
    document = Codes.of(documents) if all(documents) else None
    return Bilingual(base_name(files[0].path), _languages(files), source, texts, list(first), document)


def _read(
    paths: Sequence[str], codes: str, languages: Languages | None
) -> tuple[list[Units], dict[str, UnitsById]]:
    """Read files, each once, and name their units alike; speak up about what was noticed on the way."""
    files = [read_units(path, codes, languages=languages) for path in dict.fromkeys(paths)]
    if languages is not None:
        _refuse_other_languages(files, languages)
    by_document = not all(file.are_unique() for file in files)
    rows: dict[str, UnitsById] = {
        file.path: dict(zip(file.keys(by_document=by_document), file.units, strict=True)) for file in files
    }
    for file in files:
        _warn_of_remarks(file)
        _check_sources((file.path, rows[file.path]), next(iter(rows.items())))
    return files, rows


def _keys(references: Sequence[UnitsById], path: str) -> list[str]:
    """Return the units that have a reference, in the order in which they first come."""
    known = dict.fromkeys(key for rows in references for key in rows)
    keys = [key for key in known if any(key in rows and rows[key].target is not None for rows in references)]
    if not keys:
        raise InputError(
            f"{label(path)}: no unit has a target, so there is no reference; give a translated file"
        )
    if bare := len(known) - len(keys):
        have = "has no reference and is" if bare == 1 else "have no reference and are"
        _warn(f"{label(path)}: {bare} of {counted(len(known), 'unit')} {have} left out")
    return keys


def _warn_of_unfinished(path: str, rows: UnitsById) -> None:
    """Speak up about references whose state says that nobody has translated them, or that they were rejected."""
    unfinished = [unit for unit in rows.values() if unit.target is not None and unit.state in UNFINISHED]
    if unfinished:
        states = Counter(unit.state for unit in unfinished)
        told = ", ".join(f"{state}: {count}" for state, count in states.most_common())
        are = "is" if len(unfinished) == 1 else "are"
        _warn(
            f"{label(path)}, line {unfinished[0].line}: {len(unfinished)} of {counted(len(rows), 'unit')} {are} "
            f'unfinished ({told}; first: "{shown(unfinished[0].id)}"), but counted as references like the others; '
            "give finished ones, or remove them"
        )


def _evalset(references: Mapping[str, UnitsById], keys: Sequence[str], files: Sequence[Units]) -> EvalSet:
    first: dict[str, Unit] = {}
    for rows in references.values():
        first = {**rows, **first}
    documents = [first[key].document for key in keys]
    return EvalSet(
        name=base_name(files[0].path),
        languages=_languages(files),
        source=Column.of([first[key].source for key in keys]),
        references={
            name: text_column([rows[key].target if key in rows else None for key in keys])
            for name, rows in references.items()
        },
        document=Codes.of(documents) if all(documents) else None,
        ids=list(keys),
    )


def _languages(files: Sequence[Units]) -> tuple[str, str]:
    """Return the first languages that a file names; other files must not name others."""
    known = ["", ""]
    for file in files:
        for side, language in enumerate(file.languages):
            if language and known[side] and main_language(language) != main_language(known[side]):
                raise InputError(
                    f'{label(file.path)}: its {"target" if side else "source"} language is "{shown(language)}", '
                    f'that of {label(files[0].path)} "{shown(known[side])}"; give files of one language pair'
                )
            known[side] = known[side] or language
    return known[0], known[1]


def _refuse_other_languages(files: Sequence[Units], wanted: Languages) -> None:
    for file in files:
        for there, asked in zip(file.languages, wanted, strict=True):
            if there and main_language(there) != main_language(asked):
                raise InputError(
                    f"{label(file.path)}: it is {' to '.join(map(shown, file.languages))}, and --languages asks for "
                    f"{' to '.join(map(shown, wanted))}; give other files, or leave --languages out"
                )


def _output(path: str, rows: UnitsById, keys: Sequence[str]) -> Column:
    """Return the targets of a file for these units, empty where it has none."""
    if not any(key in rows for key in keys):
        raise InputError(
            f'{label(path)}: none of its units is in the reference (its first is "{shown(next(iter(rows)))}", that of '
            f'the reference "{shown(keys[0])}"); give files of the same units, which are joined by id'
        )
    targets = [rows[key].target if key in rows else None for key in keys]
    absent = sum(key not in rows for key in keys)
    untranslated = targets.count(None) - absent
    extra = len(rows.keys() - set(keys))
    for count, what in (
        (absent, "units of the reference that are not in it, and count as empty outputs"),
        (untranslated, "units without a target, which count as empty outputs"),
        (extra, "units without a reference, which are left out"),
    ):
        if count:
            _warn(f"{label(path)}: {what}: {count}")
    return Column.of([text or "" for text in targets])


def _check_sources(file: tuple[str, UnitsById], yardstick: tuple[str, UnitsById]) -> None:
    """Speak up where units of one id have other sources; refuse files in which most have."""
    (path, rows), (other, known) = file, yardstick
    shared = [key for key in rows if key in known]
    differing = [key for key in shared if rows[key].source.split() != known[key].source.split()]
    if not differing:
        return
    key = differing[0]
    told = (
        f"{label(path)}, line {rows[key].line}: {len(differing)} of {counted(len(shared), 'unit')} "
        f"{'has' if len(differing) == 1 else 'have'} a different source in "
        f'{label(other)}, the first "{shown(key)}" (line {known[key].line} there)'
    )
    if 2 * len(differing) > len(shared):
        raise InputError(f"{told}; these are not the same units: give files of the same text")
    _warn(f"{told}; check that they are versions of the same text")


def _warn_of_remarks(file: Units) -> None:
    for remark in file.remarks:
        _warn(f"{label(file.path)}: {remark.kind}: {remark.count} (first: {remark.places[0]})")


def _warn(message: str) -> None:
    warnings.warn(message, AssayWarning, stacklevel=3)


FORMATS: dict[str, Format[Any]] = {
    name: Format("units", name, summary, partial(_is, name), partial(read_units, form=name), sign=sign)
    for name, summary, sign in (
        ("xliff", "XLIFF 1.2 and 2, SDLXLIFF, MQXLIFF, MXLIFF", XML_SIGN),
        ("tmx", "translation memory, TMX", XML_SIGN),
        ("po", "messages of gettext, PO", Sign(r"\ufeff*\s*(?:#|msg)")),
    )
}
