"""What is said while shards go by: a bar on a terminal only, and one warning at the end."""

from __future__ import annotations

import io
import sys
import warnings
from collections.abc import Iterator
from typing import Any

import pytest

from assay.cli.watch import Shards, draws, with_progress
from assay.data.evalset import EvalSet, Outputs
from assay.errors import AssayWarning, InputError
from assay.metrics import specs as spec
from assay.metrics.evaluation import with_tokenised_warning
from assay.questions.given import with_documents


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Clock:
    """The time of bars, which passes where a test says so."""

    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("tqdm.std.time", clock)
    return clock


def slowly(shards: Iterator[tuple[EvalSet, Outputs]], clock: Clock, seconds: float) -> Iterator[Any]:
    for shard in shards:
        clock.now += seconds
        yield shard


def shards(count: int, size: int = 60) -> Iterator[tuple[EvalSet, Outputs]]:
    for _ in range(count):
        references = {"ref": ["a b c."] * size}
        yield (
            EvalSet("set", ("", ""), None, references, None),
            {"one": ["a b ."] * size, "two": ["a b."] * size},
        )


def passed(stream: Shards) -> int:
    return sum(len(evalset) for evalset, _ in stream)


@pytest.mark.parametrize(
    ("stream", "seconds", "shown"),
    [(Terminal(), 0.7, True), (Terminal(), 0.3, False), (io.StringIO(), 0.7, False)],
)
def test_a_bar_appears_on_a_terminal_after_a_second(
    monkeypatch: pytest.MonkeyPatch, clock: Clock, stream: io.StringIO, seconds: float, shown: bool
) -> None:
    monkeypatch.setattr(sys, "stderr", stream)
    assert passed(with_progress(slowly(shards(3), clock, seconds))) == 180
    assert ("scoring" in stream.getvalue()) is shown


@pytest.mark.parametrize(
    ("stream", "quiet"), [(Terminal(), False), (Terminal(), True), (io.StringIO(), False)]
)
def test_draws_have_a_bar_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, clock: Clock, stream: io.StringIO, quiet: bool
) -> None:
    monkeypatch.setattr(sys, "stderr", stream)
    with draws(100, quiet=quiet) as progress:
        shown = progress is not None
        if progress:
            clock.now += 1.1
            progress(10)
    assert shown == ("drawing" in stream.getvalue()) == (stream.isatty() and not quiet)


def test_tokenised_lines_are_counted_over_all_shards_and_told_once() -> None:
    with pytest.warns(AssayWarning, match=r"^one \(180 lines\): .* BLEU does its own tokenisation") as caught:
        assert (
            passed(with_tokenised_warning(shards(3), [spec.parse_metric("ter"), spec.parse_metric("bleu")]))
            == 180
        )
    assert len(caught) == 1


@pytest.mark.parametrize(("count", "metric"), [(1, "bleu"), (3, "chrf"), (3, "ter"), (3, "bleu:tok=none")])
def test_few_lines_or_a_metric_that_does_not_tokenise_are_no_reason_to_warn(count: int, metric: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        passed(with_tokenised_warning(shards(count), [spec.parse_metric(metric)]))


def test_a_set_without_documents_is_refused_at_its_first_shard() -> None:
    stream = shards(3)
    with pytest.raises(InputError, match="--docs"):
        passed(with_documents(stream))
    assert passed(stream) == 120
