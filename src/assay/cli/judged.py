"""Judgements of a database of campaigns, where a command line names one in place of a file."""

from __future__ import annotations

from dataclasses import replace

from assay.extensions import source_of, with_judgements
from assay.io import JudgementOptions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.diagnosis import KnowledgeFiles


def with_campaign(files: KnowledgeFiles) -> KnowledgeFiles:
    """Return the files of a diagnosis with judgements that are read, where they name a database."""
    if files.judgements is None or source_of(files.judgements) is None:
        return files
    asked = with_judgements(JudgementOptions(judgements=files.judgements, campaign=files.campaign))
    return replace(files, judgements=asked.judgements, campaign=None)
