"""Checks of outputs against their source: each on a constructed case, and laws for all."""

import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.data.evalset import EvalSet, Term
from assay.diagnosis.checks.hallucination import UNLIKE, suspects, unlike_others
from assay.diagnosis.checks.lengths import usual_ratios
from assay.diagnosis.checks.repetition import loops
from assay.diagnosis.checks.source_checks import CHECKS, Checks, check_corpus, check_rates, checked_columns
from assay.diagnosis.corpus import Corpus, SetKnowledge, prepare_corpus
from assay.diagnosis.options import DiagnoseOptions
from assay.diagnosis.study import analyse
from assay.diagnosis.words.tokens import number_words
from assay.metrics.specs import parse_metric
from assay.stats.settings import Settings

GERMAN = (
    "Die Fähre verlässt den Hafen am Mittag.",
    "Wir haben nicht auf das Schiff gewartet.",
    "Der Kapitän ist mit den Leuten in die Stadt gegangen.",
    "Am Abend war es sehr kalt, und der Wind kam von der See.",
    "Sie wissen nicht, wann das nächste Boot kommt.",
)
ENGLISH = (
    "The ferry leaves the harbour at noon.",
    "We did not wait for the ship.",
    "The captain has gone into the town with the people.",
    "In the evening it was very cold, and the wind came from the sea.",
    "They do not know when the next boat is coming.",
)
TIMES = 8


def set_of(changes: dict[int, str], source: dict[int, str] | None = None, tok: str = "13a") -> Corpus:
    sources, references = list(ENGLISH * TIMES), list(GERMAN * TIMES)
    outputs = list(references)
    for row, text in (source or {}).items():
        sources[row] = text
    for row, text in changes.items():
        outputs[row] = text
    evalset = EvalSet("set", ("", ""), sources, {"ref": references}, None)
    return prepare_corpus(evalset, {"one": outputs, "two": references}, [], tok=tok)


def checks_of(given: Corpus, terms: tuple[Term, ...] = ()) -> Checks:
    columns = checked_columns(given)
    assert columns is not None
    return check_corpus(replace(given, knowledge=SetKnowledge(glossary=terms)), *columns)


def failed(
    changes: dict[int, str], source: dict[int, str] | None = None, tok: str = "13a"
) -> dict[str, list[int]]:
    found = checks_of(set_of(changes, source, tok))
    return {check: rows for check in found.counts["one"] if (rows := found.failing("one", check))}


def test_good_outputs_fail_nothing() -> None:
    assert failed({}) == {}


@pytest.mark.parametrize("tok", ["13a", "none", "char"])
@pytest.mark.parametrize(
    ("output", "expected"),
    [
        ("", "no-output"),
        ("…", "no-output"),
        (ENGLISH[0], "copied-source"),
        ("Le bateau quitte le port à midi et il ne revient pas.", "wrong-language"),
        ("Паром уходит из порта в полдень.", "wrong-script"),
        ("Die Fähre leaves the harbour at noon.", "untranslated"),
        ("Die Fähre Fähre Fähre Fähre Fähre fährt.", "loops"),
        ("Die Fähre am Hafen am Hafen am Hafen am Hafen.", "loops"),
        ("Die Fähre verlässt 12 Mal den Hafen am Mittag.", "numbers-added"),
        ("Die Fähre (rot) verlässt den Hafen am Mittag.", "brackets-added"),
        ("Die " + "große und sehr schöne Fähre aus dem Norden " * 12 + "fährt.", "too-long"),
    ],
)
def test_each_check_sees_its_fault(output: str, expected: str, tok: str) -> None:
    assert failed({0: output}, tok=tok)[expected] == [0]


def test_an_end_that_is_cut_off() -> None:
    found = failed({8: "Am Abend war"})
    assert found["truncated"] == [8]
    assert failed({8: "Am Abend war es kalt, und der Wind kam."}) == {}


def test_far_too_little_text() -> None:
    assert failed({8: "Kalt."}, {8: ENGLISH[3] * 3})["too-short"] == [8]


def test_a_name_may_stay() -> None:
    assert failed({0: "Anna Berg"}, {0: "Anna Berg"}) == {}


def test_a_quotation_in_a_third_language_may_stay() -> None:
    text = "Le bateau quitte le port à midi et il ne revient pas."
    assert "wrong-language" not in failed({0: text}, {0: text})


def test_loops_that_the_source_has_too_are_none() -> None:
    assert failed({0: "Nein nein nein nein nein!"}, {0: "No no no no no!"}) == {}


def test_loops_are_found_in_any_place() -> None:
    texts = ["a b c", "x x x x", "x x x", "a b a b a b", ". . . . . .", "", "c d e f c d e f c d e f g"]
    assert loops(number_words([texts], "none")[0]).tolist() == [0, 4, 0, 6, 0, 0, 12]
    dense = number_words([["港を出港を出港を出港を出港を出", "はははは"]], "char")[0]
    assert loops(dense, characters=True).tolist() == [15, 0]


def test_right_to_left_source() -> None:
    source = {0: "המעבורת עוזבת ב-12:30 עם 45 נוסעים (ו-3 כלבים)."}
    assert failed({0: "Die Fähre fährt um 12:30 mit 45 Leuten (und 3 Hunden)."}, source) == {}
    assert "numbers-lost" in failed({0: "Die Fähre fährt um 12:30 mit Leuten (und 3 Hunden)."}, source)


def test_without_a_source_nothing_is_checked() -> None:
    evalset = EvalSet("s", ("", ""), None, {"r": list(GERMAN)}, None)
    assert checked_columns(prepare_corpus(evalset, {"a": list(GERMAN)}, [])) is None


def test_glossary_terms() -> None:
    terms = (Term("ferry", ("Fähre", "Fährschiff")), Term("harbour", ("Hafen",)), Term("wind", ("Brise",)))
    found = checks_of(set_of({0: "Das Schiff verlässt den Hafen am Mittag."}), terms)
    wind = [row for row in range(40) if row % 5 == 3]
    assert found.failing("one", "glossary-missed") == sorted([0, *wind])
    assert found.failing("two", "glossary-missed") == wind


def test_rates_are_of_a_hundred_segments_and_leave_out_what_nobody_fails() -> None:
    rates = check_rates(checks_of(set_of({0: "", 1: "", 2: "12 Leute"})))
    named = {metric.label: metric for metric in rates.metrics}
    assert "numbers added" in named
    assert "URLs lost" not in named
    assert rates.stats[named["no output"], "one"].total() == pytest.approx(5)
    assert rates.stats[named["no output"], "two"].total() == 0
    few = check_rates(checks_of(set_of({0: "", 1: "", 2: "12 Leute"})), least=2)
    assert {metric.label for metric in few.metrics} == {"no output"}


def test_nothing_failed_is_an_evaluation_without_metrics() -> None:
    assert check_rates(checks_of(set_of({}))).metrics == ()


@given(st.lists(st.text(max_size=60), min_size=1, max_size=6))
def test_an_output_that_is_its_source_keeps_everything(texts: list[str]) -> None:
    evalset = EvalSet("s", ("", ""), texts, {"r": texts}, None)
    found = checks_of(prepare_corpus(evalset, {"a": texts}, []))
    assert set(found.counts["a"]) <= set(CHECKS)
    kept = [check for check in found.counts["a"] if check.endswith(("-lost", "-added", "-open", "-nesting"))]
    others = [*kept, "loops", "truncated", "too-long", "too-short", "no-output"]
    assert not any(found.counts["a"][check].any() for check in others)


def test_lengths_go_by_the_pair_itself() -> None:
    chance = random.Random(5)
    source = ["x" * chance.randint(30, 90) for _ in range(300)]
    twice = ["y" * int(2 * len(text) * chance.uniform(0.9, 1.1)) for text in source]
    twice[7] = "y" * len(source[7])
    twice[9] = ""
    odd = usual_ratios([twice], source).outliers(twice, source)
    assert np.flatnonzero(odd).tolist() == [7]
    assert odd[7] == -1
    assert usual_ratios([[]], []).segments == 0


def test_an_output_unlike_all_others_with_another_sign_is_suspect() -> None:
    sources, references = list(ENGLISH * TIMES), list(GERMAN * TIMES)
    strange = list(references)
    strange[4] = "Kaufen Sie jetzt 20 Teller Teller Teller Teller zum halben Preis!"
    strange[5] = "Kaufen Sie jetzt unsere schönen neuen Teller im Laden!"
    evalset = EvalSet("s", ("", ""), sources, {"r": references}, None)
    outputs = {"strange": strange, "b": references, "c": references, "d": references}
    both = checked_columns(given := prepare_corpus(evalset, outputs, []))
    assert both is not None
    assert np.flatnonzero(unlike_others(both[1])["strange"]).tolist() == [4, 5]
    (first,) = suspects(both[1], checks_of(given))
    assert (first.system, first.segment) == ("strange", 4)
    assert set(first.signs) == {"a loop", "numbers not in the source", UNLIKE}


def test_two_systems_have_no_outlier() -> None:
    both = checked_columns(set_of({0: "Teller zum halben Preis im Laden!"}))
    assert both is not None
    assert not any(flags.any() for flags in unlike_others(both[1]).values())


def test_a_system_that_drops_numbers_is_found_out_first() -> None:
    chance = random.Random(3)
    sources, references = [], []
    for row in range(150):
        number = chance.randint(13, 999)
        sources.append(f"{ENGLISH[row % 5][:-1]} with {number} boats.")
        references.append(f"{GERMAN[row % 5][:-1]} mit {number} Booten.")
    dropped = [" ".join(word for word in text.split() if not word.isdigit()) for text in references]
    evalset = EvalSet("s", ("", ""), sources, {"r": references}, None)
    given = prepare_corpus(evalset, {"faulty": dropped, "sound": references}, [parse_metric("bleu")])
    found = analyse(given, DiagnoseOptions(settings=Settings(draws=3000)))
    assert "numbers" in found.findings[0].sentence
    assert found.findings[0].ahead == "sound"
    assert any(one.kind == "check" and one.row == ("numbers lost",) for one in found.findings)
    assert found.checks is not None
