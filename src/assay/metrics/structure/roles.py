"""YiSi's structure (Lo 2019): how far output and reference agree in who did what to whom.

A frame is a predicate with its arguments (structure/frames.py). Predicates are matched one to one so that the sum of
their likeness is largest, and then the arguments of those that were matched: once by precision, for the output, and
once by recall, for the reference. A frame's share is the mean of the likeness of its predicate and arguments, weighted
by their roles; frames weigh as many words as they cover. A role weighs 1 and its count in the references, of which a
predicate counts for a quarter. As in the published program an argument of the output counts only if its partner has a
role of the same class, which is not asked of those of a reference; of several references each phrase of the output
takes the best, and recall is that of the best reference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

import numpy as np
from numpy.typing import NDArray

from assay.data import Array, Parse
from assay.kernel import Tokens
from assay.metrics.structure.frames import frame_places
from assay.metrics.structure.matching import check_sizes, full_matching
from assay.metrics.structure.parsers import ParseText
from assay.text import Column
from assay.text.column import Grouped

_PREDICATE = "predicate"
# What a predicate adds to the weight of its role, in the published program
_PREDICATE_COUNT = 0.25
_MOST = 200  # frames on both sides: more take many seconds

Ids = NDArray[np.int32]
Match = Callable[[Tokens], Array]  # precision and recall of each pair of phrases
Weights = dict[str, float]


@dataclass(frozen=True)
class Phrase:
    """A role, and the numbers of the words that fill it."""

    role: str
    words: Ids


@dataclass(frozen=True)
class RoleFrame:
    """A predicate and its arguments."""

    predicate: Phrase
    arguments: tuple[Phrase, ...]

    @property
    def phrases(self) -> tuple[Phrase, ...]:
        """Return the predicate, then the arguments."""
        return self.predicate, *self.arguments


Frames = Sequence[RoleFrame]


def forms_of(parse: Parse) -> str:
    """Return the words of a parse with blanks between them; one that has blanks inside loses them."""
    return " ".join("".join(form.split()) or "_" for form in parse.forms)


def role_weights(parses: Iterable[Parse]) -> Weights:
    """Learn from references what roles weigh."""
    counts: Counter[str] = Counter()
    predicates = 0
    for parse in parses:
        frames = frame_places(parse)
        predicates += len(frames)
        counts.update(role for frame in frames for role, _ in frame.arguments)
    return {_PREDICATE: 1 + _PREDICATE_COUNT * predicates, **{role: 1.0 + n for role, n in counts.items()}}


@dataclass(frozen=True)
class RoleStructure:
    """The parses of a set's references, and what their roles weigh."""

    references: Grouped  # the words of the parses
    parses: Sequence[Parse]
    weights: Weights
    parse_text: ParseText
    sizes: Callable[[str], int]  # how many numbered words a word of a parse becomes

    @classmethod
    def of(cls, references: Grouped, parse_text: ParseText, sizes: Callable[[str], int]) -> RoleStructure:
        """Parse the references, and learn from them."""
        parses = [parse_text(text) for text in references.column]
        words = Grouped(Column.of([forms_of(parse) for parse in parses]), references.groups)
        return cls(words, parses, role_weights(parses), parse_text, sizes)

    def parse(self, outputs: Sequence[str]) -> list[Parse]:
        """Parse one system's outputs."""
        return [self.parse_text(text) for text in Column.of(outputs)]

    def structure(
        self, parses: Sequence[Parse], texts: Sequence[str], start: int, numbered: tuple[Tokens, Match]
    ) -> Array:
        """Return precision and recall of the structure of some segments, from number `start` on."""
        tokens, match = numbered
        first = int(self.references.groups[start])
        last = first + len(tokens.ref_offsets) - 1
        own = self._frames(parses, texts, tokens.hyp, tokens.hyp_offsets)
        others = self._frames(
            self.parses[first:last], self.references.column[first:last], tokens.ref, tokens.ref_offsets
        )
        grouped = [others[a:b] for a, b in pairwise(tokens.groups.tolist())]
        return _structure(own, grouped, self.weights, match)

    def _frames(
        self, parses: Sequence[Parse], texts: Sequence[str], words: Ids, offsets: NDArray[np.int64]
    ) -> list[Frames]:
        return [
            _role_frames(parse, [self.sizes(word) for word in text.split()], words[start:stop])
            for parse, text, (start, stop) in zip(parses, texts, pairwise(offsets.tolist()), strict=True)
        ]


def _role_frames(parse: Parse, sizes: Sequence[int], words: Ids) -> Frames:
    """Return the frames of a text: `sizes` says how many of its numbered words each word of the parse has become."""
    ends = [0, *accumulate(sizes)]

    def phrase(role: str, places: Sequence[int]) -> Phrase:
        return Phrase(role, np.concatenate([words[ends[place] : ends[place + 1]] for place in places]))

    frames = [
        RoleFrame(
            phrase(_PREDICATE, [frame.predicate]),
            tuple(phrase(role, places) for role, places in frame.arguments),
        )
        for frame in frame_places(parse)
    ]
    return [frame for frame in frames if len(frame.predicate.words)]


Likeness = dict[tuple[int, int], float]  # of a frame's phrase, by both their places, to its partner


def _structure(
    outputs: Sequence[Frames], references: Sequence[Sequence[Frames]], weights: Weights, match: Match
) -> Array:
    """Return precision and recall of each output, with the best of its references."""
    pairs = [(own, other) for own, others in zip(outputs, references, strict=True) for other in others]
    links = iter(_linked(pairs, match))
    rows = np.zeros((len(outputs), 2))
    for row, (own, others) in enumerate(zip(outputs, references, strict=True)):
        linked = [next(links) for _ in others]
        best: Likeness = {}
        for precise, _ in linked:
            best |= {key: max(value, best.get(key, 0.0)) for key, value in precise.items()}
        recalls = [_share(other, weights, full) for other, (_, full) in zip(others, linked, strict=True)]
        rows[row] = _share(own, weights, best), max(recalls, default=0.0)
    return rows


def _share(frames: Frames, weights: Weights, likeness: Likeness) -> float:
    """Return the mean over frames of the likeness of their phrases."""
    matched, covered = 0.0, 0
    for place, frame in enumerate(frames):
        size = sum(len(phrase.words) for phrase in frame.phrases)
        roles = np.array([weights.get(phrase.role, 1.0) for phrase in frame.phrases])
        alike = np.array([likeness.get((place, k), 0.0) for k in range(len(frame.phrases))])
        matched += size * float(roles @ alike / roles.sum())
        covered += size
    return min(matched / covered, 1.0) if covered else 0.0


def _linked(pairs: Sequence[tuple[Frames, Frames]], match: Match) -> list[tuple[Likeness, Likeness]]:
    """Return, of each pair of texts, how alike the phrases of either side are to their partners."""
    for own, other in pairs:
        check_sizes(own, other, _MOST)
    predicates = _tables(
        [([f.predicate for f in own], [f.predicate for f in other]) for own, other in pairs], match
    )
    matched = [[full_matching(table[..., side]) for side in (0, 1)] for table in predicates]
    keys = [(n, *pair) for n, sides in enumerate(matched) for pair in dict.fromkeys(sides[0] + sides[1])]
    tables = _tables([(pairs[n][0][i].arguments, pairs[n][1][j].arguments) for n, i, j in keys], match)
    arguments: list[dict[tuple[int, int], Array]] = [{} for _ in pairs]
    for (n, i, j), table in zip(keys, tables, strict=True):
        arguments[n][i, j] = table
    return [
        (
            _of_output(pairs[n], precise, predicates[n], arguments[n]),
            _of_reference(full, predicates[n], arguments[n]),
        )
        for n, (precise, full) in enumerate(matched)
    ]


Pairs = Sequence[tuple[int, int]]
Arguments = Mapping[tuple[int, int], Array]  # of two frames, each with each: precision and recall


def _of_output(
    texts: tuple[Frames, Frames], matched: Pairs, predicates: Array, arguments: Arguments
) -> Likeness:
    own, other = texts
    likeness = {(i, 0): float(predicates[i, j, 0]) for i, j in matched}
    for i, j in matched:
        table = arguments[i, j][..., 0]
        for a, b in full_matching(table):
            if own[i].arguments[a].role == other[j].arguments[b].role:
                likeness[i, a + 1] = float(table[a, b])
    return likeness


def _of_reference(matched: Pairs, predicates: Array, arguments: Arguments) -> Likeness:
    likeness = {(j, 0): float(predicates[i, j, 1]) for i, j in matched}
    for i, j in matched:
        table = arguments[i, j][..., 1]
        likeness |= {(j, b + 1): float(table[a, b]) for a, b in full_matching(table)}
    return likeness


def _tables(pairs: Sequence[tuple[Sequence[Phrase], Sequence[Phrase]]], match: Match) -> list[Array]:
    """Compare phrases of two sides, each with each, all pairs in one go: precision and recall."""
    crossed = [(a.words, b.words) for own, other in pairs for a in own for b in other]
    if not crossed:
        return [np.zeros((len(own), len(other), 2)) for own, other in pairs]
    (hyp, hyp_ends), (ref, ref_ends) = (_column([pair[side] for pair in crossed]) for side in (0, 1))
    values = match(Tokens(hyp, hyp_ends, ref, ref_ends, np.arange(len(crossed) + 1, dtype=np.int64)))
    ends = [0, *accumulate(len(own) * len(other) for own, other in pairs)]
    return [
        values[start:stop].reshape(len(own), len(other), 2)
        for (own, other), (start, stop) in zip(pairs, pairwise(ends), strict=True)
    ]


def _column(phrases: Sequence[Ids]) -> tuple[Ids, NDArray[np.int64]]:
    sizes = np.cumsum([0, *(len(words) for words in phrases)], dtype=np.int64)
    return np.concatenate(phrases).astype(np.int32, copy=False), sizes
