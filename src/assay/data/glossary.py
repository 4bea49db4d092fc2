"""A glossary: terms of the source and how they are to be translated."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Term:
    """A source term and the target terms that are right for it."""

    source: str
    targets: tuple[str, ...]
