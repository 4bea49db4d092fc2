"""A small study to try the pages with."""

from __future__ import annotations

from assay.campaigns import Campaign, DesignOptions, Texts, plan_campaign, protocol_named

SOURCE = (
    "Der Hafen ist seit dem Morgen gesperrt.",
    "Die Fähre fährt erst um acht.",
    "Niemand weiß, wie lange der Sturm dauert.",
    "Am Abend brannte noch Licht im Leuchtturm.",
)
ALDER = (
    "The harbour has been closed since the morning.",
    "The ferry does not leave until eight.",
    "Nobody knows how long the storm will last.",
    "In the evening there was still a light in the lighthouse.",
)
BIRCH = (
    "The harbour is closed since the morning.",
    "The ferry goes at eight.",
    "Nobody knows how long the storm.",
    "In the evening the lighthouse was on fire.",
)


def demo_campaign() -> Campaign:
    """Return a campaign of a few sentences and two systems."""
    texts = Texts(
        ("de", "en"),
        SOURCE,
        (None,) * len(SOURCE),
        ("harbour",) * len(SOURCE),
        {"alder": ALDER, "birch": BIRCH},
        tuple(str(number) for number in range(1, len(SOURCE) + 1)),
    )
    protocol = protocol_named("esa")
    plan = plan_campaign(texts, protocol, DesignOptions(copies=3))
    return Campaign("demo", protocol, texts, plan, {"language": "en"})
