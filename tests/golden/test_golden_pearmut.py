"""Pearmut's own files: its figures come out again, and what it throws away is kept."""

import math
from typing import Any

import numpy as np
import pytest
from golden_cases import load
from golden_write import DATA

from assay.data import FILLER, GENUINE, Judgements
from assay.io import read_judgements

GOLDEN = load(DATA / "pearmut-pearmut.json")
PATH = str(DATA / "pearmut-annotations.json")
ESA, MQM, SLIDERS = "harbour_#_en-de", "gulls", "sliders"


def read(campaign: str) -> Judgements:
    judgements = read_judgements(PATH, campaign=campaign)
    assert isinstance(judgements, Judgements)
    return judgements


def by_item(judgements: Judgements, system: str) -> dict[str, list[float]]:
    """Return what Pearmut ranks by: of all answers to an item the last, and the mean of its sliders."""
    last: dict[str, dict[str, float]] = {}
    item_i = judgements.extra["item_i"]
    for row, name in enumerate(judgements.system.column()):
        if name == system and item_i[row].isdecimal():
            said = last.setdefault(judgements.segment.column()[row], {})
            said[judgements.aspect.column()[row]] = float(judgements.score[row])
    return {segment: [*said.values()] for segment, said in last.items()}


@pytest.mark.parametrize("case", GOLDEN["results"], ids=lambda case: f"{case['campaign']}-{case['model']}")
def test_its_own_figures_come_out_by_its_own_rule(case: dict[str, Any]) -> None:
    items = by_item(read(case["campaign"]), case["model"])
    assert len(items) == case["count"]
    figure = np.mean([np.mean(scores) for scores in items.values()])
    assert math.isclose(figure, case["score"], abs_tol=GOLDEN["tolerance"])


def test_every_annotator_of_an_output_is_kept() -> None:
    judgements = read(ESA)
    rows = zip(
        judgements.rater.column(),
        judgements.segment.column(),
        judgements.system.column(),
        judgements.score.tolist(),
        strict=True,
    )
    said = {
        rater: score for rater, segment, system, score in rows if (segment, system) == ("rope 1", "alder")
    }
    assert said == {"anna": 88, "ben": 70, "carla": 61}


def test_resets_corrections_skips_and_forms_are_counted() -> None:
    counts = {remark.kind: remark.count for remark in read(ESA).remarks}
    assert counts["before a reset, left out"] == 1
    assert counts["corrected by a later answer, left out"] == 4
    assert counts["skipped, left out"] == 1
    assert counts["answers to a form, left out"] == 2
    assert counts["attention check failed"] == 1


def test_checks_and_tutorials_take_no_part_in_scores() -> None:
    judgements = read(ESA)
    kinds = dict(zip(judgements.segment.column(), judgements.item.column(), strict=True))
    assert kinds == {
        "rope 1": GENUINE,
        "rope 2": GENUINE,
        "lamp 1": GENUINE,
        "check 1": FILLER,
        "3#1": FILLER,
    }
    graded = zip(
        judgements.rater.column(), judgements.segment.column(), judgements.extra["validation"], strict=True
    )
    assert {(rater, passed) for rater, segment, passed in graded if segment == "check 1"} == {
        ("anna", "passed"),
        ("ben", "failed"),
    }


def test_places_are_code_points_and_the_token_is_an_omission() -> None:
    judgements = read(ESA)
    spans = judgements.spans
    assert spans is not None
    targets = judgements.extra["target"]
    marked = [
        (targets[row][start:end] if start >= 0 else "", side, severity)
        for row, start, end, side, severity in zip(
            spans.rows().tolist(),
            spans.start.tolist(),
            spans.end.tolist(),
            spans.side.column(),
            spans.severity.column(),
            strict=True,
        )
    ]
    assert marked == [
        ("🪢 h", "target", "minor"),
        ("Rope", "target", "major"),
        ("naß", "target", "minor"),
        ("Zieh!\nNicht dran.", "target", "major"),
        ("", "missing", "major"),
        ("Abend", "target", "major"),
    ]


def test_a_text_without_a_name_is_the_same_for_every_model() -> None:
    judgements = read(MQM)
    assert judgements.segment.column() == ["1#1", "1#1", "2#1", "2#1"]
    assert judgements.spans is not None
    assert judgements.spans.category.column() == [
        "Linguistic conventions/Grammar",
        "Accuracy/Mistranslation",
        "Accuracy/Omission",
    ]


def test_sliders_are_aspects_and_text_fields_are_kept() -> None:
    judgements = read(SLIDERS)
    assert judgements.aspect.column() == ["Fluency", "Adequacy"] * 2
    assert judgements.score.tolist() == [4, 90, 1, 15]
    assert set(judgements.extra["textfield"]) == {"Die Flut kippt."}


def test_times_are_those_of_pearmut() -> None:
    judgements = read(ESA)
    rows = [row for row, rater in enumerate(judgements.rater.column()) if rater == "anna"]
    assert judgements.start is not None
    assert judgements.seconds is not None
    assert judgements.start[rows[0]] == 1000.25
    assert judgements.seconds[rows[0]] == 30 + 61  # of a pause of 170 seconds, 61 count
