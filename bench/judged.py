"""Judgements and scores to time on, all generated from seeds: the real ones do not travel with a clone.

Sizes are those of the sets whose times are published: WMT23 en-de (12 systems, 460 segments, 30,360 pairs of outputs)
and he-en (13 systems, 820 segments), and the 10,188 rankings of two among nine systems of WMT16 tr-en.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from assay.data.evalset import Array, Codes
from assay.data.judgements import Preferences
from assay.data.scores import Scores
from assay.io.scores.mtme_files import write_scores

GENERATED = "generated from a seed, of the size of the real set"
SIZES = {"en-de": (12, 460, "refA"), "he-en": (13, 820, "refB")}
METRICS = 32
PENALTIES, SHARES = np.array([0, 1, 2, 5, 6, 10, 25]), np.array([0.35, 0.2, 0.1, 0.15, 0.1, 0.07, 0.03])
JUDGEMENTS, JUDGED = 10_188, 9
BLOCK = 500_000  # lines that are written at a time


def people(pair: str = "en-de") -> Scores:
    """Return human scores as MQM has them: few different values, many ties, some systems better than others."""
    systems, segments, _ = SIZES[pair]
    random = np.random.default_rng(1)
    worse = random.random((systems, segments)) < np.linspace(0, 0.5, systems)[:, None]
    drawn = random.choice(PENALTIES, size=(2, systems, segments), p=SHARES)
    return _scores("mqm", -(drawn[0] + worse * drawn[1]).astype(np.float64))


def metric(human: Scores, number: int) -> Scores:
    """Return a metric that says what people say, with noise of its own; every fourth has few different values."""
    random = np.random.default_rng(100 + number)
    values = human.values / 10 + random.normal(0, 1 + number / 8, human.values.shape)
    return _scores(f"metric{number:02}", np.round(values, 0 if number % 4 == 3 else 4))


def _scores(name: str, values: Array) -> Scores:
    systems, segments = values.shape
    names = tuple(f"system{number:02}" for number in range(systems))
    return Scores(name, names, tuple(str(number) for number in range(1, segments + 1)), values)


def preferences() -> Preferences:
    """Return rankings of two outputs each, one in four a tie, the better system ahead more often."""
    random = np.random.default_rng(2)
    first = random.integers(0, JUDGED, JUDGEMENTS)
    second = (first + random.integers(1, JUDGED, JUDGEMENTS)) % JUDGED
    ahead = np.sign(random.normal((second - first) / 6, 1)).astype(np.int8)
    outcome = np.where(random.random(JUDGEMENTS) < 0.25, 0, ahead).astype(np.int8)
    names = tuple(f"system{number}" for number in range(JUDGED))
    one = Codes.alike("", JUDGEMENTS)
    return Preferences(names, first.astype(np.int32), second.astype(np.int32), outcome, one, one)


def ratings() -> Array:
    """Return 5,520 items rated from 0 to 100 by three of ten raters each: raters by items, NaN where none."""
    random = np.random.default_rng(3)
    items = 12 * 460
    values = np.clip(np.round(random.normal(70, 15, items) + random.normal(0, 12, (10, items))), 0, 100)
    return np.where(random.random((10, items)).argsort(axis=0) < 3, values, np.nan)


def write_tree(folder: Path) -> Path:
    """Write two language pairs with 32 metrics each as mt-metrics-eval keeps them."""
    (folder / "human-scores").mkdir(parents=True)
    for pair, (_, _, reference) in SIZES.items():
        human = people(pair)
        (folder / "metric-scores" / pair).mkdir(parents=True)
        _write(folder / "human-scores" / f"{pair}.mqm", human)
        for number in range(METRICS):
            made = metric(human, number)
            _write(folder / "metric-scores" / pair / f"{made.name}-{reference}", made)
    return folder


def _write(stem: Path, scores: Scores) -> None:
    for level in ("seg", "sys"):
        Path(f"{stem}.{level}.score").write_text(write_scores(scores, level), encoding="utf-8", newline="\n")


def write_ratings(path: Path, systems: int, segments: int, raters: int, rows: int) -> None:
    """Write so many ratings as a tidy table, the outputs of a segment one after the other."""
    random = np.random.default_rng(4)
    quality = random.normal(70, 8, systems)
    with path.open("w", encoding="utf-8", newline="\n") as handle:
        handle.write("system\tsegment\trater\tscore\n")
        for start in range(0, rows, BLOCK):
            row = np.arange(start, min(start + BLOCK, rows))
            system, segment = row % systems, row // systems % segments
            rater = random.integers(0, raters, len(row))
            score = np.clip(np.round(random.normal(quality[system], 15)), 0, 100).astype(int)
            columns = (column.tolist() for column in (system, segment, rater, score))
            handle.writelines(
                f"system{a:02}\tseg{b}\trater{c}\t{d}\n" for a, b, c, d in zip(*columns, strict=True)
            )


def write_study(path: Path, systems: int, segments: int, raters: int, each: int) -> None:
    """Write ratings of every output by `each` of the raters, the same for all outputs of a segment."""
    random = np.random.default_rng(4)
    quality, strictness = random.normal(70, 8, systems), random.normal(0, 5, raters)
    with path.open("w", encoding="utf-8", newline="\n") as handle:
        handle.write("system\tsegment\trater\tscore\n")
        for segment in range(segments):
            people = random.permutation(raters)[:each]
            spread = random.normal(0, 12, (systems, each)) + random.normal(quality, 12)[:, None]
            scores = np.clip(np.round(spread + strictness[people]), 0, 100).astype(int).tolist()
            handle.writelines(
                f"system{system:02}\tseg{segment}\trater{rater}\t{score}\n"
                for system, row in enumerate(scores)
                for rater, score in zip(people.tolist(), row, strict=True)
            )
