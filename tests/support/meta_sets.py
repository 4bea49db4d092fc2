"""Sets of human and metric scores for the tests of meta-evaluation: made up, or read from the shared folder."""

import numpy as np

from assay.data.scores import Scores
from assay.io.scores.mtme import open_tree


def scores(values, name="metric", systems=None, **more):
    """Return scores of systems named a, b, c … on segments numbered from 1."""
    values = np.asarray(values, dtype=float)
    names = systems or [chr(ord("a") + number) for number in range(len(values))]
    segments = tuple(str(number) for number in range(1, values.shape[1] + 1))
    return Scores(name, tuple(names), segments, values, **more)


def wmt23(shared_dir, pair):
    """Return human scores and those of every metric of a language pair of WMT23."""
    tree = open_tree(str(shared_dir / "data" / "wmt23"))
    return tree.human(pair, "mqm"), {one.name: one for one in tree.metrics(pair)}
