"""sacreBLEU's draws: its generator and seed, its order of draws, its sums in single precision."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.errors import OptionError

Rows = NDArray[Any]
ScoreOf = Callable[[Any], Any]  # sums of statistics to the score


def chosen_seed() -> int | None:
    """Return the seed that `SACREBLEU_SEED` names, 12345 by default; None, if it says so, takes none."""
    text = os.environ.get("SACREBLEU_SEED", "12345").lower()
    if text != "none" and not (text.isascii() and text.isdecimal()):
        raise OptionError(f"SACREBLEU_SEED is {text!r}; set it to a whole number, or to none")
    return None if text == "none" else int(text)


def drawn_sums(samples: Sequence[Rows], draws: int, rng: np.random.Generator) -> Iterator[list[Rows]]:
    """Yield the sums of each draw of segments, the same segments for all samples."""
    size = len(samples[0])
    for _ in range(draws):
        segments = rng.choice(size, size=size)
        yield [rows[segments].sum(axis=0) for rows in samples]


def single_precision(stats: Sequence[Sequence[float]]) -> Rows:
    """Return statistics as sacreBLEU adds them up in a bootstrap."""
    return np.array(stats, dtype=np.float32)


def bootstrap_scores(stats: Sequence[Sequence[float]], score: ScoreOf, draws: int) -> list[Any]:
    """Return the scores of so many draws of one system's segments."""
    rng = np.random.default_rng(chosen_seed())
    return [score(sums) for [sums] in drawn_sums([single_precision(stats)], draws, rng)]
