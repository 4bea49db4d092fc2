"""Sets of human and metric scores for the tests of meta-evaluation: made up, or read from the shared folder."""

import numpy as np

from assay.data.scores import Scores


def scores(values, name="metric", systems=None, **more):
    """Return scores of systems named a, b, c … on segments numbered from 1."""
    values = np.asarray(values, dtype=float)
    names = systems or [chr(ord("a") + number) for number in range(len(values))]
    segments = tuple(str(number) for number in range(1, values.shape[1] + 1))
    return Scores(name, tuple(names), segments, values, **more)


def columns(path):
    """Return the values of a score file by system."""
    found = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        system, value = line.split("\t")
        found.setdefault(system, []).append(float("nan") if value == "None" else float(value))
    return found


def read(folder, stem, name):
    """Return what a score file of segments, and the one of systems beside it, say."""
    path, totals = folder / f"{stem}.seg.score", columns(folder / f"{stem}.sys.score")
    rows = columns(path) if path.is_file() else {system: [] for system in totals}
    whole = np.array([totals[system][0] if system in totals else np.nan for system in rows])
    return scores(list(rows.values()), name, list(rows), totals=whole)


def wmt23(shared_dir, pair):
    """Return human scores and those of every metric of a language pair of WMT23."""
    folder = shared_dir / "data" / "wmt23"
    human = read(folder / "human-scores", f"{pair}.mqm", "mqm")
    stems = sorted(
        path.name[: -len(".sys.score")] for path in (folder / "metric-scores" / pair).glob("*.sys.score")
    )
    return human, {stem: read(folder / "metric-scores" / pair, stem, stem) for stem in stems}
