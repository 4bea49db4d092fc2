"""Answers: what is valid is accepted, all else is refused at its field, and no JSON breaks the check."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.errors import AssayWarning, InputError, OptionError
from assay.studies.campaigns import (
    Campaign,
    check_answer,
    protocol_from_file,
    protocol_named,
    protocol_names,
    worded,
)
from assay.studies.campaigns.answers import AnswerError, is_right, steps_of, with_implied
from assay.studies.campaigns.protocols.protocol_files import message_wording
from assay.studies.campaigns.values import Question
from support.campaign_sets import answer_step, campaign_of, small_texts

NAMES = st.sampled_from(
    ["u1", "u2", "screen", "q1", "errors", "score", "rank", "side", "start", "end", "severity", "category"]
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | NAMES,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(NAMES | st.text(max_size=5), inner, max_size=5)
    ),
    max_leaves=20,
)
CAMPAIGNS = {name: campaign_of(protocol_named(name), small_texts(6, 3, 2)) for name in protocol_names()}
EVERY = pytest.mark.parametrize("name", protocol_names())


def checked(name: str, answer: object, step: int = 0) -> list[tuple[str, str, str]]:
    campaign = CAMPAIGNS[name]
    errors = check_answer(campaign.protocol, campaign.plan.items[0], step, answer, campaign.texts)
    for error in errors:
        for language in message_wording():
            assert worded(error, language)
    return [(error.unit, error.field, error.message) for error in errors]


@EVERY
@given(answer=JSON, step=st.integers(-2, 6) | st.booleans(), data=st.data())
@settings(deadline=None, max_examples=60)
def test_no_json_breaks_the_check(name: str, answer: object, step: int, data: st.DataObject) -> None:
    campaign = CAMPAIGNS[name]
    item = campaign.plan.items[0]
    errors = check_answer(campaign.protocol, item, step, answer, campaign.texts)
    assert all(worded(error, "ar") for error in errors)
    steps = steps_of(campaign.protocol, item)
    if type(step) is not int or not 0 <= step < len(steps):
        assert errors
        return
    valid = answer_step(campaign.protocol, item, step, random.Random(data.draw(st.integers(0, 99))))
    assert check_answer(campaign.protocol, item, step, valid, campaign.texts) == []
    for unit in valid:
        for field in valid[unit]:
            broken = {**valid, unit: {**valid[unit], field: answer}}
            errors = check_answer(campaign.protocol, item, step, broken, campaign.texts)
            # or of a question that this answer decides whether to ask
            asked = {field, *(each.name for each in steps[step].step.fields if each.after == field)}
            assert all(error.unit == unit and error.field in asked for error in errors)


@pytest.mark.parametrize(
    "value", [True, "50", math.nan, math.inf, -math.inf, -1, 101, 50.5, [], {}, 10**400, "x"]
)
def test_a_score_is_a_number_on_the_scale(value: object) -> None:
    assert len(checked("da", {"u1": {"score": value}})) == 1


def test_zero_is_a_score_and_nothing_is_not() -> None:
    assert checked("da", {"u1": {"score": 0}}) == []
    assert checked("da", {"u1": {}}) == [("u1", "score", "required")]
    assert checked("da", {"u1": {"score": None}}) == [("u1", "score", "required")]
    assert checked("da", {}) == [("u1", "score", "required")]


def test_what_is_not_asked_is_refused() -> None:
    assert ("", "", "unknown-unit") in checked("da", {"u1": {"score": 3}, "u2": {"score": 3}})
    assert ("u1", "more", "unknown-field") in checked("da", {"u1": {"score": 3, "more": 1}})
    assert checked("da", {"u1": {"score": 3}}, step=1) == [("", "", "unknown-step")]


def test_a_yes_is_not_true() -> None:
    assert checked("yes-no", {"u1": {"correct": 1}}) == []
    assert checked("yes-no", {"u1": {"correct": True}}) == [("u1", "correct", "option")]
    assert checked("pairwise", {"screen": {"better": -1}}) == []
    assert checked("pairwise", {"screen": {"better": 2}}) == [("screen", "better", "option")]


def test_a_ranking_is_complete_and_may_have_ties() -> None:
    assert checked("ranking", {"u1": {"rank": 1}, "u2": {"rank": 1}, "u3": {"rank": 5}}) == []
    assert checked("ranking", {"u1": {"rank": 1}, "u3": {"rank": 5}}) == [("u2", "rank", "required")]
    campaign = CAMPAIGNS["ranking"]
    step = campaign.protocol.steps[0]
    strict = replace(campaign.protocol, steps=(replace(step, fields=(replace(step.fields[0], ties=False),)),))
    answer = {"u1": {"rank": 1}, "u2": {"rank": 1}, "u3": {"rank": 5}}
    errors = check_answer(strict, campaign.plan.items[0], 0, answer, campaign.texts)
    assert [(error.unit, error.message) for error in errors] == [("u1", "ties"), ("u2", "ties")]


SPAN = {"side": "target", "start": 0, "end": 2, "severity": "major"}
MARK = {**SPAN, "category": "Accuracy/Addition"}


def with_text(name: str, text: str, source: str = "Eine Quelle.") -> Campaign:
    texts = small_texts(2, 1, 0)
    changed = replace(texts, outputs={"a": (text, text)}, source=(source, source))
    return campaign_of(protocol_named(name), changed)


def spans_checked(campaign: Campaign, *spans: object) -> list[str]:
    answer = {"u1": {"errors": list(spans), **({"score": 5} if campaign.protocol.name == "esa" else {})}}
    return [
        error.message
        for error in check_answer(campaign.protocol, campaign.plan.items[0], 0, answer, campaign.texts)
    ]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({}, None),
        ({"end": 11}, "span-place"),
        ({"start": 2, "end": 2}, "span-place"),
        ({"start": -1, "end": -1}, "span-place"),
        ({"start": 0.0}, "span-place"),
        ({"start": True}, "span-place"),
        ({"side": "source"}, "span-side"),
        ({"severity": "critical"}, "span-severity"),
        ({"severity": ["major"]}, "span-severity"),
        ({"category": "x"}, "span-category"),
        ({"more": 1}, "spans"),
        ({"note": "n" * 2001}, "text-longest"),
        ({"note": "\ud800"}, "text-characters"),
        ({"side": "missing"}, "span-place"),
        ({"side": "missing", "start": -1, "end": -1}, None),
    ],
)
def test_spans_of_esa(change: dict[str, Any], message: str | None) -> None:
    campaign = with_text("esa", "ten letter")
    assert spans_checked(campaign, {**SPAN, **change}) == ([] if message is None else [message])


def test_spans_do_not_split_letters() -> None:
    campaign = with_text("esa", "e\u0301ab👩‍👩‍👧")
    assert spans_checked(campaign, {**SPAN, "start": 0, "end": 2}) == []
    assert spans_checked(campaign, {**SPAN, "start": 0, "end": 1}) == ["span-letter"]
    assert spans_checked(campaign, {**SPAN, "start": 1, "end": 3}) == ["span-letter"]
    assert spans_checked(campaign, {**SPAN, "start": 4, "end": 6}) == ["span-letter"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({}, None),
        ({"category": "Accuracy"}, "span-category"),
        ({"category": ""}, "span-category"),
        ({"category": ["Accuracy/Addition"]}, "span-category"),
        ({"side": "source"}, "span-category-side"),
        ({"side": "source", "category": "Accuracy/Omission", "end": 12}, None),
        ({"side": "source", "category": "Accuracy/Omission", "end": 13}, "span-place"),
        ({"category": "Source error"}, "span-category-side"),
        ({"category": "Other"}, "span-note"),
        ({"category": "Other", "note": " "}, "span-note"),
        ({"category": "Other", "note": "why"}, None),
        ({"category": "Non-translation!"}, "span-whole"),
        ({"category": "Non-translation!", "end": 10}, None),
    ],
)
def test_spans_of_mqm(change: dict[str, Any], message: str | None) -> None:
    campaign = with_text("mqm", "ten letter", "Eine Quelle.")
    assert spans_checked(campaign, {**MARK, **change}) == ([] if message is None else [message])


def test_non_translation_stands_alone() -> None:
    campaign = with_text("mqm", "ten letter")
    whole = {**MARK, "category": "Non-translation!", "end": 10}
    assert spans_checked(campaign, whole, MARK) == ["span-alone"]


@pytest.mark.parametrize(
    ("score", "errors", "message"),
    [(85, [], None), (80, [], "score-without-span"), (80, None, "score-without-span"), (0, [SPAN], None)],
)
def test_a_low_score_without_an_error_is_refused_where_the_protocol_says_so(
    score: float, errors: list[Any] | None, message: str | None
) -> None:
    campaign = CAMPAIGNS["cesa"]
    item = campaign.plan.items[0]
    units = {f"u{number}": {"score": 100, "errors": []} for number in range(1, len(item.units) + 1)}
    given = {**units, "u2": {"score": score, "errors": errors}}
    wrong = check_answer(campaign.protocol, item, 0, given, campaign.texts)
    assert [(each.unit, each.field, each.message) for each in wrong] == (
        [("u2", "errors", message)] if message else []
    )
    assert not message or "below 85" in worded(wrong[0], "en")
    in_esa = {"u1": {"score": 0, "errors": []}}  # which asks once, and takes it
    esa = CAMPAIGNS["esa"]
    assert check_answer(esa.protocol, esa.plan.items[0], 0, in_esa, esa.texts) == []


def test_scores_of_contrastive_esa_are_in_steps_of_five() -> None:
    campaign = CAMPAIGNS["cesa"]
    item = campaign.plan.items[0]
    given = {f"u{number}": {"score": 87, "errors": []} for number in range(1, len(item.units) + 1)}
    wrong = check_answer(campaign.protocol, item, 0, given, campaign.texts)
    assert {each.message for each in wrong} == {"step"}


def test_there_is_a_limit_to_everything() -> None:
    campaign = with_text("esa", "ten letter")
    assert spans_checked(campaign, *[SPAN] * 501) == ["spans-number"]
    assert checked("post-edit", {"u1": {"edited": "x" * 20001}}) == [("u1", "edited", "text-longest")]
    assert checked("post-edit", {"u1": {"edited": "a\0b"}}) == [("u1", "edited", "text-characters")]
    assert checked("post-edit", {"u1": {"edited": "  "}}) == [("u1", "edited", "required")]


def test_tags_are_known_and_given_once() -> None:
    assert checked("error-tags", {"u1": {"correct": 0, "tags": ["wrong", "added"]}}) == []
    for tags in (["wrong", "wrong"], ["rude"], "wrong", [1], [["wrong"]]):
        assert checked("error-tags", {"u1": {"correct": 0, "tags": tags}}) == [("u1", "tags", "tags")]


def test_questions_come_one_by_one() -> None:
    assert checked("comprehension", {}, 0) == []
    assert checked("comprehension", {"q1": {"answer": "in cafes"}}, 1) == []
    assert checked("comprehension", {}, 1) == []
    assert checked("comprehension", {"q1": {"answer": "in bed"}}, 1) == [("q1", "answer", "option")]
    assert checked("comprehension", {"q1": {"answer": "in cafes"}}, 2) == [("", "", "unknown-unit")]
    assert checked("comprehension", {"q2": {"answer": "a storm"}}, 2) == []
    assert checked("comprehension", {"q2": {"answer": "x" * 201}}, 2) == [("q2", "answer", "text-longest")]


@pytest.mark.parametrize(
    ("answer", "right"),
    [
        ("a storm", True),
        (" A  STORM. ", True),
        ("A ｓtorm", True),
        ("storms", False),
        ("", False),
        (None, False),
        (3, False),
    ],
)
def test_short_answers_are_graded_without_regard_to_form(answer: object, right: bool) -> None:
    assert is_right(Question("Why?", "short", "facts", ("a storm", "the storm")), answer) is right


def test_messages_are_worded() -> None:
    error = AnswerError("u1", "score", "range", {"low": 0.0, "high": 100.0})
    assert worded(error, "en") == "Give a number from 0 to 100."
    assert worded(error, "de") == "Geben Sie eine Zahl von 0 bis 100 an."
    assert worded(error, "xx") == "Give a number from 0 to 100."


# --- protocols of one's own ---------------------------------------------------------------------------------

OWN = """
name = "mine"
version = "3"
scheme = "da"
arrangement = "output"
[[step]]
shows = ["output"]
[[step.field]]
name = "score"
kind = "slider"
question = "q"
[wording.en]
title = "T"
instructions = "I"
q = "How good?"
"""


def test_a_protocol_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(OWN, encoding="utf-8")
    protocol = protocol_from_file(path)
    assert (protocol.name, protocol.version) == ("mine", "3")
    assert protocol.steps[0].fields[0].high == 100


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('scheme = "da"', 'scheme = "dada"', "unknown scheme"),
        ('kind = "slider"', 'kind = "dial"', 'step 1, field 1 "score", kind.*dial.*choose from slider'),
        ('kind = "slider"', 'kind = "choice"', "two options"),
        ('kind = "slider"', 'kind = "spans"', "severities"),
        ('kind = "slider"', 'kind = "slider"\nlow = 5\nhigh = 5', "low must be below high"),
        ('kind = "slider"', 'kind = "slider"\nlow = "a"', "low must be a number"),
        ('kind = "slider"', 'kind = "slider"\nlow = true', "low must be a number"),
        ('name = "score"\n', "", "name is missing"),
        ('q = "How good?"', "", 'wording.en: no text for "q"'),
        ("[wording.en]", "[wordings.en]", "wordings.*not recognised"),
        ('version = "3"', "version = 3", "version must be a text"),
        ("[[step]]\n", "[step]\n", "no step"),
        ('shows = ["output"]', 'shows = ["everything"]', "everything.*choose from source"),
        ('name = "mine"', "name = ", "is not TOML"),
        ('arrangement = "output"', 'arrangement = "outputs"', "most_outputs"),
        ('version = "3"', "version = 3", "not the number 3"),
        ('version = "3"', 'version = "\\n"', "version must be a word"),
        ('version = "3"', 'version = "3"\nhints = { colour = 3 }', "hints.*colour.*score_without_span"),
        ('question = "q"', "", "question is missing"),
        ('question = "q"', 'question = "q"\nticks = [{ at = 700, text = "q" }]', "a tick at 700"),
        ('question = "q"', 'question = "q"\nticks = [{ at = 1, text = "q" }, { at = 1, text = "q" }]', "two"),
        ('question = "q"', 'question = "q"\nby = 7', "steps of 7 do not lead"),
        ('question = "q"', 'question = "q"\nhigh = 1000', "gives 0 to 1000, and da has 0 to 100"),
        ('scheme = "da"', 'scheme = "yes-no"', "take the scheme da or da-sqm or esa"),
        ('scheme = "da"', 'scheme = "mqm"', "mqm has errors and no score"),
        ('scheme = "da"', 'scheme = "ranking"', "the scheme ranking has ranks"),
        ('kind = "slider"', 'kind = "rank"', "ranks are of outputs side by side"),
        ('kind = "slider"', 'kind = "question"', "questions are on a text"),
        ('kind = "slider"', 'kind = "text"', "score is a column"),
        ('kind = "slider"', 'kind = "slider"\nlongest = 0', "longest must be 1"),
        ('kind = "slider"', 'kind = "spans"\nseverities = ["minor", "minor"]', '"minor" is there twice'),
        (
            'kind = "slider"',
            'kind = "tags"\ncategories = [{ name = "a", text = "q" }, { name = "a", text = "q" }]',
            '"a" is there twice',
        ),
        ('shows = ["output"]', 'shows = ["source"]', "shows nothing to judge"),
        ('[[step.field]]\nname = "score"\nkind = "slider"\nquestion = "q"\n', "", "asks nothing"),
        (
            'question = "q"\n',
            'question = "q"\n[[step.field]]\nname = "style"\nkind = "slider"\nquestion = "q"\n',
            '"score" and "style" both give scores',
        ),
    ],
)
def test_an_error_in_a_protocol_says_where_and_what(old: str, new: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    assert old in OWN
    path.write_text(OWN.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(InputError, match=words) as error:
        protocol_from_file(path)
    assert "mine.toml" in str(error.value)


def test_a_part_of_a_scale_is_warned_of(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(OWN.replace('question = "q"', 'question = "q"\nlow = 1\nhigh = 7'), encoding="utf-8")
    with pytest.warns(AssayWarning, match="1 to 7 is a part of the scale of da, 0 to 100"):
        protocol_from_file(path)


def test_an_unknown_protocol_is_refused_with_its_nearest_relative() -> None:
    with pytest.raises(OptionError, match="did you mean ranking"):
        protocol_named("rankings")


def test_what_makes_no_sense_is_not_asked_whether_it_is_specific() -> None:
    assert checked("ssa", {"u1": {"sensible": 1}}) == [("u1", "specific", "required")]
    assert checked("ssa", {"u1": {"sensible": 0}}) == []
    assert checked("ssa", {"u1": {"sensible": 0, "specific": 1}}) == [("u1", "specific", "option")]
    step = CAMPAIGNS["ssa"].protocol.steps[0]
    assert with_implied(step, {"u1": {"sensible": 0}}) == {"u1": {"sensible": 0, "specific": 0}}
    assert with_implied(step, {"u1": {"sensible": 1, "specific": 1}}) == {
        "u1": {"sensible": 1, "specific": 1}
    }
