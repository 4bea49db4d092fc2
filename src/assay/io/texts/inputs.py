"""From the files of a command line to shards of an evaluation set, whatever the format.

The extension decides (.txt, .sgm, .sgml, .tsv, .csv, .jsonl, .xlsx, .parquet, .xlf, .tmx, .po and their like, each
also with .gz), and where it says nothing the first bytes do. Files beside references are plain text, which is streamed,
or tables of one text a row (`joining`). Translators' files go with each other only: they are joined by unit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from assay.data import EvalSet, Outputs
from assay.errors import InputError, OptionError
from assay.io.formats import TAKEN, foreign_format, recognise, refusal
from assay.io.opening import Source, contents, head, held, is_file, label
from assay.io.options import FileOptions
from assay.io.readers import EXTENSIONS, offered_format, read_offered, read_plugged, reader_of
from assay.io.sides.beside import table_beside
from assay.io.sides.joining import read_sides
from assay.io.sides.side import is_tabular, table_of_texts
from assay.io.tables.head import look_at, shape_of
from assay.io.tables.names import JUDGEMENT_ROLES, aspect_of, located, text_role
from assay.io.texts.batches import table_batches
from assay.io.texts.columns import Columns, parse_columns
from assay.io.texts.foreign import first_cells, foreign, refuse_foreign
from assay.io.texts.lines import UTF8_MARK
from assay.io.texts.names import expanded, extension, split_name
from assay.io.texts.table import binary_form, parse_table
from assay.io.texts.textfiles import TextFiles
from assay.io.units.unit_files import form_of, read_unit_files
from assay.io.units.units import Languages, parse_languages
from assay.io.xml_parsing import first_text

HEAD = 4096  # bytes by which a format is told; set by hand
Shards = Iterable[tuple[EvalSet, Outputs]]

FORMS = {"sgml": "mteval SGML", "xml": "XML", "units": "a translators' file"}
PROLOGUE = rb"(?:\s|<\?[^<>]*>|<![^<>]*>)*"
SGML = re.compile(PROLOGUE + rb"<(?:mteval|srcset|refset|tstset)\b", re.IGNORECASE)
ROOT = re.compile(PROLOGUE + rb"<([\w.:-]+)")
XML = re.compile(rb"\s*(?:<\?xml\s|<dataset\b)")


def open_set(options: FileOptions) -> Shards:
    """Return the shards of the set that the options name; a set that is read whole is one shard."""
    return open_inputs(
        options.systems,
        options.reference,
        source=options.source,
        documents=options.docs,
        columns=parse_columns(options.columns) if options.columns else None,
        missing=options.missing,
        codes=options.codes,
        languages=None if options.languages is None else parse_languages(options.languages),
    )


def open_inputs(
    systems: Sequence[str],
    references: Sequence[str],
    source: str | None = None,
    documents: str | None = None,
    *,
    columns: Columns | None = None,
    missing: str | None = None,
    codes: str = "drop",
    languages: Languages | None = None,
) -> Shards:
    """Return the shards of the set that these files make up; a set that is read whole is one shard.

    `codes` says what becomes of the inline codes of translators' files: "drop" or "placeholders"; `languages` which
    two are meant where a TMX file has several.
    """
    if not systems:
        raise InputError("no system output given; name at least one file")
    if references:
        tables = columns is not None or _any_tabular(systems, references, source) or _is_table(documents)
        if tables:
            return [
                read_sides(
                    systems,
                    references,
                    (source, documents),
                    columns=columns,
                    missing=missing,
                    languages=languages,
                )
            ]
        _refuse_missing(missing)
        return _several_files(systems, references, (source, documents), codes=codes, languages=languages)
    if len(systems) > 1:
        raise InputError(f"{len(systems)} outputs and no reference; name at least one reference with -r")
    systems = (_path_of(systems[0]),)
    reader = None if columns is not None or extension(systems[0]) in EXTENSIONS else reader_of(systems[0])
    if reader is not None:
        return [read_plugged(reader, systems[0])]
    if columns is None:
        refuse_other_kinds(systems[0])
    if columns is None and not holds_references(head(systems[0]), systems[0]):
        form = offered_format(systems[0])
        if form is not None:
            return [read_offered(form, systems[0])]
        if kind(systems[0], head(systems[0])) == "text":
            _refuse_lone(systems[0])
        raise InputError(f"{label(systems[0])}: no reference is given; name at least one with -r")
    if source is not None or documents is not None:
        raise OptionError(
            "a table or XML file holds source and documents itself; leave out the files for them"
        )
    batches = table_batches(systems[0], columns, missing)
    if batches is not None:
        return ((batch.evalset, batch.outputs) for batch in batches)
    return [_one_file(systems[0], columns, missing)]


def _refuse_lone(path: str) -> None:
    """Refuse a file that is no plain text, and no whole set that can be read without a file of references."""
    found = foreign(path, head(path))
    if found is None or not found.columns:
        refuse_foreign(path, head(path))
        return
    source = held(path)
    other = foreign_format("sets", look_at(source), general=True)
    told = "" if other is None else f" ({other.summary}; {TAKEN[other.kind].command} reads its {other.kind})"
    raise InputError(f"{label(path)}: {found.name}{told}; to score its texts, name the references with -r")


def refuse_other_kinds(path: str) -> None:
    """Refuse judgements, scores, post-edits and studies where a set stands alone, though they may have texts, too."""
    if not is_file(path) or kind(path, head(path)) not in ("table", "text"):
        return
    source = Source.of(path)
    told = table_of_texts(path).beginning if shape_of(source) == "workbook" else look_at(source)
    own = recognise("sets", told)
    if own is not None and not own.general:
        return
    other = foreign_format("sets", told, general=_names_systems(told.header))
    if other is not None and other.kind != "units":
        raise refusal("sets", told, other)


def _names_systems(header: Sequence[str]) -> bool:
    """Tell whether a column called system has their names: beside a source or a reference it has their texts."""
    roles = {*map(text_role, header)}
    rated = "rater" in located(header, JUDGEMENT_ROLES) and any(
        aspect_of(name) is not None for name in header
    )
    return rated or not roles & {"source_text", "reference_text"}


def _any_tabular(systems: Sequence[str], references: Sequence[str], source: str | None) -> bool:
    """Tell whether one of several files is a table; plain text, SGML and translators' files are none."""
    paths = [path for reference in references for path in expanded(reference)]
    paths += [*(split_name(argument)[1] for argument in systems), *([source] if source is not None else [])]
    tables = [path for path in paths if is_tabular(path)]
    for path in paths if tables else []:
        form = kind(path, head(path))
        if form in ("sgml", "xml", "units"):
            raise InputError(
                f"{label(path)}: {FORMS[form]} cannot be joined with {label(tables[0])}, which is a table; give "
                "both in one of the two forms"
            )
    return bool(tables)


def _is_table(documents: str | None) -> bool:
    """Tell whether documents are named in the column of a table."""
    return documents is not None and table_beside(documents, "document") is not None


def _path_of(argument: str) -> str:
    """Return the path in NAME=PATH; refuse a name for a file that holds a whole set."""
    name, path = split_name(argument)
    if name and holds_references(head(path), path):
        raise OptionError(
            f"{name} is the name of one output, and {label(path)} holds a set; leave out {name}="
        )
    return path


def kind(path: str, start: bytes) -> str:
    """Tell "sgml", "xml", "table", "units" and "text" apart by the extension and the first bytes of a file."""
    ending = extension(path)
    if ending in EXTENSIONS and EXTENSIONS[ending] != "text":
        return EXTENSIONS[ending]
    body = start.removeprefix(UTF8_MARK)
    if ending != ".txt":
        if SGML.match(body):
            return "sgml"
        if form_of(start[:HEAD]):
            return "units"
        if binary_form(start):
            return "table"
        root = ROOT.match(body)
        of_wmt = root is None or root[1] == b"dataset"
        if of_wmt and (ending == ".xml" or XML.match(body)):
            return "xml"
    return "table" if start and _names_sides(path, start) else "text"


def _names_sides(path: str, start: bytes) -> bool:
    """Tell whether a file that is not called a table names columns of several sides of a set."""
    found = foreign(path, start)
    if found is None or not found.columns or not found.name.startswith("a table with"):
        return False
    return len({*map(text_role, first_cells(start))} - {""}) > 1


def _several_files(
    systems: Sequence[str],
    references: Sequence[str],
    others: tuple[str | None, str | None],
    *,
    codes: str,
    languages: Languages | None,
) -> Shards:
    """Read plain text, SGML or translators' files, references apart from outputs."""
    source, documents = others
    files = [file for reference in references for file in expanded(reference)]
    paths = [*files, *(split_name(argument)[1] for argument in systems)]
    starts = {path: head(path) for path in dict.fromkeys(paths)}
    kinds = {kind(path, start): path for path, start in starts.items()}
    if "xml" in kinds:
        raise InputError(
            f"{label(kinds['xml'])}: WMT XML holds its own references; give it alone, without -r"
        )
    if "units" in kinds:
        _refuse_beside_units(others)
        return [read_unit_files(systems, references, codes, languages)]
    if "sgml" not in kinds:
        _refuse_offered([path for path in paths if extension(path) not in EXTENSIONS])
        return TextFiles(tuple(systems), tuple(references), source, documents).shards()
    if documents is not None:
        raise OptionError("mteval SGML names its documents itself; leave out the file of documents")
    from assay.io.texts.sgml import read_sgml

    return [read_sgml(files, systems, source)]


def _refuse_offered(paths: Sequence[str]) -> None:
    """Refuse a whole set in a format of another package where one side of a set is wanted."""
    for path in paths:
        form = offered_format(path)
        if form is not None:
            raise InputError(
                f"{label(path)}: {form.name} ({form.summary}), which holds a whole set; give it alone, without -r"
            )


def _refuse_beside_units(others: Sequence[str | None]) -> None:
    if any(other is not None for other in others):
        raise OptionError(
            "translators' files hold source and documents themselves; leave out the files for them"
        )


def _one_file(path: str, columns: Columns | None, missing: str | None) -> tuple[EvalSet, Outputs]:
    """Read a file that holds everything: WMT XML or a table."""
    data = contents(path)
    if columns is None and not holds_references(data, path):
        raise InputError(f"{label(path)}: no reference is given; name at least one with -r")
    if columns is not None or kind(path, data[:HEAD]) != "xml":
        return parse_table(path, data, columns, missing)
    _refuse_missing(missing)
    from assay.io.texts.wmt_xml import parse_xml

    evalset, outputs = parse_xml(path, data)
    if not outputs:
        raise InputError(f'{label(path)}: no output in it; add <hyp system="…"> to every document')
    return evalset, outputs


def holds_references(start: bytes, path: str) -> bool:
    """Tell whether a file can hold outputs and references at once; yes for what cannot be looked into."""
    form = kind(path, start[:HEAD])
    first = first_text(start[:HEAD]).partition("\n")[0].lower()
    return (
        not start
        or form in ("xml", "table")
        or (form == "text" and "reference" in first and "system" in first)
    )


def _refuse_missing(missing: str | None) -> None:
    if missing is not None:
        raise OptionError("--missing is for tables; in XML and SGML leave out the segment of the reference")
