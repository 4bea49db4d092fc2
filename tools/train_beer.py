"""Trains a model for `beer:model=FOLDER`: `python tools/train_beer.py FOLDER --set OUTPUTS REFERENCES SCORES`.

The three files of a set have one segment a line, and a higher score is better; `--set` may be given again. The model
that is part of Assay was made by this program from the direct assessments of WMT15 (cs, de, fi, ru) and WMT16 (cs, fi,
ro) into English, 3 680 segments.

The published weights come from rankings, by a linear support vector machine (Stanojević and Sima'an 2015). Ours come
from scores: ridge regression on BEER's features, with weights that reward agreement and penalise imbalance and never
the reverse (non-negative least squares). Scores and features are centred set by set, so that a set of easy segments
counts no more than one of hard segments. The weights are scaled so that the reference itself scores 100.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from assay import kernel
from assay.data import Array
from assay.errors import InputError
from assay.io.models.linear_models import NAMES, OUTPUT, SCALING, WEIGHTS, LinearModel
from assay.metrics.structure.beer import FEATURES, beer_features
from assay.text import Column, tokenize

# The largest imbalances of the published scaling: characters 2.25, words 11/3.
_LARGEST = {"len_disbalance_char.d.1.0": 2.25, "len_disbalance_word.d.1.0": 11 / 3}


def train_beer(sets: Sequence[tuple[Array, Array]], penalty: float = 10.0) -> LinearModel:
    """Return the model that agrees best with the scores of sets, each the kernel's counts and a score a row.

    The default penalty is the best of 1, 10, 30, 100, 300, 1000 and 3000 where sets of WMT15 were scored by weights
    trained on WMT16, and the reverse.
    """
    from scipy.optimize import nnls

    names = tuple(sorted(FEATURES))
    features = np.concatenate([_centred(_signed(counts, names)) for counts, _ in sets])
    scores = np.concatenate([_standardised(scores) for _, scores in sets])
    ridge = np.sqrt(penalty) * np.eye(len(names))
    weights, _ = nnls(np.concatenate([features, ridge]), np.concatenate([scores, np.zeros(len(names))]))
    signs = np.array([-1.0 if name in _LARGEST else 1.0 for name in names])
    full = weights[signs > 0].sum()
    if not full > 0:
        raise InputError("no feature agrees with the scores; are they higher for better outputs?")
    highs = tuple(_LARGEST.get(name, 1.0) for name in names)
    return LinearModel(
        names, (0.0,) * len(names), highs, tuple((signs * weights / full).tolist()), 0.0, 100.0
    )


def _signed(counts: Array, names: Sequence[str]) -> Array:
    """Return features so that more is better, imbalances no larger than the scaling knows."""
    features = beer_features(counts)
    columns = [
        -np.minimum(features[name] / _LARGEST[name], 1) if name in _LARGEST else features[name]
        for name in names
    ]
    return np.column_stack(columns)


def _centred(values: Array) -> Array:
    return np.asarray(values - values.mean(axis=0))


def _standardised(scores: Array) -> Array:
    spread = scores.std()
    if not spread > 0:
        raise InputError("all scores of a set are equal; there is nothing to learn from it")
    return np.asarray(_centred(scores) / spread)


def linear_model_files(model: LinearModel) -> dict[str, str]:
    """Return what each of the four files holds, for `write_file`."""
    ranges = zip(model.lows, model.highs, strict=True)
    return {
        NAMES: "".join(f"{number} {name}\n" for number, name in enumerate(model.names)),
        SCALING: "".join(f"{low!r} {high!r}\n" for low, high in ranges),
        WEIGHTS: _liblinear("L2R_L2LOSS_SVC", model.weights),
        OUTPUT: _liblinear("L2R_L2LOSS_SVR", (model.intercept, model.slope)),
    }


def _liblinear(solver: str, weights: Sequence[float]) -> str:
    """Write coefficients as LIBLINEAR does, the last of them that of the bias."""
    head = f"solver_type {solver}\nnr_class 2\nnr_feature {len(weights) - 1}\nbias 0.0\nw\n"
    return head + "".join(f"{weight!r}\n" for weight in weights)


def _lines(path: str) -> list[str]:
    return Path(path).read_text(encoding="utf-8").removesuffix("\n").split("\n")


def _read_set(outputs: str, references: str, scores: str) -> tuple[Array, Array]:
    """Return the counts of all pairs, and their scores."""
    hyp, ref = (tokenize(Column.of(_lines(path)), "none", 0).texts for path in (outputs, references))
    counts = kernel.beer_counts(hyp, ref, np.arange(len(hyp.offsets), dtype=np.int64))
    return counts, np.array([float(line) for line in _lines(scores)])


def main() -> None:
    """Train on all sets and write the four files of the model."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--set", nargs=3, action="append", required=True)
    parser.add_argument("--penalty", type=float, default=10.0, help="of the ridge regression (%(default)s)")
    arguments = parser.parse_args()
    model = train_beer([_read_set(*paths) for paths in arguments.set], arguments.penalty)
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for name, text in linear_model_files(model).items():
        (arguments.folder / name).write_text(text, encoding="ascii")


if __name__ == "__main__":
    main()
