"""Which bundle an annotator gets next.

First those that everybody does (the tutorial, then the calibration set), then the bundles that fewest others have done
or are at; never the same one twice, never a second one of the same square.
"""

from __future__ import annotations

from random import Random

from assay.campaigns.state import CampaignState
from assay.campaigns.values import TUTORIAL, Bundle


def next_bundle(state: CampaignState, annotator: str, now: float, seed: int) -> Bundle | None:
    """Return the bundle to lease to an annotator, or None where there is none for them now."""
    person, live = state.annotators[annotator], state.live_leases(now)
    had = {*person.finished, *person.left, *([person.lease.bundle] if person.lease else [])}
    squares = {state.bundles[number].square for number in had} - {""}
    free = [each for each in state.wanted.values() if each.number not in had and each.square not in squares]
    first = [each for each in free if each.copies == 0]
    if first:
        return min(first, key=lambda each: (_order(state, each), each.number))
    counts = {each.number: live.get(each.number, 0) + state.completions.get(each.number, 0) for each in free}
    free = [each for each in free if counts[each.number] < each.copies]
    least = min((counts[each.number] for each in free), default=0)
    chance = Random(f"{seed}|{annotator}|{len(had)}")
    fewest = [each for each in free if counts[each.number] == least]
    return chance.choice(fewest) if fewest else None


def may_come(state: CampaignState, annotator: str) -> bool:
    """Tell whether a bundle that others are at may yet come to this annotator."""
    person = state.annotators[annotator]
    had = {*person.finished, *person.left, *([person.lease.bundle] if person.lease else [])}
    squares = {state.bundles[number].square for number in had} - {""}
    return any(
        each.number not in had and each.square not in squares for each in state.wanted.values() if each.copies
    )


def _order(state: CampaignState, bundle: Bundle) -> int:
    """Put the tutorial before the calibration set."""
    return 0 if state.items[bundle.items[0]].kind == TUTORIAL else 1
