"""Plans: everything is judged, in balance, with the controls that were asked for, and the same for a seed."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import replace
from itertools import accumulate, pairwise, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.data import DEGRADED, FILLER, GENUINE, REFERENCE, REPEAT
from assay.errors import AssayError, InputError, OptionError
from assay.studies.campaigns import DesignOptions, plan_campaign, protocol_named
from assay.studies.campaigns.design.recognised import recognised_controls
from assay.studies.campaigns.values import (
    CALIBRATION,
    TUTORIAL,
    CampaignPlan,
    CampaignTexts,
    Item,
    JudgedText,
)
from support.campaign_sets import small_texts

TEXTS = st.builds(small_texts, st.integers(2, 30), st.integers(1, 5), st.integers(0, 4), same=st.booleans())


def planned(texts: CampaignTexts, protocol: str = "da", **options: Any) -> CampaignPlan:
    return plan_campaign(texts, protocol_named(protocol), DesignOptions(**options))


def of_kind(plan: CampaignPlan, *kinds: str) -> list[Item]:
    return [item for item in plan.items if item.kind in kinds]


def outputs_of(items: list[Item]) -> Counter[tuple[str, int]]:
    return Counter((system, unit.segment) for item in items for unit in item.units for system in unit.systems)


def every_output(texts: CampaignTexts) -> Counter[tuple[str, int]]:
    return Counter((system, segment) for system in texts.outputs for segment in range(len(texts.source)))


@given(TEXTS, st.integers(1, 12), st.integers(0, 99))
@settings(deadline=None)
def test_every_output_is_judged_once(texts: CampaignTexts, bundle: int, seed: int) -> None:
    plan = planned(texts, bundle=bundle, seed=seed)
    assert outputs_of(list(plan.items)) == every_output(texts)
    for item in plan.items:
        assert all(
            texts.outputs[system][unit.segment] == unit.text for unit in item.units for system in unit.systems
        )
    assert sorted(number for each in plan.bundles for number in each.items) == [
        item.number for item in plan.items
    ]
    assert all(1 <= len(each.items) <= bundle for each in plan.bundles)
    assert plan == planned(texts, bundle=bundle, seed=seed)


@given(TEXTS, st.sampled_from(["esa", "mqm", "da-sqm", "yes-no"]), st.integers(0, 5))
@settings(deadline=None)
def test_documents_stay_in_order(texts: CampaignTexts, protocol: str, longest: int) -> None:
    plan = planned(texts, protocol, segments=longest)
    assert outputs_of(list(plan.items)) == every_output(texts)
    for bundle in plan.bundles:
        rows = [
            (unit.systems[0], unit.segment) for number in bundle.items for unit in plan.items[number].units
        ]
        for (system, row), (other, following) in pairwise(rows):
            if system == other and texts.document[row] == texts.document[following] and bundle.in_order:
                assert following > row


def test_another_seed_gives_another_plan() -> None:
    assert planned(small_texts(), seed=1) != planned(small_texts(), seed=2)


@given(st.integers(1, 40), st.integers(2, 6), st.integers(0, 99))
@settings(deadline=None)
def test_systems_and_segments_are_balanced_in_every_bundle(segments: int, systems: int, seed: int) -> None:
    plan = planned(small_texts(segments, systems, 0), bundle=systems, seed=seed)
    for bundle in plan.bundles:
        units = [plan.items[number].units[0] for number in bundle.items]
        if segments % systems == 0:
            assert len({unit.systems for unit in units}) == len(units)
        if segments >= 2 * systems:
            rows = Counter(unit.segment for unit in units)
            assert max(rows.values()) <= 1 + (segments % systems > 0)


@given(TEXTS, st.sampled_from(["ranking", "adequacy-fluency", "pairwise"]), st.integers(0, 5))
@settings(deadline=None)
def test_side_by_side_shows_each_different_output(texts: CampaignTexts, protocol: str, outputs: int) -> None:
    most = protocol_named(protocol).most_outputs
    options = {"outputs": outputs if 2 <= outputs <= most else 0}
    if len(texts.outputs) < 2 and protocol != "adequacy-fluency":
        with pytest.raises(InputError):
            planned(texts, protocol, **options)
        return
    if all(len({column[row] for column in texts.outputs.values()}) < 2 for row in range(len(texts.source))):
        return
    plan = planned(texts, protocol, **options)
    for item in plan.items:
        shown = [unit.text for unit in item.units]
        assert len(set(shown)) == len(shown)
        assert len({unit.segment for unit in item.units}) == 1
        assert len(shown) > 1 or protocol == "adequacy-fluency"
    judged = outputs_of(list(plan.items))
    for segment in range(len(texts.source)):
        distinct = {column[segment] for column in texts.outputs.values()}
        if len(distinct) > 1 or protocol == "adequacy-fluency":
            assert all(judged[system, segment] for system in texts.outputs)


@given(
    st.integers(12, 40),
    st.floats(0, 0.5),
    st.floats(0, 0.5),
    st.floats(0, 0.5),
    st.sampled_from(["graham2015", "graham2016", "appraise", "wmt24"]),
)
@settings(deadline=None)
def test_controls_belong_to_originals_of_their_bundle(
    segments: int, degraded: float, repeats: float, references: float, recipe: str
) -> None:
    texts = small_texts(segments, 2, 4)
    plan = planned(texts, degraded=degraded, repeats=repeats, references=references, recipe=recipe, bundle=12)
    for bundle in plan.bundles:
        items = [plan.items[number] for number in bundle.items]
        genuine = {item.number: item for item in items if item.kind == GENUINE}
        for item in items:
            if item.kind == GENUINE:
                continue
            original = genuine[item.original if item.original is not None else -1]
            assert item.units[0].segment == original.units[0].segment
            if item.kind == REPEAT:
                assert item.units == original.units
            elif item.kind == DEGRADED:
                assert item.units[0].systems == original.units[0].systems
                assert item.units[0].text != original.units[0].text
                assert item.units[0].planted
            else:
                assert item.units[0].text == texts.reference[item.units[0].segment]
        kinds = Counter(item.kind for item in items)
        for kind, share in ((DEGRADED, degraded), (REPEAT, repeats), (REFERENCE, references)):
            wanted = max(1, round(share * len(genuine))) if share else 0
            taken = kinds[DEGRADED] + kinds[REPEAT] + kinds[REFERENCE] == len(genuine)
            assert kinds[kind] == wanted or taken


@given(st.integers(8, 40), st.integers(2, 8), st.integers(4, 14), st.floats(0.05, 0.3), st.integers(0, 99))
@settings(deadline=None)
def test_controls_stand_inside_documents_and_far_from_their_originals(
    segments: int, documents: int, bundle: int, share: float, seed: int
) -> None:
    plan = planned(
        small_texts(segments, 2, documents), "esa", degraded=share, repeats=share, bundle=bundle, seed=seed
    )
    for each in plan.bundles if segments > documents else ():
        assert each.in_order
        assert sum(part.screens for part in each.passages) == len(each.items)
        items = [plan.items[number] for number in each.items]
        places = {item.number: place for place, item in enumerate(items)}
        controls = [item for item in items if item.original is not None]
        guests = {number for part in each.passages for number in part.guests}
        for item in controls:
            assert item.original is not None
            assert (item.number in guests) != (item.original in guests), "one of the two is in its place"
            distance = abs(places[item.number] - places[item.original])
            assert abs(distance - len(items) / 2) <= len(controls) + 1
        start = 0
        for part in each.passages:
            shown = [item for item in items[start : start + part.screens] if item.number not in part.guests]
            rows = [item.units[0].segment for item in shown]
            assert rows == list(range(rows[0], rows[0] + len(rows))), (
                "a document has its order, and all of it"
            )
            assert len({item.document for item in shown}) == 1
            start += part.screens


@pytest.mark.parametrize(("documents", "bundle"), [(12, 10), (30, 12), (20, 12), (12, 20)])
def test_controls_stand_evenly_in_documents(documents: int, bundle: int) -> None:
    """First, middle and last screens of tasks and of documents are controls alike."""
    counts: dict[str, Counter[bool]] = {}
    for seed in range(20):
        plan = planned(small_texts(120, 2, documents), "esa", degraded=2, repeats=1, bundle=bundle, seed=seed)
        for each in plan.bundles:
            starts = set(accumulate((part.screens for part in each.passages), initial=0))
            for at, number in enumerate(each.items):
                third = f"third {3 * at // len(each.items)} of a task"
                places = [
                    third,
                    *(["first"] if at in starts else []),
                    *(["last"] if at + 1 in starts else []),
                ]
                for place in places:
                    control = plan.items[number].kind != GENUINE
                    counts.setdefault(place, Counter())[control] += 1
    total = Counter[bool]()
    for place in ("third 0 of a task", "third 1 of a task", "third 2 of a task"):
        total += counts[place]
    share = total[True] / total.total()
    for place, found in counts.items():
        # Four standard errors, and what a few screens in a task leave uneven.
        near = 4 * (share * (1 - share) / found.total()) ** 0.5 + 0.02
        assert abs(found[True] / found.total() - share) < near, (place, share, found)


def said_of(texts: CampaignTexts, protocol: str, **options: Any) -> str:
    return recognised_controls(planned(texts, protocol, **options), protocol_named(protocol))


def test_controls_that_cannot_be_hidden_are_said() -> None:
    uneven = small_texts(50, 2, 4)
    beside = said_of(uneven, "pairwise", degraded=1)
    assert beside.startswith("5 control screens can be recognised: an output stands beside its degraded copy")
    assert said_of(uneven, "da-mono", references=1).startswith(
        "10 control screens can be recognised: da-mono shows the reference"
    )
    # Few texts fill a task up several times over.
    few = said_of(small_texts(10, 2, 2), "esa", layout="appraise-document")
    assert few.startswith("80 control screens can be recognised: the task shows their segment three times")
    for protocol, options in (
        ("esa", {"degraded": 2, "repeats": 1, "references": 1}),
        ("da", {"layout": "hit100-graham"}),
        ("da-sqm", {"repeats": 1}),
        ("ranking", {"repeats": 1}),
    ):
        assert not said_of(uneven, protocol, **options)
    for protocol, layout in product(("esa", "da-sqm"), ("appraise-document", "wmt24-esa")):
        assert not said_of(small_texts(160, 2, 20), protocol, layout=layout)


@pytest.mark.parametrize("layout", ["appraise-document", "wmt24-esa"])
@pytest.mark.parametrize("protocol", ["esa", "post-edit-document"])
@given(texts=st.builds(small_texts, st.integers(60, 150), st.integers(1, 3), st.integers(2, 20)))
@settings(deadline=None, max_examples=10)
def test_a_document_and_its_copy_are_cut_at_the_same_place(
    layout: str, protocol: str, texts: CampaignTexts
) -> None:
    plan = planned(texts, protocol, layout=layout)
    for bundle in plan.bundles:
        numbers, passages = bundle.items, []
        for passage in bundle.passages:
            assert not passage.whole
            passages.append([plan.items[number] for number in numbers[: passage.screens]])
            numbers = numbers[passage.screens :]
        own = [[(each.number, len(each.units)) for each in part] for part in passages]
        copied = [part for part in passages if part[0].original is not None]
        assert copied
        assert all([(each.original, len(each.units)) for each in part] in own for part in copied)


@given(st.integers(0, 99))
@settings(deadline=None, max_examples=20)
def test_the_calibration_set_is_drawn_at_random(seed: int) -> None:
    texts = small_texts(200, 3, 0)
    plan = planned(texts, calibration=9, seed=seed)
    chosen = of_kind(plan, CALIBRATION)
    assert max(item.units[0].segment for item in chosen) > 8
    assert set(Counter(item.units[0].systems for item in chosen).values()) == {3}
    assert outputs_of(list(plan.items)) == every_output(texts)


@given(st.integers(1, 12), st.integers(1, 5), st.integers(1, 6), st.integers(0, 99))
@settings(deadline=None)
def test_latin_squares_hold(documents: int, systems: int, bundle: int, seed: int) -> None:
    texts = small_texts(documents * 2, systems, documents)
    plan = planned(texts, "comprehension", square=True, bundle=bundle, seed=seed)
    squares: dict[str, list[list[Item]]] = {}
    for each in plan.bundles:
        squares.setdefault(each.square, []).append([plan.items[number] for number in each.items])
    for rows in squares.values():
        assert len(rows) == systems
        texts_of_rows = [[item.document for item in row] for row in rows]
        assert all(row == texts_of_rows[0] and len(set(row)) == len(row) for row in texts_of_rows)
        for column in zip(*rows, strict=True):
            assert len({item.units[0].systems for item in column}) == systems
        if len(rows[0]) % systems == 0:
            for row in rows:
                assert len(set(Counter(item.units[0].systems for item in row).values())) == 1
    assert len({item.document for item in plan.items}) == documents


@pytest.mark.parametrize(
    ("segments", "systems", "bundle"), [(24, 3, 10), (24, 4, 10), (30, 3, 6), (12, 2, 5)]
)
def test_every_task_of_a_square_has_all_systems_equally_often(
    segments: int, systems: int, bundle: int
) -> None:
    plan = planned(small_texts(segments, systems, 0), "da", square=True, bundle=bundle)
    for each in plan.bundles:
        counts = Counter(plan.items[number].units[0].systems for number in each.items)
        assert len(counts) == systems
        assert len(set(counts.values())) == 1
        assert len(each.items) <= bundle
    blocks = Counter(each.square for each in plan.bundles)
    assert set(blocks.values()) == {systems}


def test_overlap_calibration_and_copies() -> None:
    plan = planned(small_texts(40, 3, 0), copies=2, overlap=0.25, calibration=6, bundle=10)
    calibration = [bundle for bundle in plan.bundles if bundle.copies == 0]
    assert len(calibration) == 1
    assert [plan.items[number].kind for number in calibration[0].items] == [CALIBRATION] * 6
    systems = Counter(plan.items[number].units[0].systems for number in calibration[0].items)
    assert set(systems.values()) == {2}
    others = [bundle for bundle in plan.bundles if bundle.copies]
    more = sum(len(bundle.items) for bundle in others if bundle.copies == 3)
    assert {bundle.copies for bundle in others} == {2, 3}
    assert round(0.25 * 114) <= more < round(0.25 * 114) + 10
    assert outputs_of(list(plan.items)) == every_output(small_texts(40, 3, 0))


def test_the_tutorial_comes_first() -> None:
    lesson = Item(
        0, (JudgedText(-1, (), "An output.", source="Eine Quelle."),), TUTORIAL, expected={"words": "why"}
    )
    texts, protocol = small_texts(), protocol_named("da")
    plan = plan_campaign(texts, protocol, DesignOptions(), [lesson, lesson])
    assert plan.bundles[0].copies == 0
    assert [plan.items[number].kind for number in plan.bundles[0].items] == [TUTORIAL, TUTORIAL]
    assert not of_kind(plan_campaign(texts, protocol, DesignOptions()), TUTORIAL)
    with pytest.raises(InputError, match="tutorial"):
        plan_campaign(texts, protocol, DesignOptions(), [replace(lesson, kind=GENUINE)])


def test_a_sample_takes_whole_documents_where_there_are_some() -> None:
    loose = planned(small_texts(30, 2, 0), sample=10)
    assert len({item.units[0].segment for item in loose.items}) == 10
    whole = planned(small_texts(30, 2, 10), sample=10)
    rows = {item.units[0].segment for item in whole.items}
    assert len(rows) == 12
    assert all({row - row % 3, row - row % 3 + 1, row - row % 3 + 2} <= rows for row in rows)


# --- layouts of campaigns -----------------------------------------------------------------------------------


@given(st.integers(3, 50), st.integers(1, 4), st.integers(0, 99))
@settings(deadline=None, max_examples=30)
def test_graham_tasks_have_ten_blocks_with_controls_five_blocks_away(
    segments: int, systems: int, seed: int
) -> None:
    texts = small_texts(segments, systems, 3)
    plan = planned(texts, layout="hit100-graham", seed=seed, recipe="graham2016", copies=2)
    assert outputs_of(of_kind(plan, GENUINE)) == every_output(texts)
    for bundle in plan.bundles:
        items = [plan.items[number] for number in bundle.items]
        kinds = Counter(item.kind for item in items)
        assert len(items) == 100
        assert kinds[GENUINE] + kinds[FILLER] == 70
        assert kinds[DEGRADED] == kinds[REPEAT] == kinds[REFERENCE] == 10
        assert bundle.in_order
        assert bundle.copies == 2
        for block in range(10):
            own = items[10 * block : 10 * block + 10]
            assert Counter(item.kind in (GENUINE, FILLER) for item in own) == {True: 7, False: 3}
            far = items[10 * ((block + 5) % 10) :][:10]
            originals = {
                item.number if item.kind == GENUINE else item.original
                for item in far
                if item.kind in (GENUINE, FILLER)
            }
            assert all(item.original in originals for item in own if item.kind not in (GENUINE, FILLER))


@pytest.mark.parametrize("layout", ["hit100-graham", "appraise"])
def test_a_last_task_is_filled_up_from_the_others_and_keeps_its_pairs(layout: str) -> None:
    plan = planned(small_texts(55, 2, 5), layout=layout)
    *full, last = plan.bundles
    assert len(full) == 1
    items = [plan.items[number] for number in last.items]
    fillers = [item for item in items if item.kind == FILLER]
    assert len(fillers) == (30 if layout == "hit100-graham" else 50)
    assert {item.original for item in fillers} <= set(full[0].items), "outputs of the other task"
    assert len({item.original for item in fillers}) == len(fillers), "each of them once"
    paired = [item for item in items if item.kind in (DEGRADED, REPEAT)]
    assert all(item.original in last.items for item in paired), "a pair is judged by one annotator"


@given(st.integers(3, 50), st.integers(1, 4), st.integers(0, 99))
@settings(deadline=None, max_examples=30)
def test_appraise_tasks_have_controls_fifty_places_away(segments: int, systems: int, seed: int) -> None:
    texts = small_texts(segments, systems, 3)
    plan = planned(texts, layout="appraise", seed=seed)
    assert outputs_of(of_kind(plan, GENUINE)) == every_output(texts)
    for bundle in plan.bundles:
        items = [plan.items[number] for number in bundle.items]
        kinds = Counter(item.kind for item in items)
        assert len(items) == 100
        assert kinds[GENUINE] + kinds[FILLER] == 80
        assert (kinds[DEGRADED], kinds[REPEAT], kinds[REFERENCE]) == (10, 5, 5)
        for place, item in enumerate(items):
            if item.kind in (DEGRADED, REPEAT, REFERENCE):
                partner = items[(place + 50) % 100]
                assert item.original in (partner.number, partner.original)


@pytest.mark.parametrize("layout", ["appraise-document", "wmt24-esa"])
@pytest.mark.parametrize("protocol", ["esa", "da-sqm"])
@given(
    texts=st.builds(small_texts, st.integers(12, 80), st.integers(1, 4), st.integers(2, 8)),
    seed=st.integers(0, 99),
)
@settings(deadline=None, max_examples=20)
def test_document_tasks_are_filled_up_to_a_hundred(
    layout: str, protocol: str, texts: CampaignTexts, seed: int
) -> None:
    plan = planned(texts, protocol, layout=layout, seed=seed)
    assert outputs_of(of_kind(plan, GENUINE)) == every_output(texts)
    for bundle in plan.bundles:
        items = [plan.items[number] for number in bundle.items]
        sizes: Counter[str] = Counter()
        for item in items:
            sizes[item.kind] += len(item.units)
        assert sum(sizes.values()) == 100
        padding = 100 - sizes[GENUINE]
        if layout == "wmt24-esa":
            assert sizes[GENUINE] <= 88
            assert sizes[DEGRADED] == 12
        else:
            assert sizes[GENUINE] <= 80 or len([item for item in items if item.kind == GENUINE]) == 1
            assert sizes[DEGRADED] == round(0.6 * padding)
        assert all(plan.items[item.original].kind == GENUINE for item in items if item.original is not None)


def test_wmt24_tasks_are_balanced_by_words() -> None:
    texts = small_texts(400, 3, 40)
    plan = planned(texts, "esa", layout="wmt24-esa")
    words = [
        sum(
            len(plan.items[number].units[0].text.split())
            for number in bundle.items
            if plan.items[number].kind == GENUINE
        )
        for bundle in plan.bundles
    ]
    assert max(words) - min(words) < 0.15 * max(words)


def test_a_large_plan_of_documents_takes_seconds() -> None:
    texts = small_texts(2000, 8, 100, longest=6)
    started = time.process_time()
    plan = planned(texts, "esa", layout="wmt24-esa")
    assert time.process_time() - started < 20
    assert {sum(len(plan.items[n].units) for n in bundle.items) for bundle in plan.bundles} == {100}


def test_tasks_in_chinese_are_balanced_by_characters() -> None:
    texts = small_texts(80, 2, 20)
    lengths = [4 if row < 40 else 40 for row in range(80)]
    column = tuple("港" * length for length in lengths)
    chinese = replace(texts, languages=("en", "zh"), outputs={"a": column, "b": column})
    plan = planned(replace(chinese, reference=(None,) * 80), "esa", layout="wmt24-esa", recipe="graham2015")
    totals = [
        sum(len(plan.items[n].units[0].text) for n in bundle.items if plan.items[n].kind == GENUINE)
        for bundle in plan.bundles
    ]
    assert max(totals) - min(totals) <= 160


# --- refusals -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("protocol", "options", "words"),
    [
        ("da", {"copies": 0}, "copies must be 1 or more"),
        ("da", {"layout": "hits"}, "choose from pool"),
        ("da", {"layout": "appraise", "degraded": 0.1}, "has its own controls"),
        ("ranking", {"layout": "appraise"}, "single outputs"),
        ("ranking", {"references": 0.1}, "single outputs"),
        ("ranking", {"outputs": 6}, "at most 5"),
        ("comprehension", {}, "no document has questions"),
        ("comprehension", {"repeats": 1}, "nobody reads a text twice"),
        ("comprehension", {"layout": "appraise-document"}, "nobody reads a text twice"),
        ("ranking", {"layout": "wmt24-esa"}, "single outputs, or documents"),
        ("da", {"square": True, "calibration": 4}, "choose one of the two"),
        ("da", {"seed": -1}, "seed must be 0 or more"),
    ],
)
def test_what_cannot_be_planned_is_refused(protocol: str, options: dict[str, Any], words: str) -> None:
    texts = replace(small_texts(), questions={})
    with pytest.raises((OptionError, InputError), match=words):
        planned(texts, protocol, **options)


def test_texts_that_do_not_fit_are_refused() -> None:
    texts = small_texts()
    with pytest.raises(AssayError, match="reference has 1 segment, the source has 12"):
        planned(replace(texts, reference=("one",)))
    with pytest.raises(InputError, match="nothing to judge"):
        planned(replace(texts, outputs={}))
    alone = CampaignTexts(("de", "en"), ("Quelle",), (None,), ("",), {"a": ("An output here.",)}, ("1",))
    with pytest.raises(InputError, match="more than one segment"):
        planned(alone, degraded=1)


def test_grades_are_asked_for_what_all_systems_made_alike_and_comparisons_are_not() -> None:
    texts = small_texts(6, 3, 0)
    first = next(iter(texts.outputs.values()))
    alike = replace(texts, outputs={name: (*first[:2], *rows[2:]) for name, rows in texts.outputs.items()})
    graded, ranked = (
        plan_campaign(alike, protocol_named(name), DesignOptions())
        for name in ("adequacy-fluency", "ranking")
    )
    assert {unit.segment for item in graded.items for unit in item.units} == set(range(6))
    assert {unit.segment for item in ranked.items for unit in item.units} == set(range(2, 6))


@pytest.mark.parametrize("layout", ["appraise-document", "hit100-graham"])
def test_an_output_that_is_degraded_twice_is_degraded_alike(layout: Any) -> None:
    plan = planned(small_texts(4, 2, 2), layout=layout)
    degraded = [item.units[0] for item in plan.items if item.kind == DEGRADED]
    versions = {(unit.systems, unit.segment): unit.text for unit in degraded}
    assert len(versions) < len(degraded)
    assert all(versions[unit.systems, unit.segment] == unit.text for unit in degraded)
