"""No metric, alias, preset, option or choice is forgotten by the laws; every metric has the shape of one."""

from dataclasses import FrozenInstanceError, fields, is_dataclass
from typing import Any, Literal, get_args, get_origin, get_type_hints

import numpy as np
import pytest
from hypothesis import given, settings
from law_sets import ALL, SPECS, Set, scored, sets, settings_of

from assay.metrics.registry import ALIASES, METRICS
from assay.metrics.specs import parse_metric, spec_of


def test_every_metric_is_listed() -> None:
    assert set(SPECS) == set(METRICS)


def test_every_specification_stands_under_its_metric() -> None:
    assert all(parse_metric(text).name == name for name, texts in SPECS.items() for text in texts)


def test_no_setting_is_listed_twice() -> None:
    assert len({parse_metric(text) for text in ALL}) == len(ALL)


@pytest.mark.parametrize("alias", ALIASES)
def test_every_alias_is_listed(alias: str) -> None:
    assert alias in ALL
    assert alias not in METRICS


@pytest.mark.parametrize("name", METRICS)
def test_every_preset_is_listed(name: str) -> None:
    presets = getattr(METRICS[name], "presets", {})
    assert all(
        any(parse_metric(text) == parse_metric(f"{name}:{preset}") for text in SPECS[name])
        for preset in presets
    )


@pytest.mark.parametrize("name", METRICS)
def test_every_option_and_every_choice_is_tried(name: str) -> None:
    tried = [parse_metric(text) for text in SPECS[name]]
    hints = get_type_hints(METRICS[name])
    for field in fields(METRICS[name]):  # type: ignore[arg-type]  # a protocol's class is not known to be a dataclass
        seen = {getattr(metric, field.name) for metric in tried}
        assert len(seen) > 1, f"{name}:{field.name} is never changed"
        choices = get_args(hints[field.name]) if get_origin(hints[field.name]) is Literal else ()
        seen.add(field.default)  # which a metric may have turned into what it stands for
        assert seen >= set(choices), f"{name}:{field.name} lacks {set(choices) - seen}"


@pytest.mark.parametrize("text", ALL)
def test_a_metric_is_a_frozen_dataclass(text: str) -> None:
    metric: Any = parse_metric(text)
    assert is_dataclass(type(metric))
    assert hash(metric) == hash(parse_metric(text))
    with pytest.raises(FrozenInstanceError):
        metric.name = "other"


@pytest.mark.parametrize("name", METRICS)
def test_a_metric_says_what_it_is(name: str) -> None:
    cls = METRICS[name]
    assert cls.name == name
    assert isinstance(cls.higher_is_better, bool)
    assert isinstance(cls.fits_corpus, bool)
    assert spec_of(cls()) == name


@pytest.mark.parametrize("text", ALL)
def test_a_metric_has_a_heading(text: str) -> None:
    assert parse_metric(text).label.strip()


@pytest.mark.parametrize("name", METRICS)
@given(one=sets())
@settings(max_examples=20)
def test_rows_have_the_columns_that_are_named(name: str, one: Set) -> None:
    for metric in settings_of(name):
        rows = scored(metric, one).rows
        assert len(set(metric.columns)) == len(metric.columns)
        assert rows.shape == (len(one), len(metric.columns))
        assert rows.dtype == np.float64
