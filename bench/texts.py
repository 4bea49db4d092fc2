"""Text to time on: real outputs if the shared data are there, else sentences with a Zipfian vocabulary.

Real text is the folder `shared/data` beside the repository. The main text is detokenised, and its three parts
have references of their own, so that no cache of either side earns anything. Generated text has word
frequencies after Zipf, short frequent words, some accents, marks and numbers; its hypotheses have
substitutions, gaps, insertions and moved phrases.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import accumulate, cycle, islice
from pathlib import Path

SHARED = Path(__file__).resolve().parents[2] / "shared" / "data"
WMT = (
    ("wmt23/system-outputs/he-en/NLLB_Greedy.txt", "wmt23/references/he-en.refA.txt"),
    ("wmt23/system-outputs/he-en/GPT4-5shot.txt", "wmt23/references/he-en.refB.txt"),
    (
        "rr/wmt13-fr-en/system-outputs/newstest2013.fr-en.DCU__primary.2828.txt",
        "rr/wmt13-fr-en/reference.en.txt",
    ),
)
NEWSTEST = (("multirun/newstest2010-lc-tok/sys1.opt0.en", "multirun/newstest2010-lc-tok/reference.en"),)
RUNS = tuple(
    f"multirun/newstest2010-lc-tok/{name}.en"
    for name in ("reference", "sys1.opt0", "sys1.opt1", "baseline.opt0", "baseline.opt1")
)
SEGMENTS, POOL, VOCABULARY = 2_500, 50_000, 20_000
ONSETS = (*"bcdfghlmnprstvw", "br", "ch", "cl", "dr", "gr", "pl", "sh", "st", "th", "tr")
NUCLEI = (*"aeiouéü", "ai", "ea", "ou")
CODAS = ("", "", *"nrstl", "nd", "st")


@dataclass(frozen=True)
class Text:
    """Hypotheses, one reference each, and what they are."""

    name: str
    hypotheses: list[str]
    references: list[str]

    def __len__(self) -> int:
        return len(self.references)

    def sample(self, size: int) -> Text:
        """Return about `size` segments taken at even distances."""
        step = max(1, len(self) // size)
        rows = slice(0, step * size, step)
        chosen = Text(self.name, self.hypotheses[rows], self.references[rows])
        return Text(f"{len(chosen)} segments of {self.name}", chosen.hypotheses, chosen.references)

    def cycled(self, size: int) -> Text:
        """Return `size` segments: these ones over and over."""
        hypotheses, references = islice(cycle(self.hypotheses), size), islice(cycle(self.references), size)
        return Text(self.name, list(hypotheses), list(references))

    def describe(self) -> str:
        """Say what the text is and how long."""
        words = sum(len(line.split()) for line in self.references) / len(self)
        return f"{self.name}: {len(self)} segments of {words:.1f} words"

    def write(self, hypotheses: Path, references: Path) -> None:
        """Write two files, one segment a line."""
        for path, lines in ((hypotheses, self.hypotheses), (references, self.references)):
            path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")


@dataclass(frozen=True)
class Systems:
    """References, and what several systems made of them."""

    name: str
    columns: list[list[str]]  # the references first

    def __len__(self) -> int:
        return len(self.columns[0])

    def write(self, folder: Path) -> list[str]:
        """Write a file a column, one segment a line, and return the paths."""
        paths = [folder / f"{number}.txt" for number in range(len(self.columns))]
        for path, lines in zip(paths, self.columns, strict=True):
            path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")
        return list(map(str, paths))


def four_systems() -> Systems:
    """Return four outputs of one set: real ones, or noisy copies of generated references."""
    try:
        return Systems(
            "newstest2010, real, tokenised and lower-cased", [_lines(SHARED / path) for path in RUNS]
        )
    except FileNotFoundError:
        return generated_systems(SEGMENTS)


def generated_systems(segments: int) -> Systems:
    """Return four noisy copies of generated references."""
    made, rng = generated(segments, seed=3), random.Random(4)
    words = Vocabulary(rng)
    copies = [[" ".join(noisy(line.split(), words, rng)) for line in made.references] for _ in range(4)]
    return Systems(made.name, [made.references, *copies])


def main_text() -> Text:
    """Return what the metrics are compared on."""
    return _real("WMT23 he-en and WMT13 fr-en, real and detokenised", WMT) or generated(SEGMENTS, seed=1)


def hard_text() -> Text:
    """Return what TER finds harder: longer sentences and poorer outputs."""
    return _real("newstest2010, real, tokenised and lower-cased", NEWSTEST) or generated(SEGMENTS, seed=2)


def _real(name: str, parts: tuple[tuple[str, str], ...]) -> Text | None:
    try:
        hypotheses = [line for path, _ in parts for line in _lines(SHARED / path)]
        references = [line for _, path in parts for line in _lines(SHARED / path)]
    except FileNotFoundError:
        return None
    return Text(name, hypotheses, references)


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").removesuffix("\n").split("\n")


def generated(segments: int, seed: int) -> Text:
    """Make sentences of 3 to 45 words, and hypotheses that are noisy copies of them."""
    rng = random.Random(seed)
    words = Vocabulary(rng)
    references = [words.draw(min(45, max(3, round(rng.lognormvariate(2.9, 0.5))))) for _ in range(segments)]
    hypotheses = [_moved(noisy(reference, words, rng), rng) for reference in references]
    name = f"generated (Zipfian vocabulary, noisy copies, seed {seed})"
    return Text(name, list(map(_sentence, hypotheses)), list(map(_sentence, references)))


def long_segments(segments: int, words: int, seed: int) -> Text:
    """Make segments whose hypotheses have blocks of ten words out of place, by fifty words or less."""
    rng = random.Random(seed)
    vocabulary = Vocabulary(rng)
    references = [vocabulary.draw(words) for _ in range(segments)]
    hypotheses = [_shuffled(noisy(reference, vocabulary, rng), rng) for reference in references]
    name = f"generated, {words} words each, blocks of words shuffled (seed {seed})"
    return Text(name, list(map(" ".join, hypotheses)), list(map(" ".join, references)))


class Vocabulary:
    """Invented words; the one of rank r is drawn with weight 1 / r."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._words = [_word(rng, rank) for rank in range(VOCABULARY)]
        self._weights = list(accumulate(1 / (rank + 1) for rank in range(VOCABULARY)))

    def draw(self, number: int) -> list[str]:
        """Return so many words."""
        return self._rng.choices(self._words, cum_weights=self._weights, k=number)


def _word(rng: random.Random, rank: int) -> str:
    """Invent a word: the rarer, the longer; one in twenty is a number, one in fifteen a name."""
    if rng.random() < 0.05:
        return str(rng.randrange(10_000))
    syllables = 1 + (rank > 50) + (rank > 2_000) + (rng.random() < 0.3)
    made = "".join(rng.choice(ONSETS) + rng.choice(NUCLEI) + rng.choice(CODAS) for _ in range(syllables))
    return made.capitalize() if rng.random() < 0.07 else made


def noisy(tokens: list[str], words: Vocabulary, rng: random.Random) -> list[str]:
    """Replace about one word in five, drop one in twenty and insert as many."""
    out: list[str] = []
    for token in tokens:
        chance = rng.random()
        if chance < 0.25:
            out += words.draw(1) if chance < 0.2 else []
        else:
            out += [token, *words.draw(1)] if chance > 0.95 else [token]
    return out


def _moved(tokens: list[str], rng: random.Random) -> list[str]:
    """Move one phrase of up to five words in every other sentence."""
    if rng.random() < 0.5 or len(tokens) < 4:
        return tokens
    start, length = rng.randrange(len(tokens)), rng.randint(1, 5)
    phrase, rest = tokens[start : start + length], tokens[:start] + tokens[start + length :]
    target = rng.randint(0, len(rest))
    return rest[:target] + phrase + rest[target:]


def _shuffled(tokens: list[str], rng: random.Random) -> list[str]:
    blocks = [tokens[start : start + 10] for start in range(0, len(tokens), 10)]
    order = sorted(range(len(blocks)), key=lambda place: place + rng.uniform(0, 5))
    return [token for place in order for token in blocks[place]]


def _sentence(tokens: list[str]) -> str:
    """Write as a person would: a capital, a full stop, and a comma after every ninth word."""
    marked = [f"{token}," if place % 9 == 8 else token for place, token in enumerate(tokens[:-1])]
    text = " ".join([*marked, *tokens[-1:]])
    return f"{text[:1].upper()}{text[1:]}."
