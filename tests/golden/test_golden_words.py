"""Word metrics, WER, CER and HTER against the figures of the programs and textbooks that define them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from golden_cases import Case, corpus_file, load, number
from golden_write import DATA

from support.metric_scores import stats

COUNTS = {"WER": 9, "CER": 6, "WER-weighted": 5, "PER": 4, "PRF": 3, "HTER": 2}
WEIGHTS = {"ins": "insertion", "dele": "deletion", "sub": "substitution"}
OPERATIONS = {"hits": "hits", "sub": "substitutions", "dele": "deletions", "ins": "insertions"}


@pytest.fixture(scope="module")
def cases(shared_dir: Path) -> list[Case]:
    """Return the cases of these metrics, the large corpus read from its files."""
    chosen = [case for case in load(shared_dir / "golden" / "surface.json") if case["metric"] in COUNTS]
    return [found for case in chosen if (found := with_text(shared_dir, case)) is not None]


def with_text(shared_dir: Path, case: Case) -> Case | None:
    corpus: Any = case.get("corpus")
    if not corpus:
        return case
    hyps = corpus_file(shared_dir, corpus["hyp_file"], corpus["hyp_sha256"])
    refs = corpus_file(shared_dir, corpus["ref_file"], corpus["ref_sha256"])
    return None if hyps is None or refs is None else {**case, "hyps": hyps, "refs": [refs]}


def specifications(case: Case) -> Mapping[str, Any]:
    """Return our specifications for a case, and what each has to give."""
    params, score = case["params"], case["score"]
    match case["metric"]:
        case "WER-weighted":
            return {"wer:" + ",".join(f"{WEIGHTS[name]}={value}" for name, value in params.items()): score}
        case "PRF":
            return {"precision": score["precision"], "recall": score["recall"], "f": score["f1"]}
        case "HTER":
            length = "postedit" if params["length_from"] == "post-edit" else "references"
            return {f"hter:lowercase=no,length={length}": score}
        case name:
            return {name.lower(): score}


def test_no_case_is_lost(shared_dir: Path) -> None:
    every = load(shared_dir / "golden" / "surface.json")
    assert {name: sum(case["metric"] == name for case in every) for name in COUNTS} == COUNTS


def test_figures_are_equal(cases: list[Case], subtests: pytest.Subtests) -> None:
    for case in cases:
        streams = [*case["refs"], *case.get("length_refs", [])]
        for specification, score in specifications(case).items():
            with subtests.test(specification, source=case["source"]):
                found = stats(specification, case["hyps"], streams)
                assert found.total() / 100 == pytest.approx(score, rel=1e-9)
                if case.get("segment_scores") and case["metric"] != "PRF":
                    assert np.allclose(found.each() / 100, case["segment_scores"], rtol=1e-9, atol=1e-12)
                if case["metric"] == "HTER":
                    assert found.rows[:, :2].tolist() == case["segment_stats"]


def test_operations_are_equal_kind_by_kind(cases: list[Case], subtests: pytest.Subtests) -> None:
    for case in cases:
        if "hits" in case:
            with subtests.test(case["source"], first=case["hyps"][0]):
                found = stats(case["metric"].lower(), case["hyps"], case["refs"])
                sums = dict(zip(found.metric.columns, found.rows.sum(axis=0).tolist(), strict=True))
                assert {theirs: sums[ours] for theirs, ours in OPERATIONS.items()} == {
                    theirs: case[theirs] for theirs in OPERATIONS
                }


# --- sentences of many scripts, written for these tests -------------------------------------------


JIWER = load(DATA / "sentences-jiwer.json")
SEGMENTS = load(DATA / "sentences.json")["segments"]
COLUMNS = (
    [segment["output"] for segment in SEGMENTS],
    *zip(*(segment["references"] for segment in SEGMENTS), strict=True),
)


def spaced(line: str) -> str:
    """Part words by single blanks: jiwer knows no other white space."""
    return " ".join(line.split())


def test_the_golden_file_says_where_it_is_from() -> None:
    assert (JIWER["tool"], JIWER["version"], JIWER["tolerance"]) == ("jiwer", "4.0.0", 1e-9)
    assert JIWER["command"] == "python tests/golden/make_sentences.py jiwer"


@pytest.mark.parametrize("case", JIWER["cases"], ids=lambda case: case["metric"])
def test_figures_are_jiwers(case: Case) -> None:
    outputs = [spaced(segment["output"]) for segment in SEGMENTS]
    references = [spaced(segment["references"][0]) for segment in SEGMENTS]
    found = stats(case["metric"].lower(), outputs, [references])
    assert found.rows[:, :4].tolist() == case["operations"]
    assert found.total() / 100 == pytest.approx(case["score"], rel=1e-9)
    assert np.allclose(found.each() / 100, case["segment_scores"], rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("tool", ["rapidfuzz", "rouge-score", "sacrebleu"])
def test_figures_of_our_own_sentences_are_equal(tool: str, subtests: pytest.Subtests) -> None:
    golden = load(DATA / f"words-{tool}.json")
    assert golden["command"] == f"python tests/golden/make_words.py {tool}"
    for case in golden["cases"]:
        options = ",".join(f"{name}={value}" for name, value in case["params"].items())
        outputs, first, second = ([column[row] for row in case["rows"]] for column in COLUMNS)
        streams = [second, first] if case["metric"] == "hter" else [first]
        with subtests.test(case["metric"], options=options):
            ours = stats(f"{case['metric']}:{options}", outputs, streams)
            if "score" in case:
                assert ours.total() / 100 == pytest.approx(case["score"], rel=golden["tolerance"])
            if "segment_scores" in case:
                assert np.allclose(
                    ours.each() / 100, case["segment_scores"], rtol=golden["tolerance"], atol=1e-12
                )
            if "segment_stats" in case:
                assert ours.rows[:, :2].tolist() == case["segment_stats"]


# --- worked examples ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def examples(shared_dir: Path) -> dict[str, Any]:
    """Return the examples by their names."""
    return {example["id"]: example for example in load(shared_dir / "worked-examples.json")["metrics"]}


@pytest.mark.parametrize(
    ("example", "figure", "specification"),
    [
        *((name, "precision", "precision") for name in ("textbook-words", "slovene")),
        *((name, "recall", "recall") for name in ("textbook-words", "slovene")),
        *((name, "f1", "f") for name in ("textbook-words", "slovene")),
        ("textbook-words", "per", "per"),
        ("textbook-wer", "wer", "wer"),
        ("slovene", "weighted_wer", "wer:insertion=0.5,deletion=0.5"),
    ],
)
def test_worked_examples(examples: dict[str, Any], example: str, figure: str, specification: str) -> None:
    chosen = examples[example]
    for system, expected in chosen["expect"][figure].items():
        found = stats(specification, [chosen["systems"][system]], [[text] for text in chosen["refs"]])
        assert found.total() / 100 == pytest.approx(number(expected))


def test_the_thesis_stops_where_the_definition_does(examples: dict[str, Any]) -> None:
    """Its example has one shift and four edits after it; tercom goes on and ends with four in all."""
    example = examples["thesis-ter"]
    found = stats("ter:mode=definition", [example["systems"]["M"]], [[text] for text in example["refs"]])
    row = dict(zip(found.metric.columns, found.rows[0].tolist(), strict=True))
    assert row["edits"] - row["shifts"] == example["expect"]["levenshtein_after_first_shift"]
    assert (row["edits"], row["shifts"], row["shifted_words"]) == (5, 1, 2)
