"""Long work of the kernel: a signal ends it, and what would take too many steps is refused, whatever the clock says."""

import random
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from kernel_columns import grouped, numbered

from assay import kernel
from assay.errors import AssayError

SOON = 0.2  # seconds until the signal
WAIT = 20  # seconds of computing that it may take: the work takes minutes, a look-up a twentieth of a second
PRICES: Any = {"alpha": 2.0, "rho": 0.3, "deletion": 0.2, "insertion": 1.0, "substitution": 1.0}
LIMITS: Any = {"beam": 25, "shift_size": 10, "shift_distance": 50, "candidates": 1000}


class HeardError(Exception):
    """What the handler raises, as Python's own raises KeyboardInterrupt."""


@contextmanager
def interrupted() -> Iterator[None]:
    """Raise an exception soon, and tell whether it came out in time."""

    def interrupt(*_: object) -> None:
        raise HeardError

    before, begun = signal.signal(signal.SIGALRM, interrupt), time.process_time()
    signal.setitimer(signal.ITIMER_REAL, SOON)
    try:
        with pytest.raises(HeardError):
            yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert time.process_time() - begun < WAIT


def words(size: int, seed: int, types: int = 500) -> str:
    """Write words, some of them much more frequent than others."""
    chance = random.Random(seed)
    return " ".join(f"w{int(types ** chance.random())}" for _ in range(size))


LONG = (words(2_000, 1), [words(2_000, 2)])
LINE = ("ab c" * 8_000, ["cab " * 8_000])
WORK: dict[str, Callable[[int], object]] = {
    "CharacTER": lambda threads: kernel.character_stats(*grouped([LONG] * 64), threads=threads),
    "EED": lambda threads: kernel.eed_stats(*grouped([LINE] * 256), python=False, **PRICES, threads=threads),
    "EED, aligned": lambda threads: kernel.eed_alignments(
        *grouped([LINE] * 64), python=True, **PRICES, threads=threads
    ),
    "TER by definition": lambda threads: kernel.ter_stats(
        numbered([LONG] * 64), **LIMITS, definition=True, threads=threads
    ),
}


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("work", WORK)
def test_a_signal_ends_long_work(work: str, threads: int) -> None:
    with interrupted():
        WORK[work](threads)


def test_a_signal_ends_work_that_helpers_are_left_with() -> None:
    """The thread that was called has nothing but short segments, and waits."""
    segments = [LONG if row >= 32 else ("a", ["a"]) for row in range(64)]
    with interrupted():
        kernel.character_stats(*grouped(segments), threads=2)


ENDLESS = "ab c" * 60_000
REFUSED: dict[str, Callable[[], object]] = {
    "EED": lambda: kernel.eed_stats(
        *grouped([("a", ["a"]), ("b", ["b"]), (ENDLESS, [ENDLESS])]), python=False, **PRICES, threads=2
    ),
    "EED, aligned": lambda: kernel.eed_alignments(
        *grouped([("a", ["a"]), ("b", ["b"]), (ENDLESS, [ENDLESS])]), python=True, **PRICES, threads=2
    ),
    "CDER, aligned": lambda: kernel.cder_alignments(
        *grouped([("a", ["a"]), ("b", ["b"]), ("a b " * 40_000, ["b a " * 40_000])]),
        cicada=False,
        characters=False,
        threads=2,
    ),
    "CharacTER": lambda: kernel.character_stats(
        *grouped([("a", ["a"]), ("b", ["b"]), ("a b c " * 4_000, ["c b a " * 4_000])]), threads=2
    ),
    "ROUGE-W of the script": lambda: kernel.rouge_counts(
        numbered([("a", ["a"]), ("b", ["b"]), ("a b " * 10_000, ["b a " * 10_000])]),
        "w",
        order=1,
        gap=-1,
        weight=1.2,
        script=True,
        threads=2,
    ),
}


@pytest.mark.parametrize("work", REFUSED)
def test_what_would_take_too_many_steps_is_refused_before_it_is_begun(work: str) -> None:
    with pytest.raises(
        kernel.TooLongError, match="segment 3 is too long: it takes more than 17 billion steps"
    ) as said:
        REFUSED[work]()
    assert said.value.row == 2
    assert isinstance(said.value, AssayError)


def test_steps_of_other_rows_do_not_count() -> None:
    """Together these take more steps than one may."""
    line = words(400, 3)
    rows = kernel.impact_sums(numbered([(line, [line])] * 300), alpha=0.5, beta=1.2, repeats=-1, threads=1)
    assert len(set(rows.tolist())) == 1
