"""Combinations as models: what is learnt is what is scored, on every kind of judgements; bad input gets an answer."""

import json
from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import assay
from assay.data import Codes, EvalSet, Preferences, Scores
from assay.errors import AssayError, InputError, OptionError
from assay.io import CombinedModel
from assay.io.models.combinations import ModelMember, combined_model_file, read_combined_model, rounded_model
from assay.meta.contests.trio import Criterion
from assay.meta.learning.learn import learn_combination, win_shares
from assay.meta.learning.weights import METHODS, PENALTIES, Training, ridge, svr
from assay.meta.options import LearnOptions, MetaSettings, Method
from assay.metrics import evaluate, parse_metric, spec_of
from assay.resources import Resources

FAST = MetaSettings(draws=20)
WORDS = (
    "the",
    "old",
    "ferry",
    "is",
    "late",
    "again",
    "harbour",
    "was",
    "closed",
    "because",
    "of",
    "heavy",
    "rain",
)
SPECS = ("chrf", "ter", "bleu:effective_order")


def texts(systems: int = 4, segments: int = 24, seed: int = 0):
    """Return references, and outputs that drop and swap more words the later the system."""
    random = np.random.default_rng(seed)
    references = [" ".join(random.choice(WORDS, size=9)) for _ in range(segments)]
    outputs = {}
    for system in range(systems):
        kept = random.random((segments, 9)) > 0.12 * (system + 1)
        outputs[f"s{system}"] = [
            " ".join(word for word, stays in zip(text.split(), row, strict=True) if stays)
            for text, row in zip(references, kept, strict=True)
        ]
    return references, outputs


def evaluation(specs=SPECS, **size):
    references, outputs = texts(**size)
    documents = Codes.blocks(len(references), 6)
    evalset = EvalSet("set", ("de", "en"), None, {"ref": references}, documents)
    return evaluate([(evalset, outputs)], [parse_metric(spec) for spec in specs]), evalset, outputs


def judged(scored, seed: int = 1):
    random = np.random.default_rng(seed)
    first = scored.metrics[0]
    values = np.stack([scored.stats[first, system].each() for system in scored.systems])
    segments = tuple(str(n) for n in range(1, scored.segments + 1))
    return Scores("people", scored.systems, segments, values + 4 * random.normal(size=values.shape))


def test_methods_of_the_command_line_are_those_that_there_are() -> None:
    assert set(get_args(Method)) == set(METHODS)


@pytest.mark.parametrize("method", METHODS)
def test_a_model_scores_what_was_learnt(method, tmp_path) -> None:
    scored, evalset, outputs = evaluation()
    people = judged(scored)
    learnt = learn_combination(people, scored, LearnOptions(method, settings=FAST))
    path = tmp_path / "model.json"
    path.write_text(combined_model_file(learnt.model))
    metric = parse_metric(f"combined:model={path}")
    rows = metric.prepare(evalset, Resources())
    mine = np.stack([metric.score(rows(outputs[system])) for system in scored.systems])
    by_hand = np.full(mine.shape, learnt.model.intercept)
    for member in learnt.model.members:
        own = parse_metric(member.metric)
        values = np.stack([scored.stats[own, system].each() for system in scored.systems])
        by_hand += (
            member.weight * (1 if own.higher_is_better else -1) * (values - member.mean) / member.deviation
        )
    assert np.allclose(mine, by_hand)
    assert np.corrcoef(mine.ravel(), people.values.ravel())[0, 1] == pytest.approx(
        next(each for each in learnt.combinations if each.method == method).in_sample
    )
    assert f"model.json#{read_combined_model(str(path)).digest}" in spec_of(metric)
    assert {each.left_out for each in learnt.combinations} == {"segment", "document", "system"}


def test_the_last_bits_of_a_processor_are_not_in_the_file() -> None:
    def file(weight: float) -> str:
        member = ModelMember("chrf", "chrF2", 50.0, 10.0, weight)
        model = CombinedModel("ridge", 1.0, (member,), {"held out": {"ridge": [weight]}})
        return combined_model_file(rounded_model(model))

    assert file(1 / 3) == file(1 / 3 * (1 + 1e-14)) != file(1 / 3 * (1 + 1e-9))


@pytest.mark.parametrize("specs", [SPECS[::-1], SPECS[1:] + SPECS[:1]])
def test_the_order_of_members_does_not_matter(specs) -> None:
    scored, *_ = evaluation()
    people = judged(scored)
    base = learn_combination(people, scored, LearnOptions(settings=FAST)).model
    scored = evaluation(tuple(specs))[0]
    other = learn_combination(people, scored, LearnOptions(settings=FAST)).model
    weights = {member.metric: member.weight for member in other.members}
    assert other.intercept == pytest.approx(base.intercept)
    for member in base.members:
        assert weights[member.metric] == pytest.approx(member.weight)


def trained(seed: int):
    random = np.random.default_rng(seed)
    features = random.normal(size=(3, 5, 40))
    human = np.tensordot([1.0, -0.5, 0.2], features, axes=1) + random.normal(size=(5, 40))
    return Training(human, features, np.ones(human.shape, dtype=bool), Criterion())


@given(st.integers(0, 1000))
def test_ridge_is_the_closed_form_for_one_of_the_penalties(seed) -> None:
    training = trained(seed)
    rows = training.features.reshape(3, -1).T
    rows = rows - rows.mean(axis=0)
    target = training.human.ravel() - training.human.mean()
    closed = [np.linalg.solve(rows.T @ rows + penalty * np.eye(3), rows.T @ target) for penalty in PENALTIES]
    assert any(np.allclose(ridge(training), weights) for weights in closed)


def test_svr_does_not_move_from_its_optimum() -> None:
    training = trained(3)
    rows = training.features.reshape(3, -1).T
    rows = rows - rows.mean(axis=0)
    target = training.human.ravel() - training.human.mean()
    spread = target.std()

    def loss(weights):
        outside = np.maximum(np.abs(target / spread - rows @ weights) - 0.1, 0)
        return 0.5 * weights @ weights + outside @ outside

    best = svr(training) / spread
    for step in 1e-3 * np.vstack([np.eye(3), -np.eye(3)]):
        assert loss(best + step) > loss(best)


def test_rankings_become_shares_of_comparisons() -> None:
    pairs = Preferences(
        ("a", "b", "c"),
        np.array([0, 0, 1], np.int32),
        np.array([1, 2, 2], np.int32),
        np.array([1, 0, -1], np.int8),
        Codes.of(["r"] * 3),
        Codes.of(["1"] * 3),
    )
    assert win_shares(pairs).values[:, 0].tolist() == [0.5, -1.0, 0.5]


def test_rankings_teach_too() -> None:
    scored, *_ = evaluation()
    people = judged(scored)
    first, second = np.triu_indices(4, 1)
    segments = np.repeat(np.arange(scored.segments), len(first))
    first, second = np.tile(first, scored.segments), np.tile(second, scored.segments)
    outcome = np.sign(people.values[first, segments] - people.values[second, segments]).astype(np.int8)
    pairs = Preferences(
        people.systems,
        first.astype(np.int32),
        second.astype(np.int32),
        outcome,
        Codes.alike("r", len(first)),
        Codes.of([str(n + 1) for n in segments]),
    )
    learnt = learn_combination(pairs, scored, LearnOptions("logistic", settings=FAST))
    assert learnt.combinations[0].contest.statistic == "tau-b"
    assert all(each.held_out > 0.3 for each in learnt.combinations if each.left_out == "segment")


def test_the_card_says_what_it_rests_on() -> None:
    scored, *_ = evaluation(systems=1)
    learnt = learn_combination(judged(scored), scored, LearnOptions(settings=FAST))
    card = learnt.model.card
    assert card["judgements"]["systems"] == 1
    assert any("how well it ranks new systems is not known" in limit for limit in card["limits"])
    assert [figure["left_out"] for figure in card["figures"]] == ["segments", "documents"]
    with pytest.raises(OptionError, match="no segment has two judged"):
        learn_combination(judged(scored), scored, LearnOptions("logistic", settings=FAST))


def test_one_metric_is_no_combination() -> None:
    scored, *_ = evaluation(("chrf",))
    with pytest.raises(OptionError, match="give -m again"):
        learn_combination(judged(scored), scored)


MEMBER = {"metric": "chrf", "signature": "chrf", "mean": 0.0, "deviation": 1.0, "weight": 1.0}
GOOD = {
    "format": "assay-combination",
    "version": 1,
    "method": "ridge",
    "intercept": 0.0,
    "members": [MEMBER],
}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": "x"}, "is no combination of metrics"),
        ({"version": 2}, "version 2"),
        ({"members": []}, "members must be"),
        ({"intercept": "1"}, "intercept must be a number"),
        ({"intercept": True}, "intercept must be a number"),
        ({"members": [{**MEMBER, "deviation": 0}]}, "deviation must be a number above 0"),
        ({"members": [{**MEMBER, "metric": "combined"}]}, "itself a combination"),
        ({"members": [{**MEMBER, "metric": "blue"}]}, "did you mean 'bleu'"),
        ({"members": ["chrf"]}, "must be an object"),
    ],
)
def test_a_damaged_model_is_refused(change, words, tmp_path) -> None:
    path = tmp_path / "model.json"
    path.write_text(json.dumps({**GOOD, **change}))
    with pytest.raises(InputError, match=words):
        parse_metric(f"combined:model={path}")


@pytest.mark.parametrize("content", [b"", b"[", b"\xff\xfe", b"[" * 100_000])
def test_what_is_no_json_is_refused(content, tmp_path) -> None:
    path = tmp_path / "model.json"
    path.write_bytes(content)
    with pytest.raises(AssayError):
        parse_metric(f"combined:model={path}")


def test_the_model_of_the_package_is_what_its_card_says() -> None:
    metric = parse_metric("assay-en")
    model = read_combined_model(
        str(__import__("assay.metrics.learnt.combined", fromlist=["x"]).model_path("assay-en"))
    )
    assert model.card["name"] == "assay-en"
    assert model.card["across_years"]["trained on WMT15, tested on WMT16"] > 0.6
    assert sum(figure["gain"] > 0 for figure in model.card["figures"]) == len(model.card["figures"])
    good = assay.score(["The ferry is late again."], ["The ferry is late again."], metric).score
    bad = assay.score(["A dog."], ["The ferry is late again."], metric).score
    assert good > 50 > bad
