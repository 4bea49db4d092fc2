"""A metric, its specification and its signature say the same, for any options at all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from law_sets import ALL, metrics

from assay.errors import OptionError
from assay.metrics.base import Metric
from assay.metrics.registry import ALIASES, METRICS
from assay.metrics.specs import options_of, parse_metric, presets_of, signature_of, spec_of

references = st.tuples(st.integers(1, 3), st.integers(0, 3)).map(lambda pair: (pair[0], sum(pair)))


@given(metrics(), references)
def test_a_signature_is_read_back(metric: Metric, counts: tuple[int, int]) -> None:
    assert parse_metric(signature_of(metric, counts)) == metric


@given(metrics())
def test_a_specification_is_read_back(metric: Metric) -> None:
    assert parse_metric(spec_of(metric)) == metric


@given(metrics(), metrics())
def test_two_metrics_have_two_signatures(first: Metric, second: Metric) -> None:
    same = signature_of(first, (1, 1)) == signature_of(second, (1, 1))
    assert same == (first == second) == (spec_of(first) == spec_of(second))


@pytest.mark.parametrize("text", ALL)
def test_every_listed_setting_is_read_back(text: str) -> None:
    metric = parse_metric(text)
    assert parse_metric(signature_of(metric, (1, 2))) == metric
    assert parse_metric(spec_of(metric)) == metric
    assert parse_metric(spec_of(parse_metric(spec_of(metric)))) == metric


@given(metrics())
def test_a_signature_names_every_option(metric: Metric) -> None:
    parts = signature_of(metric, (1, 1)).split("|")
    keys = [part.partition(":")[0] for part in parts[1:]]
    assert parts[0] == metric.name
    assert keys == [*(option.name for option in options_of(type(metric))), "refs", "v"]


@pytest.mark.parametrize("name", METRICS)
def test_defaults_are_what_the_help_says(name: str) -> None:
    for option in options_of(METRICS[name]):
        assert parse_metric(f"{name}:{option.name}={option.default}") == parse_metric(name)
        assert option.help, f"{name}:{option.name} has no word of help"


@pytest.mark.parametrize("name", METRICS)
def test_presets_are_what_the_help_says(name: str) -> None:
    for preset, meaning in presets_of(METRICS[name]).items():
        assert parse_metric(f"{name}:{preset}") == parse_metric(f"{name}:{meaning}")


@pytest.mark.parametrize("alias", [name for name in ALIASES if hasattr(parse_metric(name), "lowercase")])
def test_aliases_take_options_too(alias: str) -> None:
    plain = parse_metric(alias)
    assert parse_metric(f"{alias}:lowercase") == parse_metric(f"{spec_of(plain)},lowercase")


@pytest.mark.parametrize("name", METRICS)
@pytest.mark.parametrize("wrong", ["nothing", "nothing=1", "=", "lowercase=perhaps"])
def test_what_does_not_exist_is_refused(name: str, wrong: str) -> None:
    with pytest.raises(OptionError):
        parse_metric(f"{name}:{wrong}")
