"""How often small studies claim what is not there, and how far intervals hold (docs/human-scores.md).

    python tools/small_studies.py --studies 200
    python tools/small_studies.py --studies 200 --only raters

Systems are equal and nothing gains, but raters have tastes, editors gain differently, and documents prefer one system
or another. `raters` are ratings of outputs, `rankings` rankings of five outputs, `postedit` times of work, `agreement`
alpha of outputs that are alike within segments and documents, `flags` careful raters.
"""

from __future__ import annotations

import argparse
import math
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product

import numpy as np

from assay.data import GENUINE, Codes, Judgements, PostEdits, Preferences
from assay.human import RankOptions, RatingsRanking, flag_raters, rank, study_agreement
from assay.human.flows import PreferencesRanking
from assay.postedit.gain import learning_curve, model_gain
from assay.postedit.groups import group_rows
from assay.postedit.options import EffortOptions
from assay.postedit.quantities import measure_rows
from assay.stats import Settings

CHANCE = Settings(draws=1000)
Row = tuple[str, str, str, float]
Rates = Mapping[str, float]


def judged(rows: list[Row], documents: list[str] | None = None) -> Judgements:
    """Return ratings of genuine items."""
    rater, system, segment, score = zip(*rows, strict=True)
    plain = {"item": Codes.alike(GENUINE, len(rows)), "aspect": Codes.alike("", len(rows))}
    columns = [Codes.of(list(column)) for column in (rater, system, segment)]
    document = None if documents is None else Codes.of(documents)
    return Judgements("da", *columns, np.array(score, dtype=float), document=document, **plain)


def rated(
    rng: np.random.Generator,
    raters: int,
    systems: int,
    segments: int,
    *,
    tastes: float,
    bias: float,
    noise: float,
) -> Judgements:
    """Return ratings of equal systems, an output by one rater; a bias gives half of the systems to lenient raters."""
    easy, own = rng.normal(0, 15, segments), rng.normal(0, 8, (systems, segments))
    lenient, liked = rng.normal(0, bias or 8, raters), rng.normal(0, tastes, (raters, systems))
    rows: list[Row] = []
    for system in range(systems):
        for segment in range(segments):
            half = int(rng.random() < (0.8 if system % 2 else 0.3))
            rater = half + 2 * int(rng.integers(raters // 2)) if bias else int(rng.integers(raters))
            spread = (5, noise)[rater % 2] if noise > 12 else noise
            score = 60 + easy[segment] + own[system, segment] + lenient[rater] + liked[rater, system]
            rows.append((f"r{rater}", f"s{system}", str(segment), float(score + rng.normal(0, spread))))
    return judged(rows)


RATERS = {
    "4 raters without tastes": (4, 4, 60, 0.0, 0.0, 12.0),
    "2 raters, tastes": (2, 2, 60, 4.0, 0.0, 12.0),
    "2 raters, 4 systems, tastes": (2, 4, 60, 4.0, 0.0, 12.0),
    "3 raters, 4 systems, tastes": (3, 4, 60, 4.0, 0.0, 12.0),
    "4 raters, 4 systems, tastes": (4, 4, 60, 4.0, 0.0, 12.0),
    "4 raters, 2 systems, tastes": (4, 2, 60, 4.0, 0.0, 12.0),
    "6 raters, unequal": (6, 2, 60, 0.0, 15.0, 12.0),
    "6 raters, unequal, 10 segments": (6, 2, 10, 0.0, 15.0, 12.0),
    "6 raters, unequal, noise 5 and 25": (6, 2, 60, 0.0, 15.0, 25.0),
    "6 raters, unequal, 4 systems, tastes": (6, 4, 60, 4.0, 15.0, 12.0),
    "6 raters, unequal, 4 systems, tastes, 10 segments": (6, 4, 10, 4.0, 15.0, 12.0),
    "6 raters, unequal, 4 systems": (6, 4, 60, 0.0, 15.0, 12.0),
}


def raters(studies: int) -> Iterator[tuple[str, Rates]]:
    """Yield how often equal systems are called different, and how many intervals of differences hold 0."""
    for name, (people, systems, segments, tastes, bias, noise) in RATERS.items():
        rng, false, held = np.random.default_rng(11), 0, []
        for _ in range(studies):
            made = rated(rng, people, systems, segments, tastes=tastes, bias=bias, noise=noise)
            ranking = rank(made, RankOptions(chance=CHANCE), ("ranking",))
            if not isinstance(ranking, RatingsRanking) or ranking.systems is None:
                raise TypeError("these are ratings")
            false += bool(ranking.systems.significant)
            held += [pair.low <= 0 <= pair.high for pair in ranking.systems.comparisons]
        yield name, {"false": false / studies, "held": float(np.mean(held))}


def ranked(
    rng: np.random.Generator, documents: int, segments: int, raters: int = 20, *, tastes: float = 0.0
) -> Preferences:
    """Return rankings of five equal systems of which documents prefer one or another, or raters with tastes."""
    systems, columns, outcomes = 5, [], []
    first, second = np.triu_indices(systems, 1)
    liked = rng.normal(0, tastes, (raters, systems))
    for document in range(documents):
        preferred = rng.normal(0, 0.0 if tastes else 0.5, systems)
        for segment in range(segments):
            rater = int(rng.integers(raters))
            quality = preferred + liked[rater] + rng.normal(0, 1, systems)
            outcomes.append(np.sign(quality[first] - quality[second]))
            columns += [(str(rater), f"{document}.{segment}", str(document))] * len(first)
    rater, segment_names, document_names = (Codes.of(list(each)) for each in zip(*columns, strict=True))
    pairs = [np.tile(each, len(outcomes)).astype(np.int32) for each in (first, second)]
    return Preferences(
        tuple(f"s{number}" for number in range(systems)),
        *pairs,
        np.concatenate(outcomes).astype(np.int8),
        rater,
        segment_names,
        document=document_names,
    )


RANKINGS = (
    *((4, 10, 20, 0.0), (10, 10, 20, 0.0), (25, 4, 20, 0.0)),
    *((8, 6, 3, 0.5), (20, 6, 4, 0.5), (20, 6, 12, 0.5), (20, 6, 4, 0.0)),
)


def rankings(studies: int) -> Iterator[tuple[str, Rates]]:
    """Yield how often a pair is called different, and how often there is more than one cluster."""
    for documents, segments, people, tastes in RANKINGS:
        rng, pairs, clusters, held = np.random.default_rng(2), 0, 0, []
        for _ in range(studies):
            options = RankOptions(method="wins", chance=CHANCE)
            made = ranked(rng, documents, segments, people, tastes=tastes)
            ranking = rank(made, options, ("ranking",))
            if not isinstance(ranking, PreferencesRanking):
                raise TypeError("these are rankings")
            pairs += any(test.adjusted < 0.05 for test in ranking.tests)
            clusters += len(ranking.systems.clusters) > 1
            held += [place.low <= 0.5 <= place.high for place in ranking.standings if place.low == place.low]
        rates = {"pairs": pairs / studies, "clusters": clusters / studies, "told": len(held) / studies / 5}
        name = f"{documents} documents of {segments}, {people} raters, tastes {tastes}"
        yield name, rates | ({"held": float(np.mean(held))} if held else {})


@dataclass(frozen=True)
class Work:
    """A study of post-editing in which no way of working gains, and nobody gets faster but by a slope of his own."""

    editors: int
    documents: int
    size: int = 5  # segments of a document
    ways: int = 2
    by_editor: float = 0.0  # standard deviations of the gain, over editors and documents
    by_document: float = 0.0
    known: bool = True  # whether documents are named
    document: float = 0.0  # standard deviation of the time per word over documents
    slope: float = 0.0  # over editors, of the change of log times over 100 segments
    fast: float = 0.4  # standard deviation of the time per word over editors

    @property
    def mean(self) -> float:
        """The expected seconds per word, where editors are equally fast."""
        return math.exp((self.document**2 + 0.3**2) / 2) / (1 - 0.3) ** 2

    def drawn(self, rng: np.random.Generator) -> PostEdits:
        """Return times of editors who do every segment once, whole documents in a way."""
        segments = self.documents * self.size
        editor, segment = np.divmod(np.arange(self.editors * segments), segments)
        document = segment // self.size
        way = (document + editor) % self.ways
        logs = rng.normal(0, self.by_editor, (self.editors, self.ways))[editor, way]
        logs += rng.normal(0, self.by_document, (self.documents, self.ways))[document, way]
        logs += rng.normal(0, self.fast, self.editors)[editor] + rng.normal(0, 0.3, segments)[segment]
        logs += rng.normal(0, self.document, self.documents)[document]
        logs += rng.normal(0, self.slope, self.editors)[editor] * segment / 100 + rng.gamma(2, 0.3, len(way))
        columns = [Codes.of([str(each) for each in column]) for column in (editor, segment, document)]
        return PostEdits(
            columns[0],
            Codes(("scratch", "one", "two", "three")[: self.ways], way.astype(np.int32)),
            columns[1],
            way == 0,
            document=columns[2] if self.known else None,
            lengths={"source_words": np.full(len(way), 10.0)},
            seconds=10 * np.exp(logs),
            order=segment + 1.0,
        )


GAINS = (
    Work(3, 8, 3, ways=3, known=False),
    Work(3, 2, 3, ways=3, known=False),
    Work(3, 12, 2, ways=2, by_editor=0.15, known=False),
    Work(4, 12, 2, ways=2, by_editor=0.15, known=False),
    Work(6, 12, 2, ways=3, by_editor=0.15, known=False),
    Work(3, 8, 5, ways=3, by_editor=0.15, by_document=0.2),
    Work(3, 8, 3, ways=2, by_editor=0.15, by_document=0.2),
    Work(3, 4, 5, ways=2, by_document=0.2),
    Work(4, 3, 6, ways=4, by_editor=0.15, by_document=0.2),
    Work(3, 2, 10, ways=2, by_editor=0.15, by_document=0.2),
)
COURSES = (
    Work(3, 4, 8, document=0.3, fast=0.0),
    Work(3, 8, 6, document=0.3, fast=0.0),
    Work(4, 12, 5, document=0.3, slope=0.1, fast=0.0),
    Work(2, 8, 6, document=0.3, fast=0.0),
)


def postedit(studies: int) -> Iterator[tuple[str, Rates]]:
    """Yield how often a gain is claimed where there is none, and how many intervals hold what is true."""
    settings = EffortOptions().settings
    for work in GAINS:
        rng, false, held, told = np.random.default_rng(5), 0, [], 0
        for _ in range(studies):
            gain = model_gain(measure_rows(work.drawn(rng), EffortOptions()), settings)
            if gain is None or gain.withheld:
                continue
            told += 1
            false += any(speed.adjusted is not None and speed.adjusted < 0.05 for speed in gain.speeds)
            held += [speed.ratio.low <= 1 <= speed.ratio.high for speed in gain.speeds if speed.ratio]
        rates = {"told": told / studies, "false": false / studies, "held": float(np.mean(held or [np.nan]))}
        yield f"gain, {work}", rates
    for work in COURSES:
        rng, slopes, speeds = np.random.default_rng(5), [], []
        for _ in range(studies):
            measured = measure_rows(work.drawn(rng), EffortOptions())
            curve = learning_curve(measured, settings)
            slopes += [
                each.change.low <= 0 <= each.change.high
                for each in (curve.slopes if curve else ())
                if not each.editor and not math.isnan(each.change.low)
            ]
            intervals = [
                group.intervals["seconds_per_word"]
                for group in group_rows(measured, measured.postedits.system, settings)
            ]
            speeds += [each.low <= work.mean <= each.high for each in intervals]
        rates = {"slopes told": len(slopes) / studies, "slopes held": float(np.mean(slopes or [np.nan]))}
        yield f"course, {work}", rates | {"speeds held": float(np.mean(speeds))}


def agreement(studies: int) -> Iterator[tuple[str, Rates]]:
    """Yield how many intervals of alpha hold its true value; four systems, two of sixty raters an output."""
    true = (8**2 + 12**2 + 6**2) / (8**2 + 12**2 + 6**2 + 10**2)
    for documents, segments in ((5, 8), (10, 8), (25, 1), (40, 1)):
        rng, held = np.random.default_rng(6), []
        for _ in range(studies):
            rows: list[Row] = []
            names = []
            for document in range(documents):
                whole = rng.normal(0, 8)
                for segment in range(segments):
                    easy, pair = rng.normal(0, 12), rng.choice(60, 2, replace=False)
                    for system in range(4):
                        output = 60 + whole + easy + rng.normal(0, 6)
                        rows += [
                            (
                                f"r{rater}",
                                f"s{system}",
                                f"{document}.{segment}",
                                float(output + rng.normal(0, 10)),
                            )
                            for rater in pair.tolist()
                        ]
                        names += [str(document)] * 2
            study = study_agreement(judged(rows, names), CHANCE, measures=["alpha-interval"])
            [measure] = study.between[""]
            held.append(measure.interval.low <= true <= measure.interval.high)
        yield f"{documents} documents of {segments}", {"held": float(np.mean(held))}


def flags(studies: int) -> Iterator[tuple[str, Rates]]:
    """Yield the share of careful raters who are flagged: each with eight documents of ten segments."""
    kinds = ("good documents get 100", "all systems are good", "raters give 100 in 55 ± 15 %")
    for kind, raters in product(kinds, (2, 3, 5, 10)):
        rng, flagged = np.random.default_rng(7), 0
        for _ in range(studies):
            rows: list[Row] = []
            for rater in range(raters):
                habit = float(np.clip(rng.normal(0.55, 0.15), 0, 0.95))
                for document in range(8):
                    good = rng.random() < 0.5
                    for segment in range(10):
                        score = float(rng.integers(30, 100))
                        if kind.startswith("all"):
                            score = min(100.0, float(np.round(96 + rng.normal(0, 2.5))))
                        elif good if kind.startswith("good") else rng.random() < habit:
                            score = 100.0
                        rows.append((f"r{rater}", "A", f"{rater}.{document}.{segment}", score))
            flagged += len({flag.rater for flag in flag_raters(judged(rows))})
        yield f"{kind}, {raters} raters", {"flagged": flagged / studies / raters}


PARTS: Mapping[str, Callable[[int], Iterator[tuple[str, Rates]]]] = {
    "raters": raters,
    "rankings": rankings,
    "postedit": postedit,
    "agreement": agreement,
    "flags": flags,
}


def main() -> None:
    """Print the rates in per cent."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--studies", type=int, default=200)
    parser.add_argument("--only", choices=tuple(PARTS))
    chosen = parser.parse_args()
    warnings.simplefilter("ignore")
    for name in [chosen.only] if chosen.only else PARTS:
        for what, rates in PARTS[name](chosen.studies):
            said = ", ".join(f"{rate} {100 * value:.1f} %" for rate, value in rates.items())
            print(f"{name}: {what}: {said}", flush=True)


if __name__ == "__main__":
    main()
