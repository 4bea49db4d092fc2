"""What exactly a segment that fails a check has lost or added: the number, the placeholder, the term."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from assay.diagnosis.checks.figures import Figures, unpaired_figures
from assay.diagnosis.checks.language import language_name, language_of
from assay.diagnosis.checks.markup import Markup
from assay.diagnosis.checks.source_checks import CHECKS, Checks
from assay.diagnosis.checks.source_compare import TextParts, take_apart

LOST, ADDED = "-lost", "-added"
MARKUP = ("urls", "emails", "tags", "placeholders")


@dataclass(frozen=True)
class Failure:
    """A segment of a system that fails a check, what the file calls it, and what it is about."""

    check: str
    system: str
    segment: int
    id: str
    items: tuple[str, ...]

    @property
    def note(self) -> str:
        """What is wrong, in a few words: "placeholders lost: {name}"."""
        return f"{CHECKS[self.check]}: {', '.join(self.items)}" if self.items else CHECKS[self.check]


def failures(
    checks: Checks, source: Sequence[str], outputs: Mapping[str, Sequence[str]], ids: Sequence[str]
) -> Iterator[Failure]:
    """Yield every segment that fails a check, check by check and system by system."""
    for check in CHECKS:
        for system, counts in checks.counts.items():
            if check in counts:
                for row in checks.failing(system, check):
                    items = _items(checks, (check, system, row), source[row], outputs[system][row])
                    yield Failure(check, system, row, ids[row], items)


def _items(checks: Checks, place: tuple[str, str, int], source: str, output: str) -> tuple[str, ...]:
    check, system, row = place
    if check == "glossary-missed":
        missed = [wanted.term for wanted in checks.missed[system] if wanted.segment == row]
        return tuple(f"{term.source} → {' | '.join(term.targets)}" for term in missed)
    if check == "wrong-language":
        return tuple(language_name(language) for language in [language_of([output])] if language)
    if check in ("too-long", "too-short"):
        return (f"{len(output)} characters for {len(source)}",)
    if check.endswith((LOST, ADDED)):
        return tuple(_differing(check, take_apart(source), take_apart(output)))
    return ()


def _differing(check: str, source: TextParts, output: TextParts) -> list[str]:
    """Return what one side has and the other has not."""
    kind, lost = check.rpartition("-")[0], check.endswith(LOST)
    if kind in MARKUP:
        sides = [
            Counter(getattr(side.markup or Markup(side.text), kind))
            for side in ((source, output) if lost else (output, source))
        ]
        return [_shown(kind, item) for item in (sides[0] - sides[1]).elements()]
    if kind in ("numbers", "dates"):
        figures = [side.figures or Figures(side.text) for side in (source, output)]
        return unpaired_figures(*figures)[0 if lost else 1][0 if kind == "numbers" else 1]
    return []


def _shown(kind: str, item: str) -> str:
    return f"<{item}>" if kind == "tags" else item
