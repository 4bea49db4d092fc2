"""YiSi against its published program, BERTScore against bert_score, the cosine against sentence-transformers.

The figures of encoders need the real one: `assay resources install minilm`.
"""

from pathlib import Path

import numpy as np
import pytest
from golden_cases import Case, load

from assay.resources import is_installed
from scoring import stats

COUNTS = {"yisi-0": 6, "yisi-1": 1, "bertscore": 7, "sentence-embedding-cosine": 1}
NEEDS_MINILM = pytest.mark.skipif(not is_installed("minilm"), reason="assay resources install minilm")
PRINTED = 5.1e-7  # YiSi prints six digits
# Both sides compute in single precision, in another order; of the cosines, ours in double.
SINGLE = 3e-7
MEASURES = {"f": "segment_scores", "p": "segment_precision", "r": "segment_recall"}


@pytest.fixture(scope="module")
def cases(shared_dir: Path) -> list[Case]:
    return [case for case in load(shared_dir / "golden" / "semantic.json") if case["metric"] in COUNTS]


def of(cases: list[Case], metric: str) -> list[Case]:
    return [case for case in cases if case["metric"] == metric]


def streams(case: Case) -> list[list[str | None]]:
    most = max(map(len, case["refs"]))
    return [[refs[n] if n < len(refs) else None for refs in case["refs"]] for n in range(most)]


def test_no_case_is_lost(cases: list[Case]) -> None:
    assert {name: len(of(cases, name)) for name in COUNTS} == COUNTS


def test_yisi_0_gives_the_digits_of_its_program(cases: list[Case]) -> None:
    for case in of(cases, "yisi-0"):
        found = stats(f"yisi:order={case['params']['n']}", case["hyps"], streams(case))
        assert np.allclose(found.each() / 100, case["segment_scores"], rtol=0, atol=PRINTED)
        assert found.total() / 100 == pytest.approx(case["score"], abs=PRINTED)


def test_yisi_1_gives_the_digits_of_its_program(cases: list[Case], tmp_path: Path) -> None:
    for case in of(cases, "yisi-1"):
        vectors = case["params"]["embeddings"]
        table = tmp_path / "vectors.txt"
        table.write_text(
            "".join(f"{word} {' '.join(map(str, row))}\n" for word, row in vectors.items()), encoding="utf-8"
        )
        spec = f"yisi:variant=1,order={case['params']['n']},model={table}"
        found = stats(spec, case["hyps"], streams(case))
        assert np.allclose(found.each() / 100, case["segment_scores"], rtol=0, atol=PRINTED)
        assert found.total() / 100 == pytest.approx(case["score"], abs=PRINTED)


@NEEDS_MINILM
@pytest.mark.parametrize("measure", MEASURES)
def test_bertscore_equals_bert_score(cases: list[Case], measure: str) -> None:
    for case in of(cases, "bertscore"):
        idf = "yes" if case["params"]["idf"] else "no"
        spec = f"bertscore:layer={case['params']['num_layers']},idf={idf},measure={measure}"
        found = stats(spec, case["hyps"], streams(case))
        assert np.allclose(found.each() / 100, case[MEASURES[measure]], rtol=0, atol=SINGLE)


@NEEDS_MINILM
def test_the_cosine_equals_that_of_sentence_transformers(cases: list[Case]) -> None:
    for case in of(cases, "sentence-embedding-cosine"):
        found = stats("cosine", case["hyps"], streams(case))
        assert np.allclose(found.each() / 100, case["segment_scores"], rtol=0, atol=SINGLE)
