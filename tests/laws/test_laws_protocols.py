"""Every protocol that ships loads, is worded in all languages, comes back from JSON, and gives judgements."""

from __future__ import annotations

import json
import random
from dataclasses import asdict
from typing import get_args

import numpy as np
import pytest

from assay.data import GENUINE, SCALES, Judgements
from assay.io import read_judgements, write_judgements
from assay.studies.campaigns import answers_of, check_answer, judgements_of, protocol_named, protocol_names
from assay.studies.campaigns.answers import steps_of
from assay.studies.campaigns.protocols.checked_values import checked_value
from assay.studies.campaigns.protocols.protocol_files import message_wording, wording_keys
from assay.studies.campaigns.values import FieldKind, Protocol
from support.campaign_sets import answer_step, campaign_of, log_of, small_texts

LANGUAGES = {"en", "de", "sl", "ar"}
EVERY = pytest.mark.parametrize("name", protocol_names())


def test_all_protocols_ship() -> None:
    wanted = (
        "adequacy-fluency cesa comprehension da da-fluency da-mono da-sqm error-tags esa esa-ai mqm mqm-core pairwise "
        "post-edit post-edit-document ranking sqm ssa xsts yes-no"
    )
    assert protocol_names() == tuple(wanted.split())


@EVERY
def test_a_protocol_is_whole(name: str) -> None:
    protocol = protocol_named(name)
    assert protocol.name == name
    assert protocol.version
    assert protocol.scheme in SCALES
    kinds = {field.kind for step in protocol.steps for field in step.fields}
    assert kinds <= set(get_args(FieldKind))


@EVERY
def test_every_text_is_in_every_language(name: str) -> None:
    protocol = protocol_named(name)
    assert set(protocol.wording) == LANGUAGES
    keys = set(wording_keys(protocol))
    for language, wording in protocol.wording.items():
        assert set(wording) == keys, language
        assert all(text.strip() == text and text for text in wording.values()), language
    english = protocol.wording["en"]
    for language in LANGUAGES - {"en"}:
        same = [
            key for key in keys if len(english[key]) > 20 and protocol.wording[language][key] == english[key]
        ]
        assert not same, f"{language}: {same} is English"


def test_every_message_is_in_every_language() -> None:
    wording = message_wording()
    assert set(wording) == LANGUAGES
    for messages in wording.values():
        assert set(messages) == set(wording["en"])
        for key, text in messages.items():
            assert text.count("{") == wording["en"][key].count("{"), key


@EVERY
def test_a_protocol_comes_back_from_json(name: str) -> None:
    protocol = protocol_named(name)
    plain = json.loads(json.dumps(asdict(protocol)))
    assert checked_value(Protocol, plain, name) == protocol


@EVERY
def test_valid_answers_are_accepted(name: str) -> None:
    campaign, chance = campaign_of(protocol_named(name)), random.Random(3)
    for item in campaign.plan.items:
        for step in range(len(steps_of(campaign.protocol, item))):
            answer = answer_step(campaign.protocol, item, step, chance)
            assert check_answer(campaign.protocol, item, step, answer, campaign.texts) == []


@EVERY
def test_answers_become_judgements_that_a_table_holds(name: str, tmp_path: object) -> None:
    from pathlib import Path

    campaign = campaign_of(protocol_named(name), small_texts(same=True))
    judgements = judgements_of(campaign, answers_of(log_of(campaign)))
    assert isinstance(judgements, Judgements)
    assert len(judgements)
    assert (
        set(judgements.system.names) >= {"system-a", "system-b", "system-c"}
        or campaign.protocol.scheme == "ranking"
    )
    assert set(judgements.item.names) == {GENUINE}
    path = Path(str(tmp_path)) / "tidy.jsonl"
    path.write_text(write_judgements(judgements, "tidy-jsonl"), encoding="utf-8")
    back = read_judgements(str(path))
    assert isinstance(back, Judgements)
    assert back.scheme == judgements.scheme
    assert back.system.column() == judgements.system.column()
    assert back.rater.column() == judgements.rater.column()
    np.testing.assert_array_equal(back.score, judgements.score)
    if judgements.spans is not None and len(judgements.spans):
        assert back.spans is not None
        np.testing.assert_array_equal(back.spans.offsets, judgements.spans.offsets)
        assert back.spans.category.column() == judgements.spans.category.column()
