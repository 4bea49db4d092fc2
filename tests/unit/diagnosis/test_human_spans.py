from __future__ import annotations

import numpy as np
import pytest

from assay.comparison import bootstrap
from assay.data.evalset import Codes, EvalSet
from assay.data.judgements import Judgements, Spans
from assay.diagnosis.corpus import Corpus, prepare_corpus
from assay.diagnosis.swap_tests import SystemPairs, compare_by_swaps
from assay.diagnosis.words.classes import class_rates, classify, error_rates
from assay.diagnosis.words.human_spans import join_spans
from assay.diagnosis.words.morphology import form_shares
from assay.diagnosis.words.tokens import number_words, word_places
from assay.errors import InputError
from assay.reporting.render.formats import FORMATS, render_as
from assay.reporting.tables.diagnosis import words as diagnosis_words
from assay.stats.settings import Settings


def judged(segments: list[str], start: list[int], end: list[int]) -> Judgements:
    rows = len(segments)
    spans = Spans(
        np.arange(rows + 1),
        np.array(start, np.int32),
        np.array(end, np.int32),
        Codes.alike("target", rows),
        Codes.alike("major", rows),
        Codes.alike("Accuracy", rows),
    )
    alike = Codes.alike
    return Judgements(
        "mqm",
        alike("anna", rows),
        alike("mt", rows),
        Codes.of(segments),
        np.full(rows, np.nan),
        alike("genuine", rows),
        alike("", rows),
        spans=spans,
    )


def made() -> Corpus:
    evalset = EvalSet("s", ("", ""), None, {"ref": ["the green lamp.", "we sail home"]}, None)
    return prepare_corpus(
        evalset, {"mt": ["the green door.", "we sail"], "other": ["the lamp.", "we sail home"]}, []
    )


def test_words_are_found_again_in_their_text() -> None:
    texts = ["a door. a", "x"]
    starts, ends = word_places(number_words([texts], "13a")[0], texts)
    assert starts.tolist() == [0, 2, 6, 8, 0]
    assert ends.tolist() == [1, 6, 7, 9, 1]


def test_a_marked_word_is_counted_under_its_class() -> None:
    found = made()
    marked = join_spans(found, classify(found), "people", judged(["1"], [10], [14]))
    assert [(one.system, one.category, one.name, one.words) for one in marked.counts] == [
        ("mt", "Accuracy", "lexical", 1)
    ]
    first = marked.overlaps[0]
    assert (first.words, first.marked, first.classed, first.both) == (4, 1, 1, 1)
    assert first.precision == first.recall == 1
    assert marked.overlaps[1].recall is None


def test_a_span_on_a_word_without_error_says_so() -> None:
    found = made()
    marked = join_spans(found, classify(found), "people", judged(["2"], [0], [2]))
    assert marked.counts[0].name == "no error found"
    assert marked.overlaps[0].recall == 0


def test_segments_that_the_set_does_not_have_are_refused() -> None:
    found = made()
    with pytest.raises(InputError, match='segment "9" of the judgements is no number from 1 to 2'):
        join_spans(found, classify(found), "people", judged(["9"], [0], [2]))


def test_every_table_can_be_written_in_every_format() -> None:
    found = made()
    classified = classify(found)
    rates = error_rates(classified)
    settings = Settings(draws=50, threads=1)
    tests = compare_by_swaps(rates, SystemPairs.every(classified), settings, bootstrap(rates, settings))
    marked = join_spans(found, classified, "people", judged(["1"], [10], [14]))
    blocks = [
        diagnosis_words.rates_table(rates, tests),
        diagnosis_words.classes_table(class_rates(classified), "first4"),
        diagnosis_words.forms_table(form_shares(found, "english"), "english"),
        diagnosis_words.spans_table(marked),
        diagnosis_words.overlap_table(marked),
    ]
    for form in FORMATS:
        assert "lexical" in render_as(blocks, form)
