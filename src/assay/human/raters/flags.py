"""Signs that a rater did not read: too fast, the same score again and again, against everybody, ends of the scale.

A flag is a reason to look, no verdict: each comes with its number and the limit it crossed, and results are to be
shown with and without the raters that are flagged. All limits are options. Where errors are marked and scores have no
lower end (MQM), many outputs without an error are no straight line: the perfect score makes no run there, and its share
and the spread of scores say nothing. On short scales long runs come by chance: of sixty answers, four fifths of them
yes, nine in a row are yes; and who works document by document gives a good one the same score throughout. A run counts
if it would be rare in scores that follow one another as those of the other raters may, at this rater's own shares. A
score for most items, scores that hardly vary, and the ends of the scale count where they lie beyond what the other
raters do: beyond Student's limit for one more rater like them. Where all systems are good, nobody's scores vary. A
correlation with the others counts as negative where its interval is. Right and wrong answers to questions are no use of
a scale at all.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from assay.data import GENUINE, Array, Judgements
from assay.errors import MismatchError, OptionError
from assay.human.agreement.correlation import against_others
from assay.human.agreement.ratings import ratings_of
from assay.human.options import FlagLimits
from assay.human.raters.controls import ByRater, by_rater, is_genuine
from assay.stats import fisher_interval, t_value

# Runs as long that are expected among scores in random order
RARE = 0.01
# Of the spread that is typical: the scores are less than half as far apart
HALF = 0.5
GRADED = ("comprehension",)  # schemes whose scores say whether an answer is right


@dataclass(frozen=True)
class Flag:
    """One sign: what was measured, the limit, and both in words."""

    rater: str
    # "too fast", "straight-lining", "negative discrimination", "low agreement" or "scale ends"
    kind: str
    value: float
    limit: float
    evidence: str


@dataclass(frozen=True)
class WithoutRaters:
    """Judgements without some raters, and what went with them."""

    judgements: Judgements
    raters: tuple[str, ...]  # those left out
    rows_left: int
    rows_removed: int
    outputs_lost: int  # pairs of system and segment that nobody else had judged


@dataclass(frozen=True)
class ScaleUse:
    """How often one rater used each part of the scale; a bin holds its lower edge, the last both."""

    rater: str
    edges: tuple[float, ...]
    counts: tuple[int, ...]


def flag_raters(
    judgements: Judgements,
    limits: FlagLimits | None = None,
    words: Array | None = None,
    raters: ByRater | None = None,
) -> tuple[Flag, ...]:
    """Return every flag of every rater; `words` has the number of words a row, where it is known.

    `raters` are the judgements by rater, where they are known.
    """
    limits = limits or FlagLimits()
    if words is not None and len(words) != len(judgements):
        raise MismatchError(f"there are {len(words)} numbers of words, {len(judgements)} judgements")
    flags: list[Flag] = []
    raters, points = raters or by_rater(judgements), _points(judgements)
    seconds, others = raters.seconds, _discrimination(judgements)
    usual = np.sort([r for r, _ in others.values() if math.isfinite(r)])
    for number in raters.present:
        flags += _too_fast(raters, number, float(seconds[number]), limits, words=words)
        flags += _straight_lining(raters, number, points, limits)
        flags += _negative(judgements.rater.names[number], others.get(number), limits)
        flags += _weak(judgements.rater.names[number], others.get(number), usual, limits)
        flags += _ends(raters, number, points, limits)
    return tuple(flags)


def _too_fast(
    raters: ByRater, rater: int, seconds: float, limits: FlagLimits, *, words: Array | None
) -> list[Flag]:
    own, name = raters.rows[rater], raters.judgements.rater.names[rater]
    items = raters.items(rater)
    total_words = 0.0 if words is None else float(words[own].sum()) * items / max(1, len(own))
    flags = []
    if items and seconds / items < limits.seconds:
        words_said = f"{seconds / items:.1f} s per item over {items} items, under {limits.seconds:g} s"
        flags.append(Flag(name, "too fast", seconds / items, limits.seconds, words_said))
    if total_words and seconds / total_words < limits.word_seconds:
        pace = seconds / total_words
        said = f"{pace:.2f} s per word over {total_words:.0f} words, under {limits.word_seconds:g} s"
        flags.append(Flag(name, "too fast", pace, limits.word_seconds, said))
    return flags


def _straight_lining(raters: ByRater, rater: int, points: int, limits: FlagLimits) -> list[Flag]:
    name, scale = raters.judgements.rater.names[rater], raters.judgements.scale
    scores, flags = raters.scores(GENUINE, rater), []
    if raters.judgements.scheme in GRADED:
        return []

    def flag(measured: float, limit: float, evidence: str) -> None:
        flags.append(Flag(name, "straight-lining", measured, limit, evidence))

    open_ended = not math.isfinite(scale.low)
    run = raters.odd_run(rater, RARE, scale.high if open_ended else None)
    if run > limits.run:
        flag(run, limits.run, f"a run of {run} equal scores, more than {limits.run}")
    if len(scores) < limits.ratings or open_ended:
        return flags
    values, counts = np.unique(scores, return_counts=True)
    share, usual = float(counts.max() / len(scores)), float(values[counts.argmax()])
    others = raters.given_by_others(rater, usual)
    if share > limits.modal and points > 2 and _beyond(share, _largest_shares(raters, rater, limits)):
        said = f"{100 * share:.0f} % of the scores are {usual:g}, more than {100 * limits.modal:.0f} %"
        flag(share, limits.modal, f"{said}; the others give it in {100 * others:.0f} %" if others else said)
    spread = float(scores.std(ddof=1)) / (scale.high - scale.low)
    usual_spreads = [each / (scale.high - scale.low) for each in _spreads(raters, rater, limits)]
    if spread < limits.spread and _narrow(spread, usual_spreads):
        said = f"the standard deviation of the scores is {100 * spread:.1f} % of the scale"
        if usual_spreads:
            said += f"; {100 * float(np.median(usual_spreads)):.1f} % is typical of the others"
        flag(spread, limits.spread, said)
    return flags


def _others(raters: ByRater, rater: int, limits: FlagLimits) -> list[Array]:
    """Return the scores of every other rater who gave enough of them."""
    scores = [raters.scores(GENUINE, other) for other in raters.present if other != rater]
    return [own for own in scores if len(own) >= limits.ratings]


def _largest_shares(raters: ByRater, rater: int, limits: FlagLimits) -> list[float]:
    """Return how often every other rater gave the score that he gave most often."""
    return [
        float(np.unique(own, return_counts=True)[1].max() / len(own))
        for own in _others(raters, rater, limits)
    ]


def _spreads(raters: ByRater, rater: int, limits: FlagLimits) -> list[float]:
    return [float(own.std(ddof=1)) for own in _others(raters, rater, limits)]


def _narrow(own: float, others: Sequence[float]) -> bool:
    """Tell whether a spread lies below those of others, and is less than half of what is typical of them.

    Spreads of raters who are alike differ by little where there are few different scores, and not by a normal
    distribution: beyond the limit alone were 7 % of careful raters who gave 95 or 100 to everything.
    """
    return _beyond(-own, [-each for each in others]) and (not own or own < HALF * float(np.median(others)))


def _beyond(own: float, others: Sequence[float]) -> bool:
    """Tell whether one rater lies above what is expected of one more rater like the others.

    Scores that are all equal where nobody else's are lie beyond any others; with nobody to compare, nothing else does.
    """
    if own in (0.0, 1.0):
        return own not in others
    if len(others) < 2:
        return False
    reach = t_value(1 - 2 * RARE, len(others) - 1) * float(np.std(others, ddof=1))
    return own > float(np.mean(others)) + reach * math.sqrt(1 + 1 / len(others))


def _negative(name: str, known: tuple[float, int] | None, limits: FlagLimits) -> list[Flag]:
    if known is None or known[1] < limits.shared or not math.isfinite(known[0]):
        return []
    if not fisher_interval(*known).high < limits.correlation:
        return []
    evidence = f"correlation {known[0]:.2f} with the mean of the others on {known[1]} shared items"
    return [Flag(name, "negative discrimination", known[0], limits.correlation, evidence)]


def _weak(name: str, known: tuple[float, int] | None, usual: Array, limits: FlagLimits) -> list[Flag]:
    """Flag a rater who surely agrees less than half as well with the others as these do: at random, perhaps.

    `usual` are the correlations of all raters, in rising order.
    """
    if known is None or known[1] < limits.shared or not math.isfinite(known[0]) or len(usual) < 3:
        return []
    own, shared = known
    typical = _middle(np.delete(usual, np.searchsorted(usual, own)))
    if (
        not own < typical
        or fisher_interval(own, shared).high < limits.correlation
        or not fisher_interval(own, shared).high < limits.agreement * typical
    ):
        return []
    evidence = (
        f"correlation {own:.2f} with the mean of the others on {shared} shared items; "
        f"{typical:.2f} is typical of the other raters"
    )
    return [Flag(name, "low agreement", own, limits.agreement * typical, evidence)]


def _middle(rising: Array) -> float:
    """Return the median of numbers in rising order."""
    half = len(rising) // 2
    return float(rising[half] if len(rising) % 2 else (rising[half - 1] + rising[half]) / 2)


def _ends(raters: ByRater, rater: int, points: int, limits: FlagLimits) -> list[Flag]:
    scores, scale = raters.scores(GENUINE, rater), raters.judgements.scale
    if len(scores) < limits.ratings or points <= 2 or not math.isfinite(scale.low):
        return []
    ends = [float(np.isin(own, (scale.low, scale.high)).mean()) for own in _others(raters, rater, limits)]
    share = float(np.isin(scores, (scale.low, scale.high)).mean())
    if share <= limits.ends or not _beyond(share, ends):
        return []
    evidence = (
        f"{100 * share:.0f} % of the scores are at the ends of the scale, {scale.low:g} or {scale.high:g}"
    )
    return [Flag(raters.judgements.rater.names[rater], "scale ends", share, limits.ends, evidence)]


def _points(judgements: Judgements) -> int:
    """Return how many different scores were given; two-valued scales have no middle to miss."""
    return len(np.unique(judgements.score[np.isfinite(judgements.score)]))


def _discrimination(judgements: Judgements) -> dict[int, tuple[float, int]]:
    """Return every rater's correlation with the mean of the others, and on how many items."""
    ratings = ratings_of(judgements)
    numbers = {name: number for number, name in enumerate(judgements.rater.names)}
    return {
        numbers[name]: (correlation, shared)
        for name, correlation, shared in against_others(ratings, "pearson")
    }


def leave_out_raters(judgements: Judgements, raters: Iterable[str]) -> WithoutRaters:
    """Return the judgements of everybody else, and what is lost."""
    left_out = tuple(dict.fromkeys(raters))
    if not left_out:
        return WithoutRaters(judgements, (), len(judgements), 0, 0)
    unknown = [name for name in left_out if name not in judgements.rater.names]
    if unknown:
        raise OptionError(f"{unknown[0]!r} is not a rater in these judgements; check the spelling")
    removed = judgements.rater.among(left_out)
    output = (
        judgements.system.index.astype(np.int64) * len(judgements.segment.names) + judgements.segment.index
    )
    genuine = is_genuine(judgements)
    lost = np.setdiff1d(output[removed & genuine], output[~removed & genuine])
    others = judgements.where(~removed)
    return WithoutRaters(others, left_out, len(others), int(removed.sum()), len(lost))


def scale_use(judgements: Judgements, bins: int = 10, raters: ByRater | None = None) -> tuple[ScaleUse, ...]:
    """Count how often each rater used each part of the scale, in genuine items; whole grades have bins of their own."""
    if not 1 <= bins <= 1000:
        raise OptionError(f"there must be from 1 to 1000 bins, not {bins}")
    edges, raters = _edges(judgements, bins), raters or by_rater(judgements)
    return tuple(
        ScaleUse(
            judgements.rater.names[number],
            tuple(edges.tolist()),
            tuple(np.histogram(raters.scores(GENUINE, number), edges)[0].tolist()),
        )
        for number in raters.present
    )


def _edges(judgements: Judgements, bins: int) -> Array:
    scale, scores = judgements.scale, judgements.score[np.isfinite(judgements.score)]
    least, most = float(scores.min(initial=np.inf)), float(scores.max(initial=-np.inf))
    # A scale without an end has that of its scores, and one part at least.
    ends = [end for end in (scale.low, scale.high, least, most) if math.isfinite(end)] or [0.0]
    low, high = min(ends), max(ends)
    if low == high:
        low, high = (low - 1, high) if math.isfinite(scale.high) else (low, high + 1)
    grades = high - low + 1
    if grades <= bins and (scores == np.round(scores)).all() and low == round(low):
        return np.arange(low - 0.5, high + 1, 1.0)
    return np.linspace(low, high, bins + 1)
