"""What Python may ask of studies: campaigns made, looked at and exported, as `assay campaign` does."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from assay.api.calls import answered, read_keywords, takes
from assay.errors import OptionError
from assay.questions import Given, Result
from assay.studies.questions.campaign_options import MAKING, CampaignQuestion

BESIDES = ("action", "name", "hypotheses", "references", "sources", "documents", "references_by")


@takes(CampaignQuestion)
def manage_campaigns(
    action: str = "status",
    name: str | None = None,
    hypotheses: Any = None,
    references: Any = None,
    *,
    sources: Any = None,
    documents: Any = None,
    references_by: str | None = None,
    **options: Any,
) -> Result:
    """Make campaigns of human evaluation from texts; look at them, give links to them, export them, close them.

    `action` is new, check, status, links, export, import, close or reopen. Texts are what `score` takes: lists,
    columns, frames or files; to import, `hypotheses` is the file that an export wrote. `save` writes what is exported.
    """
    question = read_keywords(CampaignQuestion, options | {"action": action, "name": name}, BESIDES)
    given = Given(hypotheses, references, sources, documents, references_by, question.files)
    _refuse_idle_texts(action, given)
    if given.is_given and (files := given.as_files()) is not None:
        question = replace(question, files=files)
        given = Given(files=files)
    done: Result = answered("campaign", question, given)
    return done


def _refuse_idle_texts(action: str, given: Given) -> None:
    """Refuse texts beside outputs where an action makes no campaign, or where there are no outputs."""
    for keyword in ("references", "sources", "documents"):
        if getattr(given, keyword) is not None:
            if action not in MAKING:
                raise OptionError(f"{keyword}= is for {' and '.join(MAKING)}, not for {action}; leave it out")
            given.refuse_nothing()
