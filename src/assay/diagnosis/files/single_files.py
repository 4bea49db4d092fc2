"""What can be wrong with one file by itself: its encoding, stray characters, empty and repeated lines, its form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from assay.diagnosis.files import encodings
from assay.diagnosis.files.tallies import is_filler
from assay.diagnosis.files.troubles import Severity, Trouble, counted, lines_named
from assay.io import RawFile
from assay.text import count_tokenised

# set by hand
TOKENISED = 0.2  # of the lines end in " ."
LOWERED = 0.95  # of the lines with letters have no capital
REPEATED = 3  # times that a line must come to be worth a word


def alone(file: RawFile) -> list[Trouble]:
    """Return what is wrong with a file, whatever it is for."""
    if not any(line.strip() for line in file.lines):
        advice = "check that the program that wrote it did not fail"
        return [Trouble("error", "empty-file", file.path, "the file has no text", advice)]
    checks = (_encoding, _mark, _separators, _mojibake, _characters, _form, _empty_lines, _fillers, _repeated)
    return [trouble for check in checks for trouble in check(file)]


def _encoding(file: RawFile) -> Iterable[Trouble]:
    if file.encoding != "UTF-8":
        advice = f"convert it with iconv -f {file.encoding[:-2]} -t UTF-8"
        yield Trouble("error", "encoding", file.path, f"the file is {file.encoding}, not UTF-8", advice)
    if file.bad:
        first = file.bad[0]
        lines = tuple(dict.fromkeys(bad.line for bad in file.bad))
        what = (
            f"{counted(file.bad_count, 'byte is', 'bytes are')} not UTF-8; the first is 0x{first.value:02X} "
            f"in line {first.line}, byte {first.place}"
        )
        advice = f"{_guess(file)}, or repair {lines_named(lines)}"
        yield Trouble("error", "encoding", file.path, what, advice, lines)


def _guess(file: RawFile) -> str:
    """Say what to do about bytes that are not UTF-8: all of a file in another encoding, or a few broken lines."""
    beyond = sum(not line.isascii() for line in file.lines)
    broken = len({bad.line for bad in file.bad})
    if file.bad_count > 1000 or 2 * broken > beyond:
        return "convert the file, perhaps with iconv -f WINDOWS-1252 -t UTF-8"
    return "find out which program wrote these bytes"


def _mark(file: RawFile) -> Iterable[Trouble]:
    if file.mark:
        advice = "Assay ignores it, but other programs may read it as text"
        yield Trouble(
            "note", "byte-order-mark", file.path, "the file begins with a byte-order mark", advice, (1,)
        )
    inner = encodings.lines_with(encodings.INNER_MARK, file.lines)
    if inner:
        what = f"{counted(len(inner), 'line has', 'lines have')} a byte-order mark inside"
        advice = "delete U+FEFF there: files that begin with it were concatenated"
        yield Trouble("warning", "byte-order-mark", file.path, what, advice, tuple(inner))
    if 0 < file.returns < len(file.lines) - 1:
        what = f"{file.returns:,} of {len(file.lines):,} lines end in CR LF, the others in LF"
        advice = "check whether parts of it come from another source; Assay reads both"
        yield Trouble("note", "line-ends", file.path, what, advice)


def _separators(file: RawFile) -> Iterable[Trouble]:
    for sign, lines in encodings.separators(file.lines).items():
        what = f"{encodings.SEPARATORS[sign]} inside {counted(len(set(lines)), 'line')}"
        advice = (
            "replace it with a space: it ends no line here, but other programs may treat it as a line end"
        )
        yield Trouble("warning", "stray-separator", file.path, what, advice, tuple(dict.fromkeys(lines)))


def _mojibake(file: RawFile) -> Iterable[Trouble]:
    broken = encodings.mojibake(file.lines)
    if broken:
        _, wrong, right = broken[0]
        what = f"{counted(len(broken), 'line has', 'lines have')} wrongly decoded text, such as {wrong} for {right}"
        advice = "recreate the file from its source, reading UTF-8 as UTF-8"
        yield Trouble("warning", "mojibake", file.path, what, advice, tuple(line for line, _, _ in broken))


def _characters(file: RawFile) -> Iterable[Trouble]:
    kinds = (
        (
            encodings.LOST,
            "lost-characters",
            "the replacement character U+FFFD",
            "recreate the file from its source",
        ),
        (
            encodings.CONTROL,
            "control-characters",
            "control characters",
            "delete them, or find out what they stand for",
        ),
    )
    for pattern, check, words, advice in kinds:
        lines = encodings.lines_with(pattern, file.lines)
        if lines:
            what = f"{counted(len(lines), 'line has', 'lines have')} {words}"
            yield Trouble("warning", check, file.path, what, advice, tuple(lines))
    entities = encodings.lines_with(encodings.ENTITY, file.lines)
    if entities:
        what = f"{counted(len(entities), 'line has', 'lines have')} HTML entities, such as &amp;"
        advice = "convert them to characters, unless source and references have them too"
        yield Trouble("note", "entities", file.path, what, advice, tuple(entities))


def _form(file: RawFile) -> Iterable[Trouble]:
    lines = encodings.decomposed(file.lines)
    if lines:
        what = f"{counted(len(lines), 'line is', 'lines are')} not in composed form (NFC)"
        advice = "normalise all files to NFC: the same letter in two forms counts as different"
        yield Trouble("warning", "unicode-form", file.path, what, advice, tuple(lines))


def _empty_lines(file: RawFile) -> Iterable[Trouble]:
    empty = (number for number, line in enumerate(file.lines, start=1) if not line.strip())
    lines = [number for number in empty if number not in file.absent]
    if lines:
        what = f"{counted(len(lines), 'line is', 'lines are')} empty"
        advice = "check whether there was nothing to translate; each is scored as it is"
        yield Trouble("warning", "empty-lines", file.path, what, advice, tuple(lines))


def _fillers(file: RawFile) -> Iterable[Trouble]:
    lines = [number for number, line in enumerate(file.lines, start=1) if is_filler(line)]
    if lines:
        what = (
            f"{counted(len(lines), 'line is', 'lines are')} a placeholder for missing text, such as NA or nan"
        )
        advice = (
            "it is scored as text: check whether there should be any; "
            "in a table, --missing NA marks a missing reference"
        )
        yield Trouble("warning", "filler", file.path, what, advice, tuple(lines))


def _repeated(file: RawFile) -> Iterable[Trouble]:
    """Count lines that come several times; how the outputs of different sources can be alike is asked elsewhere."""
    times = Counter(line for line in file.lines if line.strip())
    lines = [number for number, line in enumerate(file.lines, start=1) if times[line] >= REPEATED]
    if lines:
        distinct = sum(count >= REPEATED for count in times.values())
        many = counted(distinct, "line occurs", "lines occur")
        what = f"{many} {REPEATED} times or more, {len(lines):,} lines in total"
        advice = "check whether part of the file was copied; if not, each counts as often as it occurs"
        yield Trouble("note", "duplicates", file.path, what, advice, tuple(lines))


def unlike_reference(systems: Iterable[RawFile], references: Iterable[RawFile]) -> list[Trouble]:
    """Say which outputs are tokenised or lower-cased while references are not, and the other way round."""
    known = list(references)
    troubles: list[Trouble] = []
    for check, share, limit in (
        ("tokenised", tokenised_share, TOKENISED),
        ("lower-cased", lowered_share, LOWERED),
    ):
        shares = [share(file.lines) for file in known]
        expected = [each >= limit for each in shares if each is not None]
        for file in systems:
            own = share(file.lines)
            if own is not None and (told := _unlike(check, own >= limit, expected)) is not None:
                troubles.append(Trouble(told[0], check, file.path, *told[1:]))
    return troubles


def _unlike(check: str, so: bool, expected: Sequence[bool]) -> tuple[Severity, str, str] | None:
    """Say how bad it is that an output is tokenised or lower-cased, or is not, what was found, and what to do."""
    if so and expected and all(expected):
        return "note", f"output and references are {check}", _advice(check, both=True)
    if expected and so != expected[0]:
        what = f"the output is {check}, but the reference is not"
        other = f"the output is not {check}, but the reference is"
        return "warning", what if so else other, _advice(check, both=False)
    if so and not expected:
        return "note", f"the file seems to be {check}", _advice(check, both=True)
    return None


def _advice(check: str, *, both: bool) -> str:
    if check == "tokenised":
        return (
            "score detokenised text: scores on tokenised text cannot be compared with published ones"
            if both
            else "detokenise it: a metric does its own tokenisation, and would see different words in output "
            "and reference"
        )
    return (
        "score cased text, or say that the scores are on lower-cased text"
        if both
        else "restore the case, or score with an option that ignores case"
    )


def tokenised_share(lines: Sequence[str]) -> float | None:
    """Return the share of lines that end in a full stop of its own; nothing where no line has text."""
    return count_tokenised(lines) / len(lines) if any(map(str.strip, lines)) else None


def lowered_share(lines: Sequence[str]) -> float | None:
    """Return the share of lines without a capital, of those in a script that has capitals; nothing for few lines."""
    cased = [line for line in lines if line.upper() != line.lower()]
    return sum(line == line.lower() for line in cased) / len(cased) if len(cased) >= REPEATED else None
