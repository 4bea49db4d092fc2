"""What a study of post-editing may ask for beyond other campaigns; nothing heavy is imported here."""

from __future__ import annotations

from dataclasses import dataclass

from assay.options import option


@dataclass(frozen=True)
class LabOptions:
    """How texts are edited: with a control arm, material, a brief, and what is logged of it."""

    scratch: bool = option(False, "have every segment translated from scratch, too, as a control")
    blind: bool = option(False, "log classes and lengths alone; no text that is written leaves the browser")
    with_reference: bool = option(False, "show the reference beside the source")
    brief: str | None = option(
        None, "a file with a brief that is shown with the instructions", metavar="FILE", reads=True
    )
