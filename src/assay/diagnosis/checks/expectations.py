"""What language and script outputs should be in: as the user says, else as the references are, else as most outputs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.diagnosis.checks.language import language_of, script_of, tag
from assay.diagnosis.checks.scripts import code_points, main_script, script_counts
from assay.errors import OptionError

MOST = 200  # texts that are looked at to tell a language


@dataclass(frozen=True)
class Expected:
    """The languages of source and target, "" where unknown, and the script of the target."""

    source_language: str
    language: str
    script: str


def expected(languages: tuple[str, str], source: Sequence[str], target: Sequence[str]) -> Expected:
    """Take the languages that are given, and tell the others from texts."""
    sources, targets = list(source[:MOST]), list(target[:MOST])
    language = _given(languages[1]) or language_of(targets)
    script = script_of(language) if _given(languages[1]) else main_script(script_counts(code_points(targets)))
    return Expected(_given(languages[0]) or language_of(sources), language, script)


def _given(text: str) -> str:
    """Return the tag of a language that a file names; "" for one that we cannot tell."""
    try:
        return tag(text) if text else ""
    except OptionError:
        return ""
