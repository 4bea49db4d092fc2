"""Is anything wrong with these files, before any score is computed? Each file alone first, then all side by side.

Nothing here is repaired: what the scores would silently suffer from is named, with its lines and what to do about it.
"""

from __future__ import annotations

from collections.abc import Iterable

from assay.diagnosis.files import single_files
from assay.diagnosis.files.leakage import leaks
from assay.diagnosis.files.side_by_side import compared, line_counts
from assay.diagnosis.files.troubles import SetFiles, Trouble, counted, worst_first
from assay.io import RawFile


def find_troubles(files: SetFiles, languages: tuple[str, str] = ("", "")) -> list[Trouble]:
    """Return what is wrong with files, errors first."""
    found = [trouble for file in files.all() for trouble in single_files.alone(file)]
    found += single_files.unlike_reference(files.systems.values(), files.references.values())
    found += line_counts(files.measure, files.all())
    level = files.level()
    if level.measure.lines and level.systems:
        found += compared(level.systems, level.references, level.source, languages)
    return worst_first(found)


def document_lines(measure: RawFile, files: Iterable[RawFile]) -> list[Trouble]:
    """Say which files of documents have another number of lines; their words are not those of the text."""
    advice = "give the name of the document of every segment, one a line"
    return [
        Trouble(
            "error",
            "line-count",
            file.path,
            f"{counted(len(file.lines), 'line')}, and {measure.path} has {len(measure.lines):,}",
            advice,
        )
        for file in files
        if len(file.lines) != len(measure.lines)
    ]


def leakage(file: RawFile, path: str, training: Iterable[str]) -> list[Trouble]:
    """Say which segments of a file are in a training text of this path."""
    met = leaks(file.lines, training)
    advice = "take these lines out of the training text, or do not report the score as that of unseen text"
    found = []
    for check, words, some in (
        ("leakage", "as a whole", [one for one in met if one.whole]),
        ("leakage-13-grams", "by 13 words in a row", [one for one in met if not one.whole]),
    ):
        if some:
            what = (
                f"{counted(len(some), 'line is', 'lines are')} in the training text {path} {words} "
                f"({100 * len(some) / len(file.lines):.1f} %); the first is its line {some[0].line}"
            )
            lines = tuple(one.segment + 1 for one in some)
            found.append(Trouble("warning", check, file.path, what, advice, lines))
    return found
