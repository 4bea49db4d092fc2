"""What the user should see while work goes on: how far we are."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from assay.data import EvalSet, Outputs

Shards = Iterable[tuple[EvalSet, Outputs]]


def with_progress(shards: Shards) -> Iterator[tuple[EvalSet, Outputs]]:
    """Show a progress bar after one second, on a terminal only."""
    if not sys.stderr.isatty():
        yield from shards
        return
    from tqdm import tqdm

    with tqdm(desc="scoring", unit=" segments", unit_scale=True, delay=1, leave=False) as bar:
        for evalset, outputs in shards:
            yield evalset, outputs
            bar.update(len(evalset))


@contextmanager
def step(words: str, *, quiet: bool) -> Iterator[None]:
    """Say what is being done for as long as it takes, on a terminal only; bars may be drawn over it.

    Where `ASSAY_PROGRESS` is "lines", another program listens: every step is a line, `step: …`.
    """
    if quiet or not sys.stderr.isatty():
        if os.environ.get("ASSAY_PROGRESS") == "lines":
            print(f"step: {words}", file=sys.stderr, flush=True)
        yield
        return
    print(f"\r{words} …", end="", file=sys.stderr, flush=True)
    try:
        yield
    finally:
        print("\r\033[K", end="", file=sys.stderr, flush=True)


@contextmanager
def draws(number: int, *, quiet: bool) -> Iterator[Callable[[int], None] | None]:
    """Show a progress bar over so many draws after one second, on a terminal only."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from tqdm import tqdm

    with tqdm(total=number, desc="drawing", unit=" draws", unit_scale=True, delay=1, leave=False) as bar:
        yield bar.update


@contextmanager
def shards(*, quiet: bool) -> Iterator[Callable[[object], None] | None]:
    """Count shards that are done, on a terminal only."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from tqdm import tqdm

    with tqdm(desc="mapping", unit=" shards", delay=1, leave=False) as bar:
        yield lambda report: (bar.update(1), None)[1]


@contextmanager
def answers(name: str, characters: int, *, quiet: bool) -> Iterator[Callable[[int], object]]:
    """Show how much text a plug-in has read, and the time left, on a terminal only."""
    if quiet or not sys.stderr.isatty():
        yield lambda _: None
        return
    from tqdm import tqdm

    with tqdm(total=characters, desc=name, unit=" characters", unit_scale=True, leave=False) as bar:
        yield bar.update
