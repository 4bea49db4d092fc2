"""Sides of a set in files of their own made one set: joined by the ids of their rows, else by position.

Rows of the set are those of the first file of references, without references those of the source. Where both files
have ids (`id`, `seg_id`, `doc_id`, …) position counts for nothing: an id that a file lacks is an error, one that the
set does not have is left out and counted. An id of several rows, as that of a document, joins these in their order.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence

from assay.data import Bilingual, Codes, EvalSet, Outputs, numbered_ids
from assay.errors import AssayWarning, InputError, MismatchError, counted
from assay.io.opening import label, listed
from assay.io.sides.side import KEYS, Side, Texts, complete, is_tabular, read_side, source_beside
from assay.io.texts.columns import Columns
from assay.io.texts.lines import text_column
from assay.io.texts.names import base_name, reference_paths, refuse_stdin_twice, system_paths
from assay.io.texts.textfiles import read_lines, warn_of_outputs_as_references
from assay.io.units.units import Languages, is_of

SHOWN = 3  # ids in a message


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
    roles = {("reference", name): path for name, path in named.items()}
    roles |= {("system", name): path for name, path in paths.items()}
    warn_of_outputs_as_references({role: path for role, path in roles.items() if not is_tabular(path)})
    sides = {
        name: _of_pair(read_side(path, "reference", columns, missing), languages)
        for name, path in named.items()
    }
    text = _source(source, sides, columns)
    measure = next(iter(sides.values()), text)
    if measure is None:
        raise InputError(
            "neither references nor source are given; name references with -r, or the source with -s"
        )
    _warn_of_pairs(measure)
    fitted = {name: _fitted(side, measure, "reference") for name, side in sides.items()}
    evalset = EvalSet(
        name=next(iter(named), base_name(measure.path)),
        languages=languages or _pair(measure) or ("", ""),
        source=None if text is None else complete(_fitted(text, measure, "source"), "source"),
        references=dict(_references(fitted)),
        document=_documents(measure, documents),
        ids=_ids(measure),
    )
    outputs = {name: read_side(path, "system", columns) for name, path in paths.items()}
    return evalset, {
        name: complete(_fitted(side, measure, "output"), "system") for name, side in outputs.items()
    }


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


def _references(sides: dict[str, Side]) -> Iterator[tuple[str, Texts]]:
    """Yield references by name: that of the file, and of several in it their own."""
    for name, side in sides.items():
        for own, column in side.texts.items():
            if not any(text is None or text.strip() for text in column):
                raise InputError(
                    f"{label(side.path)}: all references are empty; give the file with their text"
                )
            called = own if len(sides) == 1 else f"{name}:{own}"
            yield (called if own else name), text_column(list(column))


def _fitted(side: Side, measure: Side, what: str) -> Side:
    """Return a side with the rows of the set: by ids where both have them, else by position."""
    if side is measure or (
        side.path == measure.path and side.rows == measure.rows and side.table is not None
    ):
        return side
    roles = [role for role in KEYS if role in side.keys and role in measure.keys]
    if not roles and len(side.keys) == len(measure.keys) == 1:
        (role,) = measure.keys
        side = Side(side.path, side.texts, {role: next(iter(side.keys.values()))}, side.table, side.rows)
        roles = [role]
    if roles:
        return _by_id(side, measure, roles, what)
    if len(side) != len(measure):
        raise MismatchError(
            f"{label(side.path)} has {counted(len(side), 'row')}, {label(measure.path)} has {len(measure)}; give one "
            "row per segment to both, or ids to both (a column id or doc_id), by which they are joined"
        )
    return side


def _by_id(side: Side, measure: Side, roles: Sequence[str], what: str) -> Side:
    rows = {key: row for row, key in enumerate(side.joined_by(roles))}
    wanted = measure.joined_by(roles)
    absent = [key for key in wanted if key not in rows]
    extra = rows.keys() - {*wanted}
    strangers = [_called(key) for key in rows if key in extra]
    if absent:
        also = f"; it has {_examples(strangers)}, which the set has not" if strangers else ""
        raise MismatchError(
            f"{label(side.path)}: no {what} for {len(absent)} of {counted(len(wanted), 'row')} of "
            f"{label(measure.path)}, which are joined by their ids: {_examples(list(map(_called, absent)))}{also}; "
            "give every segment of the set a row with its id"
        )
    if strangers:
        warnings.warn(
            f"{label(side.path)}: {len(strangers)} of {counted(len(rows), 'row')} left out, whose ids are not in "
            f"{label(measure.path)}: {_examples(strangers)}",
            AssayWarning,
            stacklevel=2,
        )
    return side.at([rows[key] for key in wanted])


def _called(key: Sequence[str]) -> str:
    """Return what a row is called: its ids, and which of the rows with these it is where there are several."""
    *ids, again = key
    return ":".join(ids) + (f" (row {int(again) + 1} of it)" if again != "0" else "")


def _examples(names: Sequence[str]) -> str:
    return listed([f'"{name}"' for name in names], SHOWN)


def _ids(measure: Side) -> Sequence[str] | None:
    """Return what rows are called, where that tells them apart."""
    ids = measure.keys.get("row_id") or measure.keys.get("row_document")
    return ids if ids is not None and len({*ids}) == len(ids) else None


def _documents(measure: Side, path: str | None) -> Codes | None:
    """Return the document of every row, where documents have several."""
    if path is not None:
        names = read_lines(path)
        if len(names) != len(measure):
            raise MismatchError(
                f"{label(path)} has {counted(len(names), 'line')}, {label(measure.path)} has {len(measure)}; name the "
                "document of every segment"
            )
        return Codes.of(names)
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
