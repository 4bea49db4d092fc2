"""A metric, its specification and its signature say the same, for any options at all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from law_sets import ALL, metrics

from assay.errors import OptionError
from assay.metrics.base import Metric
from assay.metrics.registry import ALIASES, METRICS
from assay.metrics.spec import options, parse, presets, signature, spec

references = st.tuples(st.integers(1, 3), st.integers(0, 3)).map(lambda pair: (pair[0], sum(pair)))


@given(metrics(), references)
def test_a_signature_is_read_back(metric: Metric, counts: tuple[int, int]) -> None:
    assert parse(signature(metric, counts)) == metric


@given(metrics())
def test_a_specification_is_read_back(metric: Metric) -> None:
    assert parse(spec(metric)) == metric


@given(metrics(), metrics())
def test_two_metrics_have_two_signatures(first: Metric, second: Metric) -> None:
    same = signature(first, (1, 1)) == signature(second, (1, 1))
    assert same == (first == second) == (spec(first) == spec(second))


@pytest.mark.parametrize("text", ALL)
def test_every_listed_setting_is_read_back(text: str) -> None:
    metric = parse(text)
    assert parse(signature(metric, (1, 2))) == metric
    assert parse(spec(metric)) == metric
    assert parse(spec(parse(spec(metric)))) == metric


@given(metrics())
def test_a_signature_names_every_option(metric: Metric) -> None:
    parts = signature(metric, (1, 1)).split("|")
    keys = [part.partition(":")[0] for part in parts[1:]]
    assert parts[0] == metric.name
    assert keys == [*(option.name for option in options(type(metric))), "refs", "v"]


@pytest.mark.parametrize("name", METRICS)
def test_defaults_are_what_the_help_says(name: str) -> None:
    for option in options(METRICS[name]):
        assert parse(f"{name}:{option.name}={option.default}") == parse(name)
        assert option.help, f"{name}:{option.name} has no word of help"


@pytest.mark.parametrize("name", METRICS)
def test_presets_are_what_the_help_says(name: str) -> None:
    for preset, meaning in presets(METRICS[name]).items():
        assert parse(f"{name}:{preset}") == parse(f"{name}:{meaning}")


@pytest.mark.parametrize("alias", ALIASES)
def test_aliases_take_options_too(alias: str) -> None:
    plain = parse(alias)
    assert parse(f"{alias}:lowercase") == parse(f"{spec(plain)},lowercase")


@pytest.mark.parametrize("name", METRICS)
@pytest.mark.parametrize("wrong", ["nothing", "nothing=1", "=", "lowercase=perhaps"])
def test_what_does_not_exist_is_refused(name: str, wrong: str) -> None:
    with pytest.raises(OptionError):
        parse(f"{name}:{wrong}")
