"""Outputs that are too close to what they should only be scored against: to a reference, or to the source.

A reference that was made from a system's output (post-edited), or that the system has seen, favours this system under
every metric. Two signs: long lines that are equal to the reference, and, where there are enough systems to know what is
usual, a lead over the other systems (`assay.meta`). Neither proves anything; both ask for a look.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from assay.data import EvalSet
from assay.diagnosis.files.leakage import WORD
from assay.diagnosis.files.troubles import Severity, Trouble, counted
from assay.errors import InputError

TYPE_CHECKING = False
# Every command that scores loads this module, and few need these
if TYPE_CHECKING:
    from assay.io import RawFile, RawSet
    from assay.meta import Closeness

# Set on the text sets of WMT13 to WMT23, TED and MLQE-PE: docs/check.md has the figures.
# Words of a line that a person and a machine do not write alike by chance
LONG = 10
# Of the long lines; 2.4 % at most in sound sets, 17 % in WMT23 he-en (ONLINE-B, refA)
EQUAL = 0.08
FEWEST = 3  # lines from which copies are no chance
# Systems: 1 % of the choices of 6 systems of a sound set raise a false alarm, 4 % of those of 4
USUAL = 6
# Of a line that cannot stay as it is in another language: names are shorter
LEAST_WORDS = 5
# Of the lines equal to the source: a whole file that was copied; set by hand
MANY = 0.5
MOST_COMPARED = 2_000  # lines, spread evenly, that are scored between systems
# Of all lines equal to a reference, short ones too; set by hand
SUSPICIOUS = 0.3

CONTAMINATED = (
    "if the reference was made from this output, or the system has seen it, score against another "
    "reference or leave the system out"
)


def is_contaminated(equal: int, long: int) -> bool:
    """Tell whether so many of the long lines are equal to the reference that it is no chance."""
    return equal >= FEWEST and equal >= EQUAL * long


def equal_to(systems: Mapping[str, RawFile], others: Mapping[str, RawFile], role: str) -> list[Trouble]:
    """Say which outputs are their reference or source, wholly or in many lines."""
    troubles = []
    for file in systems.values():
        for other in others.values():
            pairs = zip(file.lines, other.lines, strict=True)
            equal = [number for number, (line, text) in enumerate(pairs, start=1) if _is_equal(line, text)]
            if equal:
                troubles.append(_equal(file, other, role, equal))
    return troubles


def _is_equal(line: str, other: str) -> bool:
    return line.strip() == other.strip() != ""


def _equal(file: RawFile, other: RawFile, role: str, lines: Sequence[int]) -> Trouble:
    if len(lines) == sum(bool(line.strip()) for line in other.lines):
        what = f"the output is identical to the {role} {other.path}"
        advice = "give the output of the system"
        return Trouble("error", f"equal-to-{role}", file.path, what, advice, tuple(lines))
    least = LONG if role == "reference" else LEAST_WORDS
    long = sum(word_count(file.lines[number - 1]) >= least for number in lines)
    of = sum(word_count(line) >= least for line in other.lines)
    what = (
        f"{counted(len(lines), 'line is', 'lines are')} equal to the {role} {other.path} "
        f"({100 * len(lines) / len(file.lines):.1f} %)"
    )
    what += f", {long:,} of them among the {of:,} that have {least} words or more" if of else ""
    severity, advice = _verdict(role, (len(lines), len(file.lines)), (long, of))
    return Trouble(severity, f"equal-to-{role}", file.path, what, advice, tuple(lines))


def _verdict(role: str, equal: tuple[int, int], long: tuple[int, int]) -> tuple[Severity, str]:
    """Say how bad equal lines are, and what to do; `equal` and `long` are counts, each with what it is out of."""
    share = equal[0] / equal[1]
    if role == "source" and (long[0] or share >= MANY):
        return "error" if share >= MANY else "warning", "check whether they were left untranslated"
    if role == "reference" and (is_contaminated(*long) or share >= SUSPICIOUS):
        return "warning", CONTAMINATED
    return "note", "a few such lines, short ones above all, are to be expected"


def close_to_reference(files: RawSet) -> Iterable[Trouble]:
    """Say which systems are far closer to a reference than is usual, and closer than to any other system."""
    if len(files.systems) < USUAL or not files.references:
        return
    from assay.meta.learning.contamination import detect_contamination

    lines = len(files.measure.lines)
    rows = np.unique(np.linspace(0, lines - 1, min(lines, MOST_COMPARED)).astype(int)).tolist()
    references = {name: _texts(file, rows) for name, file in files.references.items()}
    outputs = {name: [file.lines[row] for row in rows] for name, file in files.systems.items()}
    try:
        contamination = detect_contamination(EvalSet("check", ("", ""), None, references, None), outputs)
    except InputError:  # too few lines that have every reference, or systems that are none
        return
    for suspect in contamination.suspects:
        file, reference = files.systems[suspect.system], files.references[suspect.reference]
        yield Trouble(
            "warning", "close-to-reference", file.path, _closeness(suspect, reference.path), CONTAMINATED
        )


def _closeness(suspect: Closeness, path: str) -> str:
    z = np.nanmax([suspect.z_references, suspect.z_systems])
    return (
        f"unusually close to {path} ({z:.1f} robust standard deviations above what is usual among these systems): BLEU "
        f"{suspect.score:.1f}, and {suspect.to_nearest:.1f} against the nearest system, {suspect.nearest}"
    )


def _texts(file: RawFile, rows: Sequence[int]) -> list[str | None]:
    return [None if row + 1 in file.absent else file.lines[row] for row in rows]


def word_count(text: str) -> int:
    """Count words as the quick checks do: in scripts without blanks every character is one."""
    return len(WORD.findall(text))
