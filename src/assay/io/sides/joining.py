"""Sides of a set in files of their own made one set: joined by the ids of their rows, else by position.

Rows of the set are those of the first file of references, without references those of the source.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from assay.data import Bilingual, Codes, EvalSet, Outputs, join_shards, numbered_ids
from assay.errors import AssayWarning, InputError, OptionError
from assay.io.opening import label, listed
from assay.io.sides.beside import read_beside
from assay.io.sides.matching import fitted, row_names
from assay.io.sides.side import Side, Texts, complete, is_tabular, read_side, source_beside
from assay.io.texts.columns import ROLES, Columns
from assay.io.texts.lines import text_column
from assay.io.texts.names import base_name, expanded, reference_paths, refuse_stdin_twice, system_paths
from assay.io.texts.textfiles import TextFiles, warn_of_outputs_as_references
from assay.io.units.units import Languages, is_of
from assay.text import Column


def _refuse_idle(columns: Columns, files: Mapping[str, Sequence[str | None]]) -> None:
    """Refuse columns that are named for files of which none has columns."""
    tables = {role for role, paths in files.items() if any(path and is_tabular(path) for path in paths)}
    for role in ROLES:
        # The source, and documents, may stand beside any other side.
        if columns.wanted(role) and (role not in tables if role in ("reference", "system") else not tables):
            whose = {"system": "no output", "reference": "no file of references"}.get(role, "no file")
            raise OptionError(
                f"--columns {role}={columns.wanted(role)[0]}: {whose} is a table with columns; leave it out, or give "
                "the table"
            )


def read_sides(
    systems: Sequence[str],
    references: Sequence[str],
    others: tuple[str | None, str | None],
    *,
    columns: Columns | None = None,
    missing: str | None = None,
    languages: Languages | None = None,
) -> tuple[EvalSet, Outputs]:
    """Read a set whose sides are files of their own; `others` are those of the source and of the documents."""
    source, documents = others
    named = reference_paths(references) if references else {}
    paths = system_paths(systems)
    refuse_stdin_twice([*named.values(), *paths.values(), *others])
    if columns is not None:
        _refuse_idle(
            columns, {"reference": [*named.values()], "system": [*paths.values()], "source": [source]}
        )
    roles = {("reference", name): path for name, path in named.items()}
    roles |= {("system", name): path for name, path in paths.items()}
    warn_of_outputs_as_references({role: path for role, path in roles.items() if not is_tabular(path)})
    sides = {
        name: _of_pair(read_side(path, "reference", columns, missing), languages)
        for name, path in named.items()
    }
    text = _source(source, sides, columns)
    if not sides and text is None:
        raise InputError(
            "neither references nor source are given; name references with -r, or the source with -s"
        )
    outputs = {name: read_side(path, "system", columns) for name, path in paths.items()}
    return join_sides(sides, text, outputs, languages=languages, documents=documents)


def join_sides(
    references: Mapping[str, Side],
    source: Side | None,
    outputs: Mapping[str, Side],
    *,
    languages: Languages | None = None,
    documents: str | None = None,
) -> tuple[EvalSet, Outputs]:
    """Return the set of sides that were read, references or a source among them; `documents` names a file."""
    measure = next(iter([*references.values(), *filter(None, [source])]))
    _warn_of_pairs(measure)
    names = row_names(measure)
    measure = _with_keys(measure, [*references.values(), *filter(None, [source]), *outputs.values()])
    level = {name: fitted(side, measure, "reference") for name, side in references.items()}
    evalset = EvalSet(
        name=next(iter(references), base_name(measure.path)),
        languages=languages or _pair(measure) or ("", ""),
        source=None if source is None else complete(fitted(source, measure, "source"), "source"),
        references=dict(_references(level)),
        document=_documents(measure, documents),
        ids=names,
    )
    return evalset, {
        name: complete(fitted(side, measure, "output"), "system") for name, side in outputs.items()
    }


def read_references(paths: Sequence[str]) -> EvalSet:
    """Read references alone, in files or a directory of them: a set without outputs."""
    files = [path for reference in paths for path in expanded(reference)]
    if any(map(is_tabular, files)):
        evalset, _ = read_sides((), paths, (None, None))
        return replace(evalset, source=None, document=None, ids=None)
    return join_shards(list(TextFiles((), tuple(paths)).shards()))[0]


def _with_keys(measure: Side, others: Sequence[Side]) -> Side:
    """Return what the others are held against: beside plain text, the first of several with ids names the rows."""
    named = [side for side in others if side.keys]
    keys = next((side.keys for side in named if len(side) == len(measure)), {})
    return measure if measure.keys or len(named) < 2 else replace(measure, keys=keys)


def read_bilingual_sides(
    systems: Sequence[str], source: str, documents: str | None, columns: Columns | None = None
) -> Bilingual:
    """Read a source and outputs, each in a file of its own."""
    evalset, outputs = read_sides(systems, (), (source, documents), columns=columns)
    ids = numbered_ids(len(evalset)) if evalset.ids is None else evalset.ids
    return Bilingual(label(source), evalset.languages, evalset.source or (), outputs, ids, evalset.document)


def _source(path: str | None, references: dict[str, Side], columns: Columns | None) -> Side | None:
    """Return the source: of its own file, or of a table that holds references."""
    if path is not None:
        return read_side(path, "source", columns)
    return next(filter(None, map(source_beside, references.values())), None)


def _references(sides: Mapping[str, Side]) -> Iterator[tuple[str, Texts]]:
    """Yield references by name: that of the file, and of several in it their own."""
    for name, side in sides.items():
        for own, column in side.texts.items():
            if not any(text is None or text.strip() for text in column):
                raise InputError(
                    f"{label(side.path)}: all references are empty; give the file with their text"
                )
            called = own if len(sides) == 1 else f"{name}:{own}"
            yield (
                (called if own else name),
                column if isinstance(column, Column) else text_column(list(column)),
            )


def _documents(measure: Side, path: str | None) -> Codes | None:
    """Return the document of every row, where documents have several."""
    if path is not None:
        named = fitted(read_beside(path, "document"), measure, "document")
        return Codes.of(complete(named, "document"))
    documents = measure.keys.get("row_document")
    return Codes.of(documents) if documents is not None and len({*documents}) < len(documents) else None


def _pairs(side: Side) -> list[tuple[str, str]]:
    """Return the languages of every row, as far as the table says."""
    pairs = side.column("langs")
    if pairs is not None:
        return [(pair.partition("-")[0], pair.partition("-")[2]) for pair in pairs]
    sources, targets = side.column("source_language"), side.column("target_language")
    blank = [""] * len(side)
    return (
        []
        if sources is None and targets is None
        else list(zip(sources or blank, targets or blank, strict=True))
    )


def _pair(side: Side) -> Languages | None:
    pairs = set(_pairs(side))
    return next(iter(pairs)) if len(pairs) == 1 else None


def _of_pair(side: Side, languages: Languages | None) -> Side:
    """Return the rows of a pair of languages, where one was asked for and the table has several."""
    pairs = _pairs(side)
    if languages is None or not pairs:
        return side
    rows = [row for row, pair in enumerate(pairs) if all(map(_alike, pair, languages))]
    if not rows:
        raise InputError(
            f"{label(side.path)}: no row is of {'-'.join(languages)}; the languages are {_written(pairs)}"
        )
    return side.at(rows)


def _alike(language: str, wanted: str) -> bool:
    return not language or language == wanted or is_of(language.replace("_", "-"), wanted)


def _written(pairs: Sequence[tuple[str, str]]) -> str:
    return listed(sorted({"-".join(pair) for pair in pairs}))


def _warn_of_pairs(measure: Side) -> None:
    """Speak up about a set of several languages, whose scores would be of all together."""
    pairs = _pairs(measure)
    if len({*pairs}) > 1:
        first = ",".join(pairs[0])
        warnings.warn(
            f"{label(measure.path)}: {len({*pairs})} pairs of languages are scored together ({_written(pairs)}); "
            f"take one with --languages {first}",
            AssayWarning,
            stacklevel=2,
        )
