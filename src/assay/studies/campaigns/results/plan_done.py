"""How much of what a plan would tell of two systems has come in: a bound that a stopping rule may rest on.

Screens are not information. Two systems are compared on segments that both were judged on, and a second annotator of a
segment tells less than a second segment. A pair that was judged on n of N segments, each by a share f of the annotators
that it is to have (the smaller of both systems'), has at least the share n² / (N·Σ 1/f) of its information, whatever
part of the spread is due to segments and whatever to annotators: exactly that, if all of it is due to annotators. A
share that is too small makes claims later, not false.

What the rest of the plan will add does depend on the spread: there it is the usual one that `design.power` assumes.
Where outputs are compared side by side, a pair is judged on a screen that shows both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, product

import numpy as np
from numpy.typing import NDArray

from assay.data import GENUINE, Array
from assay.human.looks import PlanDone
from assay.studies.campaigns.design.power import NOISE_SHARE, SEGMENT_SHARE
from assay.studies.campaigns.judging.stored import Answers
from assay.studies.campaigns.values import CALIBRATION, Campaign, Item

# Variance that one annotator adds to a difference, of the segments'
NOISE = 2 * (NOISE_SHARE / SEGMENT_SHARE) ** 2
Judged = frozenset[str]  # a system; or a pair of them, which stood side by side


@dataclass(frozen=True)
class DonePlan:
    """How many annotators every segment is to have and has had, for every system or pair: (judged, segments)."""

    systems: tuple[str, ...]
    rows: Mapping[Judged, int]
    planned: Array
    done: Array

    def pairs(self, *, paired: bool) -> dict[Judged, PlanDone]:
        """Return how much is known of every pair that the plan compares, on the same segments if they are paired."""
        told = {frozenset(two): self._pair(two, paired=paired) for two in combinations(self.systems, 2)}
        return {pair: done for pair, done in told.items() if done is not None}

    def called(self, names: Mapping[str, str]) -> DonePlan:
        """Return the same of systems under other names."""
        rows = {frozenset(names[name] for name in judged): row for judged, row in self.rows.items()}
        return DonePlan(tuple(names[name] for name in self.systems), rows, self.planned, self.done)

    def _pair(self, two: tuple[str, str], *, paired: bool) -> PlanDone | None:
        beside = self.rows.get(frozenset(two))
        rows = [beside] if beside is not None else [self.rows.get(frozenset((name,))) for name in two]
        known = [row for row in rows if row is not None]
        if len(known) < len(rows):
            return None
        groups = [known] if paired else [[row] for row in known]
        parts = [self._known(group) for group in groups]
        if any(part is None for part in parts):
            return None
        return min((part for part in parts if part is not None), key=lambda part: part.share)

    def _known(self, rows: list[int]) -> PlanDone | None:
        """Return what is known by the segments that all of these rows are to have."""
        common = (self.planned[rows] > 0).all(axis=0)
        if not common.any():
            return None
        planned, done = self.planned[rows][:, common], self.done[rows][:, common]
        share = (done / planned).min(axis=0)
        judged = share > 0
        if not judged.any():
            return PlanDone(0.0, 1.0)
        number, every = int(judged.sum()), len(judged)
        least = number**2 / (every * float((1 / share[judged]).sum()))
        return PlanDone(least, _variance(done.min(axis=0)[judged]) / _variance(planned.min(axis=0)))


def _variance(annotators: Array) -> float:
    """Return the variance of a mean difference over segments with so many annotators, with the usual spread."""
    return float((1 + NOISE / annotators).sum()) / len(annotators) ** 2


def done_plan(campaign: Campaign, answers: Answers, people: int) -> DonePlan:
    """Count what a plan has asked for and what was answered; `people` do the bundles that everybody does."""
    systems, segments = tuple(campaign.texts.outputs), len(campaign.texts.segments)
    beside = campaign.protocol.scheme == "ranking"
    groups = list(map(frozenset, combinations(systems, 2) if beside else zip(systems, strict=True)))
    cell = _beside(systems) if beside else _alone(systems)
    judged = np.fromiter(
        chain.from_iterable(
            (item.number, row, segment)
            for item in campaign.plan.items
            if item.kind in (GENUINE, CALIBRATION)
            for row, segment in cell(item)
        ),
        dtype=np.int64,
    ).reshape(-1, 3)
    cells, shape = judged[:, 1] * segments + judged[:, 2], (len(groups), segments)
    planned, done = (
        np.bincount(cells, column[judged[:, 0]].astype(np.float64), len(groups) * segments).reshape(shape)
        for column in _by_item(campaign, answers, people)
    )
    rows = {group: row for row, group in enumerate(groups) if planned[row].any()}
    return DonePlan(systems, rows, np.asarray(planned, float), np.asarray(done, float))


def _by_item(
    campaign: Campaign, answers: Answers, people: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return by how many every item is to be judged, and by how many of them it was."""
    bundles = campaign.plan.bundles
    most = 1 + max((item.number for item in campaign.plan.items), default=0)
    items = np.fromiter(chain.from_iterable(bundle.items for bundle in bundles), dtype=np.int64)
    copies = [bundle.copies or people for bundle in bundles]
    planned = np.bincount(items, np.repeat(copies, [len(bundle.items) for bundle in bundles]), most).astype(
        np.int64
    )
    both = np.unique(answers.annotator.index.astype(np.int64) * most + answers.item)
    return planned, np.minimum(np.bincount(both % most, minlength=most), planned)


def _alone(systems: Sequence[str]) -> Callable[[Item], Iterator[tuple[int, int]]]:
    """Return what tells the row and segment of every system's output on a screen."""
    row = {system: number for number, system in enumerate(systems)}
    return lambda item: ((row[system], unit.segment) for unit in item.units for system in unit.systems)


def _beside(systems: Sequence[str]) -> Callable[[Item], Iterator[tuple[int, int]]]:
    """Return what tells the row and segment of every two systems whose outputs stand side by side."""
    pairs = enumerate(combinations(systems, 2))
    row = {turned: number for number, pair in pairs for turned in (pair, pair[::-1])}
    return lambda item: (
        (row[pair], first.segment)
        for first, second in combinations(item.units, 2)
        for pair in product(first.systems, second.systems)
    )
