"""Which bundle an annotator gets next.

First those that everybody does (the tutorial, then the calibration set), then the bundles that fewest others have done
or are at; never the same one twice, never a second one of the same square. Of several, one whose systems and documents
this annotator has seen least, so that everybody's share is balanced; the rest is chance, by the seed.

The screens of a bundle come in an order of each annotator's own, a control half a bundle away from its original.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from random import Random
from typing import Any

import numpy as np

from assay.studies.campaigns.state import Annotator, CampaignState
from assay.studies.campaigns.values import TUTORIAL, Bundle

Numbers = np.ndarray[Any, np.dtype[np.int64]]
# Bundles whose balance is looked at: enough to find a good one, and the time does not grow with the plan
COMPARED = 32


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
    prepare_assignment(state, now)
    contents: BundleContents = state.contents
    seen = _seen_by(state, contents, annotator)
    return min(chosen, key=lambda each: _familiar(contents, each, seen))


def order_of(state: CampaignState, bundle: Bundle, annotator: str) -> list[int]:
    """Return the order in which somebody goes through a bundle: as it was planned, or shuffled."""
    if bundle.in_order:
        return list(bundle.items)
    chance = Random(f"{state.campaign.plan.seed}|{annotator}|{bundle.number}")
    return _apart(bundle.items, {number: state.items[number].original for number in bundle.items}, chance)


def _apart(items: Sequence[int], originals: Mapping[int, int | None], chance: Random) -> list[int]:
    """Shuffle items; one and its original stand half of them apart, either first, as in Appraise's tasks.

    Of an odd number of places one that is drawn at random is in no pair: were it always the one in the middle, it would
    never have a control.
    """
    rest, half = chance.sample(items, len(items)), len(items) // 2
    places = list(range(len(items)))
    if len(items) % 2:
        places.remove(chance.choice(places))
    starts = chance.sample(range(half), half)
    placed: dict[int, int] = {}
    for item in [number for number in rest if originals[number] in originals]:
        original = originals[item]
        if original in rest and item in rest and starts:
            start = starts.pop()
            first, second = chance.sample([item, original], 2)
            placed |= {places[start]: first, places[start + half]: second}
            rest = [number for number in rest if number not in (item, original)]
    return [placed[at] if at in placed else rest.pop() for at in range(len(items))]


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


@dataclass(frozen=True)
class BundleContents:
    """The systems and documents of all bundles as numbers: those of a bundle follow one another."""

    place: Mapping[int, int]  # of a bundle among all
    starts: Numbers
    names: Numbers  # a number for every system and document
    many: int  # different ones

    def of(self, bundles: Iterable[int]) -> Numbers:
        """Return the systems and documents of some bundles, one after the other."""
        places = (self.place[bundle] for bundle in bundles)
        parts = [self.names[self.starts[at] : self.starts[at + 1]] for at in places]
        return np.concatenate(parts) if parts else self.names[:0]


def prepare_assignment(state: CampaignState, now: float) -> None:
    """Number the contents of bundles, if nobody has: of a large plan the first who asks would wait for it."""
    if state.contents is None:
        state.contents = _contents(state)


def _contents(state: CampaignState) -> BundleContents:
    numbers: dict[tuple[str, str], int] = {}
    names: list[int] = []
    starts = [0]
    for bundle in state.bundles.values():
        for item in map(state.items.__getitem__, bundle.items):
            systems = [("system", name) for unit in item.units for name in unit.systems]
            document = [("document", item.document)] if item.document else []
            names += [numbers.setdefault(name, len(numbers)) for name in systems + document]
        starts.append(len(names))
    place = {number: at for at, number in enumerate(state.bundles)}
    return BundleContents(
        place, np.array(starts, dtype=np.int64), np.array(names, dtype=np.int64), len(numbers)
    )


def _seen_by(state: CampaignState, contents: BundleContents, annotator: str) -> Numbers:
    """Return how often somebody was given each system and document; what was counted before is kept."""
    person = state.annotators[annotator]
    counted, known = state.seen.get(annotator, (0, np.zeros(contents.many, dtype=np.int64)))
    seen: Numbers = known + np.bincount(contents.of(person.finished[counted:]), minlength=contents.many)
    state.seen[annotator] = (len(person.finished), seen)
    begun = {*person.left, *([person.lease.bundle] if person.lease else [])}.difference(person.finished)
    return seen + np.bincount(contents.of(begun), minlength=contents.many) if begun else seen


def _familiar(contents: BundleContents, bundle: Bundle, seen: Numbers) -> float:
    """Return how often, on average, the systems and documents of a bundle were seen before."""
    names = contents.of([bundle.number])
    return int(seen[names].sum()) / len(names) if len(names) else 0.0


def _order(state: CampaignState, bundle: Bundle) -> int:
    """Put the tutorial before the calibration set."""
    return 0 if state.items[bundle.items[0]].kind == TUTORIAL else 1
