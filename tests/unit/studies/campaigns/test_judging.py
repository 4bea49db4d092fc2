"""Answers as judgements: what each protocol becomes, what counts, and what files of other tools carry of it."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from assay.data import DEGRADED, FILLER, GENUINE, REFERENCE, REPEAT, Codes, Judgements, Preferences
from assay.errors import InputError
from assay.human import from_rankings, rank
from assay.human.preferences.shared_outputs import of_single_systems
from assay.io import read_judgements, write_judgements
from assay.studies.campaigns import (
    Campaign,
    DesignOptions,
    Event,
    answers_of,
    demo_texts,
    design_power,
    judge_annotators,
    judgements_of,
    plan_campaign,
    protocol_named,
    rank_both_ways,
)
from assay.studies.campaigns.demo.coast import demo_tutorial
from assay.studies.campaigns.judging.quality import earns_code
from assay.studies.campaigns.judging.stored import Answers, spent
from assay.studies.campaigns.values import Item, Protocol
from assay.text import Column
from support.campaign_sets import Answering, answer_step, campaign_of, log_of, small_texts


def judged(name: str, **options: Any) -> tuple[Campaign, Judgements]:
    campaign = campaign_of(protocol_named(name), small_texts(same=True), **options)
    return campaign, judgements_of(campaign, answers_of(log_of(campaign)))


def answered(actor: str, item: int, responses: Mapping[str, Any], step: int = 0, **more: Any) -> Event:
    payload = {"item": item, "step": step, "responses": responses, "times": {"active": 2000}, **more}
    return Event(0, 100.0, "test", "answered", actor, "", payload)


def rows_of(judgements: Judgements) -> list[tuple[str, str, str, float]]:
    columns = (judgements.rater, judgements.system, judgements.segment)
    return list(zip(*(column.column() for column in columns), judgements.score.tolist(), strict=True))


def test_the_last_answer_counts_and_the_withdrawn_are_gone() -> None:
    campaign = campaign_of(protocol_named("da"))
    log = [
        answered("ann", 0, {"u1": {"score": 10}}),
        answered("ben", 0, {"u1": {"score": 20}}),
        answered("ann", 0, {"u1": {"score": 30}}),
        answered("cem", 0, {"u1": {"score": 40}}),
        Event(0, 1.0, "test", "skipped", "ann", "", {"item": 1, "reason": "unclear"}),
        Event(0, 1.0, "test", "skipped", "ben", "", {"item": 0, "reason": "changed my mind"}),
        Event(0, 2.0, "test", "withdrawn", "cem", "", {}),
    ]
    judgements = judgements_of(campaign, answers_of(log))
    assert [(row[0], row[3]) for row in rows_of(judgements)] == [("ben", 20), ("ann", 30)]
    remarks = {remark.kind: remark.count for remark in judgements.remarks}
    assert remarks == {"corrected by a later answer, left out": 1, "skipped screens": 1}
    assert judgements.start is not None
    assert judgements.start.tolist() == [98.0, 98.0]
    assert np.asarray(judgements.seconds).tolist() == [2.0, 2.0]


def test_systems_with_the_same_output_are_each_judged() -> None:
    campaign, judgements = judged("da")
    shared = next(item for item in campaign.plan.items if len(item.units[0].systems) == 2)
    segment = campaign.texts.segments[shared.units[0].segment]
    mine = [row for row in rows_of(judgements) if row[0] == "annotator-1" and row[2] == segment]
    scores = {system: score for _, system, _, score in mine}
    assert scores["system-a"] == scores["system-b"]
    assert len(judgements) == 3 * 3 * 12


def test_adequacy_and_fluency_are_two_aspects() -> None:
    _, judgements = judged("adequacy-fluency")
    assert set(judgements.aspect.names) == {"adequacy", "fluency"}
    assert judgements.screen is not None
    assert "position" in judgements.extra
    assert rank(judgements).standings


def test_a_document_score_is_about_the_document() -> None:
    campaign, judgements = judged("da-sqm")
    whole = judgements.where(judgements.aspect.among(["document"]))
    assert set(np.array(whole.segment.names)[whole.segment.index]) == set(campaign.texts.document)
    assert len(whole) == 3 * 3 * 3
    assert len(judgements) == len(whole) + 3 * 3 * 12


def test_a_preference_is_two_ranks_in_the_order_shown() -> None:
    campaign = campaign_of(protocol_named("pairwise"), small_texts(4, 2, 0))
    item = campaign.plan.items[0]
    first, second = (unit.systems[0] for unit in item.units)
    cases = [("a", 1, 1, 2), ("b", -1, 1, 2), ("c", 0, 1, 2), ("d", 1, 2, 1)]
    log = [
        answered(name, 0, {"screen": {"better": value}}, positions={"u1": place, "u2": other})
        for name, value, place, other in cases
    ]
    judgements = judgements_of(campaign, answers_of(log))
    assert [row[:2] + row[3:] for row in rows_of(judgements)] == [
        *(("a", first, 1), ("a", second, 2), ("b", first, 2), ("b", second, 1)),
        *(("c", first, 1), ("c", second, 1), ("d", second, 1), ("d", first, 2)),
    ]
    assert from_rankings(judgements).outcome.tolist() == [1, -1, 0, 1]


def test_a_ranking_keeps_joint_names_and_expands_where_systems_are_ranked() -> None:
    campaign, judgements = judged("ranking")
    assert "system-a+system-b" in judgements.system.names
    pairs = of_single_systems(from_rankings(judgements))
    assert set(pairs.systems) == set(campaign.texts.outputs)
    assert rank(judgements).standings


def test_errors_hang_on_the_score() -> None:
    campaign = campaign_of(protocol_named("esa"), small_texts(6, 2, 2))
    marked = {"side": "target", "start": 1, "end": 3, "severity": "minor", "note": "odd"}
    missing = {"side": "missing", "start": -1, "end": -1, "severity": "major"}
    log = [
        answered("ann", 0, {"u1": {"score": 60, "errors": [marked, missing]}}),
        answered("ann", 1, {"u1": {"score": 90}}),
    ]
    judgements = judgements_of(campaign, answers_of(log))
    assert judgements.spans is not None
    assert judgements.spans.offsets.tolist() == [0, 2, 2]
    assert judgements.spans.side.column() == ["target", "missing"]
    assert judgements.spans.extra["note"] == ["odd", ""]


def test_errors_may_be_marked_in_a_step_before_the_score() -> None:
    protocol = protocol_named("esa")
    [step] = protocol.steps
    two = replace(
        protocol, steps=(replace(step, fields=step.fields[:1]), replace(step, fields=step.fields[1:]))
    )
    campaign = campaign_of(two, small_texts(6, 2, 2))
    marked = {"side": "target", "start": 1, "end": 3, "severity": "minor"}
    log = [
        answered("ann", 0, {"u1": {"errors": [marked]}}, 0),
        answered("ben", 0, {"u1": {}}, 0),
        answered("ben", 0, {"u1": {"score": 70}}, 1),
        answered("ann", 0, {"u1": {"score": 60}}, 1),
    ]
    judgements = judgements_of(campaign, answers_of(log))
    assert judgements.spans is not None
    assert judgements.score.tolist() == [70, 60]
    assert judgements.spans.offsets.tolist() == [0, 0, 1]
    for later in range(3):  # errors of an output that nobody has scored yet are not those of another
        log = [answered("ann", item, {"u1": {"errors": [marked] * (item + 1)}}, 0) for item in range(3)]
        log += [answered("ann", item, {"u1": {"score": item}}, 1) for item in range(3) if item != later]
        judgements = judgements_of(campaign, answers_of(log))
        assert judgements.spans is not None
        assert np.diff(judgements.spans.offsets).tolist() == [item + 1 for item in range(3) if item != later]
    assert len(judgements_of(campaign, answers_of(log[:3]))) == 0


def test_a_segment_without_errors_is_a_row_of_mqm() -> None:
    campaign = campaign_of(protocol_named("mqm"), small_texts(6, 2, 2))
    judgements = judgements_of(campaign, answers_of([answered("ann", 0, {}), answered("ann", 1, {"u1": {}})]))
    assert len(judgements) == 2
    assert np.isnan(judgements.score).all()
    assert judgements.extra["target"][0] == campaign.plan.items[0].units[0].text


def test_tags_are_errors_without_a_place() -> None:
    campaign = campaign_of(protocol_named("error-tags"), small_texts(6, 2, 2))
    log = [answered("ann", 0, {"u1": {"correct": 0, "tags": ["wrong", "missing"]}})]
    judgements = judgements_of(campaign, answers_of(log))
    assert judgements.spans is not None
    assert judgements.spans.category.column() == ["wrong", "missing"]
    assert judgements.score.tolist() == [0]


def test_questions_are_graded_and_reading_is_timed() -> None:
    campaign = campaign_of(protocol_named("comprehension"), small_texts(4, 2, 2))
    log = [
        answered("ann", 0, {}, 0, times={"active": 30_000}),
        answered("ann", 0, {"q1": {"answer": "in cafes"}}, 1),
        answered("ann", 0, {"q2": {"answer": "a flood"}}, 2),
        answered("ann", 0, {}, 3),
    ]
    judgements = judgements_of(campaign, answers_of(log))
    assert judgements.score.tolist() == [1, 0, 0]
    assert judgements.aspect.column() == ["facts", "relations", "intent"]
    assert [name.rpartition("#")[2] for name in judgements.segment.column()] == ["1", "2", "3"]
    assert np.asarray(judgements.seconds).tolist() == [30, 30, 30]
    assert judgements.extra["answer"] == ["in cafes", "a flood", ""]


def test_a_post_edit_keeps_its_text() -> None:
    _, judgements = judged("post-edit")
    assert all(text.endswith(" again") for text in judgements.extra["edited"])
    assert np.isnan(judgements.score).all()


def test_tutorials_are_left_out_and_calibration_counts() -> None:
    texts, protocol = demo_texts(), protocol_named("da")
    plan = plan_campaign(texts, protocol, DesignOptions(calibration=4), demo_tutorial(protocol))
    campaign = Campaign("test", protocol, texts, plan, {})
    judgements = judgements_of(campaign, answers_of(log_of(campaign, 2)))
    assert set(judgements.item.names) == {GENUINE}
    assert len(judgements) == 2 * 3 * 12


def test_a_damaged_answer_is_named() -> None:
    campaign = campaign_of(protocol_named("esa"), small_texts())
    answers = answers_of(log_of(campaign))
    texts = list(answers.responses)
    texts[3] = texts[3][:-1]
    who, screen = answers.annotator.column()[3], answers.item[3]
    with pytest.raises(InputError, match=f"test: the stored answer of {who} to screen {screen} is damaged"):
        judgements_of(campaign, replace(answers, responses=Column.of(texts)))


@pytest.mark.parametrize(
    ("item", "responses"),
    [
        (0, {"u9": {"score": 5}}),
        (0, {"u2": {"score": 5}}),  # as the other screen has, whose first unit it must not be taken for
        (0, {"x": {"score": 5}}),
        (0, {"u1": {"scores": 5}}),
        (-1, {"u1": {"score": 5}}),
        (10**6, {"u1": {"score": 5}}),
    ],
)
def test_an_answer_to_what_was_not_asked_is_damaged(item: int, responses: dict[str, Any]) -> None:
    campaign = campaign_of(protocol_named("da"), small_texts(4, 2, 0))
    first, second, *others = campaign.plan.items
    items = (first, replace(second, units=second.units * 2), *others)
    campaign = replace(campaign, plan=replace(campaign.plan, items=items))
    log = [answered("ann", 1, {"u2": {"score": 7}}), answered("ben", item, responses)]
    with pytest.raises(InputError, match=f"test: the stored answer of ben to screen {item} is damaged"):
        judgements_of(campaign, answers_of(log))


@pytest.mark.parametrize("text", ['{"q1": ', "[]", '{"q1": 7}'])
def test_a_damaged_answer_to_a_question_is_named(text: str) -> None:
    campaign = campaign_of(protocol_named("comprehension"), small_texts(6, 2, 2))
    answers = answers_of(log_of(campaign))
    texts = list(answers.responses)
    row = next(row for row, each in enumerate(texts) if "q1" in each)
    texts[row] = text
    with pytest.raises(InputError, match=f"screen {answers.item[row]} is damaged; restore the database"):
        judgements_of(campaign, replace(answers, responses=Column.of(texts)))


@pytest.mark.parametrize("text", ['{"u1": 2', "[]", '{"u1": null}', '{"u1": "first"}'])
def test_damaged_places_on_a_screen_are_named(text: str) -> None:
    campaign = campaign_of(protocol_named("ranking"), small_texts())
    answers = answers_of(log_of(campaign))
    positions = answers.positions.column()
    positions[3] = text
    with pytest.raises(InputError, match=f"screen {answers.item[3]} is damaged; restore the database"):
        judgements_of(campaign, replace(answers, positions=Codes.of(positions)))


def test_no_answers_are_no_judgements() -> None:
    for name in ("da", "esa", "mqm", "ranking", "pairwise", "comprehension", "post-edit"):
        campaign = campaign_of(protocol_named(name))
        assert len(judgements_of(campaign, answers_of([]))) == 0


@pytest.mark.parametrize(
    ("times", "seconds"),
    [
        ({"active": 1500, "shown": 0, "sent": 9000}, 1.5),
        ({"shown": 1000, "sent": 4000}, 3.0),
        ({"active": -5}, 0.0),
    ],
)
def test_time_is_active_time(times: dict[str, Any], seconds: float) -> None:
    assert spent(times) == seconds
    assert np.isnan(spent({}))


# --- files of other tools -----------------------------------------------------------------------------------


def back(
    judgements: Judgements, form: str, path: Path, *, leave_out: bool = True
) -> Judgements | Preferences:
    path.write_text(write_judgements(judgements, form, leave_out=leave_out), encoding="utf-8")
    return read_judgements(str(path), form)


@pytest.mark.filterwarnings("ignore:.*left out")
def test_rankings_go_through_wmt_csv(tmp_path: Path) -> None:
    campaign = campaign_of(protocol_named("ranking"), small_texts(12, 4, 0))
    judgements = judgements_of(campaign, answers_of(log_of(campaign)))
    again = back(judgements, "ranking", tmp_path / "ranking.csv")
    assert isinstance(again, Judgements)
    assert rows_of(again) == rows_of(judgements)


@pytest.mark.filterwarnings("ignore:.*left out")
def test_errors_go_through_mqm_tsv(tmp_path: Path) -> None:
    _, judgements = judged("mqm")
    again = back(judgements, "mqm", tmp_path / "mqm.tsv")
    assert isinstance(again, Judgements)
    assert again.spans is not None
    assert judgements.spans is not None
    assert [row[:3] for row in rows_of(again)] == [row[:3] for row in rows_of(judgements)]
    assert again.spans.offsets.tolist() == judgements.spans.offsets.tolist()
    assert again.spans.start.tolist() == judgements.spans.start.tolist()
    assert again.spans.category.column() == judgements.spans.category.column()
    assert rank(again).standings


@pytest.mark.filterwarnings("ignore:.*left out")
def test_esa_goes_through_its_jsonl_and_appraise_csv(tmp_path: Path) -> None:
    _, judgements = judged("esa", degraded=0.2, repeats=0.2)
    assert {DEGRADED, REPEAT, GENUINE} == set(judgements.item.names)
    for form, name in (("esa", "esa.jsonl"), ("appraise", "appraise.csv")):
        again = back(judgements, form, tmp_path / name)
        assert isinstance(again, Judgements)
        assert again.scheme == "esa"
        assert again.spans is not None
        assert judgements.spans is not None
        assert again.score.tolist() == judgements.score.tolist()
        assert again.system.column() == judgements.system.column()
        assert again.item.column() == judgements.item.column()
        assert again.spans.start.tolist() == judgements.spans.start.tolist()
        assert again.spans.severity.column() == judgements.spans.severity.column()


# --- what is said of annotators -----------------------------------------------------------------------------


def careful(protocol: Protocol, item: Item, step: int, chance: random.Random) -> dict[str, Any]:
    """Answer an item by how good it is; what was planted is marked."""
    answer = answer_step(protocol, item, step, chance)
    base = {"system-a": 80, "system-b": 60, "system-c": 40, "reference": 95}[item.units[0].systems[0]]
    score = base - 30 * (item.kind == DEGRADED) + chance.randint(-5, 5)
    errors = [
        {"side": "target", "start": span.start, "end": span.end, "severity": "major"}
        for span in item.units[0].planted
    ]
    answer["u1"] |= {
        "score": min(100, max(0, score)),
        **({"errors": errors} if protocol.name == "esa" else {}),
    }
    return answer


def study(name: str) -> tuple[Campaign, list[Event]]:
    campaign = campaign_of(
        protocol_named(name), small_texts(40, 3, 10), degraded=0.3, repeats=0.2, references=0.1
    )
    log = log_of(campaign, 3, answering=careful)
    careless = log_of(campaign, 4, seed=9)[-len(log) // 3 :]
    return campaign, [*log, *careless]


@pytest.mark.parametrize("name", ["da", "esa"])
def test_who_clicks_at_random_fails_and_the_careful_pass(name: str) -> None:
    campaign, log = study(name)
    judgements = judgements_of(campaign, answers_of(log))
    assert {DEGRADED, REPEAT, REFERENCE, GENUINE} == set(judgements.item.names)
    verdicts = {each.annotator: each for each in judge_annotators(campaign, judgements)}
    assert [verdicts[f"annotator-{number}"].verdict for number in range(1, 5)] == [
        "pass",
        "pass",
        "pass",
        "fail",
    ]
    first, last = verdicts["annotator-1"], verdicts["annotator-4"]
    assert first.quality.degraded.pairs == len(
        [item for item in campaign.plan.items if item.kind == DEGRADED]
    )
    assert first.quality.degraded.power > 0.9
    assert first.quality.repeats.difference < last.quality.repeats.difference
    assert earns_code(first)
    assert not earns_code(last)
    if name == "esa":
        assert first.marked == first.planted == first.quality.degraded.pairs
        assert last.marked < last.planted
    both = rank_both_ways(judgements, list(verdicts.values()))
    assert both.failed == ("annotator-4",)
    assert both.without_failed is not None
    leader = both.without_failed.standings[0]
    assert leader.system == "system-a"


def reader(protocol: Protocol, item: Item, step: int, chance: random.Random) -> dict[str, Any]:
    """Rank outputs by their system, what was damaged below its original."""
    worth = [
        "abc".index(unit.systems[0][-1]) + (0.5 + chance.random() if unit.planted else 0)
        for unit in item.units
    ]
    if protocol.name == "ranking":
        return {
            f"u{place}": {"rank": sorted(worth).index(own) + 1} for place, own in enumerate(worth, start=1)
        }
    return {"screen": {"better": 1 if worth[0] < worth[1] else -1}}  # of the one that stands first


@pytest.mark.parametrize("name", ["ranking", "pairwise"])
def test_outputs_side_by_side_have_verdicts_as_well(name: str) -> None:
    campaign = campaign_of(protocol_named(name), small_texts(40, 3, 10), degraded=0.4, repeats=0.1)
    damaged = [item for item in campaign.plan.items if item.kind == DEGRADED]
    for item in damaged:
        [copy] = [unit for unit in item.units if unit.planted]
        assert [unit.systems for unit in item.units].count(copy.systems) == 2, "beside its original"
    log = [
        replace(event, payload={**event.payload, "positions": {}})  # units stood in their order
        for event in log_of(campaign, 3, answering=reader)
    ]
    careless = log_of(campaign, 4, seed=9)[-len(log) // 3 :]
    judgements = judgements_of(campaign, answers_of([*log, *careless]))
    verdicts = {each.annotator: each for each in judge_annotators(campaign, judgements)}
    assert [verdicts[f"annotator-{number}"].verdict for number in range(1, 4)] == ["pass"] * 3
    assert verdicts["annotator-4"].verdict == "fail"
    assert verdicts["annotator-1"].quality.degraded.pairs == len(damaged)
    both = rank_both_ways(judgements, list(verdicts.values()))
    assert both.failed == ("annotator-4",)
    pairs = from_rankings(judgements)
    assert len(pairs) == len(from_rankings(judgements.where(~judgements.item.among([DEGRADED, FILLER])))), (
        "control screens say nothing of systems"
    )


def test_without_controls_nobody_fails() -> None:
    campaign, judgements = judged("da")
    verdicts = judge_annotators(campaign, judgements)
    assert {each.verdict for each in verdicts} == {"no controls"}
    assert rank_both_ways(judgements, verdicts).without_failed is None
    assert judge_annotators(campaign, judgements_of(campaign, answers_of([]))) == ()


# --- what a design can show ---------------------------------------------------------------------------------


def test_more_segments_and_annotators_show_smaller_differences() -> None:
    protocol = protocol_named("da")

    def shown(segments: int, copies: int, systems: int = 2) -> float:
        texts = small_texts(segments, systems, 0)
        plan = plan_campaign(texts, protocol, DesignOptions(copies=copies))
        return design_power(plan, protocol, texts).difference

    assert shown(400, 1) < shown(100, 1)
    assert shown(100, 4) < shown(100, 1)
    assert shown(100, 1, 4) > shown(100, 1, 2)
    assert shown(3, 1) == np.inf


@pytest.mark.parametrize("name", ["da", "ranking", "mqm", "comprehension", "yes-no", "post-edit"])
def test_the_line_says_what_a_design_can_show(name: str) -> None:
    protocol, texts = protocol_named(name), small_texts(120, 3, 40)
    plan = plan_campaign(texts, protocol, DesignOptions(copies=2))
    line = str(design_power(plan, protocol, texts))
    assert "120 segments of 3 systems, 2 annotators each" in line
    assert "\n" not in line
    alone = small_texts(10, 1, 2)
    if name != "ranking":
        told = str(design_power(plan_campaign(alone, protocol, DesignOptions()), protocol, alone))
        assert "nothing to be compared with" in told


# --- a million ----------------------------------------------------------------------------------------------


def test_time_grows_with_the_answers_and_no_faster() -> None:
    campaign = campaign_of(protocol_named("esa"), small_texts(50, 10, 5))
    texts = [
        json.dumps(answer_step(campaign.protocol, item, 0, random.Random(1))) for item in campaign.plan.items
    ]

    def seconds(people: int) -> float:
        number = people * len(texts)
        nothing = Codes.alike("", number)
        answers = Answers(
            Codes.of([f"p{person}" for person in range(people) for _ in texts]),
            np.array([item.number for _ in range(people) for item in campaign.plan.items]),
            np.zeros(number, dtype=np.int64),
            np.full(number, 1.7e9),
            np.full(number, 9.0),
            np.full(number, 9.0),
            Column.of(texts * people),
            Codes.alike("{}", number),
            wording=nothing,
            version=nothing,
        )
        best = []
        for _ in range(3):
            started = time.process_time()
            assert len(judgements_of(campaign, answers)) == number
            best.append(time.process_time() - started)
        return min(best)

    assert seconds(80) < 20 * seconds(10)


def marking(side: str) -> Answering:
    """Return who marks one error in what was degraded, on one side, and nothing elsewhere."""

    def answer(protocol: Protocol, item: Item, step: int, chance: random.Random) -> dict[str, Any]:
        place = {"missing": (-1, -1), "source": (0, 200), "target": (0, len(item.units[0].text))}[side]
        error = {"side": side, "start": place[0], "end": place[1], "severity": "major"}
        omission = {"category": "Accuracy/Omission"} if protocol.name == "mqm" else {}
        score = {} if protocol.name == "mqm" else {"score": 50}
        return {"u1": {**score, "errors": [{**error, **omission}] if item.kind == DEGRADED else []}}

    return answer


@pytest.mark.parametrize(
    ("name", "recipe", "side", "found"),
    [
        ("esa", "graham2015", "missing", True),
        ("esa", "graham2015", "target", True),
        ("mqm", "graham2015", "source", True),
        ("mqm", "graham2016", "source", False),
        ("esa", "graham2016", "missing", False),
        ("mqm", "graham2016", "target", True),
    ],
)
def test_what_was_deleted_is_found_as_an_omission_and_what_was_put_in_where_it_stands(
    name: str, recipe: str, side: str, found: bool
) -> None:
    campaign = campaign_of(protocol_named(name), degraded=0.3, recipe=recipe)
    judgements = judgements_of(campaign, answers_of(log_of(campaign, 1, answering=marking(side))))
    [verdict] = judge_annotators(campaign, judgements)
    assert verdict.planted
    assert verdict.marked == (verdict.planted if found else 0)


def test_one_answer_to_what_many_systems_made_counts_once_for_the_annotator() -> None:
    texts = small_texts(12, 10, 0)
    same = {
        name: tuple("Yes." if row % 2 else text for row, text in enumerate(column))
        for name, column in texts.outputs.items()
    }
    campaign = campaign_of(protocol_named("da"), replace(texts, outputs=same), repeats=2)

    def rising(protocol: Protocol, item: Item, step: int, chance: random.Random) -> dict[str, Any]:
        return {"u1": {"score": item.number % 100}}

    judgements = judgements_of(campaign, answers_of(log_of(campaign, 1, answering=rising)))
    [verdict] = judge_annotators(campaign, judgements)
    assert len(judgements) > len(campaign.plan.items)
    assert [flag.kind for flag in verdict.flags] == []
    assert verdict.quality.repeats.pairs == sum(item.kind == REPEAT for item in campaign.plan.items)


def test_speed_is_what_browsers_measured_not_what_lies_between_two_answers() -> None:
    """Answers come a minute apart, and the page was looked at for two seconds of it: nobody read that."""
    campaign = campaign_of(protocol_named("adequacy-fluency"), small_texts(12, 2, 0))
    hasty = [
        replace(event, payload={**event.payload, "times": {"active": 1000}}) for event in log_of(campaign, 1)
    ]
    [verdict] = judge_annotators(campaign, judgements_of(campaign, answers_of(hasty)))
    assert verdict.quality.seconds == pytest.approx(len(hasty))
    [flag] = [flag for flag in verdict.flags if flag.kind == "too fast"]
    assert flag.evidence.startswith("1.0 s per item over 24 items"), (
        "two outputs a screen, two seconds for both"
    )
