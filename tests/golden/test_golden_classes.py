"""Error classes and stem ratios against Hjerson, sacreBLEU and snowballstemmer on real outputs."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from itertools import groupby
from pathlib import Path

import pytest
from golden_cases import Case
from golden_cases import load as figures
from golden_write import DATA
from ted import SYSTEMS, golden, load, own

from assay import kernel
from assay.data.evalset import EvalSet
from assay.diagnosis.corpus import Corpus, SetKnowledge, prepare_corpus
from assay.diagnosis.words.classes import (
    HPER,
    RPER,
    WER,
    Classified,
    class_rates,
    classify,
    error_rates,
    label_rates,
)
from assay.diagnosis.words.morphology import form_shares
from assay.diagnosis.words.tokens import Words

SIDES = {"reference": "ref", "output": "hyp"}
SHORT = {"inflection": "infl", "reordering": "reord", "missing": "miss", "extra": "ext", "lexical": "lex"}
LETTERS = "-IRMEL"


@pytest.fixture(scope="module")
def ted(shared_dir: Path) -> Corpus:
    return load(shared_dir)


def spelt(words: Words, judged: kernel.WordErrors) -> list[str]:
    letters = "".join(LETTERS[number] for number in judged.classes)
    return [letters[start:stop] for start, stop in zip(words.offsets[:-1], words.offsets[1:], strict=True)]


def digest(one: Classified) -> str:
    sides = zip(spelt(one.reference, one.references), spelt(one.output, one.outputs), strict=True)
    return "sha256:" + sha256("".join(f"{ref}\t{hyp}\n" for ref, hyp in sides).encode()).hexdigest()


@pytest.mark.parametrize(("base", "case"), [("first4", "first4"), ("english", "snow")])
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_word_has_the_class_that_hjerson_gives_it(
    shared_dir: Path, ted: Corpus, system: str, base: str, case: str
) -> None:
    expected = golden(shared_dir)[f"hjerson_{case}_{system}"]["figures"]
    classified = classify(ted, base)
    rates = error_rates(classified)
    for rate, name in ((WER, "Wer"), (RPER, "Rper"), (HPER, "Hper")):
        assert rates.stats[rate, system].total() == pytest.approx(
            expected["error_rates"][name]["rate"], rel=1e-12
        )
    exact = base == "first4"  # a newer stemmer changes a few stems in ten thousand
    assert not exact or digest(classified[system]) == expected["per_word"]["class_digest"]
    for one in class_rates({system: classified[system]}):
        count = expected[one.unit][one.name][SIDES[one.side]]["count"]
        assert one.count == pytest.approx(count, rel=0 if exact else 0.01), one


@pytest.mark.parametrize(("base", "case"), [("first4", "first4"), ("english", "snow")])
def test_tiny_cases(shared_dir: Path, base: str, case: str) -> None:
    cases = golden(shared_dir)[f"hjerson_tiny_{case}"]["figures"]["cases"]
    evalset = EvalSet("tiny", ("", ""), None, {"ref": [one["ref"] for one in cases]}, None)
    made = prepare_corpus(evalset, {"mt": [one["hyp"] for one in cases]}, [], tok="none")
    found = classify(made, base)["mt"]
    for side, short in SIDES.items():
        words, judged = found.side(side)
        for one, letters in zip(cases, spelt(words, judged), strict=True):
            named = [name and {v: k for k, v in SHORT.items()}[name] for name in one[f"{short}_class"]]
            assert [kernel.CLASSES[LETTERS.index(letter)] or None for letter in letters] == named, one["case"]


def test_classes_by_part_of_speech(shared_dir: Path, ted: Corpus) -> None:
    expected = golden(shared_dir)["hjerson_pos"]["figures"]
    classified = classify(ted, "first4")
    found = 0
    for system in SYSTEMS:
        tallies = expected[system]
        for side, short in SIDES.items():
            for one in label_rates(ted, classified[system], side):
                assert one.count == tallies[short][one.label].get(SHORT[one.name], 0), one
                assert one.words == tallies[short][one.label]["words"], one
                found += 1
    assert found > 100


@pytest.mark.parametrize("system", SYSTEMS)
def test_scores_on_words_are_those_of_sacrebleu_and_stems_come_close(
    shared_dir: Path, ted: Corpus, system: str
) -> None:
    expected = golden(shared_dir)["stem_surface_ratio"]["figures"][system]
    found = {one.metric.name: one for one in form_shares(ted, "english") if one.system == system}
    for metric, key, scale in (("bleu", "bleu", 1), ("chrf", "chrf2", 1), ("f", "unigram_f1", 100)):
        assert found[metric].surface == pytest.approx(scale * expected["surface_lower"][key], rel=1e-9)
        # a newer stemmer changes a few stems in ten thousand
        assert found[metric].stems == pytest.approx(scale * expected["stem_lower"][key], rel=2e-3)
        assert found[metric].ratio == pytest.approx(expected[f"ratio_{key}"], rel=2e-3)


# --- segments of our own ------------------------------------------------------------------------------------

STEMS = figures(DATA / "analysis-sacrebleu.json")


@pytest.mark.parametrize("case", STEMS["stems"], ids=lambda case: f"{case['system']}-{case['form']}")
def test_words_and_stems_of_our_own_segments(case: Case) -> None:
    shares = {
        share.metric.name: share for share in form_shares(own(), "english") if share.system == case["system"]
    }
    for metric in ("bleu", "chrf", "f"):
        score = getattr(shares[metric], case["form"])
        assert score == pytest.approx(case[metric], rel=STEMS["tolerance"]), metric


BY_HAND = figures(DATA / "classes-by-hand.json")
CASES = BY_HAND["cases"]


@pytest.fixture(scope="module")
def by_hand() -> Corpus:
    evalset = EvalSet("by hand", ("", ""), None, {"ref": [case["ref"] for case in CASES]}, None)
    labels = {
        name: [
            ["even" if place % 2 == 0 else "odd" for place in range(len(case[side].split()))]
            for case in CASES
        ]
        for name, side in (("ref", "ref"), ("mt", "hyp"))
    }
    return prepare_corpus(
        evalset, {"mt": [case["hyp"] for case in CASES]}, [], SetKnowledge(labels=labels), tok="none"
    )


@pytest.mark.parametrize("base", ["first4", "english"])
def test_classes_worked_by_hand(by_hand: Corpus, base: str) -> None:
    classified = classify(by_hand, base)["mt"]
    for place, side in enumerate(SIDES):
        for case, letters in zip(CASES, spelt(*classified.side(side)), strict=True):
            assert letters == case[base][place], (case["ref"], case["derivation"])


@pytest.mark.parametrize("base", ["first4", "english"])
def test_sums_of_classes_worked_by_hand(by_hand: Corpus, base: str) -> None:
    runs = {side: [list(groupby(case[base][place])) for case in CASES] for place, side in enumerate(SIDES)}
    blocks = {side: Counter(letter for line in lines for letter, _ in line) for side, lines in runs.items()}
    words = {side: Counter("".join(case[base][place] for case in CASES)) for place, side in enumerate(SIDES)}
    for rate in class_rates(classify(by_hand, base)):
        counts = words if rate.unit == "words" else blocks
        assert rate.count == counts[rate.side][LETTERS[kernel.CLASSES.index(rate.name)]], rate


def test_error_rates_worked_by_hand(by_hand: Corpus) -> None:
    rates = error_rates(classify(by_hand, "first4"))
    sums = [sum(column) for column in zip(*(case["wer_rper_hper"] for case in CASES), strict=True)]
    reference, output = (sum(len(case[side].split()) for case in CASES) for side in ("ref", "hyp"))
    for rate, errors, length in zip((WER, RPER, HPER), sums, (reference, reference, output), strict=True):
        assert rates.stats[rate, "mt"].total() == pytest.approx(
            100 * errors / length, rel=BY_HAND["tolerance"]
        )


@pytest.mark.parametrize(("place", "side"), list(enumerate(SIDES)))
def test_classes_by_label_worked_by_hand(by_hand: Corpus, place: int, side: str) -> None:
    letters = [case["first4"][place] for case in CASES]
    for rate in label_rates(by_hand, classify(by_hand, "first4")["mt"], side):
        chosen = "".join(line[("even", "odd").index(rate.label) :: 2] for line in letters)
        assert rate.count == chosen.count(LETTERS[kernel.CLASSES.index(rate.name)])
        assert rate.words == len(chosen)
