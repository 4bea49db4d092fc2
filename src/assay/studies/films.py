"""Edits of a campaign for whoever has the database: as our log of post-editing, and one text's as a film."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from assay.data import GENUINE
from assay.errors import InputError
from assay.studies.campaigns import Campaign, written
from assay.studies.campaigns.editing.logs import postedit_name
from assay.studies.campaigns.values import CALIBRATION
from assay.studies.desk import Desk
from assay.studies.store.columns import read_campaign
from assay.studies.store.edits import edit_records, edited_screens


def export_postedits(desk: Desk, campaign: str) -> Iterator[str]:
    """Yield the lines of the log of post-editing of a campaign, which `assay postedit` reads."""
    with desk.database.reading.begin() as connection:
        declared = read_campaign(connection, campaign)
        yield from written(edit_records(connection, declared))


def edited_units(desk: Desk, campaign: str) -> list[dict[str, Any]]:
    """Return all texts that were edited to the end: who, on which screen, which segment, and of which systems."""
    with desk.database.reading.begin() as connection:
        declared = read_campaign(connection, campaign)
        done = edited_screens(connection, campaign)
    items = {item.number: item for item in declared.plan.items if item.kind in (GENUINE, CALIBRATION)}
    return [
        {
            "editor": editor,
            "item": item,
            "unit": f"u{at}",
            "segment": declared.texts.segments[unit.segment],
            "systems": list(unit.systems),
        }
        for editor, item in done
        if item in items
        for at, unit in enumerate(items[item].units, start=1)
    ]


def film_of(desk: Desk, campaign: str, editor: str, item: int, unit: int) -> dict[str, Any]:
    """Return all that a film of one text needs: where it begins, every record of its edits, and where it ends."""
    with desk.database.reading.begin() as connection:
        declared = read_campaign(connection, campaign)
        records = list(edit_records(connection, declared, screen=(editor, item)))
    name = _row(declared, editor, item, unit)
    own = [
        record
        for record in records
        if name in (record.get("unit"), record.get("events"), record.get("final"))
    ]
    if not own:
        raise InputError(f"{editor} has edited no such text in {campaign}")
    begun = own[0]
    final = next((record for record in own if "final" in record), {})
    return {
        "blind": records[0]["content"] == "blind",
        **{key: begun.get(key, "") for key in ("editor", "system", "segment", "source", "mt")},
        "languages": records[0]["languages"],
        "records": [record for record in own if "events" in record],
        "final": final.get("text"),
        "characters": final.get("characters"),
    }


def _row(campaign: Campaign, editor: str, item: int, unit: int) -> str:
    """Return the name of the row of a text in the log, by the first of its systems."""
    declared = next((each for each in campaign.plan.items if each.number == item), None)
    if declared is None or not 0 < unit <= len(declared.units) or not declared.units[unit - 1].systems:
        raise InputError(f"there is no text {unit} on screen {item} of {campaign.name}")
    return postedit_name(editor, declared, unit, declared.units[unit - 1].systems[0])
