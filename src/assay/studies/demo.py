"""A small study to try the pages with: the texts that come with the program, with a tutorial and a few controls."""

from __future__ import annotations

from assay.studies.campaigns import Campaign, DesignOptions, demo_texts, plan_campaign, protocol_named
from assay.studies.campaigns.demo.coast import demo_tutorial


def demo_campaign() -> Campaign:
    """Return a campaign of three short documents and three systems."""
    texts, protocol = demo_texts(), protocol_named("esa")
    options = DesignOptions(copies=3, degraded=0.2, repeats=0.1, bundle=8)
    plan = plan_campaign(texts, protocol, options, demo_tutorial(protocol))
    return Campaign("demo", protocol, texts, plan, {"language": "en"})
