"""What people said, however it is given: a file, a database of campaigns, a frame, or judgements that were read."""

from __future__ import annotations

from dataclasses import replace

from assay.extensions import source_of, with_judgements
from assay.io import JudgementOptions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.data import Judgements, Preferences
    from assay.diagnosis.options import KnowledgeFiles
    from assay.questions.given import Given


def read_people(
    reading: JudgementOptions, given: Given, *, several_pairs: bool = False
) -> tuple[JudgementOptions, Judgements | Preferences]:
    """Return what people said, and the options with the judgements of a campaign where they name one."""
    from assay.data import Judgements, Preferences
    from assay.io import open_judgements
    from assay.io.ratings.selection import of_chosen_systems

    if isinstance(given.judgements, Judgements | Preferences):
        return reading, of_chosen_systems(given.judgements, reading)
    asked = with_judgements(reading)
    return asked, open_judgements(asked, several_pairs=several_pairs)


def with_campaign(files: KnowledgeFiles) -> KnowledgeFiles:
    """Return the files of a diagnosis with judgements that are read, where they name a database."""
    if files.judgements is None or source_of(files.judgements) is None:
        return files
    asked = with_judgements(JudgementOptions(judgements=files.judgements, campaign=files.campaign))
    return replace(files, judgements=asked.judgements, campaign=None)
