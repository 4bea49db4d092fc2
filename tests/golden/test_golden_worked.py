"""The worked examples of textbooks and theses, whose answers are fractions that one can check by hand."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from golden_cases import load, number
from golden_write import DATA

from assay.metrics.base import Stats
from assay.metrics.ngrams.bleu import Bleu
from assay.metrics.specs import parse_metric
from support.metric_scores import stats

Example = Mapping[str, Any]


@pytest.fixture(scope="module")
def examples(shared_dir: Path) -> dict[str, Example]:
    """Return the examples by their names."""
    return {example["id"]: example for example in load(shared_dir / "worked-examples.json")["metrics"]}


def scored(specification: str, example: Example, system: str) -> Stats:
    return stats(specification, [example["systems"][system]], [[text] for text in example["refs"]])


def check_precisions(example: Example, system: str, specification: str) -> None:
    """Compare the precision of every order; no smoothing, so that they are the fractions of the book."""
    metric = parse_metric(specification)
    assert isinstance(metric, Bleu)
    rows = scored(specification, example, system).rows
    expected = [100 * number(text) for text in example["expect"]["precisions"][system]]
    assert metric.precisions(rows[0]).tolist() == pytest.approx(expected)


def brevity_penalty(found: Stats) -> float:
    assert isinstance(found.metric, Bleu)
    return float(found.metric.brevity_penalty(found.rows[0]))


@pytest.mark.parametrize("system", ["A", "B"])
def test_textbook_bleu_with_one_reference(examples: dict[str, Example], system: str) -> None:
    example = examples["textbook-bleu-single"]
    check_precisions(example, system, "bleu:koehn,tok=none")
    assert brevity_penalty(scored("bleu:koehn,tok=none", example, system)) == pytest.approx(6 / 7)
    assert number(example["expect"]["brevity_penalty"]) == pytest.approx(6 / 7)
    for highest in (1, 2, 3, 4):
        orders = " ".join(str(order) for order in range(1, highest + 1))
        found = scored(f"bleu:koehn,tok=none,orders={orders}", example, system).total()
        assert found == pytest.approx(100 * number(example["expect"][f"bleu{highest}"][system]))


@pytest.mark.parametrize("system", ["A", "B"])
def test_textbook_bleu_with_several_references(examples: dict[str, Example], system: str) -> None:
    check_precisions(examples["textbook-bleu-multi"], system, "bleu:koehn,tok=none")


def test_closest_and_shortest_reference_length(examples: dict[str, Example]) -> None:
    example = examples["closest-reference-length"]
    output = " ".join(["w"] * example["output_length"])
    references = [[" ".join(["w"] * length)] for length in example["reference_lengths"]]
    found = stats("bleu:tok=none", [output], references)
    row = dict(zip(found.metric.columns, found.rows[0].tolist(), strict=True))
    assert row["output"] == example["output_length"]
    assert row["reference_closest"] == example["expect"]["closest"]
    assert row["reference_shortest"] == example["expect"]["shortest"]
    assert row["reference_average"] == pytest.approx(43 / 4)


def test_thesis_bleu(examples: dict[str, Example]) -> None:
    example = examples["thesis-bleu"]
    plain = "bleu:smooth=none,tok=none"
    check_precisions(example, "M", plain)
    for system in ("M", "M2"):
        found = scored(plain, example, system)
        assert found.total() / 100 == pytest.approx(example["expect"]["bleu"][system], abs=5e-5)
        assert found.rows[0, 1] == example["expect"]["effective_reference_length"][system]


@pytest.mark.parametrize(("place", "which"), [(0, "first"), (1, "second")])
def test_thesis_bleu_with_one_of_its_references(examples: dict[str, Example], place: int, which: str) -> None:
    example = examples["thesis-bleu"]
    found = stats(
        "bleu:orders=1,brevity=none,tok=none", [example["systems"]["M"]], [[example["refs"][place]]]
    )
    expected = example["expect"][f"unigram_precision_vs_{which}_ref_only"]["M"]
    assert found.total() / 100 == pytest.approx(number(expected))


def test_thesis_ter(examples: dict[str, Example]) -> None:
    example = examples["thesis-ter"]
    found = scored("ter", example, "M")
    row = dict(zip(found.metric.columns, found.rows[0].tolist(), strict=True))
    assert row["edits"] == example["expect"]["ter_edits"]
    assert row["shifts"] == 2
    assert found.total() / 100 == pytest.approx(number(example["expect"]["ter"]))


@pytest.mark.parametrize(("size", "edits"), [(0, "levenshtein"), (10, "ter_edits")])
def test_thesis_ter_without_shifts_is_the_edit_distance(
    examples: dict[str, Example], size: int, edits: str
) -> None:
    example = examples["thesis-ter"]
    assert scored(f"ter:shift_size={size}", example, "M").rows[0, 0] == example["expect"][edits]


def test_slovene_bleu(examples: dict[str, Example]) -> None:
    example = examples["slovene"]
    linear = "bleu:brevity=linear,smooth=none,tok=none"
    check_precisions(example, "A", linear)
    found = scored(linear, example, "A")
    assert brevity_penalty(found) == pytest.approx(number(example["expect"]["brevity_penalty"]))
    assert found.total() == example["expect"]["bleu"]["A"]


# --- examples of the papers, and of our own -----------------------------------------------------------------

BY_HAND = load(DATA / "worked-by-hand.json")


@pytest.mark.parametrize("case", BY_HAND["cases"], ids=lambda case: f"{case['metric']}-{case['output']}")
def test_examples_worked_by_hand(case: Example) -> None:
    assert case["derivation"]
    ours = stats(case["metric"], [case["output"]], [[text] for text in case["references"]])
    scale = 1 if case["metric"].startswith("nist") else 100
    assert ours.total() / scale == pytest.approx(case["score"], rel=BY_HAND["tolerance"], abs=1e-15)


@pytest.mark.parametrize(
    "case", BY_HAND["lengths"], ids=lambda case: f"{case['output']}-{case['references']}"
)
def test_reference_lengths(case: Example) -> None:
    output, *references = (" ".join(["w"] * length) for length in (case["output"], *case["references"]))
    ours = stats("bleu:tok=none", [output], [[text] for text in references])
    row = dict(zip(ours.metric.columns, ours.rows[0].tolist(), strict=True))
    for name in ("closest", "shortest", "average"):
        assert row[f"reference_{name}"] == pytest.approx(case[name])
