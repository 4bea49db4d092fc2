"""Sentences of the report on metrics: with every kind of figure that they may be given, the digits show the claim."""

from __future__ import annotations

import math
import re
from dataclasses import replace

import numpy as np
import pytest

from assay.meta.learning.contamination import Closeness
from assay.meta.learning.needed import EffortCurve, Need
from assay.meta.material import Material
from assay.meta.sensitivity import dependence
from assay.meta.tasks import Task, evaluate_tasks
from assay.meta.ties import Calibration, TieCurve
from assay.reporting.render.svg import Labels, around
from assay.reporting.tables.meta.learning import (
    _suspicion,
    needs_listing,
    steadiness_figure,
    steadiness_report,
)
from assay.reporting.tables.meta.notes import told_apart
from assay.reporting.tables.meta.report import curve_figure, heat_figure
from assay.reporting.tables.meta.tables import warnings_listing
from support.assertions import present
from support.meta_sets import scores

BEST = Calibration("M", "item", 0.25, 0.5, 0.76842, 0.76838, 66, 396)
NEED = Need("systems", "a", "b", 0.1, 0.04, "segments", 60, 0.7963, 0.2, 61, 0.05, 0.8)
CURVE = EffortCurve("M", "accuracy", "means", 0.9, 60, 0.5, (), 100, 1)


@pytest.mark.parametrize(("low", "high"), [(0.1, 0.9), (0.49999, 0.5), (0.05 - 1e-9, 0.05), (0.0, 1e-12)])
def test_figures_are_written_until_they_differ(low: float, high: float) -> None:
    first, second = told_apart(low, high)
    assert float(first) < float(second)


@pytest.mark.parametrize(
    ("best", "words"),
    [
        (BEST, "M: best 0.76842 at 0.25, 0.76838 at 0"),
        (replace(BEST, accuracy=0.8, untied=0.7), "M: best 0.800 at 0.25, 0.700 at 0"),
        (
            replace(BEST, epsilon=0.0, accuracy=0.7, untied=0.7),
            "M: best 0.700 at 0, which no other epsilon beats",
        ),
        (replace(BEST, accuracy=math.nan, untied=math.nan), "M: acc-eq is undefined"),
    ],
)
def test_words_of_the_tie_chart(best: Calibration, words: str) -> None:
    curve = TieCurve("M", (0.0, 0.25), (best.untied, best.accuracy), best)
    assert words in curve_figure([curve]).words


def test_a_label_of_a_chart_is_nearest_to_its_own_point() -> None:
    points = [(63.7, 24.5), (63.7, 17.4), (63.7, 43.5)]
    labels = Labels((50, 0, 400, 210), map(around, points), points)
    for number, point in enumerate(points):
        written = labels.beside(f"metric {number}", point)
        place = re.search(r'x="([\d.]+)" y="([\d.]+)"', written)
        assert place is not None, "three points are no crowd"
        x, middle = float(place[1]), float(place[2]) - 3.5
        nearest = min(points, key=lambda other: math.hypot(x - other[0], middle - other[1]))
        assert nearest == point


@pytest.mark.parametrize("power", [0.1, 0.7949, 0.7963, 0.79999])
def test_a_power_that_does_not_suffice_is_below_the_one_wanted(power: float) -> None:
    [said] = needs_listing([replace(NEED, power=power)]).items
    shown = float(said.rpartition("power is ")[2].removesuffix(" %."))
    assert shown < 80
    assert "1 more than there are" in said


def test_needs_that_are_met_and_that_cannot_be() -> None:
    met, none = replace(NEED, needed=60), replace(NEED, needed=None)
    assert needs_listing([met, none]).items == (
        "a and b: the 60 segments are enough, 60 would do.",
        "a and b do not differ: no number of segments separates them.",
    )


@pytest.mark.parametrize(("rate", "words"), [(0.5, "standard error 0.0645"), (math.nan, "is undefined")])
def test_the_error_of_an_agreement_may_be_undefined(rate: float, words: str) -> None:
    curve = replace(CURVE, rate=rate)
    assert words in steadiness_figure([curve]).words
    [_, table] = steadiness_report([curve])
    notes = " ".join(getattr(table, "notes", ()))
    assert "nan" not in notes
    assert "a system's score is the mean of its segments" in notes


def test_metrics_that_share_the_first_place_share_it_in_words() -> None:
    human = np.arange(12.0).reshape(4, 3)
    material = Material(
        "xx-yy", scores(human, "mqm"), {name: scores(human, name) for name in ("one", "other")}
    )
    table = evaluate_tasks([Task(("xx-yy",), "segment", "tau-b", "none")], [material])
    assert "xx-yy seg tau-b none: one and other (1.000)" in heat_figure(table).words


def test_a_tie_for_the_first_place_is_no_other_winner() -> None:
    values = {
        "one": {"a": 1.0, "b": 1.0, "c": 0.4, "d": 0.3},
        "two": {"a": 0.5, "b": 1.0, "c": 0.3, "d": 0.4},
    }
    words = present(dependence("tie rule", "xx-yy", values)).words
    assert words.endswith("1 of 6 pairs of metrics change their order; b stays best")
    values["three"] = {"a": 1.0, "b": 0.5, "c": 0.3, "d": 0.4}
    words = present(dependence("tie rule", "xx-yy", values)).words
    assert "a and b by one; b by two; a by three" in words


def test_one_metric_has_no_order() -> None:
    assert warnings_listing([], 1).items == ("There is only one metric, and so nothing to rank.",)
    assert warnings_listing([], 2).items[0].startswith("The order of metrics is the same")


def test_a_suspicion_shows_how_close_a_system_is() -> None:
    close = Closeness("thief", "ref", 75.12, 46.2, "other", 50.0, 9.0, 8.0, suspicious=True)
    said = _suspicion(close, "BLEU")
    assert "BLEU 75.1, 46.2 against the other references, 50.0 against the nearest system (other)" in said
    assert "against the other references" not in _suspicion(replace(close, elsewhere=math.nan), "BLEU")
