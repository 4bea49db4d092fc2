"""Preferences for tests: from counts, from a list of games, and at random."""

import numpy as np
from hypothesis import strategies as st

from assay.data.evalset import Codes
from assay.data.judgements import Preferences


def preferences(games, raters=None, segments=None, screens=None, systems=None):
    """Return preferences from triples (first, second, outcome); one rater, and a segment each, unless given."""
    known = {name: number for number, name in enumerate(systems or ())}
    first = [known.setdefault(a, len(known)) for a, _, _ in games]
    second = [known.setdefault(b, len(known)) for _, b, _ in games]
    return Preferences(
        systems=tuple(known),
        first=np.array(first, dtype=np.int32),
        second=np.array(second, dtype=np.int32),
        outcome=np.array([outcome for _, _, outcome in games], dtype=np.int8),
        rater=Codes.of(raters or ["anna"] * len(games)),
        segment=Codes.of(segments or [str(row + 1) for row in range(len(games))]),
        screen=Codes.of(screens) if screens else None,
    )


def from_counts(counts):
    """Return preferences from {(first, second): (wins, ties, losses)}."""
    return preferences(
        [
            (a, b, outcome)
            for (a, b), numbers in counts.items()
            for outcome, number in zip((1, 0, -1), numbers, strict=True)
            for _ in range(number)
        ]
    )


@st.composite
def some_preferences(draw, least=1, most=40, systems="abcd"):
    """Draw preferences of any shape, with few raters and segments so that judgements meet."""
    pair = st.permutations(systems).map(lambda names: names[:2])
    rows = draw(
        st.lists(
            st.tuples(pair, st.sampled_from([1, 0, -1]), st.sampled_from("xyz"), st.integers(1, 6)),
            min_size=least,
            max_size=most,
        )
    )
    games = [(names[0], names[1], outcome) for names, outcome, _, _ in rows]
    return preferences(games, [rater for _, _, rater, _ in rows], [str(number) for *_, number in rows])
