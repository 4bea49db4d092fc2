"""Is anything wrong with these files, before any score is computed? Each file alone first, then all side by side.

Nothing here is repaired: what the scores would silently suffer from is named, with its lines and what to do about it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from assay.diagnosis.files import single_files
from assay.diagnosis.files.leakage import leaks
from assay.diagnosis.files.side_by_side import compare_files, line_counts
from assay.diagnosis.files.troubles import Trouble, counted, worst_first
from assay.diagnosis.options import CheckOptions
from assay.errors import OptionError
from assay.io import STDIN, RawFile, RawSet, head, label
from assay.io.opening import empty_file
from assay.io.raw_files import raw_lines


@dataclass(frozen=True)
class FileCheck:
    """What was found in the files of a set, the worst first; `files` are their paths and numbers of lines."""

    troubles: tuple[Trouble, ...]
    files: tuple[tuple[str, int], ...]

    @property
    def failed(self) -> bool:
        """Whether there is an error: something that makes scores wrong."""
        return any(trouble.severity == "error" for trouble in self.troubles)


def check_files(files: RawSet, options: CheckOptions | None = None) -> FileCheck:
    """Look for what would make scores wrong: in each file, between files, and in training texts."""
    options = options or CheckOptions()
    asked = [*([files.source] if files.source is not None else []), *files.references.values()]
    _refuse_training(options.train, asked)
    troubles = [*find_troubles(files, options.languages()), *document_lines(files.measure, files.documents)]
    for path in options.train:
        for file in asked:
            troubles += leakage(file, label(path), raw_lines(path))
    read = [(file.path, len(file.lines)) for file in [*files.all(), *files.documents]]
    return FileCheck(tuple(worst_first(troubles)), tuple(read))


def _refuse_training(paths: Sequence[str], asked: Sequence[RawFile]) -> None:
    """Refuse what is empty, and what can be read once only: a training text is read for every file anew."""
    if paths and not asked:
        raise OptionError("--train needs the source or references; give -r or -s")
    for path in paths:
        if path == STDIN or (os.path.exists(path) and not (os.path.isfile(path) or os.path.isdir(path))):
            raise OptionError(
                f"--train {label(path)}: a training text is read several times; give a file, which may be gzip"
            )
        if os.path.isfile(path) and not head(path):
            raise empty_file(path)


def find_troubles(files: RawSet, languages: tuple[str, str] = ("", "")) -> list[Trouble]:
    """Return what is wrong with files, errors first."""
    troubles = [trouble for file in files.all() for trouble in single_files.alone(file)]
    troubles += single_files.unlike_reference(files.systems.values(), files.references.values())
    troubles += line_counts(files.measure, files.all())
    level = files.level()
    if level.measure.lines and level.systems:
        troubles += compare_files(level, languages)
    return worst_first(troubles)


def document_lines(measure: RawFile, files: Iterable[RawFile]) -> list[Trouble]:
    """Say which files of documents have another number of lines; their words are not those of the text."""
    advice = "give the document name of every segment, one per line"
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
    leaked = leaks(file.lines, training)
    advice = "remove these lines from the training text, or do not report the score as one on unseen text"
    troubles = []
    for check, words, some in (
        ("leakage", "as a whole", [leak for leak in leaked if leak.whole]),
        ("leakage-13-grams", "by 13 words in a row", [leak for leak in leaked if not leak.whole]),
    ):
        if some:
            what = (
                f"{counted(len(some), 'line is', 'lines are')} in the training text {path} {words} "
                f"({100 * len(some) / len(file.lines):.1f} %); the first is its line {some[0].line}"
            )
            lines = tuple(leak.segment + 1 for leak in some)
            troubles.append(Trouble("warning", check, file.path, what, advice, lines))
    return troubles
