"""The files of a set, read for a check: plain text as it is, other formats by their readers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assay.diagnosis.files.troubles import SetFiles
from assay.errors import OptionError
from assay.io import (
    FileOptions,
    RawFile,
    binary_form,
    expanded,
    head,
    kind,
    label,
    open_set,
    parse_languages,
    read_raw,
    read_without_references,
    reference_paths,
    refuse_stdin_twice,
    split_name,
    system_paths,
)
from assay.metrics import join


def read_set_files(files: FileOptions) -> SetFiles:
    """Read the files that the options name, with all that a check should see of them."""
    kinds = _kinds(files)
    if kinds == {"text"} and not (files.columns or files.missing):
        return _plain_files(files)
    documents = (_raw(files.docs),) if files.docs else ()
    if kinds == {"units"} and not files.reference:
        return _bilingual_files(files)
    evalset, outputs = join(list(open_set(files)))
    return SetFiles(
        {name: RawFile(name, tuple(column)) for name, column in outputs.items()},
        {name: _with_holes(name, column) for name, column in evalset.references.items()},
        None if evalset.source is None else RawFile("source", tuple(evalset.source)),
        documents,
    )


def _kinds(files: FileOptions) -> set[str]:
    paths = [split_name(text)[1] for text in files.systems]
    paths += [path for text in files.reference for path in expanded(text)]
    kinds = {kind(path, head(path)) for path in paths}
    if files.reference and not any(binary_form(head(path)) for path in paths):
        kinds = {"text" if name == "table" else name for name in kinds}  # as other commands read it beside -r
    return kinds


def _plain_files(files: FileOptions) -> SetFiles:
    systems = system_paths(files.systems)
    references = reference_paths(files.reference) if files.reference else {}
    refuse_stdin_twice([*systems.values(), *references.values(), files.source])
    return SetFiles(
        {name: _raw(path) for name, path in systems.items()},
        {name: _raw(path) for name, path in references.items()},
        _raw(files.source) if files.source else None,
        (_raw(files.docs),) if files.docs else (),
    )


def _raw(path: str) -> RawFile:
    return replace(read_raw(path), path=label(path))


def _bilingual_files(files: FileOptions) -> SetFiles:
    """Read translators' files without a reference: each holds the source of its target."""
    if files.source is not None or files.docs is not None:
        raise OptionError(
            "translators' files hold source and documents themselves; leave out the files for them"
        )
    languages = None if files.languages is None else parse_languages(files.languages)
    source, outputs = read_without_references(files.systems, files.codes, languages)
    systems = {name: RawFile(name, tuple(column)) for name, column in outputs.items()}
    return SetFiles(systems, {}, RawFile("source", tuple(source)))


def _with_holes(name: str, column: Sequence[str | None]) -> RawFile:
    """Return a column of references as a file; a reference that is not there is no empty line."""
    absent = frozenset(number for number, text in enumerate(column, start=1) if text is None)
    return RawFile(name, tuple(text or "" for text in column), absent=absent)
