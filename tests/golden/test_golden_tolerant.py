"""Stemmed BLEU, blocks and LeBLEU against the figures of the programs that define them."""

from pathlib import Path

import numpy as np
import pytest
from golden_cases import Case, load

from scoring import columns, stats


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
