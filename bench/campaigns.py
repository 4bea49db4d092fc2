"""A million stored judgements: how long a dashboard and an export take, read from the database to the last byte."""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from sqlalchemy import insert

from assay.studies.campaigns import Campaign, protocol_named
from assay.studies.campaigns.values import Bundle, CampaignPlan, CampaignTexts, Item, JudgedText
from assay.studies.dashboard.computation import compute_figures, write_export
from assay.studies.dashboard.progress import campaign_progress
from assay.studies.desk import Desk
from assay.studies.store.tables import ANSWERS
from sections import Section, say
from sections import seconds as in_words

SYSTEMS, SEGMENTS, COPIES, PEOPLE = 10, 5_000, 20, 200
TARGET = 5.0  # seconds


def campaigns() -> Section:
    """Time the dashboard and exports of a campaign with a million judgements."""
    section = Section(
        "A million judgements stored", ["what", "processor time", "wall clock", f"under {TARGET:g} s"]
    )
    with tempfile.TemporaryDirectory() as folder, Desk(str(Path(folder) / "campaigns.db")) as desk:
        say("the storing of a million answers")
        desk.create(_campaign(), [f"annotator-{number}" for number in range(PEOPLE)]).result()
        _store(desk)
        url, progress = desk.database.url, desk.read("large", campaign_progress).result()
        _add(section, "dashboard", lambda: compute_figures(url, "large", progress))
        for form in ("tidy", "appraise"):
            path = str(Path(folder) / form)
            _add(
                section,
                f"export to {form}",
                lambda form=form, path=path: write_export(url, "large", form, path),
            )
    section.notes.append(
        f"{SYSTEMS} systems, {SEGMENTS:,} segments, {COPIES} judgements of each output by {PEOPLE} annotators; direct "
        "assessment; the definition of the campaign is read once, by the first of them"
    )
    return section


def _add(section: Section, what: str, work: Callable[[], Any]) -> None:
    say(what)
    begun, processor = time.perf_counter(), time.process_time()
    work()
    spent, wall = time.process_time() - processor, time.perf_counter() - begun
    section.add(
        [what, in_words(spent), in_words(wall)], what=what, processor=spent, wall=wall, reached=spent < TARGET
    )


def _campaign() -> Campaign:
    names = [f"system-{number}" for number in range(SYSTEMS)]
    line = "the ferry was late again, and nobody in the harbour knew why"
    texts = CampaignTexts(
        ("de", "en"),
        tuple(f"{line} {number}" for number in range(SEGMENTS)),
        (None,) * SEGMENTS,
        tuple(f"document-{number // 20}" for number in range(SEGMENTS)),
        {name: tuple(f"{line} {number} {name}" for number in range(SEGMENTS)) for name in names},
        tuple(map(str, range(SEGMENTS))),
    )
    items = tuple(
        Item(
            number,
            (JudgedText(number % SEGMENTS, (names[number // SEGMENTS],), line),),
            document=texts.document[number % SEGMENTS],
        )
        for number in range(SYSTEMS * SEGMENTS)
    )
    bundles = tuple(
        Bundle(number, tuple(range(start, start + 50)), COPIES)
        for number, start in enumerate(range(0, len(items), 50))
    )
    return Campaign("large", protocol_named("da"), texts, CampaignPlan(items, bundles, 1), {"language": "en"})


def _store(desk: Desk) -> None:
    """Store answers as the server does, without the log: nothing that is timed reads it."""
    rng = np.random.default_rng(1)
    for copy in range(COPIES):
        scores = rng.integers(0, 101, SYSTEMS * SEGMENTS).tolist()
        people = rng.permutation(SYSTEMS * SEGMENTS) % (PEOPLE // COPIES) + copy * (PEOPLE // COPIES)
        seconds = np.round(rng.lognormal(2.5, 0.6, len(scores)), 3).tolist()
        rows = [
            {
                "number": 1_000 + copy * len(scores) + item,
                "campaign": "large",
                "annotator": f"annotator-{who}",
                "item": item,
                "step": 0,
                "at": 1.7e9 + copy * len(scores) + item + 0.25,
                "seconds": spent,
                "elapsed": round(1.2 * spent, 3),
                "responses": json.dumps({"u1": {"score": score}}),
                "positions": '{"u1": 1}',
                "wording": "0" * 16,
                "version": "1",
            }
            for item, (score, who, spent) in enumerate(zip(scores, people.tolist(), seconds, strict=True))
        ]
        with desk.database.writing.begin() as connection:
            connection.execute(insert(ANSWERS), rows)
