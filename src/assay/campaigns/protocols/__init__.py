"""Protocols by name."""

from __future__ import annotations

from assay.campaigns.values import Field, Protocol, Role, Step, Tick

_WORDING = {
    "title": "Rate the translation",
    "instructions": "Mark errors in the translation, then give it a score.",
    "errors.question": "Mark every error.",
    "score.question": "How good is the translation?",
    "score.0": "no meaning preserved",
    "score.100": "perfect",
}


def protocol_names() -> list[str]:
    """Return the names of all protocols."""
    return ["da", "esa"]


def protocol_named(name: str) -> Protocol:
    """Return a protocol."""
    ticks = (Tick(0, "score.0"), Tick(100, "score.100"))
    score = Field("score", "slider", "score.question", ticks=ticks, aspect="score")
    spans = Field(
        "errors",
        "spans",
        "errors.question",
        required=False,
        severities=("minor", "major"),
        sides=("target", "missing"),
    )
    shows: tuple[Role, ...] = ("source", "output", "context")
    if name == "esa":
        steps: tuple[Step, ...] = (Step(shows, (spans,)), Step(shows, (score,)))
    else:
        steps = (Step(shows, (score,)),)
    return Protocol(name, "1", "esa" if name == "esa" else "da", "output", steps, {"en": _WORDING})
