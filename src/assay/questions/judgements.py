"""What people said, however it is given: a file, a database of campaigns, a frame, or judgements that were read."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from assay.io import JudgementOptions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.data import Judgements, Preferences
    from assay.diagnosis import KnowledgeFiles
    from assay.questions.given import Given

Asked = TypeVar("Asked", bound=JudgementOptions)


def read_people(
    reading: JudgementOptions, given: Given, *, several_pairs: bool = False
) -> tuple[JudgementOptions, Judgements | Preferences]:
    """Return what people said, and the options with the judgements of a campaign where they name one."""
    from assay.data import Judgements, Preferences
    from assay.io import of_chosen_systems, open_judgements

    if isinstance(given.judgements, Judgements | Preferences):
        return reading, of_chosen_systems(given.judgements, reading)
    asked = from_campaign(reading)
    return asked, open_judgements(asked, several_pairs=several_pairs)


def from_campaign(options: Asked) -> Asked:
    """Return options whose judgements are read, where they name a database; else as they are."""
    from assay.server import from_database, is_database

    return from_database(options) if is_database(options.judgements) else options


def with_campaign(files: KnowledgeFiles) -> KnowledgeFiles:
    """Return the files of a diagnosis with judgements that are read, where they name a database."""
    from assay.server import is_database

    if files.judgements is None or not is_database(files.judgements):
        return files
    asked = from_campaign(JudgementOptions(judgements=files.judgements, campaign=files.campaign))
    return replace(files, judgements=asked.judgements, campaign=None)
