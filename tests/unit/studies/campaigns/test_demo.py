"""The demo study: it can be planned under every protocol, and its tutorial answers would be accepted."""

from __future__ import annotations

import pytest

from assay.studies.campaigns import (
    DesignOptions,
    check_answer,
    demo_texts,
    plan_campaign,
    protocol_named,
    protocol_names,
)
from assay.studies.campaigns.answers import is_right
from assay.studies.campaigns.demo.coast import demo_tutorial
from assay.studies.campaigns.values import TUTORIAL

LANGUAGES = ("en", "de", "sl", "ar")


@pytest.mark.parametrize("name", protocol_names())
def test_the_demo_can_be_planned(name: str) -> None:
    protocol, texts = protocol_named(name), demo_texts()
    tutorial = demo_tutorial(protocol)
    plan = plan_campaign(texts, protocol, DesignOptions(), tutorial)
    assert len([item for item in plan.items if item.kind == TUTORIAL]) == len(tutorial)
    assert bool(tutorial) == (protocol.arrangement == "output" and name != "post-edit")


@pytest.mark.parametrize("name", protocol_names())
def test_expected_answers_are_valid(name: str) -> None:
    protocol, texts = protocol_named(name), demo_texts()
    for item in demo_tutorial(protocol):
        assert check_answer(protocol, item, 0, item.expected["responses"], texts) == []


def test_lessons_are_told_in_every_language() -> None:
    protocol = protocol_named("esa")
    words = {
        language: [item.expected["words"] for item in demo_tutorial(protocol, language)]
        for language in LANGUAGES
    }
    assert len({tuple(told) for told in words.values()}) == len(LANGUAGES)
    item = demo_tutorial(protocol)[1]
    [error] = item.expected["responses"]["u1"]["errors"]
    assert item.units[0].text[error["start"] : error["end"]] == "eighteen"


def test_questions_are_of_three_levels_and_can_be_answered() -> None:
    for questions in demo_texts().questions.values():
        assert [question.level for question in questions] == ["facts", "relations", "intent"]
        for question in questions:
            assert is_right(question, question.accepted[0])
            assert not is_right(question, "something else")
            assert not question.choices or set(question.accepted) <= set(question.choices)
