"""Is a system suspiciously close to a reference? Then the reference may have been made from its output.

In WMT23 he-en, ONLINE-B has 75 BLEU against one reference and 46 against the other: the first one is likely post-edited
machine translation, and every metric that reads it is misled. Two signs are looked for, both as a distance from the
median over systems in robust standard deviations (1.4826 times the median absolute deviation):

- with two references or more: how much better a system scores against this one than against the others;
- always: how much better it scores against the reference than against the outputs of the other systems. A person's
  translation is further from every system than systems are from each other; so this sign counts only for a system that
  is closer to the reference than to any other system.

Either sign raises a flag, if the lead is at least 10 % of the score. A flag asks for a look at the data; it proves
nothing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from assay.data import Array, EvalSet, Outputs
from assay.errors import InputError
from assay.meta.orange import complete_segments
from assay.metrics import Bleu, Metric, check_lengths, evaluate

# Set on WMT23: they find ONLINE-B of he-en with refA, and no system with refB or of en-de.
LIMIT = 3.0  # robust standard deviations
# Of the score itself: a smaller lead is no reason to suspect anything
LEAST = 0.1
FEWEST = 4  # systems from which a median distance can be told


@dataclass(frozen=True)
class Closeness:
    """A system and a reference: the score, what it is elsewhere, and how unusual the lead is among systems."""

    system: str
    reference: str
    score: float
    # Mean score against the other references; NaN if there are none
    elsewhere: float
    nearest: str  # the system whose output it is closest to
    to_nearest: float
    z_references: float  # NaN with a single reference
    z_systems: float
    suspicious: bool


@dataclass(frozen=True)
class Contamination:
    """What was found, and on what it rests; `references_themselves` are outputs that are one of the references."""

    metric: str
    higher_is_better: bool
    segments: int
    left_out: int  # segments that lack one of the references
    limit: float
    closeness: tuple[Closeness, ...]
    references_themselves: tuple[tuple[str, str], ...]

    @property
    def suspects(self) -> tuple[Closeness, ...]:
        """The systems to be looked at."""
        return tuple(one for one in self.closeness if one.suspicious)


def detect_contamination(
    evalset: EvalSet, outputs: Outputs, metric: Metric | None = None, *, limit: float = LIMIT
) -> Contamination:
    """Look for systems that are too close to one of the references; it takes four systems or more."""
    check_lengths(evalset, outputs)
    measure = Bleu() if metric is None else metric
    rows = complete_segments(evalset)
    references = {name: [column[row] or "" for row in rows] for name, column in evalset.references.items()}
    texts = {name: [column[row] for row in rows] for name, column in outputs.items()}
    themselves = [
        (system, name)
        for system, text in texts.items()
        for name, column in references.items()
        if text == column
    ]
    systems = {name: text for name, text in texts.items() if name not in dict(themselves)}
    if len(systems) < FEWEST:
        raise InputError(
            f"{len(systems)} systems; at least {FEWEST} are needed to say what is "
            "usual, not counting outputs that are a reference"
        )
    sign = 1 if measure.higher_is_better else -1
    against = {name: sign * _scores(column, systems, measure) for name, column in references.items()}
    between = np.stack([sign * _scores(column, systems, measure) for column in systems.values()])
    np.fill_diagonal(between, -np.inf)
    closeness = closeness_of(against, between, list(systems), limit=limit)
    return Contamination(
        measure.label,
        measure.higher_is_better,
        len(rows),
        len(evalset) - len(rows),
        limit,
        tuple(_own_scale(each, sign) for each in closeness),
        tuple(themselves),
    )


def _scores(reference: Sequence[str], systems: Outputs, metric: Metric) -> Array:
    """Score all systems against one column of text."""
    part = EvalSet("contamination", ("", ""), None, {"reference": reference}, None)
    evaluation = evaluate([(part, systems)], [metric], keep=False)
    return np.array([evaluation.stats[metric, system].total() for system in systems])


def closeness_of(
    against: Mapping[str, Array], between: Array, systems: Sequence[str], *, limit: float = LIMIT
) -> list[Closeness]:
    """Return how close every system is to every reference, nothing where there are too few systems to tell.

    `against` has the likeness of the systems to each reference, `between` that to each other, minus infinity on its
    diagonal; any measure will do of which more is closer.
    """
    if len(systems) < FEWEST:
        return []
    return [
        closeness for name in against for closeness in _of_reference(name, against, between, systems, limit)
    ]


def _of_reference(
    name: str, against: Mapping[str, Array], between: Array, systems: Sequence[str], limit: float
) -> list[Closeness]:
    own = against[name]
    others = [scores for other, scores in against.items() if other != name]
    elsewhere = np.mean(others, axis=0) if others else np.full(len(own), np.nan)
    nearest = between.argmax(axis=0)
    to_nearest = between.max(axis=0)
    typical = np.array([np.median(np.delete(between[:, at], at)) for at in range(len(own))])
    z_references, z_systems = robust_z(own - elsewhere), robust_z(own - typical)
    suspicious = _far(z_references, own - elsewhere, own, limit) | (
        _far(z_systems, own - typical, own, limit) & (own > to_nearest)
    )
    return [
        Closeness(
            *(systems[at], name, float(own[at]), float(elsewhere[at])),
            *(systems[nearest[at]], float(to_nearest[at]), float(z_references[at]), float(z_systems[at])),
            bool(suspicious[at]),
        )
        for at in range(len(own))
    ]


def _far(z: Array, apart: Array, own: Array, limit: float) -> NDArray[np.bool_]:
    return np.asarray((z > limit) & (apart - np.median(apart) >= LEAST * np.abs(own)))


def robust_z(values: Array) -> Array:
    """Return the distances from the median in robust standard deviations; 0 where nothing varies.

    Where more than half of the values are equal, the mean absolute deviation takes the place of the median one.
    """
    apart = values - np.median(values)
    spread = 1.4826 * float(np.median(np.abs(apart))) or math.sqrt(math.pi / 2) * float(np.abs(apart).mean())
    return np.asarray(apart / spread) if spread else np.zeros(len(values))


def _own_scale(closeness: Closeness, sign: int) -> Closeness:
    """Turn scores of an error measure back."""
    return replace(
        closeness,
        score=sign * closeness.score,
        elsewhere=sign * closeness.elsewhere,
        to_nearest=sign * closeness.to_nearest,
    )
