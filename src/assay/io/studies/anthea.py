"""Project files of Anthea: a line of JSON, then source, target, document and system, TSV.

So its help describes them: a fifth field may be JSON with `references` and `primary_reference`; an empty line, or one
of two fields, parts paragraphs; `\\n` and `\\t` in texts stand for line end and tab. Zero-width spaces are its marks of
words and sentences and no part of the text; they are left out, with a warning. The k-th line of a document and system
is its k-th segment, `DOCUMENT#k`.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Sequence
from typing import Any

from assay.errors import AssayWarning, InputError
from assay.io.checked.json_values import JsonError, parse_json
from assay.io.opening import Named, contents, label
from assay.io.studies.study_texts import Study, StudyText, StudyTexts
from assay.io.tables.head import Head
from assay.io.texts.lines import decoded, text_lines

LANGUAGES = ("source_language", "target_language")
ZERO_WIDTH = "\u200b"
BREAKS = (1, 2)  # fields of a line between paragraphs


def recognises(head: Head) -> bool:
    """Tell by its beginning whether a file is such a project."""
    first, _, rest = head.start.partition("\n")
    header = _json(first)
    fields = next(
        (line.count("\t") + 1 for line in rest.split("\n") if line.count("\t") + 1 not in BREAKS), 0
    )
    return isinstance(header, dict) and header.keys() >= {*LANGUAGES} and fields >= 4


def read(path: Named) -> Study:
    """Read the texts of a project."""
    text = decoded(path, contents(path))
    first, *lines = text_lines(text)
    header: Any = _json(first)
    texts = StudyTexts(str(path), (str(header[LANGUAGES[0]]), str(header[LANGUAGES[1]])))
    counts: Counter[tuple[str, str]] = Counter()
    for number, line in enumerate(lines, start=2):
        fields = line.split("\t")
        if len(fields) in BREAKS:
            continue
        _add(texts, f"{label(path)}, line {number}", fields, counts)
    if ZERO_WIDTH in text:
        warnings.warn(
            f"{label(path)}: zero-width spaces, by which Anthea tells words and sentences, are left out",
            AssayWarning,
            3,
        )
    return texts.study()


def _add(texts: StudyTexts, where: str, fields: Sequence[str], counts: Counter[tuple[str, str]]) -> None:
    if len(fields) not in (4, 5):
        raise InputError(f"{where}: {len(fields)} fields; a line has source, target, document and system")
    source, target = (_unescaped(field) for field in fields[:2])
    document, system = fields[2:4]
    counts[document, system] += 1
    reference = _reference(where, fields[4]) if len(fields) == 5 else None
    text = StudyText(document, source, reference, {system: target})
    texts.add(f"{document}#{counts[document, system]}", text)


def _unescaped(text: str) -> str:
    return text.replace("\\n", "\n").replace("\\t", "\t").replace(ZERO_WIDTH, "")


def _reference(where: str, field: str) -> str | None:
    about = _json(field) if field else {}
    if not isinstance(about, dict):
        raise InputError(f"{where}: the fifth field is not an object of JSON; repair or empty it")
    references, primary = about.get("references"), about.get("primary_reference")
    given = references.get(primary) if isinstance(references, dict) and isinstance(primary, str) else None
    return _unescaped(given) if isinstance(given, str) else None


def _json(text: str) -> Any:
    try:
        return parse_json(text, nan=True)
    except JsonError:
        return None
