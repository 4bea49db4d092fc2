"""Blocks of checks: what `assay check` found in files, and what outputs show against their source."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from assay.diagnosis import CHECKS, SEVERITIES, Checks, Suspect, Trouble, counted, language_name, lines_named
from assay.reporting.blocks import (
    Block,
    Example,
    ExampleLine,
    Examples,
    Fact,
    Head,
    Heading,
    Listing,
    Piece,
    Prose,
    Table,
    Value,
)

RIGHT: Literal["right"] = "right"
TITLES = {
    "error": "Errors: scores would be wrong",
    "warning": "Warnings: scores may be wrong",
    "note": "Notes",
}
LISTED = 20  # lines that a cell names
SHOWN = 3  # segments that a check shows


def trouble_report(found: Sequence[Trouble], files: Sequence[tuple[str, int]]) -> list[Block]:
    """Say what is wrong with files, the worst first; `files` are paths and numbers of lines."""
    blocks: list[Block] = [Heading(f"Check of {counted(len(files), 'file')}")]
    if not found:
        blocks.append(Prose("Nothing was found that would make scores wrong."))
    for severity in SEVERITIES:
        sentences = tuple(sentence(one) for one in found if one.severity == severity)
        blocks += [Listing(f"{severity}s", TITLES[severity], sentences)] if sentences else []
    blocks += [troubles_table(found)] if found else []
    return [*blocks, files_table(files)]


def sentence(one: Trouble) -> str:
    """Put a trouble into words: where, what, what to do."""
    where = f"{one.file}, {lines_named(one.lines)}" if one.lines else one.file
    return f"{where}: {one.what.removesuffix('.')}; {one.advice}."


def troubles_table(found: Sequence[Trouble]) -> Table:
    """Show troubles one a row."""
    rows: list[tuple[Value, ...]] = [
        (one.severity, one.check, one.file, len(one.lines), _some(one.lines)) for one in found
    ]
    heads = (
        *map(Head, ("severity", "check", "file")),
        Head("count", label="lines", align=RIGHT),
        Head("lines", label="which"),
    )
    numbers: dict[str, Fact] = {
        severity: sum(one.severity == severity for one in found) for severity in SEVERITIES
    }
    return Table("troubles", heads, tuple(rows), "What was found", facts=numbers)


def _some(lines: Sequence[int]) -> str:
    more = f" … {len(lines) - LISTED:,} more" if len(lines) > LISTED else ""
    return ", ".join(map(str, lines[:LISTED])) + more


def files_table(files: Sequence[tuple[str, int]]) -> Table:
    """Show which files were read, and how many lines they have."""
    return Table("files", (Head("file"), Head("lines", align=RIGHT)), tuple(files), "Files")


def checks_blocks(
    checks: Checks, suspects: Sequence[Suspect], source: Sequence[str], outputs: dict[str, Sequence[str]]
) -> list[Block]:
    """Show what outputs show against their source, and which may be made up."""
    blocks: list[Block] = [checks_table(checks), failures_table(checks)]
    if suspects:
        blocks += [suspects_table(suspects), _suspect_examples(suspects, source, outputs)]
    return blocks


def checks_table(checks: Checks, *, brief: bool = False) -> Table:
    """Show how many segments of a hundred fail every check; checks that no output fails are named below, or counted."""
    systems = tuple(checks.counts)
    failed, passed = _parted(checks)
    segments = max(len(next(iter(checks.counts[systems[0]].values()))), 1)
    rows: list[tuple[Value, ...]] = [
        (CHECKS[check], *(100 * len(checks.failing(system, check)) / segments for system in systems))
        for check in failed
    ]
    heads = (
        Head("check", label="segments with"),
        *(Head(f"rate.{system}", label=system, align=RIGHT, better="lower") for system in systems),
    )
    notes = [f"In percent of {counted(segments, 'segment')}; outputs are held against their source."]
    notes += [f"Outputs should be in {language_name(checks.language)}."] if checks.language else []
    if passed and brief:
        notes.append(f"{counted(len(passed), 'other check')} found nothing.")
    elif passed:
        notes.append("No segment has " + ", ".join(CHECKS[check] for check in passed) + ".")
    return Table("checks", heads, tuple(rows), "Checks without a reference", tuple(notes))


def _parted(checks: Checks) -> tuple[list[str], list[str]]:
    first = next(iter(checks.counts.values()))
    failed = [check for check in first if any(found[check].any() for found in checks.counts.values())]
    return failed, [check for check in first if check not in failed]


def failures_table(checks: Checks) -> Table:
    """Show which segments fail a check."""
    rows: list[tuple[Value, ...]] = [
        (CHECKS[check], system, len(failing), _some([row + 1 for row in failing]))
        for check in _parted(checks)[0]
        for system in checks.counts
        for failing in [checks.failing(system, check)]
        if failing
    ]
    heads = (Head("check"), Head("system"), Head("count", align=RIGHT), Head("segments"))
    return Table("check-segments", heads, tuple(rows), "Segments that fail a check")


def suspects_table(suspects: Sequence[Suspect], most: int | None = None) -> Table:
    """Show outputs that may be made up, with what speaks for it; `most` cuts the list, and the rest is counted."""
    rows = tuple((one.segment + 1, one.system, ", ".join(one.signs)) for one in suspects[:most])
    heads = (Head("segment", align=RIGHT), Head("system"), Head("signs"))
    notes = ["At least two signs speak against each; no one of them is proof."]
    notes += [f"{len(suspects) - len(rows)} more: --show checks."] if len(rows) < len(suspects) else []
    return Table("suspects", heads, rows, "Outputs that may be made up", tuple(notes))


def _suspect_examples(
    suspects: Sequence[Suspect], source: Sequence[str], outputs: dict[str, Sequence[str]]
) -> Examples:
    items = tuple(
        Example(
            f"Segment {one.segment + 1}: {', '.join(one.signs)}",
            (
                ExampleLine("source", (Piece(source[one.segment]),)),
                ExampleLine(one.system, (Piece(outputs[one.system][one.segment]),)),
            ),
        )
        for one in suspects[:SHOWN]
    )
    return Examples("suspect-examples", "The most suspicious of them", items)
