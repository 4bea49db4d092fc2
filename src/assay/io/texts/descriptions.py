"""What a file is, as whom it concerns would say it: its formats of every kind, its columns, and what to type next.

A format is named only if it reads the file: whoever types a command of the list gets an answer, or an error that this
file is the cause of. Words in capitals stand for other files.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from assay.data.runs import SCHEMA
from assay.errors import AssayError, unheard
from assay.io.formats import KINDS, Kind, formats_of, recognise
from assay.io.opening import Source, head, opened
from assay.io.postedits.registry import read_postedits
from assay.io.ratings.registry import read_judgements
from assay.io.scores.files import read_scores
from assay.io.sides.side import KEYS, table_of_texts
from assay.io.tables.head import Head, head_of, look_at, shape_of
from assay.io.tables.names import (
    JUDGEMENT_ROLES,
    POSTEDIT_ROLES,
    SCORE_ROLES,
    exact_column,
    located,
    text_role,
)
from assay.io.texts.columns import Columns
from assay.io.texts.foreign import command, foreign
from assay.io.units.unit_files import form_of

SIDES = ("texts", "plain-text", "subtitles", "mteval")
PLAIN = ("plain-text", "mteval")
WORDS = {"row_id": "id", "row_document": "document", "source_text": "source", "system_text": "text"}
WORDS |= {
    "reference_text": "text",
    "final_text": "text",
    "source_language": "source language",
    "target_language": "target language",
}
WORDS |= {"langs": "languages"}
READERS: dict[Kind, Callable[[str], object]] = {
    "judgements": read_judgements,
    "scores": read_scores,
    "post-edits": read_postedits,
}
ROLES: dict[Kind, Sequence[str]] = {
    "judgements": JUDGEMENT_ROLES,
    "scores": SCORE_ROLES,
    "post-edits": POSTEDIT_ROLES,
}


@dataclass(frozen=True)
class FileDescription:
    """What a file is: `formats` by kind, its columns with what they were recognised as, and commands that take it."""

    path: str
    name: str
    formats: Mapping[Kind, str] = field(default_factory=dict)
    columns: Mapping[str, str] = field(default_factory=dict)
    commands: tuple[str, ...] = ()
    advice: str = ""


def describe_file(path: str) -> FileDescription:
    """Look into a file of any kind; only one that cannot be opened is an error."""
    with opened(path):
        start = head(path)
    found = foreign(path, start)
    with unheard():
        # Of libraries, too.
        warnings.simplefilter("ignore")
        told = _head(path)
        formats = {kind: name for kind in KINDS if (name := _format(kind, path, told))}
    units = form_of(start[:4096])
    if f'"{SCHEMA}"'.encode() in start[:4096]:
        return FileDescription(path, "a run file", commands=(command("assay", "verify", path),))
    name = found.name if found is not None else _told(formats)
    if units:
        name = f"a translators' file ({units.upper()})"
    if len(formats) > 1 and formats.get("sets") == "texts":
        formats.pop("sets")
    columns = {} if told is None or told.kind == "" else _columns(told.header, next(iter(formats), "sets"))
    if formats.get("sets") in PLAIN or not any(columns.values()):
        columns = {}
    commands = _commands(path, formats, units or "")
    advice = found.way if found is not None and not commands else ""
    return FileDescription(path, name, formats, columns, commands, advice)


def _told(formats: Mapping[Kind, str]) -> str:
    """Return what a file is by its formats, where its first bytes say nothing else."""
    if formats.get("sets") in ("plain-text", "texts", None):
        return "plain text" if formats else "nothing that is known"
    summary: str = formats_of("sets")[formats["sets"]].summary
    return summary


def _head(path: str) -> Head | None:
    """Return the beginning of a file, of a table that is no text with the names of its columns."""
    source = Source.of(path)
    with suppress(AssayError):
        if shape_of(source) == "text":
            return look_at(source)
        table = table_of_texts(path).table
        return head_of(table.header, source, "text", table.kind, table.top)
    return None


def _format(kind: Kind, path: str, told: Head | None) -> str:
    """Return the name of the format of a kind that reads a file, "" if none does."""
    if told is None:
        return ""
    with suppress(AssayError):
        form = recognise(kind, told)
        if kind in READERS:
            if form is None and len(told.header) < 2:
                return ""
            READERS[kind](path)
            return form.name if form is not None else "table" if kind == "scores" else "sheet"
        if form is not None:
            _ = form if kind == "sets" and form.name in SIDES else form.read(Source.of(path))
            return form.name
    return ""


def _columns(header: Sequence[str], kind: Kind) -> dict[str, str]:
    """Return what the columns of a table were recognised as; "" where as nothing."""
    if kind in ROLES:
        known = {name: role for role, name in located(header, ROLES[kind]).items()}
        return {name: known.get(name, "") for name in header}
    whole = Columns().resolved(header)
    known = {name: role for name in header for role, _ in whole.roles(name)}
    roles = [*KEYS, "source_language", "target_language", "langs"]
    known |= {name: WORDS[key] for key in roles if (name := exact_column(header, key) or "")}
    return {name: known.get(name) or WORDS.get(text_role(name), "") for name in header}


def _commands(path: str, formats: Mapping[Kind, str], units: str) -> tuple[str, ...]:
    """Return commands that take a file of these formats."""
    commands: list[tuple[str, ...]] = []
    sets = "" if units else formats.get("sets", "")
    if units:
        commands += [("check", path), ("diagnose", path), ("score", "-r", "REFERENCE", path)]
    if sets in SIDES:
        commands += [("check", "-r", "REFERENCE", path), ("score", "-r", "REFERENCE", path)]
        commands += [("score", "-r", path, "SYSTEM")]
    elif sets == "wmt-jsonl":
        commands += [("check", "-r", path, "SYSTEM"), ("score", "-r", path, "SYSTEM")]
    elif sets:
        commands += [("check", path), ("score", path), ("report", path, "-o", "report.html")]
    if "judgements" in formats:
        commands += [("human", path), ("meta", path, "-r", "REFERENCE", "SYSTEM")]
    if "scores" in formats and "judgements" not in formats:
        commands += [("meta", "JUDGEMENTS", "--scores", path)]
    if "post-edits" in formats:
        commands += [("postedit", path)]
    if "studies" in formats:
        commands += [("campaign", "check", "NAME", path)]
    return tuple(command("assay", *words) for words in commands)
