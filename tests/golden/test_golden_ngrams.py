"""NIST, GLEU, RIBES, ROUGE and GTM against the figures of the programs that define them.

RIBES.py prints six decimals. ROUGE-1.5.5 prints five and computes F from recall and precision as printed, so F may
be off by one more in the fifth.
"""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from golden_cases import Case, large_corpora, load
from golden_write import DATA

from assay.metrics.base import Stats
from support.metric_scores import stats

METRICS = {"nist": 11, "gleu": 4, "ribes": 7, "gtm": 11, "rouge": 22}
TOLERANCES = {"mteval": 1e-10, "RIBES": 5.1e-7, "ROUGE": 1.1e-5}
COLUMNS = {"R": 0, "P": 1, "F": 2}


@pytest.fixture(scope="module")
def cases(shared_dir: Path) -> list[Case]:
    return [case for case in load(shared_dir / "golden" / "surface.json") if name_of(case) in METRICS]


def name_of(case: Case) -> str:
    return str(case["metric"].lower().partition("-")[0])


def specification(case: Case) -> str:
    """Write a case's parameters as a specification of ours."""
    name, params = name_of(case), case["params"]
    parts = [f"tok={params['tokenize']}"] if "tokenize" in params else []
    parts += [f"exponent={params['exponent']}"] if "exponent" in params else []
    if "case_sensitive" in params:
        parts.append(f"lowercase={'no' if params['case_sensitive'] else 'yes'}")
    if name == "rouge":
        kind = case["metric"].split("-")[1].lower()
        parts += [f"kind={kind.rstrip('*4')}", "gap=4" if kind.endswith("4") else "gap=-1"]
        parts.append("form=definition" if "form" in params else "form=1.5.5")
    return f"{name}:{','.join(parts)}"


def close(case: Case, ours: Any, theirs: Any) -> None:
    """Compare as many digits as the program prints, or all."""
    scale = 1 if name_of(case) in ("nist", "rouge") else 100
    printed = next((digits for tool, digits in TOLERANCES.items() if case["source"].startswith(tool)), 0.0)
    assert np.allclose(np.asarray(ours) / scale, theirs, rtol=0 if printed else 1e-9, atol=printed or 1e-12)


def check(case: Case, found: Stats) -> None:
    if name_of(case) != "rouge":
        close(case, found.total(), case["score"])
        if case.get("segment_scores"):
            close(case, found.each(), case["segment_scores"])
        return
    for letter, column in COLUMNS.items():
        close(case, found.rows[:, column], [segment[letter] for segment in case["segment_scores"]])
        if case["score"] is not None:
            close(case, found.rows[:, column].mean(), case["score"][letter])


def test_no_case_is_lost(cases: list[Case]) -> None:
    assert {name: sum(name_of(case) == name for case in cases) for name in METRICS} == METRICS


def test_figures_are_equal(cases: list[Case], subtests: pytest.Subtests) -> None:
    for case in cases:
        if "corpus" not in case:
            with subtests.test(specification(case), source=case["source"]):
                check(case, stats(specification(case), case["hyps"], case["refs"]))


def test_figures_of_the_large_corpus_are_equal(
    shared_dir: Path, cases: list[Case], subtests: pytest.Subtests
) -> None:
    for case, hyps, refs in large_corpora(shared_dir, cases):
        with subtests.test(specification(case), source=case["source"]):
            check(case, stats(specification(case), hyps, [refs]))


@pytest.mark.parametrize(("form", "precision"), [("1.5.5", 2 / 3), ("definition", (2 / 3**1.2) ** (1 / 1.2))])
def test_runs_are_runs_on_both_sides_by_definition(form: str, precision: float) -> None:
    found = stats(f"rouge:kind=w,form={form}", ["alpha xenon beta"], [["alpha beta"]])
    assert found.rows[0, 1] == pytest.approx(precision)


# --- sentences of our own -----------------------------------------------------------------------------------

SEGMENTS = load(DATA / "sentences.json")["segments"]
OUTPUTS = [segment["output"] for segment in SEGMENTS]
STREAMS = [list(stream) for stream in zip(*(segment["references"] for segment in SEGMENTS), strict=True)]
OWN = {"nist": "nist:tok=none,lowercase=no", "ribes": "ribes:lowercase=no"}


@pytest.mark.parametrize("tool", ["nltk", "rouge-score", "rouge-metric"])
def test_figures_of_our_own_sentences_are_equal(tool: str, subtests: pytest.Subtests) -> None:
    golden = load(DATA / f"ngrams-{tool}.json")
    assert golden["tool"] == tool
    printed = golden["tolerance"] > 1e-9  # ROUGE-1.5.5 prints five decimals
    near: dict[str, Any] = {
        "rtol": 0 if printed else golden["tolerance"],
        "atol": golden["tolerance"] if printed else 1e-12,
    }
    for case in golden["cases"]:
        name, rows = str(case["metric"]), case.get("rows", range(len(OUTPUTS)))
        with subtests.test(name, references=case["references"]):
            hyps, *refs = (
                [column[row] for row in rows] for column in (OUTPUTS, *STREAMS[: case["references"]])
            )
            found = stats(OWN.get(name, name), hyps, refs)
            scale = 1 if name == "nist" else 100
            each = found.rows[:, :3] if name.startswith("rouge") else found.each() / scale
            if "segment_scores" in case:
                assert np.allclose(each, case["segment_scores"], **near)
            if "score" in case:
                assert found.total() / scale == pytest.approx(case["score"], rel=golden["tolerance"])
