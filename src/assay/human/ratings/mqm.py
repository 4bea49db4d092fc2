"""Scores from marked errors: minus the sum of their weights, so that 0 is perfect and higher is better.

The published sets of weights are files beside this module; one's own is read by `read_weights`. A severity that
no rule knows is an error, never a weight of 0. Planted errors (severity HOTW-test) are left out and counted.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from assay.data import GENUINE, REPEAT, Array, Judgements, MqmWeights, Remark, Spans
from assay.errors import InputError, OptionError
from assay.io import read_weights, shown
from assay.io.ratings.mqm_weights import packaged_weights

FOLDER = Path(__file__).parent / "mqm_weights"
DEFAULT = "marot"  # gives the published averages of WMT23


def weight_sets() -> tuple[str, ...]:
    """Return the names of the published sets."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


@cache
def published_weights(name: str = DEFAULT) -> MqmWeights:
    """Return a published set of weights by its name."""
    if name not in weight_sets():
        raise OptionError(
            f"weights={name!r} is not recognised; choose from {', '.join(weight_sets())}, or the path of a TOML file"
        )
    return packaged_weights(FOLDER / f"{name}.toml")


def weights_of(chosen: str | MqmWeights) -> MqmWeights:
    """Return the weights that an option names: a published set by its name, or a TOML file of one's own."""
    if isinstance(chosen, MqmWeights):
        return chosen
    if chosen in weight_sets() or not Path(chosen).exists():
        return published_weights(chosen)
    return read_weights(chosen)


@dataclass(frozen=True)
class Weighed:
    """Minus the weighted errors of every row; NaN where a row has nothing but planted errors."""

    weights: MqmWeights
    values: Array
    errors: int
    remarks: tuple[Remark, ...]


def weigh(judgements: Judgements, weights: MqmWeights) -> Weighed:
    """Add up the weights of the errors that were marked in every row."""
    spans = judgements.spans
    if spans is None:
        raise InputError(
            f"{judgements.path or judgements.scheme}: there are no marked errors to "
            "weight; give a file with error spans, or use the scores as they are"
        )
    kinds, index = _kinds(spans)
    planted = np.array([weights.ignores(spans.severity.names[severity]) for severity, _, _ in kinds], bool)
    costs = _costs(judgements, spans, weights, kinds, index)
    rows, dropped = spans.rows(), planted[index] if len(kinds) else np.zeros(0, dtype=bool)
    sums = np.bincount(rows[~dropped], costs[index[~dropped]], minlength=len(judgements))
    bare = (np.bincount(rows[dropped], minlength=len(judgements)) > 0) & (
        np.bincount(rows[~dropped], minlength=len(judgements)) == 0
    )
    values = np.where(bare, np.nan, 0.0 - sums)
    genuine = int((bare & judgements.item.among((GENUINE, REPEAT))).sum())
    return Weighed(weights, values, int((~dropped).sum()), _planted(int(dropped.sum()), genuine))


def _kinds(spans: Spans) -> tuple[list[tuple[int, int, int]], NDArray[np.int64]]:
    """Return the combinations of severity, category and side that occur, and which one every span is."""
    categories, sides = max(len(spans.category.names), 1), max(len(spans.side.names), 1)
    code = (spans.severity.index.astype(np.int64) * categories + spans.category.index) * sides
    codes, index = np.unique(code + spans.side.index, return_inverse=True)
    kinds = [
        (code // sides // categories, code // sides % categories, code % sides) for code in codes.tolist()
    ]
    return kinds, index.astype(np.int64)


def _costs(
    judgements: Judgements,
    spans: Spans,
    weights: MqmWeights,
    kinds: list[tuple[int, int, int]],
    index: NDArray[np.int64],
) -> Array:
    costs = np.zeros(len(kinds))
    for place, (severity, category, side) in enumerate(kinds):
        named = spans.severity.names[severity], spans.category.names[category], spans.side.names[side]
        cost = 0.0 if weights.ignores(named[0]) else weights.weight(*named)
        if cost is None:
            row = int(spans.rows()[np.flatnonzero(index == place)[0]])
            raise InputError(
                f'{_where(judgements, row)}: the weights "{shown(weights.name)}" have no rule for the severity '
                f'"{shown(named[0])}" (category "{shown(named[1])}"); add a rule to a weight file of your own, or '
                "choose another set"
            )
        costs[place] = cost
    return costs


def _where(judgements: Judgements, row: int) -> str:
    path = judgements.path or "judgements"
    return f"{path}, row {row + 1}" if judgements.line is None else f"{path}, line {judgements.line[row]}"


def _planted(spans: int, bare: int) -> tuple[Remark, ...]:
    remarks = [Remark("planted errors (quality control), left out", spans, ())] if spans else []
    if bare:
        remarks.append(Remark("ratings with only planted errors, left out", bare, ()))
    return tuple(remarks)
