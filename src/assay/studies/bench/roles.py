"""What dropped files are, guessed by content, language and name; and the command line that their roles make up.

A guess is only ever a proposal: the page shows it file by file, and whoever dropped the files may change it. A file
that holds a whole set (a table, WMT XML) stands alone; the columns of a table have roles in place of the file.
"""

from __future__ import annotations

import re
import warnings
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from assay.diagnosis import language_name
from assay.diagnosis.checks.language import language_of
from assay.errors import AssayError, InputError, OptionError, counted, unheard
from assay.io.texts.sketches import FileSketch, form_name, sketch_file
from assay.metrics import parse_metric

WHOLE_SET, UNUSED = "set", "unused"
ROLES = ("system", "reference", "source", "documents", WHOLE_SET, UNUSED)
COLUMN_ROLES = ("system", "reference", "source", "document")
# Metrics that need nothing but texts; those that want a model or a word list are for the command line.
OFFERED = (
    "bleu",
    "chrf",
    "chrf++",
    "ter",
    "wer",
    "cer",
    "nist",
    "gleu",
    "rouge",
    "ribes",
    "eed",
    "character",
)
NAMED = {  # in the name of a file: ref, refB, reference-b, …
    "reference": re.compile(r"(?i)(?<![a-z])(?:ref(?:erences?|s)?|gold|human)(?![a-z]{2})"),
    "source": re.compile(r"(?i)(?<![a-z])(?:src|sources?)(?![a-z]{2})"),
    "documents": re.compile(r"(?i)(?<![a-z])(?:docs?|documents?|docids?)(?![a-z]{2})"),
}


@dataclass(frozen=True)
class RecognisedColumn:
    """A column of a table: its name, what it seems to be there for ("" for nothing), and its language."""

    name: str
    role: str
    language: str = ""


@dataclass(frozen=True)
class RecognisedFile:
    """A dropped file, what it is, and what it seems to be there for; `error` says why it cannot be read."""

    name: str
    form: str = ""
    segments: int = 0
    language: str = ""  # in English words
    role: str = UNUSED
    columns: tuple[RecognisedColumn, ...] = ()
    contains: str = ""  # of a whole set: what is in it
    note: str = ""
    error: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Return plain values, as a page and a file hold them."""
        return asdict(self)


@dataclass(frozen=True)
class ChosenFile:
    """What a file is to be in a report, as somebody said."""

    name: str
    role: str
    columns: Mapping[str, str]  # of a table: name to role


def recognise(names: Sequence[str]) -> list[RecognisedFile]:
    """Look into files, and propose what each is there for."""
    files = [_looked_into(name) for name in names]
    return _with_notes(_with_source(files))


def _looked_into(name: str) -> RecognisedFile:
    # The report warns again, where it counts.
    with unheard():
        warnings.simplefilter("ignore")
        try:
            sketch = sketch_file(name)
        except AssayError as error:
            return RecognisedFile(name, error=str(error))
    recognised = RecognisedFile(name, form_name(name, sketch.form), sketch.segments)
    return _as_set(recognised, sketch) if sketch.whole_set else _as_text(recognised, sketch)


def _as_text(recognised: RecognisedFile, sketch: FileSketch) -> RecognisedFile:
    part = sketch.parts[-1]
    language = part.language or language_of(part.texts)
    named = next((role for role, words in NAMED.items() if words.search(recognised.name)), "")
    if named == "documents" and not _names_documents(part.texts):
        named = ""
    return replace(recognised, language=language_name(language), role=part.role or named or "system")


def _names_documents(texts: Sequence[str]) -> bool:
    """Tell whether lines are names of documents: few of them, again and again."""
    return 0 < len(set(texts)) <= len(texts) / 2


def _as_set(recognised: RecognisedFile, sketch: FileSketch) -> RecognisedFile:
    columns = [
        RecognisedColumn(
            part.name,
            part.role,
            language_name(part.language or (language_of(part.texts) if part.role else "")),
        )
        for part in sketch.parts
    ]
    count = Counter(column.role for column in columns)
    kinds = (("system", "system"), ("reference", "reference"), ("source", "source"))
    contains = ", ".join(counted(count[role], words) for role, words in kinds if count[role])
    target = next((column.language for column in columns if column.role in ("reference", "system")), "")
    shown = tuple(columns) if sketch.form == "table" else ()
    return replace(recognised, role=WHOLE_SET, columns=shown, contains=contains, language=target)


def _with_source(files: Sequence[RecognisedFile]) -> list[RecognisedFile]:
    """Take a plain file in a language of its own for the source, where none is called so."""
    told = [file for file in files if file.language and file.role in ("system", "reference")]
    usual = Counter(file.language for file in told).most_common(1)
    others = [file.name for file in told if file.form == "plain text" and file.language != usual[0][0]]
    if any(file.role == "source" for file in files) or len(others) != 1 or len(told) < 3:
        return list(files)
    return [replace(file, role="source") if file.name == others[0] else file for file in files]


def _with_notes(files: Sequence[RecognisedFile]) -> list[RecognisedFile]:
    """Note where a plain file has another number of lines than most."""
    plain = [file.segments for file in files if file.form == "plain text"]
    usual = Counter(plain).most_common(1)[0][0] if plain else 0
    return [
        replace(
            file, note=f"{file.segments:,} {'line' if file.segments == 1 else 'lines'}, the others {usual:,}"
        )
        if file.form == "plain text" and file.segments != usual
        else file
        for file in files
    ]


def offered_metrics() -> list[dict[str, Any]]:
    """Return the metrics that the page offers: name, label, which end is better, and whether it is chosen at first."""
    metrics = [(name, parse_metric(name)) for name in OFFERED]
    return [
        {
            "name": name,
            "label": metric.label,
            "higher": metric.higher_is_better,
            "usual": name in ("bleu", "chrf", "ter"),
        }
        for name, metric in metrics
    ]


def report_words(files: Sequence[ChosenFile], metrics: Sequence[str]) -> list[str]:
    """Return the words of `assay report` for files in their roles; what no report can be made of is refused."""
    by_role = {role: [file for file in files if file.role == role] for role in ROLES}
    unknown = [name for name in metrics if name not in OFFERED]
    if unknown:
        raise OptionError(f'"{unknown[0]}" is not offered here; choose from {", ".join(OFFERED)}')
    _refuse_impossible(by_role)
    words = [word for name in dict.fromkeys(metrics) for word in ("-m", name)]
    for role, flag in (("reference", "-r"), ("source", "-s"), ("documents", "--docs")):
        words += [word for file in by_role[role] for word in (flag, file.name)]
    for file in by_role[WHOLE_SET]:
        chosen = [(column, role) for column, role in file.columns.items() if role in COLUMN_ROLES]
        words += [f"--columns={role}={column}" for column, role in chosen]
    return [*words, *(file.name for file in (*by_role["system"], *by_role[WHOLE_SET]))]


def _refuse_impossible(by_role: Mapping[str, Sequence[ChosenFile]]) -> None:
    """Say in the words of the page what is missing or too much; the rest is for the program to say."""
    count = {role: len(files) for role, files in by_role.items()}
    if count[WHOLE_SET] and sum(count.values()) - count[UNUSED] > 1:
        raise InputError(
            f'{by_role[WHOLE_SET][0].name} holds a whole set and stands alone; set the other files to "not used", '
            "or give this one another role"
        )
    if count[WHOLE_SET]:
        return
    if not count["system"]:
        raise InputError("no file is the output of a system; choose that role for one or more")
    if not count["reference"]:
        raise InputError("no file is a reference; choose that role for the human translation")
    for role in ("source", "documents"):
        if count[role] > 1:
            raise InputError(f"{count[role]} files have the role {role}; there can be one")
