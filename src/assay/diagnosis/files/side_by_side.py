"""What can be wrong between files: numbers of lines, lines out of step, copies, other languages."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from assay.diagnosis.checks.columns import MOST, CheckedColumn, Expected, expected
from assay.diagnosis.checks.language import language_name
from assay.diagnosis.checks.lengths import usual_ratios
from assay.diagnosis.checks.source_checks import language_checks
from assay.diagnosis.files.copies import LEAST_WORDS, close_to_reference, equal_to
from assay.diagnosis.files.encodings import separators
from assay.diagnosis.files.pairing import FEWEST, FEWEST_ACROSS, pair_files
from assay.diagnosis.files.slips import FARTHEST, Slip, slips
from assay.diagnosis.files.tallies import is_numbered_file
from assay.diagnosis.files.troubles import Trouble, counted
from assay.diagnosis.words.systems import compare_outputs
from assay.diagnosis.words.tokens import number_words
from assay.io import RawFile, RawSet

# set by hand
MANY = 0.5  # of the lines: a whole file in the wrong language
PART = 16_384  # lines whose languages are told at a time

NamedFiles = Mapping[str, RawFile]


def line_counts(measure: RawFile, files: Sequence[RawFile]) -> list[Trouble]:
    """Say which files have another number of lines, why that may be, and where it begins."""
    return [_other_count(measure, file) for file in files if len(file.lines) != len(measure.lines)]


def _other_count(measure: RawFile, file: RawFile) -> Trouble:
    excess = len(file.lines) - len(measure.lines)
    what = f"{counted(len(file.lines), 'line')}, and {measure.path} has {len(measure.lines):,}"
    longer, shorter = (file, measure) if excess > 0 else (measure, file)
    empty = _empty_end(longer, shorter)
    cause = _separator_cause(longer, shorter) or empty
    slipped = slips(file.lines, measure.lines) if not cause and abs(excess) <= FARTHEST else []
    said = cause or " ".join(_slip_words(slip, file, measure) for slip in slipped)
    advice = "every file must have one line per segment, empty where there is no text: " + (
        f"delete it, or add as many to {shorter.path} if it is a segment"
        if cause and cause == empty
        else "repair it, and never truncate the longer file"
    )
    lines = tuple(slip.line for slip in slipped)
    return Trouble("error", "line-count", file.path, f"{what}. {said}" if said else what, advice, lines)


def _separator_cause(longer: RawFile, shorter: RawFile) -> str:
    """Say so where the shorter file has just as many stray separators as it lacks lines."""
    excess = len(longer.lines) - len(shorter.lines)
    lines_of = separators(shorter.lines)
    for sets in [*([sign] for sign in lines_of), list(lines_of)]:
        if sets and sum(len(lines_of[sign]) for sign in sets) == excess:
            first = min(line for sign in sets for line in lines_of[sign])
            return (
                f"{shorter.path} has {counted(excess, 'stray separator')} inside its lines, the first in line "
                f"{first}; the program that wrote {longer.path} treated them as line ends."
            )
    return ""


def _empty_end(longer: RawFile, shorter: RawFile) -> str:
    extra = longer.lines[len(shorter.lines) :]
    if any(line.strip() for line in extra) or len(slips(shorter.lines, longer.lines[: len(shorter.lines)])):
        return ""
    last = "line" if len(extra) == 1 else f"{len(extra):,} lines"
    return f"The last {last} of {longer.path} {'is' if len(extra) == 1 else 'are'} empty."


def _slip_words(slip: Slip, file: RawFile, measure: RawFile) -> str:
    moved = slip.shift - slip.before
    where = f"From line {slip.line} on it seems to be {counted(abs(slip.shift), 'line')}"
    ahead = f"{where} {'ahead of' if slip.shift > 0 else 'behind'} {measure.path}" if slip.shift else ""
    cause = _missing(slip, moved) if moved > 0 else _surplus(slip, file)
    return f"{ahead or f'From line {slip.line} on it is in step again'}: {cause}."


def _missing(slip: Slip, moved: int) -> str:
    return f"{counted(moved, 'line')} may be missing before it or joined to another"


def _surplus(slip: Slip, file: RawFile) -> str:
    at = slip.line - 1
    near = range(max(at - 3, 1), min(at + 2, len(file.lines)))
    for row in near:
        if file.lines[row].strip() and file.lines[row] == file.lines[row - 1]:
            return f"line {row + 1} repeats line {row}"
    return "a line before it may be duplicated or split in two"


def compare_files(files: RawSet, languages: tuple[str, str]) -> list[Trouble]:
    """Hold files of one length against each other."""
    source, first = files.source, next(iter(files.references.values()), None)
    troubles = [*_out_of_step(files), *_numbered(files)]
    troubles += equal_to(files.systems, files.references, "reference")
    troubles += equal_to(files.systems, {"source": source} if source is not None else {}, "source")
    troubles += close_to_reference(files)
    troubles += _same_output(files.systems, source or first)
    troubles += _near_systems(files.systems)
    return troubles + _contents(files, languages)


def _out_of_step(files: RawSet) -> Iterable[Trouble]:
    measure = next(iter(files.references.values()), files.source)
    others = [*files.systems.values(), *list(files.references.values())[1:]]
    for file in [*others, *([files.source] if files.source else [])]:
        if measure is None or file is measure:
            continue
        pairing, across = pair_files(file.lines, measure.lines), files.source in (file, measure)
        if pairing.is_unrelated(FEWEST_ACROSS if across else FEWEST):
            yield _unrelated(file, measure)
            continue
        slipped = slips(file.lines, measure.lines)[:1]
        for slip in slipped:
            advice = "a line is missing in one place and extra in another: correct both"
            what = _slip_words(slip, file, measure)
            yield Trouble("error", "out-of-step", file.path, what, advice, (slip.line,))
        if not slipped and pairing.is_lost_in_part:
            yield _unrelated(file, measure, (pairing.first_lost or 0) + 1)


def _unrelated(file: RawFile, measure: RawFile, line: int = 1) -> Trouble:
    where = f"from about line {line} on " if line > 1 else ""
    what = f"{where}its lines match those of {measure.path} no better than other lines"
    advice = "check that they are in the same order and that it is the right file"
    return Trouble("error", "unrelated-lines", file.path, what, advice)


def _numbered(files: RawSet) -> Iterable[Trouble]:
    """Say which outputs begin every line with its number, where neither references nor source do."""
    others = [*files.references.values(), *([files.source] if files.source else [])]
    if any(is_numbered_file(file.lines) for file in others):
        return
    for file in files.systems.values():
        if is_numbered_file(file.lines):
            what = "lines begin with line numbers, which count as wrong words"
            yield Trouble("error", "numbered-lines", file.path, what, "remove them")


def _same_output(systems: NamedFiles, other: RawFile | None) -> Iterable[Trouble]:
    """Say which longer outputs come again for a different source (or reference)."""
    if other is None:
        return
    for file in systems.values():
        pairs = {(line, other_line) for line, other_line in zip(file.lines, other.lines, strict=True)}
        times = Counter(line for line, _ in pairs)
        lines = [
            number
            for number, line in enumerate(file.lines, start=1)
            if times[line] > 1 and len(line.split()) >= LEAST_WORDS
        ]
        if lines:
            what = f"{len(lines):,} lines have the same output as another line although {other.path} differs there"
            advice = "check whether the system repeats itself or lines were duplicated"
            yield Trouble("warning", "same-output", file.path, what, advice, tuple(lines))


def _near_systems(systems: NamedFiles) -> Iterable[Trouble]:
    if len(systems) < 2:
        return
    for likeness in compare_outputs({system: file.lines for system, file in systems.items()}):
        if likeness.near:
            same = likeness.identical == likeness.segments
            words = "is identical to" if same else "is nearly identical to"
            what = (
                f"{words} {systems[likeness.first].path}: chrF {likeness.similarity:.1f} between them, "
                f"{likeness.identical:,} of {likeness.segments:,} lines identical"
            )
            advice = "check whether one file was copied, or both come from one engine"
            yield Trouble("warning", "near-identical", systems[likeness.second].path, what, advice)


def _contents(files: RawSet, languages: tuple[str, str]) -> list[Trouble]:
    """Look at language, script and length of outputs and references, against the source where there is one."""
    source, references = files.source, files.references
    base = source or next(iter(references.values()), None)
    if base is None:
        return []
    translated = [*references.values(), *files.systems.values()]
    texts = [line for file in (references or files.systems).values() for line in file.lines[:MOST]]
    wanted = expected(languages, source.lines[:MOST] if source is not None else (), texts)
    foreign = _foreign_lines(source, translated, wanted)
    troubles: list[Trouble | None] = []
    if source is not None and languages[0]:
        other = f"in a language other than {language_name(wanted.source_language)}"
        troubles.append(_wrong(source, foreign[0, "wrong-language"], other, "wrong-language"))
    words = {
        "wrong-language": f"in a language other than {language_name(wanted.language)}",
        "wrong-script": f"mostly in a script other than {wanted.script}",
    }
    for place, file in enumerate(translated, start=1):
        troubles += [_wrong(file, foreign[place, check], words[check], check) for check in words]
        troubles.append(_lengths(file, base))
    return [trouble for trouble in troubles if trouble is not None]


def _foreign_lines(
    source: RawFile | None, translated: Sequence[RawFile], wanted: Expected
) -> dict[tuple[int, str], list[int]]:
    """Return the lines in another language or script, by the place of the file (0 is the source) and by check.

    A part of the files is looked at a time: what tells the languages of a million lines would fill gigabytes.
    """
    lines: dict[tuple[int, str], list[int]] = defaultdict(list)
    for start in range(0, len(translated[0].lines), PART):
        parts = [file.lines[start : start + PART] for file in (source, *translated) if file is not None]
        words = number_words(parts, "13a")
        columns = [CheckedColumn(part, of_part) for part, of_part in zip(parts, words, strict=True)]
        told = columns.pop(0) if source else None
        if told is not None:
            named = enumerate(told.languages, start=start + 1)
            lines[0, "wrong-language"] += [
                row for row, name in named if name not in ("", wanted.source_language)
            ]
        for place, column in enumerate(columns, start=1):
            for check, counts in language_checks(column, wanted, told).items():
                lines[place, check] += (np.flatnonzero(counts) + start + 1).tolist()
    return lines


def _lengths(file: RawFile, base: RawFile) -> Trouble | None:
    if file is base:
        return None
    odd = usual_ratios([file.lines], base.lines).outliers(file.lines, base.lines)
    lines = (np.flatnonzero(odd) + 1).tolist()
    what = f"{counted(len(lines), 'line is', 'lines are')} far longer or shorter than usual relative to {base.path}"
    advice = "look at them: text may be missing, repeated or hallucinated, or the files may be out of step"
    return Trouble("warning", "length", file.path, what, advice, tuple(lines)) if lines else None


def _wrong(file: RawFile, lines: Sequence[int], words: str, check: str) -> Trouble | None:
    if not lines:
        return None
    whole = len(lines) >= MANY * len(file.lines)
    what = f"{counted(len(lines), 'line is', 'lines are')} {words}"
    advice = (
        "check that this is the right file, or give the right --language"
        if whole
        else "check whether they were left untranslated"
    )
    return Trouble("error" if whole else "warning", check, file.path, what, advice, tuple(lines))
