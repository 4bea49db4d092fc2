"""Metrics put together, and whether that helps: always on data that the combination has not seen.

A combination is a weighted sum of metrics that were standardised or turned to ranks, over all cells (that needs no
human score): uniform weights; greedy forward selection of equally weighted members (Giménez and Màrquez 2008); least
squares and ridge regression on human scores (the penalty by generalised cross-validation); linear support vector
regression; and logistic regression on pairs of outputs of one segment that people ordered (as in PRO, Hopkins and May
2011, but on all pairs), a smooth form of the ranking SVM.

Cross-validation leaves out segments, and in other rounds documents and systems: a combination that holds for new
segments of known documents and systems need not hold for new ones. Beside each stands the best single member, chosen
inside the folds as well, so that neither has seen what it is judged by. Predictions are standardised, all folds are
joined, and the whole is compared with people once; the test of the gain draws what the folds leave out (`gain_test`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.data import Array, Scores
from assay.errors import InputError, OptionError
from assay.meta.contests.compare import contest
from assay.meta.contests.contest import Contest
from assay.meta.contests.trio import Criterion, Trio
from assay.meta.learning.gain_test import gain_test
from assay.meta.learning.weights import METHODS, Fit, Training, agreement_with, best_single
from assay.meta.material import common_systems, upward
from assay.stats import Settings, mean_ranks

Mask = NDArray[np.bool_]
FOLDS = 10  # the usual number
NORMALISATIONS = ("z", "rank")
LEFT_OUT = ("segment", "document", "system")


@dataclass(frozen=True)
class Combination:
    """One way to combine, judged on what it had not seen.

    `contest` tests the held-out agreement (second) against that of the best single member (first), whose choice in
    every fold is counted in `best_members`. Where members are nearly equal, that choice errs on the low side, and
    `best_hindsight`, the best member over everything, on the high side: a combination should beat both. `weights` are
    those fitted on everything; `in_sample` is what they reach there, which is too good to be true.
    """

    method: str
    left_out: str
    folds: int
    held_out: float
    best_single: float
    best_members: Mapping[str, int]
    best_hindsight: float
    in_sample: float
    weights: Mapping[str, float]
    contest: Contest
    normalise: str
    cells: int
    seed: int

    @property
    def gain(self) -> float:
        """Held-out agreement above that of the best single member."""
        return self.held_out - self.best_single


@dataclass(frozen=True)
class Members:
    """People and all metrics on the same cells: (systems, segments) and (metrics, systems, segments)."""

    names: tuple[str, ...]
    human: Array
    metrics: Array
    document: NDArray[np.int32] | None = None  # of every segment

    @property
    def units(self) -> Mapping[str, int]:
        """What can be left out, and how many there are."""
        documents = {} if self.document is None else {"document": len(np.unique(self.document))}
        systems, segments = self.human.shape
        return {"segment": segments, **documents, "system": systems}

    @property
    def known(self) -> Mask:
        """Where people and all metrics have a score."""
        return ~np.isnan(self.human) & ~np.isnan(self.metrics).any(axis=0)


def members(human: Scores, metrics: Sequence[Scores], systems: Sequence[str] | None = None) -> Members:
    """Bring metrics beside people, on the systems that all of them know, without segments that nobody judged."""
    if len(metrics) < 2:
        raise InputError("a combination needs two metrics or more")
    shared = set.intersection(*(set(common_systems(human, metric)) for metric in metrics))
    chosen = [name for name in human.systems if name in shared] if systems is None else list(systems)
    people = human.for_systems(chosen)
    values = np.stack([upward(one.for_systems(chosen).for_segments(people.segments)) for one in metrics])
    every = Members(tuple(one.name for one in metrics), upward(people), values)
    used = every.known.any(axis=0)
    if not used.any():
        raise InputError("no segment has scores from people and from all metrics")
    document = None if people.document is None else people.document.index[used]
    return Members(every.names, every.human[:, used], every.metrics[:, :, used], document)


def combine(
    human: Scores,
    metrics: Sequence[Scores],
    criterion: Criterion = Criterion(),
    *,
    methods: Sequence[str] = tuple(METHODS),
    left_out: Sequence[str] = ("segment", "system"),
    folds: int = FOLDS,
    normalise: str = "z",
    test: str = "",
    settings: Settings = Settings(),
    systems: Sequence[str] | None = None,
) -> list[Combination]:
    """Try every method with segments and with systems left out; the folds are drawn from the seed.

    The gain is tested for others of what is left out, unless a test is named.
    """
    for name, given, known in (
        ("methods", methods, tuple(METHODS)),
        ("left_out", left_out, LEFT_OUT),
        ("normalise", [normalise], NORMALISATIONS),
    ):
        wrong = [one for one in given if one not in known]
        if wrong:
            raise OptionError(f"{name}={wrong[0]!r} is not recognised; choose from {', '.join(known)}")
    if criterion.scores != "cells" and criterion.grouping == "means":
        criterion = Criterion(criterion.statistic, "means", "cells")
    table = members(human, metrics, systems)
    combinations = []
    for unit in left_out:
        parts = list(_folds(table, unit, folds, settings.seed))
        best, choices = _held_out(table, parts, best_single, criterion, normalise)
        for method in methods:
            predicted, _ = _held_out(table, parts, METHODS[method], criterion, normalise)
            three = Trio(("best single metric", method), table.human, best, predicted)
            tested = (
                contest(three, criterion, test, settings)
                if test
                else gain_test(three, unit, table.document, criterion, settings)
            )
            combinations.append(
                _combination(
                    table,
                    method,
                    unit,
                    tested,
                    choices,
                    how=(criterion, normalise, len(parts), settings.seed),
                )
            )
    return combinations


def _combination(
    table: Members,
    method: str,
    unit: str,
    tested: Contest,
    choices: Sequence[Array],
    *,
    how: tuple[Criterion, str, int, int],
) -> Combination:
    criterion, normalise, folds, seed = how
    weights, whole = _fitted(table, table.known, METHODS[method], criterion, normalise)
    _, hindsight = _fitted(table, table.known, best_single, criterion, normalise)
    chosen = [table.names[int(np.argmax(one))] for one in choices]
    return Combination(
        method,
        unit,
        folds,
        tested.value_second,
        tested.value_first,
        {name: chosen.count(name) for name in dict.fromkeys(chosen)},
        agreement_with(table.human, hindsight, criterion),
        agreement_with(table.human, whole, criterion),
        dict(zip(table.names, weights.tolist(), strict=True)),
        tested,
        normalise,
        int(table.known.sum()),
        seed,
    )


def _folds(table: Members, unit: str, folds: int, seed: int) -> Iterator[Mask]:
    """Yield the cells of every fold: segments, documents or systems in random parts of about the same size."""
    number = table.units.get(unit, 0)
    if folds < 2 or number < 2:
        raise InputError(
            f"cross-validation needs two folds or more, and two {unit}s or more, not {folds} of {number}"
        )
    order = np.random.default_rng(seed).permutation(number)
    for part in np.array_split(order, min(folds, number)):
        mask = np.zeros(table.human.shape, dtype=bool)
        if unit == "system":
            mask[part] = True
        elif table.document is not None and unit == "document":
            mask[:, np.isin(table.document, np.unique(table.document)[part])] = True
        else:
            mask[:, part] = True
        yield mask & table.known


def _held_out(
    table: Members, parts: Sequence[Mask], fit: Fit, criterion: Criterion, normalise: str
) -> tuple[Array, list[Array]]:
    """Predict every fold from the others; return all predictions, and the weights of every fold."""
    predicted = np.full(table.human.shape, np.nan)
    weights = []
    for part in parts:
        fitted, whole = _fitted(table, table.known & ~part, fit, criterion, normalise)
        predicted[part] = whole[part]
        weights.append(fitted)
    return predicted, weights


def _fitted(
    table: Members, train: Mask, fit: Fit, criterion: Criterion, normalise: str
) -> tuple[Array, Array]:
    """Fit weights on some cells; return them and the scores of all cells, standardised."""
    features = np.stack([_normalised(one, table.known, normalise) for one in table.metrics])
    weights = fit(Training(table.human, features, train, criterion))
    whole = np.tensordot(weights, np.where(table.known, features, 0), axes=1)
    return weights, _normalised(whole, table.known, "z")


def _normalised(values: Array, known: Mask, normalise: str) -> Array:
    """Return z-scores, or mean ranks as shares of all, over the cells that are known; a constant becomes 0."""
    seen = values[known]
    out = np.full(values.shape, np.nan)
    if normalise == "rank":
        out[known] = mean_ranks(seen.reshape(1, -1))[0] / len(seen)
    else:
        constant = math.isclose(float(seen.max()), float(seen.min()), rel_tol=1e-12)
        out[known] = 0.0 if constant else (seen - seen.mean()) / float(seen.std())
    return out
