"""Small campaigns for tests, the application without a socket, and annotators who answer whatever is asked."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from assay.studies.app.application import make_application
from assay.studies.auth import Identity
from assay.studies.campaigns import Campaign, DesignOptions, plan_campaign, protocol_named
from assay.studies.campaigns.values import CampaignTexts
from assay.studies.desk import Desk
from support import campaign_sets

OWN = {"X-Assay": "1"}  # what our own pages send with every request


def small_texts(segments: int = 4, systems: int = 2) -> CampaignTexts:
    """Return texts of random sentences in two documents."""
    return campaign_sets.small_texts(segments, systems, 2)


def small_campaign(
    name: str = "spring",
    protocol: str = "esa",
    settings: Mapping[str, Any] | None = None,
    texts: CampaignTexts | None = None,
    **design: Any,
) -> Campaign:
    """Return a campaign of a few screens."""
    texts, declared = texts or small_texts(), protocol_named(protocol)
    plan = plan_campaign(texts, declared, DesignOptions(**design))
    return Campaign(name, declared, texts, plan, {"language": "en", **(settings or {})})


@contextmanager
def served(folder: Path, *campaigns: Campaign, people: tuple[str, ...] = ("ada", "ben")) -> Iterator[Desk]:
    """Open a desk over a new database with campaigns in it."""
    with Desk(str(folder / "campaigns.db")) as desk:
        for campaign in campaigns:
            desk.create(campaign, people).result(30)
        yield desk


def client(desk: Desk) -> TestClient:
    """Return a browser that nobody has let in yet."""
    return TestClient(make_application(desk), headers=OWN, follow_redirects=False)


def entered(desk: Desk, name: str = "ada", campaign: str = "spring", role: str = "annotator") -> TestClient:
    """Return the browser of somebody who followed their link."""
    browser = client(desk)
    link = desk.link(Identity(campaign, role, name)).result(30)
    assert browser.get(f"/join/{link}").status_code == 303
    return browser


def responses_to(screen: Mapping[str, Any], score: float | None = None) -> dict[str, Any]:
    """Return responses that fit whatever a screen asks."""
    units = [unit["id"] for unit in screen["units"]]
    given: dict[str, Any] = {}
    for field in screen["fields"]:
        if field["kind"] == "question":
            given |= {
                question["id"]: {"answer": (question["choices"] or ["harbour"])[0]}
                for question in screen["questions"]
            }
            continue
        for place, unit in enumerate(units if field["each"] else ["screen"], start=1):
            response = _response(field, place, score)
            if response is not None:
                given.setdefault(unit, {})[field["name"]] = response
    return given


def _response(field: Mapping[str, Any], place: int, score: float | None) -> Any:
    kind = field["kind"]
    if kind in ("slider", "points"):
        return field["high"] if score is None else score
    if kind == "rank":
        return place
    if kind in ("choice", "yes-no"):
        return field["options"][0]["at"]
    return {"spans": [], "tags": [], "text": "a remark"}[kind]


KEYS = itertools.count(1)


def new_key() -> str:
    """Return a key that was not used before."""
    return f"key-{next(KEYS):08d}"


def submission(screen: Mapping[str, Any], key: str | None = None) -> dict[str, Any]:
    """Return the body of a request that answers a screen."""
    times = {"shown": 1000, "sent": 5000, "active": 3500}
    return {
        "key": key or new_key(),
        "screen": screen["screen"],
        "step": screen["step"],
        "responses": responses_to(screen),
        "times": times,
    }


def finish(browser: TestClient) -> list[dict[str, Any]]:
    """Answer every screen there is; return what was shown."""
    shown = []
    body = browser.post("/api/next", json={}).json()
    while body["screen"] is not None:
        shown.append(body["screen"])
        stored = browser.post("/api/answer", json=submission(body["screen"]))
        assert stored.status_code == 200, stored.text
        body = stored.json()["next"]
    return [*shown, body]
