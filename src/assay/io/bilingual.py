"""Texts without references: source and outputs of a translator's file, of a table, or of plain text with its source."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assay.data import Bilingual, Codes, EvalSet, Outputs, numbered_ids
from assay.errors import InputError, OptionError
from assay.io.opening import contents, head, label
from assay.io.options import FileOptions
from assay.io.sides.beside import texts_of, values_of
from assay.io.sides.joining import read_bilingual_sides
from assay.io.sides.side import is_tabular
from assay.io.texts.columns import parse_columns
from assay.io.texts.inputs import Shards, holds_references, kind, open_set, refuse_other_kinds
from assay.io.texts.names import refuse_stdin_twice, split_name, system_paths
from assay.io.texts.table import has_references, parse_bilingual_table
from assay.io.texts.textfiles import read_texts
from assay.io.units.unit_files import read_bilingual_units
from assay.io.units.units import parse_languages


def lacks_references(files: FileOptions) -> bool:
    """Tell whether files hold source and outputs and no reference, and none is named."""
    if files.reference or not files.systems:
        return False
    form, path = _form(files), split_name(files.systems[0])[1]
    if form in ("table", "text") and files.source is None and not files.columns:
        refuse_other_kinds(path)
    if form == "table":
        columns = parse_columns(files.columns) if files.columns else None
        return not has_references(path, contents(path), columns)
    if form == "text" and files.source is None and not holds_references(head(path), path):
        raise InputError(
            f"{label(path)}: neither references nor source are given; name references with -r, or the source with -s"
        )
    return form == "units" or (form == "text" and files.source is not None)


def read_bilingual(files: FileOptions, codes: str = "placeholders") -> Bilingual:
    """Read source and outputs; inline codes of translators' files become placeholders, which can be checked."""
    languages = parse_languages(files.languages) if files.languages else None
    form = _form(files)
    if form in ("units", "table") and (files.source is not None or files.docs is not None):
        raise OptionError(
            "tables and translators' files hold source and documents themselves; leave out the files for them"
        )
    if form == "units":
        return read_bilingual_units(files.systems, codes, languages)
    if form == "table":
        path = split_name(files.systems[0])[1]
        columns = parse_columns(files.columns) if files.columns else None
        text = parse_bilingual_table(path, contents(path), columns)
    else:
        text = _plain(files)
    return replace(text, languages=languages) if languages else text


def open_unreferenced(files: FileOptions) -> Shards:
    """Read outputs, and their source where there is one, for metrics that need no reference.

    A file that holds a whole set is read with its references.
    """
    if not files.systems:
        raise InputError("no system output given; name at least one file")
    if _is_whole_set(files):
        return open_set(files)
    if _form(files) == "text" and files.source is None:
        return [_outputs_alone(files)]
    text = read_bilingual(files)
    return [(EvalSet(text.name, text.languages, text.source, {}, text.document, text.ids), text.outputs)]


def _outputs_alone(files: FileOptions) -> tuple[EvalSet, Outputs]:
    documents = None if files.docs is None else Codes.of(values_of(files.docs, "document"))
    paths = system_paths(files.systems)
    refuse_stdin_twice(paths.values())
    outputs = {name: texts_of(path, "system") for name, path in paths.items()}
    ids = numbered_ids(len(next(iter(outputs.values()))))
    return EvalSet("outputs", ("", ""), None, {}, documents, ids), outputs


def are_outputs(systems: Sequence[str]) -> bool:
    """Tell whether files, named as systems are, are one output each: all plain text, or all translators' files."""
    paths = [split_name(name)[1] for name in systems]
    kinds = {kind(path, head(path)) for path in paths}
    return kinds == {"units"} or (
        kinds == {"text"} and not any(holds_references(head(path), path) for path in paths)
    )


def _is_whole_set(files: FileOptions) -> bool:
    """Tell whether one file holds outputs and references."""
    path, form = split_name(files.systems[0])[1], _form(files)
    if form == "table":
        columns = parse_columns(files.columns) if files.columns else None
        return has_references(path, contents(path), columns)
    start = head(path)
    plain = form == "text" and (files.source is not None or len(files.systems) > 1 or not start)
    return not plain and holds_references(start, path)


def _form(files: FileOptions) -> str:
    """Tell what the files are; a table beside a source is plain text like any other file."""
    paths = [split_name(name)[1] for name in files.systems]
    kinds = {kind(path, head(path)) for path in paths}
    if kinds == {"units"}:
        return "units"
    if len(paths) == 1 and kinds == {"table"} and files.source is None:
        return "table"
    return "text" if kinds <= {"text", "table"} else "other"


def _plain(files: FileOptions) -> Bilingual:
    if files.source is None:
        raise OptionError("outputs without references are checked against their source; name it with -s")
    paths = system_paths(files.systems)
    refuse_stdin_twice([*paths.values(), files.source])
    if kind(files.source, head(files.source)) == "units":
        raise InputError(
            f"{label(files.source)}: a translators' file holds source and target, and -s wants plain text; "
            "give it with -r, or as an output, beside others of its kind"
        )
    columns = parse_columns(files.columns) if files.columns else None
    sides = [files.source, *paths.values()]
    if columns is not None or any(map(is_tabular, sides)):
        return read_bilingual_sides(files.systems, files.source, files.docs, columns)
    source = read_texts(files.source)
    outputs = {name: read_texts(path) for name, path in paths.items()}
    documents = None if files.docs is None else Codes.of(values_of(files.docs, "document"))
    return Bilingual(label(files.source), ("", ""), source, outputs, numbered_ids(len(source)), documents)
