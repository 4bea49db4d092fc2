"""METEOR 1.5 (Denkowski and Lavie 2014) in plain Python: normaliser, matches, beam search and the row of counts.

The rules, with the slips that equal figures need, are those of the jar: totals of matched words are whole numbers and
what is added is cut off first; the distance of a match that was chosen among several counts for those tried after it.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

LETTERS = "A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017e\u0400-\u0527\u1d00-\u1d7f\ua640-\ua66e\ua67e-\ua697"
BLANKS = (
    "\t\n\f\r\u00a0\u2000-\u200a\u202f\u205f\u3000"  # become blanks; \v is white space, yet splits nothing
)
ALWAYS, BEFORE_NUMBERS = 1, 2
BEAM = 40
MODULES = 4
DOTS = "\ufdd0"  # stands for a dot of a run; no character of any text


def normalise(line: str, language: str, prefixes: Mapping[str, int], *, punctuation: bool = True) -> str:
    """Split and unify punctuation; `prefixes` are abbreviations, which keep their dots."""
    text = re.sub(f"[{BLANKS}]", " ", f" {line} ")
    text = re.sub(rf"([^{LETTERS}0-9 \v.'`,\-\u2018\u2019])", r" \1 ", text)
    text = re.sub(r"\.\.+", lambda run: f" {DOTS * len(run[0])} ", text)
    for before, after in (("[^0-9]", "[^0-9]"), ("[0-9]", "[^0-9]"), ("[^0-9]", "[0-9]")):
        text = re.sub(f"({before}),({after})", r"\1 , \2", text)
    text = re.sub("[`\u2018\u2019]", "'", text)
    text = re.sub("[\u201c\u201d]|''", ' " ', text)
    text = re.sub("\u2013|--", "-", text)
    text = re.sub(rf"([{LETTERS}0-9.])-([{LETTERS}0-9])", r"\1 \2", text)
    text = " ".join(_without_stops(_words(_apostrophes(text, language)), prefixes)).replace(DOTS, ".")
    return text if punctuation else " ".join(_words(re.sub(f"[^{LETTERS}0-9]", " ", text)))


def _words(text: str) -> list[str]:
    return [word for word in text.split(" ") if word]


def _apostrophes(text: str, language: str) -> str:
    if language not in ("en", "fr"):
        return text.replace("'", " ' ")
    odd = f"[^{LETTERS}0-9]" if language == "en" else f"[^{LETTERS}]"
    text = re.sub(f"([^{LETTERS}])'([^{LETTERS}])", r"\1 ' \2", text)
    text = re.sub(f"({odd})'([{LETTERS}])", r"\1 ' \2", text)
    text = re.sub(f"([{LETTERS}])'([^{LETTERS}])", r"\1 ' \2", text)
    if language == "fr":
        return re.sub(f"([{LETTERS}])'([{LETTERS}])", r"\1' \2", text)
    text = re.sub(f"([{LETTERS}])'([{LETTERS}])", r"\1 '\2", text)
    return re.sub("([0-9])'s", r"\1 's", text)


def _without_stops(words: Sequence[str], prefixes: Mapping[str, int]) -> list[str]:
    """Split the full stop off words, unless it belongs to an abbreviation."""
    split = []
    for word, after in zip(words, [*words, ""][1:], strict=True):
        rest = word[:-1]
        if not word.endswith(".") or not rest:
            split.append(word)
        elif "." in rest and re.search(f"[{LETTERS}]", rest):
            split.append(word.replace(".", ""))
        elif (
            prefixes.get(rest) == ALWAYS
            or re.match("[a-z]", after)
            or (prefixes.get(rest) == BEFORE_NUMBERS and re.match("[0-9]", after))
        ):
            split.append(word)
        else:
            split += [rest, "."]
    return split


@dataclass(frozen=True)
class Match:
    """Words of the reference and of the output that a module pairs."""

    module: int
    ref: int
    ref_length: int
    hyp: int
    hyp_length: int

    @property
    def ref_places(self) -> range:
        """Return the places of the reference that it covers."""
        return range(self.ref, self.ref + self.ref_length)

    @property
    def hyp_places(self) -> range:
        """Return the places of the output that it covers."""
        return range(self.hyp, self.hyp + self.hyp_length)


@dataclass(frozen=True)
class Lexicon:
    """What the modules after the first know: stems, sets of synonyms, paraphrases; None leaves a module out."""

    stem: Callable[[str], str] | None = None
    synsets: Callable[[str], frozenset[int]] | None = None
    paraphrases: Mapping[tuple[str, ...], Sequence[tuple[str, ...]]] | None = None


def candidates(hyp: Sequence[str], ref: Sequence[str], lexicon: Lexicon) -> list[Match]:
    """Return all matches in the order in which the search tries them."""
    alike: list[tuple[int, Callable[[str, str], bool]]] = [(0, str.__eq__)]
    if list(hyp) != list(ref):
        if (stem := lexicon.stem) is not None:
            alike.append((1, lambda a, b: a != b and stem(a) == stem(b)))
        if (synsets := lexicon.synsets) is not None:
            alike.append((2, lambda a, b: a != b and bool(synsets(a) & synsets(b))))
    pairs = [(i, j) for i in range(len(ref)) for j in range(len(hyp))]
    matches = [Match(module, i, 1, j, 1) for module, same in alike for i, j in pairs if same(ref[i], hyp[j])]
    if lexicon.paraphrases is not None and list(hyp) != list(ref):
        matches += _paraphrases(hyp, ref, lexicon.paraphrases)
    return matches


def _phrases(words: Sequence[str], longest: int) -> list[tuple[int, tuple[str, ...]]]:
    return [
        (start, tuple(words[start : start + length]))
        for start in range(len(words))
        for length in range(1, min(longest, len(words) - start) + 1)
    ]


def _paraphrases(
    hyp: Sequence[str], ref: Sequence[str], table: Mapping[tuple[str, ...], Sequence[tuple[str, ...]]]
) -> list[Match]:
    longest = max((len(phrase) for row in table.items() for phrase in (row[0], *row[1])), default=0)
    ours, theirs = _phrases(hyp, longest), _phrases(ref, longest)
    forward = [
        Match(3, i, len(first), j, len(second))
        for i, first in theirs
        for second in table.get(first, ())
        for j, there in ours
        if there == second
    ]
    backward = [
        Match(3, i, len(first), j, len(second))
        for j, second in ours
        for first in table.get(second, ())
        for i, there in theirs
        if there == first
    ]
    return forward + backward


@dataclass
class _State:
    ref_used: list[bool]
    hyp_used: list[bool]
    matches: list[Match] = field(default_factory=list)
    weight: int = 0
    chunks: int = 0
    end: int | None = None
    distance: int = 0

    def copy(self) -> "_State":
        return replace(self, ref_used=self.ref_used[:], hyp_used=self.hyp_used[:], matches=self.matches[:])

    def take(self, match: Match) -> None:
        self.matches.append(match)
        for place in match.ref_places:
            self.ref_used[place] = True
        for place in match.hyp_places:
            self.hyp_used[place] = True
        share = 1.0 if match.module == 0 else 0.5
        self.weight += int(share * match.ref_length) + int(share * match.hyp_length)
        if self.end is not None and match.hyp != self.end:
            self.chunks += 1
        self.end = match.hyp + match.hyp_length

    def close(self) -> None:
        self.chunks += self.end is not None
        self.end = None

    def is_free(self, match: Match) -> bool:
        return not any(self.ref_used[place] for place in match.ref_places) and not any(
            self.hyp_used[place] for place in match.hyp_places
        )

    @property
    def rank(self) -> tuple[int, int, int]:
        return (-self.weight, self.chunks, self.distance)


# WordNet's rules for nouns, verbs and adjectives.
ENDINGS = (
    *(("s", ""), ("ses", "s"), ("xes", "x"), ("zes", "z"), ("ches", "ch"), ("shes", "sh"), ("men", "man")),
    *(("ies", "y"), ("s", ""), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e")),
    *(("ing", ""), ("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
)


def synset_ids(
    word: str,
    synsets: Mapping[str, Sequence[int]],
    exceptions: Mapping[str, Sequence[str]],
    *,
    inflected: bool,
) -> list[int]:
    """Return the synsets of a word and of its base forms: those of the list, or that of the first rule that fits."""
    bases = list(exceptions.get(word, ()))
    if not bases and len(word.encode("utf-8", "surrogatepass")) > 2 and not word.endswith("ss"):
        changed = (word.removesuffix(end) + new for end, new in ENDINGS if word.endswith(end))
        bases = [base for base in changed if base in synsets][:1]
    forms = [word, *(bases if inflected else ())]
    return sorted({number for form in forms for number in synsets.get(form, ())})


def align(
    hyp: Sequence[str], ref: Sequence[str], lexicon: Lexicon, beam: int = BEAM
) -> tuple[list[Match], int]:
    """Return the matches of the best alignment that the beam finds, and the number of chunks."""
    matches = candidates(hyp, ref, lexicon)
    starting: list[list[Match]] = [[] for _ in ref]
    ref_cover, hyp_cover = [0] * len(ref), [0] * len(hyp)
    for match in matches:
        starting[match.ref].append(match)
        for place in match.ref_places:
            ref_cover[place] += 1
        for place in match.hyp_places:
            hyp_cover[place] += 1
    fixed = {
        match.ref: match
        for match in matches
        if len(starting[match.ref]) == 1
        and all(ref_cover[place] == 1 for place in match.ref_places)
        and all(hyp_cover[place] == 1 for place in match.hyp_places)
    }
    states = [_State([False] * len(ref), [False] * len(hyp))]
    for place in range(len(ref)):
        after: list[_State] = []
        for state in states:
            _extend(state, place, starting[place], fixed.get(place), after)
        states = sorted(after, key=lambda state: state.rank)[:beam]
    for state in states:
        state.close()
    best = min(states, key=lambda state: state.rank)
    return best.matches, best.chunks


def _extend(
    state: _State, place: int, starting: Sequence[Match], fixed: Match | None, after: list[_State]
) -> None:
    if state.ref_used[place]:
        after.append(state)
        return
    if fixed is not None:
        state.take(fixed)
        state.distance += abs(fixed.ref - fixed.hyp)
        after.append(state)
        return
    for match in starting:
        if state.is_free(match):
            after.append(state.copy())
            after[-1].take(match)
            state.distance += abs(match.ref - match.hyp)
    state.close()
    after.append(state)


Links = list[tuple[int, int]]


def staged_align(
    hyp: Sequence[str], ref: Sequence[str], lexicon: Lexicon, stages: Sequence[Links]
) -> list[tuple[int, int]]:
    """Return after each stage how many words the search of 2005 links and how often links cross, by trying every set.

    A module after the other sees the words that are left, and takes as many links as there can be, with the fewest
    crossings among all so far. Which of several such sets it takes, nobody says: `stages` are the links of each module.
    """
    chosen: Links = []
    alike: list[Callable[[str, str], bool]] = [str.__eq__]
    if (stem := lexicon.stem) is not None:
        alike.append(lambda a, b: stem(a) == stem(b))
    if (synsets := lexicon.synsets) is not None:
        alike.append(lambda a, b: bool(synsets(a) & synsets(b)))
    best = []
    for same, taken in zip(alike, stages, strict=True):
        pairs = [(i, j) for i in range(len(ref)) for j in range(len(hyp)) if same(ref[i], hyp[j])]
        links = [(i, j) for i, j in pairs if all(i != k and j != m for k, m in chosen)]
        size, crossed = min((-len(linked), crossings(linked)) for linked in _extensions(chosen, links))
        best.append((-size, crossed))
        chosen = [*chosen, *taken]
    return best


def greedy_align(hyp: Sequence[str], ref: Sequence[str], lexicon: Lexicon) -> list[tuple[int, int]]:
    """Return NLTK's links: stage by stage, from the last word of the output on, each takes the last free one."""
    alike: list[Callable[[str, str], bool]] = [str.__eq__]
    if (stem := lexicon.stem) is not None:
        alike.append(lambda a, b: stem(a) == stem(b))
    if (synsets := lexicon.synsets) is not None:
        alike.append(lambda a, b: bool(synsets(a) & synsets(b)))
    links: dict[int, int] = {}
    for same in alike:
        for j in reversed(range(len(hyp))):
            free = [i for i in range(len(ref)) if i not in links and same(ref[i], hyp[j])]
            if free and j not in links.values():
                links[free[-1]] = j
    return sorted(links.items())


def _extensions(chosen: list[tuple[int, int]], links: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    if not links:
        return [chosen]
    (i, j), *rest = links
    free = [link for link in rest if link[0] != i and link[1] != j]
    return [*_extensions([*chosen, (i, j)], free), *_extensions(chosen, rest)]


def crossings(links: Sequence[tuple[int, int]]) -> int:
    """Count the pairs of links that cross."""
    return sum((i - k) * (j - m) < 0 for at, (i, j) in enumerate(links) for k, m in links[:at])


def meteor_row(
    hyp: Sequence[str], ref: Sequence[str], lexicon: Lexicon, function: frozenset[str]
) -> list[int]:
    """Return METEOR's 23 counts; a pair whose words all match in one chunk has none."""
    matches, chunks = align(hyp, ref, lexicon)
    row = [len(hyp), len(ref), *(sum(word in function for word in side) for side in (hyp, ref))]
    for module in range(MODULES):
        ours = [hyp[place] for match in matches if match.module == module for place in match.hyp_places]
        theirs = [ref[place] for match in matches if match.module == module for place in match.ref_places]
        commons = [sum(word in function for word in side) for side in (ours, theirs)]
        row += [len(ours) - commons[0], len(theirs) - commons[1], *commons]
    matched = [sum(match.hyp_length for match in matches), sum(match.ref_length for match in matches)]
    perfect = matched == [len(hyp), len(ref)] and chunks == 1
    return [*row, 0 if perfect else chunks, *matched]
