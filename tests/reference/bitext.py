"""Word alignment, symmetrisation and phrase pairs of a bitext, with sums in the order in which the kernel adds."""

from collections.abc import Iterable, Sequence
from itertools import product

Sentence = Sequence[int]
Lexicon = dict[tuple[int, int], float]
NULL = -1
TINY = 1e-6


def _normalised(counts: Lexicon, lexicon: Lexicon) -> Lexicon:
    sums: dict[int, float] = {}
    for (source, _), count in sorted(counts.items()):
        sums[source] = sums.get(source, 0.0) + count
    return {key: counts[key] / sums[key[0]] if sums[key[0]] > 0 else lexicon[key] for key in counts}


def _model1(source: Sentence, target: Sentence, lexicon: Lexicon, counts: Lexicon) -> None:
    for word in target:
        total = sum(lexicon[other, word] for other in [NULL, *source])
        for other in [NULL, *source]:
            counts[other, word] += lexicon[other, word] / total


class _Hmm:
    """The hidden Markov model of one sentence: positions, and after each of them the empty word."""

    def __init__(
        self, source: Sentence, target: Sentence, lexicon: Lexicon, jumps: Sequence[float], null: float
    ) -> None:
        self.n, self.m, self.null = len(source), len(target), null
        self.longest = len(jumps) // 2
        self.keys = [[(word, own) for word in source] + [(NULL, own)] * self.n for own in target]
        self.emissions = [[lexicon[key] for key in row] for row in self.keys]
        steps = [[jumps[self.longest + to - start] for to in range(self.n)] for start in range(self.n)]
        self.steps = [[value / sum(row) for value in row] for row in steps]

    def count(self, counts: Lexicon, jumps: list[float]) -> None:
        forward, scales = self._forward()
        backward = self._backward(scales)
        for j in range(self.m):
            for s, key in enumerate(self.keys[j]):
                counts[key] += forward[j][s] * backward[j][s]
            for start, to in product(range(self.n), range(self.n)) if j else ():
                before = forward[j - 1][start] + forward[j - 1][self.n + start]
                jumps[self.longest + to - start] += (
                    before
                    * (1 - self.null)
                    * self.steps[start][to]
                    * self.emissions[j][to]
                    * backward[j][to]
                    / scales[j]
                )

    def _forward(self) -> tuple[list[list[float]], list[float]]:
        rows: list[list[float]] = []
        scales = []
        for j in range(self.m):
            real, empty = [], []
            for to in range(self.n):
                if j:
                    before = rows[-1]
                    total = sum((before[k] + before[self.n + k]) * self.steps[k][to] for k in range(self.n))
                    weights = ((1 - self.null) * total, self.null * (before[to] + before[self.n + to]))
                else:
                    weights = ((1 - self.null) / self.n, self.null / self.n)
                real.append(weights[0] * self.emissions[j][to])
                empty.append(weights[1] * self.emissions[j][self.n + to])
            scales.append(sum(real + empty) or 1.0)
            rows.append([value / scales[-1] for value in real + empty])
        return rows, scales

    def _backward(self, scales: Sequence[float]) -> list[list[float]]:
        rows = [[1.0] * (2 * self.n)]
        for j in range(self.m - 2, -1, -1):
            after, emissions = rows[0], self.emissions[j + 1]
            now = []
            for k in range(self.n):
                total = sum(self.steps[k][to] * emissions[to] * after[to] for to in range(self.n))
                stays = self.null * emissions[self.n + k] * after[self.n + k]
                now.append(((1 - self.null) * total + stays) / scales[j + 1])
            rows.insert(0, now + now)
        return rows

    def best(self) -> list[int]:
        """Return the place of each target word on the best path, -1 for the empty word; the first of equals."""
        rows: list[list[float]] = []
        back: list[list[int]] = []
        for j in range(self.m):
            now, links = [0.0] * (2 * self.n), [0] * (2 * self.n)
            for to in range(self.n):
                if j:
                    before = rows[-1]
                    ways = [
                        before[s] * (1 - self.null) * self.steps[s % self.n][to] for s in range(2 * self.n)
                    ]
                    value = max(ways)
                    links[to] = ways.index(value) if value > 0 else 0
                    links[self.n + to] = self.n + to if before[self.n + to] > before[to] else to
                    now[to] = value * self.emissions[j][to]
                    now[self.n + to] = self.null * before[links[self.n + to]] * self.emissions[j][self.n + to]
                else:
                    now[to] = (1 - self.null) / self.n * self.emissions[j][to]
                    now[self.n + to] = self.null / self.n * self.emissions[j][self.n + to]
                    links[self.n + to] = to
            most = max(now)
            rows.append([value / most for value in now] if most > 0 else now)
            back.append(links)
        state, path = rows[-1].index(max(rows[-1])), []
        for links in reversed(back):
            path.append(state if state < self.n else -1)
            state = links[state]
        return path[::-1]


def align_words(
    pairs: Sequence[tuple[Sentence, Sentence]], model1: int, hmm: int, null: float
) -> list[list[int]]:
    """Return for each target word of each pair the place of its source word, -1 for none."""
    keys = {(word, own) for source, target in pairs for word in [NULL, *source] for own in target}
    sizes: dict[int, int] = {}
    for word, _ in keys:
        sizes[word] = sizes.get(word, 0) + 1
    lexicon = {key: 1.0 / sizes[key[0]] for key in sorted(keys)}
    for _ in range(model1):
        counts = dict.fromkeys(lexicon, 0.0)
        for source, target in pairs:
            _model1(source, target, lexicon, counts)
        lexicon = _normalised(counts, lexicon)
    longest = max((len(source) for source, _ in pairs), default=0)
    jumps = [1.0 / (2 * longest + 1)] * (2 * longest + 1)
    for _ in range(hmm):
        counts, jumped = dict.fromkeys(lexicon, 0.0), [0.0] * len(jumps)
        for source, target in pairs:
            if source and target:
                _Hmm(source, target, lexicon, jumps, null).count(counts, jumped)
        lexicon = _normalised(counts, lexicon)
        if sum(jumped) > 0:
            jumps = [(count + TINY) / (sum(jumped) + TINY * len(jumps)) for count in jumped]
    return [_decoded(source, target, lexicon, jumps if hmm else None, null) for source, target in pairs]


def _decoded(
    source: Sentence, target: Sentence, lexicon: Lexicon, jumps: Sequence[float] | None, null: float
) -> list[int]:
    if not source or not target:
        return [-1] * len(target)
    if jumps is not None:
        return _Hmm(source, target, lexicon, jumps, null).best()
    rows = [[lexicon[word, own] for word in [NULL, *source]] for own in target]
    return [row.index(max(row)) - 1 for row in rows]


def symmetrise(forward: Sequence[int], backward: Sequence[int], rule: str) -> set[tuple[int, int]]:
    """Return the links of a sentence as pairs of a source and a target place."""
    one = {(i, j) for j, i in enumerate(forward) if i >= 0}
    two = {(i, j) for i, j in enumerate(backward) if j >= 0}
    links = one | two if rule == "union" else one & two
    if rule in ("union", "intersection"):
        return links
    while added := _grown(links, one | two, len(backward), len(forward)):
        links = added
    for final in [*sorted(one, key=lambda link: link[1]), *sorted(two)] if "final" in rule else []:
        free = [final[0] not in {i for i, _ in links}, final[1] not in {j for _, j in links}]
        if all(free) if rule.endswith("and") else any(free):
            links = links | {final}
    return links


def _grown(links: set[tuple[int, int]], either: set[tuple[int, int]], n: int, m: int) -> set[tuple[int, int]]:
    """Return the links and those beside them, tried cell by cell; nothing where there is none to add."""
    grown = set(links)
    for i, j in product(range(n), range(m)):
        for a, b in product((i - 1, i, i + 1), (j - 1, j, j + 1)):
            free = a not in {x for x, _ in grown} or b not in {y for _, y in grown}
            if (i, j) in grown and (a, b) in either - grown and free:
                grown.add((a, b))
    return grown if grown != links else set()


def phrase_pairs(
    links: Iterable[tuple[int, int]], n: int, m: int, most: int
) -> set[tuple[int, int, int, int]]:
    """Return all pairs of spans, as starts and lengths, that hold a link and that no link leaves."""
    known = list(links)
    spans = [
        (a, size, b, length)
        for a in range(n)
        for size in range(1, min(most, n - a) + 1)
        for b in range(m)
        for length in range(1, min(most, m - b) + 1)
    ]
    found = set()
    for a, size, b, length in spans:
        inside = [(a <= i < a + size, b <= j < b + length) for i, j in known]
        if any(all(each) for each in inside) and all(each[0] == each[1] for each in inside):
            found.add((a, size, b, length))
    return found
