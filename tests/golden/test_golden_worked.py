"""The worked examples of textbooks and theses, whose answers are fractions that one can check by hand."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from golden_cases import load, number
from golden_write import DATA

from assay.data import EvalSet
from assay.diagnosis import Explanation, explain
from assay.diagnosis.explanations.explain import EditEvidence, NgramEvidence
from assay.diagnosis.explanations.options import ExplainOptions
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


def explained(specification: str, example: Example, system: str) -> Explanation:
    references = {f"reference {number}": [text] for number, text in enumerate(example["refs"], start=1)}
    evalset = EvalSet(example["id"], ("", ""), None, references, None)
    outputs = {system: [example["systems"][system]]}
    [one] = explain([(evalset, outputs)], [parse_metric(specification)], ExplainOptions(edits=0))
    return one


@pytest.mark.parametrize("system", ["A", "B"])
@pytest.mark.parametrize("name", ["textbook-bleu-single", "textbook-bleu-multi"])
def test_an_explanation_counts_the_ngrams_of_figures_8_6_and_8_7(
    examples: dict[str, Example], name: str, system: str
) -> None:
    found = explained("bleu:koehn,tok=none", examples[name], system).evidence
    assert isinstance(found, NgramEvidence)
    for order, text in enumerate(examples[name]["expect"]["precisions"][system], start=1):
        matches = [match for match in found.matches if len(match.words) == order]
        counts = sum(match.matched for match in matches), sum(match.output for match in matches)
        assert f"{counts[0]}/{counts[1]}" == text


@pytest.mark.parametrize("system", ["A", "B"])
def test_an_explanation_has_the_matrix_of_figure_8_5(examples: dict[str, Example], system: str) -> None:
    found = explained("wer", examples["textbook-wer"], system).evidence
    assert isinstance(found, EditEvidence)
    assert found.matrix is not None
    assert found.matrix.costs[-1][-1] == examples["textbook-wer"]["expect"]["levenshtein"][system]


def test_an_explanation_has_the_shifts_of_the_thesis(examples: dict[str, Example]) -> None:
    expected = examples["thesis-ter"]["expect"]
    found = explained("ter", examples["thesis-ter"], "M").evidence
    assert isinstance(found, EditEvidence)
    assert [step.edits for step in found.shifts][:2] == [
        expected["levenshtein"],
        expected["levenshtein_after_first_shift"],
    ]
    assert found.shifts[-1].edits + len(found.shifts) - 1 == expected["ter_edits"]


def test_an_explanation_of_the_thesis_comes_to_its_bleu(examples: dict[str, Example]) -> None:
    expected = examples["thesis-bleu"]["expect"]
    for system, score in expected["bleu"].items():
        one = explained("bleu:tok=none,smooth=none,effective_order", examples["thesis-bleu"], system)
        assert one.score == pytest.approx(100 * score, abs=0.005)
        assert one.parts["reference_closest"] == expected["effective_reference_length"][system]
