"""Training of BEER's weights on segments that people have scored.

The published weights come from rankings, by a linear support vector machine (Stanojević and Sima'an 2015). Ours come
from scores: ridge regression on BEER's features, with weights that reward agreement and penalise imbalance and never
the reverse (non-negative least squares). Scores and features are centred set by set, so that a set of easy segments
counts no more than one of hard segments. The weights are scaled so that the reference itself scores 100.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from assay.data import Array
from assay.errors import InputError
from assay.io import LinearModel
from assay.metrics.structure.beer import FEATURES, beer_features

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
