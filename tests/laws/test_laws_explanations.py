"""Laws of explanations: what is written is what the metric computes, and what it counts is what is shown."""

import math
import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from law_sets import SPECS

import assay
from assay.data import EvalSet
from assay.diagnosis import Explanation, explain
from assay.diagnosis.explanations.explain import EditEvidence, NgramEvidence
from assay.diagnosis.explanations.formulas import FORMULAS
from assay.diagnosis.explanations.options import ExplainOptions
from assay.errors import DependencyError
from assay.metrics import METRICS, Metric, parse_metric
from assay.metrics.edits.alignment import LinkedWords
from assay.resources import Resources

WORDS = ("the", "ferry", "boat", "was", "is", "late", "on", "Monday", ",", "harbour's", "old", "old")
SPECIFICATIONS = [text for name in FORMULAS for text in SPECS[name]]


def sentence(chance: np.random.Generator, longest: int = 9) -> str:
    return " ".join(chance.choice(WORDS, size=int(chance.integers(0, longest))))


def some_set() -> tuple[EvalSet, dict[str, list[str]]]:
    """Return twelve segments of three references, one of them missing now and then, and two outputs."""
    chance = np.random.default_rng(36)
    references = {name: [sentence(chance) for _ in range(12)] for name in ("A", "B", "C")}
    holed: dict[str, Sequence[str | None]] = {**references, "C": [None, *references["C"][1:]]}
    outputs = {name: [sentence(chance) for _ in range(12)] for name in ("one", "two")}
    outputs["one"][3] = references["B"][3] = "the old ferry was late on Monday , the old boat was late"
    outputs["one"][4], outputs["two"][4] = "", "the the the the the"
    return EvalSet("some", ("de", "en"), ["Fähre"] * 12, holed, None), outputs


def metric_of(specification: str) -> Metric:
    """Return a metric; skip one whose resources are not here."""
    try:
        return parse_metric(specification)
    except DependencyError as error:
        pytest.skip(str(error))


def explained(metric: Metric, edits: int = 0) -> tuple[Explanation, ...]:
    evalset, outputs = some_set()
    try:
        return explain([(evalset, outputs)], [metric], ExplainOptions(segment="1-12", edits=edits))
    except DependencyError as error:
        pytest.skip(str(error))


def worked_out(figures: str) -> float:
    """Compute what is written, as a reader would."""
    plain = figures.replace("×", "*").replace("−", "-").replace("^", "**")
    assert re.fullmatch(r"(?:[-+*/(),. \d]|e[-+]\d+|exp|min)*", plain), figures
    return float(eval(plain, {"exp": math.exp, "min": min}))


@pytest.mark.parametrize("specification", SPECIFICATIONS)
def test_the_formula_comes_to_the_score_of_the_metric(specification: str) -> None:
    metric = metric_of(specification)
    evalset, outputs = some_set()
    for one in explained(metric):
        score = metric.score(metric.prepare(evalset, Resources())(outputs[one.system]))[one.segment - 1]
        assert one.score == score
        for step in one.steps:
            assert worked_out(step.figures) == pytest.approx(step.value, rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("specification", [*SPECS["bleu"], *SPECS["chrf"]])
def test_the_ngrams_that_are_shown_are_those_that_count(specification: str) -> None:
    for one in explained(metric_of(specification)):
        assert isinstance(one.evidence, NgramEvidence)
        if getattr(one.metric, "partial", None) is not None:
            continue
        for order in {len(match.words) for match in one.evidence.matches}:
            counted = sum(match.matched for match in one.evidence.matches if len(match.words) == order)
            name = f"match_char{order}" if one.metric.name == "chrf" else f"match{order}"
            assert counted == one.parts[name]


@pytest.mark.parametrize("specification", [*SPECS["wer"], *SPECS["cer"]])
def test_the_matrix_ends_in_the_cost_and_its_path_leads_there(specification: str) -> None:
    metric = metric_of(specification)
    costs = [getattr(metric, kind) for kind in ("insertion", "deletion", "substitution")]
    for one in explained(metric):
        assert isinstance(one.evidence, EditEvidence)
        matrix = one.evidence.matrix
        if matrix is None:
            continue
        weighted = zip(costs, ("insertions", "deletions", "substitutions"), strict=True)
        cost = sum(each * one.parts[kind] for each, kind in weighted)
        assert matrix.costs[-1][-1] == pytest.approx(cost)
        assert matrix.path[-1] == (len(matrix.output), len(matrix.reference))
        along = [matrix.costs[row][column] for row, column in matrix.path]
        assert along == sorted(along)


def test_shifts_leave_the_edits_that_the_metric_counts() -> None:
    for one in explained(metric_of("ter")):
        assert isinstance(one.evidence, EditEvidence)
        steps = one.evidence.shifts
        assert steps[-1].edits + len(steps) - 1 == one.parts["edits"]
        assert [step.edits for step in steps] == sorted((step.edits for step in steps), reverse=True)


def test_links_are_those_of_the_metric() -> None:
    for one in explained(metric_of("meteor:synonyms=none,paraphrases=none,text=lower,function_words=none")):
        assert isinstance(one.evidence, EditEvidence)
        assert isinstance(one.evidence.aligned, LinkedWords)
        aligned = one.evidence.aligned
        # The program counts no chunk where the two are the same from end to end, so that nothing is taken off.
        same = aligned.output_tokens == aligned.reference_tokens
        assert one.parts["chunks"] == (0 if same else aligned.chunks)


@pytest.mark.parametrize("name", FORMULAS)
def test_an_edit_brings_the_score_that_is_said(name: str) -> None:
    """And of deletions, which can be tried one by one, none is better than the best that is named."""
    metric = metric_of(name)
    evalset, outputs = some_set()
    sign = 1 if metric.higher_is_better else -1
    for one in explained(metric, edits=2):
        segment = evalset.part(one.segment - 1, one.segment)

        def score(text: str, segment: EvalSet = segment) -> float:
            return float(metric.score(metric.prepare(segment, Resources())([text]))[0])

        assert one.changes is not None
        for change in one.changes:
            assert score(change.output) == change.score
            assert sign * change.score > sign * one.score
        words = outputs[one.system][one.segment - 1].split()
        shorter = [score(" ".join(words[:at] + words[at + 1 :])) for at in range(len(words))]
        best = max([one.score, *(change.score for change in one.changes)], key=lambda value: sign * value)
        assert all(sign * each <= sign * best for each in shorter)


def test_every_figure_is_that_of_assay_score() -> None:
    evalset, outputs = some_set()
    metrics = ["bleu", "chrf++", "ter", "wer", "cer", "cder"]
    scored: Any = assay.score(outputs, dict(evalset.references), metrics, level="segment")
    told = assay.explain(outputs, dict(evalset.references), metrics, segment="1-12", edits=0)
    for one in told.explained:
        assert one.score == scored[one.system][one.metric.label].segments[one.segment - 1]


def test_every_metric_with_a_formula_is_a_metric() -> None:
    assert {*FORMULAS} <= {*METRICS}
