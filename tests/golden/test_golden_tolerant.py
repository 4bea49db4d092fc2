"""Stemmed BLEU, blocks and LeBLEU against the figures of the programs that define them."""

from pathlib import Path

import numpy as np
import pytest
from golden_cases import Case, load
from golden_write import DATA

from support.metric_scores import columns, stats


@pytest.fixture(scope="module")
def cases(shared_dir: Path) -> list[Case]:
    """Return all cases of the file."""
    return list(load(shared_dir / "golden" / "surface.json"))


def of(cases: list[Case], metric: str) -> list[Case]:
    """Return the cases of one metric whose text is in the file."""
    return [case for case in cases if case["metric"] == metric and case["hyps"]]


def test_bleu_of_stems(cases: list[Case]) -> None:
    stemmed = of(cases, "stemmed-BLEU")
    assert len(stemmed) == 2
    for case in stemmed:
        stemmer = case["params"]["stemmer"].split()[-1]
        found = stats(f"bleu:stem={stemmer},tok=none", case["hyps"], case["refs"])
        assert found.total() == pytest.approx(case["score"], rel=1e-9)
        totals = found.rows.sum(axis=0)
        assert totals[columns(found, "match")].tolist() == case["counts"]
        assert totals[columns(found, "ngrams")].tolist() == case["totals"]


def test_bleu_of_blocks(cases: list[Case]) -> None:
    blocks = of(cases, "block-BLEU")
    assert len(blocks) == 2
    for case in blocks:
        found = stats("bleu:tok=none", case["hyps"], case["refs"])
        scores = found.blocks(case["params"]["block_size"]).each()
        assert np.allclose(scores, case["block_scores"], rtol=1e-9, atol=0)


def test_lebleu_is_that_of_the_authors_script(cases: list[Case]) -> None:
    found = of(cases, "LeBLEU")
    assert len(found) == 6
    for case in found:
        options = ",".join(f"{name}={str(value).lower()}" for name, value in case["params"].items())
        ours = stats(f"lebleu:{options}", case["hyps"], case["refs"])
        assert ours.total() / 100 == pytest.approx(case["score"], abs=1e-11)  # the script prints 12 digits
        assert np.allclose(ours.each() / 100, case["segment_scores"], rtol=0, atol=1e-11)


# --- sentences of our own -----------------------------------------------------------------------------------

SEGMENTS = load(DATA / "sentences.json")["segments"]
OUTPUTS = [segment["output"] for segment in SEGMENTS]
STREAMS = [list(stream) for stream in zip(*(segment["references"] for segment in SEGMENTS), strict=True)]
SACREBLEU = load(DATA / "tolerant-sacrebleu.json")


@pytest.mark.parametrize("case", SACREBLEU["stems"], ids=lambda case: case["stem"])
def test_stems_of_our_own_sentences(case: Case) -> None:
    ours = stats(f"bleu:stem={case['stem']},tok=none", OUTPUTS, STREAMS[:1])
    assert ours.total() == pytest.approx(case["score"], rel=SACREBLEU["tolerance"])
    totals = ours.rows.sum(axis=0)
    assert totals[columns(ours, "match")].tolist() == case["counts"]
    assert totals[columns(ours, "ngrams")].tolist() == case["totals"]


@pytest.mark.parametrize("case", SACREBLEU["blocks"], ids=lambda case: case["size"])
def test_blocks_of_our_own_sentences(case: Case) -> None:
    scores = stats("bleu:tok=none", OUTPUTS, STREAMS).blocks(case["size"]).each()
    assert np.allclose(scores, case["block_scores"], rtol=SACREBLEU["tolerance"], atol=1e-12)
