"""Errors that a program proposes: from a file to the screen, on control items, and what annotators did with them."""

from __future__ import annotations

import json
import random
import warnings
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.data import DEGRADED, GENUINE, REFERENCE, REPEAT, Codes, Judgements, Spans
from assay.errors import AssayWarning, InputError, OptionError
from assay.io import read_judgements
from assay.reporting import Table, render_as
from assay.studies.campaigns import (
    Campaign,
    DesignOptions,
    Event,
    answers_of,
    demo_texts,
    judgements_of,
    plan_campaign,
    protocol_from_file,
    protocol_named,
    veiled,
    with_proposals,
)
from assay.studies.campaigns.checked_definition import checked_campaign
from assay.studies.campaigns.definition import from_plain, to_plain
from assay.studies.campaigns.design.carriers import carried
from assay.studies.campaigns.design.degradation import degrade
from assay.studies.campaigns.judging.quality import planted_places
from assay.studies.campaigns.materials import tutorial_from_file
from assay.studies.campaigns.proposals.fates import FATES, ProposalCounts, fates_of
from assay.studies.campaigns.results.exports import export_judgements
from assay.studies.campaigns.results.interim import CampaignProgress, study_campaign
from assay.studies.campaigns.values import CampaignTexts, Item, JudgedText, ProposedSpan, Protocol
from assay.studies.reports.overview import campaign_parts, campaign_report
from support.campaign_sets import campaign_of, log_of, sentences, small_texts

ESA_AI = protocol_named("esa-ai")
ROW = {"rater": "qe", "system": "a", "segment": "1", "score": 70, "spans": []}


def two_texts() -> CampaignTexts:
    """Return two segments of one system, the second with an accent of its own."""
    outputs = {"a": ("The harbour was closed.", "cafe\u0301 au lait")}
    return CampaignTexts(("de", "en"), ("Eins", "Zwei"), ("One", None), ("", ""), outputs, ("1", "2"))


def written(path: Path, *rows: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps({**ROW, **row}) + "\n" for row in rows), encoding="utf-8")
    return path


# --- reading --------------------------------------------------------------------------------------------------


def test_proposals_come_from_a_table(tmp_path: Path) -> None:
    spans = [
        {"start": 16, "end": 22, "severity": "Major", "category": "accuracy"},
        {"start": 4, "end": 11, "severity": "minor"},
        {"start": 4, "end": 11, "severity": "minor"},
    ]
    path = written(tmp_path / "qe.jsonl", {"spans": spans}, {"segment": "2", "score": -3}, {"system": "b"})
    texts = with_proposals(two_texts(), path, ESA_AI)
    assert texts.proposals == {"a": ((ProposedSpan(4, 11, "minor"), ProposedSpan(16, 22, "major")), ())}
    [first, _] = plan_campaign(texts, ESA_AI, DesignOptions()).items
    assert first.units[0].proposed == texts.proposals["a"][0]
    assert plan_campaign(texts, protocol_named("esa"), DesignOptions()).items[0].units[0].proposed == ()


@pytest.mark.parametrize(
    ("lines", "name"),
    [
        (
            '{"annotator": "qe", "system": "a", "line_id": 1, "esa_score": 5, "esa_spans": '
            '[{"start_i": 4, "end_i": 10, "severity": "minor", "error_type": null}]}\n'
            '{"annotator": "qe", "system": "a", "line_id": 2, "esa_score": 5, "esa_spans": []}\n',
            "esa.jsonl",
        ),
        (
            "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
            "a\td\t1\t1\tqe\tEins\tThe <v>harbour</v> was closed.\tAccuracy\tMinor\n"
            "a\td\t2\t2\tqe\tZwei\tcafe\u0301 au lait\tNo-error\tNo-error\n",
            "mqm.tsv",
        ),
    ],
)
def test_proposals_come_from_the_formats_of_the_field(lines: str, name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(lines, encoding="utf-8")
    texts = with_proposals(two_texts(), path, ESA_AI)
    assert texts.proposals == {"a": ((ProposedSpan(4, 11, "minor"),), ())}


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([{"spans": [{"start": 4, "end": 99, "severity": "minor"}]}], "line 1: .*from 4 to 99.*not inside"),
        (
            [{}, {"segment": "2", "spans": [{"start": 0, "end": 4, "severity": "minor"}]}],
            "line 2: .*a letter",
        ),
        ([{"spans": [{"start": 4, "end": 9, "severity": "awful"}]}], '"awful".*has minor, major'),
        ([{"spans": [{"start": 0, "end": 1, "severity": "minor", "side": "source"}]}], "has target, missing"),
        ([{}, {"segment": "3"}], 'line 2: there is no segment "3"; the segments are called 1, 2'),
        ([{}, {"rater": "other"}], "line 2: a second row of a, segment 1, after .*line 1"),
        ([{"system": "b"}], 'has no row of the system "a"'),
    ],
)
def test_a_proposal_that_cannot_be_is_told_with_its_place(
    rows: list[dict[str, Any]], words: str, tmp_path: Path
) -> None:
    path = written(tmp_path / "qe.jsonl", *rows)
    with pytest.raises(InputError, match=f"qe.jsonl.*{words}"):
        with_proposals(two_texts(), path, ESA_AI)


@pytest.mark.parametrize("name", ["target", "tgt"])
def test_a_text_beside_proposals_is_that_of_the_output(name: str, tmp_path: Path) -> None:
    texts = replace(two_texts(), outputs={"a": ("42", "cafe\u0301 au lait")})
    rows = [{"segment": str(row), name: text} for row, text in enumerate(texts.outputs["a"], start=1)]
    assert with_proposals(texts, written(tmp_path / "qe.jsonl", *rows), ESA_AI).proposals == {"a": ((), ())}
    with pytest.raises(InputError, match=r"line 2: the target .*tea.* is not the output"):
        with_proposals(texts, written(tmp_path / "qe.jsonl", rows[0], {**rows[1], name: "tea"}), ESA_AI)


def test_proposals_for_another_text_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "mqm.tsv"
    head = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
    path.write_text(
        head + "a\td\t1\t1\tqe\tEins\tThe <v>port</v> was shut.\tAccuracy\tMinor\n", encoding="utf-8"
    )
    with pytest.raises(InputError, match=r"line 2: the target .*port was shut.* is not the output .*harbour"):
        with_proposals(two_texts(), path, ESA_AI)


def test_outputs_without_a_row_are_told(tmp_path: Path) -> None:
    with pytest.warns(AssayWarning, match="no row of 1 output, shown without proposals"):
        with_proposals(two_texts(), written(tmp_path / "qe.jsonl", {}), ESA_AI)


def test_what_a_program_marks_otherwise_is_told(tmp_path: Path) -> None:
    spans = [{"start": 0, "end": 3, "severity": "critical"}, {"start": -1, "end": -1, "severity": "minor"}]
    path = written(tmp_path / "qe.jsonl", {"spans": spans}, {"segment": "2"})
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", AssayWarning)
        texts = with_proposals(two_texts(), path, ESA_AI)
    assert texts.proposals["a"][0] == (ProposedSpan(0, 3, "major"),)
    assert [str(each.message).removeprefix(f"{path}: ") for each in caught] == [
        "1 error without a place in the text, left out",
        "1 error called critical, proposed as major",
    ]


def test_a_set_with_names_takes_numbers_and_no_others(tmp_path: Path) -> None:
    texts = replace(two_texts(), segments=("news#1", "news#2"))
    spans = [{"start": 0, "end": 3, "severity": "minor"}]
    path = written(tmp_path / "qe.jsonl", {"spans": spans}, {"segment": "2"})
    assert with_proposals(texts, path, ESA_AI).proposals["a"][0] == (ProposedSpan(0, 3, "minor"),)
    with pytest.raises(InputError, match='line 1: there is no segment "0"'):
        with_proposals(texts, written(tmp_path / "qe.jsonl", {"segment": "0"}), ESA_AI)


def test_proposals_and_protocol_belong_together(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="esa starts without any mark"):
        with_proposals(two_texts(), written(tmp_path / "qe.jsonl", {}), protocol_named("esa"))
    with pytest.raises(
        InputError, match="esa-ai shows errors that a program proposes; give them with --prop"
    ):
        plan_campaign(two_texts(), ESA_AI, DesignOptions())
    path = tmp_path / "plain.tsv"
    path.write_text("rater\tsystem\tsegment\tscore\nqe\ta\t1\t50\n", encoding="utf-8")
    with pytest.raises(InputError, match="has no marked errors; give a table"):
        with_proposals(two_texts(), path, ESA_AI)


def test_a_lesson_may_have_proposals(tmp_path: Path) -> None:
    lesson = (
        '[[lesson]]\nsource = "Hunde"\noutput = "Dogs is welcome."\nwords = "No."\n'
        'proposed = [{ start = 5, end = 7, severity = "minor" }]\n[lesson.expected]\nscore = 80\n'
    )
    path = tmp_path / "lessons.toml"
    path.write_text(lesson, encoding="utf-8")
    [item] = tutorial_from_file(path, ESA_AI)
    assert item.units[0].proposed == (ProposedSpan(5, 7, "minor"),)
    with pytest.raises(InputError, match=r"lesson 1, proposed: the protocol esa shows no proposed"):
        tutorial_from_file(path, protocol_named("esa"))
    path.write_text(lesson.replace("end = 7", "end = 70"), encoding="utf-8")
    with pytest.raises(InputError, match=r"lesson 1, proposed: the error from 5 to 70"):
        tutorial_from_file(path, ESA_AI)


# --- control items --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("recipe", ["graham2015", "graham2016", "appraise", "wmt24"])
def test_proposals_of_a_degraded_text_stand_on_the_same_words_or_are_gone(recipe: Any) -> None:
    donors, kept = sentences(20, 7), 0
    for number, text in enumerate(
        f"{one} {two}" for one, two in zip(*[iter(sentences(60, 5))] * 2, strict=True)
    ):
        damaged = degrade(text, donors, recipe, "en", np.random.default_rng(number))
        assert damaged is not None
        words = [ProposedSpan(at, at + len(word), "minor") for at, word in _words(text)]
        missing = ProposedSpan(-1, -1, "major", "missing")
        moved = carried([*words, missing], damaged)
        placed = [span for span in moved if span.side == "target"]
        assert (missing in moved) == (recipe != "graham2015")
        before = Counter(text[span.start : span.end] for span in words)
        assert not Counter(damaged.text[span.start : span.end] for span in placed) - before
        assert [damaged.text[span.start : span.end] for span in placed] == [
            word
            for at, word in _words(damaged.text)
            if (at, at + len(word)) in {(s.start, s.end) for s in placed}
        ]
        assert not [
            span
            for span in placed
            for planted in damaged.planted
            if span.start < planted.end and planted.start < span.end
        ]
        kept += len(placed)
        outside = [
            word
            for at, word in _words(damaged.text)
            if not any(at < planted.end and planted.start < at + len(word) for planted in damaged.planted)
        ]
        assert len(outside) == len(placed), "what was not damaged keeps its proposal"
    assert kept


@pytest.mark.parametrize("recipe", ["graham2015", "graham2016", "appraise", "wmt24"])
def test_a_degraded_output_has_as_many_marks_as_its_original(recipe: Any) -> None:
    texts = small_texts(60, 2, 10)
    longer = {name: tuple(f"{line} {line}" for line in lines) for name, lines in texts.outputs.items()}
    campaign = campaign_of(ESA_AI, replace(texts, outputs=longer), degraded=0.5, recipe=recipe)
    degraded = [item for item in campaign.plan.items if item.kind == DEGRADED]
    for item in degraded:
        [unit], [original] = item.units, campaign.plan.items[item.original or 0].units
        assert len(unit.proposed) == len(original.proposed)
        assert all(
            unit.text[span.start : span.end].isalnum() for span in unit.proposed if span.side == "target"
        )
        assert not [
            (span, planted)
            for span in unit.proposed
            for planted in unit.planted
            if span.start < planted.end and planted.start < span.end
        ]
    assert len({unit.proposed for item in degraded for unit in item.units}) > 20


def _words(text: str) -> list[tuple[int, str]]:
    """Return words without the punctuation at their ends, which a replacement may keep, and where they are."""
    places, at = [], 0
    for word in text.split(" "):
        if word.strip("."):
            places.append((at, word.strip(".")))
        at += len(word) + 1
    return places


def test_controls_start_with_marks_like_any_other() -> None:
    campaign = campaign_of(ESA_AI, small_texts(20, 3, 5), degraded=0.5, repeats=0.3)
    items = {item.number: item for item in campaign.plan.items}
    repeats = [item for item in items.values() if item.kind == REPEAT]
    assert repeats
    for item in repeats:
        assert item.original is not None
        assert item.units == items[item.original].units
    by_kind = {
        kind: [bool(unit.proposed) for item in items.values() if item.kind == kind for unit in item.units]
        for kind in (GENUINE, DEGRADED)
    }
    assert set(by_kind[GENUINE]) == set(by_kind[DEGRADED]) == {False, True}


def test_a_control_that_would_be_known_by_its_marks_is_warned_of() -> None:
    texts = small_texts(12, 2, 3)
    every = {
        system: tuple((ProposedSpan(0, 3, "minor"),) for _ in lines)
        for system, lines in texts.outputs.items()
    }
    with pytest.warns(
        AssayWarning, match="every output has proposed errors, and some control items have none"
    ):
        campaign_of(ESA_AI, replace(texts, proposals=every), references=2)
    with warnings.catch_warnings():
        warnings.simplefilter("error", AssayWarning)
        reference = {"reference": tuple((ProposedSpan(0, 2, "minor"),) for _ in texts.reference)}
        campaign = campaign_of(ESA_AI, replace(texts, proposals={**every, **reference}), references=2)
        bare = {
            **every,
            "system-a": ((), *every["system-a"][1:]),
        }  # one output, which may be in the calibration
        for seed in range(5):
            campaign_of(ESA_AI, replace(texts, proposals=bare), calibration=12, seed=seed)
    judged = [item.units[0] for item in campaign.plan.items if item.kind == REFERENCE]
    assert judged
    assert all(unit.proposed == (ProposedSpan(0, 2, "minor"),) for unit in judged)


def test_an_output_that_stands_beside_its_damaged_copy_hides_no_planted_error() -> None:
    campaign = campaign_of(protocol_named("cesa"), small_texts(30, 3, 10), degraded=0.5)
    damaged = [item for item in campaign.plan.items if item.kind == DEGRADED]
    assert damaged
    places = planted_places(campaign)
    for item in damaged:
        [copy] = [unit for unit in item.units if unit.planted]
        for system in copy.systems:
            assert (copy.planted[0].start, copy.planted[0].end) in places[
                system, campaign.texts.segments[copy.segment]
            ]


# --- what was done with them ----------------------------------------------------------------------------------

PLACES = st.tuples(st.integers(0, 20), st.integers(1, 8)).map(lambda both: (both[0], both[0] + both[1]))
MARKS = st.lists(
    st.one_of(
        st.builds(
            ProposedSpan,
            st.just(0),
            st.just(0),
            st.sampled_from(("minor", "major")),
            st.sampled_from(("target", "source")),
            st.sampled_from(("", "style")),
        ).flatmap(lambda span: PLACES.map(lambda place: replace(span, start=place[0], end=place[1]))),
        st.sampled_from(("minor", "major")).map(lambda severity: ProposedSpan(-1, -1, severity, "missing")),
    ),
    max_size=5,
)


def spans_of(rows: Sequence[Sequence[ProposedSpan]]) -> Spans:
    every = [span for row in rows for span in row]
    return Spans(
        np.cumsum([0, *map(len, rows)], dtype=np.int64),
        np.array([span.start for span in every], dtype=np.int32),
        np.array([span.end for span in every], dtype=np.int32),
        Codes.of([span.side for span in every]),
        Codes.of([span.severity for span in every]),
        Codes.of([span.category for span in every]),
    )


def twin(marks: Sequence[ProposedSpan], proposed: Sequence[ProposedSpan]) -> tuple[list[str], list[str]]:
    """Tell fates one pair after the other: of marks, and of proposals."""
    fates, deleted = ["added"] * len(marks), ["deleted"] * len(proposed)
    pairs = []
    for at, mark in enumerate(marks):
        for place, proposal in enumerate(proposed):
            shared = min(mark.end, proposal.end) - max(mark.start, proposal.start)
            shared = 1 if mark.side == "missing" else shared
            if mark.side == proposal.side and shared > 0:
                pairs.append((mark != proposal, -shared, at, place))
    for differs, _, at, place in sorted(pairs):
        if fates[at] == "added" and deleted[place] == "deleted":
            fates[at] = deleted[place] = "changed" if differs else "accepted"
    return fates, deleted


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(MARKS, MARKS, st.integers(0, 5)), min_size=1, max_size=4))
def test_fates_of_proposals_add_up(rows: list[tuple[list[ProposedSpan], list[ProposedSpan], int]]) -> None:
    proposed = [tuple(dict.fromkeys(each[0])) for each in rows]
    marked = [[*shown[:kept], *own] for (_, own, kept), shown in zip(rows, proposed, strict=True)]
    units = [JudgedText(0, (), "", proposed=each) for each in proposed]
    fates = fates_of(spans_of(marked), np.arange(len(rows)), units)
    columns, told = fates.columns(), list(fates.told().extra["proposal"])
    for row, (marks, shown) in enumerate(zip(marked, proposed, strict=True)):
        own, deleted = twin(marks, shown)
        assert [told.pop(0) for _ in marks] == own
        assert [each["fate"] for each in json.loads(columns["proposals"][row])] == deleted
        count = {name: int(columns[name][row]) for name in FATES}
        assert count["accepted"] + count["changed"] + count["added"] == len(marks)
        assert count["accepted"] + count["changed"] + count["deleted"] == len(shown)


def answered(campaign: Campaign, spans: Sequence[ProposedSpan], item: int = 0) -> Event:
    responses = {"u1": {"score": 50, "errors": [asdict(span) for span in spans]}}
    return Event(1, 1.0, "test", "answered", "anna", "k", {"item": item, "step": 0, "responses": responses})


def test_a_table_says_what_became_of_every_proposal(tmp_path: Path) -> None:
    kept, moved, gone = (
        ProposedSpan(0, 3, "minor"),
        ProposedSpan(4, 11, "minor"),
        ProposedSpan(16, 22, "major"),
    )
    texts = replace(two_texts(), proposals={"a": ((kept, moved, gone), ())})
    campaign = Campaign("test", ESA_AI, texts, plan_campaign(texts, ESA_AI, DesignOptions()), {})
    added = ProposedSpan(-1, -1, "major", "missing")
    answers = answers_of([answered(campaign, [kept, replace(moved, start=6, severity="major"), added])])
    judgements = judgements_of(campaign, answers)
    assert judgements.spans is not None
    assert judgements.spans.extra == {"proposal": ["accepted", "changed", "added"]}
    assert [judgements.extra[name] for name in FATES] == [["1"], ["1"], ["1"], ["1"]]
    path = tmp_path / "tidy.tsv"
    path.write_bytes(export_judgements(campaign, answers, "tidy"))
    back = read_judgements(str(path))
    assert isinstance(back, Judgements)
    assert back.spans is not None
    assert list(back.spans.extra["proposal"]) == ["accepted", "changed", "added"]
    assert {name: list(back.extra[name]) for name in FATES} == {name: ["1"] for name in FATES}
    fates = [(each["start"], each["fate"]) for each in json.loads(back.extra["proposals"][0])]
    assert fates == [(0, "accepted"), (4, "changed"), (16, "deleted")]
    described = export_judgements(campaign, answers, "dictionary").decode()
    assert "deleted\tproposed errors that no mark is left of" in described
    hidden, _ = veiled(campaign, judgements, systems=True)
    assert hidden.extra["proposals"] == judgements.extra["proposals"]


def test_one_answer_counts_once_for_an_output_of_several_systems() -> None:
    texts = two_texts()
    span = ProposedSpan(4, 11, "minor")
    texts = replace(
        texts,
        outputs={"a": texts.outputs["a"], "b": texts.outputs["a"]},
        proposals={"a": ((span,), ()), "b": ((), ())},
    )
    campaign = Campaign("test", ESA_AI, texts, plan_campaign(texts, ESA_AI, DesignOptions()), {})
    answers = answers_of([answered(campaign, [span])])
    progress = CampaignProgress(1, False, 1, 2, 0, 1, ())
    study = study_campaign(campaign, answers, progress)
    assert len(judgements_of(campaign, answers)) == 2
    assert study.proposals == (ProposalCounts("anna", 1, accepted=1, changed=0, deleted=0, added=0),)
    report = render_as(campaign_report(study), "text")
    assert "Proposed errors" in report
    assert "% left as proposed" in report
    shown = [block for part in campaign_parts(study) if part.open for block in part.blocks]
    assert "campaign-proposals" in [block.name for block in shown if isinstance(block, Table)]


def test_a_campaign_with_proposals_comes_back(tmp_path: Path) -> None:
    campaign = campaign_of(ESA_AI, demo_texts(), degraded=0.3)
    assert any(unit.proposed for item in campaign.plan.items for unit in item.units)
    plain = json.loads(json.dumps(to_plain(campaign)))
    assert from_plain(Campaign, plain) == campaign
    assert checked_campaign(plain, "log") == campaign
    log = log_of(campaign, 2)
    again = replace(campaign, plan=from_plain(type(campaign.plan), plain["plan"]))
    one, two = (judgements_of(each, answers_of(log)) for each in (campaign, again))
    assert one.extra["proposals"] == two.extra["proposals"]


@pytest.mark.parametrize(
    ("protocol", "span", "words"),
    [
        ("esa-ai", {"start": 0, "end": 999, "severity": "minor"}, r"item 0: the error from 0 to 999"),
        ("esa", {"start": 0, "end": 1, "severity": "minor"}, "item 0: the protocol shows no proposed errors"),
    ],
)
def test_an_imported_definition_is_not_believed(protocol: str, span: dict[str, Any], words: str) -> None:
    plain = to_plain(campaign_of(protocol_named(protocol), small_texts(3, 1, 0)))
    plain["plan"]["items"][0]["units"][0]["proposed"] = [span]
    with pytest.raises(InputError, match=f"log, definition, plan, {words}"):
        checked_campaign(json.loads(json.dumps(plain)), "log")


# --- a protocol of one's own ----------------------------------------------------------------------------------

OWN = """
name = "mine"
version = "1"
scheme = "esa"
arrangement = "output"
hints = { score_without_span = 90 }
stops = { score_without_span = 50 }
[[step]]
shows = ["output"]
[[step.field]]
name = "errors"
kind = "spans"
question = "q"
required = false
proposed = true
severities = ["minor"]
[[step.field]]
name = "score"
kind = "slider"
question = "q"
by = 10
ticks = [{ at = 0, to = 40, text = "low" }, { at = 50, to = 100, text = "fine" }]
[wording.en]
title = "Mine"
instructions = "Do."
q = "How?"
low = "Low"
fine = "Fine"
"""


def own_protocol(path: Path, old: str = "", new: str = "") -> Protocol:
    assert old in OWN
    path.write_text(OWN.replace(old, new, 1) if old else OWN, encoding="utf-8")
    return protocol_from_file(path)


def test_a_protocol_of_ones_own_may_propose_stop_and_have_bands(tmp_path: Path) -> None:
    protocol = own_protocol(tmp_path / "mine.toml")
    assert protocol.proposing is protocol.steps[0].fields[0]
    assert protocol.stops == {"score_without_span": 50}
    assert [tick.to for tick in protocol.steps[0].fields[1].ticks] == [40, 100]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            "stops = { score_without_span = 50 }",
            "stops = { colour = 5 }",
            'stops: "colour" is not recognised',
        ),
        (
            "score_without_span = 50",
            "score_without_span = 500",
            "stops, score_without_span: 500 is not above 0",
        ),
        (
            "score_without_span = 50",
            'score_without_span = "low"',
            'stops, score_without_span must be a number, not "l',
        ),
        ('kind = "slider"', 'kind = "points"', "no step has both a slider and spans"),
        ("proposed = true", 'proposed = "yes"', 'field 1 "errors", proposed must be true or false'),
        (
            "required = false\nproposed = true",
            "proposed = true",
            'field "errors": proposed is for spans of every unit',
        ),
        ("by = 10", "by = 10\nproposed = true", 'field "score": proposed is for spans'),
        ("to = 40", "to = 400", 'field "score": a tick at 400 is not between'),
        ("to = 40", "to = 50", "the band from 0 to 50 reaches into the one from 50"),
        ("at = 50, to = 100", "at = 50, to = 45", "a band from 50 to 45 ends before it begins"),
        (
            "[wording.en]",
            '[[step.field]]\nname = "tag"\nkind = "tags"\nquestion = "q"\n'
            'categories = [{ name = "x", text = "low" }]\n[wording.en]',
            'the fields "errors" and "tag" both mark errors',
        ),
    ],
)
def test_an_error_in_what_is_proposed_or_stopped_says_where(
    old: str, new: str, words: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match=f"mine.toml.*{words}"):
        own_protocol(tmp_path / "mine.toml", old, new)


def test_chance_answers_of_a_study_have_all_fates() -> None:
    campaign = campaign_of(ESA_AI)

    def edited(protocol: Protocol, item: Item, step: int, chance: random.Random) -> dict[str, Any]:
        kept = [asdict(span) for span in item.units[0].proposed if chance.random() < 0.6]
        own = [{"side": "target", "start": 0, "end": 2, "severity": "minor"}] if chance.random() < 0.3 else []
        return {"u1": {"score": 50, "errors": [*kept, *own]}}

    judgements = judgements_of(campaign, answers_of(log_of(campaign, 3, answering=edited)))
    [*counts] = study_campaign(
        campaign, answers_of(log_of(campaign, 3, answering=edited)), CampaignProgress(1, True, 1, 1, 1, 1, ())
    ).proposals
    proposed = sum(len(item.units[0].proposed) for item in campaign.plan.items)
    assert judgements.spans is not None
    assert [each.proposed for each in counts] == [proposed] * 3
    assert sum(each.accepted + each.changed + each.added for each in counts) == len(judgements.spans)
    assert all(each.deleted and each.added for each in counts)
