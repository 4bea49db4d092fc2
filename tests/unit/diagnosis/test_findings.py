"""Systems whose only fault is known: the right finding must come first, and no finding where there is none."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest

from assay.data.evalset import EvalSet
from assay.diagnosis.corpus import Corpus, SetKnowledge, prepare_corpus
from assay.diagnosis.findings import Finding, cautions, findings
from assay.diagnosis.words import features
from assay.diagnosis.words.buckets import word_buckets
from assay.diagnosis.words.classes import classify
from assay.diagnosis.words.conflicts import conflicts
from assay.diagnosis.words.rates import Rate, rates
from assay.diagnosis.words.systems import Likeness, compare_outputs
from assay.metrics.specs import parse_metric
from assay.stats.settings import Settings

SETTINGS = Settings(draws=1000, threads=1)
NOUNS = [
    "harbour",
    "ferry",
    "island",
    "captain",
    "weather",
    "morning",
    "ticket",
    "lantern",
    "window",
    "garden",
    "bridge",
    "market",
]
VERBS = [
    "carries",
    "watches",
    "paints",
    "repairs",
    "follows",
    "greets",
    "mentions",
    "lifts",
    "remembers",
    "opens",
]
LITTLE = ["the", "a", "on", "in", "near", "with", "and", "of"]
Fault = Callable[[list[str], random.Random], list[str]]


def sentence(chance: random.Random) -> list[str]:
    words = []
    for _ in range(chance.randint(3, 5)):
        words += [chance.choice(LITTLE), chance.choice(NOUNS), chance.choice(VERBS)]
    words.insert(chance.randrange(len(words)), str(chance.randint(10, 9999)))
    return words


def drop_words(words: list[str], chance: random.Random) -> list[str]:
    return [word for word in words if chance.random() > 0.15]


def add_words(words: list[str], chance: random.Random) -> list[str]:
    added: list[str] = []
    for word in words:
        added += [word, f"surplus{chance.randint(1, 99)}"] if chance.random() < 0.15 else [word]
    return added


def shuffle(words: list[str], chance: random.Random) -> list[str]:
    place = chance.randrange(len(words) - 4)
    part = words[place : place + 4]
    return [*words[:place], *reversed(part), *words[place + 4 :]]


def swap_forms(words: list[str], chance: random.Random) -> list[str]:
    return [word[:-1] + "ing" if word in VERBS and chance.random() < 0.5 else word for word in words]


def wrong_words(words: list[str], chance: random.Random) -> list[str]:
    return [f"{chance.randint(1, 99)}x{word[::-1]}" if chance.random() < 0.15 else word for word in words]


def drop_numbers(words: list[str], chance: random.Random) -> list[str]:
    return [word for word in words if not word.isdigit()]


def made(fault: Fault | None, training: dict[str, int] | None = None) -> Corpus:
    chance = random.Random(11)
    references = [sentence(chance) for _ in range(120)]
    faulty = [fault(list(words), chance) if fault else words for words in references]
    evalset = EvalSet("set", ("", ""), None, {"ref": [" ".join(words) for words in references]}, None)
    outputs = {
        "faulty": [" ".join(words) for words in faulty],
        "sound": [" ".join(words) for words in references],
    }
    return prepare_corpus(
        evalset,
        outputs,
        [parse_metric("bleu"), parse_metric("chrf")],
        SetKnowledge(training=training),
        tok="none",
    )


def found(set_: Corpus) -> list[Finding]:
    classified = classify(set_)
    names = ["reference-frequency", "length", "case", "digits", "position"]
    names += ["training-frequency"] if set_.knowledge.training is not None else []
    chosen = [features.WORD_FEATURES[name](set_) for name in names]
    return list(findings(classified, word_buckets(set_, classified, chosen, SETTINGS), 0.05).sure)


@pytest.mark.parametrize(
    ("fault", "kind", "words"),
    [
        (drop_words, "missing", "leaves out fewer words"),
        (add_words, "extra", "adds fewer words"),
        (shuffle, "reordering", "puts fewer words in the wrong place"),
        (swap_forms, "inflection", "gets the form of words right more often"),
        (wrong_words, "lexical", "chooses the wrong word less often"),
        (drop_numbers, "words", "on numbers"),
    ],
)
def test_the_fault_is_found_first(fault: Fault, kind: str, words: str) -> None:
    first = found(made(fault))[0]
    assert first.kind == kind
    assert words in first.sentence
    assert (first.ahead, first.behind) == ("sound", "faulty")
    assert first.adjusted < 0.05
    assert first.segments


def test_the_general_lead_is_not_told_again_of_nearly_all_words() -> None:
    told = {one.row for one in found(made(swap_forms)) if one.kind == "words"}
    assert ("length", "6 to 7", "8 to 9") in told
    assert not told & {("case", "lower"), ("digits", "no digits"), ("reference-frequency", "10 to 99")}


def test_words_that_were_not_seen_in_training() -> None:
    unseen = {"lantern", "greets", "captain"}
    training = {word: 5000 for word in NOUNS + VERBS + LITTLE if word not in unseen}
    chance = random.Random(3)

    def fault(words: list[str], _: random.Random) -> list[str]:
        return ["unk" if word in unseen and chance.random() < 0.9 else word for word in words]

    sentences = [one.sentence for one in found(made(fault, training))[:3]]
    assert any("words never seen in training" in sentence for sentence in sentences)


def test_no_finding_without_a_difference() -> None:
    assert found(made(None)) == []


def test_no_finding_from_a_handful_of_segments() -> None:
    evalset = EvalSet("s", ("", ""), None, {"ref": ["the ferry leaves", "at noon"]}, None)
    outputs = {"one": ["the ferry leaves", "at noon"], "two": ["the ferry", "at night"]}
    assert found(prepare_corpus(evalset, outputs, [], tok="none")) == []


def test_checks_take_part() -> None:
    set_ = made(None)
    rate = Rate("numbers lost")
    checks = rates(
        {
            "faulty": {rate: (np.ones(120, int), np.ones(120, int))},
            "sound": {rate: (np.zeros(120, int), np.ones(120, int))},
        }
    )
    classified = classify(set_)
    buckets = word_buckets(set_, classified, [features.digits(set_)], SETTINGS)
    (first,) = findings(classified, buckets, 0.05, checks=checks).sure
    assert (
        first.sentence
        == "sound has fewer segments with numbers lost than faulty: 0.0 versus 100.0 per 100 segments."
    )
    assert first.segments == (0, 1, 2)


def test_cautions_name_copies_and_conflicts() -> None:
    said = cautions(conflicts(made(None)), compare_outputs(made(None).outputs))
    assert said == ["faulty and sound are identical in all 120 segments."]
    said = cautions([], [Likeness("a", "b", 99.96, 119, 120)])
    assert said == ["a and b are nearly identical: chrF 100.0 between them, 119 of 120 segments identical."]


def test_checks_that_nothing_fails_say_nothing() -> None:
    set_ = made(None)
    classified = classify(set_)
    buckets = word_buckets(set_, classified, [features.digits(set_)], SETTINGS)
    assert findings(classified, buckets, 0.05, checks=rates({"faulty": {}, "sound": {}})).sure == ()
