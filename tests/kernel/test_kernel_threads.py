"""The number of threads never shows in a result. Columns are long, for short ones are left to one thread."""

import random
from typing import Any

import numpy as np
import pytest
from kernel_columns import grouped, numbered, texts

import assay.kernel._native as native
from assay import kernel
from support.strategies import PIECES

THREADS = [2, 3, 0]


@pytest.fixture(scope="module")
def segments():
    chance = random.Random(17)

    def line() -> str:
        return " ".join(chance.choice(PIECES) for _ in range(chance.randrange(25)))

    return [(line(), [line() for _ in range(chance.randint(1, 4))]) for _ in range(700)]


@pytest.mark.parametrize("threads", THREADS)
@pytest.mark.parametrize("rule", kernel.RULES)
def test_tokenize(segments, rule, threads):
    column = texts([hyp for hyp, _ in segments])
    options: dict[str, Any] = {"normalize": True, "punctuation": False, "cjk": True}
    one = kernel.tokenize(column, rule, **options, threads=1)
    many = kernel.tokenize(column, rule, **options, threads=threads)
    assert np.array_equal(one.data, many.data)
    assert np.array_equal(one.offsets, many.offsets)


@pytest.mark.parametrize("threads", THREADS)
def test_token_ids(segments, threads):
    one, many = numbered(segments), numbered(segments, threads)
    for name in ("hyp", "hyp_offsets", "ref", "ref_offsets", "groups"):
        assert np.array_equal(getattr(one, name), getattr(many, name))


@pytest.mark.parametrize("threads", THREADS)
def test_ngram_stats(segments, threads):
    tokens = numbered(segments)
    assert np.array_equal(
        kernel.ngram_stats(tokens, 4, threads=1), kernel.ngram_stats(tokens, 4, threads=threads)
    )


@pytest.mark.parametrize("threads", THREADS)
def test_chrf_stats(segments, threads):
    columns = grouped(segments)
    options: dict[str, Any] = {
        "char_order": 6,
        "word_order": 2,
        "beta": 2.0,
        "whitespace": False,
        "mean_f": False,
    }
    one = kernel.chrf_stats(*columns, **options, threads=1)
    assert np.array_equal(one, kernel.chrf_stats(*columns, **options, threads=threads))


@pytest.mark.parametrize("threads", THREADS)
def test_ter_stats(segments, threads):
    tokens = numbered(segments)
    limits: dict[str, Any] = {"beam": 25, "shift_size": 10, "shift_distance": 50, "candidates": 1000}
    one = kernel.ter_stats(tokens, **limits, threads=1)
    assert np.array_equal(one, kernel.ter_stats(tokens, **limits, threads=threads))


@pytest.mark.parametrize("threads", THREADS)
@pytest.mark.parametrize(
    "compute",
    [
        lambda tokens, threads: kernel.nist_stats(tokens, np.ones((5, len(tokens.ref))), threads=threads),
        lambda tokens, threads: kernel.gleu_stats(tokens, 1, 4, threads=threads),
        lambda tokens, threads: kernel.ribes_stats(tokens, alpha=0.25, beta=0.1, threads=threads),
        lambda tokens, threads: kernel.rouge_counts(
            tokens, "su", order=1, gap=4, weight=1.2, script=False, threads=threads
        ),
        lambda tokens, threads: kernel.gtm_stats(tokens, 2.0, threads=threads),
        lambda tokens, threads: kernel.impact_sums(tokens, alpha=0.1, beta=1.1, repeats=-1, threads=threads),
    ],
    ids=["nist", "gleu", "ribes", "rouge", "gtm", "impact"],
)
def test_ngrams_order_and_runs(segments, compute, threads):
    tokens = numbered(segments)
    assert np.array_equal(compute(tokens, 1), compute(tokens, threads))


@pytest.mark.parametrize("threads", THREADS)
def test_lebleu_stats(segments, threads):
    hyp, ref, groups = grouped(segments)
    hyp, ref = (kernel.tokenize(column, "none", threads=1) for column in (hyp, ref))
    options: dict[str, Any] = {"max_n": 4, "threshold": 0.4, "ngram_limit": 60}
    one = kernel.lebleu_stats(hyp, ref, groups, **options, threads=1)
    assert np.array_equal(one, kernel.lebleu_stats(hyp, ref, groups, **options, threads=threads))


@pytest.mark.parametrize("threads", THREADS)
def test_tolerant_stats(segments, threads):
    hyp, ref, groups = grouped(segments)
    hyp, ref = (kernel.tokenize(column, "none", threads=1) for column in (hyp, ref))
    options: dict[str, Any] = {"order": 4, "epsilon": 0.9, "weighting": "mean", "largest": 500}
    one = kernel.tolerant_stats(hyp, ref, groups, **options, threads=1)
    assert np.array_equal(one, kernel.tolerant_stats(hyp, ref, groups, **options, threads=threads))


@pytest.mark.parametrize("kind", ["with-replacement", "without-replacement", "coin"])
@pytest.mark.parametrize("call", ["resample", "shuffle"])
def test_small_draws_are_left_to_one_thread_unless_more_are_asked_for(
    monkeypatch: pytest.MonkeyPatch, call: str, kind: str
) -> None:
    used: list[int] = []
    name = f"{call}_sums"
    draw = getattr(native, name)

    def noted(*given: Any) -> None:
        used.append(given[-2])
        draw(*given)

    monkeypatch.setattr(native, name, noted)
    monkeypatch.setattr("os.sched_getaffinity", lambda _: range(5), raising=False)

    def drawn(rows: int, threads: int) -> Any:
        values = np.random.default_rng(rows).normal(size=(rows, 2))
        if call == "shuffle":
            return kernel.shuffle_sums(values, 2, 500, 7, threads=threads)
        return kernel.resample_sums(values, 500, 7, kind=kind, threads=threads)

    for rows in (20, 2000):
        assert np.array_equal(drawn(rows, 0), drawn(rows, 3))
    assert used == [1, 3, 5, 3]
