"""Blocks of checks: what `assay check` found in files, and what outputs show against their source."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from assay.diagnosis import Checks, Failure, FileCheck, SourceCheck, counted, language_name
from assay.diagnosis.checks.hallucination import Suspect
from assay.diagnosis.checks.source_checks import CHECKS
from assay.diagnosis.files.troubles import SEVERITIES, Trouble, lines_named
from assay.diagnosis.unreferenced import ErrorCount
from assay.reporting.blocks import (
    Block,
    Example,
    ExampleLine,
    Examples,
    Fact,
    Heading,
    Listing,
    Piece,
    Prose,
    Table,
)
from assay.reporting.columns import number, number_head, numbers, several, table_of, text, texts
from assay.reporting.tables.comparison.scores import score_report

TITLES = {
    "error": "Errors, which make scores wrong",
    "warning": "Warnings, which may make scores wrong",
    "note": "Notes",
}
LISTED = 20  # lines that a cell names
SHOWN = 3  # segments that a check shows


def file_check_report(check: FileCheck) -> list[Block]:
    """Say what is wrong with files, the worst first."""
    blocks: list[Block] = [Heading(f"Check of {counted(len(check.files), 'file')}")]
    if not check.troubles:
        blocks.append(Prose("No problem was found that would make scores wrong."))
    for severity in SEVERITIES:
        sentences = tuple(sentence(trouble) for trouble in check.troubles if trouble.severity == severity)
        blocks += [Listing(f"{severity}s", TITLES[severity], sentences)] if sentences else []
    blocks += [troubles_table(check.troubles)] if check.troubles else []
    columns = [text("file", read=0), number("lines", read=1)]
    return [*blocks, table_of("files", "Files", check.files, columns)]


def sentence(trouble: Trouble) -> str:
    """Put a trouble into words: where, what, what to do."""
    where = f"{trouble.file}, {lines_named(trouble.lines)}" if trouble.lines else trouble.file
    return f"{where}: {trouble.what.removesuffix('.')}; {trouble.advice}."


def troubles_table(troubles: Sequence[Trouble]) -> Table:
    """Show troubles one a row."""
    columns = [
        *texts("severity", "check", "file"),
        number("count", "lines", read=lambda trouble: len(trouble.lines)),
        text("lines", "which", read=lambda trouble: _some(trouble.lines)),
    ]
    severities = [trouble.severity for trouble in troubles]
    facts: dict[str, Fact] = {severity: severities.count(severity) for severity in SEVERITIES}
    return table_of("troubles", "What was found", troubles, columns, facts=facts)


def _some(lines: Sequence[int]) -> str:
    more = f" … {len(lines) - LISTED:,} more" if len(lines) > LISTED else ""
    return ", ".join(map(str, lines[:LISTED])) + more


@dataclass(frozen=True)
class CheckedTexts:
    """Outputs that were held against their source, and all that came of it."""

    checks: Checks
    suspects: Sequence[Suspect]
    failures: Sequence[Failure]
    source: Sequence[str]
    outputs: Mapping[str, Sequence[str]]


def source_check_report(
    check: SourceCheck, most: int | None = None, *, level: int = 1, scores: bool = True
) -> list[Block]:
    """Say what outputs without references show against their source; where `most` is given, no list is longer.

    Metrics that need no reference come last, with their errors; `scores` leaves out figures that stand elsewhere.
    """
    text = check.text
    title = f"{', '.join(text.outputs)} against the source: {counted(len(text), 'segment')}, no references"
    blocks: list[Block] = [Heading(title, level)]
    if check.failures:
        blocks += [checks_table(check.checks, brief=most is not None), items_table(check.failures, most)]
        blocks += _suspect_blocks(check.suspects, text.source, text.outputs)
    else:
        made = len(next(iter(check.checks.counts.values())))
        blocks.append(Prose(f"None of {made} checks found anything."))
    if scores and check.evaluation is not None:
        blocks += score_report(check.evaluation, "corpus")
    return [*blocks, error_counts_table(check.marked)] if check.marked else blocks


def error_counts_table(counts: Sequence[ErrorCount]) -> Table:
    """Show how many errors metrics mark, by kind."""
    columns = [
        text("metric", read="marker"),
        *texts("system", "category", "severity"),
        *numbers("errors", "segments", digits=0),
    ]
    return table_of("marked-errors", "Errors that metrics mark", counts, columns)


def checks_blocks(texts: CheckedTexts, most: int | None = None) -> list[Block]:
    """Show what outputs show against their source, and which may be made up."""
    checks, suspects, source, outputs = texts.checks, texts.suspects, texts.source, texts.outputs
    blocks: list[Block] = [checks_table(checks), failures_table(checks)]
    blocks += [items_table(texts.failures, most)] if texts.failures else []
    return [*blocks, *_suspect_blocks(suspects, source, outputs)]


def _suspect_blocks(
    suspects: Sequence[Suspect], source: Sequence[str], outputs: Mapping[str, Sequence[str]]
) -> list[Block]:
    return [suspects_table(suspects), _suspect_examples(suspects, source, outputs)] if suspects else []


def checks_table(checks: Checks, *, brief: bool = False) -> Table:
    """Show how many segments of a hundred fail every check; checks that no output fails are named below, or counted."""
    systems = tuple(checks.counts)
    failed, passed = _parted(checks)
    segments = max(len(next(iter(checks.counts[systems[0]].values()))), 1)
    columns = [
        text("check", "segments with", read=CHECKS.__getitem__),
        several(
            [number_head(f"rate.{system}", system, better="lower") for system in systems],
            read=lambda check: [100 * len(checks.failing(system, check)) / segments for system in systems],
        ),
    ]
    without = ", ".join(CHECKS[check] for check in passed)
    notes = [
        f"In per cent of {counted(segments, 'segment')}; outputs are compared with their source.",
        checks.language and f"Outputs should be in {language_name(checks.language)}.",
        passed
        and (
            f"{counted(len(passed), 'other check')} found nothing." if brief else f"No segment has {without}."
        ),
    ]
    return table_of(
        "checks", "Checks without a reference", failed, columns, notes=[note or None for note in notes]
    )


def failed_shares(checks: Checks, system: str) -> list[tuple[str, float]]:
    """Return the checks that outputs of a system fail, and in how many per cent of segments, most first."""
    counts = {check: len(checks.failing(system, check)) for check in checks.counts[system]}
    segments = max(len(next(iter(checks.counts[system].values()))), 1)
    failed = sorted((check for check in counts if counts[check]), key=lambda check: -counts[check])
    return [(CHECKS[check], 100 * counts[check] / segments) for check in failed]


def _parted(checks: Checks) -> tuple[list[str], list[str]]:
    """Part the checks that some output fails from those that all pass."""
    first = next(iter(checks.counts.values()))
    failed = [check for check in first if any(counts[check].any() for counts in checks.counts.values())]
    return failed, [check for check in first if check not in failed]


def failures_table(checks: Checks) -> Table:
    """Show which segments fail a check."""
    failures = [
        (CHECKS[check], system, failing)
        for check in _parted(checks)[0]
        for system in checks.counts
        if (failing := checks.failing(system, check))
    ]
    columns = [
        text("check", read=0),
        text("system", read=1),
        number("count", read=lambda failure: len(failure[2])),
        text("segments", read=lambda failure: _some([row + 1 for row in failure[2]])),
    ]
    return table_of("check-segments", "Segments that fail a check", failures, columns)


def items_table(failures: Sequence[Failure], most: int | None = None) -> Table:
    """Show every segment that fails a check, by its name in the file, and what it is about."""
    shown = failures[:most]
    columns = [
        text("segment", read="id"),
        *texts("system", "check"),
        text("what", read=lambda failure: ", ".join(failure.items)),
    ]
    left = len(failures) - len(shown)
    note = f"{left:,} more: JSON and TSV have all, and --flags FILE writes them as notes." if left else None
    return table_of("check-items", "What the checks found", shown, columns, notes=[note])


def suspects_table(suspects: Sequence[Suspect], most: int | None = None) -> Table:
    """Show outputs that may be made up, with what speaks for it; `most` cuts the list, and the rest is counted."""
    shown = suspects[:most]
    columns = [
        number("segment", read=lambda suspect: suspect.segment + 1),
        text("system"),
        text("signs", read=lambda suspect: ", ".join(suspect.signs)),
    ]
    notes = [
        "Each shows at least two signs of hallucination; none of them is proof.",
        f"{len(suspects) - len(shown)} more: --show checks." if len(shown) < len(suspects) else None,
    ]
    return table_of("suspects", "Possible hallucinations", shown, columns, notes=notes)


def _suspect_examples(
    suspects: Sequence[Suspect], source: Sequence[str], outputs: Mapping[str, Sequence[str]]
) -> Examples:
    items = tuple(
        Example(
            f"Segment {suspect.segment + 1}: {', '.join(suspect.signs)}",
            (
                ExampleLine("source", (Piece(source[suspect.segment]),)),
                ExampleLine(suspect.system, (Piece(outputs[suspect.system][suspect.segment]),)),
            ),
        )
        for suspect in suspects[:SHOWN]
    )
    return Examples("suspect-examples", "The most suspicious outputs", items)
