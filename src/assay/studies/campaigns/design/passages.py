"""Controls inside documents: where screens follow these, a control and its original are two screens like any others.

Each control makes room for one more screen, a guest, in a random place of a document of the bundle; its original is
the output half a bundle away from there, as far as there is one. Which of the two stands as the guest and which in the
place that the segment has in its document is the toss of a coin, and around every screen annotators see the screens
around it (`campaigns.context`). So a place tells nothing; that a source comes twice tells that one of the two is a
control, and never which.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from assay.studies.campaigns.design.builder import PlanBuilder
from assay.studies.campaigns.design.controls import Controls, Maker, makers, wanted_controls
from assay.studies.campaigns.design.options import DesignOptions
from assay.studies.campaigns.design.screens import Screen, Stretch
from assay.studies.campaigns.values import Item, Passage


def read_together(group: Sequence[Stretch]) -> list[list[Screen]]:
    """Return the screens of stretches, those that follow one another in a document in one list."""
    passages: list[list[Screen]] = []
    for part in group:
        if passages and _goes_on(passages[-1][-1], part.screens[0]):
            passages[-1] += part.screens
        else:
            passages.append(list(part.screens))
    return passages


def _goes_on(last: Screen, first: Screen) -> bool:
    unit, following = last.units[-1], first.units[0]
    one = (last.document, unit.systems) == (first.document, following.systems) and bool(last.document)
    return one and following.segment == unit.segment + 1


def add_passages(
    plan: PlanBuilder, passages: Sequence[Sequence[Screen]], controls: Controls, options: DesignOptions
) -> tuple[list[int], tuple[Passage, ...]]:
    """Add the items of a bundle and its controls; return their order, and the passages that they make up."""
    order = [[plan.add_item(screen) for screen in part] for part in passages]
    genuine = [plan.items[number] for part in order for number in part]
    wanted = wanted_controls(genuine, options)[: len(genuine)]
    rooms = list(range(-1, -len(wanted) - 1, -1))
    for room in rooms:
        part, at = _random_gap(order, len(genuine), controls.random)
        order[part].insert(at, room)
    guests = _fill(plan, order, dict(zip(rooms, wanted, strict=True)), controls)
    filled = [[number for number in part if number >= 0] for part in order]
    told = (Passage(len(part), tuple(number for number in part if number in guests)) for part in filled)
    return [number for part in filled for number in part], tuple(told)


def _random_gap(order: Sequence[Sequence[int]], genuine: int, random: np.random.Generator) -> tuple[int, int]:
    """Return a passage and a place in it, so that a guest is as often the first, the last or any other screen.

    Of all screens as many are first ones as there are passages. Gaps inside passages share what the ends leave.
    """
    gaps = [(part, at) for part, screens in enumerate(order) for at in range(len(screens) + 1)]
    inside = np.array([0 < at < len(order[part]) for part, at in gaps])
    screens, ends = sum(map(len, order)) + 1, 2 * len(order)
    share = max(screens - ends, 0) / max(int(inside.sum()), 1)
    weights = np.where(inside, share, 1.0)
    return gaps[int(random.choice(len(gaps), p=weights / weights.sum()))]


def _fill(plan: PlanBuilder, order: list[list[int]], rooms: dict[int, str], controls: Controls) -> set[int]:
    """Put a control, or its original, into each room of a bundle; return these guests.

    A room for which no control can be made stays.
    """
    flat = [number for part in order for number in part]
    places = {number: place for place, number in enumerate(flat)}
    left = [plan.items[number] for number in flat if number >= 0]
    guests = set()
    for room, kind in rooms.items():
        made = _made(makers(controls)[kind], _half_away(left, places, room, controls.random))
        if made is None:
            continue
        original, screen = made
        left.remove(original)
        control = plan.add_item(screen, kind, original.number)
        guest, stays = controls.random.permutation([control, original.number]).tolist()
        _replace(order, {room: guest, original.number: stays})
        guests.add(guest)
    return guests


def _half_away(
    left: Sequence[Item], places: dict[int, int], room: int, random: np.random.Generator
) -> list[Item]:
    """Return items by how little their distance from a room differs from half a bundle; alike ones at random."""
    shuffled = [left[place] for place in random.permutation(len(left)).tolist()]
    half = len(places) / 2
    return sorted(shuffled, key=lambda item: abs(abs(places[item.number] - places[room]) - half))


def _made(maker: Maker, candidates: Sequence[Item]) -> tuple[Item, Screen] | None:
    """Return the first item of which a control can be made, and the control."""
    made = ((item, maker(item)) for item in candidates)
    return next(((item, screen) for item, screen in made if screen is not None), None)


def _replace(order: list[list[int]], instead: dict[int, int]) -> None:
    for part in order:
        part[:] = [instead.get(number, number) for number in part]
