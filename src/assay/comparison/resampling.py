"""Scores of resamples: what is drawn as one, all systems under all metrics drawn side by side, and their intervals.

A unit is a segment, a document, or a block of consecutive segments. Segments of one document are not independent; drawn
one by one they make a set look larger than it is. The rows of a unit are added up before anything is drawn, so every
test and interval follows. A draw takes the same units for every system and metric, so that whatever is compared saw the
same test set. Nothing but sums leaves the kernel, in batches of bounded size; batches and threads never change a digit.

With few units an interval is Student's, by the jackknife: a bootstrap of few units is too narrow, since it draws from n
units with a spread that is (n - 1) / n of the true one, and looks up no t. The jackknife about the score itself (Tukey
1958; the CV3 of MacKinnon, Nielsen and Webb 2023, Journal of Applied Econometrics 38) serves every score that is made
of sums. Where units are of unequal size, a large one decides more than a degree of freedom: these are Satterthwaite's
(Bell and McCaffrey 2002, Survey Methodology 28), with the variance of a unit's mean taken to be one over its segments.
docs/significance.md has the coverage.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from assay import kernel
from assay.data import Array, Codes
from assay.errors import InputError, OptionError
from assay.metrics import Evaluation, Metric
from assay.stats import Interval, Settings, apart, bounds, t_value

MOST_DIGITS = 15  # of the size of a block: no set has more segments


def by_unit(evaluation: Evaluation, unit: str) -> Evaluation:
    """Return the same evaluation with a row a unit: "segment", "document" or "block:K".

    What is left over at the end joins the last block.
    """
    if unit == "segment":
        return evaluation
    codes = _documents(evaluation) if unit == "document" else _blocks(evaluation, unit)
    stats = {key: stats.collapse(codes) for key, stats in evaluation.stats.items()}
    sizes = np.bincount(codes.index, minlength=len(codes.names)).astype(np.float64)
    return replace(evaluation, stats=stats, document=None, sizes=sizes)


def _documents(evaluation: Evaluation) -> Codes:
    if evaluation.document is None:
        raise InputError(
            "unit=document needs to know the document of each segment; give the documents, or use block:K"
        )
    present, index = np.unique(evaluation.document.index, return_inverse=True)
    names = tuple(evaluation.document.names[place] for place in present)
    return Codes(names, index.astype(np.int32))


def _blocks(evaluation: Evaluation, unit: str) -> Codes:
    kind, _, text = unit.partition(":")
    whole = text.isdecimal() and len(text) <= MOST_DIGITS and int(text)
    if kind != "block" or not whole:
        raise OptionError(
            f"unit={unit[:40]!r} is not recognised; choose auto, segment, document, or block:K such as block:20"
        )
    size, segments = int(text), count_units(evaluation)
    blocks = max(1, segments // size)
    index = np.minimum(np.arange(segments) // size, blocks - 1).astype(np.int32)
    return Codes(tuple(f"block {number}" for number in range(1, blocks + 1)), index)


def count_units(evaluation: Evaluation) -> int:
    """Return the number of units, which is the number of rows of every system under every metric."""
    return len(next(iter(evaluation.stats.values())).rows)


def check_units(evaluation: Evaluation, *, least: int = 2) -> int:
    """Return the number of units, and refuse fewer than can be resampled."""
    number = count_units(evaluation)
    if number < least:
        raise InputError(
            f"there is only {number} unit (segment, document or block) to "
            f"resample; an interval or a test needs at least {least}"
        )
    return number


Key = tuple[Metric, str]
Scores = Mapping[Key, Array]
Progress = Callable[[int], None]

BATCH = 1 << 20  # sums that are held at a time
# Numbers that may be copied into one matrix; larger sets are drawn system by system
SIDE_BY_SIDE = 1 << 25


@dataclass(frozen=True)
class Batch:
    """The sums of some draws, by metric and system."""

    start: int
    draws: int
    sums: Mapping[Key, Array]


def batches(evaluation: Evaluation, settings: Settings, draws: int, *, coins: bool) -> Iterator[Batch]:
    """Yield the sums of so many draws: of a bootstrap, or of coins that decide which units are swapped."""
    kind, size = ("coin", None) if coins else settings.drawn(count_units(evaluation))
    matrices = list(_matrices(evaluation))
    width = sum(matrix.shape[1] for _, matrix in matrices)
    step = max(1, BATCH // width)
    for start in range(0, draws, step):
        number = min(step, draws - start)
        sums: dict[Key, Array] = {}
        for keys, matrix in matrices:
            # Each draw has a generator of its own, by its number: batches and threads change nothing.
            drawn = kernel.resample_sums(
                matrix, number, settings.seed, kind=kind, size=size, first=start, threads=settings.threads
            )
            sums |= _parted(evaluation, keys, drawn)
        yield Batch(start, number, sums)


def _matrices(evaluation: Evaluation) -> Iterator[tuple[list[Key], Array]]:
    """Put the columns of all systems side by side: units are then drawn once for all of them."""
    # Memory for speed: the draws of a unit are made once, but all columns are copied.
    keys = list(evaluation.stats)
    if sum(stats.rows.size for stats in evaluation.stats.values()) <= SIDE_BY_SIDE:
        yield keys, np.ascontiguousarray(np.concatenate([evaluation.stats[key].rows for key in keys], axis=1))
    else:
        yield from (([key], np.ascontiguousarray(evaluation.stats[key].rows)) for key in keys)


def _parted(evaluation: Evaluation, keys: Sequence[Key], drawn: Array) -> dict[Key, Array]:
    """Give each key its columns, one after the other in memory: metrics read them column by column."""
    ends = np.cumsum([evaluation.stats[key].rows.shape[1] for key in keys]).tolist()
    return {
        key: np.asfortranarray(drawn[:, start:end])
        for key, start, end in zip(keys, [0, *ends], ends, strict=False)
    }


def bootstrap_sums(evaluation: Evaluation, settings: Settings) -> Scores:
    """Return the sums of every bootstrap draw, for those who make more than one thing of the same draws."""
    parts = list(batches(evaluation, settings, settings.bootstrap_draws, coins=False))
    return {key: np.concatenate([part.sums[key] for part in parts]) for key in evaluation.stats}


def bootstrap(evaluation: Evaluation, settings: Settings, progress: Progress | None = None) -> Scores:
    """Return the scores of every bootstrap draw, by metric and system."""
    draws = settings.bootstrap_draws
    scores = {key: np.empty(draws) for key in evaluation.stats}
    for batch in batches(evaluation, settings, draws, coins=False):
        for key, sums in batch.sums.items():
            scores[key][batch.start : batch.start + batch.draws] = key[0].score(sums)
        if progress:
            progress(batch.draws)
    return scores


def score_units(evaluation: Evaluation) -> Scores:
    """Return the score of every unit, by metric and system."""
    return {key: _piecewise(key[0], stats.rows) for key, stats in evaluation.stats.items()}


def scores_without_each(evaluation: Evaluation, key: Key) -> Array:
    """Return the score of all units but one, for each unit in turn (the jackknife)."""
    rows = evaluation.stats[key].rows
    return _piecewise(key[0], rows, rows.sum(axis=0))


def _piecewise(metric: Metric, rows: Array, total: Array | None = None) -> Array:
    """Score the rows, or the total without each of them, some at a time."""
    step = max(1, BATCH // rows.shape[1])
    parts = [rows[start : start + step] for start in range(0, len(rows), step)]
    return np.concatenate([metric.score(part if total is None else total - part) for part in parts])


# The usual rule of thumb; bench/calibration.py has the coverage of percentiles around it.
FEW_UNITS = 30


@dataclass(frozen=True)
class Spread:
    """The standard error of a score or a difference over units, and the degrees of freedom it is known with."""

    error: float
    freedom: float

    def bounds(self, estimate: float, confidence: float) -> tuple[float, float]:
        """Return Student's two-sided interval."""
        reach = t_value(confidence, self.freedom) * self.error
        return estimate - reach, estimate + reach


def takes_t(units: int, settings: Settings) -> bool:
    """Tell whether an interval is Student's: by default over few units, and where no kind was asked for."""
    return settings.interval == "auto" and units < FEW_UNITS


def spread(estimate: float, without: Array, sizes: Array | None = None) -> Spread:
    """Return the spread of an estimate from what it is without each unit; `sizes` are the segments of the units."""
    number = len(without)
    shares = np.full(number, 1 / number) if sizes is None else sizes / sizes.sum()
    moved = apart(without, np.full(number, estimate))
    squares = (number - 1) / number * float((moved**2).sum())
    return Spread(math.sqrt(squares), _satterthwaite(shares))


def _satterthwaite(shares: Array) -> float:
    """Return the degrees of freedom of the jackknife's variance: n - 1 of n equal units, fewer of unequal ones."""
    own = shares / (1 - shares)
    weights = own * shares / (1 - shares)
    spread_of_it = float((own**2).sum() + weights.sum() ** 2 - (weights**2).sum())
    return max(1.0, float(own.sum()) ** 2 / spread_of_it)


def interval_words(units: int, settings: Settings, *, plural: str = "units") -> str:
    """Say how intervals over so many units were made, with the number of draws where there are any."""
    if takes_t(units, settings):
        return f"Student's t over {units} {plural} (jackknife)"
    sizes = {
        "full": "",
        "half": ", half-size samples",
        "half-without": ", half-size samples without replacement",
    }
    draws = f"{settings.bootstrap_draws:,} draws{sizes[settings.sample]}"
    return f"{settings.bootstrap_interval} bootstrap, {draws}"


@dataclass(frozen=True)
class Jackknife:
    """The jackknife's view of a score: its bias, its standard error, and the interval from the error."""

    interval: Interval
    bias: float
    error: float


def bootstrap_intervals(
    evaluation: Evaluation,
    settings: Settings,
    progress: Progress | None = None,
    *,
    drawn: Scores | None = None,
) -> dict[Key, Interval]:
    """Return an interval of the score of every system under every metric, all from the same draws.

    The scores of the draws are taken from `drawn` where they have been made before. Few units have Student's t.
    """
    if takes_t(check_units(evaluation), settings):
        return {key: _t_interval(evaluation, key, settings) for key in evaluation.stats}
    scores = bootstrap(evaluation, settings, progress) if drawn is None else drawn
    intervals = {}
    for key, draws in scores.items():
        estimate = evaluation.stats[key].total()
        left_out = scores_without_each(evaluation, key) if settings.interval == "bca" else None
        low, high = bounds(estimate, draws, settings, left_out)
        intervals[key] = Interval(estimate, low, high, f"bootstrap {settings.bootstrap_interval}")
    return intervals


def _t_interval(evaluation: Evaluation, key: Key, settings: Settings) -> Interval:
    estimate = evaluation.stats[key].total()
    low, high = score_spread(evaluation, key).bounds(estimate, settings.confidence)
    return Interval(estimate, low, high, "jackknife t")


def score_spread(evaluation: Evaluation, key: Key) -> Spread:
    """Return the standard error of a score over units, by the jackknife."""
    return spread(evaluation.stats[key].total(), scores_without_each(evaluation, key), evaluation.sizes)


def jackknife(evaluation: Evaluation, key: Key, confidence: float = 0.95) -> Jackknife:
    """Leave out one unit at a time: the interval is the score, less its bias, plus and minus t errors."""
    number = check_units(evaluation)
    estimate, left_out = evaluation.stats[key].total(), scores_without_each(evaluation, key)
    bias = (number - 1) * float(left_out.mean() - estimate)
    error = math.sqrt((number - 1) / number * float(((left_out - left_out.mean()) ** 2).sum()))
    reach = t_value(confidence, number - 1) * error
    centre = estimate - bias
    return Jackknife(Interval(centre, centre - reach, centre + reach, "jackknife"), bias, error)
