"""Which bundle an annotator gets next.

First those that everybody does (the tutorial, then the calibration set), then the bundles that fewest others have done
or are at; never the same one twice, never a second one of the same square. Of several, one whose systems and documents
this annotator has seen least, so that everybody's share is balanced; the rest is chance, by the seed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import takewhile
from random import Random

from assay.campaigns.state import Annotator, CampaignState
from assay.campaigns.values import TUTORIAL, Bundle

COMPARED = 32  # bundles whose balance is looked at: enough to find a good one, and the time does not grow with the plan


def next_bundle(state: CampaignState, annotator: str, now: float, seed: int) -> Bundle | None:
    """Return the bundle to lease to an annotator, or None where there is none for them now."""
    person = state.annotators[annotator]
    had = _had(person)
    everybody = takewhile(lambda each: each.copies == 0, state.campaign.plan.bundles)
    first = [each for each in everybody if each.number not in had]
    if first:
        return min(first, key=lambda each: (_order(state, each), each.number))
    fewest = _fewest(state, had, state.live_leases(now))
    if not fewest:
        return None
    chance = Random(f"{seed}|{annotator}|{len(had)}")
    chosen = chance.sample(fewest, min(COMPARED, len(fewest)))
    seen = seen_by(state, annotator)
    return min(chosen, key=lambda each: _familiar(state, each, seen))


def may_come(state: CampaignState, annotator: str) -> bool:
    """Tell whether a bundle that others are at may yet come to this annotator."""
    had = _had(state.annotators[annotator])
    return any(each.copies for each in _open(state, had))


def _had(person: Annotator) -> set[int]:
    """Return the bundles that were ever leased to somebody."""
    return {*person.finished, *person.left, *([person.lease.bundle] if person.lease else [])}


def _open(state: CampaignState, had: Collection[int]) -> Iterator[Bundle]:
    """Yield the bundles that want somebody, and may want one who had these."""
    squares = {state.bundles[number].square for number in had} - {""}
    return (each for each in state.wanted.values() if each.number not in had and each.square not in squares)


def _fewest(state: CampaignState, had: Collection[int], live: dict[int, int]) -> list[Bundle]:
    """Return open bundles that fewest others have done or are at, of those that want one more: so many as compared.

    The plan is in random order, so the first of them are as good as any.
    """
    squares = {state.bundles[number].square for number in had} - {""}
    taken: dict[int, list[Bundle]] = {}  # by how many have done them or are at them
    for done in sorted(state.levels):
        if taken and min(taken) < done:
            break
        for number, each in state.levels[done].items():
            count = done + live.get(number, 0)
            if count < each.copies and number not in had and each.square not in squares:
                taken.setdefault(count, []).append(each)
                if len(taken.get(done, ())) == COMPARED:  # there can be no fewer
                    return taken[done]
    return taken[min(taken)] if taken else []


def seen_by(state: CampaignState, annotator: str) -> Counter[tuple[str, str]]:
    """Return how often somebody was given each system and document; what was counted before is kept."""
    person = state.annotators[annotator]
    counted, seen = state.seen.get(annotator, (0, Counter()))
    for number in person.finished[counted:]:
        seen.update(_contents(state, state.bundles[number]))
    state.seen[annotator] = (len(person.finished), seen)
    begun = {*person.left, *([person.lease.bundle] if person.lease else [])}.difference(person.finished)
    if not begun:
        return seen
    return seen + Counter(name for number in begun for name in _contents(state, state.bundles[number]))


def _familiar(state: CampaignState, bundle: Bundle, seen: Counter[tuple[str, str]]) -> float:
    """Return how often, on average, the systems and documents of a bundle were seen before."""
    contents = list(_contents(state, bundle))
    return sum(seen[name] for name in contents) / len(contents) if contents else 0.0


def _contents(state: CampaignState, bundle: Bundle) -> Iterator[tuple[str, str]]:
    """Yield the systems and documents of a bundle."""
    for number in bundle.items:
        item = state.items[number]
        yield from (("system", name) for unit in item.units for name in unit.systems)
        if item.document:
            yield "document", item.document


def _order(state: CampaignState, bundle: Bundle) -> int:
    """Put the tutorial before the calibration set."""
    return 0 if state.items[bundle.items[0]].kind == TUTORIAL else 1
