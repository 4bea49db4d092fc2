"""BEER: features by hand, models in the published layout, training."""

from math import sqrt
from pathlib import Path

import numpy as np
import pytest
from train_beer import linear_model_files, train_beer

from assay import kernel
from assay.errors import AssayError, DependencyError
from assay.io.models.linear_models import LinearModel, read_linear_model
from assay.metrics.specs import parse_metric
from assay.metrics.structure.beer import FEATURES, Beer, beer_features
from assay.text import Column, tokenize
from support.metric_scores import stats

SOLVER = "solver_type L2R_L2LOSS_SVC\nnr_class 2\nnr_feature 1\nbias 0\nw\n"


def counts(outputs: list[str], references: list[str]) -> np.ndarray:
    hyp, ref = (tokenize(Column.of(lines), "none", 1).texts for lines in (outputs, references))
    return kernel.beer_counts(hyp, ref, np.arange(len(outputs) + 1, dtype=np.int64), threads=1)


def written(folder: Path, model: LinearModel) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in linear_model_files(model).items():
        (folder / name).write_text(text)
    return folder


def single(name: str) -> LinearModel:
    """Return the model that is one feature, in per cent."""
    return LinearModel((name, "char1.b"), (0.0, 0.0), (1.0, 1.0), (1.0, 0.0), 0.0, 100.0)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("char1.a", 5 / 7),  # "a b c" and "a x b c": the ratio of the lengths
        ("char2.a", 4 / 6),  # single characters but the last: "a b " and "a x b "
        ("char3.a", 3 / 5),  # "a ", " b", "b " are in "a ", " x", "x ", " b", "b "
        ("ngram1.b", 1.0),  # three words and both ends
        ("ngram1.a", 5 / 6),
        ("ngram2.f.1.0", 2 * (2 / 4) * (2 / 5) / (2 / 4 + 2 / 5)),  # "b c" and the end "b c"
        ("skip1.a", 2 / 5),  # a-b and b-c of five; a-c is too far apart in the reference
        ("skip2.g.1.0", sqrt(3 / 3 * 3 / 6)),
        ("skip1000000.b", 1.0),
        ("len_disbalance_char.d.1.0", 7 / 5 - 1),
        ("len_disbalance_word.d.1.0", 4 / 3 - 1),
    ],
)
def test_features_by_hand(name: str, value: float) -> None:
    assert beer_features(counts(["a b c"], ["a x b c"]))[name][0] == pytest.approx(value, rel=1e-12)


def test_there_are_62_features() -> None:
    assert len(FEATURES) == 62


def test_an_empty_side_has_nothing_in_common() -> None:
    features = beer_features(counts(["", "a", ""], ["a", "", ""]))
    assert all((features[name] == 0).all() for name in FEATURES if "disbalance" not in name)
    assert stats("beer", ["", "a", ""], [["a", "", ""]]).each().tolist() == [0, 0, 0]


def test_a_model_is_read_as_it_was_written(tmp_path: Path) -> None:
    model = single("ngram1.a")
    path = written(tmp_path / "m", model)
    found = read_linear_model(str(path))
    assert found.digest
    assert vars(found) | {"digest": ""} == vars(model)
    score = stats(f"beer:model={path}", ["a b c"], [["a x b c"]]).total()
    assert score == pytest.approx(100 * 5 / 6, rel=1e-12)


def test_the_signature_says_which_model(tmp_path: Path) -> None:
    path = written(tmp_path / "m", single("ngram1.a"))
    metric = parse_metric(f"beer:model={path}")
    assert isinstance(metric, Beer)
    written(path, single("ngram1.b"))
    with pytest.raises(DependencyError, match="checksum"):
        parse_metric(f"beer:model={metric.model}")


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("core_model", "", "empty"),
        ("core_model", "no weights\n", 'no line "w"'),
        ("core_model", SOLVER + "1.0\n", "1 lines of numbers, not 2"),
        ("core_model", SOLVER + "1.0\nnan\n", "not a number"),
        ("feature_values_scaling", "0 1\n0\n", "not 2 numbers"),
        ("feature_values_scaling", "0 1\n1 1\n", "must rise"),
        ("feature_names_mapping", "0 ngram1.a\n1 ngram1.a\n", "a new feature"),
        ("feature_names_mapping", "0 ngram1.a\n1 ngram9.a\n", "none of the 62 features"),
        ("output_scaling", "\xff", "no text of a linear model"),
    ],
)
def test_damaged_models_are_refused(tmp_path: Path, name: str, text: str, message: str) -> None:
    path = written(tmp_path / "m", single("ngram1.a"))
    (path / name).write_text(text, encoding="latin-1")
    with pytest.raises(AssayError, match=message):
        parse_metric(f"beer:model={path}")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(AssayError, match="feature_names_mapping"):
        parse_metric(f"beer:model={tmp_path}")


def test_training_finds_the_feature_that_people_look_at() -> None:
    chance = np.random.default_rng(3)
    words = np.array(["the", "ferry", "is", "late", "again", "today", "and", "cold"])
    lines = [[" ".join(chance.choice(words, 7)) for _ in range(300)] for _ in range(2)]
    material = counts(*lines)
    scores = beer_features(material)["ngram1.a"]
    model = train_beer([(material, scores)], penalty=0.01)
    weights = dict(zip(model.names, model.weights, strict=True))
    assert sum(weight for name, weight in weights.items() if name.startswith("ngram1.")) > 0.9
    with pytest.raises(AssayError, match="higher for better"):
        train_beer([(counts(["a b c d e f", "u v"], ["a b c d e f"] * 2), np.array([0.0, 1.0]))])
    with pytest.raises(AssayError, match="all scores"):
        train_beer([(material, np.ones(300))])
