"""Two metrics against people in one draw, by the definitions: every pair, every threshold, one by one."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from reference.resample import Random, draw_weights

Rows = Sequence[Sequence[float]]


class Cell(NamedTuple):
    """A score of people and both metrics, how often it is drawn, and where it stands."""

    human: float
    metrics: tuple[float, float]
    system: int
    segment: int
    plain: tuple[float, float]  # before standardising
    scales: tuple[float, float]
    source: int = 0  # the metric that the first score comes from


def metric_draw(
    scores: tuple[Rows, Rows, Rows], agreement: str, grouping: str, redraw: str, draw: tuple[int, int]
) -> tuple[float, float]:
    """Return the agreement of both metrics with people; `scores` are of people and the two, `draw` has its seed."""
    systems, segments = len(scores[0]), len(scores[0][0])
    swapped, often_system, often_segment = _chance(redraw, systems, segments, *draw)
    cells = [
        _exchanged(cell) if swapped[cell.system][cell.segment] else cell
        for cell in _cells(scores, standard="swap" in redraw)
    ]
    if grouping == "means":
        groups = [(1, _means(cells, often_system, often_segment))]
    else:
        groups = list(_groups(cells, grouping, often_system, often_segment))
    if agreement == "acc-eq":
        return _calibrated(groups, 0), _calibrated(groups, 1)
    return _mean(groups, agreement, 0), _mean(groups, agreement, 1)


def _chance(
    redraw: str, systems: int, segments: int, seed: int, number: int
) -> tuple[list[list[int]], list[int], list[int]]:
    """Say which cells are swapped, and how often systems and segments are taken."""
    random = Random(seed, number)
    swapped = [[0] * segments for _ in range(systems)]
    often_system, often_segment = [1] * systems, [1] * segments
    if redraw == "swap-cells":
        coins = draw_weights(random, "coin", systems * segments, 0)
        swapped = [coins[start : start + segments] for start in range(0, systems * segments, segments)]
    elif redraw == "swap-systems":
        swapped = [[coin] * segments for coin in draw_weights(random, "coin", systems, 0)]
    elif redraw == "every-swap":
        swapped = [[number >> system & 1] * segments for system in range(systems)]
    elif redraw == "swap-segments":
        swapped = [draw_weights(random, "coin", segments, 0)] * systems
    if redraw in ("draw-systems", "draw-both"):
        often_system = draw_weights(random, "with-replacement", systems, systems)
    if redraw in ("draw-segments", "draw-both"):
        often_segment = draw_weights(random, "with-replacement", segments, segments)
    return swapped, often_system, often_segment


def _cells(scores: tuple[Rows, Rows, Rows], *, standard: bool) -> list[Cell]:
    """Return the cells for which everybody has a score, both metrics standardised over them if wanted."""
    human, first, second = scores
    known = [
        (system, segment)
        for system, row in enumerate(human)
        for segment, score in enumerate(row)
        if not any(map(math.isnan, (score, first[system][segment], second[system][segment])))
    ]
    columns = [[metric[system][segment] for system, segment in known] for metric in (first, second)]
    done = [_standard(column) if standard else (column, 1.0) for column in columns]
    return [
        Cell(
            human[system][segment],
            (done[0][0][at], done[1][0][at]),
            *(system, segment),
            (columns[0][at], columns[1][at]),
            (done[0][1], done[1][1]),
        )
        for at, (system, segment) in enumerate(known)
    ]


def _standard(column: Sequence[float]) -> tuple[list[float], float]:
    if not column or min(column) == max(column):
        return [0.0] * len(column), 1.0
    mean = sum(column) / len(column)
    scale = math.sqrt(sum((value - mean) ** 2 for value in column) / len(column))
    return [(value - mean) / scale for value in column], scale


def _exchanged(cell: Cell) -> Cell:
    return cell._replace(metrics=cell.metrics[::-1], source=1)


Weighted = list[tuple[int, Cell]]


def _groups(
    cells: Iterable[Cell], grouping: str, often_system: Sequence[int], often_segment: Sequence[int]
) -> Iterable[tuple[int, Weighted]]:
    """Yield how often each group is drawn, and its cells with how often each is drawn in it."""
    groups: dict[int, tuple[int, Weighted]] = {}
    for cell in cells:
        system, segment = often_system[cell.system], often_segment[cell.segment]
        name, often, within = {
            "none": (0, 1, system * segment),
            "item": (cell.segment, segment, system),
            "system": (cell.system, system, segment),
        }[grouping]
        groups.setdefault(name, (often, []))[1].append((within, cell))
    return (groups[name] for name in sorted(groups))


def _steady(mean: float) -> float:
    """Drop the last digits of a mean, which depend on the order of its terms."""
    return math.ldexp(round(math.ldexp(mean, 40)), -40) if abs(mean) < 4096 else mean


def _means(cells: Sequence[Cell], often_system: Sequence[int], often_segment: Sequence[int]) -> Weighted:
    """Turn cells into one a system, of the mean scores over the segments drawn."""
    found = []
    for system, often in enumerate(often_system):
        own = [(often_segment[cell.segment], cell) for cell in cells if cell.system == system]
        total = sum(weight for weight, _ in own)
        if total:
            human = _steady(sum(weight * cell.human for weight, cell in own) / total)
            first, second = (
                _steady(sum(w * cell.metrics[which] for w, cell in own) / total) for which in (0, 1)
            )
            found.append((often, Cell(human, (first, second), system, 0, (first, second), (1.0, 1.0))))
    return found


def _mean(groups: Sequence[tuple[int, Weighted]], agreement: str, which: int) -> float:
    total, weights = 0.0, 0
    for often, cells in groups:
        human = [cell.human for _, cell in cells]
        metric = [cell.metrics[which] for _, cell in cells]
        value = _agreement(agreement, human, metric, [weight for weight, _ in cells])
        if often and len(cells) > 1 and not math.isnan(value):
            total, weights = total + often * value, weights + often
    return total / weights if weights else math.nan


def _agreement(kind: str, human: list[float], metric: list[float], weights: list[int]) -> float:
    if kind == "pearson":
        return _pearson(human, metric, weights)
    if kind == "spearman":
        return _pearson(_ranks(human, weights), _ranks(metric, weights), weights)
    counts = dict.fromkeys(("con", "dis", "human", "metric", "both"), 0)
    for i in range(len(human)):
        for j in range(i):
            h, m = _sign(human[i] - human[j]), _sign(metric[i] - metric[j])
            counts[_kind(h, m)] += weights[i] * weights[j]
    every = sum(counts.values())
    if kind == "accuracy":
        return (counts["con"] + counts["both"]) / every if every else math.nan
    right = counts["con"] + counts["dis"]
    scale = (right + counts["human"]) * (right + counts["metric"])
    return (counts["con"] - counts["dis"]) / math.sqrt(scale) if scale else math.nan


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def _kind(human: int, metric: int) -> str:
    if human and metric:
        return "con" if human == metric else "dis"
    return "both" if human == metric else ("metric" if human else "human")


def _pearson(x: Sequence[float], y: Sequence[float], weights: Sequence[int]) -> float:
    points = [(w, a, b) for w, a, b in zip(weights, x, y, strict=True) if w]
    if len({a for _, a, _ in points}) < 2 or len({b for _, _, b in points}) < 2:
        return math.nan
    total = sum(weights)
    mean_x, mean_y = sum(w * a for w, a, _ in points) / total, sum(w * b for w, _, b in points) / total
    xy = sum(w * (a - mean_x) * (b - mean_y) for w, a, b in points)
    xx, yy = (
        sum(w * (a - mean_x) ** 2 for w, a, _ in points),
        sum(w * (b - mean_y) ** 2 for w, _, b in points),
    )
    return max(-1.0, min(1.0, xy / (math.sqrt(xx) * math.sqrt(yy)))) if xx and yy else math.nan


def _ranks(values: Sequence[float], weights: Sequence[int]) -> list[float]:
    """Return mean ranks; a value of weight 2 takes two places."""
    pairs = list(zip(values, weights, strict=True))
    return [
        sum(w for other, w in pairs if other < value)
        + (sum(w for other, w in pairs if other == value) + 1) / 2
        for value in values
    ]


def _calibrated(groups: Sequence[tuple[int, Weighted]], which: int) -> float:
    """Return the best accuracy over all thresholds of a tie, the mean over groups that have pairs."""
    pairs: list[tuple[Fraction, int, float]] = []
    whole = 0
    for often, cells in groups:
        within = [
            (a * b, _sign(one.human - other.human), _apart(one, other, which))
            for at, (a, one) in enumerate(cells)
            for b, other in cells[:at]
        ]
        total = sum(weight for weight, _, _ in within)
        if total and often:
            whole += often
            pairs += [(Fraction(often * weight, total), human, apart) for weight, human, apart in within]
    if not whole:
        return math.nan
    thresholds = {0.0, *(abs(apart) for _, _, apart in pairs)}
    unit = math.lcm(
        *(weight.denominator for weight, _, _ in pairs)
    )  # whole numbers of which are added sooner
    shares = [(int(weight * unit), human, _sign(apart), abs(apart)) for weight, human, apart in pairs]
    right = (
        sum(share for share, human, metric, apart in shares if human == (metric if apart > eps else 0))
        for eps in thresholds
    )
    return float(Fraction(max(right), unit) / whole)


def _apart(one: Cell, other: Cell, which: int) -> float:
    """Return the difference under a metric: in its own units, then scaled, where both come from the same one."""
    sources = {one.source ^ which, other.source ^ which}
    if len(sources) == 1:
        [source] = sources
        return (one.plain[source] - other.plain[source]) / one.scales[source]
    return one.metrics[which] - other.metrics[which]
