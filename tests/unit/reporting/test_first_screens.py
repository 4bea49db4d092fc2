"""Sentences of first screens with the figures that they may be given, and whom papers are told to cite."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from assay.cli.output import written_size
from assay.comparison import CompareOptions, compare
from assay.comparison.options import PowerOptions
from assay.comparison.systems import plan_power
from assay.data import EvalSet
from assay.meta import Contest, MetaEvaluation, Task
from assay.meta.options import CorrelateOptions
from assay.meta.tasks import TaskTable
from assay.metrics import Evaluation, evaluate, parse_metric
from assay.reporting.columns import cluster_letter
from assay.reporting.literature import citations
from assay.reporting.literature.citations import bibliography, entries_by_key, metric_works
from assay.reporting.render.text import render_text
from assay.reporting.tables.comparison.power_screen import power_summary
from assay.reporting.tables.comparison.reports import comparison_summary
from assay.reporting.tables.meta import first_screen


def table(**averages: float) -> TaskTable:
    ordered = tuple(sorted(averages, key=lambda name: -averages[name]))
    return TaskTable((Task(("x",), "system", "pearson"),), ordered, {}, averages, {})


@pytest.mark.parametrize(
    ("averages", "words"),
    [
        ({"a": 0.8, "b": 0.7}, "a has the highest agreement with people: 0.800 on average, b 0.700"),
        (
            {"a": 0.80002, "b": 0.80001},
            "a has the highest agreement with people: 0.80002 on average, b 0.80001",
        ),
        ({"a": 0.8, "b": 0.8}, "a and b have the highest agreement with people: 0.800 on average"),
        (
            {"a": 0.8, "b": 0.8, "c": 0.8, "d": 0.7},
            "a, b and c have the highest agreement with people: 0.800 on average",
        ),
        ({"a": 0.8}, "a agrees with people at 0.800 on average"),
        ({}, "No metric has an answer to every task"),
    ],
)
def test_the_best_metric_is_named_with_figures_that_show_it(averages: dict[str, float], words: str) -> None:
    assert first_screen.headline(MetaEvaluation(CorrelateOptions(), table(**averages))) == words


def contest(first: str, second: str, values: tuple[float, float], p: float) -> Contest:
    difference = values[1] - values[0]
    return Contest(first, second, "pearson", "none", "perm-both", *values, difference, p, 1 - p, p)


def test_what_cannot_be_told_from_the_best_is_named() -> None:
    told = [
        contest("a", "b", (0.5, 0.9), 0.001),
        contest("a", "c", (0.5, 0.8), 0.001),
        contest("b", "c", (0.9, 0.8), 0.4),
    ]
    assert first_screen._best_of(told, 0.05) == "b (0.900) is best; not significantly worse: c."
    told[2] = replace(told[2], p_two_sided=0.01)
    assert first_screen._best_of(told, 0.05) == "b (0.900) is significantly better than all others."
    lame = [*told, contest("d", "b", (float("nan"), 0.9), float("nan"))]
    assert "significantly better than all others that have a value; undefined: d" in first_screen._best_of(
        lame, 0.05
    )
    nan = float("nan")
    assert first_screen._best_of([contest("a", "b", (nan, nan), nan)], 0.05) == "undefined for every metric."


@pytest.mark.parametrize(
    ("figures", "p_values", "words"),
    [
        ((0.9, 0.9, 0.8), (1.0, 0.4, 0.4), "a and b (0.900) are best; not significantly worse: c."),
        ((0.9, 0.9, 0.9), (1.0, 1.0, 1.0), "a, b and c (0.900) are best."),
        ((0.9, 0.9, 0.1), (1.0, 0.001, 0.001), "a and b (0.900) are best."),
        (
            (0.9, 0.8, float("nan")),
            (0.4, 1.0, 1.0),
            "a (0.900) is best; not significantly worse: b; undefined: c.",
        ),
        (
            (0.9, 0.1, float("nan")),
            (0.001, 1.0, 1.0),
            "a (0.900) is significantly better than all others that have a value; undefined: c.",
        ),
        ((0.9, float("nan"), float("nan")), (1.0, 1.0, 1.0), "a (0.900) is best; undefined: b and c."),
    ],
)
def test_equal_and_undefined_metrics_are_not_called_worse(
    figures: tuple[float, float, float], p_values: tuple[float, float, float], words: str
) -> None:
    a, b, c = figures
    told = [
        contest("a", "b", (a, b), p_values[0]),
        contest("a", "c", (a, c), p_values[1]),
        contest("b", "c", (b, c), p_values[2]),
    ]
    assert first_screen._best_of(told, 0.05) == words


def test_many_that_cannot_be_told_apart_are_counted() -> None:
    assert first_screen._named(list("abcdef")) == "a, b, c, d and 2 more"
    assert first_screen._named(list("abc")) == "a, b and c"


def scored(*systems: str, lines: int = 40) -> Evaluation:
    reference = [f"the ferry number {row} leaves the harbour at noon" for row in range(lines)]
    outputs = {
        name: [text if (row + place) % (place + 2) else "a boat" for row, text in enumerate(reference)]
        for place, name in enumerate(systems)
    }
    evalset = EvalSet("set", ("de", "en"), None, {"ref": reference}, None)
    return evaluate([(evalset, outputs)], [parse_metric("chrf")])


@pytest.mark.parametrize("systems", [("a", "b"), ("a", "b", "c")])
def test_power_says_for_how_many_differences_the_set_is_large_enough(systems: tuple[str, ...]) -> None:
    plan = plan_power(scored(*systems), PowerOptions())
    text = render_text(power_summary(plan))
    enough = re.match(r"40 segments are (not )?enough for (?:the|all|none of the|(\d+) of)", text)
    assert enough, text
    assert text.count(" units are needed.") == sum((each.needed or 0) > 40 for each in plan.plans)


def test_letters_are_clusters_and_so_is_the_line_above() -> None:
    compared = compare(scored("a", "b", "c"), CompareOptions())
    text = render_text(comparison_summary(compared))
    line = next(line for line in text.splitlines() if line.startswith("- chrF2: "))
    letters = dict(re.findall(r"^([abc]) .*\] ([A-Z])$", text, re.MULTILINE))
    groups = [part.split(", ") for part in line.removeprefix("- chrF2: ").split(" > ")]
    assert {
        name: cluster_letter(place) for place, group in enumerate(groups, start=1) for name in group
    } == letters


def test_after_z_clusters_are_numbers() -> None:
    assert [cluster_letter(number) for number in (1, 26, 27)] == ["A", "Z", "27"]


@pytest.mark.parametrize(
    ("size", "words"),
    [(12, "1 kB"), (435_642, "436 kB"), (999_499, "999 kB"), (999_500, "1.0 MB"), (1_440_000, "1.4 MB")],
)
def test_sizes_are_written_as_people_do(size: int, words: str) -> None:
    assert written_size(size) == words


def keys_of(works: Any) -> list[str]:
    return [works] if isinstance(works, str) else list(works)


def test_every_work_that_is_named_has_an_entry_and_every_entry_is_whole() -> None:
    tables = (
        citations.METRICS,
        citations.TESTS,
        citations.CORRECTIONS,
        citations.SCHEMES,
        citations.PREFERENCES,
        citations.STATISTICS,
    )
    named = {key for works in tables for value in works.values() for key in keys_of(value)}
    named |= {citations.CHRF_WITH_WORDS, citations.BOOTSTRAP, citations.SEVERAL_RUNS}
    assert named == set(entries_by_key())
    for key, entry in entries_by_key().items():
        assert entry.count("{") == entry.count("}"), key
        assert all(f"  {name}" in entry for name in ("author ", "title ", "year ")), key


def test_each_work_is_cited_once_and_chrf_with_words_has_two() -> None:
    works = metric_works([parse_metric("chrf"), parse_metric("chrf++"), parse_metric("exact")])
    text = bibliography(works).text
    assert re.findall(r"^@\w+\{(.+),$", text, re.MULTILINE) == ["popovic-2015-chrf", "popovic-2017-chrf"]
