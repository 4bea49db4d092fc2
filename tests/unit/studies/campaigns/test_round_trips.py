"""Whatever stands in texts and names, what is exported reads back the same, or the format refuses it with a reason."""

from __future__ import annotations

import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assay.data import DEGRADED, FILLER, GENUINE, Codes, Judgements, Preferences
from assay.errors import AssayWarning, InputError
from assay.human import from_rankings
from assay.io import read_judgements, write_judgements
from assay.io.ratings.spans import gathered
from assay.studies.campaigns import (
    Campaign,
    DesignOptions,
    answers_of,
    judgements_of,
    plan_campaign,
    protocol_named,
)
from assay.studies.campaigns.judging.stored import Answers
from assay.studies.campaigns.results.exports import EXPORTS, export_judgements
from assay.studies.campaigns.values import CampaignTexts
from support.campaign_sets import campaign_of, log_of, small_texts

ODD = (
    *(
        "tab\there",
        "two\nlines",
        "a\rb",
        'quo"ted',
        '"',
        "=1+1",
        "+SUM(A1)",
        "-x",
        "@cmd",
        "a,b;c|d",
        "'",
        "\\n",
    ),
    *(
        "שלום עולם",
        "مرحبا",
        "دو \u200cکلمه",
        "港口关闭了",
        "👩‍👩‍👧 👍🏽",
        "e\u0301",
        "\u2028sep",
        "\u0085",
        "\x1c",
    ),
    *(
        "<v>x</v>",
        "<b>",
        "&amp;",
        "NA",
        "nan",
        "null",
        "None",
        "1",
        "1.5",
        "{}",
        "[1]",
        "\ufeffbom",
        " lead",
        "trail ",
    ),
)
TEXT = st.lists(st.sampled_from((*ODD, "plain words")), min_size=1, max_size=3).map(" ".join)
NAME = st.sampled_from(
    (
        *("sys", "a,b", 'q"t', "שם", "😀", "=cmd", "NA", " sp", "1", "A-B", "sys:1", "tab\tname", "x y"),
        *(
            "sp",
            "sp ",
            "a+b",
            "a/b",
            "a::b",
            "\u200bz",
            "\ufeffn",
            '"',
            "[1]",
            "1.0",
            "a tutorial",
            "\u200fשם",
        ),
    )
)
OUTPUT = TEXT | st.just("")
# What each format keeps of every judgement; a score that is none is in no way compared.
KEPT: dict[tuple[str, str], tuple[str, ...]] = {
    **{
        (protocol, form): ("rater", "system", "segment", "item", "aspect", "document", "score", "spans")
        for protocol in (
            "da",
            "da-sqm",
            "esa",
            "mqm",
            "mqm-core",
            "error-tags",
            "ssa",
            "ranking",
            "adequacy-fluency",
        )
        for form in ("tidy", "tidy-csv", "tidy-jsonl")
    },
    ("da", "appraise"): ("rater", "system", "segment", "item", "document", "score"),
    ("da", "graham"): ("rater", "system", "segment", "item", "score"),
    ("esa", "appraise"): ("rater", "system", "segment", "item", "document", "score", "spans"),
    ("esa", "esa"): ("rater", "system", "segment", "item", "document", "score", "spans"),
    ("mqm", "esa"): ("rater", "system", "segment", "item", "document", "spans"),
    ("mqm", "mqm"): ("rater", "system", "segment", "document", "spans"),
    ("mqm", "mqm-marot"): ("rater", "system", "segment", "document", "spans"),
    ("ranking", "ranking"): ("rater", "system", "segment", "score"),
    ("adequacy-fluency", "adequacy-fluency"): ("rater", "system", "segment", "aspect", "score"),
    ("yes-no", "yes-no"): ("rater", "system", "segment", "score"),
}


@st.composite
def odd_texts(draw: st.DrawFn) -> CampaignTexts:
    """Return texts in which anything may stand."""
    number = draw(st.integers(2, 5))
    column = st.lists(TEXT, min_size=number, max_size=number).map(tuple)
    outputs = st.lists(OUTPUT, min_size=number, max_size=number).map(tuple)
    systems = draw(st.lists(NAME, min_size=2, max_size=4, unique=True))
    segments = draw(st.lists(st.sampled_from((*"12345", "s,1", 's"2', "=s", "é")), min_size=5, unique=True))
    documents = st.sampled_from(("", "d1", "d,2", 'd"3', "dé", "d#1", "a/b"))
    return CampaignTexts(
        ("de", "en"),
        draw(column),
        (None,) * number,
        tuple(draw(documents) for _ in range(number)),
        {name: draw(outputs) for name in systems},
        tuple(segments[:number]),
    )


def answered(campaign: Campaign, people: list[str], seed: int) -> Answers:
    log = log_of(campaign, len(people), seed)
    return answers_of([replace(event, actor=people[int(event.actor[-1]) - 1]) for event in log])


def exported(
    campaign: Campaign, answers: Answers, form: str, folder: Path
) -> Judgements | Preferences | None:
    """Write and read again; None where the format says that it cannot hold something."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", AssayWarning)
        try:
            written = export_judgements(campaign, answers, form)
        except InputError:
            return None
        path = folder / f"judged{EXPORTS[form].ending}"
        path.write_bytes(written)
        return read_judgements(str(path), "mqm" if form == "mqm-marot" else form)


def spans_of(judgements: Judgements, row: int) -> tuple[Any, ...]:
    spans = judgements.spans
    if spans is None:
        return ()
    columns = [spans.side, spans.severity, spans.category]
    names = [[column.names[number] for number in column.index] for column in columns]
    own = range(int(spans.offsets[row]), int(spans.offsets[row + 1]))
    return tuple(sorted((int(spans.start[n]), int(spans.end[n]), *(each[n] for each in names)) for n in own))


def rows_of(judgements: Judgements, kept: tuple[str, ...]) -> list[tuple[Any, ...]]:
    cells: list[list[Any]] = []
    for name in kept:
        column = getattr(judgements, name)
        if name == "spans":
            cells.append([spans_of(judgements, row) for row in range(len(judgements))])
        elif name == "score":
            cells.append([f"{score:g}" for score in column.tolist()])
        else:
            cells.append(column.column() if isinstance(column, Codes) else [""] * len(judgements))
    return sorted(zip(*cells, strict=True))


@pytest.mark.parametrize("pair", KEPT, ids=" as ".join)
@given(texts=odd_texts(), people=st.lists(NAME, min_size=2, max_size=2, unique=True), seed=st.integers(0, 99))
@settings(
    deadline=None,
    max_examples=15,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_hostile_texts_come_back(
    pair: tuple[str, str], texts: CampaignTexts, people: list[str], seed: int, tmp_path: Path
) -> None:
    protocol, form = pair
    declared = protocol_named(protocol)
    try:
        plan = plan_campaign(texts, declared, DesignOptions(seed=seed))
    except InputError:  # all outputs are the same, and there is nothing to rank
        return
    campaign = Campaign("test", declared, texts, plan, {})
    answers = answered(campaign, people, seed)
    judgements = judgements_of(campaign, answers)
    back = exported(campaign, answers, form, tmp_path)
    if back is None:
        assert form not in ("tidy-csv", "tidy-jsonl", "esa"), "these hold everything"
        return
    assert isinstance(back, Judgements)
    assert back.scheme == judgements.scheme
    kept = KEPT[pair]
    assert rows_of(back, kept) == rows_of(judgements, kept)


@pytest.mark.parametrize("protocol", ["ranking", "pairwise"])
@given(texts=odd_texts(), seed=st.integers(0, 99))
@settings(deadline=None, max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_pairs_of_odd_texts_come_back(protocol: str, texts: CampaignTexts, seed: int, tmp_path: Path) -> None:
    try:
        campaign = campaign_of(protocol_named(protocol), texts, seed=seed)
    except InputError:
        return
    answers = answered(campaign, ["an,na", "ben"], seed)
    back, pairs = (
        exported(campaign, answers, "pairs", tmp_path),
        from_rankings(judgements_of(campaign, answers)),
    )
    assert isinstance(back, Preferences)

    def rows(table: Preferences) -> list[tuple[Any, ...]]:
        sides = ([table.systems[number] for number in column] for column in (table.first, table.second))
        return sorted(
            zip(table.rater.column(), table.segment.column(), *sides, table.outcome.tolist(), strict=True)
        )

    assert rows(back) == rows(pairs)


def test_controls_of_a_study_by_mqm_are_left_out_of_its_table_and_counted(tmp_path: Path) -> None:
    campaign = campaign_of(protocol_named("mqm"), small_texts(12, 3, 3), degraded=2, repeats=1)
    answers = answers_of(log_of(campaign))
    judgements = judgements_of(campaign, answers)
    controls = int((~judgements.item.among([GENUINE])).sum())
    for form in ("mqm", "mqm-marot"):
        with pytest.warns(AssayWarning, match=f"left out for the format mqm: {controls} control items"):
            export_judgements(campaign, answers, form)
        back = exported(campaign, answers, form, tmp_path)
        assert isinstance(back, Judgements)
        kept = ("rater", "system", "segment", "document", "spans")
        assert rows_of(back, kept) == rows_of(judgements.of_kind(GENUINE), kept)


def test_a_degraded_output_of_several_systems_is_one_pair() -> None:
    texts = small_texts(40, 2, 0)
    first, second = texts.outputs
    same = replace(texts, outputs={first: texts.outputs[first], second: texts.outputs[first]})
    campaign = campaign_of(protocol_named("da"), same, degraded=2)
    judgements = judgements_of(campaign, answers_of(log_of(campaign, 1)))
    degraded = [item for item in campaign.plan.items if item.kind == DEGRADED]
    assert int(judgements.item.among([DEGRADED]).sum()) == len(degraded)
    assert int(judgements.item.among([GENUINE]).sum()) == 80, "a genuine one counts for both"


def test_answers_to_questions_keep_what_was_shown() -> None:
    campaign = campaign_of(protocol_named("comprehension"), small_texts(6, 2, 2))
    judgements = judgements_of(campaign, answers_of(log_of(campaign, 1)))
    assert set(judgements.extra["version"]) == {campaign.protocol.version}
    assert all(judgements.extra["wording"])


def test_a_dictionary_has_one_line_a_column_whatever_was_written(tmp_path: Path) -> None:
    campaign = campaign_of(protocol_named("post-edit"), small_texts(3, 2, 0))
    log = [
        replace(event, payload={**event.payload, "responses": {"u1": {"edited": "two\nlines\tand a tab"}}})
        for event in log_of(campaign, 1)
    ]
    lines = export_judgements(campaign, answers_of(log), "dictionary").decode().splitlines()
    assert all(line.count("\t") == 2 for line in lines)
    assert np.isin("edited", [line.split("\t")[0] for line in lines])


def mqm_judgements(document: str = "d1", rater: str = "anna", system: str = "red") -> Judgements:
    """Return one judgement of errors on every side."""
    one = Codes.alike
    errors = [
        {"start": start, "end": end, "side": side, "severity": "major", "category": "Accuracy"}
        for start, end, side in ((0, 3, "target"), (4, 6, "source"), (-1, -1, "missing"))
    ]
    return Judgements(
        "mqm",
        *(one(rater, 1), one(system, 1), one("1", 1), np.array([np.nan]), one(GENUINE, 1), one("", 1)),
        document=one(document, 1),
        spans=gathered([errors]),
        extra={"source": ["A rope."], "target": ["Ein Seil."]},
    )


@pytest.mark.parametrize(
    ("form", "side", "left"),
    [
        ("appraise", "source", ["target", "missing"]),
        ("esa", "source", ["target", "missing"]),
        ("mqm", "missing", ["target", "source"]),
    ],
)
def test_an_error_of_a_side_that_a_format_cannot_tell_has_no_place_there(
    form: str, side: str, left: list[str], tmp_path: Path
) -> None:
    judgements = replace(mqm_judgements(), extra=mqm_judgements().extra if form == "mqm" else {})
    with pytest.raises(InputError, match=rf"cannot hold the side of 1 error \({side}\)"):
        write_judgements(judgements, form)
    with pytest.warns(AssayWarning, match=rf"left out for the format {form}: the side of 1 error \({side}\)"):
        text = write_judgements(judgements, form, leave_out=True)
    (tmp_path / "judged").write_text(text, encoding="utf-8")
    back = read_judgements(str(tmp_path / "judged"))
    assert isinstance(back, Judgements)
    assert back.spans is not None
    told = [*zip(back.spans.side.column(), back.spans.start.tolist(), strict=True)]
    places = {"target": 0, "source": 4, "missing": -1}
    assert sorted(told) == sorted([("target", -1), *((name, places[name]) for name in left)])


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"document": "d#1"}, 'the document "d#1", since a system is named behind #'),
        ({"system": "my-tutorial"}, 'genuine judgements of "my-tutorial", since tutorials are told by name'),
    ],
)
def test_what_appraise_would_read_otherwise_is_refused(changed: dict[str, str], words: str) -> None:
    judgements = replace(mqm_judgements(**changed), spans=None, extra={}, scheme="da", score=np.array([7.0]))
    with pytest.raises(InputError, match=f"the format appraise cannot hold {words}"):
        write_judgements(judgements, "appraise")


@pytest.mark.parametrize("rater", ["\ufeffanna", '\ufeff"a"', "\ufeffa,b"])
def test_a_first_name_that_begins_like_a_mark_is_kept(rater: str, tmp_path: Path) -> None:
    judgements = replace(
        mqm_judgements(rater=rater), spans=None, extra={}, scheme="da", score=np.array([7.0])
    )
    (tmp_path / "judged.csv").write_text(write_judgements(judgements, "appraise"), encoding="utf-8")
    assert read_judgements(str(tmp_path / "judged.csv")).rater.names == (rater,)


@pytest.mark.parametrize("document", ["d1", ""])
def test_filler_of_another_program_is_filler_in_appraise(document: str, tmp_path: Path) -> None:
    judgements = replace(
        mqm_judgements(document),
        spans=None,
        extra={},
        scheme="da",
        score=np.array([7.0]),
        item=Codes.alike(FILLER, 1),
    )
    judgements = judgements if document else replace(judgements, document=None)
    (tmp_path / "judged.csv").write_text(write_judgements(judgements, "appraise"), encoding="utf-8")
    back = read_judgements(str(tmp_path / "judged.csv"))
    assert isinstance(back, Judgements)
    assert (back.item.column(), back.segment.column()) == ([FILLER], ["1"])
    assert back.document is not None
    assert back.document.column() == [document]


@pytest.mark.parametrize("rater", ['"', '"anna"'])
def test_quotes_that_direct_assessment_would_take_off_are_refused(rater: str) -> None:
    judgements = replace(
        mqm_judgements(rater=rater), spans=None, extra={}, scheme="da", score=np.array([7.0])
    )
    with pytest.raises(InputError, match="the format graham cannot hold"):
        write_judgements(replace(judgements, document=None), "graham")


def test_answers_to_two_questions_are_not_mixed_in_a_table_of_one() -> None:
    campaign = campaign_of(protocol_named("ssa"), small_texts(4, 2, 0))
    with pytest.raises(
        InputError, match="holds the answers to one question, and these are to sensible, specific"
    ):
        export_judgements(campaign, answers_of(log_of(campaign)), "yes-no")


@pytest.mark.parametrize("languages", [("de", "en"), ("", "")])
@pytest.mark.parametrize("name", ["da", "mqm", "adequacy-fluency", "ranking", "comprehension", "post-edit"])
@pytest.mark.parametrize("degraded", [0, 1])
def test_the_dictionary_has_the_columns_of_the_table(
    name: str, languages: tuple[str, str], degraded: int
) -> None:
    texts = replace(small_texts(6, 3, 2), languages=languages)
    campaign = campaign_of(protocol_named(name), texts, degraded=degraded if name in ("da", "mqm") else 0)
    answers = answers_of(log_of(campaign, 1))
    header = export_judgements(campaign, answers, "tidy-csv").decode().partition("\n")[0].split(",")
    lines = export_judgements(campaign, answers, "dictionary").decode().splitlines()[1:]
    assert sorted(line.partition("\t")[0] for line in lines) == sorted(header)
