"""How far a campaign is, from the state in memory: a moment's work, whatever has come in."""

from __future__ import annotations

from assay.studies.campaigns.results.interim import AnnotatorProgress, CampaignProgress
from assay.studies.campaigns.screens import screens_done
from assay.studies.campaigns.state import CampaignState


def campaign_progress(state: CampaignState, now: float) -> CampaignProgress:
    """Return what is done and what there is to do; a bundle that everybody does counts once for each."""
    people = [person for person in state.annotators.values() if not person.withdrawn]
    copies = {number: bundle.copies or len(people) for number, bundle in state.bundles.items()}
    sizes = {number: len(bundle.items) for number, bundle in state.bundles.items()}
    done = {number: min(state.completions.get(number, 0), most) for number, most in copies.items()}
    return CampaignProgress(
        state.number,
        state.closed,
        sum(screens_done(state, person) for person in people),
        sum(copies[number] * size for number, size in sizes.items()),
        sum(done.values()),
        sum(copies.values()),
        tuple(_annotator(state, name, now) for name in state.annotators),
    )


def _annotator(state: CampaignState, name: str, now: float) -> AnnotatorProgress:
    person = state.annotators[name]
    lease = person.lease
    return AnnotatorProgress(
        name,
        screens_done(state, person),
        len(person.finished),
        lease is not None and state.unfinished(lease) and lease.live(now, state.lease_seconds),
        person.withdrawn,
    )
