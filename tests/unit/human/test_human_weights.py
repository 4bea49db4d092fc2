"""Weights of errors: rules in their order, published sets, one's own file, severities that nobody knows."""

from pathlib import Path

import numpy as np
import pytest

from assay.data import MqmWeights
from assay.data.weights import Rule
from assay.errors import InputError, OptionError
from assay.human.ratings.mqm import published_weights, weigh, weight_sets
from assay.io.ratings.mqm_weights import read_weights
from support.human_rows import judged, spans

ROWS = [("r", "A", str(n), float("nan")) for n in range(4)]


def mqm(*errors, **columns):
    return judged(ROWS, "mqm", spans=spans(len(ROWS), errors), **columns)


def test_the_first_rule_that_matches_wins() -> None:
    weights = MqmWeights("own", (Rule(0.1, "minor", "*punctuation*"), Rule(1, "minor"), Rule(5)))
    assert weights.weight("Minor", "Fluency/Punctuation") == 0.1
    assert weights.weight("minor", "style") == 1
    assert weights.weight("critical", "style") == 5


@pytest.mark.parametrize(
    ("name", "cost"),
    [("freitag2021", 11.1), ("wmt22", 6.1), ("marot", 5.1), ("esa", 12), ("equal", 4), ("mqm-core", 12)],
)
def test_published_sets_differ(name: str, cost: float) -> None:
    errors = [
        *((0, "Major", "Source error"), (1, "minor", "Fluency/Punctuation")),
        *((2, "Minor", "Accuracy/Creative Reinterpretation"), (2, "major", "Accuracy/Omission")),
        (3, "no-error", "no-error"),
    ]
    assert -weigh(mqm(*errors), published_weights(name)).values.sum() == pytest.approx(cost)


@pytest.mark.parametrize("name", weight_sets())
def test_every_published_set_names_itself_and_its_source(name):
    weights = published_weights(name)
    assert weights.name == name
    assert weights.source
    assert weights.weight("minor", "style") == 1
    assert weights.weight("no-error", "no-error") == weights.weight("No-error", "No-error") == 0


def test_weights_say_what_they_are() -> None:
    assert str(published_weights("esa")) == "esa: minor 1; major 5; neutral 0; no?error 0; undecided 1"


def test_rows_without_errors_are_perfect_and_zero_is_no_minus_zero() -> None:
    values = weigh(mqm((1, "minor", "style")), published_weights()).values
    assert values.tolist() == [0, -1, 0, 0]
    assert not np.signbit(values[0])


def test_planted_errors_are_left_out_and_counted() -> None:
    found = weigh(
        mqm((0, "HOTW-test", "Found"), (1, "HOTW-test", "Missed"), (1, "major", "style")), published_weights()
    )
    assert np.isnan(found.values[0])
    assert found.values[1:].tolist() == [-5, 0, 0]
    assert [(one.kind.split(" (")[0], one.count) for one in found.remarks] == [
        ("planted errors", 2),
        ("ratings with only planted errors, left out", 1),
    ]
    assert found.errors == 1


def test_an_unknown_severity_names_row_and_remedy() -> None:
    ratings = mqm((2, "huge", "style"), path="errors.tsv", line=np.array([2, 3, 7, 8]))
    with pytest.raises(InputError, match=r'errors.tsv, line 7: .*"marot".*"huge".*add a rule'):
        weigh(ratings, published_weights())


def test_ratings_without_spans_cannot_be_weighed() -> None:
    with pytest.raises(InputError, match="no marked errors"):
        weigh(judged(ROWS, "mqm"), published_weights())


def test_an_unknown_set_lists_the_known_ones() -> None:
    with pytest.raises(OptionError, match="freitag2021"):
        published_weights("freitag")


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text('[[rule]]\nseverity = "minor"\nweight = 2\n\n[[rule]]\nweight = 7\nside = "source"\n')
    weights = read_weights(str(path))
    assert weights == MqmWeights("ours", (Rule(2.0, "minor"), Rule(7.0, side="source")))
    assert weights.weight("major", "style") is None
    assert weights.weight("major", "style", "source") == 7


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty"),
        ("rule = [", "is not TOML"),
        ("name = 'x'", "has no rule"),
        ("[[rule]]\nseverity = 'minor'", "rule 1: weight must be a number"),
        ("[[rule]]\nweight = -1", "rule 1: weight must be a number"),
        ("[[rule]]\nweight = 1\n[[rule]]\nweight = true", "rule 2: weight must be a number"),
        ("[[rule]]\nweight = 1\nseverty = 'minor'", '"severty" is not recognised'),
        ("[[rule]]\nweight = 1\nseverity = 3", "rule 1: severity must be a name"),
        ("wieghts = 1", '"wieghts" is not recognised'),
        ("left_out = 'x'\n[[rule]]\nweight = 1", "left_out must be a list"),
        ("rule = [3]", "rule 1 is not a table"),
    ],
)
def test_a_file_that_is_none_says_where(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(InputError, match=message):
        read_weights(str(path))
