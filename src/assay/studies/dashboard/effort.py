"""What post-editing costs so far, on a dashboard: the same figures as `assay postedit` gives on the export."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sqlalchemy import Connection

from assay.errors import AssayError
from assay.reporting import Block, Heading, Prose
from assay.studies.campaigns import Campaign
from assay.studies.reports.overview import CampaignPart

SHOWN = ("systems", "gain", "editors")
MORE = ("pauses", "curve", "agreement", "triage", "checks")
ABOUT_PEOPLE = "annotators"
Records = Iterator[dict[str, Any]]
Shown = Callable[[Records], Records]


def effort_parts(
    connection: Connection, campaign: Campaign, *, pictures: bool = False, shown_as: Shown = iter
) -> list[CampaignPart]:
    """Return the parts on effort of a campaign that logs edits; nothing for others.

    `shown_as` turns the records of the log into those that may be shown.
    """
    if campaign.protocol.logged is None:
        return []
    # All other campaigns do without these.
    from assay.io.postedits.own import log_postedits
    from assay.postedit import measure_effort
    from assay.reporting import effort_report
    from assay.studies.store.edits import edit_records

    try:
        rows = log_postedits(campaign.name, shown_as(edit_records(connection, campaign, finished=True)))
        study = measure_effort(rows)
    except AssayError:
        begun: list[Block] = [
            Heading("Nothing edited yet", 2),
            Prose("No text was edited to the end so far."),
        ]
        return [CampaignPart("effort", "", tuple(begun))]
    headline, *shown = effort_report(study, SHOWN, pictures=pictures)
    more = [block for block in effort_report(study, MORE) if block not in shown and block != headline]
    title = Heading(headline.text, 2) if isinstance(headline, Heading) else headline
    return [
        CampaignPart("effort", "", (title, *shown)),
        CampaignPart(
            "more-effort", "More on effort: pauses, learning, agreement, what was odd", tuple(more), False
        ),
    ]


def with_effort(parts: Sequence[CampaignPart], effort: Sequence[CampaignPart]) -> list[CampaignPart]:
    """Put effort in the place of a ranking; without any, all parts stay as they are."""
    if not effort:
        return list(parts)
    return [*effort, *(part for part in parts if ABOUT_PEOPLE in part.name)]
