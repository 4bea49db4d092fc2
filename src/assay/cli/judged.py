"""Judgements of a database of campaigns, where a command line names one in place of a file."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from assay.io import JudgementOptions
from assay.server import is_database

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.diagnosis import KnowledgeFiles

Asked = TypeVar("Asked", bound=JudgementOptions)


def from_campaign(options: Asked) -> Asked:
    """Return options whose judgements are read, where they name a database; else as they are."""
    if not is_database(options.judgements):
        return options
    from assay.server import from_database

    return from_database(options)


def with_campaign(files: KnowledgeFiles) -> KnowledgeFiles:
    """Return the files of a diagnosis with judgements that are read, where they name a database."""
    if files.judgements is None or not is_database(files.judgements):
        return files
    asked = from_campaign(JudgementOptions(judgements=files.judgements, campaign=files.campaign))
    return replace(files, judgements=asked.judgements, campaign=None)
