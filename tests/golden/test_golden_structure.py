"""Metrics of structure against other programs: BEER 2.0 and the permutation scores of BEER 1.1."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from golden_cases import load

from assay import kernel
from assay.data import PhrasePair
from assay.resources.options import ParaphraseOptions
from assay.resources.pivot import common_words, extract_paraphrases
from support.metric_scores import stats

Case = Mapping[str, Any]
PUBLISHED = os.environ.get("ASSAY_BEER_MODELS", "")  # the folder `models` of the published program
KINDS = {
    "kendall": "kendall",
    "spearman": "spearman",
    "ulam": "ulam",
    "hamming": "hamming",
    "fuzzy": "fuzzy",
    "count": "pet_count",
    "nodes": "pet_node_count",
    "mean-arity": "pet_avg_arity",
    "max-arity": "pet_max_arity",
    "viterbi": "pet_viterbi_beta0.6",
    "forest": "pef_beta0.6",
}


@pytest.fixture(scope="module")
def cases(shared_dir: Path) -> dict[str, list[Case]]:
    """Return the cases by metric."""
    found: dict[str, list[Case]] = {}
    for case in load(shared_dir / "golden" / "semantic.json"):
        found.setdefault(case["metric"], []).append(case)
    return found


@pytest.mark.skipif(
    not PUBLISHED, reason="needs the published models: ASSAY_BEER_MODELS=FOLDER, see docs/metrics/beer.md"
)
@pytest.mark.parametrize("model", ["default", "linear_self_train"])
def test_published_models_give_the_figures_of_the_published_program(
    cases: dict[str, list[Case]], model: str
) -> None:
    case = next(case for case in cases["beer-2.0"] if case["params"]["model"] == model)
    found = stats(f"beer:model={PUBLISHED}/{model}", case["hyps"], [[ref[0] for ref in case["refs"]]])
    assert found.each() / 100 == pytest.approx(np.array(case["segment_scores"]), abs=1e-9)
    assert found.total() / 100 == pytest.approx(case["score"], abs=1e-9)


@pytest.mark.parametrize("kind", KINDS)
def test_orders_of_permutations(cases: dict[str, list[Case]], kind: str) -> None:
    assert set(KINDS) == set(kernel.ORDER_KINDS)
    for case in cases["permutation-order"]:
        values = np.array(case["params"]["permutation"], dtype=np.int32) - case["params"]["base"]
        offsets = np.array([0, len(values)], dtype=np.int64)
        score = kernel.permutation_scores(values.astype(np.int32), offsets, kind, beta=0.6)[0]
        tolerance = 1e-7 if kind in ("hamming", "fuzzy", "ulam") else 1e-9  # 32-bit floats in the program
        assert score == pytest.approx(case["scores"][KINDS[kind]], abs=tolerance)


def parse_of(text: str, heads: Sequence[int], labels: Sequence[str] | None = None) -> str:
    """Write a sentence as CoNLL-U; heads are places from 0, -1 for the root."""
    words = zip(text.split(), heads, labels or ["dep"] * len(heads), strict=True)
    lines = [
        f"{place}\t{word}\t{word}\tX\t_\t_\t{head + 1}\t{relation}\t_\t_"
        for place, (word, head, relation) in enumerate(words, start=1)
    ]
    return "\n".join([*lines, "", ""])


@pytest.mark.parametrize(("metric", "spec"), [("hwcm", "hwcm"), ("dependency-triple-f1", "dependency")])
def test_worked_examples_of_trees(
    cases: dict[str, list[Case]], tmp_path: Path, metric: str, spec: str
) -> None:
    (case,) = cases[metric]
    params, output, reference = case["params"], case["hyps"][0], case["refs"][0][0]
    own = parse_of(output, params["hyp_heads"], params.get("hyp_labels"))
    other = parse_of(reference, params["ref_heads"], params.get("ref_labels"))
    path = tmp_path / "parses.conllu"
    path.write_text(own + other, encoding="utf-8")
    found = stats(f"{spec}:parses={path}", [output], [[reference]])
    assert found.total() == pytest.approx(100 * case["score"], rel=1e-12)
    if metric == "hwcm":
        shares = found.rows[0, :4] / np.maximum(found.rows[0, 4:], 1)
        assert shares.tolist() == pytest.approx(params["per_order_precision"])


def test_paraphrases_by_pivoting(cases: dict[str, list[Case]]) -> None:
    (case,) = cases["paraphrase-pivot-extraction"]
    params = case["params"]
    options = ParaphraseOptions(
        least=params["min_final_prob"],
        least_translation=params["min_translation_prob"],
        common=params["min_rel_freq"],
    )
    table = [
        PhrasePair(row["f"], row["e"], row["p_f_given_e"], row["p_e_given_f"])
        for row in params["phrase_table"]
    ]
    common = [
        common_words([line.split() for line, count in counts.items() for _ in range(count)], options.common)
        for counts in (params["f_counts"], params["e_corpus_counts"])
    ]
    assert [set(words) for words in common] == [set(case["common_words_f"]), set(case["common_words_e"])]
    corpus = [line.split() for line in params["target_corpus"]]
    found = extract_paraphrases(
        table, options, common_source=common[0], common_target=common[1], corpus=corpus
    )
    assert [each[:2] for each in found] == [(row["ref"], row["paraphrase"]) for row in case["output"]]
    assert [each.probability for each in found] == pytest.approx(
        [row["prob"] for row in case["output"]], rel=1e-12
    )
